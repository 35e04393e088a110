/** Message components: action rows with buttons and selects, and the layout components of V2. */

/** @import { Component, Context, MediaItem, Message, Place, Press } from "./types.js" */

import { h, icon } from "./dom.js";
import { cssColour } from "./embeds.js";
import { markdown, spoiler } from "./markdown.js";
import { fileCard, gallery, resolve, thumbnail } from "./media.js";
import { emojiText, selectField } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };
const LINK = 5;

/**
 * @param {Component} component
 * @param {Place} place
 */
function button(component, place) {
  const style = STYLES[component.style] ?? "secondary";
  const inside = [emojiText(component.emoji), component.label];
  if (component.style === LINK) {
    const properties = {
      class: "button link",
      href: component.url,
      target: "_blank",
      rel: "noopener noreferrer",
    };
    return h(
      "a",
      component.disabled ? { ...properties, href: null, "aria-disabled": "true" } : properties,
      inside,
      icon("out"),
    );
  }
  const pending = place.press?.pending === component.custom_id;
  return h(
    "button",
    {
      type: "button",
      class: `button ${style}${pending ? " pending" : ""}`,
      "data-custom-id": component.custom_id,
      "aria-label": component.label ? null : component.emoji?.name,
      "aria-busy": pending ? "true" : null,
      disabled: component.disabled || Boolean(place.press?.pending && !pending),
      onclick: () => place.client.press(place.message, component.custom_id),
    },
    inside,
    pending && h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
  );
}

/**
 * @param {Component} component
 * @param {Place} place
 */
function select(component, place) {
  const { client, message } = place;
  return selectField(component, {
    client,
    disabled: Boolean(place.press?.pending),
    values: client.store.selections.get(`${message.id}:${component.custom_id}`),
    oncommit: (values) => client.press(message, component.custom_id, values),
  });
}

/**
 * @param {MediaItem} item
 * @param {Message} message
 */
function mediaOf(item, message) {
  const media = item.media ?? item.file;
  const attached = message.attachments?.find(
    (one) => one.url === media.url || media.url === `attachment://${one.filename}`,
  );
  const { width, height, content_type } = {
    ...attached,
    ...Object.fromEntries(Object.entries(media).filter(([, value]) => value)),
  };
  return {
    url: resolve(media.url, message),
    width,
    height,
    content_type,
    description: item.description,
    spoiler: item.spoiler,
  };
}

/**
 * @param {Component} component
 * @param {Place} place
 */
function file(component, place) {
  const { url } = mediaOf(component, place.message);
  const attached = place.message.attachments?.find((one) => one.url === url);
  const filename = component.name ?? attached?.filename ?? url.split("?")[0].split("/").at(-1);
  return fileCard(
    { url, filename, size: component.size ?? attached?.size, spoiler: component.spoiler },
    place,
  );
}

/**
 * @param {Component} component
 * @param {Place} place
 */
function section(component, place) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-text" }, renderAll(component.components, place)),
    component.accessory && h("div", { class: "section-accessory" }, render(component.accessory, place)),
  );
}

/**
 * @param {Component} component
 * @param {Place} place
 */
function container(component, place) {
  const colour = cssColour(component.accent_color);
  const inside = h("div", { class: "container-inside" }, renderAll(component.components, place));
  const box = h(
    "div",
    {
      class: `container${colour ? " accented" : ""}`,
      "data-testid": "container",
      style: colour ? { "--accent-colour": colour } : undefined,
    },
    inside,
  );
  return component.spoiler
    ? spoiler(`${place.message.id}:container${component.id}`, place, box, "Spoiler, press to show")
    : box;
}

/** @param {Component} component */
function separator(component) {
  const properties = { class: `separator${component.spacing === 2 ? " wide" : ""}` };
  return component.divider === false ? h("div", properties) : h("hr", properties);
}

const RENDERERS = {
  1: (component, place) => h("div", { class: "action-row" }, renderAll(component.components, place)),
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: (component, place) => markdown(component.content, place, `${place.message.id}:text${component.id}`),
  11: (component, place) => thumbnail(mediaOf(component, place.message), place),
  12: (component, place) =>
    gallery(
      component.items.map((item) => mediaOf(item, place.message)),
      place,
    ),
  13: file,
  14: separator,
  17: container,
};

/**
 * @param {Component} component
 * @param {Place} place
 */
function render(component, place) {
  const renderer = RENDERERS[component.type];
  if (renderer) return renderer(component, place);
  return h(
    "div",
    { class: "muted" },
    `(a component of type ${component.type}, which this page does not know)`,
  );
}

/**
 * @param {Component[] | undefined} components
 * @param {Place} place
 */
function renderAll(components, place) {
  return (components ?? []).map((component) => render(component, place));
}

/**
 * Return the elements of all components of `message`; `press` is the store's state of a press on it.
 *
 * @param {Message} message
 * @param {Context} context
 * @param {Press} [press]
 */
export function renderComponents(message, context, press) {
  if (!message.components?.length) return null;
  const mentioned = (message.mentions ?? []).map((one) => one.id);
  const place = { ...context, mentioned, message, messageId: message.id, press };
  return h("div", { class: "components" }, renderAll(message.components, place));
}
