"""A small discord.py bot that uses the same Discord features as Slowplay."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
from discord import app_commands
from PIL import Image

from playground.people.actor import Actor

GUARD = 60.0


def picture(size: int = 64) -> io.BytesIO:
    buffer = io.BytesIO()
    Image.new("P", (size, size)).save(buffer, "PNG")
    buffer.seek(0)
    return buffer


class NameForm(discord.ui.Modal, title="A form"):
    name = discord.ui.Label(text="Name", component=discord.ui.TextInput(custom_id="name", max_length=20))
    side = discord.ui.Label(
        text="Side",
        component=discord.ui.Select(
            custom_id="side",
            options=[discord.SelectOption(label=color) for color in ("red", "blue")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, side = self.name.component, self.side.component
        assert isinstance(name, discord.ui.TextInput)
        assert isinstance(side, discord.ui.Select)
        await interaction.response.send_message(f"{name.value} plays {side.values[0]}", ephemeral=True)


class Panel(discord.ui.LayoutView):
    """A panel with text, a picture, buttons and a select; the Next button replaces text and picture."""

    def __init__(self, turn: int = 1) -> None:
        super().__init__(timeout=None)
        self.turn = turn
        box = discord.ui.Container(accent_colour=0x2F9E6E)
        box.add_item(discord.ui.TextDisplay(f"Turn {turn}"))
        gallery = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://board.png", description="an empty board")
        box.add_item(gallery)
        box.add_item(discord.ui.Separator())
        row = discord.ui.ActionRow()
        for custom_id, answer in (("next", self.next), ("form", self.form), ("whisper", self.whisper)):
            button = discord.ui.Button(label=custom_id, custom_id=custom_id)
            button.callback = answer
            row.add_item(button)
        box.add_item(row)
        people = discord.ui.UserSelect(custom_id="people", max_values=2)
        people.callback = self.people
        self.select = people
        box.add_item(discord.ui.ActionRow(people))
        self.add_item(box)

    async def next(self, interaction: discord.Interaction) -> None:
        new = discord.File(picture(32), "board.png", description="a new board")
        await interaction.response.edit_message(view=Panel(self.turn + 1), attachments=[new])

    async def form(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(NameForm())
        interaction.client.dispatch("form_kept")

    async def whisper(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("only you", ephemeral=True)

    async def people(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        names = ", ".join(sorted(value.name for value in self.select.values))
        await interaction.followup.send(f"chosen: {names}")


async def open_form(bot: TestBot, person: Actor, panel: str) -> Any:
    """Press the button “form”, wait until discord.py has registered the modal, and return the modal.

    The client shows the modal before discord.py can handle its submission.
    """
    opened = await person.press("games", panel, "form")
    await bot.next("form_kept")
    return opened


class FileCard(discord.ui.LayoutView):
    """A card that holds text and an attached file."""

    def __init__(self, name: str) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay(f"Here is {name}"))
        self.add_item(discord.ui.File(f"attachment://{name}.json"))


def shelf() -> app_commands.Group:
    """Build commands in a nested group that keep files by name: “/shelf deck upload file:… name:…”."""
    top = app_commands.Group(name="shelf", description="What you keep")
    decks = app_commands.Group(name="deck", description="Your decks", parent=top)
    kept: dict[str, bytes] = {}

    @decks.command(description="Keep a file")
    @app_commands.describe(file="The file to keep", name="A name to find it by", notes="A file about it")
    async def upload(
        interaction: discord.Interaction,
        file: discord.Attachment,
        name: str,
        notes: discord.Attachment | None = None,
    ) -> None:
        kept[name] = await file.read()
        told = f"{name}: {file.filename}, {len(kept[name])} of {file.size} bytes, {file.content_type}"
        more = f"; with {notes.filename}" if notes else ""
        await interaction.response.send_message(told + more, ephemeral=True)

    @decks.command(name="list", description="What is kept")
    async def list_names(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"kept: {', '.join(kept) or 'nothing'}", ephemeral=True)

    @decks.command(description="Get a file back")
    async def show(interaction: discord.Interaction, name: str, card: bool = False) -> None:
        file = discord.File(io.BytesIO(kept[name]), f"{name}.json")
        if card:
            await interaction.response.send_message(view=FileCard(name), file=file, ephemeral=True)
        else:
            await interaction.response.send_message(f"Here is {name}", file=file, ephemeral=True)

    @decks.command(description="Throw a file away")
    async def delete(interaction: discord.Interaction, name: str) -> None:
        del kept[name]
        await interaction.response.send_message(f"{name} is gone", ephemeral=True)

    @show.autocomplete("name")
    @delete.autocomplete("name")
    async def names(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=name, value=name) for name in kept if name.startswith(typed)]

    return top


class TestBot(discord.Client):
    """A bot that queues its events by name: `await bot.next("message")`."""

    __test__ = False

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default(), guild_ready_timeout=0.2)
        self.tree = app_commands.CommandTree(self)
        self._heard: dict[str, asyncio.Queue[Any]] = {}
        add_commands(self)

    async def setup_hook(self) -> None:
        # A player may press before discord.py learns the id of its own response message.
        self.add_view(Panel())
        self.synced = await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Skip discord.py's wait of five seconds before a new session."""

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        self._heard.setdefault(event, asyncio.Queue()).put_nowait(args[0] if args else None)
        super().dispatch(event, *args, **kwargs)

    async def next(self, event: str) -> Any:
        """Wait for the next event with discord.py's name `event`, and return its first argument."""
        async with asyncio.timeout(GUARD):
            return await self._heard.setdefault(event, asyncio.Queue()).get()


