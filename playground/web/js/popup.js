/** Popups beside a button that close by themselves: menus, lists, small cards. */

import { findAll, h } from "./dom.js";

const GAP = 6;

const HIGHEST = 420;

/**
 * @param {HTMLElement} popup
 * @param {HTMLElement} anchor
 * @param {{width?: boolean, board?: boolean}} options
 */
function place(popup, anchor, { width, board }) {
  const at = anchor.getBoundingClientRect();
  const home = (anchor.closest("[data-pane]") ?? document.body).getBoundingClientRect();
  if (width) popup.style.minWidth = `${Math.round(at.width)}px`;
  const below = innerHeight - at.bottom - 2 * GAP;
  const above = at.top - 2 * GAP;
  const upward = popup.offsetHeight > below && above > below;
  const room = Math.max(upward ? above : below, 120);
  popup.style.maxHeight = `${board ? room : Math.min(room, HIGHEST)}px`;
  const left = Math.min(at.left, home.right - popup.offsetWidth - GAP);
  const farthest = innerWidth - popup.offsetWidth - GAP;
  popup.style.left = `${Math.max(GAP, Math.min(Math.max(left, home.left + GAP), farthest))}px`;
  popup.style.top = `${upward ? Math.max(GAP, at.top - popup.offsetHeight - GAP) : at.bottom + GAP}px`;
}

/** Close `popup` when its anchor leaves the view because it was scrolled away or redrawn. */
function followAnchor(popup, anchor) {
  const watch = new IntersectionObserver(([entry]) => !entry.isIntersecting && popup.hidePopover());
  watch.observe(anchor);
  return watch;
}

/**
 * Call `put` when the window's size changes or something outside `popup` is scrolled, until the result is aborted.
 *
 * @param {HTMLElement} popup
 * @param {() => void} put
 */
function followMoves(popup, put) {
  const moves = new AbortController();
  addEventListener("resize", put, { signal: moves.signal });
  const scrolled = ({ target }) => (target instanceof Node && popup.contains(target)) || put();
  addEventListener("scroll", scrolled, { capture: true, signal: moves.signal });
  return moves;
}

/**
 * Open `popup` (an element) beside `anchor`. Escape, a click elsewhere, or `popup.hidePopover()` closes it; then
 * `onclose` runs once. `options.width` makes it at least as wide as its anchor; `options.board` lets it be as high as
 * the page, keeps it inside its pane and leaves clicks on the anchor to the anchor. A popup opened from another one
 * keeps that one open.
 *
 * @param {HTMLElement} popup
 * @param {HTMLElement} anchor
 * @param {{onclose?: () => void, width?: boolean, board?: boolean}} [options]
 */
export function openPopup(popup, anchor, options = {}) {
  popup.setAttribute("popover", "auto");
  popup.classList.add("popup");
  (anchor.closest("[popover]") ?? anchor.closest("[data-pane], header") ?? document.body).append(popup);
  anchor.setAttribute("aria-expanded", "true");
  popup.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    anchor.setAttribute("aria-expanded", "false");
    watch.disconnect();
    moves.abort();
    popup.remove();
    options.onclose?.();
  });
  popup.showPopover(options.board ? { source: anchor } : {});
  const watch = followAnchor(popup, anchor);
  place(popup, anchor, options);
  const moves = followMoves(popup, () => place(popup, anchor, options));
  return popup;
}

const UP_AND_DOWN = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Let arrow keys (`steps`), Home and End move between the `selector` children of `parent`.
 *
 * @template {HTMLElement} Parent
 * @param {Parent} parent
 * @param {string} selector
 * @param {Record<string, number>} steps
 */
export function walkable(parent, selector, steps = UP_AND_DOWN) {
  parent.addEventListener("keydown", (event) => {
    const all = findAll(parent, selector).filter((one) => !one.matches(":disabled"));
    const here = all.findIndex((one) => one === document.activeElement);
    const goals = { Home: 0, End: all.length - 1 };
    const start = here < 0 && steps[event.key] < 0 ? 0 : here;
    const goal = event.key in steps ? (start + steps[event.key] + all.length) % all.length : goals[event.key];
    if (goal === undefined || !all.length || (here < 0 && event.key in goals)) return;
    event.preventDefault();
    all[goal].focus();
  });
  return parent;
}

/** Open a menu of entries {label, detail?, icon?, danger?, checked?, testid?, run}. */
export function openMenu(anchor, label, entries) {
  const popup = walkable(h("div", { role: "menu", class: "menu", "aria-label": label }), "[role^=menuitem]");
  for (const entry of entries) {
    const choose = () => {
      popup.hidePopover();
      anchor.focus();
      entry.run();
    };
    const role = entry.checked === undefined ? "menuitem" : "menuitemradio";
    const checked = entry.checked === undefined ? null : String(entry.checked);
    const properties = {
      type: "button",
      role,
      "aria-checked": checked,
      "data-testid": entry.testid,
      onclick: choose,
    };
    const texts = [
      h("span", { class: "menu-label" }, entry.label),
      entry.detail && h("small", {}, entry.detail),
    ];
    popup.append(
      h("button", { ...properties, class: entry.danger ? "danger" : null }, entry.icon, h("span", {}, texts)),
    );
  }
  openPopup(popup, anchor);
  popup.querySelector("button")?.focus();
  return popup;
}
