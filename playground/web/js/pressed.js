/** The message whose component was last pressed; it stays in view when it changes. */

export class Pressed {
  #id = null;
  /** the message when it was pressed; #answer is what it first changed to */
  #before = null;
  #answer = null;

  /** Stop keeping the message in view. */
  forget() {
    this.#id = null;
  }

  /** Find the pressed message among `items` by `presses`; stop if `fresh` messages come and it changed again. */
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

  /** Scroll a changed message into view (its end, if it is long); `kept` maps message ids to nodes. */
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
