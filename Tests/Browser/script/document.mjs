// A document small enough to read: what live.js asks of one, and nothing else. A selector or a method that it does not
// know throws, so that no test passes on a guess.

const VOID = ['input', 'br', 'img'];
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decode = (text) => text.replace(/&(#?\w+);/g, (all, name) => ENTITIES[name] ?? all);

class Target {
  listeners = {};

  addEventListener(type, listener, { signal } = {}) {
    (this.listeners[type] ??= []).push(listener);
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener));
  }

  removeEventListener(type, listener) {
    this.listeners[type] = this.listeners[type].filter((other) => other !== listener);
  }

  // Calls the listeners of the target and of all around it.
  dispatch(type, more = {}) {
    const event = {
      type, target: this, defaultPrevented: false, button: 0, preventDefault: () => (event.defaultPrevented = true), ...more,
    };
    for (let at = this; at; at = at.parentNode ?? null) for (const listener of [...at.listeners[type] ?? [], at[`on${type}`]]) listener?.(event);
    return event;
  }
}

class Text {
  constructor(text) {
    this.textContent = text;
  }

  remove() {
    detach(this);
  }
}

const detach = (node) => {
  const siblings = node.parentNode?.childNodes;
  if (siblings) siblings.splice(siblings.indexOf(node), 1);
  node.parentNode = null;
};

const insert = (parent, index, nodes) => {
  nodes.forEach(detach);
  for (const node of nodes) {
    node.parentNode = parent;
    if (node.ownerDocument === parent.ownerDocument) continue;
    for (const el of node instanceof Element ? [node, ...node.descendants()] : []) el.ownerDocument = parent.ownerDocument;
  }
  parent.childNodes.splice(index, 0, ...nodes);
};

class Element extends Target {
  childNodes = [];
  parentNode = null;
  attributes = new Map();
  style = {};
  offsetWidth = 0;

  constructor(document, name) {
    super();
    this.ownerDocument = document;
    this.localName = name;
    if (name === 'template') Object.assign(this.content = new Element(document, '#fragment'), { host: this });
    if (['textarea', 'input'].includes(name)) this.selectionStart = this.selectionEnd = 0;
  }

  get open() { return this.hasAttribute('open'); }
  set open(isOpen) { this.toggleAttribute('open', isOpen); }
  get tagName() { return this.localName.toUpperCase(); }
  get id() { return this.getAttribute('id') ?? ''; }
  get name() { return this.getAttribute('name') ?? (this.isField || this.localName === 'button' ? '' : undefined); }
  get type() { return this.getAttribute('type') ?? { input: 'text', textarea: 'textarea' }[this.localName]; }
  get href() { return this.getAttribute('href') ?? ''; }
  get lang() { return this.getAttribute('lang') ?? ''; }
  set lang(value) { this.setAttribute('lang', value); }
  get outerHTML() { return `<${this.localName} ${[...this.attributes].map(([name, value]) => `${name}="${value}"`).join(' ')}>`; }
  set href(value) { this.setAttribute('href', value); }
  get dir() { return this.getAttribute('dir') ?? ''; }
  set dir(value) { this.setAttribute('dir', value); }
  get action() { return this.getAttribute('action') ?? ''; }
  get dateTime() { return this.getAttribute('datetime'); }
  get isField() { return ['input', 'textarea', 'select'].includes(this.localName); }
  get form() { return this.closest('form'); }
  get classes() { return new Set((this.getAttribute('class') ?? '').split(' ').filter(Boolean)); }

  get classList() {
    const change = (how, name) => {
      const classes = this.classes;
      classes[how](name);
      this.setAttribute('class', [...classes].join(' '));
    };
    return {
      add: (name) => change('add', name),
      remove: (name) => change('delete', name),
      toggle: (name, isOn) => change(isOn ? 'add' : 'delete', name),
    };
  }

  // Fields: what stands in the markup until somebody types.
  set defaultValue(text) {
    if (this.localName === 'textarea') this.textContent = text;
    else this.setAttribute('value', text);
  }
  get defaultValue() { return this.localName === 'textarea' ? this.textContent : (this.getAttribute('value') ?? ''); }
  get value() { return this.isField ? (this.own ?? this.defaultValue) : this.getAttribute('value') ?? undefined; }
  set value(text) {
    if (this.type === 'file') this.files = [];
    else if (this.isField) this.own = text;
    else this.setAttribute('value', text);
  }
  get files() { return this.chosen ?? []; }
  set files(files) { this.chosen = files; }
  get defaultChecked() { return this.hasAttribute('checked'); }
  set defaultChecked(value) { this.toggleAttribute('checked', value); }
  get checked() { return this.ownChecked ?? this.defaultChecked; }
  set checked(value) { this.ownChecked = value; }

  scrollIntoView() {}
  setSelectionRange(start, end) { Object.assign(this, { selectionStart: start, selectionEnd: end }); }
  focus() { this.ownerDocument.activeElement = this; }
  click() { this.ownerDocument.clicked.push(this); }
  showModal() { this.open = true; }
  close() { this.open = false; }

  getAttribute(name) { return this.attributes.get(name) ?? null; }
  setAttribute(name, value) { this.attributes.set(name, String(value)); }
  hasAttribute(name) { return this.attributes.has(name); }
  removeAttribute(name) { this.attributes.delete(name); }
  toggleAttribute(name, isOn) { if (isOn) this.setAttribute(name, ''); else this.removeAttribute(name); }

  get children() { return this.childNodes.filter((node) => node instanceof Element); }
  get firstElementChild() { return this.children[0] ?? null; }
  get textContent() { return this.childNodes.map((node) => node.textContent).join(''); }
  set textContent(text) { this.replaceChildren(new Text(text)); }

