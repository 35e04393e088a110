/** Commands, files, addresses and drafts as plain data. */

import assert from "node:assert/strict";
import test from "node:test";

import { readAddress, writeAddress } from "../../playground/web/js/address.js";
import {
  flatten,
  LARGEST_FILE,
  nameAtEnd,
  pack,
  read,
  search,
  typedCommand,
  typedOptions,
} from "../../playground/web/js/commands.js";
import { packDraft, unpackDraft } from "../../playground/web/js/drafts.js";
import { acceptOf, typeProblem } from "../../playground/web/js/file-types.js";
import { compareIds, find, prepend, remove, update, upsert } from "../../playground/web/js/log.js";

const [STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER, ATTACHMENT] = [3, 4, 5, 6, 7, 10, 11];
const NOTHING = { members: [], channels: [] };

const option = (name, more) => ({ name, type: STRING, description: `${name}?`, ...more });
const SHELF = {
  id: "1",
  name: "shelf",
  options: [
    { type: 1, name: "show", description: "Show it", options: [] },
    {
      type: 2,
      name: "books",
      options: [{ type: 1, name: "add", description: "Add one", options: [option("note"), option("title", { required: true })] }],
    },
  ],
};
const ENTRIES = flatten([SHELF, { id: "2", name: "help", description: "Help" }, { id: "3", name: "Card", type: 2 }]);

test("commands are listed with their sub-commands, and required options come first", () => {
  assert.deepEqual(ENTRIES.map((one) => one.name), ["help", "shelf books add", "shelf show"]);
  assert.deepEqual(ENTRIES[1].options.map((one) => one.name), ["title", "note"]);
});

test("a search puts the best first", () => {
  const found = (text) => search(ENTRIES, text).map((one) => one.name);
  assert.deepEqual(found("sh"), ["shelf books add", "shelf show"]);
  assert.deepEqual(found("show"), ["shelf show"]);
  assert.deepEqual(found("  SHELF   s"), ["shelf show"]);
  assert.deepEqual(found("zzz"), []);
  assert.equal(found("")[0], "help");
});

test("what is typed after a command's name goes into its options", () => {
  const typed = typedCommand(ENTRIES, "shelf books add Emma note:as a gift");
  assert.deepEqual(typedOptions(typed.entry.options, typed.rest), { title: "Emma", note: "as a gift" });
  assert.equal(typedCommand(ENTRIES, "shelf books"), undefined);
  assert.deepEqual(typedOptions([], "x"), {});
  assert.deepEqual(nameAtEnd([option("side")], "Tom side:"), { before: "Tom", name: "side" });
  assert.equal(nameAtEnd([option("side")], "Tom sid:"), undefined);
});

test("a value is read as its option's type, or refused in a sentence", () => {
  const value = (given, text, sources = NOTHING) => read(given, { text }, sources).value;
  const problem = (given, text, sources = NOTHING) => read(given, { text }, sources).problem;
  const whole = option("n", { type: INTEGER, min_value: 0, max_value: 9 });
  assert.equal(value(whole, " 0 "), 0);
  assert.equal(problem(whole, "10"), "The largest value of n is 9.");
  assert.equal(problem(whole, "-1"), "The smallest value of n is 0.");
  assert.match(problem(whole, "1.5"), /whole number/);
  assert.match(problem(whole, "1e3"), /whole number/);
  assert.equal(value(option("x", { type: NUMBER }), "-.5"), -0.5);
  assert.equal(value(option("b", { type: BOOLEAN }), "false"), false);
  assert.match(problem(option("t", { min_length: 3 }), "ab"), /at least 3/);
  assert.match(problem(option("t", { max_length: 3 }), "abcd"), /at most 3/);
  assert.deepEqual(read(option("t"), { text: " " }, NOTHING), {});
  assert.equal(problem(option("t", { required: true }), " "), "t is needed: t?");
});

