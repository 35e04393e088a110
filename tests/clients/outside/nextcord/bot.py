"""A small bot on unmodified nextcord with a changed API address; it prints each event on a line."""

import asyncio
import base64
import io
import json
import os
import sys

import nextcord

nextcord.http.Route.BASE = os.environ["DISCORD_API"]
SIDES = ("red", "blue")
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
PICTURE = base64.b64decode(os.environ["PICTURE"])
client = nextcord.Client(intents=nextcord.Intents(guilds=True, guild_messages=True, dm_messages=True))


def tell(event, **told):
    print(json.dumps({"event": event, **told}), flush=True)


def picture(name):
    return nextcord.File(io.BytesIO(PICTURE), name)


class Form(nextcord.ui.Modal):
    def __init__(self):
        super().__init__("A form", custom_id="about-you")
        self.name = nextcord.ui.TextInput("Your name", custom_id="name", max_length=20)
        self.add_item(self.name)

    async def callback(self, interaction):
        await interaction.response.send_message(f"hello {self.name.value}", ephemeral=True)


class Panel(nextcord.ui.View):
    def __init__(self):
        super().__init__(timeout=None)

    @nextcord.ui.button(label="next", custom_id="next")
    async def next(self, _, interaction):
        file = picture("next.png")
        await interaction.response.edit_message(
            content="The next board", view=None, file=file, attachments=[]
        )

    @nextcord.ui.button(label="form", custom_id="form")
    async def form(self, _, interaction):
        await interaction.response.send_modal(Form())

    @nextcord.ui.select(custom_id="side", options=[nextcord.SelectOption(label=side) for side in SIDES])
    async def side(self, chosen, interaction):
        await interaction.response.send_message(f"you are {chosen.values[0]}", ephemeral=True)


@client.slash_command(description="A picture and buttons")
async def board(interaction: nextcord.Interaction):
    await interaction.send("The board", file=picture("board.png"), view=Panel())


@client.slash_command(description="Completes")
async def move(interaction: nextcord.Interaction, square: str = nextcord.SlashOption(description="Where to")):
    await interaction.send(f"moved to {square}")


@move.on_autocomplete("square")
async def squares(interaction: nextcord.Interaction, typed: str):
    await interaction.response.send_autocomplete(
        [name for name in ("a1", "a2", "b1") if name.startswith(typed)]
    )


@client.slash_command(description="Writes to you")
async def letter(interaction: nextcord.Interaction):
    await interaction.user.send("a letter")
    await interaction.send("sent", ephemeral=True)


@client.slash_command(description="Begins a thread")
async def thread(interaction: nextcord.Interaction):
    made = await interaction.channel.create_thread(name="a thread", type=nextcord.ChannelType.public_thread)
    await made.send("in it")
    await interaction.send("begun", ephemeral=True)


@client.slash_command(description="Changes and deletes what it said")
async def regret(interaction: nextcord.Interaction):
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
