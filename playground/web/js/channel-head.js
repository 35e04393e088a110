/** The line above the messages: the channel's name, members, and actions. */

import { control } from "./api.js";
import { h, icon, iconButton } from "./dom.js";
import { showMembers } from "./people.js";
import { openMenu } from "./popup.js";
import { isDirect, isThread } from "./store.js";
import { nameOf, world } from "./world.js";

function titleOf(channel) {
  if (!channel) return { name: "No channel is open", face: icon("hash") };
  if (isDirect(channel)) {
    const other = channel.recipients?.[0];
    return { name: nameOf(world.user(other?.id) ?? other), face: icon("at") };
  }
  return { name: channel.name, face: icon(isThread(channel) ? "thread" : "hash") };
}

export class ChannelHead {
  /**
   * `parts`: menuButton and personButton, shown in a narrow pane; pinsButton; phoneButton;
   * ask(title, label, value) → text.
   */
  constructor(client, parts) {
    this.client = client;
    this.parts = parts;
    this.title = h("h2", { "data-testid": "channel-title" });
    this.members = iconButton("people", "Members", {
      onclick: (event) => showMembers(client.guildOf(client.channel()), event.currentTarget, client),
      "aria-haspopup": "dialog",
    });
    this.more = iconButton("more", "More about this channel", {
      onclick: (event) => this.#menu(event.currentTarget),
      "data-testid": "channel-menu",
      "aria-haspopup": "menu",
    });
    this.element = h(
      "header",
      { class: "channel-head" },
      parts.menuButton,
      this.title,
      h(
        "div",
        { class: "channel-tools" },
        parts.phoneButton,
        parts.pinsButton,
        this.members,
        this.more,
        parts.personButton,
      ),
    );
    client.store.topics.on("current", () => this.draw());
    client.store.topics.on("channels", () => this.draw());
    this.draw();
  }

  draw() {
    const channel = this.client.channel();
    const { name, face } = titleOf(channel);
    const state = channel?.thread_metadata?.locked
      ? "locked"
      : channel?.thread_metadata?.archived
        ? "archived"
        : null;
    const parent = isThread(channel) && this.client.store.channels.get(channel.parent_id);
    const up =
      parent &&
      h(
        "button",
        { type: "button", class: "plain-link crumb", onclick: () => this.client.openChannel(parent.id) },
        `#${parent.name}`,
      );
    this.title.replaceChildren(
      ...[
        up,
        up && h("span", { class: "muted", "aria-hidden": "true" }, "›"),
        face,
        h("span", { class: "channel-title-name" }, name),
        state && h("span", { class: "state" }, state),
      ].filter(Boolean),
    );
    this.members.hidden = !channel || isDirect(channel);
    this.more.hidden = !channel || isDirect(channel);
  }

  #change(change) {
    const { id } = this.client.channel();
    return this.client.attempt(() => control.changeChannel(id, change));
  }

  async #rename() {
    const channel = this.client.channel();
    const name = await this.parts.ask("Rename", "New name", channel.name);
    if (name) await this.#change({ name });
  }

  #menu(anchor) {
    const channel = this.client.channel();
    const { archived, locked } = channel.thread_metadata ?? {};
    const threadOnly = [
      {
        label: archived ? "Unarchive thread" : "Archive thread",
        testid: "archive",
        run: () => this.#change({ archived: !archived }),
      },
      {
        label: locked ? "Unlock thread" : "Lock thread",
        testid: "lock",
        run: () => this.#change({ locked: !locked }),
      },
    ];
    openMenu(anchor, "Channel", [
      ...(isThread(channel) ? threadOnly : []),
      { label: "Rename …", testid: "rename", run: () => this.#rename() },
      {
        label: isThread(channel) ? "Delete thread" : "Delete channel",
        danger: true,
        testid: "delete-channel",
        run: () => this.client.attempt(() => control.deleteChannel(channel.id)),
      },
    ]);
  }
}
