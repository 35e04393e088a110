/** What one person's client knows: channels, messages, unread marks. Tells its topics about changes. */

import { compareIds, find, prepend, remove, update, upsert } from "./log.js";
import { Topics } from "./topics.js";
import { world } from "./world.js";

const PAGE = 100;
const TYPING_SECONDS = 10;
const NONE = { count: 0, mentions: 0 };

export const THREADS = new Set([10, 11, 12]);
export const isThread = (channel) => THREADS.has(channel?.type);
export const isForum = (channel) => channel?.type === 15;
export const isDirect = (channel) => channel?.type === 1 || channel?.type === 3;

export class Store {
  topics = new Topics();
  guilds = [];
  channels = new Map();
  unread = new Map();
  /** the phone's notifications, newest last: {title, body, at, channel_id, message_id} */
  phone = [];
  logs = new Map();
  typing = new Map();
  /** message id → {pending: custom_id} or {error: sentence} */
  presses = new Map();
  /** "message id:custom_id" → values last chosen there */
  selections = new Map();

  constructor(user) {
    this.user = user;
  }

  setHome(home) {
    this.guilds = home.guilds.map(({ id, name }) => ({ id, name }));
    this.channels = new Map();
    for (const guild of home.guilds)
      for (const one of guild.channels) this.channels.set(one.id, { guild_id: guild.id, ...one });
    for (const one of home.dms) this.channels.set(one.id, one);
    this.unread = new Map(Object.entries(home.unread ?? {}));
    this.topics.tell("channels", "unread");
  }

  setPhone(pushes) {
    this.phone = pushes;
    this.topics.tell("phone");
  }

  /** Mark all fetched messages as outdated; those of channel `kept` stay until new ones are loaded. */
  forgetMessages(kept) {
    for (const channel of this.logs.keys()) if (channel !== kept) this.logs.delete(channel);
  }

  log(channel) {
    return this.logs.get(channel) ?? { items: [], complete: false, loading: false, ready: false };
  }

