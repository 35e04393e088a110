"""A bot on hikari: /roll rolls a die, and !ping is answered."""

import os
import random

import hikari

intents = hikari.Intents.ALL_UNPRIVILEGED | hikari.Intents.MESSAGE_CONTENT
# Without DISCORD_API, this is Discord.
bot = hikari.GatewayBot(os.environ["DISCORD_TOKEN"], intents=intents, rest_url=os.environ.get("DISCORD_API"))


@bot.listen()
async def register(event: hikari.StartingEvent) -> None:
    roll = bot.rest.slash_command_builder("roll", "Roll a die")
    sides = hikari.CommandOption(type=hikari.OptionType.INTEGER, name="sides", description="How many")
    roll.add_option(sides)
    await bot.rest.set_application_commands(await bot.rest.fetch_application(), [roll])


@bot.listen()
async def roll(event: hikari.CommandInteractionCreateEvent) -> None:
    asked = event.interaction
    sides = int(asked.options[0].value or 6) if asked.options else 6
    rolled = f"{asked.user.display_name} rolls a {random.randint(1, sides)}."
    await asked.create_initial_response(hikari.ResponseType.MESSAGE_CREATE, rolled)


@bot.listen()
async def ping(event: hikari.GuildMessageCreateEvent) -> None:
    if event.content == "!ping":
        await event.message.respond("pong")


bot.run()
