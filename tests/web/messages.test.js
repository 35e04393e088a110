/** Embeds, components, files and forwards: how they are laid out, and what hostile ones cannot do. */

import assert from "node:assert/strict";
import test from "node:test";

import { contextOf } from "./paper.js";

const { renderComponents } = await import("../../playground/web/js/components.js");
const { embeddedAddresses, renderEmbed } = await import("../../playground/web/js/embeds.js");
const { renderForward } = await import("../../playground/web/js/forward.js");
const { attachments, weight } = await import("../../playground/web/js/media.js");
const { preview, spoken } = await import("../../playground/web/js/message-words.js");

const HOSTILE = ["javascript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,1", "vbscript:1", "\u0001javascript:1"];
const here = "http://127.0.0.1:9/files/1";

const message = (more) => ({ id: "9", channel_id: "5", flags: 0, attachments: [], ...more });
const embed = (one, more) => renderEmbed(one, message(more), 0, contextOf());
const components = (list, more, press) => renderComponents(message({ components: list, ...more }), contextOf(), press);
const spans = (one) => embed(one).all("style:--span").map((field) => Number(field.getAttribute("style:--span")));
const hrefs = (node) => node.all("href").map((one) => one.getAttribute("href"));

test("inline fields share a row of three, and others have a row of their own", () => {
  const fields = (inline) => ({ fields: [...inline].map((one) => ({ name: "n", value: "v", inline: one === "i" })) });
  for (const [given, wanted] of [
    ["", []],
    ["-", [12]],
    ["i", [12]],
    ["ii", [6, 6]],
    ["iiii", [4, 4, 4, 12]],
    ["i-i", [12, 12, 12]],
    ["iii-ii", [4, 4, 4, 12, 6, 6]],
  ])
    assert.deepEqual(spans(fields(given)), wanted, given);
});

test("an embed has its color, and a pale line without one", () => {
  const color = (one) => embed(one).getAttribute("style:--accent-colour");
  assert.equal(color({ color: 255 }), "#0000ff");
  assert.equal(color({ color: 0 }), "#000000");
  assert.equal(color({}), "var(--line-strong)");
});

test("an embed's picture is the attachment that it names, and isn't shown twice", () => {
  const files = { attachments: [{ id: "1", filename: "a.png", url: here, size: 3 }] };
  const one = { image: { url: "attachment://a.png" }, footer: { text: "f", icon_url: "attachment://none.png" } };
  assert.deepEqual(embed(one, files).all("img").map((image) => image.getAttribute("src")), [here, ""]);
  assert.deepEqual([...embeddedAddresses(message({ embeds: [one], ...files }))], [here, ""]);
});

test("an embed's links are web addresses, whoever wrote them", () => {
  for (const url of HOSTILE) {
    const node = embed({ title: `[t](${url})`, url, author: { name: "a", url }, description: `[d](${url})` });
    assert.deepEqual(hrefs(node), [], url);
  }
  const url = "https://example.com/";
  assert.deepEqual(hrefs(embed({ title: "t", url, author: { name: "a", url } })), [url, url]);
});

test("markup in an embed stays text, and markdown works where Discord has it", () => {
  const node = embed({ title: "<b>", description: "**x**", footer: { text: "**y**" }, author: { name: "<i>" } });
  assert.equal(node.textContent, "<i><b>x**y**");
  assert.equal(node.all("b").length + node.all("i").length, 0);
  assert.equal(node.all("strong").length, 1);
});

test("a mention in an embed has no name if the reader's app doesn't know the person", () => {
  const context = contextOf({ client: { store: { knows: () => false } } });
  assert.equal(renderEmbed({ description: "<@7>" }, message(), 0, context).textContent, "@unknown-user");
});

test("buttons keep their order, their look and what they remember", () => {
  const row = [
    { type: 2, style: 1, custom_id: "a", label: "Go" },
    { type: 2, style: 4, custom_id: "b", label: "<b>", disabled: true },
    { type: 2, style: 2, custom_id: "c", emoji: { name: "🎲" } },
  ];
  const buttons = components([{ type: 1, components: row }]).all("button");
  assert.deepEqual(buttons.map((one) => one.getAttribute("data-custom-id")), ["a", "b", "c"]);
  assert.deepEqual(buttons.map((one) => one.textContent), ["Go", "<b>", "🎲"]);
  assert.deepEqual(buttons.map((one) => one.getAttribute("disabled")), [null, "", null]);
  assert.equal(buttons[1].getAttribute("class"), "button danger");
  assert.equal(buttons[2].getAttribute("aria-label"), "🎲");
});

