/** Saving the session so far, and asking the playground about recordings. */

import { h } from "./dom.js";

/** Return the playground's response, after sending `body` if given; throw a sentence to show to people. */
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

/** Return the panel's part that saves the session so far. */
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
