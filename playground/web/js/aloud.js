/** The page's shared live region: texts that a screen reader reads when it is idle. */

/** Milliseconds after which a text is removed, so that screen readers do not find it again. */
const SPOKEN_FOR = 8000;
let silence = null;

export function sayAloud(words) {
  const place = document.querySelector("#news");
  clearTimeout(silence);
  place.textContent = words;
  silence = setTimeout(() => (place.textContent = ""), SPOKEN_FOR);
}
