/** Modals: a form over one pane, while the other panes stay usable. */

import { packFile } from "./api.js";
import { freshId, h, iconButton } from "./dom.js";
import { acceptOf, typeProblem } from "./file-types.js";
import { markdown } from "./markdown.js";
import { selectField } from "./select.js";

const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const FILE = 19;
const CHOICE = new Set([21, 22]);
const CHECKBOX = 23;
const SELECTS = new Set([3, 5, 6, 7, 8]);
const PARAGRAPH = 2;

/** Return a field: {element, id, read() → value or a promise of one, problem() → sentence or null}. */
function textInput(component, labelText) {
  const properties = {
    value: component.value ?? "",
    placeholder: component.placeholder,
    maxlength: component.max_length ?? 4000,
    "data-custom-id": component.custom_id,
    "aria-label": labelText,
    autocomplete: "off",
  };
  const paragraph = component.style === PARAGRAPH;
  const element = h(
    paragraph ? "textarea" : "input",
    paragraph ? { ...properties, rows: "5" } : { ...properties, type: "text" },
  );
  const problem = () => {
    const { length } = element.value;
    if (!length) return component.required === false ? null : `Fill in “${labelText}”.`;
    return length < (component.min_length ?? 0)
      ? `“${labelText}” needs at least ${component.min_length} characters.`
      : null;
  };
  return { element, read: () => element.value, problem };
}

function select(component, labelText, client) {
  const element = selectField(component, { client, label: labelText });
  const least = component.required === false ? 0 : (component.min_values ?? 1);
  const problem = () => (element.values().length < least ? `Choose something for “${labelText}”.` : null);
  return { element, read: () => element.values(), problem };
}

/** Return the field of a radio group (21) or a checkbox group (22). */
function choices(component, labelText) {
  const name = freshId("choice");
  const type = component.type === 21 ? "radio" : "checkbox";
  const row = (option) =>
    h(
      "label",
      { class: "choice" },
      h("input", { type, name, value: option.value, checked: option.default }),
      h("span", {}, option.label, option.description && h("small", {}, option.description)),
    );
  const element = h(
    "div",
    {
      role: type === "radio" ? "radiogroup" : "group",
      "aria-label": labelText,
      "data-custom-id": component.custom_id,
    },
    component.options.map(row),
  );
  const inputs = element.getElementsByTagName("input");
  const values = () => [...inputs].filter((one) => one.checked).map((one) => one.value);
  const least = component.required === false ? 0 : (component.min_values ?? 1);
  const problem = () => (values().length < least ? `Choose something for “${labelText}”.` : null);
  return { element, read: values, problem };
}

function checkbox(component, labelText) {
  const element = h("input", {
    type: "checkbox",
    checked: component.default,
    "data-custom-id": component.custom_id,
    "aria-label": labelText,
  });
  return { element, read: () => String(element.checked), problem: () => null };
}

function fileUpload(component, labelText) {
  const most = component.max_values ?? 1;
  const element = h("input", {
    type: "file",
    class: "modal-file",
    multiple: most > 1,
    accept: acceptOf(component.file_types),
    "data-custom-id": component.custom_id,
    "aria-label": labelText,
  });
  const least = component.required === false ? 0 : (component.min_values ?? 1);
  const problem = () => {
    const files = [...element.files];
    if (files.length < least) return `Choose ${least === 1 ? "a file" : `${least} files`} for “${labelText}”.`;
    if (files.length > most) return `“${labelText}” takes at most ${most === 1 ? "one file" : `${most} files`}.`;
    return files.map((one) => typeProblem(one, component.file_types)).find(Boolean) ?? null;
  };
  return { element, read: () => Promise.all([...element.files].map((one) => packFile(one))), problem };
}

function fieldOf(component, labelText, client) {
  if (component.type === TEXT_INPUT) return textInput(component, labelText);
  if (SELECTS.has(component.type)) return select(component, labelText, client);
  if (CHOICE.has(component.type)) return choices(component, labelText);
  if (component.type === CHECKBOX) return checkbox(component, labelText);
  if (component.type === FILE) return fileUpload(component, labelText);
  const words = `(a component of type ${component.type}, which this page does not know)`;
  return { element: h("p", { class: "muted" }, words), read: () => undefined, problem: () => null };
}

/** Fields that can say themselves that they're required; others say it in their description. */
const REQUIRABLE = "input:not([type=checkbox]), textarea, [role=radiogroup]";

