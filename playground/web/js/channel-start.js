/** The start of a channel, above its first message: its name and suggested commands. */

import { flatten, HELP } from "./commands.js";
import { h } from "./dom.js";
import { isDirect, isThread } from "./store.js";
import { nameOf, world } from "./world.js";

/** Return the commands with sub-commands, in order, as suggestions for a newcomer. */
function groupsOf(commands) {
  const grouped = new Set(flatten(commands).flatMap(({ command, path }) => (path.length ? [command] : [])));
  return [...grouped];
}

const hasHelp = (commands) => flatten(commands).some(({ name }) => name === HELP);

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

  /** `startCommand(words)` puts the words of a command into the composer. */
  constructor(client, startCommand) {
    this.client = client;
    this.startCommand = startCommand;
    this.element = h("div", { class: "channel-start" });
    this.offers = h("div", { class: "start-offers", "data-testid": "start-offers" });
    client.store.topics.on("current", () => this.#offer());
    this.end = world.topics.on("applications", () => this.#offer());
  }

  /** Draw the start of `channel`, depending on which of its messages are loaded. */
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

  /** True in a server channel while the bot is connected; people no longer need help in threads and DMs. */
  #mayOffer() {
    const channel = this.client.channel();
    return channel && world.botIsConnected() && !isThread(channel) && !isDirect(channel);
  }

  /** Draw buttons for the available commands; the one that lists all commands is always there. */
  async #offer() {
    const place = this.client.current;
    const commands = this.#mayOffer() ? await this.client.commands() : [];
    if (place !== this.client.current) return;
    const help = hasHelp(commands) && this.#button(HELP, `/${HELP}`);
    const groups = groupsOf(commands).map(({ name, description }) => this.#card(name, description));
    this.offers.replaceChildren(
      h("div", { class: "button-row" }, help, this.#button("", "Type / to see what you can do")),
      groups.length ? h("div", { class: "start-cards" }, groups) : "",
    );
  }

  #button(words, label) {
    const run = () => this.startCommand(words);
    return h("button", { type: "button", class: "button secondary", onclick: run }, label);
  }

  /** Return a button for a command group, with the command's description. */
  #card(name, description) {
    const run = () => this.startCommand(`${name} `);
    const about = h("small", {}, description);
    return h("button", { type: "button", class: "start-card", onclick: run }, h("strong", {}, `/${name}`), about);
  }
}
