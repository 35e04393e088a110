/** The panel's parts that make trouble for the bot: lost connections, delays, failing requests. */

import { control } from "./api.js";
import { freshId, h, openOnes, refill } from "./dom.js";
import { avatar } from "./people.js";
import { nameOf, world } from "./world.js";

/**
 * Return a fault with one of Discord's error codes.
 *
 * @returns {[label: string, fault: object]}
 */
const refusal = (label, status, code, message) => [`${label} (${code})`, { status, body: { code, message } }];

/** @type {[label: string, fault: object][]} */
const FAULTS = [
  ["Too many requests (429)", { status: 429, retry_after: 2 }],
  ["Discord is broken (500)", { status: 500 }],
  ["Bad gateway (502)", { status: 502 }],
  ["Service unavailable (503)", { status: 503 }],
  ["The answer to a callback is lost (502)", { status: 502, after: true, match: "POST .*/callback" }],
  refusal(
    "Too much written to the server",
    429,
    20029,
    "The write action you are performing on the server has hit the write rate limit",
  ),
  refusal(
    "Too many announcement edits",
    429,
    20022,
    "This message cannot be edited due to announcement rate limits",
  ),
  refusal("No more announcement threads", 400, 160007, "Maximum number of active announcement threads reached"),
  refusal("Sending is off for now", 400, 40004, "Send messages has been temporarily disabled"),
  refusal("A feature is off for now", 403, 40006, "This feature has been temporarily disabled server-side"),
  refusal("A service has too much to do", 429, 40062, "Service resource is being rate limited"),
  refusal(
    "Discord is overloaded",
    503,
    130000,
    "API resource is currently overloaded. Try again a little later",
  ),
];
const EVERYTHING = ".*";
/** @type {[seconds: number, label: string][]} */
const DELAYS = [
  [0, "Off"],
  [1, "1 s"],
  [2, "2 s"],
  [5, "5 s"],
];
/** @type {[label: string, testid: string, task: () => Promise<unknown>, said: string, title: string][]} */
const CUTS = [
  [
    "Drop it",
    "drop-resume",
    () => control.dropGateway(true),
    "Dropped the connection; the bot may resume.",
    "Cuts the connection; the bot may pick up where it was.",
  ],
  [
    "Drop and forget",
    "drop-forget",
    () => control.dropGateway(false),
    "Dropped the connection and forgot the session.",
    "Cuts the connection; the bot misses whatever happens meanwhile.",
  ],
  [
    "Ask to reconnect",
    "gateway-reconnect",
    () => control.reconnectGateway(),
    "Asked the bot to reconnect.",
    "Asks the bot to disconnect and come back, as Discord does every few hours.",
  ],
  [
    "Invalidate",
    "gateway-invalidate",
    () => control.invalidateGateway(false),
    "Ended the session; the bot starts a new one.",
    "Tells the bot that its session is over, so it has to start a new one.",
  ],
];

export const action = (label, testid, run, style = "secondary") =>
  h("button", { type: "button", class: `button ${style}`, "data-testid": testid, onclick: run }, label);

/** Return the bots' connection states and ways to cut them; `run(task, sentence)` acts and shows it. */
export function connectionPart(run) {
  const state = h("p", { class: "panel-state", role: "status", "data-testid": "bot-state" });
  const draw = () => {
    const names = world.applications.filter((one) => one.connected).map((one) => one.name);
    state.textContent = names.length ? `${names.join(", ")}: connected` : "No bot is connected.";
    state.classList.toggle("on", names.length > 0);
  };
  world.topics.on("applications", draw);
  const buttons = CUTS.map(([label, testid, task, said, title]) => {
    const button = action(label, testid, () => run(task, said));
    button.title = title;
    return button;
  });
  return [state, h("div", { class: "button-row" }, buttons)];
}

/** Return the switches for the delay of everything sent to the bot. */
export function slowPart(run) {
  const name = freshId("slow");
  const change = (seconds) =>
    run(
      () => control.slowDown(seconds),
      seconds ? `Everything reaches the bot ${seconds} s late.` : "Discord is back to its usual speed.",
    );
  const choice = ([seconds, label]) =>
    h(
      "label",
      { class: "segment" },
      h("input", {
        type: "radio",
        name,
        value: seconds,
        checked: !seconds,
        "data-testid": `slow-${seconds}`,
        onchange: () => change(seconds),
      }),
      h("span", {}, label),
    );
  const properties = { class: "segments", role: "radiogroup", "aria-label": "Discord is slow" };
  const group = h("div", properties, DELAYS.map(choice));
  world.topics.on("faults", () => {
    for (const one of group.querySelectorAll("input")) one.checked = Number(one.value) === world.faults.seconds;
  });
  return [group];
}

