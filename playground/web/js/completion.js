/** The suggestions above the composer. The focus stays in the text field, whose keys move through the list. */

import { freshId, h } from "./dom.js";

export class Completion {
  #items = [];
  #active = -1;
  #pick = null;

  constructor() {
    this.id = freshId("completion");
    this.title = h("div", { class: "completion-title" });
    this.rows = h("div", { role: "listbox", id: this.id, "aria-label": "Suggestions" });
    const properties = { class: "completion", hidden: true, tabindex: "0", "data-testid": "completion" };
    const keepFocus = (event) => event.preventDefault();
    this.element = h("div", { ...properties, onmousedown: keepFocus }, this.title, this.rows);
    /** announces the number of suggestions to screen readers */
    this.count = h("div", { class: "sr-only", "aria-live": "polite" });
  }

  get isOpen() {
    return !this.element.hidden;
  }

  get active() {
    return this.#items[this.#active];
  }

  /** Show `items` ({value, label, detail?, face?, hint?}) for `field`, and mark the first. */
  show(field, title, items, pick) {
    this.#release();
    if (!items.length) return this.hide();
    this.field = field;
    this.#items = items;
    this.#pick = pick;
    this.title.replaceChildren(title);
    this.rows.replaceChildren(...items.map((item, index) => this.#row(item, index)));
    this.element.hidden = false;
    field.setAttribute("aria-controls", this.id);
    if (field.hasAttribute("aria-expanded")) field.setAttribute("aria-expanded", "true");
    this.count.textContent = `${items.length} ${items.length === 1 ? "suggestion" : "suggestions"}`;
    this.#mark(0);
    return undefined;
  }

  #row(item, index) {
    const choose = (event) => {
      event.preventDefault();
      this.#mark(index);
      this.accept();
    };
    const texts = [
      h(
        "span",
        { class: "completion-label" },
        item.label,
        item.hint && h("span", { class: "completion-hint" }, item.hint),
      ),
      item.detail && h("small", {}, item.detail),
    ];
    const properties = {
      role: "option",
      id: `${this.id}-${index}`,
      "data-testid": "completion-item",
      "data-value": item.value,
      onmousedown: (event) => event.preventDefault(),
      onclick: choose,
    };
    return h(
      "div",
      { ...properties, onmousemove: () => this.#active !== index && this.#mark(index, false) },
      item.face,
      h("span", { class: "completion-text" }, texts),
    );
  }

  #mark(index, scroll = true) {
    this.rows.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.#active = index;
    const row = this.rows.children[index];
    row?.setAttribute("aria-selected", "true");
    if (row) this.field.setAttribute("aria-activedescendant", row.id);
    else this.field.removeAttribute("aria-activedescendant");
    if (row && scroll) row.scrollIntoView({ block: "nearest" });
  }

  #release() {
    if (this.field?.hasAttribute("aria-expanded")) this.field.setAttribute("aria-expanded", "false");
    this.field?.removeAttribute("aria-activedescendant");
    this.field = undefined;
  }

  hide() {
    this.#release();
    this.element.hidden = true;
    this.count.textContent = "";
    this.#items = [];
    this.#active = -1;
  }

  /** Accept the marked suggestion; return false if there is none. */
  accept() {
    const item = this.active;
    if (!item) return false;
    const pick = this.#pick;
    this.hide();
    pick(item);
    return true;
  }

  /** Handle arrow keys and Escape; return whether the key was for the list. */
  key(event) {
    if (!this.isOpen) return false;
    const count = this.#items.length;
    if (event.key === "ArrowDown") this.#mark((this.#active + 1) % count);
    else if (event.key === "ArrowUp") this.#mark((Math.max(this.#active, 0) - 1 + count) % count);
    else if (event.key === "Escape") this.hide();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
