// The scripts under test: their sources, or those of the folder at the address SCRIPTS.

export const folder = new URL(`${process.env.SCRIPTS ?? new URL('../../../Sources/LiveHTTP/Public', import.meta.url)}/`);

const load = (name) => import(new URL(`${name}.js`, folder));

export const [live, pages, typing, windowScript] = await Promise.all(['live', 'pages', 'typing', 'window'].map(load));
