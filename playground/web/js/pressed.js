/** The message on which somebody has pressed something: when it changes it stays in view, whole where it fits. */

export class Pressed {
  #id = null;
  #before = null;
  #changed = false;

  /** They have turned to something else. */
  forget() {
    this.#id = null;
  }

  /** Find among `items` what waits for an answer by `presses`, and whether it has changed since. */
  look(items, presses) {
    const waiting = items.find(({ id }) => presses.get(id)?.pending);
    if (waiting && waiting.id !== this.#id) {
      this.#id = waiting.id;
      this.#before = waiting;
      this.#changed = false;
    }
    const now = items.find(({ id }) => id === this.#id);
    this.#changed ||= now !== this.#before;
  }

  /** Scroll it into view if it has changed and fits; `kept` holds the nodes by the messages' ids. */
  show(scroller, kept) {
    const node = this.#changed && kept.get(this.#id)?.node;
    if (!node) return;
    const view = scroller.getBoundingClientRect();
    const box = node.getBoundingClientRect();
    if (box.height > view.height) return;
    scroller.scrollTop -= Math.max(view.top - box.top, 0) - Math.max(box.bottom - view.bottom, 0);
  }
}
