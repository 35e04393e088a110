/** The pinned messages of opened channels. */

const CHANGES = new Set(["CHANNEL_PINS_UPDATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK"]);

/** Pinned messages by channel, newest pin first. `fetch(channel)` gets the list from the server. */
export class Pins {
  #lists = new Map();
  /** channel id → the latest pending request */
  #asked = new Map();

  constructor(fetch, topics) {
    this.fetch = fetch;
    this.topics = topics;
  }

  of(channel) {
    return this.#lists.get(channel) ?? [];
  }

  async load(channel) {
    const request = this.fetch(channel).catch(() => null);
    this.#asked.set(channel, request);
    const found = await request;
    if (this.#asked.get(channel) !== request) return;
    this.#asked.delete(channel);
    if (found) this.#set(channel, found);
  }

  #set(channel, list) {
    this.#lists.set(channel, list);
    this.topics.tell("pins");
  }

  /** Forget all fetched lists, which are outdated. */
  forget() {
    this.#lists.clear();
    this.#asked.clear();
  }

  /** Apply an event of the live socket; refetch a list being fetched, which may miss the event. */
  heed(event, data) {
    const channel = data?.channel_id;
    const known = this.#lists.has(channel) || this.#asked.has(channel);
    if (!known || !CHANGES.has(event)) return;
    if (event === "CHANNEL_PINS_UPDATE" || this.#asked.has(channel)) this.load(channel);
    else this.#change(channel, event, data);
  }

  #change(channel, event, data) {
    const list = this.of(channel);
    const concerned = new Set(data.ids ?? [data.id]);
    if (!list.some((one) => concerned.has(one.id))) return;
    if (event.startsWith("MESSAGE_DELETE"))
      this.#set(
        channel,
        list.filter((one) => !concerned.has(one.id)),
      );
    else
      this.#set(
        channel,
        list.map((one) => (one.id === data.id ? { ...one, ...data } : one)),
      );
  }
}
