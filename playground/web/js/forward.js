/** Forwards: a copy of another message as it was then, without its author. */

/** @import { Component, Context, Message } from "./types.js" */

import { h, icon } from "./dom.js";
import { renderComponents } from "./components.js";
import { embeddedAddresses, renderEmbed } from "./embeds.js";
import { markdown } from "./markdown.js";
import { attachments } from "./media.js";

/**
 * Return the forwarded message, or undefined for a message that is not a forward.
 *
 * @param {Message} message
 */
export const snapshotOf = (message) => message.message_snapshots?.[0]?.message;

/**
 * Return a component that is shown but cannot be used.
 *
 * @param {Component} component
 * @returns {Component}
 */
function still(component) {
  const { components, accessory } = component;
  return {
    ...component,
    disabled: true,
    ...(components && { components: components.map(still) }),
    ...(accessory && { accessory: still(accessory) }),
  };
}

/**
 * @param {Message} message
 * @param {Context} context
 */
function origin(message, context) {
  const { channel_id: channel, message_id: id } = message.message_reference;
  const name = context.channelName(channel);
  if (!name) return null;
  const show = async () => {
    await context.openChannel(channel);
    await context.jumpTo(id);
  };
  return ["from ", h("button", { type: "button", class: "plain-link", onclick: show }, `#${name}`)];
}

/**
 * Return the forwarded message as a block, or null for a message that is not a forward.
 *
 * @param {Message} message
 * @param {Context} context
 */
export function renderForward(message, context) {
  const snapshot = snapshotOf(message);
  if (!snapshot) return null;
  const original = { ...snapshot, id: message.id, components: (snapshot.components ?? []).map(still) };
  const embedded = embeddedAddresses(original);
  const files = (original.attachments ?? []).filter((one) => !embedded.has(one.url));
  return h(
    "div",
    { class: "forward", "data-testid": "forward" },
    h("div", { class: "forward-head" }, icon("reply"), h("em", {}, "Forwarded"), origin(message, context)),
    original.content && markdown(original.content, context, `${message.id}:forward`),
    files.length > 0 && attachments(files, { ...context, messageId: message.id }),
    original.embeds?.map((embed, index) => renderEmbed(embed, original, index, context)),
    renderComponents(original, context),
  );
}