  #setLog(channel, change) {
    this.logs.set(channel, { ...this.log(channel), ...change });
    this.topics.tell("messages");
  }

  /** Start loading a page; events that arrive meanwhile are applied afterwards. */
  startLoading(channel) {
    this.#setLog(channel, { loading: true, waiting: this.log(channel).waiting ?? [] });
  }

  finishLoading(channel, page, { older = false } = {}) {
    if (!this.channels.has(channel)) return this.failLoading(channel);
    const { items, waiting = [], complete } = this.log(channel);
    page.forEach((message) => world.meet(message.author));
    const next = older ? prepend(items, page) : [...page].sort((a, b) => compareIds(a.id, b.id));
    const short = page.length < PAGE;
    this.#setLog(channel, {
      items: next,
      loading: false,
      ready: true,
      waiting: undefined,
      complete: short || (older && complete),
    });
    for (const [event, data] of waiting) this.apply(event, data);
  }

  failLoading(channel) {
    if (this.channels.has(channel)) this.#setLog(channel, { loading: false, waiting: undefined });
    else this.logs.delete(channel);
  }

  /** Drop a channel's older messages; they are fetched again on demand. */
  shorten(channel) {
    const log = this.log(channel);
    if (log.loading || log.items.length <= 2 * PAGE) return;
    this.logs.set(channel, { ...log, items: log.items.slice(-PAGE), complete: false });
  }

  message(channel, id) {
    return find(this.log(channel).items, id);
  }

  addMessage(message) {
    if (message && !this.message(message.channel_id, message.id)) this.apply("MESSAGE_CREATE", message);
  }

  dropMessage(channel, id) {
    this.#setLog(channel, { items: remove(this.log(channel).items, id) });
  }

  /** True if this person's app knows a user's name: the person's own, or one seen in a message. */
  knows(id) {
    const everyone = world.conditions.find((one) => one.key === "full_cache");
    if (id === this.user.id || everyone?.on.includes(this.user.id)) return true;
    const shows = ({ author, mentions = [], interaction_metadata: used }) =>
      [author, used?.user, ...mentions].some((one) => one?.id === id);
    return [...this.logs.values()].some((log) => log.items.some(shows));
  }

  unreadOf(channel) {
    return this.unread.get(channel) ?? NONE;
  }

  setUnread(channel, mark) {
    this.unread.set(channel, mark);
    this.topics.tell("unread");
  }

  /** Return the number in the page's title: mentions in servers and all unread direct messages. */
  calls() {
    let sum = 0;
    for (const [id, { count, mentions }] of this.unread)
      sum += isDirect(this.channels.get(id)) ? count : mentions;
    return sum;
  }

  setPress(message, state) {
    if (state) this.presses.set(message, state);
    else this.presses.delete(message);
    this.topics.tell("messages");
  }

  typists(channel) {
    const now = Date.now();
    const all = [...(this.typing.get(channel) ?? new Map())];
    return all
      .filter(([id, until]) => until > now && id !== this.user.id)
      .map(([id]) => world.user(id))
      .filter(Boolean);
  }

  /** Apply one event of the live socket. */
  apply(event, data) {
    const log = this.logs.get(data?.channel_id);
    if (log?.loading && event.startsWith("MESSAGE_")) log.waiting.push([event, data]);
    else this.#handlers[event]?.(data);
  }

  #known(channel, change) {
    if (this.log(channel).ready) this.#setLog(channel, { items: change(this.log(channel).items) });
  }

  /** End the typing mark of a message's author. */
  #hush(message) {
    if (this.typing.get(message.channel_id)?.delete(message.author?.id)) this.topics.tell("typing");
  }

  #setChannel = (data) => {
    this.channels.set(data.id, { ...this.channels.get(data.id), ...data });
    this.topics.tell("channels");
  };

  #dropChannel = ({ id }) => {
    for (const one of this.channels.values()) if (one.parent_id === id) this.channels.delete(one.id);
    this.channels.delete(id);
    this.unread.delete(id);
    this.logs.delete(id);
    this.topics.tell("channels", "unread");
  };

  #handlers = {
    MESSAGE_CREATE: (message) => {
      world.meet(message.author);
      this.#hush(message);
      this.#known(message.channel_id, (items) => upsert(items, message));
    },
    MESSAGE_UPDATE: (message) => {
      for (const key of this.selections.keys())
        if (key.startsWith(`${message.id}:`)) this.selections.delete(key);
      this.#hush(message);
      this.#known(message.channel_id, (items) => update(items, message));
    },
    MESSAGE_DELETE: ({ channel_id, id }) => this.#known(channel_id, (items) => remove(items, id)),
    MESSAGE_DELETE_BULK: ({ channel_id, ids }) => this.#known(channel_id, (items) => ids.reduce(remove, items)),
    CHANNEL_CREATE: this.#setChannel,
    CHANNEL_UPDATE: this.#setChannel,
    CHANNEL_DELETE: this.#dropChannel,
    THREAD_CREATE: this.#setChannel,
    THREAD_UPDATE: this.#setChannel,
    THREAD_DELETE: this.#dropChannel,
    TYPING_START: ({ channel_id, user_id }) => {
      const typists = this.typing.get(channel_id) ?? new Map();
      this.typing.set(channel_id, typists.set(user_id, Date.now() + TYPING_SECONDS * 1000));
      this.topics.tell("typing");
    },
    UNREAD: ({ channel_id, count, mentions }) => this.setUnread(channel_id, { count, mentions }),
    PUSH: (shown) => {
      if (!this.phone.some((one) => one.message_id === shown.message_id)) this.setPhone([...this.phone, shown]);
    },
    CLOCK: (clock) => world.setClock(clock),
    ENDPOINTS: (data) => world.setEndpoints(data),
    FAULTS: (faults) => world.setFaults(faults),
    CONDITIONS: ({ conditions }) => world.setConditions(conditions),
    RATE_LIMITS: ({ on }) => world.setRateLimits(on),
    APPLICATIONS: (data) => world.setApplications(data?.applications ?? data),
    GUILD_MEMBER_ADD: () => world.load(),
    GUILD_MEMBER_REMOVE: () => world.load(),
    GUILD_MEMBER_UPDATE: (member) => world.setMember(member),
    GUILD_ROLE_CREATE: (data) => world.addRole(data),
  };
}
