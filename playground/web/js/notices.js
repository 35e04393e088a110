/** The lines below the top one: failures of the playground itself. */

import { h, iconButton } from "./dom.js";
import { isRecording } from "./replay.js";

const RETRY = 2000;

const failure = h("p", { class: "notice", role: "alert", "data-testid": "own-failure", hidden: true });

const handlers = {
  OWN_FAILURE: ({ words }) => {
    const close = iconButton("close", "Close", { onclick: () => (failure.hidden = true) });
    failure.replaceChildren(h("span", {}, words), close);
    failure.hidden = false;
  },
};

function listen() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const names = Object.keys(handlers).join(",");
  const socket = new WebSocket(`${scheme}//${location.host}/control/live/everybody?events=${names}`);
  socket.addEventListener("message", (frame) => {
    const { event, data } = JSON.parse(frame.data);
    handlers[event](data);
  });
  socket.addEventListener("close", () => setTimeout(listen, RETRY));
}

if (!isRecording()) {
  document.querySelector("#notices").append(failure);
  listen();
}
