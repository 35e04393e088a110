/** One option of the chosen command: its label, its field and its suggestions. */

/** @import { FieldDraft } from "./types.js" */

import { freshId, h } from "./dom.js";
import { read, suggestionsOf, TYPE } from "./commands.js";
import { FileField } from "./file-field.js";

const PAUSE = 120;
const KIND = {
  [TYPE.INTEGER]: "a whole number",
  [TYPE.NUMBER]: "a number",
  [TYPE.BOOLEAN]: "True or False",
  [TYPE.USER]: "a person",
  [TYPE.MENTIONABLE]: "a person",
  [TYPE.CHANNEL]: "a channel",
  [TYPE.ATTACHMENT]: "a file of up to 10 MB",
};

export class CommandField {
  #chosen = null;
  #timer = null;
  #asked = 0;

  /**
   * `settings`: completion (a Completion), sources() → {members, channels}, complete(field) → the bot's choices,
   * onkey(event, field), onfocus(field), onaccept(field), onproblem(sentence or null), onchange(), ontyped(field)
   * → true if the text led to another field.
   */
  constructor(option, settings) {
    this.option = option;
    this.settings = settings;
    this.files = option.type === TYPE.ATTACHMENT ? this.#fileField() : null;
    this.input = this.files?.button ?? this.#textInput();
    const id = freshId("option");
    this.input.id = id;
    const label = h("label", { for: id, class: option.required ? "required" : null }, option.name);
    this.element = h(
      "div",
      { class: "command-field", "data-option": option.name },
      label,
      this.files?.element ?? this.input,
    );
    this.#fit();
  }

  #fileField() {
    return new FileField(this.option, {
      onpick: (file) => this.#picked(file),
      onkey: (event) => this.settings.onkey(event, this),
      onfocus: () => this.settings.onfocus(this),
    });
  }

  #textInput() {
    return h("input", {
      type: "text",
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      autocomplete: "off",
      spellcheck: "false",
      autocapitalize: "off",
      inputmode: this.option.type === TYPE.INTEGER ? "numeric" : null,
      "data-testid": "option",
      "data-option-name": this.option.name,
      "aria-required": this.option.required ? "true" : null,
      "aria-description": this.option.description,
      oninput: () => this.#typed(),
      onfocus: () => this.#entered(),
      onblur: () => this.settings.completion.hide(),
      onkeydown: (event) => this.settings.onkey(event, this),
    });
  }

  #picked(file) {
    const { problem } = file ? this.read() : {};
    this.setProblem(problem);
    this.settings.onproblem(problem ?? null);
    if (file && !problem) this.settings.onaccept(this);
  }

  #fit() {
    this.input.style.setProperty("--letters", String(Math.max(this.text.length, 4) + 1));
  }

  get text() {
    return this.files ? "" : this.input.value;
  }

  get isEmpty() {
    return this.files ? !this.files.file : !this.text;
  }

  set text(value) {
    this.#set(value, null);
  }

  #set(text, chosen) {
    this.input.value = text;
    this.#chosen = chosen;
    this.#fit();
    this.settings.onchange();
  }

  /** Return what the browser keeps of the field; no browser keeps a file. */
  draft() {
    const chosen = this.#chosen && { label: this.#chosen.label, value: this.#chosen.value };
    return { name: this.option.name, text: this.text, chosen };
  }

  /** @param {FieldDraft} draft */
  restore({ text, chosen }) {
    if (!this.files) this.#set(text, chosen ?? null);
  }

  /** Return {value}, {problem} or {}, like `read` of commands.js. */
  read() {
    return read(
      this.option,
      { text: this.text, chosen: this.#chosen, file: this.files?.file },
      this.settings.sources(),
    );
  }

  setProblem(problem) {
    this.element.classList.toggle("wrong", Boolean(problem));
    this.input.setAttribute("aria-invalid", String(Boolean(problem)));
  }

  focus() {
    this.input.focus();
  }

  hint() {
    const kind = KIND[this.option.type];
    const { min_value: least, max_value: most } = this.option;
    const range = [least !== undefined && `from ${least}`, most !== undefined && `to ${most}`]
      .filter(Boolean)
      .join(" ");
    return [this.option.description, [kind, range].filter(Boolean).join(" ")].filter(Boolean).join(" · ");
  }

  /** True if the marked suggestion equals the field's text. */
  isSettled() {
    const active = this.settings.completion.active;
    return (
      Boolean(active) && active.label.toLowerCase() === this.text.trim().replace(/^[@#]/, "").toLowerCase()
    );
  }

  #typed() {
    this.#chosen = null;
    this.#fit();
    this.settings.onchange();
    this.setProblem(null);
    if (!this.settings.ontyped(this)) this.#suggest(PAUSE);
  }

  #entered() {
    this.settings.onfocus(this);
    this.#suggest(0);
  }

  #suggest(pause) {
    clearTimeout(this.#timer);
    const fixed = suggestionsOf(this.option, this.settings.sources());
    if (fixed) this.#offer(this.#narrow(fixed));
    else if (this.option.autocomplete) this.#timer = setTimeout(() => this.#ask(), pause);
  }

  #narrow(suggestions) {
    const wanted = this.text.trim().replace(/^[@#]/, "").toLowerCase();
    if (this.#chosen || !wanted) return suggestions;
    return suggestions.filter((one) =>
      [one.label, ...(one.also ?? [])].some((name) => name.toLowerCase().includes(wanted)),
    );
  }

  async #ask() {
    const turn = ++this.#asked;
    const choices = await this.settings.complete(this);
    if (turn !== this.#asked || document.activeElement !== this.input) return;
    this.#offer(choices.map(({ name, value }) => ({ label: name, value })));
  }

  /** Mark the first suggestion at once, like Discord, so that Enter in a new option does not send the command. */
  #offer(items) {
    this.settings.completion.show(this.input, this.option.name, items, (item) => this.take(item));
  }

  take(item) {
    this.#set(item.label, item);
    this.setProblem(null);
    this.settings.onaccept(this);
  }
}
