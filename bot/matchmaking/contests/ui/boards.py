"""The boards of a team match, as a picture and as text."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable

import discord
import msgspec

from bot.discord_kit.text import markdown, names
from bot.matchmaking.contests.formats import teams
from bot.matchmaking.contests.log.contest import Contest, Entrant
from bot.matchmaking.contests.ui.rows import Lettered, points
from render import boards
from render.boards import Board, Side, TeamMatch
from render.names import Faces, Lettering

PICTURE = "boards.png"
ON_A_PAGE = 16


class Line(msgspec.Struct, frozen=True):
    """A board: its number from 1, its two people, and their points (None: nothing is decided)."""

    number: int
    people: tuple[Entrant, Entrant]
    points: tuple[float, float] | None


class Page(msgspec.Struct, frozen=True):
    """A page of boards; pages count from 0."""

    number: int
    pages: int
    lines: tuple[Line, ...]


def page_of(contest: Contest, number: int) -> Page:
    """A page; one that isn't there is the nearest that is."""
    every = teams.boards(contest)
    pages = max(1, -(-len(every) // ON_A_PAGE))
    number = min(max(0, number), pages - 1)
    first = number * ON_A_PAGE
    lines = (
        Line(at, two, teams.points_on(contest, at, two))
        for at, two in enumerate(every[first : first + ON_A_PAGE], first + 1)
    )
    return Page(number, pages, tuple(lines))


def score(contest: Contest) -> str:
    """“**Foxes 2½ – 1½ Owls**”, and once it's over who won."""
    if len(contest.teams) < 2:
        return ""
    first, second = (markdown.plain((team.name,)) for team in contest.teams)
    mine, theirs = teams.score(contest)
    line = f"**{first} {points(mine)} – {points(theirs)} {second}**"
    if contest.status != "finished":
        return line
    return f"{line} · {'a draw' if mine == theirs else f'{first if mine > theirs else second} won'}"


def people_on(page: Page) -> list[int]:
    """Who plays on its boards."""
    return [one.person for line in page.lines for one in line.people]


def in_words(page: Page, named: Callable[[int], str]) -> list[str]:
    """A line for each board, as the server of a team sees it: “`1` @mara **1½ – ½** Tom”."""

    def told(line: Line) -> str:
        first, second = (named(one.person) for one in line.people)
        return f"`{line.number}` {first} **{_points(line)}** {second}"

    return [told(line) for line in page.lines]


def _points(line: Line) -> str:
    return "–" if line.points is None else " – ".join(map(points, line.points))


async def picture(
    contest: Contest, page: Page, subtitle: str, lettered: Lettered, faces: Faces
) -> discord.File:
    """The page as a picture, with its alternative text; `faces`: for the names of the teams."""

    def board(line: Line) -> Board:
        first, second = (
            _side(lettered[one.person], got, is_gone=bool(one.gone))
            for one, got in zip(line.people, line.points or (None, None), strict=True)
        )
        return Board(line.number, first, second)

    mine, theirs = (
        _side(names.pictured(team.name, None, faces), got)
        for team, got in zip(contest.teams, teams.score(contest), strict=True)
    )
    match = TeamMatch(contest.terms.name, subtitle, mine, theirs, tuple(map(board, page.lines)))
    data = await asyncio.to_thread(lambda: boards.png(match))
    return discord.File(io.BytesIO(data), filename=PICTURE, description=_alt(match))


def _side(shown: Lettering, got: float | None, *, is_gone: bool = False) -> Side:
    """A team or one of its people, by the name that can be drawn."""
    return Side(shown.words, "" if got is None else f"{got:g}", is_gone, shown.face)


def _alt(match: TeamMatch) -> str:
    """What it shows: the score, and the first three boards; the whole list is in the text below it."""

    def told(one: Board) -> str:
        first, second = (side.name or "Somebody" for side in (one.first, one.second))
        figures = f"{one.first.points} – {one.second.points}" if one.first.points else "–"
        return f"Board {one.number}: {first} {figures} {second}"

    head = f"{match.title}. {match.subtitle}. {match.first.name} {match.first.points} – {match.second.points}"
    return f"{head} {match.second.name}. {'; '.join(map(told, match.boards[:3]))}"[:1000]