test("while a press is under way, only its own button can be seen working", () => {
  const row = ["a", "b"].map((id) => ({ type: 2, style: 1, custom_id: id, label: id }));
  const [pressed, other] = components([{ type: 1, components: row }], {}, { pending: "a" }).all("button");
  assert.equal(pressed.getAttribute("aria-busy"), "true");
  assert.equal(pressed.getAttribute("disabled"), null);
  assert.equal(other.getAttribute("disabled"), "");
});

test("a link button goes to web addresses alone, and nowhere when it's off", () => {
  const link = (url, disabled) => components([{ type: 1, components: [{ type: 2, style: 5, label: "l", url, disabled }] }]);
  assert.deepEqual(hrefs(link("https://example.com/")), ["https://example.com/"]);
  assert.deepEqual(hrefs(link("https://example.com/", true)), []);
  for (const url of HOSTILE) assert.deepEqual(hrefs(link(url)), [], url);
});

test("a select shows what is chosen, up to five, or its placeholder", () => {
  const select = (chosen) => {
    const options = Array.from({ length: 8 }, (_, n) => ({ label: `o${n}`, value: String(n), default: n < chosen }));
    const menu = { type: 3, custom_id: "s", placeholder: "Pick", max_values: 8, options };
    return components([{ type: 1, components: [menu] }]).all("button")[0];
  };
  assert.equal(select(0).textContent, "Pick");
  assert.equal(select(2).textContent, "o0o1");
  assert.equal(select(8).textContent, "o0o1o2o3o4and 3 more");
  assert.equal(select(2).getAttribute("aria-label"), "Pick: o0, o1");
});

test("containers hold sections, texts and galleries; an unknown component says what it is", () => {
  const url = "https://example.com/a.png";
  const node = components([
    {
      type: 17,
      accent_color: 0xff0000,
      components: [
        { type: 9, components: [{ type: 10, id: 1, content: "**x**" }], accessory: { type: 11, media: { url } } },
        { type: 14, divider: false },
        { type: 12, items: [{ media: { url } }, { media: { url } }] },
        { type: 99 },
      ],
    },
  ]);
  assert.equal(node.all("style:--accent-colour")[0].getAttribute("style:--accent-colour"), "#ff0000");
  assert.equal(node.all("strong")[0].textContent, "x");
  assert.equal(node.all("img").length, 3);
  assert.equal(node.all("style:--columns")[0].getAttribute("style:--columns"), "2");
  assert.equal(node.all("hr").length, 0);
  assert.match(node.textContent, /a component of type 99/);
});

test("a spoiler's picture says so, and a file is offered under its own name", () => {
  const files = [
    { id: "1", filename: "SPOILER_a.png", url: here, size: 1, content_type: "image/png" },
    { id: "2", filename: "<b>.json", url: `${here}/2`, size: 2048 },
  ];
  const [pictures, file] = attachments(files, contextOf({ messageId: "9" }));
  assert.match(pictures.all("role")[0].getAttribute("aria-label"), /^Spoiler/);
  assert.equal(file.textContent, "<b>.json2.0 kB");
  assert.deepEqual(file.all("download").map((one) => one.getAttribute("download")), ["<b>.json", "<b>.json"]);
});

test("sizes are written in the unit that fits", () => {
  assert.deepEqual([undefined, 0, 1023, 1024, 1_048_576].map(weight), ["", "0 bytes", "1023 bytes", "1.0 kB", "1.0 MB"]);
});

test("what is forwarded can be read and not pressed", () => {
  const buttons = [{ type: 1, components: [{ type: 2, style: 1, custom_id: "a", label: "Go" }] }];
  const copy = { content: "**old**", embeds: [{ title: "e" }], components: buttons };
  const forward = message({ message_snapshots: [{ message: copy }], message_reference: { channel_id: "5" } });
  const node = renderForward(forward, contextOf());
  assert.equal(node.textContent, "Forwardedfrom #gamesoldeGo");
  assert.equal(node.all("data-custom-id")[0].getAttribute("disabled"), "");
  assert.equal(renderForward(message(), contextOf()), null);
});

test("what is read aloud is the text of a message, cut where it's long", () => {
  const author = { id: "3", username: "ines" };
  const nested = [{ type: 17, components: [{ type: 10, content: "**in** a box" }] }];
  assert.equal(spoken(message({ author, content: "one", components: nested })), "ines: one\nin a box");
  assert.equal(spoken(message({ author, attachments: [{}] })), "ines: a picture");
  assert.equal(spoken(message({ author, content: "x".repeat(900) })).length, "ines: ".length + 400);
  assert.equal(preview(message({ content: "" })), "Click to see the message");
});
