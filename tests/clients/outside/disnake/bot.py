"""A small bot on unmodified disnake with a changed API address; it prints each event on a line."""

import asyncio
import base64
import io
import json
import os
import sys

import disnake
from disnake.ext import commands

disnake.http.Route.BASE = os.environ["DISCORD_API"]
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
PICTURE = base64.b64decode(os.environ["PICTURE"])
INTENTS = disnake.Intents(guilds=True, guild_messages=True, dm_messages=True)
client = commands.InteractionBot(intents=INTENTS)


def tell(event, **told):
    print(json.dumps({"event": event, **told}), flush=True)


def picture(name):
    return disnake.File(io.BytesIO(PICTURE), name)


class Form(disnake.ui.Modal):
    def __init__(self):
        name = disnake.ui.TextInput(label="Your name", custom_id="name", max_length=20)
        super().__init__(title="A form", custom_id="about-you", components=[name])

    async def callback(self, interaction):
        await interaction.response.send_message(f"hello {interaction.text_values['name']}", ephemeral=True)


class Panel(disnake.ui.View):
    def __init__(self):
        super().__init__(timeout=None)

    @disnake.ui.button(label="next", custom_id="next")
    async def next(self, _, interaction):
        file = picture("next.png")
        await interaction.response.edit_message(
            content="The next board", view=None, file=file, attachments=[]
        )

    @disnake.ui.button(label="form", custom_id="form")
    async def form(self, _, interaction):
        await interaction.response.send_modal(Form())

    @disnake.ui.string_select(custom_id="side", options=["red", "blue"])
    async def side(self, chosen, interaction):
        await interaction.response.send_message(f"you are {chosen.values[0]}", ephemeral=True)


@client.slash_command(description="A picture and buttons")
async def board(interaction):
    await interaction.send("The board", file=picture("board.png"), view=Panel())


@client.slash_command(description="Components of the second version")
async def card(interaction):
    await interaction.send(components=[disnake.ui.Container(disnake.ui.TextDisplay("a card"))])


@client.slash_command(description="Completes")
async def move(interaction, square: str):
    await interaction.send(f"moved to {square}")


@move.autocomplete("square")
async def squares(interaction, typed: str):
    return [name for name in ("a1", "a2", "b1") if name.startswith(typed)]


@client.slash_command(description="Writes to you")
async def letter(interaction):
    await interaction.author.send("a letter")
    await interaction.send("sent", ephemeral=True)


@client.slash_command(description="Begins a thread")
async def thread(interaction):
    made = await interaction.channel.create_thread(name="a thread", type=disnake.ChannelType.public_thread)
    await made.send("in it")
    await interaction.send("begun", ephemeral=True)


@client.slash_command(description="Changes and deletes what it said")
async def regret(interaction):
    kept, lost = [await interaction.channel.send(text) for text in ("kept", "lost")]
    await kept.edit(content="changed")
    await lost.delete()
    await interaction.send("done", ephemeral=True)


@client.event
async def on_ready():
    tell("identified", name=client.user.name, guilds=[guild.name for guild in client.guilds])


@client.event
async def on_resumed():
    tell("resumed")


@client.event
async def on_message(message):
    if message.guild is None and message.author != client.user:
        await message.reply(f"you wrote: {message.content}")


async def main():
    running = asyncio.create_task(client.start(os.environ["DISCORD_TOKEN"]))
    ended = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await asyncio.wait({running, ended}, return_when=asyncio.FIRST_COMPLETED)
    await client.close()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


loop.run_until_complete(main())