  set innerHTML(html) {
    const into = this.content ?? this;
    into.replaceChildren();
    parse(this.ownerDocument, html, into);
  }

  replaceChildren(...nodes) {
    this.ownerDocument.unfocus(...this.childNodes);
    for (const node of this.childNodes) node.parentNode = null;
    this.childNodes = [];
    insert(this, 0, nodes);
  }

  replaceWith(node) {
    this.ownerDocument.unfocus(this);
    const parent = this.parentNode;
    const index = parent.childNodes.indexOf(this);
    detach(this);
    insert(parent, index, [node]);
  }

  after(node) {
    detach(node);
    insert(this.parentNode, this.parentNode.childNodes.indexOf(this) + 1, [node]);
  }

  append(node) {
    insert(this, this.childNodes.length, [node]);
  }

  cloneNode() {
    const copy = new Element(this.ownerDocument, this.localName);
    copy.attributes = new Map(this.attributes);
    insert(copy, 0, this.childNodes.map((node) => (node instanceof Element ? node.cloneNode() : new Text(node.textContent))));
    return copy;
  }

  prepend(node) {
    insert(this, 0, [node]);
  }

  remove() {
    this.ownerDocument.unfocus(this);
    detach(this);
  }

  get isConnected() {
    return this.ownerDocument.documentElement.contains(this);
  }

  contains(node) {
    for (let at = node; at; at = at.parentNode) if (at === this) return true;
    return false;
  }

  // What a pointer or the focus is at.
  matches(selector) {
    if (selector === ':hover') return this.isHovered ?? false;
    if (selector === ':focus-within') return this.contains(this.ownerDocument.activeElement);
    return this.#matches(selector);
  }

  #matches(selector) { return parseSelector(selector).some((chain) => matchesChain(this, chain)); }

  closest(selector) {
    for (let at = this; at instanceof Element; at = at.parentNode) if (at.matches(selector)) return at;
    return null;
  }

  * descendants() {
    for (const child of this.children) {
      yield child;
      yield* child.descendants();
    }
  }

  querySelectorAll(selector) { return [...this.descendants()].filter((el) => el.matches(selector)); }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
}

export class Document extends Element {
  clicked = []; // links that a script followed
  cookies = [];
  visibilityState = 'visible';

  constructor(html) {
    super(null, '#document');
    this.ownerDocument = this;
    this.activeElement = null;
    parse(this, html, this);
    this.activeElement = this.body;
  }

  get head() { return this.querySelector('head'); }
  get title() { return this.querySelector('title').textContent; }
  set title(text) { this.querySelector('title').textContent = text; }
  get documentElement() { return this.querySelector('html'); }
  get body() { return this.querySelector('body'); }
  set cookie(text) { this.cookies.push(text); }
  createElement(name) { return new Element(this, name); }
  getElementById(id) { return (id && [...this.descendants()].find((el) => el.id === id)) || null; }
  matches() { return false; }

  // What leaves a document loses the focus.
  unfocus(...nodes) {
    if (nodes.some((node) => node instanceof Element && node.contains(this.activeElement))) this.activeElement = this.body;
  }
}

// ---- Selectors -------------------------------------------------------------------------------------------------------

const COMPOUND = /^(\*|[\w-]+)?((?:\[[\w-]+(?:=(?:"[^"]*"|[\w-]+))?\])*)(?::not\((\[[^\]]+\])\))?((?:\[[\w-]+\])*)$/;

const parseCompound = (text) => {
  const [all, tag, attributes, not, more = ''] = text.match(COMPOUND) ?? [];
  if (all === undefined) throw new Error(`This selector is unknown here: ${text}`);
  const pairs = (list) => [...list.matchAll(/\[([\w-]+)(?:=(?:"([^"]*)"|([\w-]+)))?\]/g)].map(([, name, a, b]) => [name, a ?? b]);
  return { tag, attributes: pairs(attributes + more), not: not && pairs(not) };
};

const parseSelector = (selector) => selector.split(/,\s*/).map((one) => one.split(/\s*>\s*/).map(parseCompound));

const has = (el, [name, value]) => el.hasAttribute(name) && (value === undefined || el.getAttribute(name) === value);
const matchesCompound = (el, { tag, attributes, not }) =>
  (!tag || tag === '*' || tag === el.localName) && attributes.every((pair) => has(el, pair)) && !not?.every((pair) => has(el, pair));

const matchesChain = (el, chain) => {
  let at = el;
  for (const compound of [...chain].reverse()) {
    if (!(at instanceof Element) || !matchesCompound(at, compound)) return false;
    at = at.parentNode;
  }
  return true;
};

// ---- Markup ----------------------------------------------------------------------------------------------------------

function parse(document, html, into) {
  let at = into;
  for (const [, text, close, open, attributes] of html.matchAll(/([^<]+)|<\/([\w-]+)>|<([\w-]+)((?:"[^"]*"|'[^']*'|[^>])*)>/g)) {
    if (text !== undefined) at.childNodes.push(Object.assign(new Text(decode(text)), { parentNode: at }));
    else if (close) {
      at = at.host ?? at;
      if (at.localName !== close) throw new Error(`</${close}> closes <${at.localName}>`);
      at = at.parentNode;
    } else {
      const el = new Element(document, open);
      for (const [, name, a, b, c] of attributes.matchAll(/([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)) {
        el.setAttribute(name, decode(a ?? b ?? c ?? ''));
      }
      insert(at, at.childNodes.length, [el]);
      if (!VOID.includes(open)) at = el.content ?? el;
    }
  }
}
