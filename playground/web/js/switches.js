/** The panel of switches: the clock, people's settings, and the faults of a real network. */

import { control } from "./api.js";
import { findAll, h, iconButton, refill } from "./dom.js";
import { endpointPart } from "./endpoint.js";
import { namesPart } from "./display-names.js";
import { avatar } from "./people.js";
import { format, span } from "./time.js";
import { action, conditionsPart, connectionPart, faultsPart, limitsPart, slowPart } from "./trouble.js";
import { intentsPart } from "./intents.js";
import { languagesPart } from "./languages.js";
import { keep, recall } from "./memory.js";
import { rolesPart } from "./roles.js";
import { nameOf, world } from "./world.js";

/** @type {[string, number][]} */
const STEPS = [
  ["+1 min", 60],
  ["+1 h", 3600],
  ["+1 day", 86_400],
  ["+1 week", 604_800],
];
const KEYS = [
  ["/", "what the bot can do"],
  ["↑ ↓", "go from the text box into the messages, and along them"],
  ["Esc", "close what's open, and go back to the text box"],
  ["F6", "go to the next person"],
];

function part(title, text, ...inside) {
  return h(
    "section",
    { class: "panel-part" },
    h("h3", {}, title),
    text && h("p", { class: "muted" }, text),
    inside,
  );
}

const OPEN = "open-groups";

/** Return a group of parts that folds; the browser remembers which groups are open. */
function group(name, title, words, ...parts) {
  const open = () => new Set((recall(OPEN) ?? "").split(" "));
  const remember = ({ target }) => {
    if (target !== fold) return;
    const names = open();
    if (fold.open) names.add(name);
    else names.delete(name);
    keep(OPEN, [...names].join(" "));
  };
  const fold = h(
    "details",
    { class: "panel-group", open: open().has(name), "data-testid": `group-${name}`, ontoggle: remember },
    h("summary", {}, h("strong", {}, title), h("small", { class: "muted" }, words)),
    parts,
  );
  return fold;
}

/** Return the next time after now in any message on this page, or undefined if there is none. */
function nextMoment() {
  const named = findAll(document, "time.timestamp").map((node) => Number(node.dataset.epoch));
  const ahead = named.filter((epoch) => epoch > world.now());
  return ahead.length ? Math.min(...ahead) : undefined;
}

export class Switches {
  /** `onclose` runs when the panel is closed by its own button or Escape, `ontour` starts the tour. */
  constructor(onclose, ontour) {
    this.clock = h("div", { class: "clock-face", "data-testid": "clock" });
    this.people = h("div", { class: "panel-people" });
    this.said = h("p", { class: "panel-said", role: "status", "data-testid": "panel-said" });
    this.deadline = action("Next deadline", "advance-deadline", () => this.#toDeadline());
    const run = (task, sentence) => this.#run(task, sentence);
    this.more = group(
      "more",
      "More",
      "a forum, keys, the tour, a recording",
      part(
        "Forum",
        "A channel of posts, each of which is a thread.",
        action("Add a forum", "add-forum", () => this.#addForum()),
      ),
      part("Keys", null, this.#keys(), action("Show the tour again", "tour-again", ontour)),
    );
    this.element = h(
      "aside",
      {
        class: "panel",
        "aria-label": "Playground switches",
        "data-testid": "panel",
        hidden: true,
        onkeydown: (event) => event.key === "Escape" && onclose(),
      },
      h(
        "div",
        { class: "panel-head" },
        h("h2", {}, "Clock and switches"),
        iconButton("close", "Close the switches", { onclick: onclose }),
      ),
      part(
        "Clock",
        "The bot goes by this clock, so a deadline comes when you want it to.",
        this.clock,
        h("div", { class: "button-row" }, this.#steps(), this.deadline),
      ),
      group(
        "people",
        "People",
        "roles, DMs, names, languages",
        part("Roles", "Who may do what in the server. The owner may do everything.", rolesPart(run)),
        part("Direct messages", "Who accepts DMs from the bot?", this.people),
        part("Names", "Discord takes any script. What does the bot make of it?", namesPart(run)),
        part("Languages", "The bot learns someone's language only when they use it.", languagesPart(run)),
      ),
      group(
        "bot",
        "The bot",
        "connection, intents, endpoint URL",
        part("The bot's connection", "Cut it, and see how the bot gets back.", connectionPart(run)),
        part(
          "Privileged intents",
          "As in the developer portal. A bot that asks for one it wasn't granted is thrown out (4014).",
          intentsPart(run),
        ),
        part(
          "Commands and presses",
          "They go over the gateway, or to a URL as in the developer portal; of several, to each in turn.",
          endpointPart(run),
        ),
      ),
      group(
        "trouble",
        "Trouble with Discord",
        "slow, failing, refusing, rate limits",
        part(
          "Discord is slow",
          "Everything reaches the bot late, and it still has only 3 s to answer a press.",
          slowPart(run),
        ),
        part("Discord fails", "Make the bot's next requests fail.", faultsPart(run)),
        part("Discord says no", "What a bot meets in real servers.", conditionsPart(run)),
        part("Rate limits", "How many requests a bot may make before Discord makes it wait.", limitsPart(run)),
      ),
      this.more,
      this.said,
    );
    world.topics.on("clock", () => this.tick());
    world.topics.on("people", () => this.#drawPeople());
  }

  #steps() {
    return STEPS.map(([label, seconds]) =>
      action(
        label,
        `advance-${seconds}`,
        () => this.#advance(seconds, `Moved the clock ahead by ${label.slice(1)}.`),
        "primary",
      ),
    );
  }

  #addForum() {
    const [guild] = world.guilds;
    return this.#run(() => control.addForum(guild.id), `Added a forum to ${guild.name}.`);
  }

  #keys() {
    const rows = KEYS.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]);
    return h("dl", { class: "panel-keys" }, rows);
  }

  tick() {
    const ahead = world.offset >= 60 ? ` (${span(world.offset)} ahead)` : "";
    const text = `${format(world.now(), "F")}${ahead}`;
    if (this.clock.textContent !== text) this.clock.textContent = text;
    if (this.element.hidden) return;
    const moment = nextMoment();
    this.deadline.disabled = moment === undefined;
    this.deadline.title = moment === undefined ? "No message on this page shows a time to come." : format(moment, "F");
  }

  async #run(task, sentence) {
    try {
      await task();
      this.said.textContent = sentence ?? "";
      this.said.classList.remove("wrong");
    } catch (error) {
      this.said.textContent = error.message;
      this.said.classList.add("wrong");
    }
  }

  #advance(seconds, sentence) {
    return this.#run(async () => world.setClock(await control.advance(seconds)), sentence);
  }

  /** Advance to a second after that time, by the playground's clock; the page's may differ slightly. */
  #toDeadline() {
    const moment = nextMoment();
    const move = async () => {
      const { now } = await control.clock();
      world.setClock(await control.advance(Math.max(moment - now + 1, 0)));
    };
    this.#run(move, `Moved the clock to ${format(moment, "F")}.`);
  }

  #drawPeople() {
    refill(
      this.people,
      world.people().map((user) => this.#person(user)),
    );
  }

  #person(user) {
    const change = (event) => {
      const open = event.target.checked;
      return this.#run(
        async () => {
          await control.settings(user.id, { dms_open: open });
          world.users.set(user.id, { ...world.users.get(user.id), dms_open: open });
          world.topics.tell("people");
        },
        `${nameOf(user)} ${open ? "accepts DMs now." : "doesn't accept DMs now."}`,
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
