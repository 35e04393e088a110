/** The list of servers, channels, threads and direct messages at the left of a pane. */

import { compareIds } from "./log.js";
import { h, icon, reconcile } from "./dom.js";
import { avatar } from "./people.js";
import { isThread } from "./store.js";
import { nameOf, world } from "./world.js";

const FORUM_LIKE = new Set([0, 5, 15]);
const PRIVATE_THREAD = 12;

function byPosition(one, other) {
  return (one.position ?? 0) - (other.position ?? 0) || compareIds(one.id, other.id);
}

function badge({ count, mentions }, direct) {
  const calls = direct ? count : mentions;
  const spoken = (words) => h("span", { class: "sr-only" }, words);
  if (calls) return h("span", { class: "count" }, spoken(direct ? "unread: " : "mentions: "), String(calls));
  return count ? spoken(`unread: ${count}`) : null;
}

export class Sidebar {
  #kept = new Map();
  #showArchived = new Set();

  /** `head` is the element at the top; `onchosen` runs when a channel was chosen. */
  constructor(client, head, onchosen) {
    this.client = client;
    this.onchosen = onchosen;
    this.list = h("ul", { class: "channels" });
    this.element = h(
      "nav",
      { class: "sidebar", "aria-label": `Channels of ${nameOf(client.user)}` },
      head,
      h("div", { class: "channel-scroll" }, this.list),
    );
    const { topics } = client.store;
    for (const topic of ["channels", "unread", "current"]) topics.on(topic, () => this.draw());
    this.endings = [world.topics.on("people", () => this.draw())];
  }

  close() {
    this.endings.forEach((end) => end());
  }

  draw() {
    reconcile(this.list, this.#entries(), this.#kept);
  }

  #entries() {
    const all = [...this.client.store.channels.values()];
    const guilds = this.client.store.guilds.flatMap((guild) =>
      this.#guild(
        guild,
        all.filter((one) => this.client.guildOf(one) === guild.id),
      ),
    );
    const direct = all.filter((one) => one.recipients);
    const dms = direct
      .sort((one, other) => compareIds(other.last_message_id ?? "0", one.last_message_id ?? "0"))
      .map((one) => this.#direct(one));
    return [
      ...guilds,
      this.#heading("direct", "Direct messages"),
      ...dms,
      ...(direct.length ? [] : [this.#noDirect()]),
    ];
  }

  #heading(key, text, guild) {
    const build = () => h("li", { class: "channel-heading" }, h("h2", {}, text));
    return { key: `heading:${key}`, signature: text, build, guild };
  }

  #noDirect() {
    return {
      key: "no-direct",
      signature: "",
      build: () => h("li", { class: "muted small-note" }, "Press a name to write to someone."),
    };
  }

  #guild(guild, channels) {
    const top = channels.filter((one) => FORUM_LIKE.has(one.type)).sort(byPosition);
    return [
      this.#heading(guild.id, guild.name),
      ...top.flatMap((one) => [this.#channel(one), ...this.#threads(one, channels)]),
    ];
  }

  #threads(parent, channels) {
    const threads = channels
      .filter((one) => isThread(one) && one.parent_id === parent.id)
      .sort((one, other) => compareIds(one.id, other.id));
    const active = threads.filter((one) => !one.thread_metadata?.archived || one.id === this.client.current);
    const archived = threads.filter((one) => !active.includes(one));
    const open = this.#showArchived.has(parent.id);
    return [
      ...active.map((one) => this.#channel(one)),
      ...(archived.length ? [this.#archivedToggle(parent, archived.length, open)] : []),
      ...(open ? archived.map((one) => this.#channel(one)) : []),
    ];
  }

  #archivedToggle(parent, count, open) {
    const toggle = () => {
      if (!this.#showArchived.delete(parent.id)) this.#showArchived.add(parent.id);
      this.draw();
    };
    const text = `${count} archived`;
    const build = () =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "channel-link archived-toggle",
            "aria-expanded": String(open),
            onclick: toggle,
          },
          icon("chevron"),
          text,
        ),
      );
    return { key: `archived:${parent.id}`, signature: `${text}:${open}`, build };
  }

  #link(channel, properties, face, name, direct) {
    const mark = this.client.store.unreadOf(channel.id);
    const here = channel.id === this.client.current;
    const classes = ["channel-link", ...properties.classes, mark.count && !here && "unread"]
      .filter(Boolean)
      .join(" ");
    const choose = () => {
      this.client.openChannel(channel.id);
      this.onchosen();
    };
    const build = () =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: classes,
            "data-testid": "channel",
            "data-channel-id": channel.id,
            "data-channel-name": name,
            "data-unread": mark.count || null,
            "data-mentions": mark.mentions || null,
            "aria-current": here ? "page" : null,
            title: name,
            onclick: choose,
          },
          face(),
          h("span", { class: "channel-name" }, name),
          badge(mark, direct),
        ),
      );
    return {
      key: channel.id,
      signature: JSON.stringify([classes, name, mark, here, properties.extra]),
      build,
    };
  }

  #channel(channel) {
    const thread = isThread(channel);
    const closed = channel.thread_metadata?.locked || channel.type === PRIVATE_THREAD;
    const classes = [thread && "thread", channel.thread_metadata?.archived && "archived"];
    const face = () => icon(closed ? "lock" : thread ? "thread" : "hash");
    return this.#link(channel, { classes, extra: closed }, face, channel.name, false);
  }

  #direct(channel) {
    const other = channel.recipients.find((one) => one.id !== this.client.user.id) ?? channel.recipients[0];
    const user = world.user(other?.id) ?? other;
    return this.#link(
      channel,
      { classes: ["direct"], extra: user?.avatar_color },
      () => avatar(user, "small"),
      nameOf(user),
      true,
    );
  }
}
