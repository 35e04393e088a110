/** One person's client: the store, the live socket, and all actions of that person. */

import { clientFor } from "./api.js";
import { openLive } from "./live.js";
import { Pins } from "./pins.js";
import { isThread, Store } from "./store.js";
import { world } from "./world.js";

export const FAILED = "This interaction failed";
/** Seconds that the clock may be moved before file addresses are fetched again, since they expire. */
const FRESH_SECONDS = 3600;
/** Events after which a person may be offered other commands. */
const CHANGE_COMMANDS = new Set(["APPLICATIONS", "COMMANDS", "GUILD_MEMBER_UPDATE"]);
export const SILENT = "The application did not respond. Try again in a moment.";

export class Client {
  current = null;
  /** "connecting", "live" or "lost" */
  status = "connecting";
  /** the first unread message of the open channel */
  newFrom = null;
  #commands = new Map();
  /** events that arrive while the home is being fetched, otherwise null */
  #waiting = null;
  /** the clock's offset in seconds when the messages were fetched */
  #freshAt = 0;

  /**
   * `view` receives modal(data, interaction), notice(sentence), and answered() when a message or a modal
   * arrives as an answer.
   */
  constructor(user, view, wanted) {
    this.user = user;
    this.view = view;
    this.wanted = wanted;
    this.api = clientFor(user.id);
    this.store = new Store(user);
    this.pins = new Pins((channel) => this.api.pins(channel), this.store.topics);
    this.stop = openLive(user.id, {
      onopen: () => this.#guarded(() => this.#synchronise()),
      onevent: (event, data) => this.#heed(event, data),
      onlost: () => {
        this.#waiting = null;
        this.#setStatus("lost");
      },
    });
  }

