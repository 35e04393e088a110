/** The page: the top line, the panes side by side, the switches. */

import { readAddress, writeAddress } from "./address.js";
import { h, icon, iconButton } from "./dom.js";
import { Pane } from "./pane.js";
import { avatar } from "./people.js";
import { openMenu } from "./popup.js";
import { Switches } from "./switches.js";
import { format, refreshTimes, span } from "./time.js";
import { welcome } from "./welcome.js";
import { nameOf, world } from "./world.js";

const TITLE = "Slowplay playground";
const RETRY = 1500;

const panes = [];
const stage = document.querySelector("#stage");
const tabs = document.querySelector("#tabs");
const tools = document.querySelector("#tools");
const switches = new Switches(() => showSwitches(false));
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

function showSwitches(open) {
  switches.element.hidden = !open;
  clock.setAttribute("aria-expanded", String(open));
  if (open) switches.element.querySelector("button")?.focus();
  else clock.focus();
}

function drawClock() {
  const ahead = world.offset >= 60 ? h("span", { class: "ahead" }, `+${span(world.offset)}`) : null;
  const text = format(world.now(), "t");
  const signature = `${text}${ahead?.textContent ?? ""}`;
  if (clock.dataset.shown === signature) return;
  clock.dataset.shown = signature;
  clock.setAttribute(
    "aria-label",
    `Playground switches. The clock shows ${text}${ahead ? `, ${span(world.offset)} ahead` : ""}`,
  );
  clock.replaceChildren(icon("clock"), text, ...(ahead ? [ahead] : []));
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
  else panes.at(-1)?.notice("Everybody is here already.");
}

/** Everything outside the panes that depends on them: title, address, tabs. */
function changed() {
  const calls = panes.reduce((sum, pane) => sum + pane.client.store.calls(), 0);
  document.title = calls ? `(${calls}) ${TITLE}` : TITLE;
  const seats = panes.map(({ user, client }) => ({ person: user.username, channel: channelKey(client) }));
  history.replaceState(null, "", writeAddress(seats));
  drawTabs();
}

/** A channel in the address: its name where that is clear, else its id. */
function channelKey(client) {
  const channel = client.channel();
  if (!channel) return client.wanted;
  const namesakes = [...client.store.channels.values()].filter(
    (one) => one.type === 0 && one.name === channel.name,
  );
  return channel.type === 0 && namesakes.length === 1 ? channel.name : channel.id;
}

function drawTabs() {
  const tab = (pane) => {
    const calls = pane.client.store.calls();
    return h(
      "button",
      {
        type: "button",
        role: "tab",
        "aria-selected": String(pane.element.classList.contains("front")),
        "data-testid": `tab-${pane.user.username}`,
        onclick: () => bringForward(pane),
      },
      avatar(pane.user, "tiny"),
      nameOf(pane.user),
      calls > 0 && h("span", { class: "count" }, String(calls)),
    );
  };
  tabs.hidden = panes.length < 2;
  tabs.replaceChildren(...panes.map(tab));
}

function bringForward(pane) {
  for (const one of panes) one.element.classList.toggle("front", one === pane);
  drawTabs();
  pane.shown();
}

function newPane(user, channel) {
  return new Pane(user, channel, {
    onswitch: (pane, anchor) => choosePerson(anchor, (next) => replace(pane, next)),
    onclose: leave,
    onchange: changed,
  });
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
  stage.dataset.panes = panes.length;
  add.disabled = world.people().length <= panes.length;
  bringForward(pane);
  changed();
}

function greet() {
  const free = world.people().find((user) => !panes.some((pane) => pane.user.id === user.id));
  const card = welcome(
    nameOf(panes[0].user),
    free && panes.length < 2 ? { label: `Seat ${nameOf(free)} beside you`, run: () => seat(free) } : null,
  );
  if (card) stage.parentElement.before(card);
}

function sitDown() {
  const wanted = readAddress(location.search).map(({ person, channel }) => ({
    user: world.find(person),
    channel,
  }));
  const seats = wanted.filter(
    ({ user }, index) => user && wanted.findIndex((one) => one.user === user) === index,
  );
  if (!seats.length) seats.push({ user: world.people()[0] });
  for (const { user, channel } of seats) seat(user, channel);
  bringForward(panes[0]);
}

async function begin() {
  const waiting = document.querySelector("#waiting");
  try {
    await world.load();
  } catch (error) {
    waiting.textContent = error.message;
    setTimeout(begin, RETRY);
    return;
  }
  waiting.remove();
  tools.append(clock, add);
  stage.after(switches.element);
  sitDown();
  greet();
}

function tick() {
  refreshTimes();
  drawClock();
  if (!switches.element.hidden) switches.tick();
  for (const pane of panes) pane.drawTyping();
}

world.topics.on("clock", tick);
setInterval(tick, 1000);
document.addEventListener("visibilitychange", () => panes.forEach((pane) => pane.shown()));
begin();
