/** What all panes share: people, applications, and the playground's clock. */

import { control } from "./api.js";
import { Topics } from "./topics.js";

export const world = {
  topics: new Topics(),
  users: new Map(),
  guilds: [],
  applications: [],
  offset: 0,
  ahead: 0,
  /** number of the bot's calls that will fail, and seconds by which everything reaches it late */
  faults: { calls: 0, seconds: 0 },
  /** application id → URLs that receive its interactions over HTTP */
  endpoints: {},
  rateLimits: false,
  /** Discord's conditions: {key, of, label, told, on: ids} */
  conditions: [],
  /** codes of Discord's languages */
  locales: [],

  /** Fetch everything again. */
  async load() {
    const state = await control.state();
    for (const user of state.users) this.users.set(user.id, user);
    this.guilds = state.guilds;
    this.applications = state.applications;
    this.setClock(state.clock);
    this.setFaults(state.faults);
    this.setEndpoints(state);
    this.setRateLimits(state.rate_limits);
    this.setConditions(state.conditions);
    this.locales = state.locales ?? [];
    this.topics.tell("people", "applications", "roles");
  },

  setClock({ now, offset }) {
    this.ahead = now - Date.now() / 1000;
    this.offset = offset ?? this.offset;
    this.topics.tell("clock");
  },

  setRateLimits(on) {
    this.rateLimits = Boolean(on);
    this.topics.tell("faults");
  },

  setConditions(conditions) {
    this.conditions = conditions ?? [];
    this.topics.tell("conditions");
  },

  setEndpoints({ endpoints }) {
    this.endpoints = endpoints ?? {};
    this.topics.tell("endpoints");
  },

  setFaults(faults) {
    this.faults = faults ?? this.faults;
    this.topics.tell("faults");
  },

  setApplications(applications) {
    if (Array.isArray(applications)) this.applications = applications;
    this.topics.tell("applications");
  },

  /** Return the playground's time in epoch seconds. */
  now() {
    return Date.now() / 1000 + this.ahead;
  },

  /** Add a message's author if still unknown, such as a bot that just joined. */
  meet(user) {
    if (!user?.id) return;
    const known = this.users.get(user.id);
    this.users.set(user.id, {
      ...user,
      ...known,
      ...(known ? { dms_open: user.dms_open ?? known.dms_open } : {}),
    });
  },

  /** Set a person's new display name. */
  rename({ id, global_name }) {
    const known = this.users.get(id);
    if (!known || known.global_name === global_name) return;
    this.users.set(id, { ...known, global_name });
    this.topics.tell("people");
  },

  user(id) {
    return this.users.get(id);
  },

  people() {
    return [...this.users.values()].filter((user) => !user.bot);
  },

  /** Return a person by user name or id, or undefined. */
  find(text) {
    return this.people().find((user) => user.username === text || user.id === text);
  },

  /** Return all members of a server, bots included; for a direct message (`guild` undefined), everybody. */
  members(guild) {
    const ids = this.guilds.find((one) => one.id === guild)?.member_ids;
    return ids ? ids.map((id) => this.users.get(id)).filter(Boolean) : [...this.users.values()];
  },

  /** Set a member's new roles or display name. */
  setMember({ guild_id, user, roles }) {
    const guild = this.guilds.find((one) => one.id === guild_id);
    if (guild) guild.members = { ...guild.members, [user.id]: roles };
    this.topics.tell("roles");
    this.rename(user);
  },

  /** Add a new role to a server. */
  addRole({ guild_id, role }) {
    const guild = this.guilds.find((one) => one.id === guild_id);
    if (guild && !guild.roles.some((one) => one.id === role.id)) guild.roles = [...guild.roles, role];
    this.topics.tell("roles");
  },

  /** Return a server's roles except @everyone: {id, name, managed}. */
  roles(guild) {
    return this.guilds.find((one) => one.id === guild)?.roles ?? [];
  },

  botIsConnected() {
    return this.applications.some((application) => application.connected);
  },
};

export function nameOf(user) {
  return user?.global_name ?? user?.username ?? "Somebody";
}

/** Return a person's avatar color in CSS; derive a constant one if the server gives none. */
export function colourOf(user) {
  const given = user?.avatar_color;
  if (typeof given === "number") return `#${given.toString(16).padStart(6, "0")}`;
  if (given) return given;
  if (user?.bot) return "var(--accent)";
  return `hsl(${Number(BigInt(user?.id ?? 0) % 360n)} 45% 42%)`;
}
