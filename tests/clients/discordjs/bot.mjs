/** A small bot on unmodified discord.js with a changed API address. It prints each event as a line of JSON. */

import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  EmbedBuilder,
  Events,
  GatewayIntentBits,
  MessageFlags,
  ModalBuilder,
  Partials,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from "discord.js";

const PRIVATE = MessageFlags.Ephemeral;
const COMMANDS = [
  {
    name: "board",
    description: "A picture and buttons",
    options: [{ name: "rival", description: "Against whom", type: ApplicationCommandOptionType.User }],
  },
  { name: "letter", description: "Writes to you" },
  { name: "slow", description: "Thinks first" },
  {
    name: "move",
    description: "Completes",
    options: [
      {
        name: "square",
        description: "Where to",
        type: ApplicationCommandOptionType.String,
        required: true,
        autocomplete: true,
      },
    ],
  },
  { name: "look", description: "Looks at everything it can see" },
];

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
  partials: [Partials.Channel],
  rest: { api: process.env.DISCORD_API.replace(/\/v10$/, ""), cdn: process.env.DISCORD_CDN },
});

const tell = (event, told = {}) => console.log(JSON.stringify({ event, ...told }));
const picture = (name) => new AttachmentBuilder(Buffer.from(process.env.PICTURE, "base64"), { name });

function buttons() {
  const made = ["next", "form"].map((name) =>
    new ButtonBuilder().setCustomId(name).setLabel(name).setStyle(ButtonStyle.Primary),
  );
  return new ActionRowBuilder().addComponents(made);
}

function sides() {
  const options = ["red", "blue"].map((name) => ({ label: name, value: name }));
  return new ActionRowBuilder().addComponents(new StringSelectMenuBuilder().setCustomId("side").addOptions(options));
}

function form() {
  const name = new TextInputBuilder()
    .setCustomId("name")
    .setLabel("Your name")
    .setStyle(TextInputStyle.Short)
    .setMaxLength(20);
  return new ModalBuilder()
    .setCustomId("about-you")
    .setTitle("A form")
    .addComponents(new ActionRowBuilder().addComponents(name));
}

const answers = {
  async board(asked) {
    const rival = asked.options.getUser("rival")?.username ?? "nobody";
    const { resource } = await asked.reply({
      content: `The board, against ${rival}`,
      embeds: [new EmbedBuilder().setDescription("an empty board").setImage("attachment://board.png")],
      files: [picture("board.png")],
      components: [buttons(), sides()],
      withResponse: true,
    });
    const { id, content, embeds, components, interactionMetadata } = resource.message;
    tell("answered", {
      id,
      content,
      width: embeds[0].image.width,
      custom_ids: components.flatMap((row) => row.components.map((one) => one.customId)),
      asked_by: interactionMetadata.user.username,
    });
  },
  async letter(asked) {
    const told = await asked.user.send("a letter").then(
      (sent) => `sent to ${sent.channel.recipient.username}`,
      (refusal) => `refused with ${refusal.code}`,
    );
    await asked.reply({ content: told, flags: PRIVATE });
  },
  async slow(asked) {
    await asked.deferReply();
    await asked.editReply("thought");
    await asked.followUp("more");
  },
  async move(asked) {
    await asked.reply({ content: `moved to ${asked.options.getString("square")}`, flags: PRIVATE });
  },
  async look(asked) {
    await asked.deferReply({ flags: PRIVATE });
    const [channels, roles, member] = await Promise.all([
      asked.guild.channels.fetch(),
      asked.guild.roles.fetch(),
      asked.guild.members.fetch(asked.user.id),
    ]);
    const said = await asked.channel.send("a beginning");
    const thread = await said.startThread({ name: "a thread" });
    await thread.members.add(asked.user);
    await thread.send("in it");
    await said.edit("another beginning");
    const letter = await asked.user.send("pin me");
    await letter.pin();
    const pinned = await letter.channel.messages.fetchPins();
    const messages = await asked.channel.messages.fetch({ limit: 5 });
    const { threads } = await asked.channel.threads.fetchActive();
    tell("looked", {
      channels: channels.map((one) => one.name),
      roles: roles.map((one) => one.name),
      member: member.displayName,
      pinned: pinned.items.map((one) => one.message.content),
      read: messages.has(said.id),
      threads: threads.map((one) => one.name),
    });
    await asked.editReply("seen");
  },
};

const presses = {
  next: (asked) =>
    asked.update({ content: "The next board", embeds: [], components: [], files: [picture("next.png")], attachments: [] }),
  form: (asked) => asked.showModal(form()),
  side: (asked) => asked.reply({ content: `you are ${asked.values[0]}`, flags: PRIVATE }),
};

function complete(asked) {
  const typed = asked.options.getFocused();
  const found = ["a1", "a2", "b1"].filter((one) => one.startsWith(typed));
  return asked.respond(found.map((one) => ({ name: one, value: one })));
}

async function answer(asked) {
  if (asked.isChatInputCommand()) await answers[asked.commandName](asked);
  else if (asked.isAutocomplete()) await complete(asked);
  else if (asked.isMessageComponent()) await presses[asked.customId](asked);
  else if (asked.isModalSubmit())
    await asked.reply({ content: `hello ${asked.fields.getTextInputValue("name")}`, flags: PRIVATE });
}

client.on(Events.InteractionCreate, (asked) => answer(asked).catch((error) => console.error(error)));
client.on(Events.MessageCreate, async (message) => {
  if (!message.author.bot && message.channel.isDMBased()) await message.reply(`you wrote: ${message.content}`);
});
client.on(Events.ShardResume, () => tell("resumed"));
client.on(Events.ShardReady, () => tell("identified"));
for (const name of [Events.Error, Events.Warn, Events.ShardError]) client.on(name, (what) => console.error(what));

client.once(Events.ClientReady, async (ready) => {
  const commands = await ready.application.commands.set(COMMANDS);
  const [guild] = ready.guilds.cache.values();
  tell("ready", {
    name: ready.user.username,
    guild: guild.name,
    members: guild.memberCount,
    channels: guild.channels.cache.map((one) => one.name),
    commands: Object.fromEntries(commands.map(({ name, id }) => [name, id])),
  });
});

// End together with the process that started the bot.
process.stdin.on("end", () => client.destroy().then(() => process.exit(0))).resume();
await client.login(process.env.DISCORD_TOKEN);
