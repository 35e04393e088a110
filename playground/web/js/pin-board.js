/** The button and list of a channel's pinned messages. */

import { h, icon, iconButton, reconcile } from "./dom.js";
import { renderMessage } from "./message.js";
import { openPopup } from "./popup.js";

/** The button with the number of pins, and the list that it opens. */
export class PinBoard {
  #kept = new Map();
  #popup = null;

  /** `context` as for messages; `jumpTo(id)` shows a message in the channel. */
  constructor(client, context, jumpTo) {
    this.client = client;
    this.context = { ...context, jumpTo: (id) => (this.close(), jumpTo(id)) };
    this.number = h("span");
    this.button = h(
      "button",
      {
        type: "button",
        class: "pins-button",
        "data-testid": "pins",
        "aria-haspopup": "dialog",
        "aria-expanded": "false",
        hidden: true,
        onclick: () => (this.#popup ? this.close() : this.#open()),
      },
      icon("pin"),
      h("span", { class: "pins-word" }, "Pins"),
      this.number,
    );
    this.list = h("ol", { class: "messages", "data-testid": "pinned" });
    const { topics } = client.store;
    topics.on("current", () => this.close());
    for (const topic of ["pins", "current", "messages"]) topics.on(topic, () => this.draw());
  }

  draw() {
    const all = this.client.pins.of(this.client.current);
    this.button.hidden = !all.length;
    this.number.textContent = String(all.length);
    if (!all.length) this.close();
    if (this.#popup) this.#drawList(all);
  }

  #drawList(all) {
    reconcile(
      this.list,
      all.map((message) => this.#entry(message)),
      this.#kept,
    );
  }

  #entry(message) {
    const press = this.client.store.presses.get(message.id);
    const build = (previous) => {
      const node = renderMessage(message, { context: this.context, grouped: false, press, previous });
      const jump = () => this.context.jumpTo(message.id);
      const properties = { type: "button", class: "plain-link to-pinned", onclick: jump };
      node.querySelector(".body").append(h("button", properties, "Show in the channel"));
      return node;
    };
    return { key: message.id, signature: JSON.stringify([message, press]), build };
  }

  #open() {
    this.#kept.clear();
    this.list.replaceChildren();
    const close = iconButton("close", "Close", { onclick: () => this.close() });
    this.#drawList(this.client.pins.of(this.client.current));
    this.#popup = h(
      "div",
      { class: "pin-board", role: "dialog", "aria-label": "Pinned messages" },
      h("div", { class: "pin-board-head" }, h("h2", {}, "Pinned messages"), close),
      this.list,
    );
    openPopup(this.#popup, this.button, { board: true, onclose: () => (this.#popup = null) });
    close.focus();
  }

  close() {
    this.#popup?.hidePopover();
  }
}
