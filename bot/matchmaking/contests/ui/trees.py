"""Parts of a bracket and boards of a team match, as pictures and as text."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable

import discord
import msgspec

from bot.discord_kit.text import markdown, names
from bot.matchmaking.contests.formats import teams
from bot.matchmaking.contests.formats.ties import NOBODY, Tie, Who
from bot.matchmaking.contests.log.contest import POINTS, Contest, Entrant
from bot.matchmaking.contests.running.windows import Round, Window
from bot.matchmaking.contests.ui import rows
from bot.matchmaking.contests.ui.rows import Lettered, points
from render import boards, brackets
from render.boards import Board, Side, TeamMatch
from render.brackets import Bracket, BracketColumn, BracketSide, BracketTie
from render.names import Faces, Lettering

NOBODY_YET = "No one has come this far yet."


def people_in(window: Window) -> list[int]:
    """Return the people in a part of a bracket."""
    return sorted({who for tie in window.ties for who in (tie.one, tie.other) if who})


def build_bracket(
    contest: Contest, window: Window, title: str, subtitle: str, lettered: Lettered, viewer: int | None
) -> Bracket:
    """Return the data of a bracket's picture."""
    tree, won = _Tree(contest, lettered, viewer), champion(contest, window)
    columns = tuple(map(tree.column, window.rounds))
    return Bracket(title, subtitle, columns, None if won is None else tree.build_side(won))


def png(tree: Bracket) -> bytes:
    """Return a bracket's picture as a PNG file."""
    return brackets.png(tree)


def champion(contest: Contest, window: Window) -> int | None:
    """Return the winner of a finished contest, in the part of the bracket that shows the final; else None."""
    last = window.ties[-1]
    over = contest.status == "finished" and window.is_last
    return last.winner if over and last.winner != NOBODY else None


class _Tree:
    """A bracket's ties as they're drawn, with the names of the people in them."""

    def __init__(self, contest: Contest, lettered: Lettered, viewer: int | None) -> None:
        self._contest, self._lettered, self._viewer = contest, lettered, viewer

    def column(self, one: Round) -> BracketColumn:
        return BracketColumn(one.caption, tuple(map(self._tie, one.ties)))

    def _tie(self, tie: Tie) -> BracketTie | None:
        return None if tie.is_empty else (self._side(tie, tie.one), self._side(tie, tie.other))

    def _side(self, tie: Tie, who: Who) -> BracketSide:
        if who is None:
            return BracketSide()
        if who == NOBODY:
            return BracketSide(bye=True)
        points = points_in(self._contest, tie, who)
        score = "" if points is None else rows.plain(points)
        return self.build_side(who, score, won=who == tie.winner, lost=who == tie.loser)

    def build_side(self, who: int, score: str = "", *, won: bool = True, lost: bool = False) -> BracketSide:
        """Return a person's side of a tie, with their name as it's drawn."""
        lettering = self._lettered[who]
        return BracketSide(
            lettering.words, score, won=won, lost=lost, mine=who == self._viewer, face=lettering.face
        )


# --- text ---------------------------------------------------------------------------------------------


def in_words(contest: Contest, window: Window) -> list[str]:
    """Return a part of a bracket as text: the known ties of each round, the last round first."""
    lines = list[str]()
    for bracket_round in reversed(window.rounds):
        told = round_in_words(contest, bracket_round)
        lines += [f"**{bracket_round.caption}**", *told] if told else []
    return lines or [NOBODY_YET]


def round_in_words(contest: Contest, one: Round) -> list[str]:
    """Return the known ties of a round as lines."""
    return [said for tie in one.ties if (said := _format_tie(contest, tie))]


def _format_tie(contest: Contest, tie: Tie) -> str:
    """Format a tie as “@mara beats @tom, 2–1”; empty while it has no people."""
    known = [who for who in (tie.one, tie.other) if who]
    if not known:
        return ""
    if NOBODY in (tie.one, tie.other):
        return f"<@{known[0]}> has a bye"
    if len(known) == 1:
        return f"<@{known[0]}> waits for an opponent"
    if tie.is_under_way:
        return f"<@{tie.one}> – <@{tie.other}>: {_score(contest, tie, *known) or 'going on'}"
    score = _score(contest, tie, tie.winner or 0, tie.loser or 0)
    verb = "moves up past" if _is_even(contest, tie) else "beats"
    return f"**<@{tie.winner}>** {verb} <@{tie.loser}>{score and f', {score}'}"


def _is_even(contest: Contest, tie: Tie) -> bool:
    """Return whether something other than points decided a tie."""
    return points_in(contest, tie, tie.winner or 0) == points_in(contest, tie, tie.loser or 0)


def _score(contest: Contest, tie: Tie, one: int, other: int) -> str:
    """Format a tie's score as “2–1”; empty before a match is decided."""
    points = [points_in(contest, tie, who) for who in (one, other)]
    return "–".join(rows.points(point) for point in points if point is not None)


