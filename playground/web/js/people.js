/** Avatars, names and the small card of a person. */

import { h, icon } from "./dom.js";
import { MENU } from "./commands.js";
import { openPopup } from "./popup.js";
import { colourOf, nameOf, world } from "./world.js";

/** Return a round avatar: the first letter on the person's color, or a clock face for bots. */
export function avatar(user, size = "normal") {
  const letter = user?.bot ? null : [...nameOf(user)][0].toUpperCase();
  return h(
    "span",
    {
      class: `avatar ${size}`,
      "aria-hidden": "true",
      "data-letter": letter,
      style: { "--face": colourOf(user) },
    },
    user?.bot && icon("clock"),
  );
}

export function botBadge(user) {
  return user?.bot ? h("span", { class: "badge" }, "APP") : null;
}

/** True for a person, or for a bot that is connected. */
export function isPresent(user) {
  if (!user.bot) return true;
  return world.applications.some((one) => one.connected && (one.bot_user_id ?? one.id) === user.id);
}

/** Open the card of a person beside a name, with a way to write to them. */
export function showPerson(user, anchor, client) {
  const write = () => {
    popup.hidePopover();
    client.openDirect(user.id);
  };
  const state = isPresent(user) ? (user.bot ? "Connected" : "Here") : "Not connected";
  const popup = h(
    "div",
    { class: "person-card", role: "dialog", "aria-label": nameOf(user) },
    h(
      "div",
      { class: "person-card-head" },
      avatar(user, "large"),
      h(
        "div",
        {},
        h("strong", {}, nameOf(user)),
        " ",
        botBadge(user),
        h("div", { class: "muted" }, user.username, " · ", state),
      ),
    ),
    user.id === client.user.id
      ? h("p", { class: "muted" }, "This is you.")
      : h(
          "button",
          { type: "button", class: "button primary", "data-testid": "write-to", onclick: write },
          "Send a message",
        ),
  );
  openPopup(popup, anchor);
  popup.querySelector("button")?.focus();
  offerCommands(user, popup, client);
}

/** Add the user context menu commands below the card. */
async function offerCommands(user, popup, client) {
  const button = ({ name }) => {
    const use = () => {
      popup.hidePopover();
      client.use(name, { user: user.id });
    };
    return h("button", { type: "button", class: "button secondary", "data-menu": name, onclick: use }, name);
  };
  const commands = await client.menu(MENU.USER);
  if (commands.length) popup.append(h("div", { class: "button-row person-card-apps" }, commands.map(button)));
}

/** Open the member list of a server. */
export function showMembers(guild, anchor, client) {
  const row = (user) =>
    h(
      "button",
      {
        type: "button",
        "data-user-id": user.id,
        onclick: () => (popup.hidePopover(), showPerson(user, anchor, client)),
      },
      avatar(user, "small"),
      h("span", { class: isPresent(user) ? null : "muted" }, nameOf(user)),
      botBadge(user),
    );
  const popup = h(
    "div",
    { class: "menu", role: "dialog", "aria-label": "Members" },
    world.members(guild).map(row),
  );
  openPopup(popup, anchor);
  popup.querySelector("button")?.focus();
}
