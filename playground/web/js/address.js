/** The panes' people and channels in the address: ?as=mara,tom&channel=games,1234. Pure functions. */

/** @import { Seat } from "./types.js" */

/**
 * Return [{person, channel}] from a query string; `channel` is a name, an id or undefined.
 *
 * @param {string} query
 * @returns {Seat[]}
 */
export function readAddress(query) {
  const parameters = new URLSearchParams(query);
  const people = (parameters.get("as") ?? "").split(",").filter(Boolean);
  const channels = (parameters.get("channel") ?? "").split(",");
  return people.map((person, index) => ({
    person,
    channel: channels[index] || (index > 0 && channels.length === 1 ? channels[0] : undefined),
  }));
}

/**
 * Return the query string for [{person, channel}].
 *
 * @param {Seat[]} seats
 */
export function writeAddress(seats) {
  const people = seats.map((seat) => encodeURIComponent(seat.person)).join(",");
  const channels = seats.map((seat) => encodeURIComponent(seat.channel ?? "")).join(",");
  return `?as=${people}&channel=${channels}`;
}
