/** The few sentences a newcomer reads once. */

import { h } from "./dom.js";

const KEY = "slowplay-playground-welcomed";

function welcomed() {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

function remember() {
  try {
    localStorage.setItem(KEY, "yes");
  } catch {
    /* a browser without storage shows the words again next time */
  }
}

/** The card, or null when it was dismissed before. `seat` {label, run} offers a second person. */
export function welcome(name, seat) {
  if (welcomed()) return null;
  const dismiss = () => {
    remember();
    card.remove();
  };
  const card = h(
    "section",
    { class: "welcome", "aria-label": "Welcome", "data-testid": "welcome" },
    h(
      "p",
      {},
      h("strong", {}, `This is a small chat of your own, and nothing in it leaves this computer. `),
      `You are ${name}, and beside you there is room for other people, each with their own private view. `,
      "Type / to see what the bot can do and challenge somebody. ",
      "The clock at the top can be moved forward, so that days pass in a second.",
    ),
    h(
      "div",
      { class: "button-row" },
      h(
        "button",
        { type: "button", class: "button primary", "data-testid": "welcome-dismiss", onclick: dismiss },
        "Got it",
      ),
      seat &&
        h(
          "button",
          {
            type: "button",
            class: "button secondary",
            "data-testid": "welcome-seat",
            onclick: () => (dismiss(), seat.run()),
          },
          seat.label,
        ),
    ),
  );
  return card;
}
