"""/help: what there is, in a few lines."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, guarded, show
from bot.matchmaking.challenges.ui import starting
from games import GAMES, AnyGame

_HOW = """- Each button below starts a casual match with the bot, which only you see; `/play` has them \
with pictures. With a game's `play` \
you choose its level and more. To play a person, use `challenge` instead of `play`; `rules` explains a game.
- New to a game? `/learn` teaches it in a few minutes; `/puzzle` has one for you whenever you have five.
- Dice are fair, and anyone can check it: tap *Fairness* on a card before you accept, and after the match.
- When it's your turn, you get one DM; its button opens your board.
- `/matches` shows all your matches, `/move` plays by typing, `/resign` gives up, `/draw` offers a draw.
- `/hint` tells only you what a strong player would do, in a casual match.
- After a match, try `/history`, `/replay`, `/verify`, `/profile`, `/stats` and each game's `leaderboard`.
- `/compliments` lists the best on this server; after a match, *Best compliment* gives one a heart.
- `/settings` has your looks, dice, nights, holidays, reminders, DMs and more.
- `/block` keeps someone from challenging you, and they aren't told. `/report` tells a server's moderators.
- `/privacy show` says what I store about you, and how to get it or delete it."""


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/help."""

    @app_commands.command(name="help", description="How to play here")
    async def show_help(interaction: Interaction) -> None:
        await guarded(interaction, show(interaction, help_screen(ctx, interaction.user.id)))

    return show_help


def help_screen(ctx: UiContext, person: int) -> Screen:
    """What there is, in a few lines, and a way into each game."""
    games = "\n".join(_in_a_line(game) for game in GAMES.values())
    return Screen(
        items.sentence(
            f"### Slowplay\nSlow board games for two, with secrets. Play when you have a minute.\n\n"
            f"{games}\n\n{_HOW}",
            *starting.rows(ctx, person),
        )
    )


def _in_a_line(game: AnyGame) -> str:
    own = (
        f" Your own {game.documents.noun}: `/{game.key} {game.documents.noun} list`."
        if game.documents
        else ""
    )
    credits = f" ({game.credits})" if game.credits else ""
    return f"**{game.title}**{credits} · `/{game.key} play` · {game.summary}{own}"
