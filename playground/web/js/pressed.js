/** The message on which somebody has pressed something: when it changes it stays in view. */

export class Pressed {
  #id = null;
  /** what the message was when it was pressed, and what it became */
  #before = null;
  #answer = null;

  /** They have turned to something else. */
  forget() {
    this.#id = null;
  }

  /** Find among `items` what waits for an answer by `presses`; news (`fresh`) overtakes what has changed since then. */
  look(items, fresh, presses) {
    const waiting = items.find(({ id }) => presses.get(id)?.pending);
    if (waiting && waiting.id !== this.#id) {
      this.#id = waiting.id;
      this.#before = waiting;
      this.#answer = null;
    }
    const now = items.find(({ id }) => id === this.#id);
    if (now !== this.#before) this.#answer ??= now;
    if (fresh.length && now !== this.#answer) this.forget();
  }

  /** Scroll it into view if it has changed, of a long one the end; `kept` holds the nodes by the messages' ids. */
  show(scroller, kept) {
    const node = this.#answer && kept.get(this.#id)?.node;
    if (!node) return;
    const view = scroller.getBoundingClientRect();
    const box = node.getBoundingClientRect();
    const below = box.bottom - view.bottom;
    if (box.height > view.height) scroller.scrollTop += below;
    else scroller.scrollTop -= Math.max(view.top - box.top, 0) - Math.max(below, 0);
  }
}
