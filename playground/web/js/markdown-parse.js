/** A parser of Discord's markdown into plain objects {type, …, children}. Pure functions. */

/** @import { MarkdownNode } from "./types.js" */

const DEEPEST = 24;

const FENCE = /```(?:([\w+#.-]+)\n)?\n?([\s\S]+?)\n?```/g;
const HEADING = /^(#{1,3})\s+(.+)$/;
const SMALL = /^-#\s+(.+)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.)\s+(.*)$/;
const QUOTE = /^> ?(.*)$/;
const LONG_QUOTE = /^>>> ?/;

const span = (type) => (match, inside) => ({ type, children: inside(match[1]) });
const leaf =
  (type, ...names) =>
  (match) => {
    const node = { type };
    names.forEach((name, index) => (node[name] = match[index + 1]));
    return node;
  };

/** Inline rules, tried in this order at each position; `word` rules do not start inside a word. */
const INLINE = [
  { pattern: /^\\([^\p{L}\p{N}\s])/u, build: leaf("text", "text") },
  { pattern: /^``([\s\S]*?[^`])``(?!`)/, build: leaf("code", "text") },
  { pattern: /^`([^`]+)`(?!`)/, build: leaf("code", "text") },
  { pattern: /^<@!?(\d+)>/, build: leaf("user", "id") },
  { pattern: /^<@&(\d+)>/, build: leaf("role", "id") },
  { pattern: /^<#(\d+)>/, build: leaf("channel", "id") },
  { pattern: /^<\/([-\w ]{1,100}):(\d+)>/, build: leaf("command", "name", "id") },
  { pattern: /^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/, build: leaf("time", "epoch", "style") },
  { pattern: /^<a?:(\w+):\d+>/, build: leaf("emoji", "name") },
  { pattern: /^@(everyone|here)\b/, build: leaf("everyone", "name") },
  { pattern: /^<(https?:\/\/[^\s<>]+)>/, build: leaf("link", "url") },
  {
    pattern: /^\[((?:\\.|[^\\[\]\n])+)\]\(<?(https?:\/\/[^\s<>()]+)>?(?: +"([^"\n]*)")?\)/,
    build: (match, inside) => ({ type: "link", url: match[2], title: match[3], children: inside(match[1]) }),
  },
  {
    pattern: /^https?:\/\/(?:[^\s<>()]|\([^\s<>()]*\))*(?:[^\s<>().,:;!?"'\]*_~|]|\([^\s<>()]*\))/,
    build: (match) => ({ type: "link", url: match[0] }),
  },
  { pattern: /^\|\|([\s\S]+?)\|\|/, build: span("spoiler") },
  {
    pattern: /^\*\*\*(?!\s)([\s\S]+?)\*\*\*(?!\*)/,
    build: (match, inside) => ({ type: "bold", children: [{ type: "italic", children: inside(match[1]) }] }),
  },
  { pattern: /^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, build: span("bold") },
  { pattern: /^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, build: span("underline") },
  { pattern: /^~~((?:\\[\s\S]|[^\\])+?)~~/, build: span("strike") },
  { pattern: /^\*(?![\s*])((?:\\[\s\S]|\*\*[^*]+\*\*|[^\\*])+?)(?<!\s)\*(?!\*)/, build: span("italic") },
  { pattern: /^_(?!_)((?:\\[\s\S]|__[^_]+__|[^\\_])+)_(?!\w)/, build: span("italic"), word: true },
];
const PLAIN = /^[\s\S][^\\`<@[h|*_~]*/;

/**
 * @returns {[MarkdownNode, number]} the first node of `rest`, and its length
 * @param {string} rest
 * @param {string} before
 * @param {number} depth
 */
function nextInline(rest, before, depth) {
  for (const rule of INLINE) {
    if (rule.word && /\w/.test(before)) continue;
    const match = rule.pattern.exec(rest);
    if (match) return [rule.build(match, (text) => inline(text, depth + 1)), match[0].length];
  }
  const [text] = PLAIN.exec(rest);
  return [{ type: "text", text }, text.length];
}

/**
 * Parse inline markdown, such as bold, links and mentions.
 *
 * @param {string} text
 * @returns {MarkdownNode[]}
 */
export function inline(text, depth = 0) {
  if (depth > DEEPEST) return [{ type: "text", text }];
  const nodes = [];
  let at = 0;
  while (at < text.length) {
    const [node, length] = nextInline(text.slice(at), text[at - 1] ?? "", depth);
    const last = nodes.at(-1);
    if (node.type === "text" && last?.type === "text") last.text += node.text;
    else nodes.push(node);
    at += length;
  }
  return nodes;
}

function indentation(line) {
  return ITEM.exec(line)?.[1].length ?? -1;
}

/**
 * Parse a list from `lines[from]` on; indented lines become lists inside the item above.
 *
 * @param {string[]} lines
 * @param {number} from
 * @param {number} depth
 * @returns {[MarkdownNode, number]} the list, and the line after it
 */
function list(lines, from, depth) {
  const level = indentation(lines[from]);
  const ordered = /\d/.test(ITEM.exec(lines[from])[2]);
  const node = {
    type: "list",
    ordered,
    start: Number.parseInt(ITEM.exec(lines[from])[2], 10) || 1,
    items: [],
  };
  let at = from;
  while (at < lines.length) {
    const own = indentation(lines[at]);
    if (own < level) break;
    if (own <= level + 1 && /\d/.test(ITEM.exec(lines[at])[2]) !== ordered) break;
    if (own > level + 1 && node.items.length && depth < DEEPEST) {
      const [inner, next] = list(lines, at, depth + 1);
      node.items.at(-1).push(inner);
      at = next;
    } else {
      node.items.push(inline(ITEM.exec(lines[at])[3]));
      at += 1;
    }
  }
  return [node, at];
}

/**
 * @param {string[]} lines
 * @param {number} from
 * @returns {[MarkdownNode, number]} the quote, and the line after it
 */
function quote(lines, from) {
  if (LONG_QUOTE.test(lines[from])) {
    const all = [lines[from].replace(LONG_QUOTE, ""), ...lines.slice(from + 1)];
    return [{ type: "quote", children: blocks(all, true) }, lines.length];
  }
  let at = from;
  while (at < lines.length && /^> /.test(`${lines[at]} `) && !LONG_QUOTE.test(lines[at])) at += 1;
  const inner = lines.slice(from, at).map((line) => QUOTE.exec(line)[1]);
  return [{ type: "quote", children: blocks(inner, true) }, at];
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {boolean} quoted
 * @returns {[MarkdownNode, number] | null} the block, and the line after it
 */
function blockAt(lines, at, quoted) {
  const line = lines[at];
  if (!quoted && (LONG_QUOTE.test(line) || /^> /.test(line))) return quote(lines, at);
  const heading = HEADING.exec(line);
  if (heading) return [{ type: "heading", level: heading[1].length, children: inline(heading[2]) }, at + 1];
  const small = SMALL.exec(line);
  if (small) return [{ type: "small", children: inline(small[1]) }, at + 1];
  return ITEM.test(line) ? list(lines, at, 0) : null;
}

/**
 * @param {string[]} lines
 * @param {boolean} quoted
 * @returns {MarkdownNode[]}
 */
function blocks(lines, quoted) {
  const nodes = [];
  let plain = [];
  const flush = () => {
    if (plain.length) nodes.push({ type: "paragraph", children: inline(plain.join("\n")) });
    plain = [];
  };
  let at = 0;
  while (at < lines.length) {
    const found = blockAt(lines, at, quoted);
    if (found) {
      flush();
      nodes.push(found[0]);
      at = found[1];
    } else plain.push(lines[at++]);
  }
  flush();
  return nodes;
}

function linesOf(text) {
  const trimmed = text.replace(/^\n|\n$/g, "");
  return trimmed ? trimmed.split("\n") : [];
}

/**
 * Parse the blocks of a whole message.
 *
 * @param {string} text
 */
export function parse(text) {
  const nodes = [];
  let from = 0;
  for (const fence of text.matchAll(FENCE)) {
    nodes.push(...blocks(linesOf(text.slice(from, fence.index)), false));
    nodes.push({ type: "fence", language: fence[1] ?? "", text: fence[2] });
    from = fence.index + fence[0].length;
  }
  return [...nodes, ...blocks(linesOf(text.slice(from)), false)];
}

const PICTURES = /^(?:\s|\p{Extended_Pictographic}|\p{Emoji_Component}|<a?:\w+:\d+>)+$/u;

/**
 * True for a message of only a few emoji, which is shown large.
 *
 * @param {string} text
 */
export function isEmojiAlone(text) {
  return text.length <= 60 && /\p{Extended_Pictographic}|<a?:/u.test(text) && PICTURES.test(text);
}
