/** What the browser remembers for the page; without storage, it silently remembers nothing. */

const PREFIX = "playground-";

/** Return a text that was kept, or null; `session` means one kept for as long as the tab is open. */
export function recall(name, session = false) {
  try {
    return (session ? sessionStorage : localStorage).getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function keep(name, value, session = false) {
  try {
    (session ? sessionStorage : localStorage).setItem(PREFIX + name, value);
  } catch {
    /* without storage, nothing is remembered */
  }
}
