/** The panel's fields for display names, with samples that are hard to write. */

import { control } from "./api.js";
import { h, refill } from "./dom.js";
import { world } from "./world.js";

const HARD = {
  Japanese: "山田太郎",
  Arabic: "مها العلي",
  Hebrew: "דנה לוי",
  Thai: "สมชายใจดี",
  Hindi: "प्रिया शर्मा",
  Korean: "김민수",
  Greek: "Ελένη",
  Emoji: "🦊🌙✨",
  "With a flourish": "𝓜𝓪𝓻𝓪 ♡",
  "32 marks": "\u0301".repeat(32),
  Stacked: `M${"\u0301".repeat(31)}`,
  "Right to left": "\u202eTom\u2066",
  Invisible: "\u200b\u3164\u2800",
};

function field(run, user) {
  const change = ({ target }) =>
    run(() => control.rename(user.id, target.value), `${user.username} has a new display name.`);
  return h("input", {
    type: "text",
    value: user.global_name ?? "",
    placeholder: user.username,
    maxlength: "32",
    list: "hard-names",
    spellcheck: "false",
    "data-testid": `name-${user.username}`,
    "aria-label": `Display name of ${user.username}`,
    onchange: change,
  });
}

/** Return the panel's part with a field for each person. */
export function namesPart(run) {
  const list = h("div", { class: "panel-names" });
  const options = Object.entries(HARD).map(([label, value]) => h("option", { value, label }));
  const draw = () => {
    const row = (user) => h("label", { class: "panel-field" }, h("span", {}, user.username), field(run, user));
    refill(list, world.people().map(row));
  };
  world.topics.on("people", draw);
  return [list, h("datalist", { id: "hard-names" }, options)];
}
