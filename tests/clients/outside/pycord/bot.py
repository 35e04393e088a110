"""A small bot on unmodified py-cord with a changed API address; it prints each event on a line."""

import asyncio
import base64
import io
import json
import os
import sys

import discord

discord.http.Route.API_BASE_URL = os.environ["DISCORD_API"].replace("v10", "v{API_VERSION}")
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
SIDES = ("red", "blue")
PICTURE = base64.b64decode(os.environ["PICTURE"])
client = discord.Bot(intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True))


def tell(event, **told):
    print(json.dumps({"event": event, **told}), flush=True)


def picture(name):
    return discord.File(io.BytesIO(PICTURE), name)


class Form(discord.ui.Modal):
    def __init__(self):
        super().__init__(title="A form", custom_id="about-you")
        self.add_item(discord.ui.InputText(label="Your name", custom_id="name", max_length=20))

    async def callback(self, interaction):
        await interaction.response.send_message(f"hello {self.children[0].value}", ephemeral=True)


class Panel(discord.ui.View):
    def __init__(self):
        super().__init__(timeout=None)

    @discord.ui.button(label="next", custom_id="next")
    async def next(self, _, interaction):
        file = picture("next.png")
        await interaction.response.edit_message(
            content="The next board", view=None, file=file, attachments=[]
        )

    @discord.ui.button(label="form", custom_id="form")
    async def form(self, _, interaction):
        await interaction.response.send_modal(Form())

    @discord.ui.select(custom_id="side", options=[discord.SelectOption(label=side) for side in SIDES])
    async def side(self, chosen, interaction):
        await interaction.response.send_message(f"you are {chosen.values[0]}", ephemeral=True)


async def squares(asked):
    return [name for name in ("a1", "a2", "b1") if name.startswith(asked.value)]


@client.slash_command(description="A picture and buttons")
async def board(asked):
    await asked.respond("The board", file=picture("board.png"), view=Panel())


@client.slash_command(description="Components of the second version")
async def card(asked):
    await asked.respond(view=discord.ui.DesignerView(discord.ui.Container(discord.ui.TextDisplay("a card"))))


@client.slash_command(description="Completes")
async def move(asked, square: discord.Option(str, autocomplete=squares)):
    await asked.respond(f"moved to {square}")


@client.slash_command(description="Writes to you")
async def letter(asked):
    await asked.author.send("a letter")
    await asked.respond("sent", ephemeral=True)


@client.slash_command(description="Begins a thread")
async def thread(asked):
    made = await asked.channel.create_thread(name="a thread", type=discord.ChannelType.public_thread)
    await made.send("in it")
    await asked.respond("begun", ephemeral=True)


@client.slash_command(description="Changes and deletes what it said")
async def regret(asked):
    kept, lost = [await asked.channel.send(text) for text in ("kept", "lost")]
    await kept.edit(content="changed")
    await lost.delete()
    await asked.respond("done", ephemeral=True)


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