def points_in(contest: Contest, tie: Tie, person: int) -> float | None:
    """Return a person's points in a tie, or None before any of its matches is decided."""
    scores = [pairing.score_of(person) for pairing in contest.in_slot(tie.slot) if pairing.score is not None]
    return sum(POINTS[result] for result in scores if result is not None) if scores else None


def alt_of(bracket: Bracket) -> str:
    """Return a bracket picture's alternative text: the champion, and the ties, the latest round first."""
    won = "" if bracket.champion is None else f"Champion: {_format_name(bracket.champion)}. "
    rounds = [f"{column.caption}: {_ties(column)}" for column in bracket.columns if _ties(column)]
    return f"{bracket.title}. {bracket.subtitle}. {won}{'. '.join(reversed(rounds)) or NOBODY_YET}"


def _ties(column: BracketColumn) -> str:
    spoken = (" – ".join(map(_format_side, tie)) for tie in column.ties if tie and any(map(_is_there, tie)))
    return "; ".join(spoken)


def _is_there(side: BracketSide) -> bool:
    return side.name is not None


def _format_side(side: BracketSide) -> str:
    return f"{_format_name(side)} {side.score}".strip()


def _format_name(side: BracketSide) -> str:
    return "bye" if side.bye else "open" if side.name is None else side.name or "Someone"


PICTURE = "boards.png"
ON_A_PAGE = 16


class Line(msgspec.Struct, frozen=True):
    """A board: its number from 1, its two people, and their points (None before a match is decided)."""

    number: int
    people: tuple[Entrant, Entrant]
    points: tuple[float, float] | None


class Page(msgspec.Struct, frozen=True):
    """A page of boards. Pages count from 0."""

    number: int
    pages: int
    lines: tuple[Line, ...]


def page_of(contest: Contest, number: int) -> Page:
    """Return a page of boards; a number out of range gives the nearest page."""
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
    """Format a team match's score as “**Foxes 2½ – 1½ Owls**”, with the winner once it's over."""
    if len(contest.teams) < 2:
        return ""
    first, second = (markdown.plain((team.name,)) for team in contest.teams)
    mine, theirs = teams.score(contest)
    line = f"**{first} {points(mine)} – {points(theirs)} {second}**"
    if contest.status != "finished":
        return line
    return f"{line} · {'a draw' if mine == theirs else f'{first if mine > theirs else second} won'}"


def people_on(page: Page) -> list[int]:
    """Return the people on a page's boards."""
    return [entrant.person for line in page.lines for entrant in line.people]


def boards_in_words(page: Page, named: Callable[[int], str]) -> list[str]:
    """Return a line for each board, as a team's server sees it: “`1` @mara **1½ – ½** Tom”."""

    def format_line(line: Line) -> str:
        first, second = (named(entrant.person) for entrant in line.people)
        return f"`{line.number}` {first} **{_points(line)}** {second}"

    return [format_line(line) for line in page.lines]


def _points(line: Line) -> str:
    return "–" if line.points is None else " – ".join(map(points, line.points))


async def picture(
    contest: Contest, page: Page, subtitle: str, lettered: Lettered, faces: Faces
) -> discord.File:
    """Return a page of boards as a picture with alternative text; `faces` draw the teams' names."""

    def board(line: Line) -> Board:
        first, second = (
            _side(lettered[entrant.person], got, is_gone=bool(entrant.gone))
            for entrant, got in zip(line.people, line.points or (None, None), strict=True)
        )
        return Board(line.number, first, second)

    mine, theirs = (
        _side(names.choose_lettering(team.name, None, faces), got)
        for team, got in zip(contest.teams, teams.score(contest), strict=True)
    )
    match = TeamMatch(contest.terms.name, subtitle, mine, theirs, tuple(map(board, page.lines)))
    data = await asyncio.to_thread(lambda: boards.png(match))
    return discord.File(io.BytesIO(data), filename=PICTURE, description=_alt(match))


def _side(shown: Lettering, got: float | None, *, is_gone: bool = False) -> Side:
    """Return a team, or one of its people, as drawn beside a score."""
    return Side(shown.words, "" if got is None else f"{got:g}", is_gone, shown.face)


def _alt(match: TeamMatch) -> str:
    """Return a picture's alternative text: the score and the first three boards; the message has them all."""

    def format_board(one: Board) -> str:
        first, second = (side.name or "Someone" for side in (one.first, one.second))
        figures = f"{one.first.points} – {one.second.points}" if one.first.points else "–"
        return f"Board {one.number}: {first} {figures} {second}"

    head = f"{match.title}. {match.subtitle}. {match.first.name} {match.first.points} – {match.second.points}"
    return f"{head} {match.second.name}. {'; '.join(map(format_board, match.boards[:3]))}"[:1000]
