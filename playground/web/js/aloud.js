/** What is to be read aloud by a screen reader when it has time: one place for the whole page. */

/** Milliseconds after which it is taken away, so that nobody meets it twice. */
const SPOKEN_FOR = 8000;
let silence = null;

export function sayAloud(words) {
  const place = document.querySelector("#news");
  clearTimeout(silence);
  place.textContent = words;
  silence = setTimeout(() => (place.textContent = ""), SPOKEN_FOR);
}
