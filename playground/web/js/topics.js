/** Subscriptions to topics. Listeners run once per burst of changes. */

import { batched } from "./dom.js";

export class Topics {
  #listeners = new Map();

  /** Subscribe to a topic; return a function that unsubscribes. */
  on(topic, listener) {
    const run = batched(listener);
    const set = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, set.add(run));
    return () => set.delete(run);
  }

  tell(...topics) {
    for (const topic of topics) for (const run of this.#listeners.get(topic) ?? []) run();
  }
}
