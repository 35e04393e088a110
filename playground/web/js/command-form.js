/** The form of the chosen slash command, which replaces the composer's text field. */

/** @import { FieldDraft } from "./types.js" */

import { packFile } from "./api.js";
import { CommandField } from "./command-field.js";
import { nameAtEnd, pack, TYPE } from "./commands.js";
import { h, icon } from "./dom.js";
import { avatar } from "./people.js";
import { isThread } from "./store.js";
import { nameOf } from "./world.js";

/** True for a key that types a character; where nothing can be typed, it goes to the field at the end. */
const isLetter = (event) =>
  event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;

export class CommandForm {
  fields = [];

  /** `view`: completion, onsend(), oncancel(text), onhint(text), onproblem(sentence or null), onchange(). */
  constructor(entry, client, view) {
    this.entry = entry;
    this.client = client;
    this.view = view;
    this.more = this.#moreField();
    this.row = h(
      "div",
      { class: "command-row" },
      h("span", { class: "command-name" }, `/${entry.name}`),
      this.more,
    );
    this.offers = h("div", { class: "command-offers", role: "group", "aria-label": "Optional" });
    this.element = h(
      "div",
      {
        class: "command-form",
        role: "group",
        "aria-label": `/${entry.name}`,
        "data-testid": "command-form",
        "data-command": entry.name,
      },
      this.row,
      this.offers,
    );
    for (const option of entry.options) if (option.required) this.add(option);
    this.#drawOffers();
  }

