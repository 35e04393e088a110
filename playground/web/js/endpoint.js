/** The panel's part that sends interactions over the gateway or over HTTP, as the developer portal does. */

import { control } from "./api.js";
import { h } from "./dom.js";
import { action } from "./trouble.js";
import { world } from "./world.js";

/** Return the URLs in a text, separated by spaces or commas. */
const urlsIn = (text) => text.split(/[\s,]+/).filter(Boolean);

/** `run(task, sentence)` runs the task and shows the sentence. */
export function endpointPart(run) {
  const field = h("input", { type: "text", spellcheck: "false", "data-testid": "endpoint-url" });
  const apply = () => {
    const urls = urlsIn(field.value);
    const where = urls.length ? "over HTTP" : "over the gateway";
    return run(
      () => control.setEndpoints(world.applications[0].id, urls),
      `Commands and presses go ${where} now.`,
    );
  };
  world.topics.on("endpoints", () => {
    field.value = (world.endpoints[world.applications[0]?.id] ?? []).join(" ");
  });
  return [
    h("label", { class: "panel-field" }, h("span", {}, "Interactions endpoint URL"), field),
    h("div", { class: "button-row" }, action("Check and use it", "endpoint-set", apply)),
  ];
}
