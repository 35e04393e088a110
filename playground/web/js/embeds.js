/** Embeds: colored cards with title, text, fields and pictures. */

import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { picture, resolve, thumbnail } from "./media.js";
import { epochOf, timeElement } from "./time.js";

export function cssColour(number) {
  return typeof number === "number" ? `#${number.toString(16).padStart(6, "0")}` : null;
}

function author({ name, url }) {
  const link = url && h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, name);
  return h("div", { class: "embed-author" }, link || name);
}

function title(embed, context, key) {
  const text = markdown(embed.title, context, `${key}:title`);
  const link = embed.url && h("a", { href: embed.url, target: "_blank", rel: "noopener noreferrer" }, text);
  return h("div", { class: "embed-title" }, link || text);
}

function field({ name, value, inline }, context, key) {
  const properties = { class: `embed-field${inline ? " inline" : ""}` };
  return h(
    "div",
    properties,
    h("div", { class: "embed-field-name" }, markdown(name, context, `${key}:name`)),
    markdown(value, context, key),
  );
}

function foot({ footer, timestamp }) {
  const time = timestamp && timeElement(epochOf(timestamp), "message");
  return h("div", { class: "embed-foot" }, footer?.text, footer?.text && time && " · ", time);
}

function media(image, embed, message) {
  return { ...image, url: resolve(image.url, message) };
}

/** Return the element of one embed of `message`; `index` is its position there. */
export function renderEmbed(embed, message, index, around) {
  const context = { ...around, mentioned: [] };
  const key = `${message.id}:embed${index}`;
  const fields = (embed.fields ?? []).map((one, place) => field(one, context, `${key}:${place}`));
  const text = h(
    "div",
    { class: "embed-text" },
    embed.author && author(embed.author),
    embed.title && title(embed, context, key),
    embed.description && markdown(embed.description, context, key),
  );
  return h(
    "article",
    {
      class: "embed",
      "data-testid": "embed",
      style: { "--accent-colour": cssColour(embed.color) ?? "var(--line-strong)" },
    },
    h(
      "div",
      { class: "embed-head" },
      text,
      embed.thumbnail && thumbnail(media(embed.thumbnail, embed, message), context),
    ),
    fields.length > 0 && h("div", { class: "embed-fields" }, fields),
    embed.image && picture(media(embed.image, embed, message), context),
    (embed.footer || embed.timestamp) && foot(embed),
  );
}

/** Return the addresses of pictures in embeds, so that they are not shown again as attachments. */
export function embeddedAddresses(message) {
  const images = (message.embeds ?? []).flatMap((embed) => [embed.image?.url, embed.thumbnail?.url]);
  return new Set(images.filter(Boolean).map((url) => resolve(url, message)));
}
