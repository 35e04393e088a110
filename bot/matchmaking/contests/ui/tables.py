"""Standings of a contest, page by page, as pictures and as text.

A knockout has its bracket first, and a team match has boards. The others have a table for all, or one for
each division or group.
"""

from __future__ import annotations

import asyncio
import io
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

import discord
import msgspec

from bot.discord_kit.interactions.context import UiContext
from bot.matchmaking.contests.formats import ladder, teams
from bot.matchmaking.contests.formats.round_robin import groups, moving
from bot.matchmaking.contests.formats.ties import double, single
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.reading.standings import Standing as Place
from bot.matchmaking.contests.reading.standings import count_finished, medal_of, standings
from bot.matchmaking.contests.running.windows import Window, first_shown, of_double, of_single
from bot.matchmaking.contests.ui import rows, sentences, trees
from bot.matchmaking.contests.ui.access import find_names, letter_names
from bot.matchmaking.contests.ui.rows import Line, TablePart
from games import GAMES
from render import tables
from render.tables import Moves

PICTURE = "standings.png"
_ALT, _LEADERS, _LEADERS_OF_PART, _MOST_PARTS = 1000, 5, 3, 5
_ALL_GROUPS, _FINAL = "All groups", "Final standings"
ON_A_PAGE = 16
_BREAKS = 3
"""How many tie-breaks get a column; the others, and direct encounters, are in the export."""
_SHORT: Mapping[str, str] = MappingProxyType(
    {
        "wins": "wins",
        "buchholz": "Buchh.",
        "median buchholz": "median",
        "sonneborn-berger": "S-B",
        "progressive": "progr.",
    }
)


class Standing(msgspec.Struct, frozen=True):
    """A page of standings in words: text above, maybe none, and a line for each place, board or tie.

    `more` is how many people or boards the other pages have; 0 of a bracket.
    """

    number: int
    pages: int
    above: str
    lines: list[str]
    more: int = 0


async def standing(
    ctx: UiContext, contest: Contest, team: int | None, number: int = 0, viewer: int | None = None
) -> Standing:
    """Return a page of standings in words.

    The page suits the viewer, or everybody (None). `team` is the viewing server's in a team match, else None.
    """
    if team is not None:
        board = trees.page_of(contest, number)
        named = await find_names(ctx.app, contest, team, trees.people_on(board))
        lines = trees.boards_in_words(board, named)
        more = len(teams.boards(contest)) - len(lines)
        return Standing(board.number, board.pages, trees.score(contest), lines, more)
    page = page_of(contest, number, ctx.app.now(), viewer)
    lines = in_words(contest, page).splitlines()
    return Standing(page.number, page.pages, "", lines, _count_others(contest, page.shows))


def _count_others(contest: Contest, shown: TablePart | Window) -> int:
    if isinstance(shown, Window):
        return 0
    there = contest.there if contest.terms.kind == "ladder" else contest.list_seeded()
    return len(there) - len(shown.lines)


async def draw_standings(
    ctx: UiContext, contest: Contest, number: int = 0, viewer: int | None = None
) -> discord.File:
    """Return a page of standings as a picture with alternative text."""
    if contest.terms.kind == "teams":
        board = trees.page_of(contest, number)
        written = await letter_names(ctx.app, ctx.faces, trees.people_on(board))
        return await trees.picture(contest, board, about(contest), written, ctx.faces)
    return await picture(ctx, contest, page_of(contest, number, ctx.app.now(), viewer), viewer)


class Page(msgspec.Struct, frozen=True):
    """A page of a bracket or a table. Pages count from 0; the first is what its viewer wants to see first."""

    number: int
    pages: int
    shows: TablePart | Window


def page_of(contest: Contest, number: int, now: int, viewer: int | None = None) -> Page:
    """Return a page for a viewer, or for everyone (None); a number out of range gives the nearest page."""
    shown = list[TablePart | Window](windows_of(contest))
    if shown and contest.ended_at is None:
        shown.insert(0, shown.pop(first_shown(windows_of(contest), viewer)))
    shown += parts_of(contest, now, viewer)
    number = min(max(0, number), len(shown) - 1)
    return Page(number, len(shown), shown[number])


