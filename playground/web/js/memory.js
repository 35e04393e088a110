/** What this browser remembers of the page; one without storage forgets it, and nothing else happens. */

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
    /* as the head says */
  }
}
