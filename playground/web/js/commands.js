/** Slash commands as plain data: flattening, searching, checking and packing. Pure functions. */

/** @import { Command, Entry, Option, Reading, Sources, Suggestion, Value } from "./types.js" */

import { typeProblem } from "./file-types.js";

export const TYPE = {
  SUB_COMMAND: 1,
  GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11,
};
const CHAT_INPUT = 1;

/** Command types of context menus. */
export const MENU = { USER: 2, MESSAGE: 3 };

/** Maximum file size in bytes. */
export const LARGEST_FILE = 10 * 1024 * 1024;

/**
 * @param {Option | Command} option
 * @param {Option[]} path
 * @returns {Omit<Entry, "name" | "command">[]}
 */
function leaves(option, path) {
  const inner = (option.options ?? []).filter((one) => one.type <= TYPE.GROUP);
  if (!inner.length) return [{ path, description: option.description, options: option.options ?? [] }];
  return inner.flatMap((one) => leaves(one, [...path, one]));
}

/**
 * Return all runnable commands: {name: "shelf show", command, path, description, options}. `path` are the
 * sub-commands below the top; required options come first.
 *
 * @param {Command[]} commands
 * @returns {Entry[]}
 */
export function flatten(commands) {
  return commands
    .filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT)
    .flatMap((command) =>
      leaves(command, []).map(({ path, description, options }) => ({
        name: [command.name, ...path.map((one) => one.name)].join(" "),
        command,
        path,
        description,
        options: [...options].sort(
          (one, other) => Number(Boolean(other.required)) - Number(Boolean(one.required)),
        ),
      })),
    )
    .sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * @param {Entry} entry
 * @param {string} wanted
 */
function rank(entry, wanted) {
  if (entry.name.startsWith(wanted)) return 0;
  if (entry.name.split(" ").some((word) => word.startsWith(wanted))) return 1;
  if (entry.name.includes(wanted)) return 2;
  return entry.description?.toLowerCase().includes(wanted) ? 3 : 4;
}

/** The name of the bot's help command, if it has one. */
export const HELP = "help";

/**
 * Return the commands that match the text after the slash, best first; for no text, help comes first.
 *
 * @param {Entry[]} entries
 * @param {string} text
 */
export function search(entries, text) {
  const wanted = text.trim().replace(/\s+/g, " ").toLowerCase();
  if (!wanted) return entries.toSorted((one, other) => Number(other.name === HELP) - Number(one.name === HELP));
  const ranked = entries.map((entry) => ({ entry, rank: rank(entry, wanted) })).filter((one) => one.rank < 4);
  return ranked.sort((one, other) => one.rank - other.rank).map((one) => one.entry);
}

/**
 * Return {entry, rest} if `text` begins with a full command name and a space, otherwise undefined.
 *
 * @param {Entry[]} entries
 * @param {string} text
 */
export function typedCommand(entries, text) {
  const fitting = entries.filter((entry) => text.toLowerCase().startsWith(`${entry.name} `));
  const entry = fitting.sort((one, other) => other.name.length - one.name.length)[0];
  return entry && { entry, rest: text.slice(entry.name.length + 1) };
}

/**
 * `opponent:Tom time:1 day` → {opponent: "Tom", time: "1 day"}; text without a name goes to the first option
 * that takes text.
 *
 * @param {Option[]} options
 * @param {string} rest
 */
export function typedOptions(options, rest) {
  const names = options.map((option) => option.name.replace(/[^\w-]/g, "\\$&"));
  const parts = names.length ? rest.split(new RegExp(`(?:^|\\s)(${names.join("|")}):`)) : [rest];
  const values = {};
  const first = options.find((option) => option.type !== TYPE.ATTACHMENT);
  if (parts[0].trim() && first) values[first.name] = parts[0].trim();
  for (let at = 1; at < parts.length; at += 2) values[parts[at]] = parts[at + 1].trim();
  return values;
}

/**
 * Return {before, name} if the text in one option ends with another's name (`Tom side:`), or undefined.
 *
 * @param {Option[]} options
 * @param {string} text
 */
export function nameAtEnd(options, text) {
  const match = /^(.*)\s([\w-]+):$/.exec(text);
  return match && options.some((option) => option.name === match[2])
    ? { before: match[1], name: match[2] }
    : undefined;
}

/**
 * @param {Option} option
 * @param {number} number
 */
function numberProblem(option, number) {
  if (option.min_value !== undefined && number < option.min_value)
    return `The smallest value of ${option.name} is ${option.min_value}.`;
  if (option.max_value !== undefined && number > option.max_value)
    return `The largest value of ${option.name} is ${option.max_value}.`;
  return null;
}

