/** What the browser remembers for the page; without storage, it silently remembers nothing. */

const PREFIX = "playground-";

export function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    /* without storage, nothing is remembered */
  }
}
