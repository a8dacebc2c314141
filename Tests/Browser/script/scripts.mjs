// The scripts under test: their sources, or those of the folder at the address SCRIPTS.

export const sources = Object.fromEntries(
  ['LiveHTTP/Public/live', 'LiveHTTP/Public/window', 'LiveHTTP/Public/uploads', 'LiveSite/Public/pages', 'LiveSite/Public/typing'].map((path) => [
    path.slice(path.lastIndexOf('/') + 1), new URL(`../../../Sources/${path}.js`, import.meta.url)]));

export const addressOf = (name) => (process.env.SCRIPTS ? new URL(`${process.env.SCRIPTS}/${name}.js`) : sources[name]);
const load = (name) => import(addressOf(name));

export const [live, pages, typing, windowScript] = await Promise.all(['live', 'pages', 'typing', 'window'].map(load));
