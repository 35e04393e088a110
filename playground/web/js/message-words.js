/** The text of a message, for screen readers and previews. Pure, except for people's names. */

/** @import { Component, Message } from "./types.js" */

import { snapshotOf } from "./forward.js";
import { plainText } from "./markdown.js";
import { nameOf, world } from "./world.js";

const TEXT = 10;
/** Maximum number of characters of a message that are read aloud. */
const SPOKEN = 400;
const PREVIEW = 120;

/**
 * Return all texts in nested components.
 *
 * @param {Component[] | undefined} components
 * @returns {string[]}
 */
function allTexts(components) {
  return (components ?? []).flatMap((one) => (one.type === TEXT ? [one.content] : allTexts(one.components)));
}

/**
 * Return the text read aloud for a new or changed message; `channelName(id)` gives channel names.
 *
 * @param {Message} message
 * @param {(id: string) => string | undefined} [channelName]
 */
export function spoken(message, channelName) {
  const shown = snapshotOf(message) ?? message;
  const texts = [shown.content, ...allTexts(shown.components)].filter(Boolean);
  const words = plainText(texts.join("\n"), channelName).slice(0, SPOKEN);
  const author = nameOf(world.user(message.author?.id) ?? message.author);
  return `${author}: ${words || (shown.attachments?.length ? "a picture" : "a message")}`;
}

/**
 * Return a short preview of a message; `channelName(id)` gives channel names.
 *
 * @param {Message} message
 * @param {(id: string) => string | undefined} [channelName]
 */
export function preview(message, channelName) {
  const shown = snapshotOf(message) ?? message;
  const text = plainText(shown.content || allTexts(shown.components)[0] || "", channelName).slice(0, PREVIEW);
  return text || (shown.attachments?.length ? "Click to see the picture" : "Click to see the message");
}
