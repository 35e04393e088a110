/** The tour of a first visit: four sentences, each pointing at an element. */

import { freshId, h } from "./dom.js";
import { keep, recall } from "./memory.js";

const NAME = "tour";
const GAP = 12;
const EDGE = 8;

export const isTourDone = () => recall(NAME) === "done";

/** Return the tour's steps: {target() → element or null, words, extra?: {label, run, testid}}. */
export function stepsOf({ name, person, composer, add, clock, seat }) {
  return [
    { target: person, words: `You're ${name}, in a little chat of your own that never leaves this computer.` },
    { target: composer, words: "Type / here to see what the bot can do." },
    {
      target: add,
      words: "Add more people here: you speak for all of them, and each one sees only what they should.",
      extra: seat,
    },
    {
      target: clock,
      words: "This is the clock: skip ahead hours or days, or cause some trouble and see how the bot copes.",
    },
  ];
}

class Tour {
  #at = 0;

  constructor(steps, onend) {
    this.steps = steps;
    this.onend = onend;
    const words = freshId("tour");
    this.words = h("p", { id: words, "aria-live": "polite" });
    this.place = h("span", { class: "muted tour-place" });
    this.extra = h("div", { class: "tour-extra" });
    this.next = this.#button("primary", "tour-next", () => this.#step(1));
    this.skip = this.#button("secondary", "tour-skip", () => this.end());
    this.skip.textContent = "Skip";
    this.ring = h("div", { class: "tour-ring", "aria-hidden": "true" });
    this.card = h(
      "section",
      {
        class: "tour",
        role: "dialog",
        "aria-label": "A short tour",
        "aria-describedby": words,
        "data-testid": "tour",
        onkeydown: (event) => this.#key(event),
      },
      this.words,
      this.extra,
      h("div", { class: "tour-foot" }, this.place, this.skip, this.next),
    );
    this.moved = new ResizeObserver(() => this.#point());
  }

  #button(style, testid, run) {
    return h("button", { type: "button", class: `button ${style}`, "data-testid": testid, onclick: run });
  }

  begin() {
    document.body.append(this.ring, this.card);
    this.moved.observe(document.documentElement);
    this.moved.observe(document.querySelector("#stage"));
    this.#draw();
    this.next.focus();
  }

  #step(by) {
    this.#at += by;
    if (this.#at === this.steps.length) this.end();
    else this.#draw();
  }

  #key(event) {
    if (event.key === "Escape") this.end();
    else if (event.key === "ArrowRight") this.#step(1);
    else if (event.key === "ArrowLeft" && this.#at > 0) this.#step(-1);
  }

  #draw() {
    const { words, extra } = this.steps[this.#at];
    const last = this.#at === this.steps.length - 1;
    this.words.textContent = words;
    this.place.textContent = `${this.#at + 1} of ${this.steps.length}`;
    this.next.textContent = last ? "Done" : "Next";
    this.skip.hidden = last;
    this.extra.replaceChildren(...(extra ? [this.#extraButton(extra)] : []));
    this.#point();
  }

  #extraButton({ label, run, testid }) {
    const button = this.#button("secondary", testid, () => {
      run();
      this.#step(1);
      this.next.focus();
    });
    button.textContent = label;
    return button;
  }

  /** Put the ring around the step's element, and the card beside it. */
  #point() {
    const at = this.steps[this.#at]?.target()?.getBoundingClientRect();
    this.ring.hidden = !at;
    this.card.classList.toggle("alone", !at);
    if (!at) return;
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const below = at.bottom + GAP + height < innerHeight;
    const middle = at.left + Math.min(at.width, 360) / 2;
    const left = Math.max(EDGE, Math.min(middle - width / 2, innerWidth - width - EDGE));
    const lines = { left: at.left - 4, top: at.top - 4, width: at.width + 8, height: at.height + 8 };
    for (const [name, value] of Object.entries(lines)) this.ring.style[name] = `${value}px`;
    this.card.style.left = `${left}px`;
    this.card.style.top = `${below ? at.bottom + GAP : Math.max(EDGE, at.top - GAP - height)}px`;
    this.card.style.setProperty("--arrow", `${middle - left}px`);
    this.card.classList.toggle("above", !below);
  }

  end() {
    keep(NAME, "done");
    this.moved.disconnect();
    this.ring.remove();
    this.card.remove();
    this.onend();
  }
}

let present = null;

/** Start the tour, or restarts it; `onend` runs when it is finished or skipped. */
export function beginTour(steps, onend) {
  present?.card.isConnected && present.end();
  present = new Tour(steps, onend);
  present.begin();
}
