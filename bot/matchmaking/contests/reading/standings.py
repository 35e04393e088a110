"""The standings of a contest, with tie-breaks by their usual names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate

import msgspec

from bot.matchmaking.contests.formats import ties
from bot.matchmaking.contests.log.contest import POINTS, Contest, Entrant, Pairing
from bot.matchmaking.contests.log.terms import TieBreak

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
"""The medals by place."""
MIN_FINISHED = 4
"""The people who must have finished a match each before there are medals."""


class Standing(msgspec.Struct, frozen=True):
    """A person's place, from 1 (equals share it), points, and tie-breaks in the order of the terms."""

    place: int
    person: int
    points: float
    breaks: tuple[float, ...]
    wins: int
    draws: int
    losses: int


def standings(contest: Contest, among: Iterable[int] | None = None) -> tuple[Standing, ...]:
    """Return the standings of all who began, or of those `among` them, the best first.

    Of equals in everything the higher seed comes first. In a knockout players stand by how far they've come,
    and share a place if they've come equally far.
    """
    wanted = None if among is None else set(among)
    table = _Table(contest)
    people = [entrant for entrant in contest.list_seeded() if wanted is None or entrant.person in wanted]
    keys = {entrant.person: table.key(entrant.person) for entrant in people}
    _add_direct_encounters(contest, keys)
    far = ties.measure_progress(contest) if contest.terms.kind in ("knockout", "double elimination") else {}
    orders = {person: (far[person],) if far else key for person, key in keys.items()}
    ordered = sorted(people, key=lambda one: (*(-part for part in orders[one.person]), one.seed))
    return tuple(_number(table, ordered, keys, orders))


def medal_of(place: int, people: int, finished: int) -> str:
    """Return the medal for a place; empty for the last one, or if fewer than MIN_FINISHED have `finished`."""
    return MEDALS.get(place, "") if people > place and finished >= MIN_FINISHED else ""


def count_finished(contest: Contest, people: Iterable[int]) -> int:
    """Return how many have played a match to its end; forfeits, adjudications and decisions don't count."""
    return sum(any(pairing.why == "played" for pairing in contest.of(person)) for person in people)


def _number(
    table: _Table,
    ordered: Sequence[Entrant],
    keys: Mapping[int, tuple[float, ...]],
    orders: Mapping[int, tuple[float, ...]],
) -> Iterable[Standing]:
    place, before = 0, None
    for number, entrant in enumerate(ordered, 1):
        key, order = keys[entrant.person], orders[entrant.person]
        place = place if order == before else number
        before = order
        won, drawn, lost = table.counts(entrant.person)
        yield Standing(place, entrant.person, key[0], key[1:], won, drawn, lost)


class _Table:
    """Everyone's points and tie-breaks, from the decided pairings."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._of = cache(partial(_list_decided, contest))
        self.points = cache(self._sum)
        self._breaks: Mapping[TieBreak, Callable[[int], float]] = {
            # Filled in later, among players who are equal up to it.
            "direct encounter": lambda person: 0.0,
            "wins": lambda person: float(self.counts(person)[0]),
            "buchholz": self._buchholz,
            "median buchholz": self._median_buchholz,
            "sonneborn-berger": self._sonneborn_berger,
            "progressive": self._progressive,
        }

    def key(self, person: int) -> tuple[float, ...]:
        """Return a person's points, then the tie-breaks."""
        return (self.points(person), *(self._breaks[name](person) for name in self._contest.terms.tie_breaks))

    def _sum(self, person: int) -> float:
        played = sum(_points(pairing, person) for pairing in self._of(person))
        return played + sum(bye.points for bye in self._contest.byes_of(person))

    def counts(self, person: int) -> tuple[int, int, int]:
        scores = [pairing.score_of(person) for pairing in self._of(person)]
        return scores.count("win"), scores.count("draw"), scores.count("loss")

    def _opponents(self, person: int) -> list[float]:
        """Return the points of each opponent, once for each match."""
        return [self.points(pairing.other(person)) for pairing in self._of(person)]

    def _buchholz(self, person: int) -> float:
        return sum(self._opponents(person))

    def _median_buchholz(self, person: int) -> float:
        return sum(sorted(self._opponents(person))[1:-1])

    def _sonneborn_berger(self, person: int) -> float:
        return sum(
            _points(pairing, person) * self.points(pairing.other(person)) for pairing in self._of(person)
        )

    def _progressive(self, person: int) -> float:
        rounds = range(1, self._contest.round + 1)
        return sum(accumulate(self._in_round(person, number) for number in rounds))

    def _in_round(self, person: int, number: int) -> float:
        played = sum(_points(pairing, person) for pairing in self._of(person) if pairing.round == number)
        return played + sum(bye.points for bye in self._contest.byes_of(person) if bye.round == number)


def _list_decided(contest: Contest, person: int) -> tuple[Pairing, ...]:
    return tuple(pairing for pairing in contest.of(person) if pairing.score is not None)


def _points(one: Pairing, person: int) -> float:
    score = one.score_of(person)
    return 0.0 if score is None else POINTS[score]


def _add_direct_encounters(contest: Contest, keys: dict[int, tuple[float, ...]]) -> None:
    """Set the direct encounters of players who are equal up to there, where all of them have met."""
    names = contest.terms.tie_breaks
    if "direct encounter" not in names:
        return
    at = 1 + names.index("direct encounter")
    for equal in _equal_until(keys, at):
        if len(equal) > 1 and _have_all_met(contest, equal):
            for person in equal:
                met = [
                    pairing for pairing in _list_decided(contest, person) if pairing.other(person) in equal
                ]
                got = sum(_points(pairing, person) for pairing in met)
                keys[person] = (*keys[person][:at], got, *keys[person][at + 1 :])


def _equal_until(keys: Mapping[int, tuple[float, ...]], at: int) -> list[list[int]]:
    found: dict[tuple[float, ...], list[int]] = {}
    for person, key in keys.items():
        found.setdefault(key[:at], []).append(person)
    return list(found.values())


def _have_all_met(contest: Contest, people: Sequence[int]) -> bool:
    """Return whether each of some people has met all others of them."""
    met = ({pairing.other(person) for pairing in _list_decided(contest, person)} for person in people)
    return all({person, *others}.issuperset(people) for person, others in zip(people, met, strict=True))
