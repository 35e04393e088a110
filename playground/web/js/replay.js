/** A recording: the controls to go through its steps, and the panes that follow. */

import { findOne, h } from "./dom.js";
import { openModal } from "./modal.js";
import { ask } from "./recording.js";
import { Marker, StepList, shape } from "./replay-parts.js";
import { format } from "./time.js";
import { world } from "./world.js";

const SPEEDS = [
  ["½×", 0.5],
  ["1×", 1],
  ["2×", 2],
  ["5×", 5],
];
/** minimum and maximum milliseconds per step when the recording plays at normal speed */
const SHORTEST = 900;
const LONGEST = 2500;
const WIDE = 1280;
const LOOK_ONLY = "This is a recording: look at anything you like, but you can't write or press.";

/** True if the page shows a recording instead of a playground. */
export const isRecording = () => document.body.hasAttribute("data-recording");

/** Make the clock stand still at the time of the step. */
function stopClock() {
  let moment = 0;
  const { setClock } = world;
  world.setClock = (clock) => {
    moment = clock.now;
    setClock.call(world, clock);
  };
  world.now = () => moment;
}

export class Replay {
  #panes;
  #bringForward;
  #marker = new Marker();
  #modals = new WeakMap();
  /** pane → {place, message} to show once loaded */
  #goals = new WeakMap();
  #moving = false;
  #timer = null;

  /** `panes` are the page's, read anew each time; `bringForward(pane)` is for a page with room for one. */
  constructor(panes, bringForward) {
    this.#panes = panes;
    this.#bringForward = bringForward;
    this.position = 0;
    this.steps = [];
    this.about = { left_out: 0, cut: false, when: "", playground: "" };
    stopClock();
  }

  /** Fetch the steps. */
  async load() {
    const { steps, position, ...about } = await ask("/control/replay");
    Object.assign(this, { steps, position, about });
  }

  /** Return the people who took part, as many as fit; at least one person. */
  people() {
    const acted = this.steps.filter((step) => step.event === "INTERACTION_CREATE").map((step) => step.person);
    const found = [...new Set(acted)].map((id) => world.user(id)).filter(Boolean);
    return found.length ? found.slice(0, innerWidth >= WIDE ? 3 : 2) : world.people().slice(0, 1);
  }

  /** Put the controls below the panes and the list of steps beside them. */
  show(stage) {
    this.#build();
    stage.after(this.list.element);
    stage.parentElement.after(this.element);
    new ResizeObserver(() =>
      document.body.style.setProperty("--replay-height", `${this.element.offsetHeight}px`),
    ).observe(this.element);
    this.#arrive();
  }

