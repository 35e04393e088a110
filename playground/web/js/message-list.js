/** The messages of the open channel: scrolling, dividers, older pages, following the newest. */

import { ChannelStart } from "./channel-start.js";
import { findAll, h, icon, reconcile } from "./dom.js";
import { compareIds } from "./log.js";
import { continues, isEphemeral, renderMessage } from "./message.js";
import { spoken } from "./message-words.js";
import { Pressed } from "./pressed.js";
import { epochOf, format, sameDay } from "./time.js";
import { nameOf, world } from "./world.js";

const NEAR = 60;
const OLDER = 300;
/** Maximum number of new messages read aloud at once; for more, only their number is. */
const ALOUD = 3;
/** Keys that move between messages; Home goes to the first. */
const STEPS = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

export class MessageList {
  #kept = new Map();
  #versions = new WeakMap();
  #version = 0;
  #atBottom = true;
  /** how far the list scrolled when it last went to the bottom */
  #followed = 0;
  #shown = null;
  /** the message that had the focus when a change redrew it */
  #touched = null;
  #pressed = new Pressed();

  /**
   * `context` as for messages; `leave()` moves the focus back to the composer, `say(words)` reads words
   * aloud.
   */
  constructor(client, context) {
    this.client = client;
    this.context = { ...context, jumpTo: (id) => this.jumpTo(id) };
    this.start = new ChannelStart(client, context.startCommand);
    this.list = h("ol", { class: "messages", "data-testid": "messages", "aria-label": "Messages" });
    this.inside = h("div", { class: "scroll-inside" }, this.start.element, this.list);
    this.scroller = h(
      "div",
      {
        class: "scroller",
        tabindex: "0",
        role: "region",
        "aria-label": `Messages, as ${nameOf(client.user)} sees them`,
        onscroll: () => this.#scrolled(),
        onkeydown: (event) => this.#key(event),
        onwheel: () => this.#pressed.forget(),
        ontouchmove: () => this.#pressed.forget(),
      },
      this.inside,
    );
    this.jump = h(
      "button",
      {
        type: "button",
        class: "jump",
        hidden: true,
        title: "Jump to the newest message",
        "data-testid": "jump",
        onclick: () => this.toBottom(),
      },
      icon("down"),
      h("span"),
    );
    this.element = h("div", { class: "message-area" }, this.scroller, this.jump);
    this.observer = new ResizeObserver(() => this.#stay());
    this.observer.observe(this.inside);
    this.observer.observe(this.scroller);
    const { topics } = client.store;
    topics.on("messages", () => this.draw());
    topics.on("unread", () => this.#markSeen());
    this.endings = [world.topics.on("people", () => this.#redrawAll())];
  }

  close() {
    this.observer.disconnect();
    this.start.end();
    this.endings.forEach((end) => end());
  }

  /** Return a number for this exact object, so that a changed message is redrawn. */
  #versionOf(object) {
    if (!object) return 0;
    if (!this.#versions.has(object)) this.#versions.set(object, ++this.#version);
    return this.#versions.get(object);
  }

  #redrawAll() {
    this.#versions = new WeakMap();
    this.draw();
  }

  #entry(message, before) {
    const { store } = this.client;
    const divider =
      this.#isNew(message) || (before && !sameDay(epochOf(before.timestamp), epochOf(message.timestamp)));
    const grouped = !divider && continues(message, before);
    const press = store.presses.get(message.id);
    return {
      key: message.id,
      signature: `${this.#versionOf(message)}:${grouped}:${this.#versionOf(press)}`,
      build: (previous) => {
        if (previous?.contains(document.activeElement) && !press) this.#touched = message;
        return renderMessage(message, { context: this.context, grouped, press, previous });
      },
    };
  }

  #isNew(message) {
    return message.id === this.client.newFrom;
  }

  #dividers(message, before) {
    const time = epochOf(message.timestamp);
    const newDay = !before || !sameDay(epochOf(before.timestamp), time);
    const isNew = this.#isNew(message);
    if (!newDay && !isNew) return [];
    const label = newDay ? format(time, "D") : "";
    const build = () =>
      h(
        "li",
        { class: `divider${isNew ? " new" : ""}${label ? "" : " undated"}` },
        label && h("span", {}, label),
        isNew && h("span", { class: "new-mark" }, "New", h("span", { class: "sr-only" }, " from here on")),
      );
    return [{ key: `divider:${message.id}`, signature: `${label}:${isNew}`, build }];
  }

