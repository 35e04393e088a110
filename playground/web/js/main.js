/** The page: the top line, the panes side by side, the panel of switches. */

import { readAddress, writeAddress } from "./address.js";
import { findOne, h, icon, iconButton } from "./dom.js";
import { Pane } from "./pane.js";
import { avatar } from "./people.js";
import { openMenu } from "./popup.js";
import { recordingPart } from "./recording.js";
import { isRecording, Replay } from "./replay.js";
import { LOOKS, presentLook, setLook } from "./look.js";
import { Switches } from "./switches.js";
import { Tabs } from "./tabs.js";
import { format, refreshTimes, span } from "./time.js";
import { beginTour, isTourDone, stepsOf } from "./tour.js";
import { nameOf, world } from "./world.js";

const TITLE = document.title;
const RETRY = 1500;

const panes = [];
const replay = isRecording() ? new Replay(panes, bringForward) : null;
const stage = findOne(document, "#stage");
const tabs = new Tabs(document.querySelector("#tabs"), () => panes, bringForward);
const tools = document.querySelector("#tools");
const switches = new Switches(() => showSwitches(false), tour);
const clock = h("button", {
  type: "button",
  class: "clock-button",
  "aria-expanded": "false",
  "data-testid": "clock-button",
  onclick: () => showSwitches(switches.element.hidden),
});
const add = h(
  "button",
  {
    type: "button",
    class: "button secondary add-person",
    "aria-haspopup": "menu",
    "aria-expanded": "false",
    "data-testid": "add-person",
    onclick: () => choosePerson(add, (user) => seat(user)),
  },
  icon("plus"),
  h("span", {}, "Add a person"),
);

const NIGHT = matchMedia("(prefers-color-scheme: dark)");
const look = iconButton("sun", "Light or dark", {
  "aria-haspopup": "menu",
  "aria-expanded": "false",
  "data-testid": "look",
  onclick: () => openMenu(look, "Light or dark", LOOKS.map(lookEntry)),
});

function drawLook() {
  const chosen = presentLook();
  const dark = chosen === "dark" || (chosen === "system" && NIGHT.matches);
  look.replaceChildren(icon(dark ? "moon" : "sun"));
}

function lookEntry({ look: name, label, face }) {
  return {
    label,
    icon: icon(face),
    checked: presentLook() === name,
    testid: `look-${name}`,
    run: () => (setLook(name), drawLook()),
  };
}

function showSwitches(open) {
  switches.element.hidden = !open;
  clock.setAttribute("aria-expanded", String(open));
  switches.tick();
  if (open) switches.element.querySelector("button")?.focus();
  else clock.focus();
}

function drawClock() {
  const ahead = world.offset >= 60 ? h("span", { class: "ahead" }, `+${span(world.offset)}`) : null;
  const text = format(world.now(), "t");
  const marks = switchedOn();
  const signature = [text, ahead?.textContent, ...marks].join("|");
  if (clock.dataset.shown === signature) return;
  clock.dataset.shown = signature;
  clock.setAttribute(
    "aria-label",
    [
      `${text}: the clock and the switches`,
      ahead && `${span(world.offset)} ahead`,
      marks.length && `on now: ${marks.join(", ")}`,
    ]
      .filter(Boolean)
      .join(", "),
  );
  clock.title = marks.join("\n");
  const words = h("span", { class: "clock-words" }, "Switches");
  clock.replaceChildren(...[icon("clock"), text, words, ahead, marks.length && markOf(marks)].filter(Boolean));
}

/** Return the mark of what is switched on: at most two in words, and on a small screen only their number. */
function markOf(marks) {
  const words = marks.length > 2 ? `${marks[0]} · ${marks.length - 1} more` : marks.join(" · ");
  return h(
    "span",
    { class: "trouble" },
    h("span", { class: "mark-words" }, words),
    h("span", { class: "mark-count" }, marks.length),
  );
}

/** Return in words what is switched on: delays, failures, conditions, closed DMs, an endpoint. */
function switchedOn() {
  const { seconds, calls } = world.faults;
  const about = (label, subject) => (world.user(subject) ? `${label} (${nameOf(world.user(subject))})` : label);
  return [
    seconds && `${seconds} s late`,
    calls && `${calls} to fail`,
    ...world.conditions.flatMap(({ label, on }) => on.map((subject) => about(label, subject))),
    ...world.people().map((user) => user.dms_open === false && about("No DMs", user.id)),
    Object.values(world.endpoints).some((urls) => urls.length) && "Over HTTP",
  ].filter(Boolean);
}

function choosePerson(anchor, run) {
  const free = world.people().filter((user) => !panes.some((pane) => pane.user.id === user.id));
  const entries = free.map((user) => ({
    label: nameOf(user),
    icon: avatar(user, "small"),
    testid: `be-${user.username}`,
    run: () => run(user),
  }));
  if (entries.length) openMenu(anchor, "People", entries);
  else panes.at(-1)?.notice("Everyone is already here.");
}

