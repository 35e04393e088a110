/** Pictures and files; they take their final size before they load, and carry their description. */

/** @import { Attachment, Context, Media, Message, Picture } from "./types.js" */

import { h, icon } from "./dom.js";
import { spoiler } from "./markdown.js";
import { openPopup } from "./popup.js";

const WIDEST = 520;
const HIGHEST = 480;
/** Pictures up to this size, in pixels, have no badges; the description becomes the button's label. */
const SMALL = 120;

/**
 * Return the address of the attachment for `attachment://name`; other addresses are unchanged.
 *
 * @param {string | undefined} url
 * @param {Message} message
 */
export function resolve(url, message) {
  if (!url?.startsWith("attachment://")) return url;
  const name = url.slice("attachment://".length);
  return message.attachments?.find((one) => one.filename === name)?.url ?? "";
}

/** @param {Media} media */
export function isPicture({ content_type: type, filename = "", url = "" }) {
  return type?.startsWith("image/") ?? /\.(png|jpe?g|gif|webp)$/i.test(filename || url.split("?")[0]);
}

/**
 * Show the picture large, over the whole page.
 *
 * @param {string} url
 * @param {string} [description]
 */
export function enlarge(url, description) {
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    { class: "lightbox", "aria-label": description || "Picture", "data-testid": "lightbox", onclick: close },
    h("img", { src: url, alt: description || "" }),
    h(
      "div",
      { class: "lightbox-foot", onclick: (event) => event.stopPropagation() },
      description && h("p", { tabindex: "0" }, description),
      h("a", { href: url, target: "_blank", rel: "noopener" }, "Open the original"),
      h("button", { type: "button", class: "button secondary", autofocus: true, onclick: close }, "Close"),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string} description */
function altBadge(description) {
  const show = (event) => {
    const words = [h("strong", {}, "Description"), h("p", {}, description)];
    const properties = { class: "alt-text", role: "dialog", "aria-label": "Description", tabindex: "0" };
    openPopup(h("div", properties, words), event.currentTarget).focus();
  };
  return h(
    "button",
    {
      type: "button",
      class: "alt-badge",
      "aria-label": "Show the description of the picture",
      "aria-haspopup": "dialog",
      "aria-expanded": "false",
      onclick: show,
    },
    "ALT",
  );
}

/**
 * Return a picture's displayed size in CSS pixels, or undefined if its size is unknown.
 *
 * @param {Media} media
 * @param {number} widest
 * @param {number} highest
 */
function shownSize({ width, height }, widest, highest) {
  if (!width || !height) return undefined;
  const scale = Math.min(1, widest / width, highest / height);
  return { width: `${Math.round(width * scale)}px`, "aspect-ratio": `${width} / ${height}` };
}

/**
 * Return the host in a picture's address, unless it's the playground's own.
 *
 * @param {string} url
 */
function strangerIn(url) {
  if (!URL.canParse(url, location.href)) return null;
  const { host } = new URL(url, location.href);
  return host === location.host ? null : host;
}

/** Return what stands in place of a picture that can't be loaded: nothing is fetched from other computers. */
function missing(media, size) {
  const host = strangerIn(media.url);
  const words = [media.description, host ? `A picture on ${host}, which isn't fetched` : "The picture is gone"];
  const text = words.filter(Boolean).join(". ");
  return h("div", { class: "picture-missing", style: size, title: text }, icon("picture"), h("span", {}, text));
}

/**
 * Return a picture {url, width, height, description, spoiler, content_type, filename}. `limits` are the maximum
 * width and height; with `fill` it takes the size of its cell instead.
 *
 * @param {Picture} media
 * @param {Context} context
 * @param {{limits?: [number, number], fill?: boolean}} [options]
 */
export function picture(media, context, { limits = [WIDEST, HIGHEST], fill = false } = {}) {
  const size = fill ? undefined : shownSize(media, ...limits);
  const image = h("img", {
    src: media.url,
    alt: media.description || "",
    style: size,
    decoding: "async",
    width: media.width,
    height: media.height,
  });
  const open = h(
    "button",
    {
      type: "button",
      class: "picture-open",
      "aria-label": media.description ? `Enlarge: ${media.description}` : "Enlarge the picture",
      onclick: () => enlarge(media.url, media.description),
    },
    image,
  );
  const give = () => image.closest(".picture-open")?.replaceWith(missing(media, size));
  image.addEventListener("error", give, { once: true });
  const roomy = fill || limits[0] > SMALL;
  const frame = h(
    "div",
    { class: `picture${fill ? " fill" : ""}`, "data-testid": "picture" },
    open,
    roomy && media.description && altBadge(media.description),
  );
  return media.spoiler
    ? spoiler(`${context.messageId}:${media.url}`, context, frame, "Spoiler, press to show the picture")
    : frame;
}

/**
 * Return a size in bytes as readable text.
 *
 * @param {number | null | undefined} bytes
 */
export function weight(bytes) {
  if (bytes === undefined || bytes === null) return "";
  return bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1_048_576
      ? `${(bytes / 1024).toFixed(1)} kB`
      : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/**
 * @param {{url: string, filename: string, size?: number, spoiler?: boolean}} file
 * @param {Context} context
 */
export function fileCard({ url, filename, size, spoiler: hidden }, context) {
  const card = h(
    "div",
    { class: "file-card", "data-testid": "file" },
    icon("file"),
    h(
      "div",
      { class: "file-card-text" },
      h("a", { href: url, download: filename, title: filename, target: "_blank", rel: "noopener" }, filename),
      h("div", { class: "muted" }, weight(size)),
    ),
    h(
      "a",
      {
        class: "icon-button",
        href: url,
        download: filename,
        title: `Download ${filename}`,
        "aria-label": `Download ${filename}`,
        "data-testid": "download",
      },
      icon("download"),
    ),
  );
  return hidden
    ? spoiler(`${context.messageId}:${url}`, context, card, "Spoiler, press to show the file")
    : card;
}

/**
 * Return a small picture beside text.
 *
 * @param {Picture} media
 * @param {Context} context
 */
export function thumbnail(media, context) {
  return h("div", { class: "thumbnail" }, picture(media, context, { limits: [96, 96] }));
}

/**
 * Return several pictures as a grid; a single one keeps its aspect ratio.
 *
 * @param {Picture[]} items
 * @param {Context} context
 */
export function gallery(items, context) {
  if (items.length === 1) return h("div", { class: "gallery one" }, picture(items[0], context));
  const columns = items.length === 2 || items.length === 4 ? 2 : 3;
  return h(
    "div",
    { class: "gallery", style: { "--columns": columns } },
    items.map((item) => picture(item, context, { fill: true })),
  );
}

/**
 * Render the attachments of a message: a gallery of pictures, then the other files.
 *
 * @param {Attachment[]} list
 * @param {Context} context
 */
export function attachments(list, context) {
  const marked = list.map((one) => ({
    ...one,
    spoiler: one.filename?.startsWith("SPOILER_") || Boolean(one.flags & 8),
  }));
  const pictures = marked.filter(isPicture);
  const files = marked.filter((one) => !isPicture(one));
  return [pictures.length ? gallery(pictures, context) : null, ...files.map((one) => fileCard(one, context))];
}

/**
 * Keep pictures that are already loaded when a message is redrawn, and show the old picture in the same
 * place until a changed one has loaded.
 *
 * @param {HTMLElement} before
 * @param {HTMLElement} after
 */
export function keepPictures(before, after) {
  const old = [...before.querySelectorAll("img")];
  [...after.querySelectorAll("img")].forEach((image, index) => {
    const same = old.find((one) => one.src === image.src && one.isConnected);
    if (same) {
      same.alt = image.alt;
      image.replaceWith(same);
    } else if (old[index]?.complete && old[index].naturalWidth) {
      image.style.backgroundImage = `url(${JSON.stringify(old[index].src)})`;
      image.addEventListener("load", () => image.style.removeProperty("background-image"), { once: true });
    }
  });
}
