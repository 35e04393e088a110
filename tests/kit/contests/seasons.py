"""Contests simulated without a database: a format pairs people of known strength, and time passes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count

from bot.matchmaking.contests.formats.advance import FORMATS
from bot.matchmaking.contests.formats.format_actions import Finish, Pair, Rest, Step
from bot.matchmaking.contests.log.contest import Contest, Pairing, after, fold_events
from bot.matchmaking.contests.log.events import Begun, Bye, Closed, Decided, Event, Joined, Paired, Score
from bot.matchmaking.contests.log.terms import DAY, Kind, Terms

Plays = Callable[[int, int], Score]
"""The score for seat 0 of a match between two persons."""


def entered(kind: Kind, people: int, *, begun: bool = True, **terms: object) -> Contest:
    """Return a contest with persons 1 to `people`, the strongest first."""
    made = Terms(kind=kind, name="Cup", game="ccc", **terms)  # type: ignore[arg-type]
    joined: list[Event] = [
        Joined(at=0, person=number, number=1000 + number, rating=2000.0 - number)
        for number in range(1, people + 1)
    ]
    order = tuple(range(1, people + 1))
    return fold_events(made, [*joined, *([Begun(at=0, order=order)] if begun else [])])


def stronger(first: int, second: int) -> Score:
    """Let the lower number, the stronger person, always win."""
    return "win" if first < second else "loss"


def by_chance(seed: int, draws: float = 0.1) -> Plays:
    rng = random.Random(seed)

    def plays(first: int, second: int) -> Score:
        drawn = rng.random()
        return "draw" if drawn < draws else "win" if drawn < draws + (1 - draws) / 2 else "loss"

    return plays


def done(contest: Contest, steps: Iterable[Step], now: int, numbers: Iterable[int]) -> Contest:
    """Return the contest after these steps."""
    for step, number in zip(steps, numbers, strict=False):
        match step:
            case Pair():
                event: Event = Paired(
                    at=now,
                    round=step.round,
                    first=step.first,
                    second=step.second,
                    match=f"m{number}",
                    slot=step.slot,
                )
            case Rest():
                event = Bye(at=now, round=step.round, person=step.person, points=step.points, slot=step.slot)
            case Finish():
                event = Closed(at=now)
        contest = after(contest, event)
    return contest


def one_day(contest: Contest, day: int, plays: Plays, *, ends: bool) -> Contest:
    """Return the contest after its format's steps for a day; with `ends`, also decide all open matches."""
    steps = FORMATS[contest.terms.kind](contest, day * DAY)
    contest = done(contest, steps, day * DAY, count(len(contest.pairings)))
    for pairing in contest.open if ends else ():
        score = plays(pairing.first, pairing.second)
        contest = after(contest, Decided(at=day * DAY, match=pairing.match, score=score))
    return contest


def played_out(contest: Contest, plays: Plays = stronger, most: int = 10_000) -> Contest:
    """Return the contest at its end, with each open match ending a day after it began."""
    numbers = count(len(contest.pairings))
    for day in range(most):
        now = day * DAY
        steps = FORMATS[contest.terms.kind](contest, now)
        contest = done(contest, steps, now, numbers)
        if contest.status == "finished":
            return contest
        assert contest.open, "nothing is under way, and it isn't over"
        for pairing in contest.open:
            contest = after(
                contest,
                Decided(at=now + DAY, match=pairing.match, score=plays(pairing.first, pairing.second)),
            )
    raise AssertionError("it doesn't end")


def meetings(contest: Contest) -> Counter[frozenset[int]]:
    return Counter(frozenset((pairing.first, pairing.second)) for pairing in contest.pairings)


def paired(contest: Contest, first: int, second: int, match: str = "m") -> Contest:
    return after(contest, Paired(at=0, round=1, first=first, second=second, match=match))


def seed_3_against_7() -> tuple[Contest, Pairing]:
    """Return the contest and the pairing of the example on the page."""
    contest = paired(entered("round robin", 8), 3, 7)
    return contest, contest.pairings[0]