def add_commands(bot: TestBot) -> None:
    bot.tree.add_command(shelf())

    @bot.tree.command(description="A panel with a picture")
    async def panel(interaction: discord.Interaction, rival: discord.User | None = None) -> None:
        board = discord.File(picture(), "board.png", description="an empty board")
        await interaction.response.send_message(view=Panel(), file=board)
        bot.dispatch("answered", (await interaction.original_response(), rival))

    @bot.tree.command(description="A picture and words")
    async def board(interaction: discord.Interaction) -> None:
        file = discord.File(picture(), "board.png", description="an empty board")
        await interaction.response.send_message("The board", file=file)
        bot.dispatch("answered", await interaction.original_response())

    @bot.tree.command(description="A secret")
    async def secret(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("the pattern is L", ephemeral=True)
        bot.dispatch("answered", await interaction.original_response())

    @bot.tree.command(description="Thinks first")
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        first = await interaction.followup.send("thought", wait=True)
        second = await interaction.followup.send("more", wait=True)
        bot.dispatch("answered", (first, second))

    @bot.tree.command(description="Writes to you")
    async def letter(interaction: discord.Interaction) -> None:
        try:
            await interaction.user.send("a letter")
        except discord.Forbidden as refusal:
            await interaction.response.send_message(f"refused with {refusal.code}", ephemeral=True)
        else:
            await interaction.response.send_message("sent", ephemeral=True)

    @bot.tree.command(description="Opens a thread")
    async def match(interaction: discord.Interaction, rival: discord.Member) -> None:
        await interaction.response.send_message("A match begins")
        message = await (await interaction.original_response()).fetch()
        thread = await message.create_thread(name="the match", auto_archive_duration=60)
        await thread.send(f"{interaction.user.mention} against {rival.mention}")
        bot.dispatch("answered", thread)

    @bot.tree.command(description="Says nothing")
    async def silent(interaction: discord.Interaction) -> None:
        bot.dispatch("answered", interaction)

    @bot.tree.command(description="Completes")
    async def move(interaction: discord.Interaction, square: str) -> None:
        await interaction.response.send_message(f"moved to {square}", ephemeral=True)

    @move.autocomplete("square")
    async def squares(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        known = ("a1", "a2", "b1")
        return [app_commands.Choice(name=name, value=name) for name in known if name.startswith(typed)]
