"""A player says that puzzles may be made of a match."""

from __future__ import annotations

from bot.discord_kit.interactions.context import Interaction, UiContext, say
from bot.learning.puzzles import own
from bot.learning.puzzles.ui.buttons import MakePuzzles

_ALL = "Thanks. If there's a good puzzle in this match, this server will have it in a few minutes."


async def agreed(ctx: UiContext, interaction: Interaction, tap: MakePuzzles) -> None:
    """They agree; who else has to is told to them alone."""
    missing = await own.agree(ctx.app, tap.match, interaction.user.id)
    named = " and ".join(f"<@{person}>" for person in sorted(missing))
    await say(interaction, f"Thanks. Once {named} agrees, too, this server gets them." if missing else _ALL)