  #entries(items) {
    return items.flatMap((message, index) => [
      ...this.#dividers(message, items[index - 1]),
      this.#entry(message, items[index - 1]),
    ]);
  }

  draw() {
    const channel = this.client.channel();
    const log = this.client.store.log(this.client.current);
    const switched = this.#shown !== this.client.current;
    if (switched) this.#switch();
    const fresh = this.#fresh(log);
    this.#pressed.look(log.items, fresh, this.client.store.presses);
    const anchor = this.#atBottom ? null : this.#anchor();
    reconcile(this.list, this.#entries(log.items), this.#kept);
    this.start.draw(channel, log);
    this.list.setAttribute("aria-busy", String(log.loading));
    const mine = fresh.some((one) => this.#isMine(one));
    if (mine) this.#pressed.forget();
    if (this.#atBottom || mine) this.toBottom();
    else this.#restore(anchor);
    this.#pressed.show(this.scroller, this.#kept);
    this.#announce(fresh);
    this.#markSeen();
  }

  /** Stay at the bottom and keep the pressed message in view after the size or a picture has changed. */
  #stay() {
    if (this.#atBottom) this.toBottom();
    this.#pressed.show(this.scroller, this.#kept);
  }

  /** True for the person's own messages, ephemeral ones, and answers to the person's commands. */
  #isMine(message) {
    const me = this.client.user.id;
    return (
      message.author?.id === me ||
      isEphemeral(message) ||
      (message.interaction_metadata ?? message.interaction)?.user?.id === me
    );
  }

  #switch() {
    this.#shown = this.client.current;
    this.#pressed.forget();
    this.#kept.forEach(({ node }) => node.remove());
    this.#kept.clear();
    this.#atBottom = true;
    this.last = null;
  }

  /** Return the messages at the end that arrived since the last drawing. */
  #fresh({ items, ready }) {
    if (!ready) return [];
    const before = this.last;
    this.last = items.at(-1)?.id ?? before ?? "0";
    return before ? items.filter((one) => compareIds(one.id, before) > 0) : [];
  }

  #all() {
    return findAll(this.list, ".message");
  }

  /** Return the first visible message and its position, to keep it in place when older ones are added. */
  #anchor() {
    const top = this.scroller.getBoundingClientRect().top;
    const node = this.#all().find((one) => one.getBoundingClientRect().bottom > top);
    return node && { id: node.dataset.messageId, offset: node.getBoundingClientRect().bottom };
  }

  #restore(anchor) {
    const node = this.#kept.get(anchor?.id)?.node;
    if (!node) return;
    const moved = node.getBoundingClientRect().bottom - anchor.offset;
    if (moved) this.scroller.scrollTop += moved;
  }

  #announce(fresh) {
    const heard = fresh.filter((one) => one.author?.id !== this.client.user.id);
    const changed = this.#touched && !fresh.includes(this.#touched) ? [this.#touched] : [];
    this.#touched = null;
    const said = [...heard, ...changed];
    if (said.length > ALOUD) this.context.say(`${said.length} new messages`);
    else if (said.length) this.context.say(said.map((one) => spoken(one, this.context.channelName)).join(". "));
    if (heard.length && !this.#atBottom) this.#showJump(heard.length);
  }

  /** Handle keys: arrows move between messages, Escape goes back to the composer. */
  #key(event) {
    if (event.defaultPrevented || !(event.key in STEPS || event.key === "Escape")) return;
    const here = event.target.closest(".message");
    if (event.key === "Escape") this.context.leave();
    else if (event.target !== this.scroller && event.target !== here) return;
    else if (event.key === "End") this.focusNewest();
    else if (here) this.#focusBeside(here, STEPS[event.key]);
    else this.#lowestInView()?.focus();
    event.preventDefault();
  }

  #lowestInView() {
    const { bottom } = this.scroller.getBoundingClientRect();
    return this.#all().findLast((one) => one.getBoundingClientRect().top < bottom);
  }

  #focusBeside(here, step) {
    const all = this.#all();
    const goal = step === -Infinity ? all[0] : all[all.indexOf(here) + step];
    if (goal) goal.focus();
    else if (step > 0) this.context.leave();
  }

  /** Focus the newest message; return false if there is none. */
  focusNewest() {
    const newest = this.#all().at(-1);
    (newest ?? this.scroller).focus();
    return Boolean(newest);
  }

  #showJump(more = 0) {
    this.waiting = (this.waiting ?? 0) + more;
    this.jump.hidden = false;
    this.jump.setAttribute(
      "aria-label",
      this.waiting ? `${this.waiting} new below` : "Jump to the newest message",
    );
    this.jump.lastChild.textContent = this.waiting ? `${this.waiting} new` : "";
  }

  #hideJump() {
    this.waiting = 0;
    this.jump.hidden = true;
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    // If there's more content or less room, the person did not scroll away: the observer is about to scroll down.
    const hasGrown = this.#atBottom && scrollHeight - clientHeight > this.#followed;
    this.#atBottom = hasGrown || scrollHeight - scrollTop - clientHeight < NEAR;
    if (this.#atBottom) this.#hideJump();
    else if (scrollHeight - scrollTop > 2 * clientHeight) this.#showJump();
    if (this.#atBottom) this.#markSeen();
    if (scrollTop < OLDER) this.client.loadOlder();
  }

  #markSeen() {
    if (
      this.#atBottom &&
      this.client.current &&
      document.visibilityState === "visible" &&
      this.element.offsetParent
    )
      this.client.seen();
  }

  /** Check again whether the newest message is in view, after the page or pane came to the front. */
  looked() {
    this.#markSeen();
  }

  toBottom() {
    this.#atBottom = true;
    this.#followed = this.scroller.scrollHeight - this.scroller.clientHeight;
    this.scroller.scrollTop = this.#followed;
    this.#hideJump();
    this.#markSeen();
  }

  async jumpTo(id) {
    if (!(await this.client.reach(id))) return;
    const node = this.list.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
    if (!node) return;
    this.#atBottom = false;
    node.scrollIntoView({ block: "center" });
    this.scroller.focus({ preventScroll: true });
    node.classList.add("pointed-at");
    node.addEventListener("animationend", () => node.classList.remove("pointed-at"), { once: true });
  }
}