/** Tell screen readers a field's description, and whether it's required. */
function tell(element, required, description) {
  const natively = element.matches(REQUIRABLE);
  if (required && natively) element.setAttribute("aria-required", "true");
  const words = [required && !natively && "Required", description].filter(Boolean).join(". ");
  if (words) element.setAttribute("aria-description", words);
}

/** Return one row of the modal: {element, fields: [[custom_id, field]]}. */
function row(component, context) {
  if (component.type === TEXT_DISPLAY)
    return { element: markdown(component.content, context, freshId("modal")), fields: [] };
  const inner = component.type === LABEL ? component.component : (component.components?.[0] ?? component);
  const label =
    component.type === LABEL ? component.label : (inner.label ?? inner.placeholder ?? "Your answer");
  const field = fieldOf(inner, label, context.client);
  const required = inner.required !== false && inner.type !== CHECKBOX;
  const star = required && h("span", { class: "required-mark", title: "needed", "aria-hidden": "true" }, "*");
  tell(field.element, required, component.description);
  const element = h(
    "div",
    { class: "modal-field" },
    h("div", { class: "modal-label" }, label, star),
    component.description && h("div", { class: "muted" }, component.description),
    field.element,
  );
  return { element, fields: [[inner.custom_id, field]] };
}

function keepFocusInside(event, form) {
  if (event.key !== "Tab") return;
  const stops = [...form.querySelectorAll("button, input, textarea, select, a[href]")].filter(
    (one) => !one.disabled && one.offsetParent,
  );
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0]).focus();
}

/** Return the focus to where it was, to the same button in a redrawn message, or to the composer. */
function goBack(pane, before) {
  const id = before?.getAttribute("data-custom-id");
  const again = id && pane.querySelector(`[data-custom-id="${CSS.escape(id)}"]`);
  (before?.isConnected ? before : (again ?? pane.querySelector(".composer textarea")))?.focus();
}

/**
 * Open a modal {title, components, custom_id} over `pane`. `submit(values)` returns null on success, otherwise a
 * sentence to show; the elements in `behind` are disabled meanwhile.
 */
export function openModal(pane, behind, modal, context, submit) {
  const before = document.activeElement;
  const rows = (modal.components ?? []).map((component) => row(component, context));
  const fields = rows.flatMap((one) => one.fields);
  const failure = h("div", { class: "failure", role: "alert", "data-testid": "modal-failure" });
  const title = h("h2", { id: freshId("modal") }, modal.title);
  const send = h(
    "button",
    { type: "submit", class: "button primary", "data-testid": "modal-submit" },
    modal.submit ?? "Submit",
  );

  const close = () => {
    backdrop.remove();
    behind.forEach((one) => (one.inert = false));
    goBack(pane, before);
  };
  const hand = async (event) => {
    event.preventDefault();
    const wrong = fields.map(([, field]) => [field, field.problem()]).find(([, sentence]) => sentence);
    failure.textContent = wrong?.[1] ?? "";
    if (wrong) return wrong[0].element.focus();
    send.disabled = true;
    const read = await Promise.all(fields.map(async ([id, field]) => [id, await field.read()]));
    const values = Object.fromEntries(read.filter(([, value]) => value !== undefined));
    const sentence = await submit(values);
    send.disabled = false;
    if (sentence) failure.textContent = sentence;
    return sentence ? undefined : close();
  };
  const keys = (event) => {
    keepFocusInside(event, form);
    if (event.key === "Escape" && !event.defaultPrevented) close();
  };
  const form = h(
    "form",
    { class: "modal-form", onsubmit: hand, novalidate: true },
    h("div", { class: "modal-head" }, title, iconButton("close", "Close", { onclick: close })),
    h(
      "div",
      { class: "modal-body" },
      rows.map((one) => one.element),
    ),
    failure,
    h(
      "div",
      { class: "modal-foot" },
      h(
        "button",
        { type: "button", class: "button secondary", "data-testid": "modal-cancel", onclick: close },
        "Cancel",
      ),
      send,
    ),
  );
  const dialog = h(
    "div",
    {
      class: "modal",
      role: "dialog",
      "aria-modal": "true",
      "aria-labelledby": title.id,
      "data-testid": "modal",
      "data-custom-id": modal.custom_id,
      onkeydown: keys,
    },
    form,
  );
  const backdrop = h(
    "div",
    { class: "modal-backdrop", onmousedown: (event) => event.target === backdrop && close() },
    dialog,
  );
  behind.forEach((one) => (one.inert = true));
  pane.append(backdrop);
  (fields[0]?.[1].element ?? send).focus();
  return close;
}