def windows_of(contest: Contest) -> tuple[Window, ...]:
    """Return the parts of a knockout's bracket; none for other formats."""
    match contest.terms.kind:
        case "knockout":
            return of_single(single(contest))
        case "double elimination":
            return of_double(double(contest))
    return ()


def parts_of(contest: Contest, now: int, viewer: int | None = None) -> list[TablePart]:
    """Return all tables in parts that fit a page, the viewer's own division or group first."""
    if contest.terms.kind == "ladder":
        return list(_cut(TablePart("", ("score", "played"), _ladder(contest, now))))
    found = [part for among in _among(contest, viewer) for part in _cut(_points(contest, *among))]
    return found


def _cut(table: TablePart) -> Iterator[TablePart]:
    """Yield parts of a table with at most ON_A_PAGE lines; one part if it's empty."""
    for start in range(0, max(1, len(table.lines)), ON_A_PAGE):
        yield msgspec.structs.replace(table, lines=table.lines[start : start + ON_A_PAGE])


Among = tuple[str, int | None, tuple[int, ...] | None]
"""A table's heading, the number of its division or None, and its people (None: all)."""


def list_tables(contest: Contest) -> list[tuple[str, Sequence[Place]]]:
    """Return the table of each division or group with its heading; else one without."""
    shown = [among for among in _among(contest, None) if among[0] != _ALL_GROUPS]
    return [(heading, standings(contest, people)) for heading, _, people in shown]


def _among(contest: Contest, viewer: int | None) -> list[Among]:
    """Return what tables there are, the one with the viewer first."""
    terms = contest.terms
    parts = groups(contest) if terms.kind in ("league", "round robin") else ()
    if len(parts) < 2:
        return [("", None, None)]
    if terms.kind == "league":
        found: list[Among] = [(f"Division {n + 1}", n, people) for n, people in enumerate(parts)]
    else:
        letters = string.ascii_uppercase
        found = [(f"Group {letters[n]}", None, people) for n, people in enumerate(parts)]
    found.sort(key=lambda one: viewer not in (one[2] or ()))
    return found if terms.kind == "league" else [*found, (_ALL_GROUPS, None, None)]


def _points(contest: Contest, heading: str, division: int | None, among: Sequence[int] | None) -> TablePart:
    breaks = _breaks(contest)
    table = standings(contest, among)
    moves = _moves(contest, division, len(table))
    lines = (
        Line(
            row.place,
            row.person,
            rows.points(row.points),
            rows.plain(row.points),
            (f"{row.wins}-{row.draws}-{row.losses}", *(rows.plain(row.breaks[at]) for at in breaks)),
            bool(contest.entrants[row.person].gone),
            goes,
        )
        for row, goes in zip(table, moves, strict=True)
    )
    captions = (_SHORT[contest.terms.tie_breaks[at]] for at in breaks)
    return TablePart(heading, ("points", "W-D-L", *captions), tuple(lines))


def _breaks(contest: Contest) -> list[int]:
    """Return the indexes of the tie-breaks that have a column."""
    wanted = [at for at, name in enumerate(contest.terms.tie_breaks) if name != "direct encounter"]
    return wanted[:_BREAKS] if sentences.tie_breaks(contest.terms) else []


def _moves(contest: Contest, division: int | None, count: int) -> list[Moves]:
    """Return where each place of a division goes after the season; empty texts if there's no division."""
    found: list[Moves] = [""] * count
    if division is None:
        return found
    between = moving(contest)
    up = between[division - 1] if division else 0
    down = between[division] if division < len(between) else 0
    found[:up] = ["up"] * up
    found[count - down :] = ["down"] * down
    return found


def _ladder(contest: Contest, now: int) -> tuple[Line, ...]:
    """Return a ladder's lines by score, in hundredths; people who have left aren't on it."""
    there = [entrant.person for entrant in contest.there]
    scores = ladder.scores(contest, now)
    ordered = sorted(there, key=lambda person: -scores[person])
    return tuple(
        Line(place, person, *(2 * (f"{100 * scores[person]:.0f}",)), (_count_played(contest, person),))
        for place, person in enumerate(ordered, 1)
    )


def _count_played(contest: Contest, person: int) -> str:
    return str(sum(pairing.score is not None for pairing in contest.of(person)))


