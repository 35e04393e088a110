"""The list of `/matches`: a person's matches and challenges on all servers, their turn first."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import msgspec
from discord import app_commands, ui

from bot.core.errors import UserError
from bot.core.match_filter import EVERYTHING, MatchFilter, Turn
from bot.core.match_state import nickname
from bot.core.time_controls import STOPPED, TIME_CONTROLS
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenMatch, ShowMatches
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of, run_guarded, show
from bot.discord_kit.requests.servers import PlaceNames
from bot.discord_kit.text import names
from bot.matchmaking.challenges.ui.buttons import Answer, Start
from bot.play.own_matches.open_matches import NOTHING, Standing, Waiting, overview
from bot.play.wording import matches
from games import GAMES

_ON_A_PAGE = 6
"""Entries on a page, about what a phone shows at once."""
_TURNS: dict[Turn, str] = {"all": "All", "mine": "Your turn", "theirs": "Their turn"}

ListEntry = Standing | Waiting


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return `/matches` with its filters."""

    @app_commands.command(name="matches", description="List all your matches, your turn first")
    @app_commands.describe(
        game="Only this game",
        turn="Filter by whose turn it is",
        server="Only here, or everywhere (default: everywhere)",
    )
    @app_commands.choices(**_choices())
    async def list_matches(
        interaction: Interaction, game: str | None = None, turn: str | None = None, server: str | None = None
    ) -> None:
        wanted = _build_filter(game, turn or "all", server or "everywhere")
        await run_guarded(interaction, show_matches(ctx, interaction, 0, wanted))

    return list_matches


def _choices() -> dict[str, list[app_commands.Choice[str]]]:
    offered = {
        "game": {key: game.title for key, game in GAMES.items()},
        "turn": {"mine": "mine", "theirs": "theirs", "all": "all"},
        "server": {"here": "here", "everywhere": "everywhere"},
    }
    return {
        option: [app_commands.Choice(name=name, value=value) for value, name in values.items()]
        for option, values in offered.items()
    }


def _build_filter(game: str | None, turn: Any, server: str) -> MatchFilter:
    return MatchFilter(game if game in GAMES else None, turn, server == "here")


async def turn_page(ctx: UiContext, interaction: Interaction, tap: ShowMatches) -> None:
    """Show the page or filter that was tapped."""
    await show_matches(ctx, interaction, tap.page, _build_filter(tap.game, tap.turn, tap.where))


async def show_matches(
    ctx: UiContext, interaction: Interaction, page: int, wanted: MatchFilter = EVERYTHING
) -> None:
    """Show a page of a person's matches and challenges that pass a filter, each with a button to open it.

    Raises UserError if there are none at all.
    """
    guild = place_of(interaction).guild
    found = await overview(ctx.app, interaction.user.id, wanted, guild)
    if wanted == EVERYTHING and not found.matches and not found.challenges:
        raise UserError(NOTHING)
    entries: tuple[ListEntry, ...] = (*found.matches, *found.challenges)
    places = PlaceNames(ctx.client, guild)
    await places.learn(guilds_of(entries))
    await show(interaction, page_of(entries, page, wanted, places))


def guilds_of(entries: Iterable[ListEntry]) -> set[int | None]:
    """Return the servers of some matches and challenges, with None for those in private."""
    return {(entry.match if isinstance(entry, Standing) else entry.challenge).guild for entry in entries}


