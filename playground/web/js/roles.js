/** The panel's part that creates roles and assigns them. */

import { control } from "./api.js";
import { h, openOnes, refill } from "./dom.js";
import { avatar } from "./people.js";
import { action } from "./trouble.js";
import { nameOf, world } from "./world.js";

/** Permissions that a new role can have, with their bits. */
const PERMISSIONS = [
  ["Administrator", 3],
  ["Manage server", 5],
  ["Manage channels", 4],
  ["Manage roles", 28],
  ["Manage events", 33],
  ["Manage messages", 13],
  ["Manage threads", 34],
  ["Pin messages", 51],
  ["Time out members", 40],
  ["Kick members", 1],
  ["Ban members", 2],
];

function memberSwitch(run, guild, role, user) {
  const mine = guild.members?.[user.id] ?? [];
  const change = ({ target }) => {
    const roles = target.checked ? [...mine, role.id] : mine.filter((one) => one !== role.id);
    return run(
      () => control.giveRoles(guild.id, user.id, roles),
      `${nameOf(user)} ${target.checked ? "has" : "no longer has"} the role ${role.name}.`,
    );
  };
  const testid = `role-${role.name}-${user.username}`;
  const checked = mine.includes(role.id);
  const box = h("input", { type: "checkbox", role: "switch", checked, "data-testid": testid, onchange: change });
  const owns = guild.owner_id === user.id && h("small", { class: "muted" }, " owner");
  return h("label", { class: "switch" }, avatar(user, "small"), h("span", {}, nameOf(user), owns), box);
}

function roleRow(run, guild, role, open) {
  const people = world.members(guild.id).filter((user) => !user.bot);
  const count = people.filter((user) => guild.members?.[user.id]?.includes(role.id)).length;
  const where = world.guilds.length > 1 ? ` in ${guild.name}` : "";
  return h(
    "details",
    { class: "condition", open: open.has(role.id), "data-key": role.id },
    h("summary", { "data-testid": `role-${role.name}` }, `${role.name}${where}${count ? ` (${count})` : ""}`),
    people.map((user) => memberSwitch(run, guild, role, user)),
  );
}

/** Return the form that creates a role in every server. */
function newRole(run) {
  const name = h("input", { type: "text", maxlength: "100", placeholder: "Judge", "data-testid": "role-name" });
  const boxes = PERMISSIONS.map(([label, bit]) => ({
    label,
    bit,
    box: h("input", { type: "checkbox", role: "switch", "data-testid": `permission-${bit}` }),
  }));
  const make = () => {
    const bits = boxes.reduce((sum, { bit, box }) => sum | (box.checked ? 1n << BigInt(bit) : 0n), 0n);
    const add = (guild) => control.addRole(guild.id, name.value.trim(), String(bits));
    return run(() => Promise.all(world.guilds.map(add)), `There's a new role, ${name.value.trim()}. Open it to give it.`);
  };
  return h(
    "details",
    { class: "condition" },
    h("summary", { "data-testid": "role-new" }, "New role"),
    h("label", { class: "panel-field" }, h("span", {}, "Name"), name),
    boxes.map(({ label, box }) => h("label", { class: "switch" }, h("span", {}, label), box)),
    h("div", { class: "button-row" }, action("Make it", "role-make", make)),
  );
}

/** Return the assignable roles with a switch for each person, and the form for a new one. */
export function rolesPart(run) {
  const list = h("div", { class: "conditions" });
  const draw = () => {
    const open = openOnes(list);
    const roles = world.guilds.flatMap((guild) =>
      guild.roles.filter((role) => !role.managed).map((role) => roleRow(run, guild, role, open)),
    );
    refill(list, roles);
  };
  world.topics.on("roles", draw);
  world.topics.on("people", draw);
  return [list, newRole(run)];
}
