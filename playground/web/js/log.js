/** One channel's messages, an array sorted by id; every function returns a new array. */

/** @import { Message } from "./types.js" */

/**
 * Compare snowflakes by length, then as text, since they are too large for a Number.
 *
 * @param {string} one
 * @param {string} other
 */
export function compareIds(one, other) {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : Number(one > other);
}

/**
 * Return the index at which `id` is, or is to be inserted.
 *
 * @param {Message[]} items
 * @param {string} id
 */
function placeOf(items, id) {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareIds(items[middle].id, id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * @param {Message[]} items
 * @param {string} id
 */
export function find(items, id) {
  const place = placeOf(items, id);
  return items[place]?.id === id ? items[place] : undefined;
}

/**
 * Insert `message`, or merge its fields into the message with the same id.
 *
 * @param {Message[]} items
 * @param {Message} message
 */
export function upsert(items, message) {
  const place = placeOf(items, message.id);
  const known = items[place]?.id === message.id;
  const next = items.slice();
  next.splice(place, known ? 1 : 0, known ? { ...items[place], ...message } : message);
  return next;
}

/**
 * Merge `message` into a loaded one; ignore an unknown message.
 *
 * @param {Message[]} items
 * @param {Message} message
 */
export function update(items, message) {
  return find(items, message.id) ? upsert(items, message) : items;
}

/**
 * @param {Message[]} items
 * @param {string} id
 */
export function remove(items, id) {
  return items.filter((message) => message.id !== id);
}

/**
 * Insert older messages at the start.
 *
 * @param {Message[]} items
 * @param {Message[]} older
 */
export function prepend(items, older) {
  return older.reduce(upsert, items);
}