  #sources() {
    const meLast = (one, other) =>
      Number(one.id === this.client.user.id) - Number(other.id === this.client.user.id);
    const members = [...this.client.members()].sort(meLast).map((user) => ({
      label: nameOf(user),
      value: user.id,
      detail: user.username,
      also: [user.username],
      face: avatar(user, "small"),
    }));
    const all = [...this.client.store.channels.values()].filter((one) => one.name);
    return {
      members,
      channels: all.map((one) => ({
        label: one.name,
        value: one.id,
        type: one.type,
        face: icon(isThread(one) ? "thread" : "hash"),
      })),
    };
  }

  add(option) {
    const field = new CommandField(option, {
      completion: this.view.completion,
      sources: () => this.#sources(),
      complete: (one) => this.client.autocomplete(this.entry.command.name, this.#packed(one)),
      onkey: (event, one) => this.#key(event, one),
      onfocus: (one) => this.view.onhint(one.hint()),
      onaccept: (one) => this.#next(one),
      onproblem: (sentence) => this.view.onproblem(sentence),
      onchange: () => this.view.onchange(),
      ontyped: (one) => this.#leapt(one),
    });
    this.fields.push(field);
    this.row.insertBefore(field.element, this.more);
    this.#drawOffers();
    this.view.onchange();
    return field;
  }

  /** Move on to option `side` after `Tom side:` in a field; remove a field's own name from its text. */
  #leapt(field) {
    if (field.text === `${field.option.name}:`) {
      field.text = "";
      return true;
    }
    const others = this.entry.options.filter((option) => option !== field.option);
    const found = nameAtEnd(others, field.text);
    if (!found) return false;
    field.text = found.before.trim();
    this.fill({ [found.name]: this.fields.find((one) => one.option.name === found.name)?.text ?? "" });
    return true;
  }

  #remove(field) {
    this.fields = this.fields.filter((one) => one !== field);
    field.element.remove();
    this.#drawOffers();
    this.view.onchange();
    (this.fields.at(-1) ?? this).focus();
  }

  #absent() {
    const present = new Set(this.fields.map((field) => field.option.name));
    return this.entry.options.filter((option) => !present.has(option.name));
  }

  #drawOffers() {
    const offer = (option) =>
      h(
        "button",
        {
          type: "button",
          "data-offer": option.name,
          title: option.description,
          onclick: () => this.add(option).focus(),
        },
        icon("plus"),
        option.name,
      );
    const absent = this.#absent();
    this.offers.replaceChildren(...absent.map(offer));
    this.offers.hidden = !absent.length;
    this.more.placeholder = this.fields.length ? "" : "Enter to send";
  }

  /** Return the narrow last field: Enter sends the command, an option's name goes to it or adds it. */
  #moreField() {
    return h("input", {
      type: "text",
      class: "command-more",
      role: "combobox",
      "aria-expanded": "false",
      "aria-label": "Add an option, or press Enter to send",
      "data-testid": "more",
      autocomplete: "off",
      oninput: () => this.#typedMore(),
      onfocus: () => this.view.onhint(this.entry.description),
      onblur: () => this.view.completion.hide(),
      onkeydown: (event) => this.#key(event, null),
    });
  }

  #typedMore() {
    const text = this.more.value.trim().replace(/:$/, "").toLowerCase();
    const exact = this.entry.options.find(
      (option) => option.name === text && /[: ]$/.test(this.more.value),
    );
    if (exact) return this.#goTo(exact);
    const fitting = text ? this.#absent().filter((option) => option.name.startsWith(text)) : [];
    const items = fitting.map((option) => ({
      label: option.name,
      value: option.name,
      detail: option.description,
      option,
    }));
    return this.view.completion.show(this.more, "Optional", items, (item) => this.#goTo(item.option));
  }

  #goTo(option) {
    this.more.value = "";
    (this.fields.find((field) => field.option === option) ?? this.add(option)).focus();
  }

  /** Focus the next field to fill in. */
  focus() {
    (this.fields.find((field) => "problem" in field.read()) ?? this.more).focus();
  }

  /** Fill options, given by name, with typed text. */
  fill(values) {
    for (const [name, text] of Object.entries(values)) {
      const option = this.entry.options.find((one) => one.name === name);
      const field = this.fields.find((one) => one.option.name === name) ?? this.add(option);
      if (option.type !== TYPE.ATTACHMENT) field.text = text;
    }
    const last = Object.keys(values).at(-1);
    const goal = this.fields.find((one) => one.option.name === last) ?? this;
    goal.focus();
  }

  /** Return what the browser keeps of the command. */
  draft() {
    const { command, name } = this.entry;
    return { id: command.id, name, fields: this.fields.map((field) => field.draft()) };
  }

  /**
   * Fill the options with what was kept, without moving the focus.
   *
   * @param {FieldDraft[]} fields
   */
  restore(fields) {
    for (const kept of fields) {
      const option = this.entry.options.find((one) => one.name === kept.name);
      const field = option && (this.fields.find((one) => one.option === option) ?? this.add(option));
      field?.restore(kept);
    }
  }

  #next(field) {
    const later = this.fields.slice(this.fields.indexOf(field) + 1);
    (later.find((one) => one.isEmpty) ?? this.more).focus();
  }

  /** Put dropped files into the attachment options, in order; return false if there are none. */
  take(files) {
    const places = this.entry.options.filter((option) => option.type === TYPE.ATTACHMENT);
    for (const file of files.slice(0, places.length)) this.#placeForFile(places).files.pick(file);
    return places.length > 0;
  }

  /** Return the first empty file field, adding an optional one if needed; if all are full, the first. */
  #placeForFile(places) {
    const held = (option) => this.fields.find((field) => field.option === option);
    const free = places.find((option) => held(option)?.isEmpty ?? true) ?? places[0];
    return held(free) ?? this.add(free);
  }

  #key(event, field) {
    const { completion } = this.view;
    if (event.isComposing || completion.key(event)) return;
    if (event.key === "Tab" && !event.shiftKey && completion.accept()) event.preventDefault();
    else if (event.key === "Enter") this.#enter(event, field);
    else if (event.key === "Escape") this.#leave(event, "");
    else if (event.key === "Backspace") this.#backspace(event, field);
    else if (field?.files && isLetter(event)) this.more.focus();
  }

  #enter(event, field) {
    event.preventDefault();
    const settled = !field || field.isSettled();
    if (field && settled) this.view.completion.accept();
    else if (this.view.completion.accept()) return;
    this.view.onsend();
  }

  #leave(event, text) {
    event.preventDefault();
    event.stopPropagation();
    this.view.oncancel(text);
  }

  #backspace(event, field) {
    if (event.target.value) return;
    if (field && !field.option.required) {
      event.preventDefault();
      this.#remove(field);
    } else if (field && this.fields.indexOf(field) > 0) {
      event.preventDefault();
      this.fields[this.fields.indexOf(field) - 1].focus();
    } else if (!field && this.fields.length) {
      event.preventDefault();
      this.fields.at(-1).focus();
    } else this.#leave(event, `/${this.entry.name}`);
  }

  #valueOf(field, result) {
    const { name, type } = field.option;
    return { name, type, value: result.value };
  }

  async #sentValueOf(field, result) {
    const made = this.#valueOf(field, result);
    return field.files ? { ...made, value: await packFile(made.value, field.files.spoiler) } : made;
  }

  /** Return the options for an autocompletion of `focused`: all filled in so far, without invalid ones. */
  #packed(focused) {
    const values = this.fields.flatMap((field) => {
      if (field === focused)
        return [{ name: field.option.name, type: field.option.type, value: field.text, focused: true }];
      const result = field.read();
      return "value" in result && field.option.type !== TYPE.ATTACHMENT ? [this.#valueOf(field, result)] : [];
    });
    return pack(this.entry, values);
  }

  /** Return {options} to send, or {problem} after marking and focusing the first wrong field. */
  async collect() {
    const filled = [];
    for (const field of this.fields) {
      const result = field.read();
      field.setProblem(result.problem);
      if (result.problem) {
        field.focus();
        return { problem: result.problem };
      }
      if ("value" in result) filled.push([field, result]);
    }
    try {
      const values = await Promise.all(filled.map(([field, result]) => this.#sentValueOf(field, result)));
      return { options: pack(this.entry, values) };
    } catch (error) {
      return { problem: error.message };
    }
  }
}
