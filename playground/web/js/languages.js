/** The panel's part that sets the language of each person's Discord. */

import { control } from "./api.js";
import { h } from "./dom.js";
import { avatar } from "./people.js";
import { nameOf, world } from "./world.js";

const NAMES = new Intl.DisplayNames(["en"], { type: "language" });

function row(run, user) {
  const change = ({ target }) =>
    run(
      async () => {
        await control.settings(user.id, { locale: target.value });
        world.users.set(user.id, { ...world.users.get(user.id), locale: target.value });
      },
      `${nameOf(user)}’s Discord: ${NAMES.of(target.value)}.`,
    );
  const options = world.locales.map((code) =>
    h("option", { value: code, selected: code === user.locale }, NAMES.of(code)),
  );
  const picker = h("select", { "data-testid": `locale-${user.username}`, onchange: change }, options);
  return h("label", { class: "language" }, avatar(user, "small"), h("span", {}, nameOf(user)), picker);
}

/** Return the panel's part with a language picker for each person. */
export function languagesPart(run) {
  const list = h("div", { class: "panel-people" });
  world.topics.on("people", () => list.replaceChildren(...world.people().map((user) => row(run, user))));
  return list;
}
