/** One message, rendered as a list item. */

/** @import { Context, Message, Press } from "./types.js" */

import { findOne, h, icon, iconButton } from "./dom.js";
import { renderComponents } from "./components.js";
import { embeddedAddresses, renderEmbed } from "./embeds.js";
import { renderForward, snapshotOf } from "./forward.js";
import { control } from "./api.js";
import { MENU } from "./commands.js";
import { markdown } from "./markdown.js";
import { attachments, keepPictures } from "./media.js";
import { preview } from "./message-words.js";
import { avatar, botBadge } from "./people.js";
import { openMenu } from "./popup.js";
import { epochOf, timeElement } from "./time.js";
import { nameOf, world } from "./world.js";

const EPHEMERAL = 64;
const LOADING = 128;
const V2 = 32768;
const COMMAND = 2;

/** @param {Message} message */
export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);

/** @param {Message} message */
const named = ({ mentions = [] }) => mentions.map((one) => nameOf(world.user(one.id) ?? one)).join(", ");

/** @param {Message} message */
const mentionedBy = ({ mentions = [] }) => mentions.map((one) => one.id);

const NOTES = {
  1: (message) => `added ${named(message)}.`,
  2: (message) => `removed ${named(message)}.`,
  4: (message) => `renamed this to “${message.content}”.`,
  6: () => "pinned a message",
  7: () => "joined. Welcome!",
  18: (message) => `started a thread: ${message.content}`,
  21: () => "started this thread from a message",
};

/**
 * True for system messages about people and channels.
 *
 * @param {Message} message
 */
export const isNote = (message) => message.type in NOTES;

const NOTE_FACES = { 6: "pin", 18: "thread", 21: "thread" };

/**
 * Return a system message's link, or null if it has none.
 *
 * @returns {[label: string, action: () => void] | null}
 * @param {Message} message
 * @param {Context} context
 */
function noteWay(message, context) {
  const { channel_id: channel, message_id: id } = message.message_reference ?? {};
  const thread = channel ?? message.thread?.id;
  const show = async () => {
    await context.openChannel(channel);
    await context.jumpTo(id);
  };
  if (message.type === 6 && id) return ["Show it", () => context.jumpTo(id)];
  if (message.type === 18 && thread) return ["Open the thread", () => context.openChannel(thread)];
  return message.type === 21 && id ? ["Show it", show] : null;
}

/**
 * @param {Message} message
 * @param {Context} context
 */
function noteLink(message, context) {
  const [words, go] = noteWay(message, context) ?? [];
  return go && h("button", { type: "button", class: "plain-link", onclick: go }, words);
}

/**
 * @param {Message} message
 * @param {Context} context
 */
function note(message, context) {
  return h(
    "div",
    { class: "note" },
    icon(NOTE_FACES[message.type] ?? "people"),
    h(
      "span",
      {},
      h("strong", {}, nameOf(message.author)),
      " ",
      NOTES[message.type](message),
      " ",
      noteLink(message, context),
      " ",
      timeElement(epochOf(message.timestamp), "message", "time"),
    ),
  );
}

/**
 * Return the message that is replied to; null if deleted, undefined if unknown.
 *
 * @param {Message} message
 * @param {Context} context
 */
function originalOf(message, context) {
  const reference = message.message_reference;
  if (message.referenced_message !== undefined) return message.referenced_message;
  return reference?.message_id && context.client.store.message(message.channel_id, reference.message_id);
}

/**
 * @param {Message} message
 * @param {Context} context
 */
function replyLine(message, context) {
  const original = originalOf(message, context);
  if (!message.message_reference || message.type === 18 || original === undefined) return null;
  if (snapshotOf(message)) return null;
  if (!original) return h("div", { class: "reply-line" }, h("em", {}, "The original message was deleted"));
  const jump = () => context.jumpTo(original.id);
  return h(
    "div",
    { class: "reply-line" },
    avatar(original.author, "tiny"),
    h("strong", {}, nameOf(world.user(original.author.id) ?? original.author)),
    h("button", { type: "button", class: "plain-link", onclick: jump }, preview(original, context.channelName)),
  );
}

