"""A bot on discord.py: /roll rolls a die, and !ping is answered."""

import os
import random

import discord
import yarl

if "DISCORD_API" in os.environ:  # In the playground; elsewhere this is Discord.
    discord.http.Route.BASE = os.environ["DISCORD_API"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY"])
    discord.Asset.BASE = os.environ["DISCORD_CDN"]

intents = discord.Intents.default()
intents.message_content = True
bot = discord.Client(intents=intents)
commands = discord.app_commands.CommandTree(bot)


@commands.command(description="Roll a die")
async def roll(asked: discord.Interaction, sides: int = 6) -> None:
    await asked.response.send_message(f"{asked.user.display_name} rolls a {random.randint(1, sides)}.")


@bot.event
async def setup_hook() -> None:
    await commands.sync()


@bot.event
async def on_message(message: discord.Message) -> None:
    if message.content == "!ping":
        await message.channel.send("pong")


bot.run(os.environ["DISCORD_TOKEN"])