  /** Let a newly opened pane follow the recording. */
  join(pane) {
    const { topics } = pane.client.store;
    topics.on("channels", () => this.#follow(pane));
    topics.on("messages", () => this.#point(pane));
    if (this.element) this.#aim(pane);
  }

  #build() {
    const button = (name, label, key, run) =>
      h(
        "button",
        { type: "button", class: "icon-button", "aria-label": label, title: label, "data-testid": key, onclick: run },
        shape(name),
      );
    this.play = button("play", "Play", "replay-play", () => this.#toggle());
    this.slider = h("input", {
      type: "range",
      min: "0",
      max: String(this.steps.length),
      step: "1",
      class: "replay-slider",
      "aria-label": "Step of the recording",
      "data-testid": "replay-slider",
      oninput: () => this.#leap(Number(this.slider.value)),
    });
    this.speed = h(
      "select",
      { class: "replay-speed", "aria-label": "Speed", title: "Speed", "data-testid": "replay-speed" },
      SPEEDS.map(([label, value]) => h("option", { value, selected: value === 1 }, label)),
    );
    this.following = h("input", { type: "checkbox", checked: true, "data-testid": "replay-follow" });
    this.number = h("span", { class: "replay-number" });
    this.words = h("strong", { "data-testid": "replay-words" });
    this.list = new StepList(this.steps, (position) => this.#leap(position), innerWidth >= WIDE);
    this.element = h(
      "footer",
      { class: "replay", "aria-label": "Recording", "data-testid": "replay", onkeydown: (event) => this.#key(event) },
      h("p", { class: "replay-now", role: "status" }, this.number, this.words),
      h(
        "div",
        { class: "replay-line" },
        h(
          "div",
          { class: "replay-buttons" },
          button("first", "Back to the start", "replay-first", () => this.#leap(0)),
          button("back", "One step back", "replay-back", () => this.#leap(this.position - 1)),
          this.play,
          button("forward", "One step forward", "replay-forward", () => this.#leap(this.position + 1)),
          button("last", "Jump to the end", "replay-last", () => this.#leap(this.steps.length)),
        ),
        this.slider,
        this.speed,
        h("label", { class: "replay-follow" }, this.following, h("span", {}, "Follow", h("span", { class: "wide-only" }, " what happens"))),
        this.list.button,
      ),
      h("p", { class: "replay-about muted" }, this.#about()),
    );
  }

  #about() {
    const { left_out: out, cut, when, playground } = this.about;
    const origin = `Recorded on ${format(Date.parse(when) / 1000, "f")} with version ${playground}.`;
    const missing = [
      out > 0 && `The beginning is missing: the ${out} oldest changes weren't kept.`,
      cut && "The file ends early: anything after the last step is lost.",
    ].filter(Boolean);
    return [
      `${LOOK_ONLY} `,
      missing.map((sentence) => [h("strong", {}, sentence), " "]),
      h("span", { class: "replay-origin" }, origin),
    ];
  }

  #key(event) {
    const inField = ["range", "select-one"].includes(event.target.type);
    const to = { ArrowLeft: this.position - 1, ArrowRight: this.position + 1, Home: 0, End: this.steps.length };
    if (inField || !(event.key in to)) return;
    event.preventDefault();
    this.#leap(to[event.key]);
  }

  #toggle() {
    if (this.#timer) return this.#pause();
    if (this.position >= this.steps.length) this.#go(0);
    this.#next();
    this.#drawPlay();
    return undefined;
  }

  #pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#drawPlay();
  }

  #next() {
    const { at } = this.steps[this.position - 1] ?? this.steps[0] ?? { at: 0 };
    const gap = ((this.steps[this.position]?.at ?? at) - at) * 1000;
    const wait = Math.min(Math.max(gap, SHORTEST), LONGEST) / Number(this.speed.value);
    this.#timer = setTimeout(async () => {
      await this.#go(this.position + 1);
      if (!this.#timer) return;
      if (this.position < this.steps.length) this.#next();
      else this.#pause();
    }, wait);
  }

  /** Go to a position at once and stop playing. */
  #leap(position) {
    this.#pause();
    return this.#go(position);
  }

  async #go(position) {
    const before = this.position;
    this.position = Math.min(Math.max(position, 0), this.steps.length);
    this.#draw();
    // When going back, the open channel may disappear: first open one that exists at both steps.
    if (this.position < before) for (const pane of this.#panes) this.#aim(pane);
    if (this.#moving) return;
    this.#moving = true;
    try {
      for (let goal = null; goal !== this.position; ) {
        goal = this.position;
        await ask("/control/replay", { position: goal });
      }
      this.#arrive();
    } catch (error) {
      this.words.textContent = `Can't reach the recording: ${error.message}`;
    } finally {
      this.#moving = false;
    }
  }

  #arrive() {
    this.#draw();
    const step = this.steps[this.position - 1];
    this.#marker.mark(step);
    const acting = this.#panes.find((pane) => pane.user.id === step?.person);
    if (acting && this.following.checked) this.#bringForward(acting);
    for (const pane of this.#panes) {
      this.#aim(pane);
      this.#openForm(pane);
      if (step?.trouble && step.person === pane.user.id) pane.notice(step.words);
    }
  }

  /** Open the channel where the pane's person last saw something happen. */
  #aim(pane) {
    if (!this.following?.checked) return;
    const seen = (step) => step.channel && step.seen_by?.includes(pane.user.id);
    const last = this.steps.slice(0, this.position).findLast(seen) ?? this.steps.find(seen);
    const now = this.steps[this.position - 1];
    if (!last) return;
    this.#goals.set(pane, { place: last.channel, message: last === now ? last.message : null });
    this.#follow(pane);
  }

  #follow(pane) {
    const { place } = this.#goals.get(pane) ?? {};
    if (!place || !pane.client.store.channels.has(place)) return;
    if (pane.client.current !== place) pane.client.openChannel(place);
    this.#point(pane);
  }

  /** Scroll to the step's message once it is loaded. */
  #point(pane) {
    const { place, message } = this.#goals.get(pane) ?? {};
    if (!place || pane.client.current !== place) return;
    if (!pane.client.store.log(place).ready) return;
    this.#goals.delete(pane);
    if (!message) return;
    requestAnimationFrame(() =>
      pane.list.element
        .querySelector(`[data-message-id="${CSS.escape(message)}"]`)
        ?.scrollIntoView({ block: "nearest" }),
    );
  }

  /** Open the modal that this person has open, for viewing only. */
  #openForm(pane) {
    this.#modals.get(pane)?.();
    this.#modals.delete(pane);
    const own = this.steps
      .slice(0, this.position)
      .findLast(({ person, event }) => person === pane.user.id && /^(INTERACTION|MODAL)/.test(event));
    if (!own?.modal) return;
    const before = findOne(document, ":focus");
    this.#modals.set(
      pane,
      openModal(pane.element, [pane.inside], own.modal, pane.context, () => LOOK_ONLY),
    );
    findOne(pane.element, ".modal").inert = true;
    before?.focus();
  }

  #drawPlay() {
    const playing = this.#timer !== null;
    this.play.replaceChildren(shape(playing ? "pause" : "play"));
    for (const name of ["aria-label", "title"]) this.play.setAttribute(name, playing ? "Pause" : "Play");
  }

  #draw() {
    const step = this.steps[this.position - 1];
    const moment = step?.at ?? this.steps[0]?.at;
    const time = moment === undefined ? "" : ` · ${format(moment, "s")}`;
    this.number.textContent = `${this.position} of ${this.steps.length}${time}`;
    this.words.textContent = step?.words ?? "The recording starts here.";
    this.words.classList.toggle("wrong", Boolean(step?.trouble));
    this.slider.value = String(this.position);
    this.slider.setAttribute("aria-valuetext", `${this.position}: ${this.words.textContent}`);
    this.list.draw(this.position);
  }
}
