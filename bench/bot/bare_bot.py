"""The smallest discord.py bot that answers a tap with a picture, for comparison in `bench.bot`.

`python -m bench.bot.bare_bot PICTURE COMPONENTS OPTIONS POSTS`, with the addresses of a playground in the
environment. It has one message layout, made once: about COMPONENTS components, among them a select of OPTIONS
options. Every tap is answered by an edit of the tapped message with the same ready picture, followed on
average by POSTS new messages with that picture. It ends when its standard input ends.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
from discord import app_commands, ui

from bot.app import set_endpoints
from bot.runtime.settings import read_settings

COMMAND = "picture"
_ROW = 5
_FRAME = 5
"""Components besides buttons and their rows: container, picture, text, select and its row."""

Interaction = discord.Interaction[Any]


class Panel(ui.LayoutView):
    """A framed picture, a line of text, a select, and buttons; all do the same."""

    def __init__(self, picture: bytes, components: int, options: int, posts: float) -> None:
        super().__init__(timeout=None)
        self._picture = picture
        self._posts = posts
        self._owed = 0.0
        rows = (ui.ActionRow(*tapped) for tapped in _tappable(components - _FRAME, options))
        self.add_item(ui.Container(*_build_content("The same picture again."), *rows))
        for item in self.walk_children():
            if isinstance(item, ui.Button | ui.Select):
                item.callback = self._answer_tap  # type: ignore[method-assign]

    def file(self) -> discord.File:
        """Return the picture as a new attachment."""
        return discord.File(io.BytesIO(self._picture), filename="board.png", description="A board.")

    async def _answer_tap(self, interaction: Interaction) -> None:
        await interaction.response.edit_message(view=self, attachments=[self.file()])
        self._owed += self._posts
        while self._owed >= 1:
            self._owed -= 1
            await self._post(interaction.channel)

    async def _post(self, channel: Any) -> None:
        post = ui.LayoutView(timeout=None)
        post.add_item(ui.Container(*_build_content("What everybody may know.")))
        await channel.send(view=post, files=[self.file()])


def _build_content(words: str) -> tuple[ui.Item[Any], ...]:
    """Return the picture and some words as components."""
    gallery: ui.MediaGallery[Any] = ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png"))
    text: ui.TextDisplay[Any] = ui.TextDisplay(words)
    return gallery, text


def _tappable(components: int, options: int) -> Iterator[list[ui.Item[Any]]]:
    """Yield rows: the select, then at least one button, so that rows and buttons are about `components`."""
    values = [discord.SelectOption(label=f"Choice {n}", value=str(n)) for n in range(max(1, options))]
    yield [ui.Select(custom_id="choose", options=values)]
    buttons = range(max(1, round(components * _ROW / (_ROW + 1))))
    for start in buttons[::_ROW]:
        yield [ui.Button(label=f"Tap {n}", custom_id=f"tap {n}") for n in buttons[start : start + _ROW]]


class BareBot(discord.Client):
    """A bot with one command, which shows the panel."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.1)
        self._panel = panel

    async def setup_hook(self) -> None:
        """Register panel and command before the gateway opens."""
        panel, tree = self._panel, app_commands.CommandTree(self)
        self.add_view(panel)

        async def show(interaction: Interaction) -> None:
            await interaction.response.send_message(view=panel, files=[panel.file()])

        command: Any = app_commands.Command(name=COMMAND, description="Show the picture", callback=show)
        tree.add_command(command)
        await tree.sync()


async def serve(panel: tuple[bytes, int, int, float]) -> None:
    """Run until standard input ends."""
    settings = read_settings()
    set_endpoints(settings)
    async with BareBot(Panel(*panel)) as bot:
        running = asyncio.create_task(bot.start(settings.discord_token))
        ended = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
        await asyncio.wait({running, ended}, return_when=asyncio.FIRST_COMPLETED)
        await bot.close()
        await running


def main() -> None:
    """Serve the picture named on the command line."""
    picture, components, options, posts = sys.argv[1:]
    asyncio.run(serve((Path(picture).read_bytes(), int(components), int(options), float(posts))))


if __name__ == "__main__":
    main()
