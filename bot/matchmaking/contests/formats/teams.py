"""Team matches: two servers, boards by rating, one score for each side.

The strongest of one team plays the strongest of the other, and so on; players left over are in reserve. On
odd boards the first team has seat 0, on even ones the second; each further cycle has the seats swapped.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.matchmaking.contests.formats.format_actions import Finish, Pair, Rest, Step
from bot.matchmaking.contests.log.contest import POINTS, Contest, Entrant

Board = tuple[Entrant, Entrant]


def team_of(contest: Contest, guild: int | None) -> int | None:
    """Return the team of a person who enters on a server (None: neither); 0 in what isn't a team match."""
    if contest.terms.kind != "teams":
        return 0
    return next((number for number, team in enumerate(contest.teams) if team.guild == guild), None)


def boards(contest: Contest) -> tuple[Board, ...]:
    """Return the boards, the strongest first: a player of the first team and one of the second."""
    first, second = (
        [entrant for entrant in contest.list_seeded() if entrant.team == team] for team in (0, 1)
    )
    return tuple(zip(first, second, strict=False))


def is_on_a_board(contest: Contest, person: int) -> bool:
    """Return whether a person is or was on a board; the other team knows these people by name."""
    on_now = any(person in (first.person, second.person) for first, second in boards(contest))
    return on_now or bool(contest.of(person) or contest.byes_of(person))


def score(contest: Contest) -> tuple[float, float]:
    """Return the total points of the first and the second team."""
    points = [0.0, 0.0]
    for pairing in contest.pairings:
        for person in (pairing.first, pairing.second):
            points[contest.entrants[person].team] += POINTS[pairing.score_of(person) or "none"]
    for bye in contest.byes:
        points[contest.entrants[bye.person].team] += bye.points
    return points[0], points[1]


def points_on(contest: Contest, number: int, board: Board) -> tuple[float, float] | None:
    """Return the points of the two on a board, which counts from 1; None while nothing on it is decided."""
    slot, points = slot_of(number), dict.fromkeys((entrant.person for entrant in board), 0.0)
    played = [pairing for pairing in contest.in_slot(slot) if pairing.score is not None]
    byes = [bye for bye in contest.byes if bye.slot == slot]
    for pairing in played:
        for person in points:
            points[person] += POINTS[pairing.score_of(person) or "none"]
    for bye in byes:
        points[bye.person] += bye.points
    first, second = points.values()
    return (first, second) if played or byes else None


def slot_of(number: int) -> str:
    """Return the slot of a board, which counts from 1."""
    return f"board {number}"


def following(contest: Contest, now: int) -> tuple[Step, ...]:
    """Return the matches that can begin on all boards, as many cycles as may be played at once, or the end.

    Where one of two players is gone, the opponent has the point; where both are, neither has it.
    """
    steps = tuple(
        step for number, board in enumerate(boards(contest), 1) for step in _of_board(contest, number, board)
    )
    return steps if steps or contest.open else (Finish(),)


def _of_board(contest: Contest, number: int, board: Board) -> Iterator[Step]:
    slot = slot_of(number)
    played = contest.in_slot(slot)
    had = {*(pairing.round for pairing in played), *(bye.round for bye in contest.byes if bye.slot == slot)}
    room = contest.terms.at_once - sum(pairing.score is None for pairing in played)
    left = [cycle for cycle in range(1, contest.terms.cycles + 1) if cycle not in had]
    there = [entrant for entrant in board if not entrant.gone]
    if len(there) == 2:
        for cycle in left[: max(0, room)]:
            yield _pair(number, cycle, board, slot)
    elif there:
        yield from (Rest(cycle, there[0].person, 1.0, slot) for cycle in left)


def _pair(number: int, cycle: int, board: Board, slot: str) -> Pair:
    first, second = (entrant.person for entrant in board)
    return Pair(cycle, first, second, slot) if (number + cycle) % 2 == 0 else Pair(cycle, second, first, slot)
