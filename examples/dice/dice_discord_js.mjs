/** A bot on discord.js: /roll rolls a die, and !ping is answered. */

import { ApplicationCommandOptionType, Client, Events, GatewayIntentBits } from "discord.js";

const { DISCORD_API, DISCORD_CDN, DISCORD_TOKEN } = process.env;
const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;
const { Integer } = ApplicationCommandOptionType;

const bot = new Client({
  intents: [Guilds, GuildMessages, MessageContent],
  // Without DISCORD_API, this is Discord.
  rest: DISCORD_API && { api: DISCORD_API.replace(/\/v10$/, ""), cdn: DISCORD_CDN },
});

bot.once(Events.ClientReady, async () => {
  const options = [{ name: "sides", description: "How many", type: Integer }];
  await bot.application.commands.set([{ name: "roll", description: "Roll a die", options }]);
});

bot.on(Events.InteractionCreate, async (asked) => {
  if (!asked.isChatInputCommand()) return;
  const rolled = 1 + Math.floor(Math.random() * (asked.options.getInteger("sides") ?? 6));
  await asked.reply(`${asked.user.displayName} rolls a ${rolled}.`);
});

bot.on(Events.MessageCreate, async (message) => {
  if (message.content === "!ping") await message.channel.send("pong");
});

await bot.login(DISCORD_TOKEN);
