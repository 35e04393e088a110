/** A small bot on unmodified oceanic.js with a changed API address. It prints each event as a line of JSON. */

import {
  ApplicationCommandOptionTypes as Options,
  ButtonStyles,
  ChannelTypes,
  Client,
  ComponentTypes as Types,
  InteractionTypes as Kinds,
  TextInputStyles,
} from "oceanic.js";

const PRIVATE = 1 << 6;
const V2 = 1 << 15;
const COMMANDS = [
  { name: "board", description: "A picture and buttons" },
  { name: "card", description: "Components of the second version" },
  {
    name: "move",
    description: "Completes",
    options: [{ name: "square", description: "Where to", type: Options.STRING, required: true, autocomplete: true }],
  },
  { name: "letter", description: "Writes to you" },
  { name: "thread", description: "Begins a thread" },
  { name: "regret", description: "Changes and deletes what it said" },
].map((command) => ({ type: 1, ...command }));

const client = new Client({
  auth: `Bot ${process.env.DISCORD_TOKEN}`,
  gateway: { intents: ["GUILDS", "GUILD_MESSAGES", "DIRECT_MESSAGES"] },
  rest: { baseURL: process.env.DISCORD_API },
});

const tell = (event, told = {}) => console.log(JSON.stringify({ event, ...told }));
const picture = (name) => ({ name, contents: Buffer.from(process.env.PICTURE, "base64") });
const button = (name) => ({ type: Types.BUTTON, style: ButtonStyles.PRIMARY, label: name, customID: name });
const row = (...components) => ({ type: Types.ACTION_ROW, components });
const sides = { type: Types.STRING_SELECT, customID: "side", options: ["red", "blue"].map((one) => ({ label: one, value: one })) };
const field = { type: Types.TEXT_INPUT, customID: "name", label: "Your name", style: TextInputStyles.SHORT, maxLength: 20 };

const answers = {
  board: (asked) =>
    asked.createMessage({
      content: "The board",
      files: [picture("board.png")],
      components: [row(button("next"), button("form")), row(sides)],
    }),
  card: (asked) => {
    const inside = [{ type: Types.TEXT_DISPLAY, content: "a card" }];
    return asked.createMessage({ flags: V2, components: [{ type: Types.CONTAINER, components: inside }] });
  },
  move: (asked) => asked.createMessage({ content: `moved to ${asked.data.options.getString("square")}` }),
  async letter(asked) {
    const channel = await asked.user.createDM();
    await channel.createMessage({ content: "a letter" });
    await asked.createMessage({ content: "sent", flags: PRIVATE });
  },
  async thread(asked) {
    const made = await asked.channel.startThreadWithoutMessage({ name: "a thread", type: ChannelTypes.PUBLIC_THREAD });
    await made.createMessage({ content: "in it" });
    await asked.createMessage({ content: "begun", flags: PRIVATE });
  },
  async regret(asked) {
    const kept = await asked.channel.createMessage({ content: "kept" });
    const lost = await asked.channel.createMessage({ content: "lost" });
    await kept.edit({ content: "changed" });
    await lost.delete();
    await asked.createMessage({ content: "done", flags: PRIVATE });
  },
};

const presses = {
  next: (asked) =>
    asked.editParent({ content: "The next board", components: [], files: [picture("next.png")], attachments: [] }),
  form: (asked) => asked.createModal({ customID: "about-you", title: "A form", components: [row(field)] }),
  side: (asked) => asked.createMessage({ content: `you are ${asked.data.values.raw[0]}`, flags: PRIVATE }),
};

function complete(asked) {
  const typed = asked.data.options.getFocused().value;
  const found = ["a1", "a2", "b1"].filter((one) => one.startsWith(typed));
  return asked.result(found.map((one) => ({ name: one, value: one })));
}

async function answer(asked) {
  if (asked.type === Kinds.APPLICATION_COMMAND) await answers[asked.data.name](asked);
  else if (asked.type === Kinds.APPLICATION_COMMAND_AUTOCOMPLETE) await complete(asked);
  else if (asked.type === Kinds.MESSAGE_COMPONENT) await presses[asked.data.customID](asked);
  else await asked.createMessage({ content: `hello ${asked.data.components.getTextInput("name")}`, flags: PRIVATE });
}

client.on("interactionCreate", (asked) => answer(asked).catch((error) => console.error(error)));
client.on("messageCreate", async (message) => {
  if (message.author.bot || message.guildID) return;
  const reference = { messageReference: { messageID: message.id } };
  const place = message.channel ?? (await message.author.createDM());
  await place.createMessage({ content: `you wrote: ${message.content}`, ...reference });
});
client.on("shardResume", () => tell("resumed"));
client.on("shardReady", async () => {
  await client.application.bulkEditGlobalCommands(COMMANDS);
  tell("identified", { name: client.user.username, guilds: [...client.guilds.values()].map((one) => one.name) });
});
// oceanic.js also reports a dropped connection as an error.
client.on("error", (error) => error.code === 4000 || console.error(error));

// End together with the process that started the bot.
process.stdin.on("end", () => { client.disconnect(false); process.exit(0); }).resume();
await client.connect();
