/** The lock screen of one person's phone and the button that opens it: each notification's text and times. */

import { h, icon, iconButton } from "./dom.js";
import { openPopup } from "./popup.js";
import { format, messageTime } from "./time.js";
import { world } from "./world.js";

const EMPTY = "An empty notification";

const when = ({ at }) => messageTime(Date.parse(at) / 1000, world.now());

/** Return the pushes, newest first; equal ones in a row form a stack, as on a phone. */
function stacked(pushes) {
  const stacks = [];
  for (const one of [...pushes].reverse()) {
    const above = stacks.at(-1)?.[0];
    if (above?.title === one.title && above.body === one.body) stacks.at(-1).push(one);
    else stacks.push([one]);
  }
  return stacks;
}

function times(stack) {
  const all = stack.map((one) => h("li", {}, when(one)));
  return h("details", { class: "push-times" }, h("summary", {}, `${stack.length} times`), h("ol", {}, ...all));
}

function card(stack) {
  const { title, body } = stack[0];
  const time = h("time", {}, when(stack[0]));
  const text = body
    ? h("p", { class: "push-body" }, body)
    : h("p", { class: "push-body push-empty", role: "img", "aria-label": EMPTY });
  return h(
    "li",
    { class: "push", "data-testid": "push", "data-empty": !body },
    h("div", { class: "push-head" }, h("strong", {}, title), time),
    text,
    stack.length > 1 && times(stack),
  );
}

export class LockScreen {
  #popup = null;

  constructor(client) {
    this.client = client;
    this.number = h("span");
    this.button = h(
      "button",
      {
        type: "button",
        class: "pins-button phone-button",
        title: "What the phone shows",
        "data-testid": "phone",
        "aria-haspopup": "dialog",
        "aria-expanded": "false",
        hidden: true,
        onclick: () => (this.#popup ? this.close() : this.#open()),
      },
      icon("phone"),
      h("span", { class: "phone-word" }, "Phone"),
      this.number,
    );
    this.list = h("ol", { class: "pushes", "data-testid": "lock-screen" });
    client.store.topics.on("phone", () => this.draw());
  }

  draw() {
    const all = this.client.store.phone;
    this.button.hidden = !all.length;
    this.number.textContent = String(all.length);
    if (!this.#popup) return;
    this.clock.textContent = format(world.now(), "t");
    this.list.replaceChildren(...stacked(all).map(card));
  }

  #open() {
    const close = iconButton("close", "Close", { onclick: () => this.close() });
    this.clock = h("p", { class: "lock-clock" });
    this.#popup = h(
      "div",
      { class: "lock-screen", role: "dialog", "aria-label": "The lock screen of the phone" },
      close,
      this.clock,
      this.list,
    );
    this.draw();
    openPopup(this.#popup, this.button, { board: true, onclose: () => (this.#popup = null) });
    close.focus();
  }

  close() {
    this.#popup?.hidePopover();
  }
}
