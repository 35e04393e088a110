/** The panel's part that grants the bot its privileged intents. */

import { control } from "./api.js";
import { h } from "./dom.js";
import { world } from "./world.js";

/** @type {[string, number, string][]} */
const PRIVILEGED = [
  ["Server members", 1 << 1, "members"],
  ["Presence", 1 << 8, "presence"],
  ["Message content", 1 << 15, "content"],
];

/** Return a switch for each intent; `run(task, sentence)` runs the task and show the sentence. */
export function intentsPart(run) {
  const granted = () => world.applications[0]?.intents ?? 0;
  const boxes = PRIVILEGED.map(([label, bit, name]) => {
    const change = ({ target }) =>
      run(
        () => control.grantIntents(world.applications[0].id, target.checked ? granted() | bit : granted() & ~bit),
        `${label}: ${target.checked ? "granted" : "not granted"}. It counts when the bot connects anew.`,
      );
    const testid = `intent-${name}`;
    const box = h("input", { type: "checkbox", role: "switch", "data-testid": testid, onchange: change });
    return { bit, label, box };
  });
  world.topics.on("applications", () => {
    for (const { bit, box } of boxes) box.checked = Boolean(granted() & bit);
  });
  return boxes.map(({ label, box }) => h("label", { class: "switch" }, h("span", {}, label), box));
}
