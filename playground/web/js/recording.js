/** Saving what has happened so far, and asking the playground about recordings. */

import { h } from "./dom.js";

/** The answer of the playground, which `body` is sent to if there is one; throws a sentence for people. */
export async function ask(path, body) {
  const request = body && {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  };
  const response = await fetch(path, request);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

/** The part of the switches with which the session so far is saved. */
export function recordingPart() {
  const said = h("p", { class: "muted", role: "status", "data-testid": "recording-said" });
  const save = async () => {
    try {
      const { steps, left_out: out } = await ask("/control/recording?about");
      h("a", { href: "/control/recording", download: "" }).click();
      said.textContent = `Saved, with ${steps} changes.${out ? ` ${out} older ones weren't kept.` : ""}`;
    } catch (error) {
      said.textContent = error.message;
    }
  };
  return h(
    "section",
    { class: "panel-part" },
    h("h3", {}, "Something went wrong?"),
    h(
      "p",
      { class: "muted" },
      "Save everything so far, and attach the file to your report. ",
      h("code", {}, "python -m playground --replay FILE"),
      " shows it again, step by step.",
    ),
    h(
      "button",
      { type: "button", class: "button secondary", "data-testid": "save-recording", onclick: save },
      "Save a recording",
    ),
    said,
  );
}
