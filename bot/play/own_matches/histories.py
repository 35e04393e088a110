"""A person's finished matches and their outcomes, latest first."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

import msgspec

from bot.core.app_context import AppContext
from bot.core.match_state import nickname
from bot.play.legs import legs
from games import GAMES, MatchReason
from games.core.game import AnyGame
from storage.tables import histories
from storage.tables.histories import HistoryFilter, Past

ON_A_PAGE = 6
"""The entries on a page: about what a phone shows at once."""

Outcome = Literal["won", "lost", "drawn", "aborted", "canceled"]


class HistoryPage(msgspec.Struct, frozen=True):
    """A page of a history; `number` counts from 0, and `matches` is the total on all pages."""

    wanted: HistoryFilter
    entries: tuple[Past, ...]
    number: int
    pages: int
    matches: int


async def history(app: AppContext, wanted: HistoryFilter, number: int = 0) -> HistoryPage:
    """Return one page of a history; numbers beyond the last page mean the last page."""
    async with app.database.read(long=True) as r:
        count = await histories.count(r, wanted)
        pages = max(1, -(-count // ON_A_PAGE))
        number = max(0, min(number, pages - 1))
        entries = await histories.page(r, wanted, ON_A_PAGE, number * ON_A_PAGE)
    known = [await _both_legs(app, past) for past in entries if past.game in GAMES]
    return HistoryPage(wanted, tuple(known), number, pages, count)


async def _both_legs(app: AppContext, past: Past) -> Past:
    """Return the entry; an entry for two legs names the seat that won both together. CVD-35."""
    if past.first_leg is None:
        return past
    winner = await legs.outcome(app, await app.match_state(past.match_id))
    return msgspec.structs.replace(past, winner=winner if isinstance(winner, int) else None)


async def latest(app: AppContext, person: int, limit: int = 1) -> list[Past]:
    """Return the matches that a person finished last; two legs are two entries."""
    async with app.database.read(long=True) as r:
        found = await histories.page(r, HistoryFilter(person, every_leg=True), limit)
    return [past for past in found if past.game in GAMES]


def outcome(past: Past) -> Outcome:
    """Return how a match ended for this seat."""
    if past.reason == MatchReason.ABORTED.value:
        return "aborted"
    if past.reason == MatchReason.CANCELLED.value:
        return "canceled"
    if past.winner is None:
        return "drawn"
    return "won" if past.winner == past.seat else "lost"


def game_of(past: Past) -> AnyGame:
    """Return the game that was played."""
    return GAMES[past.game]


def name_of(past: Past) -> str:
    """Return the match's nickname."""
    return nickname(past.match_id)


def day(at: int) -> str:
    """Return a date as “Nov 22, 2026”, in UTC, for places where Discord formats no times."""
    moment = datetime.fromtimestamp(at, UTC)
    return f"{moment:%b} {moment.day}, {moment.year}"
