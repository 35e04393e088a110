"""Figures of a contest that was played for months: pure functions of its log."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from bench.figures import Goal, build_row
from bot.matchmaking.contests.formats import ladder
from bot.matchmaking.contests.log.contest import Contest, fold_events
from bot.matchmaking.contests.log.events import Decided, Event, Joined, Left, Limited, Paired, Paused
from bot.matchmaking.contests.log.terms import DAY
from slowplay.terminal import Row

HOUR = 3600


class Waiting:
    """Tracks who is free on a ladder, and since when, event by event."""

    def __init__(self) -> None:
        self.since: dict[int, int] = {}
        """When each person was last given room for a match, or paired."""
        self.waited: list[float] = []
        """Hours that each person of each pair had been free when they were paired."""
        self._playing, self._limits = Counter[int](), dict[int, int]()
        self._out, self._of = set[int](), dict[str, tuple[int, int]]()

    def free(self) -> list[int]:
        """Return the people who have room for a match and want one."""
        return [person for person in self.since if person not in self._out and self._has_room(person)]

    def _has_room(self, person: int) -> bool:
        return self._playing[person] < self._limits.get(person, 1)

    def take(self, event: Event) -> None:
        """Apply the next event."""
        match event:
            case Joined():
                self._note_arrival(event.person, event.at)
            case Paused(on=False):
                self._note_arrival(event.person, event.at)
            case Paused() | Left():
                self._out.add(event.person)
            case Limited():
                self._limits[event.person] = event.at_once
            case Paired():
                self._of[event.match] = event.first, event.second
                for person in self._of[event.match]:
                    self._pair(person, event.at)
            case Decided() if event.match in self._of:
                for person in self._of.pop(event.match):
                    self._end(person, event.at)

    def _note_arrival(self, person: int, at: int) -> None:
        self._out.discard(person)
        self.since[person] = at

    def _pair(self, person: int, at: int) -> None:
        self.waited.append((at - self.since[person]) / HOUR)
        self._playing[person] += 1
        self.since[person] = at

    def _end(self, person: int, at: int) -> None:
        if not self._has_room(person):
            self.since[person] = at
        self._playing[person] -= 1


def waits(events: Iterable[Event]) -> list[float]:
    """Return, for a ladder, how many hours each person of each pair had been free."""
    waiting = Waiting()
    for event in events:
        waiting.take(event)
    return waiting.waited


def most_left(events: Iterable[Event], until: int, hours: float = 25) -> int:
    """Return the most people on a ladder who had been free for over `hours` at the same time.

    Any two of them could have played each other.
    """
    waiting, most = Waiting(), 0
    for event in events:
        most = max(most, _count_left(waiting, event.at, hours))
        waiting.take(event)
    return max(most, _count_left(waiting, until, hours))


def _count_left(waiting: Waiting, now: int, hours: float) -> int:
    return sum(now - waiting.since[person] > hours * HOUR for person in waiting.free())


def repeats(contest: Contest, days: float = ladder.AGAIN_DAYS) -> int:
    """Return how many pairings were of people who had met less than `days` days before."""
    last, found = dict[frozenset[int], int](), 0
    for pairing in contest.pairings:
        two = frozenset((pairing.first, pairing.second))
        found += two in last and pairing.at - last[two] < days * DAY
        last[two] = pairing.at
    return found


def avoidable(contest: Contest, events: Sequence[Event]) -> int:
    """Return how many pairings on a ladder repeated a recent one though it could have been avoided.

    That is, the two had met within `ladder.AGAIN_DAYS` days, and a person left over had not met one of them.
    """
    last, found = dict[frozenset[int], int](), 0
    for number, event in enumerate(events):
        if not isinstance(event, Paired):
            continue
        two = frozenset((event.first, event.second))
        if two in last and _is_late(last[two], event.at):
            found += _others(contest, events, number, two)
        last[two] = event.at
    return found


def _others(contest: Contest, events: Sequence[Event], number: int, two: frozenset[int]) -> bool:
    """Return whether a person left over by this event's pairing step hadn't recently met one of the two."""
    at = events[number].at
    paired = takewhile(lambda one: isinstance(one, Paired) and one.at == at, events[number:])
    after = fold_events(contest.terms, [*events[:number], *paired])
    left = {entrant.person for entrant in ladder.free(after)} - two
    met = {
        person: {played.other(person) for played in after.of(person) if _is_late(played.at, at)} | {person}
        for person in two
    }
    return any(other not in met[person] for person in two for other in left)


def _is_late(before: int, at: int) -> bool:
    return at - before < ladder.AGAIN_DAYS * DAY


def imbalances(contest: Contest) -> list[int]:
    """Return how uneven each entrant's sides were, in matches.

    Forfeited matches don't count, as in FIDE's rules.
    """
    found = Counter[int]()
    for pairing in contest.pairings:
        if pairing.why != "forfeit":
            found.update({pairing.first: 1, pairing.second: -1})
    return [abs(found[person]) for person in contest.entrants]


def ends(contest: Contest) -> Mapping[str, int]:
    """Return how many matches were decided in each way, and how many are under way."""
    return Counter(pairing.why or "under way" for pairing in contest.pairings)


def days_of(contest: Contest) -> list[float]:
    """Return how many days each decided match took."""
    return [
        (pairing.ended_at - pairing.at) / DAY for pairing in contest.pairings if pairing.ended_at is not None
    ]


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the value below which `percent` percent of the values lie; 0 if empty."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(percent / 100 * len(ordered)))] if ordered else 0.0


def of_ladder(of: str, contest: Contest, events: Sequence[Event], now: int) -> list[Row]:
    """Return the rows of a ladder."""
    waited, number = waits(events), max(1, len(contest.pairings))
    again = "pairs that met in the 30 days before"
    return [
        build_row(of, "hours until paired, median", statistics.median(waited)),
        build_row(of, "hours until paired, 95%", percentile(waited, 95), Goal("at most", 25)),
        build_row(of, "hours until paired, longest", max(waited)),
        build_row(
            of, "people who waited over 25 hours at once, most", most_left(events, now), Goal("at most", 1)
        ),
        build_row(of, f"{again} (%)", 100 * repeats(contest) / number),
        build_row(of, f"{again}, with somebody else there", avoidable(contest, events), Goal("at most", 0)),
        *_of_sides(of, imbalances(contest)),
    ]


def of_any(of: str, contest: Contest) -> list[Row]:
    """Return the rows of any contest."""
    how, took = ends(contest), days_of(contest)
    rows = [build_row(of, "matches", len(contest.pairings))]
    rows += [build_row(of, f"of them {why}", times) for why, times in sorted(how.items())]
    return [*rows, build_row(of, "days that a match took, median", statistics.median(took) if took else 0)]


def of_rounds(of: str, contest: Contest) -> list[Row]:
    """Return the rows of a Swiss tournament or a league."""
    twice = repeats(contest, days=10_000)
    return [
        build_row(of, "pairs that met twice", twice, Goal("at most", 0)),
        *_of_sides(of, imbalances(contest)),
    ]


def _of_sides(of: str, sides: Sequence[int]) -> list[Row]:
    even = 100 * sum(side <= 1 for side in sides) / max(1, len(sides))
    return [
        build_row(of, "sides balanced to 1 (% of people)", even),
        build_row(of, "largest imbalance of sides", max(sides, default=0), Goal("at most", 3)),
    ]


def by_level(of: str, what: str, levels: Mapping[int, str], values: Mapping[int, float]) -> list[Row]:
    """Return the mean of people's values for each level that they play like."""
    groups: dict[str, list[float]] = {}
    for person, value in values.items():
        groups.setdefault(levels[person], []).append(value)
    return [build_row(of, f"{what} of {level}, mean", statistics.mean(had)) for level, had in groups.items()]
