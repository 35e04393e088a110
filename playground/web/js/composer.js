/** The composer: a text field, or a slash command's form, with completion. */

/** @import { CommandDraft } from "./types.js" */

import { flatten, search, typedCommand, typedOptions } from "./commands.js";
import { CommandForm } from "./command-form.js";
import { Completion } from "./completion.js";
import { h, iconButton } from "./dom.js";
import { packDraft, unpackDraft } from "./drafts.js";
import { keep, recall } from "./memory.js";
import { avatar } from "./people.js";
import { isDirect, isForum, isThread } from "./store.js";
import { nameOf, world } from "./world.js";

const LONGEST = 2000;

export class Composer {
  #form = null;
  #channel = null;

  /** `onup` runs when the up arrow is pressed in an empty field. */
  constructor(client, onup) {
    this.client = client;
    this.onup = onup;
    this.completion = new Completion();
    this.notice = h("div", {
      class: "composer-notice",
      role: "alert",
      "data-testid": "notice",
      hidden: true,
    });
    this.hint = h("div", { class: "composer-hint", "aria-live": "polite", hidden: true });
    this.field = h("textarea", {
      rows: "1",
      "aria-haspopup": "listbox",
      "aria-autocomplete": "list",
      "data-testid": "composer",
      autocomplete: "off",
      oninput: () => this.#typed(),
      onkeydown: (event) => this.#key(event),
      onblur: () => this.completion.hide(),
    });
    this.place = h("div", { class: "composer-place" }, this.field);
    this.cancel = iconButton("close", "Leave the command", {
      onclick: () => this.#toText(""),
      hidden: true,
      "data-testid": "cancel-command",
    });
    this.send = iconButton("send", "Send", {
      onclick: () => this.#send(),
      "data-testid": "send",
      onmousedown: (event) => event.preventDefault(),
    });
    this.box = h("div", { class: "composer-box" }, this.place, this.cancel, this.send);
    const above = [this.notice, this.hint, this.completion.element, this.completion.count];
    this.element = h("div", { class: "composer" }, above, this.box);
    client.store.topics.on("current", () => this.#moved());
    client.store.topics.on("channels", () => this.#describe());
    this.#describe();
  }

  #describe() {
    const channel = this.client.channel();
    const name = isDirect(channel)
      ? `@${nameOf(world.user(channel.recipients?.[0]?.id) ?? channel.recipients?.[0])}`
      : `${isThread(channel) ? "" : "#"}${channel?.name ?? ""}`;
    const writable = this.client.canWrite();
    this.field.disabled = !writable;
    const verb = isForum(channel) ? "Write a post in" : "Message";
    const words = channel ? `${verb} ${name}` : "No channel is open.";
    this.field.placeholder = writable ? words : "This thread is locked.";
    this.field.setAttribute("aria-label", words);
  }

  /** Show the unsent text of the channel that is open now. */
  #moved() {
    if (this.#channel === this.client.current) return;
    this.#channel = this.client.current;
    const { text, command } = unpackDraft(recall(this.#place(), true));
    this.#leaveForm();
    this.field.value = text;
    this.say(null);
    this.#size();
    this.#describe();
    if (command) this.#resume(command);
  }

  /** Return the name by which the browser keeps this channel's unsent text or command through a reload. */
  #place() {
    return `draft-${this.client.user.id}-${this.#channel}`;
  }

  #keep() {
    const command = this.#form?.draft();
    keep(this.#place(), packDraft({ text: this.field.value, command }), true);
  }

  /**
   * Open the form of a command that was not sent; where there's no such command, show its name.
   *
   * @param {CommandDraft} draft
   */
  async #resume({ id, name, fields }) {
    const place = this.#place();
    const entry = (await this.#entries()).find((one) => one.command.id === id && one.name === name);
    if (this.#place() !== place || this.#form || this.field.value) return;
    if (entry) this.#openForm(entry).restore(fields);
    else this.field.value = `/${name}`;
  }

  /** Show a sentence above the field, or hides it. */
  say(sentence, tone = "wrong") {
    this.notice.textContent = sentence ?? "";
    this.notice.className = `composer-notice ${tone}`;
    this.notice.hidden = !sentence;
  }

  #showHint(text) {
    this.hint.textContent = text ?? "";
    this.hint.hidden = !text;
  }

  /** Fit the field to its text, and keep the text. */
  #fit() {
    this.#size();
    this.#keep();
  }

  #size() {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight, 200)}px`;
    const left = LONGEST - this.field.value.length;
    this.box.dataset.left = left < 200 ? String(left) : "";
  }

  focus() {
    (this.#form ?? this.field).focus();
  }

  async #entries() {
    return flatten(await this.client.commands());
  }

  /**
   * Start a command by name, as a command mention does (which means the command with `id`); "" opens the full
   * list.
   */
  async startCommand(name, id) {
    const fits = (entry) => entry.name === name && (id === undefined || entry.command.id === id);
    const entry = (await this.#entries()).find(fits);
    if (entry) return this.#toForm(entry);
    this.#toText(`/${name}`);
    return this.#typed();
  }

  async #typed() {
    this.#fit();
    this.say(null);
    const { value } = this.field;
    if (value.startsWith("/")) await this.#offerCommands(value);
    else this.#offerNames(value);
  }

  async #offerCommands(value) {
    const entries = await this.#entries();
    if (this.field.value !== value || this.#form) return;
    const typed = typedCommand(entries, value.slice(1));
    if (typed) this.#begin(entries, typed.entry);
    else this.#listCommands(entries, value.slice(1));
  }

