/** Embeds: colored cards with title, text, fields and pictures. */

/** @import { Context, Embed, EmbedField, Media, Message } from "./types.js" */

import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { picture, resolve, thumbnail } from "./media.js";
import { epochOf, timeElement } from "./time.js";

export function cssColour(number) {
  return typeof number === "number" ? `#${number.toString(16).padStart(6, "0")}` : null;
}

/**
 * Return the round picture of an author or a footer; it stays an empty circle if it can't be loaded.
 *
 * @param {{icon_url?: string} | undefined} part
 * @param {Message} message
 */
function face(part, message) {
  if (!part?.icon_url) return null;
  const image = h("img", { class: "embed-icon", src: resolve(part.icon_url, message), alt: "" });
  image.addEventListener("error", () => image.replaceWith(h("span", { class: "embed-icon" })), { once: true });
  return image;
}

/**
 * @param {Embed["author"]} part
 * @param {Message} message
 */
function author(part, message) {
  const { name, url } = part;
  const link = url && h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, name);
  return h("div", { class: "embed-author" }, face(part, message), link || h("span", {}, name));
}

/**
 * @param {Embed} embed
 * @param {Context} context
 * @param {string} key
 */
function title(embed, context, key) {
  const text = markdown(embed.title, context, `${key}:title`);
  const link = embed.url && h("a", { href: embed.url, target: "_blank", rel: "noopener noreferrer" }, text);
  return h("div", { class: "embed-title" }, link || text);
}

const COLUMNS = 12;
const IN_A_ROW = 3;

/**
 * Return how many of the columns each field takes: inline ones share a row with their neighbors, three at most.
 *
 * @param {EmbedField[]} fields
 */
function spansOf(fields) {
  const spans = [];
  while (spans.length < fields.length) {
    const rest = fields.slice(spans.length, spans.length + IN_A_ROW);
    const wide = rest.findIndex((one) => !one.inline);
    const row = Math.max(wide < 0 ? rest.length : wide, 1);
    spans.push(...Array(row).fill(COLUMNS / row));
  }
  return spans;
}

/**
 * @param {EmbedField} field
 * @param {number} span
 * @param {Context} context
 * @param {string} key
 */
function field({ name, value }, span, context, key) {
  const properties = { class: "embed-field", style: { "--span": span } };
  return h(
    "div",
    properties,
    h("div", { class: "embed-field-name" }, markdown(name, context, `${key}:name`)),
    markdown(value, context, key),
  );
}

/**
 * @param {Embed} embed
 * @param {Message} message
 */
function foot({ footer, timestamp }, message) {
  const time = timestamp && timeElement(epochOf(timestamp), "message");
  const words = h("span", {}, footer?.text, footer?.text && time && " · ", time);
  return h("div", { class: "embed-foot" }, face(footer, message), words);
}

/**
 * @param {Media} image
 * @param {Message} message
 */
function media(image, message) {
  return { ...image, url: resolve(image.url, message) };
}

/**
 * Return the element of one embed of `message`; `index` is its position there.
 *
 * @param {Embed} embed
 * @param {Message} message
 * @param {number} index
 * @param {Context} around
 */
export function renderEmbed(embed, message, index, around) {
  const context = { ...around, mentioned: [] };
  const key = `${message.id}:embed${index}`;
  const spans = spansOf(embed.fields ?? []);
  const fields = (embed.fields ?? []).map((one, place) => field(one, spans[place], context, `${key}:${place}`));
  const text = h(
    "div",
    { class: "embed-text" },
    embed.author && author(embed.author, message),
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
      embed.thumbnail && thumbnail(media(embed.thumbnail, message), context),
    ),
    fields.length > 0 && h("div", { class: "embed-fields" }, fields),
    embed.image && picture(media(embed.image, message), context),
    (embed.footer || embed.timestamp) && foot(embed, message),
  );
}

/**
 * Return the addresses of pictures in embeds, so that they are not shown again as attachments.
 *
 * @param {Message} message
 */
export function embeddedAddresses(message) {
  const images = (message.embeds ?? []).flatMap(({ image, thumbnail, author, footer }) => [
    image?.url,
    thumbnail?.url,
    author?.icon_url,
    footer?.icon_url,
  ]);
  return new Set(images.filter(Boolean).map((url) => resolve(url, message)));
}
