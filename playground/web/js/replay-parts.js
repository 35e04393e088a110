/** Parts of a recording's controls: its icons, the mark on a message, the list of steps. */

import { drawing, h } from "./dom.js";
import { format } from "./time.js";
import { world } from "./world.js";

const SHAPES = {
  first: "M6 5v14M19 5 9 12l10 7z",
  back: "M16 5 6 12l10 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  forward: "M8 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  list: "M4 6h16M4 12h16M4 18h10",
};

/** Return one of the drawings in SHAPES. */
export const shape = (name) => drawing(`shape-${name}`, SHAPES[name]);

/** The mark on the current step's message, which survives a redrawing of that message. */
export class Marker {
  #sheet = new CSSStyleSheet();

  constructor() {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
  }

  mark(step) {
    const message = step?.message && `[data-message-id=${CSS.escape(step.message)}]`;
    const pane = `[data-pane=${CSS.escape(world.user(step?.person)?.username ?? "nobody")}]`;
    const part = step?.component && `${pane} ${message} [data-custom-id=${CSS.escape(step.component)}]`;
    this.#sheet.replaceSync(
      [
        message && `${message} { box-shadow: inset 4px 0 0 var(--accent); }`,
        part && `${part} { outline: 3px solid var(--accent-text); outline-offset: 2px; }`,
      ]
        .filter(Boolean)
        .join("\n"),
    );
  }
}

/** The list of all steps beside the panes, to choose from, and the button that shows it. */
export class StepList {
  /** `choose(position)` runs when a step is chosen. */
  constructor(steps, choose, open) {
    this.choose = choose;
    this.items = steps.map((step, index) => this.#item(step, index + 1));
    this.element = h(
      "aside",
      { class: "panel replay-steps", "aria-label": "All steps", "data-testid": "replay-steps", hidden: !open },
      h("h2", {}, "All steps"),
      h("ol", {}, this.items),
    );
    this.button = h(
      "button",
      {
        type: "button",
        class: "button secondary replay-list",
        "aria-expanded": String(open),
        "data-testid": "replay-list",
        onclick: () => this.#toggle(),
      },
      shape("list"),
      h("span", {}, "All steps"),
    );
  }

  #item({ words, at, trouble, event }, position) {
    const kind = trouble ? "wrong" : event === "INTERACTION_CREATE" ? "deed" : event === "CLOCK" ? "moved" : "";
    const button = h(
      "button",
      { type: "button", class: kind, onclick: () => this.#chosen(position), title: format(at, "S") },
      words,
    );
    return h("li", {}, button);
  }

  /** Go to the chosen step, and close the list where it covers the panes. */
  #chosen(position) {
    if (getComputedStyle(this.element).position === "fixed") this.#toggle();
    this.choose(position);
  }

  #toggle() {
    this.element.hidden = !this.element.hidden;
    this.button.setAttribute("aria-expanded", String(!this.element.hidden));
    this.#bringIntoView();
  }

  draw(position) {
    this.current?.removeAttribute("aria-current");
    this.current = this.items[position - 1]?.firstElementChild;
    this.current?.setAttribute("aria-current", "step");
    this.#bringIntoView();
  }

  #bringIntoView() {
    const { element, current } = this;
    if (!element.hidden) element.scrollTop = current ? current.offsetTop - element.clientHeight / 2 : 0;
  }
}
