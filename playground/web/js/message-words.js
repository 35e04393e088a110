/** The words of a message: to be read aloud, or to know it again. Pure but for the names of people. */

import { snapshotOf } from "./forward.js";
import { plainText } from "./markdown.js";
import { nameOf, world } from "./world.js";

const TEXT = 10;
/** As many letters of a message are read aloud by themselves. */
const SPOKEN = 400;
const PREVIEW = 120;

/** All texts among components and what lies in them. */
function allTexts(components) {
  return (components ?? []).flatMap((one) => (one.type === TEXT ? [one.content] : allTexts(one.components)));
}

/** A message as it is read aloud when it comes in or changes; `channelName(id)` names the channels in it. */
export function spoken(message, channelName) {
  const shown = snapshotOf(message) ?? message;
  const texts = [shown.content, ...allTexts(shown.components)].filter(Boolean);
  const words = plainText(texts.join("\n"), channelName).slice(0, SPOKEN);
  const author = nameOf(world.user(message.author?.id) ?? message.author);
  return `${author}: ${words || (shown.attachments?.length ? "a picture" : "a message")}`;
}

/** A few words by which a message is known again; `channelName(id)` names the channels in it. */
export function preview(message, channelName) {
  const shown = snapshotOf(message) ?? message;
  const text = plainText(shown.content || allTexts(shown.components)[0] || "", channelName).slice(0, PREVIEW);
  return text || (shown.attachments?.length ? "Click to see the picture" : "Click to see the message");
}
