/** Times as readable text, always by the playground's clock. Epochs are in seconds. */

import { findAll, h } from "./dom.js";
import { world } from "./world.js";

const LOCALE = "en-GB";
const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];
const DAY = 86_400;
const relative = new Intl.RelativeTimeFormat(LOCALE);
const formatters = new Map();

/**
 * Format `epoch` in any of Discord's timestamp styles except R.
 *
 * @param {number} epoch
 * @param {string} style
 */
export function format(epoch, style) {
  if (!formatters.has(style)) formatters.set(style, new Intl.DateTimeFormat(LOCALE, FORMATS[style]));
  return formatters.get(style).format(new Date(epoch * 1000));
}

/**
 * Return a relative time: "in 3 hours", "2 days ago".
 *
 * @param {number} epoch
 * @param {number} now
 */
export function distance(epoch, now) {
  const seconds = Math.round(epoch - now);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return relative.format(Math.round(seconds / size), unit);
}

/** @param {number} epoch */
function midnight(epoch) {
  return new Date(epoch * 1000).setHours(0, 0, 0, 0) / 1000;
}

/**
 * @param {number} one
 * @param {number} other
 */
export function sameDay(one, other) {
  return midnight(one) === midnight(other);
}

/**
 * Return the time beside an author's name: "Today at 14:05", "Yesterday at 09:00" or the date.
 *
 * @param {number} epoch
 * @param {number} now
 */
export function messageTime(epoch, now) {
  if (sameDay(epoch, now)) return `Today at ${format(epoch, "t")}`;
  if (sameDay(epoch + DAY, now)) return `Yesterday at ${format(epoch, "t")}`;
  return format(epoch, "s");
}

/**
 * @param {number} epoch
 * @param {string} style
 * @param {number} now
 */
function textOf(epoch, style, now) {
  if (style === "R") return distance(epoch, now);
  return style === "message" ? messageTime(epoch, now) : format(epoch, style);
}

const IMPOSSIBLE = "an impossible date";

/**
 * Return a time in one of Discord's styles, relative to now.
 *
 * @param {number} epoch
 * @param {string} [style]
 */
export function timeWords(epoch, style = "f") {
  return Number.isNaN(new Date(epoch * 1000).getTime()) ? IMPOSSIBLE : textOf(epoch, style, world.now());
}

/**
 * Return a <time> element that is kept current; `style` is one of Discord's or "message".
 *
 * @param {number} epoch
 * @param {string} style
 * @param {string} [className]
 */
export function timeElement(epoch, style, className) {
  const properties = { class: className, "data-epoch": epoch, "data-style": style };
  const date = new Date(epoch * 1000);
  const iso = Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  if (!iso) return h("span", properties, IMPOSSIBLE);
  return h(
    "time",
    { ...properties, datetime: iso, title: format(epoch, "F") },
    textOf(epoch, style, world.now()),
  );
}

/** Update every time in the document. */
export function refreshTimes() {
  const now = world.now();
  for (const node of findAll(document, "time[data-epoch]")) {
    const text = textOf(Number(node.dataset.epoch), node.dataset.style, now);
    if (node.textContent !== text) node.textContent = text;
  }
}

/** @param {string} timestamp */
export function epochOf(timestamp) {
  return Date.parse(timestamp) / 1000;
}

/**
 * Return a duration such as "1 day 2 h", for the clock's offset.
 *
 * @param {number} seconds
 */
export function span(seconds) {
  const minutes = Math.round(seconds / 60);
  const parts = [
    [Math.floor(minutes / 1440), "d"],
    [Math.floor((minutes % 1440) / 60), "h"],
    [minutes % 60, "min"],
  ];
  return (
    parts
      .filter(([count]) => count)
      .map(([count, unit]) => `${count} ${unit}`)
      .join(" ") || "0 min"
  );
}
