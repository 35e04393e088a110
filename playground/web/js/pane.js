/** One person's whole client: sidebar, messages, composer, and modals. */

import { sayAloud } from "./aloud.js";
import { ChannelHead } from "./channel-head.js";
import { Client } from "./client.js";
import { Composer } from "./composer.js";
import { droppable } from "./file-field.js";
import { findOne, freshId, h, icon, iconButton } from "./dom.js";
import { LockScreen } from "./lock-screen.js";
import { MessageList } from "./message-list.js";
import { openModal } from "./modal.js";
import { avatar, showPerson } from "./people.js";
import { PinBoard } from "./pin-board.js";
import { Sidebar } from "./sidebar.js";
import { colourOf, nameOf, world } from "./world.js";

/** Panes narrower than this, in pixels, show their channels in a drawer; see layout.css. */
const DRAWER_BELOW = 560;

export class Pane {
  /** the pane that last had the focus */
  static last = null;
  #noticeTimer = null;

  /** `page`: onswitch(pane, anchor), onclose(pane), onchange() (the address is outdated). */
  constructor(user, channel, page) {
    this.user = user;
    this.client = new Client(
      user,
      {
        modal: (data, interaction) => this.#modal(data, interaction),
        notice: (sentence) => this.notice(sentence),
        answered: () => this.pins.close(),
      },
      channel,
    );
    const context = this.#context();
    this.list = new MessageList(this.client, context);
    this.pins = new PinBoard(this.client, context, (id) => this.list.jumpTo(id));
    this.composer = new Composer(this.client, () => this.list.focusNewest());
    this.context = context;
    this.sidebar = new Sidebar(this.client, this.#you(page), () => this.#arrive());
    this.sidebar.element.append(this.#leaveRow(page));
    this.banner = h("div", { class: "banner", role: "status", "data-testid": "banner", hidden: true });
    this.typing = h("div", { class: "typing", "aria-live": "polite", "data-testid": "typing" });
    this.toast = h("div", { class: "toast", role: "alert", "data-testid": "toast", hidden: true });
    this.head = new ChannelHead(this.client, {
      menuButton: this.#menuButton(),
      personButton: this.#personButton(page),
      pinsButton: this.pins.button,
      phoneButton: new LockScreen(this.client).button,
      ask: (...what) => this.#ask(...what),
    });
    this.main = h(
      "div",
      { class: "pane-main" },
      this.head.element,
      this.banner,
      this.list.element,
      this.composer.element,
      this.typing,
    );
    droppable(this.main, (files) => this.composer.drop(files));
    this.shade = h("div", { class: "drawer-shade", onclick: () => this.drawer(false) });
    this.inside = h(
      "div",
      { class: "pane-inside", onkeydown: (event) => this.#key(event) },
      this.sidebar.element,
      this.shade,
      this.main,
    );
    this.element = h(
      "section",
      {
        class: "pane",
        id: freshId("pane"),
        "aria-label": `${nameOf(user)}’s view`,
        "data-pane": user.username,
        "data-testid": `pane-${user.username}`,
        style: { "--face": colourOf(user) },
      },
      this.inside,
      this.toast,
    );
    this.#listen(page);
    this.wide = new ResizeObserver(() => this.element.offsetWidth >= DRAWER_BELOW && this.drawer(false));
    this.wide.observe(this.element);
  }

  #listen(page) {
    const { topics } = this.client.store;
    topics.on("current", () => page.onchange());
    topics.on("unread", () => page.onchange());
    topics.on("status", () => this.#drawBanner());
    topics.on("typing", () => this.drawTyping());
    topics.on("current", () => this.drawTyping());
    topics.on("current", () => this.#keepFocus());
    this.element.addEventListener("focusin", () => (Pane.last = this));
    this.endings = [
      world.topics.on("applications", () => this.#drawBanner()),
      world.topics.on("people", () => this.#renamed()),
    ];
  }

  /** Update the pane's name after a person was renamed. */
  #renamed() {
    this.user = world.user(this.user.id) ?? this.user;
    for (const node of this.element.querySelectorAll("[data-own-name]")) node.textContent = nameOf(this.user);
  }

  #context() {
    return {
      client: this.client,
      revealed: new Set(),
      channelName: (id) => this.client.channelName(id),
      roleName: (id) => this.client.roleName(id),
      openChannel: (id) => this.client.openChannel(id),
      showPerson: (user, anchor) => showPerson(user, anchor, this.client),
      startCommand: (name, id) => this.composer.startCommand(name, id),
      leave: () => this.composer.focus(),
      say: (words) => this.#isListening() && sayAloud(words),
    };
  }

  #you(page) {
    const swap = h(
      "button",
      {
        type: "button",
        class: "you",
        "data-testid": "person-switch",
        "aria-haspopup": "menu",
        "aria-expanded": "false",
        onclick: (event) => page.onswitch(this, event.currentTarget),
      },
      avatar(this.user),
      h("span", { class: "you-text" }, h("small", {}, "You are"), h("strong", { "data-own-name": "" }, nameOf(this.user))),
      icon("chevron"),
    );
    const close = iconButton("close", this.#leaveWords(), {
      class: "icon-button close-pane",
      "data-testid": "close-pane",
      onclick: () => page.onclose(this),
    });
    const shut = iconButton("close", "Close the list of channels", {
      class: "icon-button narrow-only",
      "data-testid": "close-drawer",
      onclick: () => this.drawer(false),
    });
    return h("div", { class: "you-row" }, swap, close, shut);
  }

  #leaveWords() {
    return `Close ${nameOf(this.user)}’s view`;
  }

  /** Return the closing buttons: in a drawer, a cross closes it and a text button closes the whole pane. */
  #leaveRow(page) {
    const properties = { type: "button", class: "button secondary", "data-testid": "leave-pane" };
    const leave = h("button", { ...properties, onclick: () => page.onclose(this) }, this.#leaveWords());
    return h("div", { class: "leave-row narrow-only" }, leave);
  }

  #menuButton() {
    this.menu = iconButton("menu", "Channels", {
      class: "icon-button narrow-only",
      "aria-expanded": "false",
      "data-testid": "drawer",
      onclick: () => this.drawer(true),
    });
    return this.menu;
  }

