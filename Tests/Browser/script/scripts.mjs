// The scripts under test: their sources, or those of the folder at the address SCRIPTS.

export const sources = Object.fromEntries(
  ['LiveHTTP/Public/live', 'LiveHTTP/Public/window', 'LiveSite/Public/pages', 'LiveSite/Public/typing'].map((path) => [
    path.slice(path.lastIndexOf('/') + 1), new URL(`../../../Sources/${path}.js`, import.meta.url)]));

const load = (name) => import(process.env.SCRIPTS ? new URL(`${process.env.SCRIPTS}/${name}.js`) : sources[name]);

export const [live, pages, typing, windowScript] = await Promise.all(['live', 'pages', 'typing', 'window'].map(load));
