/**
 * The shapes of the data that the page gets, for `tsc --checkJs`; the browser never loads this module. Names and
 * values are Discord's.
 *
 * @import { Client } from "./client.js"
 *
 * @typedef {{
 *   id: string, username?: string, global_name?: string | null, bot?: boolean, avatar_color?: string | number,
 *   dms_open?: boolean, locale?: string,
 * }} User
 *
 * @typedef {{
 *   id: string, type: number, name?: string, guild_id?: string, parent_id?: string | null, recipients?: User[],
 *   thread_metadata?: {locked: boolean, archived: boolean},
 * }} Channel
 *
 * @typedef {{id?: string, name: string}} Emoji
 *
 * @typedef {{url: string, width?: number, height?: number, content_type?: string, filename?: string}} Media
 *
 * @typedef {Media & {id: string, filename: string, size: number, flags?: number, description?: string}} Attachment
 *
 * @typedef {Media & {description?: string, spoiler?: boolean}} Picture
 *
 * @typedef {{media?: Media, file?: Media, description?: string, spoiler?: boolean}} MediaItem
 *
 * @typedef {{name: string, value: string, inline?: boolean}} EmbedField
 *
 * @typedef {{
 *   title?: string, description?: string, url?: string, color?: number, timestamp?: string, fields?: EmbedField[],
 *   author?: {name: string, url?: string, icon_url?: string}, footer?: {text: string, icon_url?: string},
 *   image?: Media, thumbnail?: Media,
 * }} Embed
 *
 * @typedef {{
 *   label: string, value: string, description?: string, emoji?: Emoji, default?: boolean, face?: Node,
 * }} SelectOption
 *
 * @typedef {{
 *   type: number, id?: number, custom_id?: string, components?: Component[], accessory?: Component,
 *   disabled?: boolean, required?: boolean, spoiler?: boolean, style?: number, label?: string, url?: string,
 *   emoji?: Emoji, placeholder?: string, options?: SelectOption[], min_values?: number, max_values?: number,
 *   channel_types?: number[], default_values?: {id: string}[], content?: string, accent_color?: number | null,
 *   spacing?: number, divider?: boolean, items?: MediaItem[], media?: Media, file?: Media, description?: string,
 *   name?: string, size?: number,
 * }} Component
 *
 * @typedef {{
 *   id: string, channel_id: string, type?: number, flags?: number, content?: string, timestamp?: string,
 *   edited_timestamp?: string | null, pinned?: boolean, author?: User, mentions?: User[], mention_everyone?: boolean,
 *   attachments?: Attachment[], embeds?: Embed[], components?: Component[], thread?: Channel,
 *   message_reference?: {channel_id?: string, message_id?: string}, message_snapshots?: {message: Message}[],
 *   referenced_message?: Message | null, interaction?: {name: string, type: number, user: User},
 *   interaction_metadata?: {name?: string, type: number, user: User},
 * }} Message
 *
 * @typedef {{name: string, value: string | number}} Choice
 *
 * @typedef {{
 *   type: number, name: string, description?: string, required?: boolean, options?: Option[], choices?: Choice[],
 *   autocomplete?: boolean, channel_types?: number[], file_types?: string[], min_value?: number, max_value?: number,
 *   min_length?: number, max_length?: number,
 * }} Option An option of a command.
 *
 * @typedef {{
 *   id: string, application_id?: string, type?: number, name: string, description?: string, options?: Option[],
 * }} Command
 *
 * @typedef {{
 *   name: string, command: Command, path: Option[], description?: string, options: Option[],
 * }} Entry A command that can be run, with the names of its sub-commands in its name.
 *
 * @typedef {{
 *   label: string, value: string | number | boolean, detail?: string, hint?: string, also?: string[], type?: number,
 *   face?: Node,
 * }} Suggestion
 *
 * @typedef {{members: Suggestion[], channels: Suggestion[]}} Sources The people and channels that can be named.
 *
 * @typedef {{value?: string | number | boolean | File, problem?: string}} Reading What a field holds: {} if empty.
 *
 * @typedef {{
 *   type: number, name: string, value?: string | number | boolean | object, focused?: boolean, options?: Value[],
 * }} Value The value of an option, as it's sent; a sub-command has options.
 *
 * @typedef {{name: string, text: string, chosen?: {label: string, value: string | number | boolean} | null}} FieldDraft
 *
 * @typedef {{id: string, name: string, fields: FieldDraft[]}} CommandDraft A command's id, its full name, its options.
 *
 * @typedef {{text: string, command?: CommandDraft}} Draft What was written and not sent.
 *
 * @typedef {{pending?: string, error?: string}} Press The state of a press on a message's button.
 *
 * @typedef {{
 *   type: string, children?: MarkdownNode[], text?: string, id?: string, name?: string, url?: string, title?: string,
 *   epoch?: string, style?: string, language?: string, level?: number, ordered?: boolean, start?: number,
 *   items?: MarkdownNode[][],
 * }} MarkdownNode
 *
 * @typedef {{
 *   client: Client, revealed: Set<string>, channelName: (id: string) => string | undefined,
 *   roleName: (id: string) => string | undefined, openChannel: (id: string) => Promise<void>,
 *   showPerson: (user: User, anchor: HTMLElement) => void, startCommand: (name: string, id?: string) => void,
 *   leave: () => void, say: (words: string) => void, jumpTo?: (id: string) => void, mentioned?: string[],
 *   messageId?: string,
 * }} Context What a message knows of the pane that shows it; `revealed` are the keys of opened spoilers.
 *
 * @typedef {Context & {key: string, spoilers: number, levels: number[]}} MarkdownContext
 *
 * @typedef {Context & {message: Message, press?: Press}} Place A message's components, where they're shown.
 *
 * @typedef {{person: string, channel?: string}} Seat A pane in the page's address.
 */

export {};
