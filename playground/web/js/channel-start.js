/** What stands above the first message of a channel: its name, and what can be done in it. */

import { flatten } from "./commands.js";
import { h } from "./dom.js";
import { isDirect, isThread } from "./store.js";
import { nameOf, world } from "./world.js";

/** The first words of the commands that have several, in their order: what a newcomer may look into. */
function groupsOf(commands) {
  const words = flatten(commands).map(({ name }) => name.split(" "));
  return [...new Set(words.filter((one) => one.length > 1).map(([first]) => first))];
}

function nameAndTopic(channel) {
  if (isDirect(channel)) {
    const other = channel.recipients?.[0];
    return [nameOf(world.user(other?.id) ?? other), "Only the two of you can read this."];
  }
  const begins = isThread(channel) ? "This is where the thread begins." : "This is where the channel begins.";
  return [`${isThread(channel) ? "" : "#"}${channel.name}`, channel.topic || begins];
}

export class ChannelStart {
  #shown = "";

  /** `startCommand(words)` puts the words of a command where people write. */
  constructor(client, startCommand) {
    this.client = client;
    this.startCommand = startCommand;
    this.element = h("div", { class: "channel-start" });
    this.offers = h("div", { class: "button-row", "data-testid": "start-offers" });
    client.store.topics.on("current", () => this.#offer());
    this.end = world.topics.on("applications", () => this.#offer());
  }

  /** Draw for `channel` and what of its messages is there. */
  draw(channel, { complete, ready, loading }) {
    const state = !ready && loading ? "loading" : channel && complete ? "start" : "";
    const [name, topic] = state === "start" ? nameAndTopic(channel) : [];
    const signature = [state, channel?.id, name, topic].join("|");
    if (signature === this.#shown) return;
    this.#shown = signature;
    if (state === "loading") this.element.replaceChildren(h("p", { class: "muted loading" }, "Loading messages…"));
    else if (!state) this.element.replaceChildren();
    else this.element.replaceChildren(h("h3", {}, name), h("p", { class: "muted" }, topic), this.offers);
  }

  /** Where people come in first; in a thread or a direct message they know by then. */
  #mayOffer() {
    const channel = this.client.channel();
    return channel && world.botIsConnected() && !isThread(channel) && !isDirect(channel);
  }

  /** Buttons for the commands there are; the one for all of them is always there. */
  async #offer() {
    const place = this.client.current;
    const groups = this.#mayOffer() ? groupsOf(await this.client.commands()) : [];
    if (place !== this.client.current) return;
    const button = (label, words) =>
      h("button", { type: "button", class: "button secondary", onclick: () => this.startCommand(words) }, label);
    this.offers.replaceChildren(
      button("Type / to see what you can do", ""),
      ...groups.map((one) => button(`/${one}`, `${one} `)),
    );
  }
}
