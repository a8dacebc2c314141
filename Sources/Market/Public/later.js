// The market has no shortcuts. pages.js loads this at the first key.
export const hear = () => {};
