/** The elements for markdown-parse.js's tree. `context` has names, opens channels, remembers spoilers. */

/** @import { Context, MarkdownContext, MarkdownNode } from "./types.js" */

import { h } from "./dom.js";
import { isEmojiAlone, parse } from "./markdown-parse.js";
import { timeElement, timeWords } from "./time.js";
import { nameOf, world } from "./world.js";

/**
 * @param {MarkdownNode} node
 * @param {MarkdownContext} context
 */
function link({ url, title, children }, context) {
  const inside = children ? renderAll(children, context) : [url];
  return h("a", { href: url, title: title || url, target: "_blank", rel: "noopener noreferrer" }, inside);
}

/**
 * Return a clickable mention; not a <button>, which would not wrap like the text around it.
 *
 * @param {string} text
 * @param {((event: Event) => void) | null | undefined} run
 * @param {Record<string, unknown>} properties
 */
function mention(text, run, properties) {
  const key = (event) => {
    if (!["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    run(event);
  };
  const pressable = run && { role: "button", tabindex: "0", onclick: run, onkeydown: key };
  return h("span", { class: "mention", ...pressable, ...properties }, text);
}

/**
 * Return a user mention, with the name only if the message or the person's app knows the user.
 *
 * @param {MarkdownNode} node
 * @param {MarkdownContext} context
 */
function userMention({ id }, context) {
  const isNamed = context.mentioned?.includes(id) ?? true;
  if (!isNamed && !context.client.store.knows(id)) return mention("@unknown-user", null, { "data-user-id": id });
  const user = world.user(id);
  const open = (event) => context.showPerson(user, event.currentTarget);
  return mention(`@${user ? nameOf(user) : "unknown"}`, user && open, { "data-user-id": id });
}

/**
 * @param {MarkdownNode} node
 * @param {MarkdownContext} context
 */
function channelMention({ id }, context) {
  const name = context.channelName(id);
  const open = () => context.openChannel(id);
  return mention(`#${name ?? "unknown"}`, name && open, { "data-channel-id": id });
}

/**
 * @param {MarkdownNode} node
 * @param {MarkdownContext} context
 */
function commandMention({ name, id }, context) {
  return mention(`/${name}`, () => context.startCommand(name, id), { "data-command-id": id });
}

/**
 * Return text that is hidden until clicked; once revealed, it stays so when the message is redrawn.
 *
 * @param {string} key
 * @param {Context} context
 * @param {HTMLElement} wrapper
 * @param {string} label
 */
export function spoiler(key, context, wrapper, label) {
  const shown = context.revealed.has(key);
  const reveal = () => {
    context.revealed.add(key);
    wrapper.classList.add("revealed");
    wrapper.removeAttribute("role");
    wrapper.removeAttribute("tabindex");
    wrapper.removeAttribute("aria-label");
  };
  wrapper.classList.add("spoiler");
  if (shown) return (wrapper.classList.add("revealed"), wrapper);
  wrapper.setAttribute("role", "button");
  wrapper.setAttribute("tabindex", "0");
  wrapper.setAttribute("aria-label", label);
  const stop = (event) => {
    if (wrapper.classList.contains("revealed")) return;
    event.preventDefault();
    event.stopPropagation();
    reveal();
  };
  wrapper.addEventListener("click", stop, true);
  wrapper.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && stop(event));
  return wrapper;
}

/**
 * @param {MarkdownNode} node
 * @param {MarkdownContext} context
 */
function textSpoiler({ children }, context) {
  const key = `${context.key}:${context.spoilers++}`;
  const wrapper = h("span", {}, h("span", { class: "spoiler-inside" }, renderAll(children, context)));
  return spoiler(key, context, wrapper, "Spoiler, press to show");
}

/**
 * @param {MarkdownNode} node
 * @param {MarkdownContext} context
 */
function list(node, context) {
  const items = node.items.map((item) => h("li", {}, renderAll(item, context)));
  return h(
    node.ordered ? "ol" : "ul",
    { start: node.ordered && node.start !== 1 ? node.start : null },
    items,
  );
}

const wrap = (tag, properties) => (node, context) => h(tag, properties, renderAll(node.children, context));

/** The page's heading has level 1, the channel's level 2. */
const HIGHEST_HEADING = 3;

const RENDERERS = {
  text: ({ text }) => document.createTextNode(text),
  bold: wrap("strong"),
  italic: wrap("em"),
  underline: wrap("u"),
  strike: wrap("s"),
  quote: wrap("blockquote"),
  paragraph: wrap("div", { class: "paragraph" }),
  small: wrap("div", { class: "small" }),
  heading: (node, context) =>
    wrap(`h${HIGHEST_HEADING + Math.max(context.levels.indexOf(node.level), 0)}`, { class: `heading-${node.level}` })(
      node,
      context,
    ),
  code: ({ text }) => h("code", {}, text),
  fence: ({ text, language }) =>
    h("pre", { "data-language": language || null, tabindex: "0" }, h("code", {}, text)),
  list,
  link,
  spoiler: textSpoiler,
  user: userMention,
  role: ({ id }, context) => h("span", { class: "mention" }, `@${context.roleName?.(id) ?? "role"}`),
  channel: channelMention,
  command: commandMention,
  everyone: ({ name }) => h("span", { class: "mention" }, `@${name}`),
  emoji: ({ name }) => h("span", { title: `:${name}:` }, `:${name}:`),
  time: ({ epoch, style }) => timeElement(Number(epoch), style ?? "f", "timestamp"),
};

/**
 * @param {MarkdownNode[]} nodes
 * @param {MarkdownContext} context
 * @returns {Node[]}
 */
function renderAll(nodes, context) {
  return nodes.map((node) => RENDERERS[node.type](node, context));
}

/**
 * Return the heading levels in these trees, highest first, so that the page's outline has no gaps.
 *
 * @param {MarkdownNode[]} nodes
 * @returns {number[]}
 */
function headingLevels(nodes) {
  const inside = nodes.flatMap((node) => node.children ?? []);
  const own = nodes.filter((node) => node.type === "heading").map((node) => node.level);
  return [...new Set([...own, ...(inside.length ? headingLevels(inside) : [])])].sort();
}

/**
 * Render `text` as a <div class="markdown">; `key` identifies the place, to keep spoilers revealed.
 *
 * @param {string} text
 * @param {Context} context
 * @param {string} key
 */
export function markdown(text, context, key) {
  const nodes = parse(text);
  const place = { ...context, key, spoilers: 0, levels: headingLevels(nodes) };
  const big = isEmojiAlone(text) ? " emoji-alone" : "";
  return h("div", { class: `markdown${big}` }, renderAll(nodes, place));
}

/**
 * @param {MarkdownNode} node
 * @param {(id: string) => string | undefined} [channelName]
 * @returns {string}
 */
function wordsOf(node, channelName) {
  if (node.type === "user") return `@${nameOf(world.user(node.id))}`;
  if (node.type === "channel") return `#${channelName?.(node.id) ?? "a channel"}`;
  if (node.type === "command") return `/${node.name}`;
  if (node.type === "time") return timeWords(Number(node.epoch), node.style);
  const children = node.children ?? node.items?.flat();
  return children ? children.map((one) => wordsOf(one, channelName)).join("") : (node.text ?? node.url ?? node.name ?? "");
}

/**
 * Return `text` without markup, for previews and screen readers; `channelName(id)` gives channel names.
 *
 * @param {string} text
 * @param {(id: string) => string | undefined} [channelName]
 */
export function plainText(text, channelName) {
  return parse(text)
    .map((node) => wordsOf(node, channelName))
    .join(" ");
}
