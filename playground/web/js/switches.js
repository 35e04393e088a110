/** The panel of switches: the clock, who takes direct messages, and the troubles of a real network. */

import { control } from "./api.js";
import { h, iconButton } from "./dom.js";
import { avatar } from "./people.js";
import { format, span } from "./time.js";
import { nameOf, world } from "./world.js";

const STEPS = [
  ["+1 min", 60],
  ["+1 h", 3600],
  ["+1 day", 86_400],
];
const FAULTS = [
  ["Too many requests (429)", { status: 429, retry_after: 2 }],
  ["Discord is broken (500)", { status: 500 }],
  ["Bad gateway (502)", { status: 502 }],
  ["Service unavailable (503)", { status: 503 }],
];
const EVERYTHING = ".*";

function part(title, text, ...inside) {
  return h(
    "section",
    { class: "panel-part" },
    h("h3", {}, title),
    text && h("p", { class: "muted" }, text),
    inside,
  );
}

const action = (label, testid, run, style = "secondary") =>
  h("button", { type: "button", class: `button ${style}`, "data-testid": testid, onclick: run }, label);

export class Switches {
  /** `onclose` runs when the panel is closed by its own button. */
  constructor(onclose) {
    this.clock = h("div", { class: "clock-face", "data-testid": "clock" });
    this.people = h("div", { class: "panel-people" });
    this.said = h("p", { class: "panel-said", role: "status", "data-testid": "panel-said" });
    this.element = h(
      "aside",
      { class: "panel", "aria-label": "Playground switches", "data-testid": "panel", hidden: true },
      h(
        "div",
        { class: "panel-head" },
        h("h2", {}, "Playground"),
        iconButton("close", "Close the switches", { onclick: onclose }),
      ),
      this.said,
      part(
        "Clock",
        "The bot follows this clock, so deadlines come when you let them.",
        this.clock,
        h(
          "div",
          { class: "button-row" },
          STEPS.map(([label, seconds]) =>
            action(label, `advance-${seconds}`, () => this.#advance(seconds, label), "primary"),
          ),
        ),
      ),
      part("Direct messages", "Who lets the bot write to them in private?", this.people),
      part(
        "Connection of the bot",
        "Cut it, and watch the bot find its way back.",
        h(
          "div",
          { class: "button-row" },
          action("Drop it", "drop-resume", () => this.#drop(true)),
          action("Drop it and forget the session", "drop-forget", () => this.#drop(false)),
        ),
      ),
      part("Faults of Discord", "The next calls of the bot go wrong.", this.#faults()),
    );
    world.topics.on("clock", () => this.tick());
    world.topics.on("people", () => this.#drawPeople());
  }

  tick() {
    const ahead = world.offset >= 60 ? ` (${span(world.offset)} ahead)` : "";
    this.clock.textContent = `${format(world.now(), "F")}${ahead}`;
  }

  async #run(task, sentence) {
    try {
      await task();
      this.said.textContent = sentence;
      this.said.classList.remove("wrong");
    } catch (error) {
      this.said.textContent = error.message;
      this.said.classList.add("wrong");
    }
  }

  #advance(seconds, label) {
    return this.#run(
      async () => world.setClock(await control.advance(seconds)),
      `The clock moved by ${label}.`,
    );
  }

  #drop(resume) {
    const sentence = resume
      ? "The connection was dropped; the bot may resume."
      : "The connection was dropped and the session forgotten.";
    return this.#run(() => control.dropGateway(resume), sentence);
  }

  #faults() {
    const kind = h(
      "select",
      { "aria-label": "What goes wrong", "data-testid": "fault-kind" },
      FAULTS.map(([label], index) => h("option", { value: index }, label)),
    );
    const times = h("input", {
      type: "number",
      min: "1",
      max: "1000",
      value: "3",
      "aria-label": "How many calls",
      "data-testid": "fault-times",
    });
    const match = h("input", {
      type: "text",
      value: EVERYTHING,
      spellcheck: "false",
      "aria-label": "Which calls: a pattern over METHOD /path",
      "data-testid": "fault-match",
    });
    const set = () =>
      this.#run(
        () =>
          control.addFault({
            match: match.value || EVERYTHING,
            times: Number(times.value) || 1,
            ...FAULTS[kind.value][1],
          }),
        `The next ${times.value} fitting calls go wrong.`,
      );
    const clear = () => this.#run(() => control.clearFaults(), "All faults are gone.");
    return [
      h("label", { class: "panel-field" }, h("span", {}, "What"), kind),
      h(
        "div",
        { class: "panel-pair" },
        h("label", { class: "panel-field" }, h("span", {}, "Calls"), times),
        h("label", { class: "panel-field" }, h("span", {}, "Which (METHOD /path)"), match),
      ),
      h(
        "div",
        { class: "button-row" },
        action("Let them fail", "fault-set", set, "danger"),
        action("Heal everything", "fault-clear", clear),
      ),
    ];
  }

  #drawPeople() {
    this.people.replaceChildren(...world.people().map((user) => this.#person(user)));
  }

  #person(user) {
    const change = (event) => {
      const open = event.target.checked;
      return this.#run(
        async () => {
          await control.settings(user.id, { dms_open: open });
          world.users.set(user.id, { ...user, dms_open: open });
        },
        `${nameOf(user)} ${open ? "takes direct messages." : "has closed direct messages."}`,
      );
    };
    const box = h("input", {
      type: "checkbox",
      role: "switch",
      checked: user.dms_open !== false,
      "data-testid": `dms-${user.username}`,
      onchange: change,
    });
    return h("label", { class: "switch" }, avatar(user, "small"), h("span", {}, nameOf(user)), box);
  }
}
