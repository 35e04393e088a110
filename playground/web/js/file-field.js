/** The field of an attachment option: choose or drop a file, see its size, remove it. */

import { h, icon } from "./dom.js";
import { acceptOf } from "./file-types.js";
import { weight } from "./media.js";

export class FileField {
  file = null;
  spoiler = false;

  /** `settings`: onpick(file or null), onkey(event), onfocus(). */
  constructor(option, settings) {
    this.option = option;
    this.settings = settings;
    this.input = h("input", {
      type: "file",
      hidden: true,
      accept: acceptOf(option.file_types),
      "data-testid": "option-file",
      onchange: () => this.#chosen(),
    });
    this.button = h("button", {
      type: "button",
      class: "file-button",
      "data-testid": "option",
      "data-option-name": option.name,
      "aria-description": [option.required && "Required", option.description].filter(Boolean).join(". "),
      onclick: () => this.input.click(),
      onkeydown: (event) => this.#key(event),
      onfocus: () => settings.onfocus(),
    });
    this.remove = h(
      "button",
      {
        type: "button",
        class: "file-remove",
        "data-testid": "remove-file",
        onclick: () => this.#takeAway(),
      },
      icon("close"),
    );
    this.hide = h(
      "button",
      {
        type: "button",
        class: "file-remove file-hide",
        "aria-label": "Mark as a spoiler",
        title: "Mark as a spoiler",
        "data-testid": "spoiler-file",
        onclick: () => this.#mark(!this.spoiler),
      },
      icon("eye"),
    );
    this.element = h("div", { class: "file-field" }, this.button, this.hide, this.remove, this.input);
    this.#draw();
  }

  #draw() {
    const { file, option } = this;
    const words = file
      ? [h("span", { class: "file-name" }, file.name), h("span", { class: "file-size" }, weight(file.size))]
      : [h("span", {}, "Choose a file"), h("span", { class: "file-drop" }, "or drop it here")];
    this.button.replaceChildren(icon("file"), ...words);
    this.element.classList.toggle("picked", Boolean(file));
    this.button.title = file?.name ?? "";
    const said = file ? `${file.name}, ${weight(file.size)}. Choose another file` : "choose a file";
    this.button.setAttribute("aria-label", `${option.name}: ${said}`);
    this.remove.hidden = this.hide.hidden = !file;
    this.remove.title = file ? `Remove ${file.name}` : "";
    this.remove.setAttribute("aria-label", this.remove.title);
  }

  #chosen() {
    const [file] = this.input.files;
    // Cleared, so that the same file can be chosen again after it was removed or changed.
    this.input.value = "";
    if (file) this.pick(file);
  }

  /** Set the field's file; null clears it. */
  pick(file) {
    this.file = file;
    this.#mark(false);
    this.#draw();
    this.settings.onpick(file);
  }

  /** Mark the file as a spoiler, which is hidden until it is clicked. */
  #mark(on) {
    this.spoiler = on;
    this.hide.setAttribute("aria-pressed", String(on));
  }

  #takeAway() {
    this.pick(null);
    this.button.focus();
  }

  #key(event) {
    if (event.key === "Enter") return;
    if (this.file && (event.key === "Backspace" || event.key === "Delete")) {
      event.preventDefault();
      this.#takeAway();
    } else this.settings.onkey(event);
  }
}

const holdsFiles = (event) => Boolean(event.dataTransfer?.types.includes("Files"));

/** Let files be dropped anywhere on `zone`; `take(files)` receives them. */
export function droppable(zone, take) {
  const mark = (on) => zone.classList.toggle("dropping", on);
  const over = (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    mark(true);
  };
  zone.addEventListener("dragenter", over);
  zone.addEventListener("dragover", over);
  zone.addEventListener("dragleave", (event) => zone.contains(event.relatedTarget) || mark(false));
  zone.addEventListener("drop", (event) => {
    mark(false);
    if (!holdsFiles(event)) return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  });
}
