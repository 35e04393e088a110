/** Select menus: a button that opens a list of texts, people or channels, for one value or several. */

/**
 * @import { Client } from "./client.js"
 * @import { Component, Emoji, SelectOption } from "./types.js"
 */

import { findOne, h, icon } from "./dom.js";
import { avatar } from "./people.js";
import { openPopup, walkable } from "./popup.js";
import { isThread } from "./store.js";
import { nameOf } from "./world.js";

const STRING = 3;
const ROLE = 6;
const CHANNEL = 8;
const PEOPLE = new Set([5, 7]);
const WORDS = { 5: "a person", 6: "a role", 7: "a person", 8: "a channel" };

const personOption = (user) => ({
  value: user.id,
  label: nameOf(user),
  description: user.username,
  face: avatar(user, "small"),
});

/**
 * @param {Component} component
 * @param {Client} client
 * @returns {SelectOption[]}
 */
function channelOptions(component, client) {
  const allowed = component.channel_types;
  const all = [...client.store.channels.values()].filter(
    (one) => one.name && (!allowed?.length || allowed.includes(one.type)),
  );
  return all.map((one) => ({
    value: one.id,
    label: one.name,
    face: icon(isThread(one) ? "thread" : "hash"),
  }));
}

/**
 * Return the options: {value, label, description?, emoji?, face?}.
 *
 * @param {Component} component
 * @param {Client} client
 * @returns {SelectOption[]}
 */
function optionsOf(component, client) {
  if (component.type === STRING) return component.options ?? [];
  if (component.type === ROLE) return client.roles().map(({ id, name }) => ({ value: id, label: name }));
  if (PEOPLE.has(component.type)) return client.members().map(personOption);
  return component.type === CHANNEL ? channelOptions(component, client) : [];
}

/** @param {Component} component */
function initialValues(component) {
  if (component.type !== STRING) return (component.default_values ?? []).map((one) => one.id);
  return (component.options ?? []).filter((one) => one.default).map((one) => one.value);
}

/** @param {Component} component */
function limitsOf(component) {
  return { min: component.min_values ?? 1, max: component.max_values ?? 1 };
}

/** @param {Emoji | undefined} emoji */
export function emojiText(emoji) {
  if (!emoji) return null;
  return h(
    "span",
    { class: "emoji", "aria-hidden": emoji.id ? null : "true" },
    emoji.id ? `:${emoji.name}:` : emoji.name,
  );
}

/**
 * @param {SelectOption} option
 * @param {boolean} chosen
 * @param {boolean} several
 * @param {(value: string) => void} pick
 */
function optionRow(option, chosen, several, pick) {
  const texts = [
    h("span", { class: "option-label" }, option.label),
    option.description && h("small", {}, option.description),
  ];
  const properties = {
    type: "button",
    role: "option",
    "aria-selected": String(chosen),
    "data-testid": "select-option",
    "data-value": option.value,
    onclick: () => pick(option.value),
  };
  const tick = h("span", { class: several ? "tick box" : "tick" }, chosen && icon("check"));
  return h(
    "button",
    properties,
    option.face ?? emojiText(option.emoji),
    h("span", { class: "option-text" }, texts),
    tick,
  );
}

function filterField(popup) {
  const narrow = (event) => {
    const wanted = event.target.value.toLowerCase();
    for (const row of popup.querySelectorAll("[role=option]"))
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
  };
  const takeFirst = (event) => {
    if (event.key !== "Enter") return;
    // otherwise the key would press the button that gets the focus back
    event.preventDefault();
    popup.querySelector("[role=option]:not([hidden])")?.click();
  };
  return h("input", {
    type: "search",
    placeholder: "Search",
    "aria-label": "Search",
    oninput: narrow,
    onkeydown: takeFirst,
  });
}

/**
 * @param {string[]} values
 * @param {string} value
 * @param {{max: number}} limits
 */
function toggled(values, value, { max }) {
  if (values.includes(value)) return values.filter((one) => one !== value);
  return max === 1 ? [value] : [...values, value].slice(0, max);
}

