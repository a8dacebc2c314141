/* Finds what is wrong with the layout of the page it is evaluated in. `layout.py` says what counts and what is excepted.
   `rules` are axe's, which is there already. */
window.layoutFaults = async rules => {
  const SLACK = 1; // Pixels that rounding may take.
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  const OWN_TEXT = 'input, select, textarea';
  const width = document.documentElement.clientWidth, height = innerHeight;
  const found = [];

  const styles = new Map();
  const style = element => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
  const lineage = function* (element) { for (; element; element = element.parentElement) yield element; };
  const hidden = element => style(element).clipPath === 'inset(50%)';
  const visible = element => style(element).display === 'contents' ? visible(element.parentElement)
    : element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && ![...lineage(element)].some(hidden);

  const said = element => {
    const name = element.localName + (element.id && `#${element.id.replace(/\d+$/, '')}`) + [...element.classList].map(c => `.${c}`).join('');
    const text = (element.innerText ?? element.textContent ?? '').trim().replace(/\s+/g, ' ');
    return `<${name}>` + (text && ` “${text.length > 40 ? text.slice(0, 40) + '…' : text}”`);
  };
  const fault = (kind, element, rest) => found.push(`${kind}: ${said(element)} ${rest}`);

  // ---- Boxes

  const box = (left, top, right, bottom) => ({ left, top, right, bottom });
  const boxOf = ({ left, top, right, bottom }) => box(left, top, right, bottom);
  const common = (a, b) => box(Math.max(a.left, b.left), Math.max(a.top, b.top), Math.min(a.right, b.right), Math.min(a.bottom, b.bottom));
  const wide = b => b.right - b.left, tall = b => b.bottom - b.top;
  /* A line's letters: its box is taller, as the font wishes. */
  const letters = (line, size) => {
    const middle = (line.top + line.bottom) / 2, half = Math.min(tall(line), size) / 2;
    return box(line.left, middle - half, line.right, middle + half);
  };
  const inset = (element, sides) => {
    const outer = element.getBoundingClientRect(), s = style(element);
    const [top, right, bottom, left] = ['Top', 'Right', 'Bottom', 'Left'].map(side => sides.reduce((sum, name) => sum + parseFloat(s[name(side)]), 0));
    return box(outer.left + left, outer.top + top, outer.right - right, outer.bottom - bottom);
  };
  const border = side => `border${side}Width`, padding = side => `padding${side}`;

  /* The elements that clip what is in an element, itself among them. */
  const clippers = element => {
    const clipping = [];
    let leaves = false;
    for (const e of lineage(element)) {
      const s = style(e);
      if (e === document.body || e === document.documentElement) break;
      if (leaves && s.position === 'static') continue;
      if (s.display !== 'inline' && (s.overflowX !== 'visible' || s.overflowY !== 'visible')) clipping.push(e);
      if (s.position === 'fixed') break;
      leaves = s.position === 'absolute';
    }
    return clipping;
  };
  const seen = (b, clipping) => clipping.reduce((rest, e) => common(rest, inset(e, [border])), b);

  /* What lies over the page by intent, with all that is in it. */
  const layer = element => [...lineage(element)].find(e => {
    const s = style(e);
    return s.position === 'fixed' || s.position === 'sticky' || e.matches('dialog[open], :popover-open')
      || (s.position === 'absolute' && parseInt(s.zIndex) > 0 && color(s.backgroundColor)[3] === 1);
  });

  // ---- Colours

  const color = text => {
    const [, space, numbers] = text.match(/^(rgba?\(|color\(srgb )([^)]*)\)$/) ?? (() => { throw new Error(`a colour that is read by nobody: ${text}`); })();
    const [r, g, b, alpha = 1] = numbers.match(/[\d.]+/g).map(Number);
    return [...[r, g, b].map(c => space.startsWith('rgb') ? c : c * 255), alpha];
  };
  const over = (upper, lower) => upper.slice(0, 3).map((c, i) => c * upper[3] + lower[i] * (1 - upper[3])).concat(1);
  /* The colours that may lie behind what is in an element: several where there is a gradient. */
  const grounds = new Map([[null, [[255, 255, 255, 1]]]]);
  const behind = element => {
    if (grounds.has(element)) return grounds.get(element);
    const s = style(element), plain = behind(element.parentElement).map(ground => over(color(s.backgroundColor), ground));
    const stops = (s.backgroundImage.match(/(rgba?|color)\([^)]*\)/g) ?? []).map(color).filter(stop => stop[3] > 0);
    grounds.set(element, plain.concat(stops.flatMap(stop => plain.map(ground => over(stop, ground)))));
    return grounds.get(element);
  };
  const luminance = c => c.slice(0, 3).map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const ratio = (a, b) => { const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y); return (light + .05) / (dark + .05); };
  /* The least contrast of a colour to what may lie behind it. */
  const contrast = (upper, grounds, opacity = 1) => {
    const [r, g, b, alpha] = color(upper);
    return Math.min(...grounds.map(ground => ratio(over([r, g, b, alpha * opacity], ground), ground)));
  };

  // ---- What there is to read and to press

  // Nothing but the dialog can be reached while there is one.
  const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const skipped = element => element.closest('.skip:not(:focus)');
  const texts = [], controls = [], pictures = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement, from = node.data.search(/\S/);
    if (from < 0 || element.closest('script, style, template, noscript, option, textarea') || skipped(element) || !visible(element)) continue;
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, node.data.trimEnd().length);
    const size = parseFloat(style(element).fontSize);
    const lines = [...range.getClientRects()].filter(line => line.width > 0 && line.height > 0).map(line => letters(boxOf(line), size));
    if (lines.length) texts.push({ element, node, lines, clipping: clippers(element), layer: layer(element) });
  }
  for (const element of root.querySelectorAll(CONTROLS)) {
    if (skipped(element) || !visible(element) || element.ownerSVGElement) continue;
    const s = style(element), size = parseFloat(s.fontSize);
    const boxes = s.display === 'inline' ? [...element.getClientRects()].map(line => letters(boxOf(line), size))
      : [element.matches(OWN_TEXT) ? inset(element, [border, padding]) : boxOf(element.getBoundingClientRect())];
    controls.push({ element, boxes, clipping: clippers(element.parentElement), layer: layer(element) });
  }
  for (const element of root.querySelectorAll('svg, img, canvas, video')) {
    if (!element.ownerSVGElement && visible(element)) pictures.push({ element, boxes: [boxOf(element.getBoundingClientRect())], layer: layer(element) });
  }

  if (!texts.length) fault('nothing', root, 'has no words to see');

  // ---- Sideways

  if (document.documentElement.scrollWidth > width) {
    fault('sideways', document.documentElement, `is ${document.documentElement.scrollWidth} wide in a window of ${width}`);
  }
  for (const element of root.querySelectorAll('*')) {
    if (/auto|scroll/.test(style(element).overflowX) && !element.matches(OWN_TEXT) && element.scrollWidth > element.clientWidth + SLACK && visible(element)) {
      fault('sideways', element, `is ${element.scrollWidth} wide within ${element.clientWidth}`);
    }
  }

  // ---- Cut off

  for (const { element, lines, boxes = lines, layer } of [...texts, ...controls, ...pictures]) {
    const fixed = layer && style(layer).position === 'fixed';
    const scrolls = fixed && [...lineage(element)].some(e => layer.contains(e) && /auto|scroll/.test(style(e).overflowY));
    for (const b of boxes) {
      const beyond = [-b.left, b.right - width, fixed ? -b.top : -b.top - scrollY, fixed ? b.bottom - height : 0];
      if (scrolls) beyond.length = 2;
      if (Math.max(...beyond) > SLACK) { fault('edge', element, `is beyond the window's edge by ${Math.round(Math.max(...beyond))} px`); break; }
    }
  }
  for (const { element, lines, clipping } of texts) {
    const cut = clipping.find(e => {
      const s = style(e), edge = inset(e, [border]);
      const across = /hidden|clip/.test(s.overflowX) && !(s.textOverflow === 'ellipsis' && s.whiteSpace === 'nowrap');
      const down = /hidden|clip/.test(s.overflowY) && s.webkitLineClamp === 'none';
      return lines.some(l => (across && Math.max(edge.left - l.left, l.right - edge.right) > SLACK) || (down && Math.max(edge.top - l.top, l.bottom - edge.bottom) > SLACK));
    });
    if (cut) { fault('cut', element, `is cut off by <${cut.localName}.${cut.classList}>`); continue; }
    if (element.closest('svg')) continue;
    const container = [...lineage(element)].find(e => !['inline', 'contents'].includes(style(e).display));
    const s = style(container), around = container.getBoundingClientRect();
    // A space that is kept hangs over the end of its line.
    const hangs = s.whiteSpaceCollapse === 'preserve' ? parseFloat(s.fontSize) / 2 : 0;
    const out = Math.max(...lines.map(l => Math.max(
      s.overflowX === 'visible' ? Math.max(around.left - l.left, l.right - hangs - around.right) : 0,
      s.overflowY === 'visible' ? Math.max(around.top - l.top, l.bottom - around.bottom) : 0)));
    if (out > SLACK) fault('spill', element, `sticks out of <${container.localName}.${container.classList}> by ${Math.round(out)} px`);
  }
  // A day or a time doesn't scroll in its field. Beside it is the sign of what it is chosen with.
  const today = new Date(2000, 11, 28, 22, 58), two = '2-digit';
  const shown = { date: today.toLocaleDateString(undefined, { year: 'numeric', month: two, day: two }), time: today.toLocaleTimeString(undefined, { hour: two, minute: two }) };
  for (const { element, boxes: [inside] } of controls.filter(control => control.element.type in shown)) {
    const pen = new OffscreenCanvas(1, 1).getContext('2d'), s = style(element);
    pen.font = `${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
    const needs = pen.measureText(shown[element.type]).width + parseFloat(s.fontSize);
    if (needs > wide(inside)) fault('cut', element, `needs ${Math.round(needs)} px, and has ${Math.round(wide(inside))}`);
  }

  // ---- Overlaps

  const things = [
    ...texts.map(t => ({ ...t, holder: t.node, boxes: t.lines })),
    ...controls.map(c => ({ ...c, holder: c.element })),
  ].map(t => ({ ...t, boxes: t.boxes.map(b => seen(b, t.clipping)).filter(b => wide(b) > 0 && tall(b) > 0) }));
  things.forEach((one, i) => {
    for (const other of things.slice(i + 1)) {
      if (one.layer !== other.layer || one.holder.contains(other.holder) || other.holder.contains(one.holder)) continue;
      const both = one.boxes.flatMap(a => other.boxes.map(b => common(a, b))).find(b => wide(b) > SLACK && tall(b) > SLACK);
      if (both) fault('overlap', one.element, `and ${said(other.element)} share ${Math.round(wide(both))} × ${Math.round(tall(both))} px`);
    }
  });

  // ---- Contrast

  for (const { element } of texts) {
    if (element.closest(':disabled, [aria-disabled=true]')) continue;
    const s = style(element), size = parseFloat(s.fontSize);
    const opacity = [...lineage(element)].reduce((product, e) => product * style(e).opacity, 1);
    const is = contrast(element.closest('svg') ? s.fill : s.color, behind(element), opacity);
    const least = size >= 24 || (size >= 18.66 && s.fontWeight >= 700) ? 3 : 4.5;
    if (is < least) fault('contrast', element, `has ${is.toFixed(2)}, and needs ${least}`);
  }
  for (const { element } of controls) {
    const s = style(element), around = behind(element.parentElement);
    if (element.matches(OWN_TEXT) && !element.disabled) {
      const bordered = parseFloat(s.borderTopWidth) > 0 && s.borderTopStyle !== 'none';
      const is = Math.max(contrast(s.backgroundColor, around), ...bordered ? [around, behind(element)].map(side => contrast(s.borderTopColor, side)) : []);
      if (is < 3) fault('contrast', element, `has an edge of ${is.toFixed(2)}, and needs 3`);
      const written = contrast(s.color, behind(element));
      if (written < 4.5 && !element.matches('[type=checkbox], [type=radio]')) fault('contrast', element, `has ${written.toFixed(2)}, and needs 4.5`);
    }
    const sign = element.querySelector('svg');
    if (sign && !element.innerText.trim() && style(sign).stroke === s.color) {
      const is = contrast(s.color, behind(element));
      if (is < 3) fault('contrast', element, `has a sign of ${is.toFixed(2)}, and needs 3`);
    }
  }
  const focused = document.activeElement;
  if (focused?.matches(':focus-visible') && focused !== document.body && visible(focused) && style(focused).outlineStyle !== 'none') {
    const is = contrast(style(focused).outlineColor, behind(focused.parentElement));
    if (is < 3) fault('contrast', focused, `has a ring of focus of ${is.toFixed(2)}, and needs 3`);
  }

  // ---- axe

  // A page without scripts has no timers either, and axe waits for one of no time. As it waits for nothing else, no other
  // task of the page runs meanwhile, whose timers would not last.
  const timer = window.setTimeout;
  window.setTimeout = run => { Promise.resolve().then(run); return 0; };
  const results = await axe.run(root, { runOnly: rules, resultTypes: ['violations', 'incomplete'], preload: false, elementRef: true })
    .finally(() => { window.setTimeout = timer; });
  for (const { id, nodes } of results.violations) {
    for (const { element, any } of nodes) fault(id === 'target-size' ? 'target' : 'contrast', element, any.map(check => check.message).join(' '));
  }
  // Words of their ground's very colour might be hidden on purpose, axe thinks.
  for (const { element, any } of results.incomplete.flatMap(rule => rule.nodes)) {
    if (any.some(check => check.data?.messageKey === 'equalRatio')) fault('contrast', element, 'has the colour of its ground');
  }
  return { width: innerWidth, dark: matchMedia('(prefers-color-scheme: dark)').matches, found };
};
