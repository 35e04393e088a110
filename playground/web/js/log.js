/** The messages of one channel, an array in order of their ids; every function returns a new array. */

/** Snowflakes compare by length, then letter by letter (they are too long for a Number). */
export function compareIds(one, other) {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : Number(one > other);
}

/** Where `id` stands, or should be put in. */
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

export function find(items, id) {
  const place = placeOf(items, id);
  return items[place]?.id === id ? items[place] : undefined;
}

/** Put `message` in; where its id is known, its fields replace those there are. */
export function upsert(items, message) {
  const place = placeOf(items, message.id);
  const known = items[place]?.id === message.id;
  const next = items.slice();
  next.splice(place, known ? 1 : 0, known ? { ...items[place], ...message } : message);
  return next;
}

/** Change a message that is known; an unknown one is no reason to show it. */
export function update(items, message) {
  return find(items, message.id) ? upsert(items, message) : items;
}

export function remove(items, id) {
  return items.filter((message) => message.id !== id);
}

/** Older messages in front of what there is. */
export function prepend(items, older) {
  return older.reduce(upsert, items);
}
