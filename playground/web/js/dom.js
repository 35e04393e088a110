/** DOM helpers. Text is always inserted as text nodes, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  hash: "M9 4 7 20M17 4l-2 16M4 9h16M3 15h16",
  thread: "M5 4v8a4 4 0 0 0 4 4h9M14 12l4 4-4 4",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.5 7.1",
  lock: "M6 11h12v9H6zM9 11V7a3 3 0 0 1 6 0v4",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  chevron: "M6 9l6 6 6-6",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M15.5 4.4a3.5 3.5 0 0 1 0 6.2M18 14.6c2 .8 3.2 2.6 3.5 5.4",
  more: "M5 12h.1M12 12h.1M19 12h.1",
  send: "M4 12 20 4l-5 16-4-6zM11 14l9-10",
  clock: "M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z",
  out: "M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  down: "M12 4v15M5 12l7 7 7-7",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  check: "M5 12l5 5L20 7",
  eye: "M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  phone: "M7 3h10v18H7zM11 18h2",
  pin: "M9 3h6M10 3v6l-3 4h10l-3-4V3M12 13v8",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  screen: "M3 5h18v11H3zM9 20h6M12 16v4",
  picture: "M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 5M15.5 9h.1",
  reply: "M4 18v-6a4 4 0 0 1 4-4h12M16 4l4 4-4 4",
};

/** Addresses that a link may have; `javascript:` and the like are excluded. */
const SAFE_ADDRESS = /^(https?:|discord:|\/|#)/i;

function setProperty(node, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "href" && !SAFE_ADDRESS.test(value)) return;
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else if (name === "style") for (const [key, one] of Object.entries(value)) node.style.setProperty(key, one);
  else if (name === "value") node.value = value;
  else node.setAttribute(name, value === true ? "" : String(value));
}

/**
 * Return an element with attributes (`onclick` and others are listeners, `style` is an object) and children
 * (strings become text).
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown> | null} [properties]
 * @param {...(Node | string | number | false | null | undefined | unknown[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) setProperty(node, name, value);
  const isShown = (child) => child !== null && child !== undefined && child !== false;
  node.append(.../** @type {(Node | string)[]} */ (children.flat(Infinity).filter(isShown)));
  return node;
}

/**
 * Return the elements in `parent` that match a selector.
 *
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const findAll = (parent, selector) => Array.from(parent.querySelectorAll(selector));

/**
 * Return the first element in `parent` that matches a selector, or null.
 *
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const findOne = (parent, selector) => parent.querySelector(selector);

/** Return a 24 × 24 line drawing as an inline SVG without an accessible name; `path` is SVG path data. */
export function drawing(style, path) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("class", `icon ${style}`);
  picture.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  picture.append(line);
  return picture;
}

/** Return one of the line drawings in ICONS. */
export const icon = (name) => drawing(`icon-${name}`, ICONS[name]);

export function iconButton(name, label, properties) {
  return h(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, ...properties },
    icon(name),
  );
}

/**
 * Replace the children of `list`; the focus stays on the one with the same test id.
 *
 * @param {HTMLElement} list
 * @param {Node[]} nodes
 */
export function refill(list, nodes) {
  const focused = list.contains(document.activeElement) && document.activeElement.getAttribute("data-testid");
  list.replaceChildren(...nodes);
  if (focused) findOne(list, `[data-testid="${CSS.escape(focused)}"]`)?.focus();
}

/**
 * Return the keys of the open <details> in `list`.
 *
 * @param {HTMLElement} list
 */
export const openOnes = (list) => new Set(findAll(list, "details[open]").map((one) => one.dataset.key));

let counter = 0;

/** Return an id that is unique in the document. */
export function freshId(prefix) {
  counter += 1;
  return `${prefix}-${counter}`;
}

function placeAt(parent, node, index) {
  const present = parent.children[index];
  if (present !== node) parent.insertBefore(node, present ?? null);
}

/**
 * Update the children of `parent` to match `entries`: [{key, signature, build(previous)}].
 * Builds only entries that are new or have another signature; `kept` (a Map) remembers the rest.
 */
export function reconcile(parent, entries, kept) {
  const keys = new Set(entries.map((entry) => entry.key));
  for (const [key, old] of kept) {
    if (keys.has(key)) continue;
    old.node.remove();
    kept.delete(key);
  }
  entries.forEach((entry, index) => {
    const old = kept.get(entry.key);
    if (!old || old.signature !== entry.signature) {
      const node = entry.build(old?.node ?? null);
      old?.node.replaceWith(node);
      kept.set(entry.key, { signature: entry.signature, node });
    }
    placeAt(parent, kept.get(entry.key).node, index);
  });
}

/** Return a function that runs `task` once after the current events, even if called several times. */
export function batched(task) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      task();
    });
  };
}