  /** Open the form of `entry`, filled with the text typed after its name. */
  #begin(entries, entry) {
    const typed = typedCommand(entries, this.field.value.slice(1));
    const form = this.#toForm(entry);
    if (typed?.entry === entry) form.fill(typedOptions(entry.options, typed.rest));
  }

  #listCommands(entries, text) {
    const found = search(entries, text);
    if (!found.length) this.say(this.#whyNone(entries, text), "quiet");
    const bot = (entry) =>
      [...world.users.values()].find((user) => user.bot && this.#ownsCommand(user, entry.command)) ?? {
        bot: true,
        id: entry.command.application_id,
      };
    const items = found.map((entry) => ({
      value: entry.name,
      label: `/${entry.name}`,
      detail: entry.description,
      hint: entry.options
        .filter((one) => one.required)
        .map((one) => ` ${one.name}`)
        .join(""),
      face: avatar(bot(entry), "small"),
      entry,
    }));
    this.completion.show(
      this.field,
      text ? `Commands that fit “${text.trim()}”` : "Commands",
      items,
      (item) => this.#begin(entries, item.entry),
    );
  }

  #ownsCommand(user, command) {
    const application = world.applications.find((one) => one.id === command.application_id);
    return user.id === (application?.bot_user_id ?? command.application_id);
  }

  #whyNone(entries, text) {
    if (entries.length) return `There's no command “/${text.trim()}”. Type just / to see them all.`;
    return world.botIsConnected()
      ? "There are no commands in this channel."
      : "No bot is connected yet, so there are no commands.";
  }

  #offerNames(value) {
    const before = value.slice(0, this.field.selectionStart);
    const match = /(^|\s)([@#])([\w-]*)$/.exec(before);
    if (!match) return this.completion.hide();
    const [, , sign, begun] = match;
    const items = this.#names(sign).filter((one) => one.label.toLowerCase().startsWith(begun.toLowerCase()));
    const insert = (item) => {
      const start = before.length - begun.length;
      this.field.setRangeText(`${item.label} `, start, before.length, "end");
      this.#fit();
    };
    return this.completion.show(this.field, sign === "@" ? "People" : "Channels", items.slice(0, 10), insert);
  }

  #names(sign) {
    if (sign === "@")
      return this.client.members().map((user) => ({
        value: user.id,
        label: nameOf(user),
        detail: user.username,
        face: avatar(user, "small"),
      }));
    return [...this.client.store.channels.values()]
      .filter((one) => one.name)
      .map((one) => ({ value: one.id, label: one.name }));
  }

  /** Replace typed `@Tom` and `#games` with the mentions to send. */
  #withMentions(text) {
    const longestFirst = (sign) =>
      this.#names(sign).sort((one, other) => other.label.length - one.label.length);
    const replaceAll = (whole, sign, open) =>
      longestFirst(sign).reduce(
        (now, { label, value }) =>
          now.replace(
            new RegExp(`(^|[\\s(])${sign}${label.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`, "gi"),
            `$1<${open}${value}>`,
          ),
        whole,
      );
    return replaceAll(replaceAll(text, "@", "@"), "#", "#");
  }

  #toForm(entry) {
    this.#openForm(entry).focus();
    return this.#form;
  }

  #openForm(entry) {
    this.#form = new CommandForm(entry, this.client, {
      completion: this.completion,
      onsend: () => this.#send(),
      oncancel: (text) => this.#toText(text),
      onhint: (text) => this.#showHint(text),
      onproblem: (sentence) => this.say(sentence),
      onchange: () => this.#keep(),
    });
    this.say(null);
    this.field.value = "";
    this.cancel.hidden = false;
    this.place.replaceChildren(this.#form.element);
    this.#keep();
    return this.#form;
  }

  /** Take files that were dropped on the pane. */
  drop(files) {
    if (files.length && !this.#form?.take(files))
      this.say("You can only send a file with a command that takes one. Type / and choose it first.", "quiet");
  }

  #leaveForm() {
    this.#form = null;
    this.cancel.hidden = true;
    this.#showHint(null);
    this.completion.hide();
    this.place.replaceChildren(this.field);
  }

  #toText(text, focus = true) {
    this.#leaveForm();
    this.field.value = text;
    this.#fit();
    if (focus) this.field.focus();
    if (text) this.#typed();
  }

  #key(event) {
    if (event.isComposing || this.completion.key(event)) return;
    if (event.key === "Tab" && !event.shiftKey && this.completion.accept()) event.preventDefault();
    else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!this.completion.accept()) this.#send();
    } else if (event.key === "ArrowUp" && !this.field.value) {
      event.preventDefault();
      this.onup();
    }
  }

  async #send() {
    if (this.#form) return this.#sendCommand(this.#form);
    const text = this.field.value.trim();
    if (!text) return undefined;
    if (text.startsWith("/")) return this.say("That isn't a full command yet. Choose one from the list.");
    if (text.length > LONGEST)
      return this.say(`A message can have up to ${LONGEST} characters; this one has ${text.length}.`);
    this.field.value = "";
    this.#fit();
    if (!(await this.client.say(this.#withMentions(text))) && !this.field.value) this.field.value = text;
    return this.#fit();
  }

  async #sendCommand(form) {
    if (this.box.hasAttribute("aria-busy")) return;
    const place = this.#place();
    this.say(null);
    this.box.setAttribute("aria-busy", "true");
    const { problem, options } = await form.collect();
    const failure = problem ?? (await this.client.slash(form.entry.command.name, options));
    this.box.removeAttribute("aria-busy");
    if (!failure) keep(place, "", true);
    if (this.#form !== form) return;
    if (failure) this.say(failure);
    else
      this.#toText(
        "",
        form.element.contains(document.activeElement) || document.activeElement === document.body,
      );
  }
}