  #setStatus(status) {
    this.status = status;
    this.store.topics.tell("status");
  }

  /** Run `task`; if it is refused, show the reason to the person and return undefined. */
  async #guarded(task) {
    try {
      return await task();
    } catch (error) {
      this.view.notice(error.message);
      return undefined;
    }
  }

  async #synchronise() {
    this.#waiting = [];
    try {
      const [home, phone] = await Promise.all([this.api.home(), this.api.phone(), world.load()]);
      this.store.setHome(home);
      this.store.setPhone(phone);
    } finally {
      for (const [event, data] of this.#waiting ?? []) this.store.apply(event, data);
      this.#waiting = null;
    }
    this.store.forgetMessages();
    this.pins.forget();
    this.#commands.clear();
    this.#freshAt = world.offset;
    this.#setStatus("live");
    const goal = this.store.channels.has(this.current) ? this.current : this.#firstChannel();
    this.current = null;
    if (goal) await this.openChannel(goal);
  }

  #firstChannel() {
    const all = [...this.store.channels.values()];
    const wanted =
      all.find((one) => one.id === this.wanted) ??
      all.find((one) => one.type === 0 && one.name === this.wanted);
    return (wanted ?? all.find((one) => one.type === 0) ?? all[0])?.id;
  }

  /** Fetch the open channel's messages again once the clock has moved so far that file addresses expire. */
  async #freshen(offset) {
    if (offset - this.#freshAt < FRESH_SECONDS) return;
    this.#freshAt = offset;
    const place = this.current;
    this.store.forgetMessages(place);
    this.pins.forget();
    if (!place) return;
    this.pins.load(place);
    await this.#fetch(place);
  }

  #heed(event, data) {
    if (this.#waiting) {
      this.#waiting.push([event, data]);
      return;
    }
    this.store.apply(event, data);
    this.pins.heed(event, data);
    if (event === "CLOCK") this.#freshen(data.offset);
    if (CHANGE_COMMANDS.has(event)) this.#commands.clear();
    if (!this.store.channels.has(this.current)) this.#leaveVanished();
  }

  /** Open the first channel, because the open one is gone or none was open. */
  #leaveVanished() {
    const next = this.#firstChannel();
    const instead = next ? "You're back in the first one." : "You can't see any others.";
    if (this.current) this.view.notice(`This channel is gone. ${instead}`);
    this.current = null;
    if (next) this.openChannel(next);
    else this.store.topics.tell("current", "messages");
  }

  channel() {
    return this.store.channels.get(this.current);
  }

  guildOf(channel) {
    return channel?.guild_id ?? this.store.channels.get(channel?.parent_id)?.guild_id;
  }

  /** The people who can be mentioned in the open channel. */
  members() {
    const channel = this.channel();
    const direct = channel?.recipients;
    return direct
      ? [this.user, ...direct.map((one) => world.user(one.id) ?? one)]
      : world.members(this.guildOf(channel));
  }

  /** The roles of the open server. */
  roles() {
    return world.roles(this.guildOf(this.channel()));
  }

  roleName(id) {
    return this.roles().find((one) => one.id === id)?.name;
  }

  channelName(id) {
    return this.store.channels.get(id)?.name;
  }

  async openChannel(id) {
    if (!this.store.channels.has(id) || this.current === id) return;
    this.store.shorten(this.current);
    this.current = id;
    this.newFrom = null;
    const { count } = this.store.unreadOf(id);
    this.store.topics.tell("current", "messages", "channels");
    this.pins.load(id);
    const log = this.store.log(id);
    if (!log.ready && !log.loading) await this.#fetch(id);
    const { items } = this.store.log(id);
    if (count && this.current === id) this.newFrom = items.at(-Math.min(count, items.length))?.id ?? null;
    this.store.topics.tell("messages");
  }

  async #fetch(id, before) {
    this.store.startLoading(id);
    try {
      this.store.finishLoading(id, await this.api.messages(id, before), { older: Boolean(before) });
    } catch (error) {
      this.store.failLoading(id);
      if (this.store.channels.has(id)) this.view.notice(error.message);
    }
  }

  async loadOlder() {
    const { items, loading, complete, ready } = this.store.log(this.current);
    if (ready && !loading && !complete && items.length) await this.#fetch(this.current, items[0].id);
  }

  /** Load older messages until the one with this id is loaded; return whether it is. */
  async reach(id) {
    const place = this.current;
    let count = -1;
    const here = () => this.current === place;
    const length = () => this.store.log(place).items.length;
    while (here() && !this.store.message(place, id) && length() > count) {
      count = length();
      await this.loadOlder();
    }
    return here() && Boolean(this.store.message(place, id));
  }

  /** Mark the channel as read: its newest message is in view. */
  seen() {
    if (!this.store.unreadOf(this.current).count) return;
    this.store.setUnread(this.current, { count: 0, mentions: 0 });
    this.api.read(this.current).catch(() => null);
  }

  /** Send a message; return whether it was accepted. */
  async say(content) {
    const message = await this.#guarded(() => this.api.say(this.current, content));
    this.store.addMessage(message);
    return Boolean(message);
  }

  async openDirect(recipient) {
    const channel = await this.#guarded(() => this.api.openDirect(recipient));
    if (!channel) return;
    this.store.apply("CHANNEL_CREATE", channel);
    await this.openChannel(channel.id);
  }

  /** Return the commands usable in the open channel; fetch them once, but again while there are none. */
  commands() {
    const place = this.current;
    if (!this.#commands.has(place)) this.#commands.set(place, this.#fetchCommands(place));
    return this.#commands.get(place);
  }

  async #fetchCommands(place) {
    const found = (await this.#guarded(() => this.api.commands(place))) ?? [];
    if (!found.length) this.#commands.delete(place);
    return found;
  }

  /** Run a slash command; return null on success, otherwise a sentence with the reason. */
  async slash(command, options) {
    try {
      const outcome = await this.api.slash({ channel: this.current, command, options });
      return this.#receive(outcome) ? null : (outcome.error ?? SILENT).replace(FAILED, SILENT);
    } catch (error) {
      return error.message;
    }
  }

  /** Return the context menu commands of this type (user or message) that are usable here. */
  async menu(type) {
    return (await this.commands()).filter((one) => one.type === type);
  }

  /** Use a context menu command on `target`, {user: id} or {message: id}. */
  async use(command, target) {
    try {
      const outcome = await this.api.use({ channel: this.current, command, ...target });
      if (!this.#receive(outcome)) this.view.notice((outcome.error ?? SILENT).replace(FAILED, SILENT));
    } catch (error) {
      this.view.notice(error.message);
    }
  }

  /** Return choices for the focused option; [] if the bot has none or is not connected. */
  async autocomplete(command, options) {
    const answer = await this.api.autocomplete({ channel: this.current, command, options }).catch(() => null);
    return answer?.choices ?? [];
  }

  async press(message, customId, values) {
    const { id, channel_id: channel } = message;
    if (this.store.presses.get(id)?.pending) return;
    if (values) this.store.selections.set(`${id}:${customId}`, values);
    this.store.setPress(id, { pending: customId });
    try {
      const outcome = await this.api.press({
        channel,
        message: id,
        custom_id: customId,
        ...(values && { values }),
      });
      this.store.setPress(id, this.#receive(outcome) ? null : { error: outcome.error ?? FAILED });
    } catch (error) {
      this.store.setPress(id, { error: error.message });
    }
  }

  /** Submit a modal; return null on success, otherwise a sentence with the reason. */
  async submit(interaction, values) {
    try {
      const outcome = await this.api.submit(interaction, values);
      return this.#receive(outcome) ? null : (outcome.error ?? "Something went wrong. Try again.");
    } catch (error) {
      return error.message;
    }
  }

  #receive(outcome) {
    if (outcome.type === "failed") return false;
    if (["modal", "message", "deferred"].includes(outcome.type)) this.view.answered();
    if (outcome.type === "modal") this.view.modal(outcome.modal, outcome.interaction);
    if (outcome.type === "message" || outcome.type === "deferred") this.store.addMessage(outcome.message);
    return true;
  }

  async dismiss(message) {
    this.store.dropMessage(message.channel_id, message.id);
    await this.#guarded(() => this.api.dismiss(message.channel_id, message.id));
  }

  /** Run an action on the server and show its refusal, if any; return whether it succeeded. */
  async attempt(task) {
    return (await this.#guarded(async () => (await task(), true))) ?? false;
  }

  canWrite() {
    const channel = this.channel();
    return !(isThread(channel) && channel.thread_metadata?.locked);
  }
}
