"""/help: what there is, in a few lines."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.ui import items
from bot.ui.context import Interaction, UiContext, guarded, show
from bot.ui.items import Screen
from games import GAMES, AnyGame

_HOW = """- `play` puts up a card whose button *Play* starts a match with the bot. To play somebody write \
`challenge` for `play`; `rules` explains a game.
- Dice are fair: a card shows the SHA-256 of my secret, a tap that comes later is mixed in, and afterwards \
anybody can check both with `/verify`.
- When it is your turn you get one private message; its button opens your board.
- `/matches` shows everything of yours, `/move` plays by text, `/resign` gives up, `/draw` offers a draw.
- `/hint` tells you alone what a strong player would do, in a casual match.
- Afterwards there are `/history`, `/replay`, `/verify`, `/profile`, `/stats` and each game's `leaderboard`.
- `/settings` is for your nights, holidays, reminders and privacy."""


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/help."""

    @app_commands.command(name="help", description="How to play here")
    async def show_help(interaction: Interaction) -> None:
        await guarded(interaction, show(interaction, help_screen()))

    return show_help


def help_screen() -> Screen:
    """What there is, in a few lines."""
    games = "\n".join(_in_a_line(game) for game in GAMES.values())
    return Screen(
        items.sentence(
            f"### Slowplay\nGames you play when you have a minute. Secrets stay secret.\n\n{games}\n\n{_HOW}"
        )
    )


def _in_a_line(game: AnyGame) -> str:
    own = (
        f" Your own {game.documents.noun}: `/{game.key} {game.documents.noun} list`."
        if game.documents
        else ""
    )
    return f"**{game.title}** · `/{game.key} play` · {game.summary}{own}"