/** Update everything outside the panes that depends on them: title, address, tabs. */
function changed() {
  const calls = panes.reduce((sum, pane) => sum + pane.client.store.calls(), 0);
  document.title = calls ? `(${calls}) ${TITLE}` : TITLE;
  const seats = panes.map(({ user, client }) => ({ person: user.username, channel: channelKey(client) }));
  history.replaceState(null, "", writeAddress(seats));
  tabs.draw();
}

/** Return the channel as written in the address: its name if that is unique, otherwise its id. */
function channelKey(client) {
  const channel = client.channel();
  if (!channel) return client.wanted;
  const namesakes = [...client.store.channels.values()].filter(
    (one) => one.type === 0 && one.name === channel.name,
  );
  return channel.type === 0 && namesakes.length === 1 ? channel.name : channel.id;
}

function bringForward(pane) {
  for (const one of panes) one.element.classList.toggle("front", one === pane);
  tabs.draw();
  pane.shown();
}

/** Move the focus to the composer of the next or previous person. */
function goOn(step) {
  const here = panes.indexOf(Pane.last);
  const next = panes[(here + step + panes.length) % panes.length];
  bringForward(next);
  next.composer.focus();
}

function newPane(user, channel) {
  const pane = new Pane(user, channel, {
    onswitch: (pane, anchor) => choosePerson(anchor, (next) => replace(pane, next)),
    onclose: leave,
    onchange: changed,
  });
  replay?.join(pane);
  return pane;
}

function seat(user, channel) {
  const pane = newPane(user, channel ?? (panes.at(-1) && channelKey(panes.at(-1).client)));
  panes.push(pane);
  stage.append(pane.element);
  settle(pane);
}

function replace(pane, user) {
  const next = newPane(user, channelKey(pane.client));
  pane.element.replaceWith(next.element);
  pane.close();
  panes[panes.indexOf(pane)] = next;
  settle(next);
}

function leave(pane) {
  pane.close();
  panes.splice(panes.indexOf(pane), 1);
  settle(panes.at(-1));
}

function settle(pane) {
  stage.dataset.panes = String(panes.length);
  add.disabled = world.people().length <= panes.length;
  bringForward(pane);
  changed();
}

/** Return the first of these elements that is visible. */
const seen = (...selectors) =>
  selectors.map((one) => document.querySelector(one)).find((one) => one?.checkVisibility({ visibilityProperty: true }));

function tour() {
  showSwitches(false);
  const free = world.people().find((user) => !panes.some((pane) => pane.user.id === user.id));
  const front = () => panes.find((pane) => pane.element.classList.contains("front"));
  const own = `#${front().element.id}`;
  const steps = stepsOf({
    name: nameOf(front().user),
    person: () => seen(`${own} .you`, `${own} .person-button`, "#tabs [aria-selected=true]"),
    composer: () => seen(`${own} .composer-box`),
    add: () => add,
    clock: () => clock,
    seat:
      free && panes.length < 2
        ? { label: `Add ${nameOf(free)} beside you`, testid: "tour-seat", run: () => seat(free) }
        : null,
  });
  beginTour(steps, () => front().composer.focus());
}

function sitDown() {
  const wanted = readAddress(location.search).map(({ person, channel }) => ({
    user: world.find(person),
    channel,
  }));
  const seats = wanted.filter(
    ({ user }, index) => user && wanted.findIndex((one) => one.user === user) === index,
  );
  const usual = replay ? replay.people() : world.people().slice(0, 1);
  if (!seats.length) seats.push(...usual.map((user) => ({ user, channel: undefined })));
  for (const { user, channel } of seats) seat(user, channel);
  bringForward(panes[0]);
}

async function begin() {
  const waiting = document.querySelector("#waiting");
  try {
    await world.load();
    await replay?.load();
  } catch (error) {
    waiting.textContent = error.message;
    setTimeout(begin, RETRY);
    return;
  }
  waiting.remove();
  tools.append(look, clock, add);
  drawLook();
  stage.after(switches.element);
  sitDown();
  clock.disabled = Boolean(replay);
  if (replay) replay.show(stage);
  else switches.more.append(recordingPart());
  if (!replay && !isTourDone()) tour();
}

function tick() {
  refreshTimes();
  drawClock();
  if (!switches.element.hidden) switches.tick();
  for (const pane of panes) pane.drawTyping();
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  (Pane.last ?? panes[0])?.composer.focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "F6" || !panes.length) return;
  event.preventDefault();
  goOn(event.shiftKey ? -1 : 1);
});
world.topics.on("clock", tick);
for (const topic of ["faults", "conditions", "people", "endpoints"]) world.topics.on(topic, drawClock);
NIGHT.addEventListener("change", drawLook);
setInterval(tick, 1000);
document.addEventListener("visibilitychange", () => panes.forEach((pane) => pane.shown()));
begin();