test("a person or channel is found by any of its names, and others are named", () => {
  const sources = {
    members: [{ label: "Tom Ash", value: "7", also: ["tom"] }],
    channels: [
      { label: "games", value: "5", type: 0 },
      { label: "talk", value: "6", type: 2 },
    ],
  };
  const who = option("who", { type: USER });
  for (const text of ["@tom", "TOM ASH", " tom "]) assert.deepEqual(read(who, { text }, sources), { value: "7" });
  assert.equal(read(who, { text: "ines" }, sources).problem, "Choose who from the list: Tom Ash.");
  const where = option("where", { type: CHANNEL, channel_types: [0] });
  assert.deepEqual(read(where, { text: "#games" }, sources), { value: "5" });
  assert.equal(read(where, { text: "talk" }, sources).problem, "Choose where from the list: games.");
});

test("a chosen suggestion counts, whatever its label says", () => {
  const chosen = { label: "Maple 482", value: "m482" };
  assert.deepEqual(read(option("match"), { text: "Maple 482", chosen }, NOTHING), { value: "m482" });
});

test("a file is checked for its size and its kind", () => {
  const deck = option("deck", { type: ATTACHMENT, file_types: ["image", ".JSON"] });
  const file = (name, size = 1) => ({ text: "", file: { name, size } });
  assert.equal(acceptOf(deck.file_types).split(",").at(-1), ".json");
  assert.equal(acceptOf(undefined), null);
  assert.equal(read(deck, file("A.PNG"), NOTHING).problem, undefined);
  assert.match(read(deck, file("a.exe"), NOTHING).problem, /isn't one of these files: image, \.JSON/);
  assert.match(read(deck, file("a.json", LARGEST_FILE + 1), NOTHING).problem, /too large/);
  assert.equal(typeProblem({ name: "a.exe" }, undefined), null);
});

test("values are packed inside their sub-commands", () => {
  const value = { name: "title", type: STRING, value: "Emma" };
  assert.deepEqual(pack(ENTRIES[1], [value]), [
    { type: 2, name: "books", options: [{ type: 1, name: "add", options: [value] }] },
  ]);
  assert.deepEqual(pack(ENTRIES[0], []), []);
});

test("the address says who sits where, and one channel is everyone's", () => {
  const seats = [
    { person: "mara", channel: "games" },
    { person: "tom & co", channel: "5" },
  ];
  assert.deepEqual(readAddress(writeAddress(seats)), seats);
  assert.deepEqual(readAddress("?as=mara,tom&channel=games"), [
    { person: "mara", channel: "games" },
    { person: "tom", channel: "games" },
  ]);
  assert.deepEqual(readAddress(""), []);
});

test("messages stay in the order of their ids, which are too large for numbers", () => {
  const ids = (items) => items.map((one) => one.id);
  const [small, one, next] = ["999", "9007199254740993", "9007199254740992"].map((id) => ({ id, channel_id: "5" }));
  const items = [small, one, next].reduce(upsert, []);
  assert.deepEqual(ids(items), ["999", "9007199254740992", "9007199254740993"]);
  assert.equal(compareIds("10", "9"), 1);
  assert.deepEqual(find(upsert(items, { ...one, content: "new" }), one.id), { ...one, content: "new" });
  assert.equal(update(items, { id: "5", channel_id: "5" }), items);
  assert.deepEqual(ids(remove(items, one.id)), [small.id, next.id]);
  assert.deepEqual(ids(prepend([one], [small, next])), [small.id, next.id, one.id]);
});

test("a draft is kept as it was, text or command", () => {
  const fields = [
    { name: "who", text: "Tom", chosen: { label: "Tom", value: "7" } },
    { name: "note", text: "as a", chosen: null },
  ];
  const command = { id: "1", name: "shelf books add", fields };
  assert.deepEqual(unpackDraft(packDraft({ text: "", command })), { text: "", command });
  assert.deepEqual(unpackDraft(packDraft({ text: '{"command": 1}\n' })), { text: '{"command": 1}\n' });
  assert.equal(packDraft({ text: "" }), "");
});

test("a draft that cannot be read is an empty one", () => {
  const command = (fields) => JSON.stringify({ command: { id: "1", name: "a", fields } });
  for (const kept of [
    null,
    "",
    "well met",
    "null",
    "7",
    "[]",
    '{"text": 7}',
    '{"command": {"id": 1, "name": "a", "fields": []}}',
    command(null),
    command([null]),
    command([{ name: "a", text: 1 }]),
    command([{ name: "a", text: "b", chosen: "c" }]),
  ])
    assert.deepEqual(unpackDraft(kept), { text: "" }, String(kept));
});
