"""The command /history: a player's finished matches, latest first, with final boards, replays and records."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

from bot.core.errors import UserError
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenMatch, WatchReplay
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, show
from bot.discord_kit.text import names, reasons
from bot.play.own_matches import histories
from bot.play.own_matches.histories import HistoryPage, game_of, history, outcome
from bot.play.own_matches.ui import choices
from bot.play.records.ui import record_files, replay
from bot.play.records.ui.buttons import ExportRecord, ShowHistory, TakeFromHistory
from bot.play.wording import matches
from games import GAMES
from games.core.endings import VOID
from storage.tables.histories import HistoryFilter, Past

NOTHING = "You haven't finished a match yet. Start one with a challenge, or play the bot."
_NONE_SUCH = "You haven't finished any matches like that. Try another filter."


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the command /history with its filters."""

    @app_commands.command(name="history", description="List the matches you've finished, latest first")
    @app_commands.describe(game="Only this game", opponent="Only against this person, or against the bot")
    @app_commands.choices(game=[app_commands.Choice(name=g.title, value=key) for key, g in GAMES.items()])
    async def show_history(
        interaction: Interaction, game: str | None = None, opponent: discord.User | None = None
    ) -> None:
        await run_guarded(
            interaction, _show(ctx, interaction, _build_filter(interaction.user.id, game, opponent), 0)
        )

    return show_history


def _build_filter(person: int, game: str | None, opponent: discord.User | None) -> HistoryFilter:
    if opponent is None:
        return HistoryFilter(person, game)
    return (
        HistoryFilter(person, game, level=True) if opponent.bot else HistoryFilter(person, game, opponent.id)
    )


async def _show(ctx: UiContext, interaction: Interaction, wanted: HistoryFilter, number: int) -> None:
    page = await history(ctx.app, wanted, number)
    if not page.matches:
        raise UserError(NOTHING if wanted == HistoryFilter(wanted.person) else _NONE_SUCH)
    await show(interaction, screen(page))


async def turn_page(ctx: UiContext, interaction: Interaction, tap: ShowHistory) -> None:
    """Show another page."""
    person = tap.opponent if isinstance(tap.opponent, int) else None
    game = tap.game if tap.game in GAMES else None
    wanted = HistoryFilter(interaction.user.id, game, person, tap.opponent == "bot")
    await _show(ctx, interaction, wanted, tap.page)


async def take_choice(ctx: UiContext, interaction: Interaction, tap: TakeFromHistory) -> None:
    """Show the replay or send the record of a match chosen from the page."""
    data: Any = interaction.data
    what, _, match_id = data["values"][0].partition(":")
    if what == "replay":
        await replay.open_replay(ctx, interaction, WatchReplay(match_id))
    elif what == "record":
        await record_files.export_record(ctx, interaction, ExportRecord(match_id))
    else:
        raise UserError("You can't get that. Choose from the list again.")


def screen(page: HistoryPage) -> Screen:
    """Return a page of the history, with the select of replays and records and the pager."""
    said = (GAMES[page.wanted.game].title if page.wanted.game else "", _against(page))
    heading = f"### Your history{': ' if any(said) else ''}{' '.join(filter(None, said))}"
    count = "1 match" if page.matches == 1 else f"{page.matches} matches"
    lines = [_line(past) for past in page.entries]
    pager = items.pager(page.number, page.pages, lambda number: _to_page(page, number))
    return Screen(items.message(items.text(f"{heading}\n-# {count}"), *lines, _choice(page), *pager))


def _against(page: HistoryPage) -> str:
    if page.wanted.level:
        return "against the bot"
    if page.wanted.opponent is None or not page.entries:
        return ""
    return f"against {opponent(page.entries[0])}"


def opponent(past: Past) -> str:
    """Return the opponent's name, escaped for Discord."""
    return matches.bot_name(past.game, past.level) if past.level else names.format_name(past.opponent or "")


def _line(past: Past) -> ui.Section[Any]:
    game, ended = game_of(past), outcome(past)
    # The result of the second leg isn't the result of both.
    side, why = matches.as_side(game, past.seat), reasons.in_words(past.reason)
    if past.first_leg is not None:
        side, why = ", both legs,", ""
    small = (why, _length(past), f"<t:{past.ended_at}:d>", _rating(past))
    text = (
        f"**{ended.capitalize()}** · {game.title}{side} against **{opponent(past)}**\n"
        f"-# {histories.name_of(past)} · {' · '.join(filter(None, small))}"
    )
    opening = items.button("Open", OpenMatch(past.match_id))
    return ui.Section(items.text(text), accessory=opening)


def _length(past: Past) -> str:
    """Return the number of actions; empty if the match doesn't count, as unseen actions stay secret."""
    if past.reason in VOID:
        return ""
    return "1 action" if past.length == 1 else f"{past.length} actions"


def _rating(past: Past) -> str:
    """Return the rating after the match and its change; both rounded before the difference is taken."""
    if past.before is None or past.after is None:
        return ""
    change = round(past.after) - round(past.before)
    return f"rating {round(past.after)} ({'−' if change < 0 else '+'}{abs(change)})"


def _choice(page: HistoryPage) -> ui.ActionRow[Any]:
    """Return the select of the page's matches, with each leg by itself, for replays and records."""
    offered = [
        _option(past, f"{what}:{match_id}", f"{label}{leg}")
        for what, label in _TAKES.items()
        for past in page.entries
        for match_id, leg in _legs(past)
    ]
    return items.row(items.select("Replay one, or get its record…", TakeFromHistory(), offered))


def _legs(past: Past) -> tuple[tuple[str, str], ...]:
    """Return the ids of an entry's matches with a label that tells its legs apart."""
    if past.first_leg is None:
        return ((past.match_id, ""),)
    return (past.first_leg, " of leg 1"), (past.match_id, " of leg 2")


def _option(past: Past, value: str, label: str) -> discord.SelectOption:
    other = choices.opponent(past.game, past.level, past.opponent)
    about = (
        f"{histories.name_of(past)}, {outcome(past)}, {game_of(past).title}, {histories.day(past.ended_at)}"
    )
    return discord.SelectOption(label=f"{label}: against {other}"[:100], value=value, description=about[:100])


def _to_page(page: HistoryPage, number: int) -> ShowHistory:
    wanted = page.wanted
    return ShowHistory(number, wanted.game, "bot" if wanted.level else wanted.opponent)


_TAKES = {"replay": "Replay", "record": "Record"}
