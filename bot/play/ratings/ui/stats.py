"""The command /stats: which side wins, how long matches take and how they end."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands, ui

from bot.core.errors import UserError
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import (
    NOT_A_MEMBER,
    Interaction,
    UiContext,
    is_without_bot,
    place_of,
    run_guarded,
    show,
)
from bot.discord_kit.text import markdown, reasons
from bot.play.ratings import statistics
from bot.play.ratings.statistics import ENOUGH, Ends, Results, Share, Statistics
from bot.play.ratings.ui.leaderboard import ShowStats
from bot.play.wording import matches
from games import GAMES
from games.core.game import AnyGame

_MOST_ENDS, _MOST_GROUPS = 8, 25
_EARLY = f"Too early to tell; it takes {ENOUGH} matches."
_BRACKETS = "-# In parentheses: the range that holds the true share, with 95% confidence."
_ALL = "-"


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the command /stats."""

    @app_commands.command(name="stats", description="See who wins, how long matches take, and how they end")
    @app_commands.describe(game="Which game (default: all of them)", here="Only what was played here")
    @app_commands.choices(game=[app_commands.Choice(name=g.title, value=key) for key, g in GAMES.items()])
    async def stats(interaction: Interaction, game: str | None = None, here: bool = False) -> None:
        await run_guarded(interaction, _show(ctx, interaction, game or _ALL, here))

    return stats


async def _show(ctx: UiContext, interaction: Interaction, game: str, here: bool) -> None:
    guild = place_of(interaction).guild
    if here and is_without_bot(interaction):
        raise UserError(f"{NOT_A_MEMBER} Leave out “here” to see all matches.")
    if here and guild is None:
        raise UserError("I'm not on a server here. Leave out “here” to see all matches.")
    where = guild if here else None
    if game in GAMES:
        text = of_game(await statistics.of_game(ctx.app, game, where), here)
    else:
        game, text = _ALL, of_all(await statistics.of_all(ctx.app, where), here)
    await show(interaction, Screen(items.message(items.text(text), _choice(game, here))))


async def pick_game(ctx: UiContext, interaction: Interaction, tap: ShowStats) -> None:
    """Show the statistics of the chosen game."""
    data: Any = interaction.data
    await _show(ctx, interaction, data["values"][0], tap.where == "here")


def _choice(chosen: str, here: bool) -> ui.ActionRow[Any]:
    """Return the select of all games together, and of each game."""
    labels = {_ALL: "All games"} | {key: game.title for key, game in GAMES.items()}
    offered = [
        discord.SelectOption(label=label, value=key, default=key == chosen) for key, label in labels.items()
    ]
    return items.row(items.select("Another game…", ShowStats(_where(here)), offered))


def _where(here: bool) -> Literal["here", "everywhere"]:
    return "here" if here else "everywhere"


# --- the words ------------------------------------------------------------------------------------------


def of_all(found: dict[str, Results], here: bool) -> str:
    """Return the statistics of all games, in two lines for each."""
    lines = [_in_brief(GAMES[key], results) for key, results in found.items()]
    foot = _BRACKETS if any(results.matches >= ENOUGH for results in found.values()) else ""
    return _join_parts(_heading("Statistics", here), *lines, foot)


def _in_brief(game: AnyGame, results: Results) -> str:
    count = _count(results.matches)
    if results.matches < ENOUGH:
        return f"**{game.title}** · {count}\n-# {_EARLY if results.matches else 'None finished yet.'}"
    return f"**{game.title}** · {count}\n{_who_wins(game, results)}"


def of_game(found: Statistics, here: bool) -> str:
    """Return the statistics of one game in full."""
    game, results = GAMES[found.game], found.results
    heading = _heading(game.title, here)
    if results.matches < ENOUGH:
        return f"{heading}\n{_count(results.matches)}. {_EARLY}"
    return _join_parts(
        f"{heading}\n{_count(results.matches)}; half of them take {found.median} actions or fewer.",
        f"**Who wins**\n{_who_wins(game, results)}",
        "**How they end**\n" + "\n".join(_ends(game, found)),
        _stats_groups(game, found),
        _BRACKETS,
    )


def _heading(title: str, here: bool) -> str:
    return f"### {title}{', played here' if here else ''}"


def _join_parts(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def _count(matches: int) -> str:
    return "1 finished match" if matches == 1 else f"{matches:,} finished matches"


def _who_wins(game: AnyGame, results: Results) -> str:
    sides = [f"{name} {_share(results.share(seat))}" for seat, name in enumerate(game.side_names)]
    drawn = [f"drawn {_percent(results.draws / results.matches)}"] if results.draws else []
    return " · ".join((*sides, *drawn))


def _share(share: Share) -> str:
    low, high = share.interval
    return f"**{_percent(share.rate)}** ({100 * low:.0f}–{_percent(high)})"


def _percent(part: float) -> str:
    return f"{100 * part:.0f}%"


def _ends(game: AnyGame, found: Statistics) -> list[str]:
    shown = [_end(game, end, found.results.matches) for end in found.ends[:_MOST_ENDS]]
    left = sum(end.matches for end in found.ends[_MOST_ENDS:])
    return [*shown, f"- in other ways: {left}"] if left else shown


def _end(game: AnyGame, end: Ends, of: int) -> str:
    result = "Drawn" if end.winner is None else f"{game.side_names[end.winner]} wins"
    return f"- {result}, {reasons.in_words(end.reason)}: {end.matches} ({_percent(end.matches / of)})"


def _stats_groups(game: AnyGame, found: Statistics) -> str:
    """Return how often seat 0 wins in each of the most played chapters."""
    if not found.stats_groups:
        return ""
    told = [group for group in found.stats_groups if group[1].matches >= ENOUGH][:_MOST_GROUPS]
    left = len(found.stats_groups) - len(told)
    more = [f"- too early to tell: {left} more, each with fewer matches"] if left else []
    lines = [f"- {markdown.plain((name,))}: {_share(its.share(0))} of {its.matches}" for name, its in told]
    return "\n".join((f"**How often {matches.name_inside(game, 0)} wins**", *lines, *more))
