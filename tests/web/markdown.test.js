/** Markdown: what is parsed, what is drawn, and what hostile text cannot do. */

import assert from "node:assert/strict";
import test from "node:test";

import { contextOf } from "./paper.js";

const { isEmojiAlone, parse } = await import("../../playground/web/js/markdown-parse.js");
const { markdown, plainText } = await import("../../playground/web/js/markdown.js");
const { world } = await import("../../playground/web/js/world.js");

world.users.set("7", { id: "7", username: "tom", global_name: "Tom <b>" });

const drawn = (text) => markdown(text, contextOf(), "key");
const markup = (text) => String(drawn(text)).replace(/^<div>|<\/div>$/g, "");
const inside = (text) => markup(text).replace(/^<div>|<\/div>$/g, "");

test("inline marks become elements", () => {
  const wanted = {
    "**bold** and *slanted* and __under__": "<strong>bold</strong> and <em>slanted</em> and <u>under</u>",
    "***both***": "<strong><em>both</em></strong>",
    "~~gone~~ `**code**`": "<s>gone</s> <code>**code**</code>",
    "**a *b* c**": "<strong>a <em>b</em> c</strong>",
    "snake_case_name": "snake_case_name",
    "2 * 3 * 4": "2 * 3 * 4",
    "\\*not slanted\\*": "*not slanted*",
    "**open": "**open",
  };
  for (const [text, html] of Object.entries(wanted)) assert.equal(inside(text), html, text);
});

test("blocks become headings, lists, quotes and fences", () => {
  assert.equal(markup("# One\n### Two"), "<h3>One</h3><h4>Two</h4>");
  assert.equal(markup("- a\n  - b\n- c"), "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>");
  assert.equal(drawn("3. three\n4. four").all("ol")[0].getAttribute("start"), "3");
  assert.equal(markup("> a\n> **b**"), "<blockquote><div>a\n<strong>b</strong></div></blockquote>");
  assert.equal(markup(">>> a\n\nb"), "<blockquote><div>a\n\nb</div></blockquote>");
  assert.equal(markup("```js\n**1**\n```"), "<pre><code>**1**</code></pre>");
  assert.equal(drawn("```js\n1\n```").all("pre")[0].getAttribute("data-language"), "js");
});

test("a quote inside a quote stays text, as in Discord", () => {
  assert.equal(markup("> > deep"), "<blockquote><div>> deep</div></blockquote>");
});

test("mentions show names, and unknown ones say so", () => {
  assert.equal(drawn("<@7> <@!8> <#5> <#6> <@&3> </help:4> @everyone").textContent, "@Tom <b> @unknown #games #unknown @judge /help @everyone");
});

test("markup in text and names stays text", () => {
  assert.equal(inside("<img src=x onerror=alert(1)>"), "&lt;img src=x onerror=alert(1)>");
  assert.equal(inside("<@7>"), "<span>@Tom &lt;b></span>");
  assert.equal(inside("**<script>1</script>**"), "<strong>&lt;script>1&lt;/script></strong>");
});

test("only web addresses become links", () => {
  for (const address of [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,<script>1</script>",
    "vbscript:1",
    "file:///etc/passwd",
    "//example.com",
  ]) {
    assert.deepEqual(drawn(`[here](${address})`).all("href"), [], address);
    assert.deepEqual(drawn(`<${address}>`).all("href"), [], address);
  }
  const [link] = drawn('[here](https://example.com/a "Why")').all("a");
  assert.equal(link.getAttribute("href"), "https://example.com/a");
  assert.equal(link.getAttribute("rel"), "noopener noreferrer");
  assert.equal(link.getAttribute("title"), "Why");
});

test("a link ends before the sentence does, and keeps its own parentheses", () => {
  const address = (text) => drawn(text).all("a")[0].getAttribute("href");
  assert.equal(address("See https://example.com/a."), "https://example.com/a");
  assert.equal(address("(https://example.com/a_(b))"), "https://example.com/a_(b)");
  assert.equal(address("<https://example.com/?a=1>"), "https://example.com/?a=1");
});

test("a spoiler is hidden until it's pressed, and stays open when it's drawn again", () => {
  const context = contextOf();
  const draw = () => markdown("||[a](https://example.com)||", context, "key").all("span")[0];
  const first = draw();
  assert.equal(first.getAttribute("aria-label"), "Spoiler, press to show");
  assert.equal(first.happen("click"), false, "the press that opens it doesn't follow the link");
  assert.ok(first.classList.contains("revealed"));
  assert.equal(first.happen("click"), true);
  assert.ok(draw().classList.contains("revealed"));
});

test("nesting of any depth is parsed, and what is written stays", () => {
  for (const mark of ["**", "*", "__", "||", "~~", "> ", "- ", "[", "***", "_*"]) {
    assert.match(drawn(`${mark.repeat(1000)}x`).textContent, /x/, mark);
  }
  const list = Array.from({ length: 60 }, (_, level) => `${" ".repeat(2 * level)}- ${level}`).join("\n");
  assert.equal(drawn(list).textContent.replace(/\D/g, ""), Array.from({ length: 60 }, (_, n) => n).join(""));
});

test("stacked marks and other scripts pass through whole", () => {
  const zalgo = "a\u0489\u035d\u0301".repeat(200);
  assert.equal(drawn(`**${zalgo}**`).textContent, zalgo);
  for (const text of ["\u202eabc\u202c", "\ud83d", "\u0000", "👩‍👩‍👧", "שלום"]) assert.equal(drawn(text).textContent, text);
});

test("times are drawn by the clock, and impossible ones say so", () => {
  assert.equal(drawn("<t:0:D>").all("time")[0].getAttribute("datetime"), "1970-01-01T00:00:00.000Z");
  assert.equal(drawn("<t:9999999999999>").textContent, "an impossible date");
});

test("a few emoji alone are shown large", () => {
  assert.ok(isEmojiAlone("🎲 🎲"));
  assert.ok(isEmojiAlone("<:die:1>"));
  assert.ok(!isEmojiAlone("🎲 four"));
  assert.ok(!isEmojiAlone("12"));
  assert.ok(!isEmojiAlone("🎲".repeat(61)));
});

test("plain text has names and no marks", () => {
  assert.equal(plainText("**Well** met, <@7>: <#5>, [look](https://example.com)", () => "games"), "Well met, @Tom <b>: #games, look");
  assert.equal(plainText(""), "");
  assert.deepEqual(parse(""), []);
});
