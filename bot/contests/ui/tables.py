"""Standings as a picture and as text."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping
from types import MappingProxyType

import discord
import msgspec

from bot.contests.contest import Contest
from bot.contests.formats import ladder
from bot.contests.standings import standings
from bot.contests.ui import sentences
from bot.ui import names
from bot.ui.context import UiContext
from bot.ui.mentioned import names_of
from games import GAMES
from render import tables

PICTURE = "standings.png"
ON_A_PAGE = 16
_BREAKS = 3
"""Tie-breaks that have a column; the others, and direct encounters, are in the export."""
_SHORT: Mapping[str, str] = MappingProxyType(
    {
        "wins": "wins",
        "buchholz": "Buchh.",
        "median buchholz": "median",
        "sonneborn-berger": "S-B",
        "progressive": "progr.",
    }
)


class Line(msgspec.Struct, frozen=True):
    """Somebody's line: what counts, as text and as a figure, and the other figures."""

    place: int
    person: int
    counts: str
    figure: str
    cells: tuple[str, ...]
    gone: bool


class Page(msgspec.Struct, frozen=True):
    """A page of standings; pages count from 0."""

    number: int
    pages: int
    columns: tuple[str, ...]
    lines: tuple[Line, ...]


def page_of(contest: Contest, number: int, now: int) -> Page:
    """A page; one that isn't there is the nearest that is."""
    columns, lines = _ladder(contest, now) if contest.terms.kind == "ladder" else _points(contest)
    pages = max(1, -(-len(lines) // ON_A_PAGE))
    number = min(max(0, number), pages - 1)
    return Page(number, pages, columns, tuple(lines[number * ON_A_PAGE : (number + 1) * ON_A_PAGE]))


def _points(contest: Contest) -> tuple[tuple[str, ...], list[Line]]:
    names = contest.terms.tie_breaks
    wanted = [at for at, name in enumerate(names) if name != "direct encounter"]
    breaks = wanted[:_BREAKS] if sentences.tie_breaks(contest.terms) else []
    lines = [
        Line(
            one.place,
            one.person,
            sentences.points(one.points),
            _figure(one.points),
            (f"{one.wins}-{one.draws}-{one.losses}", *(_figure(one.breaks[at]) for at in breaks)),
            bool(contest.entrants[one.person].gone),
        )
        for one in standings(contest)
    ]
    return ("points", "W-D-L", *(_SHORT[names[at]] for at in breaks)), lines


def _figure(number: float) -> str:
    return f"{number:g}"


def _ladder(contest: Contest, now: int) -> tuple[tuple[str, ...], list[Line]]:
    """By score, in hundredths; those who have left aren't on it."""
    there = [one.person for one in contest.entrants.values() if not one.gone]
    scores = {person: ladder.score_of(contest, person, now) for person in there}
    ordered = sorted(there, key=lambda person: -scores[person])
    lines = [
        Line(place, person, *(2 * (f"{100 * scores[person]:.0f}",)), (_played(contest, person),), False)
        for place, person in enumerate(ordered, 1)
    ]
    return ("score", "played"), lines


def _played(contest: Contest, person: int) -> str:
    return str(sum(one.score is not None for one in contest.of(person)))


def in_words(page: Page) -> str:
    """The same as text."""
    lines = (f"`{one.place}` <@{one.person}> · **{one.counts}** · {one.cells[0]}" for one in page.lines)
    return "\n".join(lines) or "No one is on it yet."


async def picture(ctx: UiContext, contest: Contest, page: Page, subtitle: str) -> discord.File:
    """The page as a picture, with its alternative text."""
    table = await _table(ctx, contest, page, subtitle)
    data = await asyncio.to_thread(lambda: tables.png(table))
    return discord.File(io.BytesIO(data), filename=PICTURE, description=_alt(table))


async def _table(ctx: UiContext, contest: Contest, page: Page, subtitle: str) -> tables.Table:
    known = await names_of(ctx.app, [one.person for one in page.lines])
    lines = []
    for one in page.lines:
        name, username = known.get(one.person, ("", None))
        shown = names.pictured(name, username, ctx.faces)
        lines.append(tables.TableLine(one.place, shown.words, (one.figure, *one.cells), one.gone, shown.face))
    return tables.Table(contest.terms.name, subtitle, page.columns, tuple(lines))


def about(contest: Contest) -> str:
    """What the picture is about, in one plain line."""
    kind, game = sentences.format_name(contest.terms.kind), GAMES[contest.terms.game].title
    of = {"finished": " · final standings", "called off": " · called off"}.get(contest.status, "")
    round = f" · round {contest.round}" if contest.terms.kind == "swiss" and not of else ""
    return f"{kind} · {game}{round}{of}"


def _alt(table: tables.Table) -> str:
    """What it shows: the first three in words; the whole list is in the text below it."""
    first = (f"{one.place}. {one.name or 'Somebody'}: {one.cells[0]}" for one in table.lines[:3])
    return f"{table.title}. {table.subtitle}. {'; '.join(first) or table.empty}"[:1000]