def leaders(contest: Contest, team: int | None, now: int) -> tuple[str, ...]:
    """Return the first places of each division or group as lines; of a team match, the score."""
    is_over = contest.status == "finished"
    if team is not None:
        return (f"**{'Final score' if is_over else 'Score'}**", trees.score(contest))
    said = _FINAL if is_over else "Standings"
    shown = [_points(contest, *among) for among in _among(contest, None) if among[0] != _ALL_GROUPS]
    if contest.terms.kind == "ladder":
        shown = [TablePart("", (), _ladder(contest, now))]
    most = _LEADERS_OF_PART if len(shown) > 1 else ON_A_PAGE if is_over else _LEADERS
    return tuple(line for part in shown[:_MOST_PARTS] for line in _top(part, said, most))


def _top(part: TablePart, said: str, most: int) -> tuple[str, ...]:
    """Return a table's heading and first lines; after the end, also all who leave their division."""
    of = f", {part.heading}" if part.heading else ""
    first = msgspec.structs.replace(part, lines=tuple(_worth_telling(part, said == _FINAL, most)))
    return (f"**{said}{of}**", *rows.in_words(first), *count_more(len(part.lines) - len(first.lines)))


def count_more(number: int, where: str = ".") -> tuple[str, ...]:
    """Return the small line about those who aren't listed; nothing if all are."""
    return (f"-# And {number} more{where}",) if number else ()


def _worth_telling(part: TablePart, is_over: bool, most: int) -> Iterator[Line]:
    for number, line in enumerate(part.lines):
        if number < most or (is_over and line.moves):
            yield line


# --- a page as text and as a picture ------------------------------------------------------------------


def in_words(contest: Contest, page: Page) -> str:
    """Return a page as text."""
    part = page.shows
    if isinstance(part, TablePart):
        return "\n".join(rows.in_words(part)) or "No one is on it yet."
    return "\n".join((*_medals(contest, part), *trees.in_words(contest, part)))


def _medals(contest: Contest, window: Window) -> Sequence[str]:
    """Return the medals and a blank line, where the champion is shown."""
    told = "" if trees.champion(contest, window) is None else format_medals(contest, standings(contest))
    return (told, "") if told else ()


def format_medals(contest: Contest, table: Sequence[Place]) -> str:
    """Return “🥇 @mara · 🥈 @tom · 🥉 @ines, @ole”, or an empty text if there are no medals."""
    finished = count_finished(contest, (row.person for row in table))
    medaled = groupby(table, lambda one: medal_of(one.place, len(table), finished))
    told = [f"{medal} {', '.join(f'<@{row.person}>' for row in had)}" for medal, had in medaled if medal]
    return " · ".join(told)


async def picture(ctx: UiContext, contest: Contest, page: Page, viewer: int | None = None) -> discord.File:
    """Return a page as a picture with alternative text."""
    part, title, subtitle = page.shows, contest.terms.name, about(contest, page.shows)
    if isinstance(part, Window):
        written = await letter_names(ctx.app, ctx.faces, trees.people_in(part))
        tree = trees.build_bracket(contest, part, title, subtitle, written, viewer)
        return await _file(lambda: trees.png(tree), trees.alt_of(tree))
    written = await letter_names(ctx.app, ctx.faces, [line.person for line in part.lines])
    table = rows.build_table(part, title, subtitle, written, viewer)
    return await _file(lambda: tables.png(table), rows.alt_of(table))


async def _file(made: Callable[[], bytes], alt: str) -> discord.File:
    data = await asyncio.to_thread(made)
    return discord.File(io.BytesIO(data), filename=PICTURE, description=alt[:_ALT])


def about(contest: Contest, part: TablePart | Window | None = None) -> str:
    """Return in one plain line what a picture shows; a `part` of None means a team match's boards."""
    kind, game = sentences.format_name(contest.terms.kind), GAMES[contest.terms.game].title
    over = "final score" if part is None else "final standings" if isinstance(part, TablePart) else "over"
    of = {"finished": over, "called off": "called off"}.get(contest.status, "")
    round = f"round {contest.round}" if contest.terms.kind == "swiss" and not of else ""
    return " · ".join(filter(None, (_which(part), kind, game, round, of)))


def _which(part: TablePart | Window | None) -> str:
    if part is None:
        return ""
    if isinstance(part, TablePart):
        return part.heading
    return f"Part {part.part} of {part.parts}" if part.parts > 1 else ""