  #personButton(page) {
    return h(
      "button",
      {
        type: "button",
        class: "person-button narrow-only",
        "aria-label": `You are ${nameOf(this.user)}. Change`,
        "aria-haspopup": "menu",
        "aria-expanded": "false",
        onclick: (event) => page.onswitch(this, event.currentTarget),
      },
      avatar(this.user, "small"),
      h("span", { "data-own-name": "" }, nameOf(this.user)),
    );
  }

  /** Open or closes the channel drawer of a narrow pane. */
  drawer(open) {
    const was = this.element.classList.contains("drawer-open");
    this.element.classList.toggle("drawer-open", open);
    this.main.inert = open;
    if (open) findOne(this.sidebar.element, "[aria-current], button")?.focus();
    else if (was) this.head.element.querySelector("button")?.focus();
    this.menu.setAttribute("aria-expanded", String(open));
  }

  /** Focus the composer after a channel was chosen, unless an on-screen keyboard would cover the page. */
  #arrive() {
    this.drawer(false);
    if (matchMedia("(hover: hover)").matches) this.composer.focus();
  }

  /** True for the pane that is read aloud: of several, only the last one with the focus. */
  #isListening() {
    return Pane.last ? Pane.last === this : this.element.classList.contains("front");
  }

  /** Focus the composer if switching the channel removed the focused element. */
  #keepFocus() {
    const lost = document.activeElement === document.body && Pane.last === this;
    if (lost && matchMedia("(hover: hover)").matches) this.composer.focus();
  }

  #key(event) {
    if (event.key === "Escape" && this.element.classList.contains("drawer-open")) this.drawer(false);
  }

  #drawBanner() {
    const { status } = this.client;
    const sentence =
      status === "lost"
        ? "Lost the connection to the playground. Trying again …"
        : status === "live" && !world.botIsConnected()
          ? "No bot is connected right now. You can still write; commands and buttons will work when it's back."
          : null;
    this.banner.textContent = sentence ?? "";
    this.banner.hidden = !sentence;
    this.banner.classList.toggle("lost", status === "lost");
    this.element.dataset.status = status;
  }

  drawTyping() {
    const names = this.client.store.typists(this.client.current).map(nameOf);
    const text =
      names.length > 1
        ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are typing…`
        : names.length
          ? `${names[0]} is typing…`
          : "";
    if (this.typing.textContent !== text) this.typing.textContent = text;
  }

  /** Show a sentence over the pane for a while. */
  notice(sentence) {
    clearTimeout(this.#noticeTimer);
    this.toast.textContent = sentence;
    this.toast.hidden = false;
    this.#noticeTimer = setTimeout(() => (this.toast.hidden = true), 6000);
  }

  #modal(data, interaction) {
    this.closeModal?.();
    this.closeModal = openModal(this.element, [this.inside], data, this.context, (values) =>
      this.client.submit(interaction, values),
    );
  }

  /** Ask for one line of text; null if canceled. */
  #ask(title, label, value) {
    return new Promise((answer) => {
      const component = { type: 4, style: 1, custom_id: "answer", value, max_length: 100 };
      const modal = { title, submit: "Save", components: [{ type: 18, label, component }] };
      openModal(
        this.element,
        [this.inside],
        modal,
        this.context,
        async (values) => (answer(values.answer), null),
      );
    });
  }

  /** Note that the pane has come to the front. */
  shown() {
    this.list.looked();
  }

  close() {
    this.client.stop();
    this.list.close();
    this.sidebar.close();
    this.wide.disconnect();
    this.endings.forEach((end) => end());
    if (Pane.last === this) Pane.last = null;
    this.element.remove();
  }
}