def page_of(
    entries: tuple[ListEntry, ...], page: int, wanted: MatchFilter, places: PlaceNames, foot: str = ""
) -> Screen:
    """Return one page of the list, with tabs, a pager, and a small line (`foot`) below it."""
    pages = max(1, -(-len(entries) // _ON_A_PAGE))
    page = max(0, min(page, pages - 1))
    shown = entries[page * _ON_A_PAGE : (page + 1) * _ON_A_PAGE]
    parts: list[ui.Item[Any]] = [items.text(_heading(wanted))]
    for title, group in groupby(shown, key=_group):
        parts.append(items.text(f"**{title}** · {sum(_group(entry) == title for entry in entries)}"))
        parts += (_line(entry, places) for entry in group)
    if not entries:
        parts.append(items.text(NOTHING if wanted == EVERYTHING else "Nothing here. Try another filter."))
    rows = [_tabs(wanted)] if wanted != EVERYTHING or len(entries) > 1 else []
    last = [items.text(f"-# {foot}")] if foot else []
    pager = items.pager(page, pages, lambda number: _to_page(number, wanted))
    return Screen(items.message(*parts, *rows, *pager, *last))


def _heading(wanted: MatchFilter) -> str:
    only = (GAMES[wanted.game].title if wanted.game else "", "played here" if wanted.here else "")
    said = " · ".join(filter(None, only))
    return f"### Your matches{': ' if said else ''}{said}"


def _group(one: ListEntry) -> str:
    if isinstance(one, Waiting):
        return "Not started yet" if one.unstarted else "Challenges"
    if one.match.paused_at is not None:
        return "Paused"
    return "Your turn" if one.mine else "Their turn"


def _line(one: ListEntry, places: PlaceNames) -> ui.Item[Any]:
    if isinstance(one, Standing):
        return _match_line(one, places)
    return (_format_unstarted if one.unstarted else _challenge_line)(one, places)


def _match_line(one: Standing, places: PlaceNames) -> ui.Section[Any]:
    match, game = one.match, GAMES[one.match.game]
    bot = matches.bot_name(match.game, one.other.level)
    opponent = bot if one.opponent is None else f"**{names.format_name(one.opponent)}**"
    left = "clock stopped" if one.due_at == STOPPED else f"due <t:{one.due_at}:R>" if one.due_at else ""
    if match.paused_at is not None:
        until = match.paused_until
        left = "paused by a moderator" if until is None else f"paused until <t:{until}:f>"
    thread = f"<#{match.thread}>" if match.thread else ""
    where = (nickname(match.id), left, TIME_CONTROLS[match.pace].words, places.name(match.guild), thread)
    text = f"**{game.title}**{matches.as_side(game, one.seat)} against {opponent}\n-# {_join(where)}"
    style = items.STRONG if one.mine else items.QUIET
    return ui.Section(items.text(text), accessory=items.button("Open", OpenMatch(match.id), style))


def _challenge_line(one: Waiting, places: PlaceNames) -> ui.Section[Any]:
    challenge = one.challenge
    other, title = (
        f"**{names.format_name(one.other)}**" if one.other else "anyone",
        GAMES[challenge.game].title,
    )
    said = f"{other} challenges you" if one.to_me else f"You challenge {other}"
    expiry = f"expires <t:{challenge.expires_at}:R>"
    where = (
        expiry,
        TIME_CONTROLS[challenge.pace].words,
        places.name(challenge.guild),
        f"<#{challenge.channel}>" if challenge.guild is not None else "",
    )
    opening = items.button(
        "Answer" if one.to_me else "View",
        Answer(challenge.id, "look"),
        items.STRONG if one.to_me else items.QUIET,
    )
    return ui.Section(items.text(f"**{title}** · {said}\n-# {_join(where)}"), accessory=opening)


def _format_unstarted(one: Waiting, places: PlaceNames) -> ui.Section[Any]:
    offer, game = one.challenge, GAMES[one.challenge.game]
    bot = matches.bot_name(offer.game, offer.level)
    side = matches.as_side(game, offer.challenger_seat or 0)
    expiry = f"expires <t:{offer.expires_at}:R>"
    where = (nickname(offer.id), expiry, TIME_CONTROLS[offer.pace].words, places.name(offer.guild))
    start = items.button("Play", Start(offer.id), items.STRONG)
    return ui.Section(items.text(f"**{game.title}**{side} against {bot}\n-# {_join(where)}"), accessory=start)


def _join(parts: tuple[str, ...]) -> str:
    return " · ".join(part for part in parts if part)


def _to_page(page: int, wanted: MatchFilter) -> ShowMatches:
    return ShowMatches(page, wanted.game, wanted.turn, "here" if wanted.here else "everywhere")


def _tabs(wanted: MatchFilter) -> ui.ActionRow[Any]:
    """Return a button for each choice of whose turn it is; the present one can't be tapped."""
    return items.row(*(_tab(wanted, turn, label) for turn, label in _TURNS.items()))


def _tab(wanted: MatchFilter, turn: Turn, label: str) -> items.Tap:
    if turn == wanted.turn:
        return items.label(label, "tab", items.STRONG)
    return items.button(label, _to_page(0, msgspec.structs.replace(wanted, turn=turn)))