/** @param {Message} message */
function usedLine(message) {
  const told = message.interaction ?? message.interaction_metadata;
  const name = message.interaction?.name ?? message.interaction_metadata?.name;
  if (!told || told.type !== COMMAND) return null;
  const user = message.interaction?.user ?? message.interaction_metadata?.user;
  const who = nameOf(world.user(user?.id) ?? user);
  return h(
    "div",
    { class: "reply-line", "data-testid": "used" },
    avatar(world.user(user?.id) ?? user, "tiny"),
    h("strong", {}, who),
    name ? [" used ", h("span", { class: "used-command", title: `/${name}` }, `/${name}`)] : " used a command",
  );
}

function pinMark() {
  const properties = { class: "pin-mark", "data-testid": "pin-mark", role: "img" };
  return h("span", { ...properties, "aria-label": "Pinned", title: "Pinned" }, icon("pin"));
}

/**
 * @param {Message} message
 * @param {Context} context
 */
function head(message, context) {
  const author = world.user(message.author.id) ?? message.author;
  const open = (event) => context.showPerson(author, event.currentTarget);
  return h(
    "div",
    { class: "head" },
    h("button", { type: "button", class: "author", onclick: open }, nameOf(author)),
    botBadge(author),
    timeElement(epochOf(message.timestamp), "message", "time"),
    message.pinned && pinMark(),
  );
}

/** @param {Message} message */
function thinking(message) {
  return h(
    "div",
    { class: "thinking", "data-testid": "thinking" },
    h("span", { class: "dots" }, h("i"), h("i"), h("i")),
    `${nameOf(message.author)} is thinking…`,
  );
}

/** @param {Message} message */
const editedMark = (message) =>
  message.edited_timestamp &&
  h("span", { class: "edited", title: `Edited ${message.edited_timestamp}` }, "(edited)");

/**
 * @param {Message} message
 * @param {Context} context
 */
function content(message, context) {
  if (message.flags & LOADING && !message.content) return thinking(message);
  if (!message.content) return null;
  const text = markdown(message.content, { ...context, mentioned: mentionedBy(message) }, message.id);
  const mark = editedMark(message);
  const last = text.lastElementChild;
  if (mark) (last?.classList.contains("paragraph") ? last : text).append(" ", mark);
  return text;
}

/**
 * @param {Message} message
 * @param {Context} context
 */
function threadCard({ thread }, context) {
  if (!thread) return null;
  return h(
    "button",
    { type: "button", class: "thread-card", onclick: () => context.openChannel(thread.id) },
    icon("thread"),
    h("strong", {}, thread.name),
    h("span", { class: "muted" }, "Open the thread"),
  );
}

/**
 * @param {Message} message
 * @param {Context} context
 */
function ephemeralFoot(message, context) {
  if (!isEphemeral(message)) return null;
  const dismiss = () => context.client.dismiss(message);
  return h(
    "div",
    { class: "ephemeral-foot" },
    icon("eye"),
    "Only you can see this · ",
    h(
      "button",
      { type: "button", class: "plain-link", "data-testid": "dismiss", onclick: dismiss },
      "Dismiss message",
    ),
  );
}

/**
 * @param {Message} message
 * @param {Context} context
 * @param {HTMLElement} anchor
 */
async function openTools(message, context, anchor) {
  const copy = (text) => () => navigator.clipboard?.writeText(text).catch(() => null);
  const remove = () => context.client.attempt(() => control.deleteMessage(message.channel_id, message.id));
  const entries = [
    { label: "Copy text", run: copy((snapshotOf(message) ?? message).content ?? "") },
    { label: "Copy id", run: copy(message.id) },
  ];
  const commands = isEphemeral(message) || isNote(message) ? [] : await context.client.menu(MENU.MESSAGE);
  for (const { name } of commands)
    entries.push({ label: name, run: () => context.client.use(name, { message: message.id }) });
  if (!isEphemeral(message))
    entries.push({ label: "Delete message", danger: true, testid: "delete-message", run: remove });
  openMenu(anchor, "Message", entries);
}

/**
 * @param {Message} message
 * @param {Context} context
 */
function tools(message, context) {
  const open = (event) => openTools(message, context, event.currentTarget);
  return h(
    "div",
    { class: "message-tools" },
    iconButton("more", "More about this message", {
      onclick: open,
      "data-testid": "message-tools",
      "aria-haspopup": "menu",
    }),
  );
}

