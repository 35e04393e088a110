"""The endless ladder: a rolling Swiss without rounds. Whoever is free and wants a match gets one within a
day, against somebody close in score whom they haven't played lately, with sides balanced.

A score is a running mean of results against what was to be expected, so newcomers rise quickly, and whoever
stops playing fades toward the middle. Two are paired by maximum-weight matching over everybody who waits."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec
import rustworkx

from bot.matchmaking.contests.formats.format_actions import Pair, Step
from bot.matchmaking.contests.formats.round_robin import balance, in_order
from bot.matchmaking.contests.log.contest import POINTS, Contest, Entrant, Pairing
from bot.matchmaking.contests.log.terms import DAY

START = 0.5
"""Where everybody begins: as if half of all were won against even opponents."""
RESULTS = 12
"""In the long run a result weighs a twelfth of what one has."""
FIRST = 4
"""The first result of somebody weighs a quarter, the next a fifth, and so on."""
FADES_DAYS = 60.0
"""After so long without a result a score is half as far from the middle."""
AGAIN_DAYS = 30
"""The same two don't meet again so soon, if it can be helped."""
PATIENCE_DAYS = 1.0
"""After so long everybody who waits is paired with whoever is there, near or far."""
MOST_UNEVEN = 2
"""Two whose balances of sides have a larger sum wait half of that time for somebody else: where one side wins
more often, scores are near each other since both have had the same side."""
NEAREST = 24
"""Among so many who are next above them somebody's opponent is looked for, as long as the pool is large."""
PAIRED, MET = 20.0, 10.0
"""That two are paired at all outweighs all else, and that they haven't met lately all but that."""
_WHOLE = 1_000_000


class _Run(msgspec.Struct):
    """Somebody's score after so many results, at a moment."""

    score: float
    at: int
    results: int = 0

    def faded(self, now: int) -> float:
        """What's left of it at a later moment."""
        seconds = max(0.0, now - self.at)
        return START + (self.score - START) * float(0.5 ** (seconds / DAY / FADES_DAYS))

    def take(self, mine: float, surprise: float, at: int) -> None:
        """One more result, so much above what was to be expected, for somebody who had `mine` until then."""
        weight = max(1 / RESULTS, 1 / (FIRST + self.results))
        self.score, self.at, self.results = mine + weight * surprise, max(self.at, at), self.results + 1


def scores(contest: Contest, now: int) -> Mapping[int, float]:
    """Where everybody stands, from 0 to 1: all results in the order in which they came."""
    runs = {person: _Run(START, 0) for person in contest.entrants}
    decided = [one for one in contest.pairings if one.score not in (None, "none")]
    for one in sorted(decided, key=lambda one: one.ended_at or one.at):
        _count(one, runs[one.first], runs[one.second])
    return {person: min(1.0, max(0.0, run.faded(now))) for person, run in runs.items()}


def _count(one: Pairing, first: _Run, second: _Run) -> None:
    """A result moves both, each from where they stood before it."""
    ended = one.ended_at or one.at
    mine, other = first.faded(ended), second.faded(ended)
    surprise = POINTS[one.score or "draw"] - _expected(mine, other)
    first.take(mine, surprise, ended)
    second.take(other, -surprise, ended)


def _expected(mine: float, other: float) -> float:
    return min(0.95, max(0.05, 0.5 + mine - other))


# --- pairing ------------------------------------------------------------------------------------------


def free(contest: Contest) -> list[Entrant]:
    """Those who want a match and have room for one; the longest without first."""
    waiting = [
        one for one in contest.entrants.values() if one.plays and _under_way(contest, one) < one.at_once
    ]
    return sorted(waiting, key=lambda one: (waits_since(contest, one), one.person))


def _under_way(contest: Contest, one: Entrant) -> int:
    return sum(pairing.score is None for pairing in contest.of(one.person))


def waits_since(contest: Contest, one: Entrant) -> int:
    """Since when somebody has had room for a match."""
    played = contest.of(one.person)
    return max([one.joined_at, one.back_at, *(pairing.ended_at or pairing.at for pairing in played)])


class Waiting(msgspec.Struct, frozen=True):
    """Somebody who waits, and what their weights are made of: their days, their balance of sides, and the
    opponents they have met, with the days since then."""

    entrant: Entrant
    score: float
    days: float
    sides: int
    met: Mapping[int, float]
    playing: Collection[int]


def following(
    contest: Contest, now: int, apart: Collection[frozenset[int]] = frozenset()
) -> tuple[Step, ...]:
    """Pairs of those who wait, all at once, so that as many as can be get somebody who suits them; never two
    of whom one has blocked the other (`apart`). It never finishes."""
    waiting = by_score(contest, now)
    graph: rustworkx.PyGraph[Waiting, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(waiting)
    graph.add_edges_from(list(edges(waiting, apart)))
    found = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    chosen = sorted(tuple(sorted(pair)) for pair in found)
    number = contest.round + 1
    people = [(waiting[a].entrant.person, waiting[b].entrant.person) for a, b in chosen]
    return tuple(Pair(number, *in_order(contest, one, other)) for one, other in people)


def by_score(contest: Contest, now: int) -> list[Waiting]:
    """All who wait, by their scores."""
    standing = scores(contest, now)
    waiting = (_waiting(contest, one, standing[one.person], now) for one in free(contest))
    return sorted(waiting, key=lambda one: (one.score, one.entrant.person))


def _waiting(contest: Contest, one: Entrant, score: float, now: int) -> Waiting:
    played = contest.of(one.person)
    return Waiting(
        one,
        score,
        (now - waits_since(contest, one)) / DAY,
        balance(contest, one.person),
        {pairing.other(one.person): (now - pairing.at) / DAY for pairing in played},
        {pairing.other(one.person) for pairing in played if pairing.score is None},
    )


def edges(
    waiting: Sequence[Waiting], apart: Collection[frozenset[int]] = frozenset()
) -> Iterator[tuple[int, int, int]]:
    """Who may be paired with whom, and how well they suit each other; `waiting`: by their scores. Of a large
    pool only those who are near each other, and then still everybody has dozens to choose from."""
    for a, one in enumerate(waiting):
        found = 0
        for b in range(a + 1, len(waiting)):
            other = waiting[b]
            weight = _weight(one, other)
            if weight and frozenset((one.entrant.person, other.entrant.person)) not in apart:
                yield a, b, weight
                found += 1
                if found == NEAREST:
                    break


def _weight(one: Waiting, other: Waiting) -> int:
    """How well two suit each other; 0: not, for now. Who has waited long takes whom there is."""
    waited = max(one.days, other.days)
    distance = abs(one.score - other.score)
    again = _again(one, other.entrant.person)
    if other.entrant.person in one.playing:
        return 0
    if distance > 0.05 + 0.95 * min(1.0, waited / PATIENCE_DAYS):
        return 0
    if again > 0.0 and waited < PATIENCE_DAYS:
        return 0
    sides = abs(one.sides + other.sides)
    if sides > MOST_UNEVEN and waited < PATIENCE_DAYS / 2:
        return 0
    waits = (min(2.0, one.days) + min(2.0, other.days)) / 2
    worth = PAIRED - distance - MET * again - 0.02 * min(5, sides) + waits
    return round(_WHOLE * worth)


def _again(one: Waiting, other: int) -> float:
    """How lately the two have met, from 1 (just now) to 0 (long ago, or never)."""
    days = one.met.get(other)
    return 0.0 if days is None else max(0.0, 1.0 - days / AGAIN_DAYS) ** 0.5