/** Return the switch for rate limits. */
export function limitsPart(run) {
  const change = ({ target }) =>
    run(
      () => control.limitRates(target.checked),
      target.checked ? "Rate limits are on." : "Rate limits are off.",
    );
  const box = h("input", { type: "checkbox", role: "switch", "data-testid": "rate-limits", onchange: change });
  world.topics.on("faults", () => (box.checked = world.rateLimits));
  return [h("label", { class: "switch" }, h("span", {}, "Rate limits"), box)];
}

/** Return one condition's switch; `subject` is a person's or server's id, "" for everybody. */
function conditionSwitch(run, condition, subject, label, name) {
  const change = ({ target }) =>
    run(
      () => control.setCondition(condition.key, subject, target.checked),
      `${condition.label}${subject && ` (${name})`}: ${target.checked ? "on" : "off"}.`,
    );
  const testid = ["condition", condition.key, name].filter(Boolean).join("-");
  const checked = condition.on.includes(subject);
  const box = h("input", { type: "checkbox", role: "switch", checked, "data-testid": testid, onchange: change });
  return h("label", { class: "switch" }, label, box);
}

const SUBJECTS = {
  person: () => world.people().map((user) => [user.id, user.username, [avatar(user, "small"), h("span", {}, nameOf(user))]]),
  server: () => world.guilds.map((guild) => [guild.id, guild.name, h("span", {}, guild.name)]),
};

function conditionRow(run, condition, open) {
  if (condition.of === "everybody") {
    const label = h("span", {}, condition.label, h("small", { class: "muted" }, condition.told));
    return conditionSwitch(run, condition, "", label, "");
  }
  const count = condition.on.length ? ` (${condition.on.length})` : "";
  const rows = SUBJECTS[condition.of]().map(([id, name, label]) => conditionSwitch(run, condition, id, label, name));
  return h(
    "details",
    { class: "condition", open: open.has(condition.key), "data-key": condition.key },
    h("summary", { "data-testid": `condition-${condition.key}` }, `${condition.label}${count}`),
    h("p", { class: "muted" }, condition.told),
    rows,
  );
}

/** Return all conditions, each with a switch for everybody, each person, or each server. */
export function conditionsPart(run) {
  const list = h("div", { class: "conditions" });
  const draw = () => {
    const open = openOnes(list);
    refill(
      list,
      world.conditions.map((one) => conditionRow(run, one, open)),
    );
  };
  world.topics.on("conditions", draw);
  world.topics.on("people", draw);
  return [list];
}

function labelled(text, field) {
  return h("label", { class: "panel-field" }, h("span", {}, text), field);
}

/** Return the form for faults of the bot's next requests. */
export function faultsPart(run) {
  const options = FAULTS.map(([label], index) => h("option", { value: index }, label));
  const kind = h("select", { "data-testid": "fault-kind" }, options);
  const number = { type: "number", min: "1", max: "1000", value: "3" };
  const times = h("input", { ...number, "data-testid": "fault-times" });
  const text = { type: "text", value: EVERYTHING, spellcheck: "false", title: "A pattern for METHOD /path" };
  const match = h("input", { ...text, "data-testid": "fault-match" });
  const order = () => ({
    match: match.value || EVERYTHING,
    times: Number(times.value) || 1,
    ...FAULTS[kind.value][1],
  });
  const left = h("p", { class: "panel-state", role: "status", "data-testid": "faults-left" });
  world.topics.on("faults", () => {
    const { calls } = world.faults;
    left.textContent = calls ? `${calls} more ${calls === 1 ? "request" : "requests"} will fail.` : "";
  });
  return [
    labelled("The answer", kind),
    h("div", { class: "panel-pair" }, labelled("How many", times), labelled("Which (METHOD /path)", match)),
    left,
    h(
      "div",
      { class: "button-row" },
      action("Make them fail", "fault-set", () => run(() => control.addFault(order()), null), "danger"),
      action("Fix everything", "fault-clear", () => run(() => control.clearFaults(), "All is well again.")),
    ),
  ];
}
