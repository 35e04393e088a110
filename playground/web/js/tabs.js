/** The people as tabs, shown where only one pane fits. */

import { h } from "./dom.js";
import { avatar } from "./people.js";
import { walkable } from "./popup.js";
import { nameOf } from "./world.js";

const NARROW = matchMedia("(width <= 600px)");
const SIDEWAYS = { ArrowRight: 1, ArrowLeft: -1 };

export class Tabs {
  /** `element` is the tab list; `panes()` returns the panes; `onchosen(pane)` brings one to the front. */
  constructor(element, panes, onchosen) {
    this.element = walkable(element, "[role=tab]", SIDEWAYS);
    this.panes = panes;
    this.onchosen = onchosen;
    NARROW.addEventListener("change", () => this.draw());
  }

  draw() {
    const panes = this.panes();
    const focused = this.element.contains(document.activeElement);
    this.element.hidden = panes.length < 2;
    this.element.replaceChildren(...panes.map((pane) => this.#tab(pane)));
    if (focused) this.element.querySelector("[aria-selected=true]")?.focus();
    for (const { element } of panes) {
      if (NARROW.matches && !this.element.hidden) element.setAttribute("role", "tabpanel");
      else element.removeAttribute("role");
    }
  }

  #tab(pane) {
    const calls = pane.client.store.calls();
    const chosen = pane.element.classList.contains("front");
    return h(
      "button",
      {
        type: "button",
        role: "tab",
        "aria-selected": String(chosen),
        "aria-controls": pane.element.id,
        tabindex: chosen ? "0" : "-1",
        "data-testid": `tab-${pane.user.username}`,
        onclick: () => this.onchosen(pane),
      },
      avatar(pane.user, "tiny"),
      h("span", { class: "tab-name" }, nameOf(pane.user)),
      calls > 0 && h("span", { class: "count" }, String(calls), h("span", { class: "sr-only" }, " unread")),
    );
  }
}
