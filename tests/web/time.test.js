/** Times in words, by the playground's clock. */

import assert from "node:assert/strict";
import test from "node:test";

import "./paper.js";

const { distance, format, messageTime, sameDay, span, timeWords } = await import("../../playground/web/js/time.js");
const { world } = await import("../../playground/web/js/world.js");

const at = (text) => Date.parse(text) / 1000;
const NOON = at("2026-03-01T12:00:00");

test("a distance is told in the largest unit that fits", () => {
  for (const [seconds, words] of [
    [0, "in 0 seconds"],
    [-59, "59 seconds ago"],
    [60, "in 1 minute"],
    [5400, "in 2 hours"],
    [-86_400, "1 day ago"],
    [45 * 86_400, "in 2 months"],
    [-800 * 86_400, "2 years ago"],
  ])
    assert.equal(distance(NOON + seconds, NOON), words);
});

test("a message of today or yesterday says so, over the end of a month", () => {
  assert.equal(messageTime(at("2026-03-01T00:00:00"), NOON), "Today at 00:00");
  assert.equal(messageTime(at("2026-02-28T23:59:00"), NOON), "Yesterday at 23:59");
  assert.equal(messageTime(at("2026-02-27T23:59:00"), NOON), "27/02/2026, 23:59");
  assert.ok(!sameDay(at("2026-02-28T23:59:59"), at("2026-03-01T00:00:00")));
});

test("each of Discord's styles has its own form", () => {
  const time = at("2026-03-01T09:05:07");
  const wanted = {
    t: "09:05",
    T: "09:05:07",
    d: "01/03/2026",
    D: "1 March 2026",
    f: "1 March 2026 at 09:05",
  };
  for (const [style, words] of Object.entries(wanted)) assert.equal(format(time, style), words);
});

test("words follow the world's clock, and impossible times are no fault", () => {
  world.setClock({ now: NOON, offset: 0 });
  assert.equal(timeWords(NOON + 86_400 + 1, "R"), "in 1 day");
  assert.equal(timeWords(1e13), "an impossible date");
  assert.equal(timeWords(Number.NaN), "an impossible date");
});

test("a span is told in days, hours and minutes", () => {
  assert.deepEqual([0, 59, 90, 3600, 90_000, 604_800].map(span), ["0 min", "1 min", "2 min", "1 h", "1 d 1 h", "7 d"]);
});
