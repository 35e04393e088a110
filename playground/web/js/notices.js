/** The lines below the top one: the bot's program has ended, or the playground itself has failed. */

import { control } from "./api.js";
import { h, iconButton } from "./dom.js";
import { isRecording } from "./replay.js";

const RETRY = 2000;

const ended = h("div", { class: "notice", role: "status", "data-testid": "program-ended", hidden: true });
const failure = h("p", { class: "notice", role: "alert", "data-testid": "own-failure", hidden: true });

async function startAgain() {
  try {
    showProgram(await control.startProgram());
  } catch (error) {
    showFailure({ words: error.message });
  }
}

/** Show what a program wrote last if it has ended; `running` is null if the playground runs none. */
function showProgram({ running, status, lines }) {
  ended.hidden = running !== false;
  const again = { type: "button", class: "button primary", "data-testid": "program-start", onclick: startAgain };
  ended.replaceChildren(
    h("div", { class: "notice-text" }, h("strong", {}, `Your bot ended with status ${status}.`), lastLines(lines)),
    h("button", again, "Start again"),
  );
}

function lastLines(lines) {
  const properties = { class: "last-lines", tabindex: 0, role: "group", "aria-label": "What your bot wrote last" };
  return lines.length > 0 && h("div", properties, h("pre", {}, lines.join("\n")));
}

function showFailure({ words }) {
  const close = iconButton("close", "Close", { onclick: () => (failure.hidden = true) });
  failure.replaceChildren(h("span", { class: "notice-text" }, words), close);
  failure.hidden = false;
}

const handlers = { PROGRAM: showProgram, OWN_FAILURE: showFailure };

function listen() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const names = Object.keys(handlers).join(",");
  const socket = new WebSocket(`${scheme}//${location.host}/control/live/everybody?events=${names}`);
  socket.addEventListener("open", () => control.program().then(showProgram, () => {}));
  socket.addEventListener("message", (frame) => {
    const { event, data } = JSON.parse(frame.data);
    handlers[event](data);
  });
  socket.addEventListener("close", () => setTimeout(listen, RETRY));
}

if (!isRecording()) {
  document.querySelector("#notices").append(ended, failure);
  listen();
}