/**
 * @param {Option} option
 * @param {string} text
 * @returns {Reading}
 */
function readNumber(option, text) {
  const whole = option.type === TYPE.INTEGER;
  const fits = whole ? /^[+-]?\d+$/.test(text) : /^[+-]?\d*\.?\d+$/.test(text);
  if (!fits)
    return {
      problem: `Give ${option.name} as a ${whole ? "whole number, such as 3" : "number, such as 1.5"}.`,
    };
  const value = Number(text);
  const problem = numberProblem(option, value);
  return problem ? { problem } : { value };
}

/**
 * @param {Option} option
 * @param {string} text
 * @returns {Reading}
 */
function readText(option, text) {
  if (text.length < (option.min_length ?? 0))
    return { problem: `${option.name} needs at least ${option.min_length} characters.` };
  if (text.length > (option.max_length ?? 6000))
    return { problem: `${option.name} takes at most ${option.max_length} characters.` };
  return { value: text };
}

const same = (one, other) => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * @param {Option} option
 * @param {string} text
 * @param {Suggestion[]} suggestions
 * @returns {Reading}
 */
function readSuggestion(option, text, suggestions) {
  const found = suggestions.find(
    (one) =>
      same(one.label, text) ||
      same(one.label, text.replace(/^[@#]/, "")) ||
      one.also?.some((name) => same(name, text.replace(/^[@#]/, ""))),
  );
  if (found) return { value: found.value };
  const some = suggestions
    .slice(0, 4)
    .map((one) => one.label)
    .join(", ");
  return {
    problem: some
      ? `Choose ${option.name} from the list: ${some}${suggestions.length > 4 ? " …" : "."}`
      : `There's nothing to choose for ${option.name} here.`,
  };
}

/**
 * Return the fixed choices of an option, or undefined if it takes free text. `members` and `channels` are
 * those that can be named.
 *
 * @param {Option} option
 * @param {Sources} sources
 * @returns {Suggestion[] | undefined}
 */
export function suggestionsOf(option, { members, channels }) {
  if (option.choices?.length) return option.choices.map(({ name, value }) => ({ label: name, value }));
  if (option.type === TYPE.BOOLEAN)
    return [
      { label: "True", value: true },
      { label: "False", value: false },
    ];
  if (option.type === TYPE.USER || option.type === TYPE.MENTIONABLE) return members;
  if (option.type === TYPE.CHANNEL)
    return channels.filter((one) => !option.channel_types?.length || option.channel_types.includes(one.type));
  return option.type === TYPE.ROLE ? [] : undefined;
}

/**
 * @param {Option} option
 * @returns {Reading}
 */
function missing(option) {
  return option.required ? { problem: `${option.name} is needed: ${option.description}` } : {};
}

/**
 * @param {Option} option
 * @param {File} file
 * @returns {Reading}
 */
function wrongType(option, file) {
  const problem = typeProblem(file, option.file_types);
  return problem ? { problem } : { value: file };
}

/**
 * @param {Option} option
 * @param {File | null | undefined} file
 * @returns {Reading}
 */
function readFile(option, file) {
  if (!file) return missing(option);
  return file.size > LARGEST_FILE
    ? { problem: `“${file.name}” is too large: a file may have at most 10 MB. Choose a smaller one.` }
    : wrongType(option, file);
}

/**
 * Return a field's {value} to send, a {problem} sentence, or {} if it is empty.
 *
 * @param {Option} option
 * @param {{text: string, chosen?: Suggestion | null, file?: File | null}} given
 * @param {Sources} sources
 */
export function read(option, { text, chosen, file }, sources) {
  if (option.type === TYPE.ATTACHMENT) return readFile(option, file);
  if (chosen) return { value: chosen.value };
  const trimmed = text.trim();
  if (!trimmed) return missing(option);
  const suggestions = suggestionsOf(option, sources);
  if (suggestions) return readSuggestion(option, trimmed, suggestions);
  if (option.type === TYPE.INTEGER || option.type === TYPE.NUMBER) return readNumber(option, trimmed);
  return readText(option, trimmed);
}

/**
 * Return Discord's nested options for `entry`; `values` are [{name, type, value, focused?}].
 *
 * @param {Entry} entry
 * @param {Value[]} values
 * @returns {Value[]}
 */
export function pack(entry, values) {
  return entry.path.reduceRight(
    (inside, step) => [{ type: step.type, name: step.name, options: inside }],
    values,
  );
}
