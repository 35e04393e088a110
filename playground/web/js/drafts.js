/** Unsent messages and commands as text that the browser keeps through a reload. Pure functions. */

/** @import { Draft } from "./types.js" */

/**
 * Return a draft as text, "" if nothing was written.
 *
 * @param {Draft} draft
 */
export function packDraft({ text, command }) {
  if (command) return JSON.stringify({ command });
  return text && JSON.stringify({ text });
}

/** True for the text and the chosen suggestion of an option's field. */
function isField(one) {
  const chosen = one?.chosen ?? null;
  const isPlain = typeof one?.name === "string" && typeof one.text === "string";
  return isPlain && (chosen === null || (typeof chosen.label === "string" && "value" in chosen));
}

/**
 * Return the draft that was kept; an empty one if nothing readable was.
 *
 * @param {string | null} kept
 * @returns {Draft}
 */
export function unpackDraft(kept) {
  try {
    const { text, command } = JSON.parse(kept);
    const isCommand = typeof command?.id === "string" && typeof command.name === "string";
    if (isCommand && Array.isArray(command.fields) && command.fields.every(isField)) return { text: "", command };
    return { text: typeof text === "string" ? text : "" };
  } catch {
    return { text: "" };
  }
}