/**
 * @param {Message} message
 * @param {Context} context
 */
function visibleAttachments(message, context) {
  if (!message.attachments?.length || message.flags & V2) return null;
  const embedded = embeddedAddresses(message);
  return attachments(
    message.attachments.filter((one) => !embedded.has(one.url)),
    { ...context, messageId: message.id },
  );
}

/**
 * @param {Message} message
 * @param {Context} context
 * @param {Press | undefined} press
 * @param {boolean} grouped
 */
function body(message, context, press, grouped) {
  const bare = !message.content && Boolean(message.components?.length) && editedMark(message);
  return h(
    "div",
    { class: "body" },
    !grouped && head(message, context),
    content(message, context),
    renderForward(message, context),
    visibleAttachments(message, context),
    message.embeds?.map((embed, index) => renderEmbed(embed, message, index, context)),
    renderComponents(message, context, press),
    bare,
    press?.error && h("div", { class: "failure", role: "alert", "data-testid": "failure" }, press.error),
    threadCard(message, context),
    ephemeralFoot(message, context),
  );
}

/**
 * @param {Message} message
 * @param {string} me
 */
function isForMe(message, me) {
  return (
    message.author?.id !== me &&
    ((message.mentions ?? []).some((user) => user.id === me) || message.mention_everyone)
  );
}

/**
 * @param {Message} message
 * @param {Context} context
 * @param {boolean} grouped
 */
function classesOf(message, context, grouped) {
  const names = ["message"];
  if (grouped) names.push("grouped");
  if (isEphemeral(message)) names.push("ephemeral");
  if (isForMe(message, context.client.user.id)) names.push("for-me");
  return names.join(" ");
}

/**
 * @param {Message} message
 * @param {boolean} grouped
 */
function side(message, grouped) {
  const author = world.user(message.author.id) ?? message.author;
  if (!grouped) return avatar(author);
  const name = h("span", { class: "sr-only" }, nameOf(author));
  return h("div", { class: "side" }, name, timeElement(epochOf(message.timestamp), "t", "side-time"));
}

/**
 * @param {HTMLElement | null} previous
 * @param {HTMLElement} node
 */
function restoreFocus(previous, node) {
  const focused = document.activeElement;
  if (!previous?.contains(focused)) return;
  const id = focused.getAttribute("data-custom-id");
  const same = id && findOne(node, `[data-custom-id="${CSS.escape(id)}"]:enabled`);
  // Never focus a different button: a key pressed twice would press it, too.
  queueMicrotask(() => (same || node).focus({ preventScroll: true }));
}

/**
 * Return the element of `message`; `grouped` omits the author; `previous` is the element it replaces.
 *
 * @param {Message} message
 * @param {{context: Context, grouped: boolean, press?: Press, previous: HTMLElement | null}} around
 */
export function renderMessage(message, { context, grouped, press, previous }) {
  const properties = {
    class: classesOf(message, context, grouped),
    tabindex: "-1",
    "data-testid": "message",
    "data-message-id": message.id,
    "data-author": message.author?.username,
    "data-ephemeral": isEphemeral(message) || null,
  };
  if (isNote(message)) return h("li", properties, note(message, context), tools(message, context));
  const lines = [usedLine(message), replyLine(message, context)];
  const node = h(
    "li",
    properties,
    lines[0] ?? lines[1],
    h("div", { class: "message-row" }, side(message, grouped), body(message, context, press, grouped)),
    tools(message, context),
  );
  if (previous) {
    keepPictures(previous, node);
    restoreFocus(previous, node);
  }
  return node;
}

/**
 * True if `message` is grouped under the one before: same author, shortly after.
 *
 * @param {Message} message
 * @param {Message | undefined} before
 */
export function continues(message, before) {
  // A pinned message needs its own line for the pin mark.
  if (message.pinned) return false;
  if (!before || isNote(message) || isNote(before) || before.author?.id !== message.author?.id) return false;
  if (message.message_reference || message.interaction || message.interaction_metadata) return false;
  if (isEphemeral(message) !== isEphemeral(before)) return false;
  return epochOf(message.timestamp) - epochOf(before.timestamp) < 420;
}
