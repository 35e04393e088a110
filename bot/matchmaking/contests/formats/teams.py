"""Team matches: two servers, boards by rating, one score for each side.

The strongest of one team plays the strongest of the other, and so on; who is left over is in reserve. On odd
boards the first team has seat 0, on even ones the second; each further cycle has the sides swapped."""

from __future__ import annotations

from collections.abc import Iterator

from bot.matchmaking.contests.formats.format_actions import Finish, Pair, Rest, Step
from bot.matchmaking.contests.log.contest import POINTS, Contest, Entrant

Board = tuple[Entrant, Entrant]


def team_of(contest: Contest, guild: int | None) -> int | None:
    """For which team somebody plays who enters on a server: 0 or 1, and 0 in what isn't a team match; None on
    a server that has none in it."""
    if contest.terms.kind != "teams":
        return 0
    return next((number for number, team in enumerate(contest.teams) if team.guild == guild), None)


def boards(contest: Contest) -> tuple[Board, ...]:
    """Who plays whom, from the first team and from the second, the strongest first."""
    first, second = ([one for one in contest.seeded() if one.team == team] for team in (0, 1))
    return tuple(zip(first, second, strict=False))


def is_on_a_board(contest: Contest, person: int) -> bool:
    """Whether somebody is on a board, or was: whom the other team knows by name."""
    on_now = any(person in (one.person, other.person) for one, other in boards(contest))
    return on_now or bool(contest.of(person) or contest.byes_of(person))


def score(contest: Contest) -> tuple[float, float]:
    """The points of both teams together."""
    points = [0.0, 0.0]
    for one in contest.pairings:
        for person in (one.first, one.second):
            points[contest.entrants[person].team] += POINTS[one.score_of(person) or "none"]
    for bye in contest.byes:
        points[contest.entrants[bye.person].team] += bye.points
    return points[0], points[1]


def points_on(contest: Contest, number: int, board: Board) -> tuple[float, float] | None:
    """The points of the two on a board, which counts from 1; None while nothing on it is decided."""
    slot, points = slot_of(number), dict.fromkeys((one.person for one in board), 0.0)
    played = [one for one in contest.in_slot(slot) if one.score is not None]
    byes = [one for one in contest.byes if one.slot == slot]
    for one in played:
        for person in points:
            points[person] += POINTS[one.score_of(person) or "none"]
    for bye in byes:
        points[bye.person] += bye.points
    first, second = points.values()
    return (first, second) if played or byes else None


def slot_of(number: int) -> str:
    """The slot of a board, which counts from 1."""
    return f"board {number}"


def following(contest: Contest, now: int) -> tuple[Step, ...]:
    """The matches that can begin: all boards at once, as many cycles at a time as may be played. Where one of
    two is gone, the other one has the point; where both are, nobody has."""
    steps = tuple(
        step for number, board in enumerate(boards(contest), 1) for step in _of_board(contest, number, board)
    )
    return steps if steps or contest.open else (Finish(),)


def _of_board(contest: Contest, number: int, board: Board) -> Iterator[Step]:
    slot = slot_of(number)
    played = contest.in_slot(slot)
    had = {*(one.round for one in played), *(one.round for one in contest.byes if one.slot == slot)}
    room = contest.terms.at_once - sum(one.score is None for one in played)
    left = [cycle for cycle in range(1, contest.terms.cycles + 1) if cycle not in had]
    there = [one for one in board if not one.gone]
    if len(there) == 2:
        for cycle in left[: max(0, room)]:
            yield _pair(number, cycle, board, slot)
    elif there:
        yield from (Rest(cycle, there[0].person, 1.0, slot) for cycle in left)


def _pair(number: int, cycle: int, board: Board, slot: str) -> Pair:
    first, second = (one.person for one in board)
    return Pair(cycle, first, second, slot) if (number + cycle) % 2 == 0 else Pair(cycle, second, first, slot)