/**
 * Open the list; `commit` receives the values when it is closed after a valid change.
 *
 * @param {HTMLElement} anchor
 * @param {Component} component
 * @param {SelectOption[]} options
 * @param {string[]} before
 * @param {(values: string[]) => void} commit
 */
function openList(anchor, component, options, before, commit) {
  const limits = limitsOf(component);
  const several = limits.max > 1;
  let values = before;
  const rows = h("div", {
    role: "listbox",
    "aria-multiselectable": several ? "true" : null,
    "aria-label": component.placeholder ?? "Options",
  });
  const pick = (value) => {
    values = toggled(values, value, limits);
    if (several) draw(value);
    else popup.hidePopover();
  };
  const draw = (focused) => {
    rows.replaceChildren(...options.map((one) => optionRow(one, values.includes(one.value), several, pick)));
    findOne(rows, `[data-value="${CSS.escape(focused ?? "")}"]`)?.focus();
  };
  const hint =
    several &&
    h(
      "div",
      { class: "select-hint muted" },
      limits.min === limits.max ? `Choose ${limits.max}` : `Choose ${limits.min} to ${limits.max}`,
    );
  const done =
    several &&
    h(
      "button",
      {
        type: "button",
        class: "button primary",
        "data-testid": "select-done",
        onclick: () => popup.hidePopover(),
      },
      "Done",
    );
  const popup = walkable(
    h(
      "div",
      { class: "select-list", "data-testid": "select-list" },
      rows,
      several && h("div", { class: "select-foot" }, hint, done),
    ),
    "[role=option]:not([hidden])",
  );
  if (component.type !== STRING || options.length > 12) popup.prepend(filterField(popup));
  draw();
  const finish = () => {
    if (!anchor.isConnected) return;
    anchor.focus();
    const changed = values.length !== before.length || values.some((one) => !before.includes(one));
    if (changed && values.length >= limits.min) commit(values);
  };
  openPopup(popup, anchor, { onclose: finish, width: true });
  // On touch screens, a focused text field would open a keyboard over half of the list.
  const first = matchMedia("(hover: hover)").matches ? "input, [role=option]" : "[role=option]";
  (findOne(rows, "[aria-selected=true]") ?? findOne(popup, first))?.focus();
}

/** Number of chosen options that a closed select names. */
const NAMED = 5;

/**
 * @param {Component} component
 * @param {SelectOption[]} options
 * @param {string[]} values
 */
function shownValues(component, options, values) {
  const chosen = values.map((value) => options.find((one) => one.value === value)).filter(Boolean);
  if (!chosen.length)
    return h("span", { class: "muted" }, component.placeholder ?? `Choose ${WORDS[component.type] ?? "one"}`);
  return h(
    "span",
    { class: "select-values" },
    chosen.slice(0, NAMED).map((one) => h("span", {}, one.emoji && emojiText(one.emoji), one.label)),
    chosen.length > NAMED && h("span", { class: "muted" }, `and ${chosen.length - NAMED} more`),
  );
}

/**
 * Return the button of a select. `settings`: client, label, disabled, values (by default the component's),
 * oncommit(values). The element's `values()` returns the current choice.
 *
 * @param {Component} component
 * @param {{
 *   client: Client, label?: string, disabled?: boolean, values?: string[], oncommit?: (values: string[]) => void,
 * }} settings
 */
export function selectField(component, { client, label, disabled, values, oncommit }) {
  const options = () => optionsOf(component, client);
  let present = values ?? initialValues(component);
  const draw = () => {
    const shown = shownValues(component, options(), present);
    const chosen = [...shown.children].map((one) => one.textContent).join(", ");
    const name = label ?? (chosen && component.placeholder);
    button.setAttribute("aria-label", [name, chosen || shown.textContent].filter(Boolean).join(": "));
    button.replaceChildren(shown, icon("chevron"));
  };
  const open = () =>
    openList(button, component, options(), present, (next) => {
      present = next;
      draw();
      oncommit?.(next);
    });
  const button = h("button", {
    type: "button",
    class: "select",
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    "data-testid": "select",
    "data-custom-id": component.custom_id,
    disabled: disabled || component.disabled,
    onclick: open,
  });
  draw();
  return Object.assign(button, { values: () => present });
}
