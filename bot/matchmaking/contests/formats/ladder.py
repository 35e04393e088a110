"""The endless ladder: a rolling Swiss without rounds.

A free player gets a match within a day, against an opponent of a close score and not one of lately, with
balanced seats. A score is a running mean of results against expectation, so newcomers rise quickly, and the
score of an inactive player fades toward the middle. Pairs are a maximum-weight matching over all waiting
players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from bot.matchmaking.contests.formats.format_actions import Pair, Step
from bot.matchmaking.contests.formats.round_robin import balance, in_order
from bot.matchmaking.contests.log.contest import POINTS, Contest, Entrant, Pairing
from bot.matchmaking.contests.log.terms import DAY

START = 0.5
"""The score that everyone begins with: half of all points against even opponents."""
RESULTS = 12
"""In the long run a result weighs 1 / RESULTS of the score."""
FIRST = 4
"""A player's first result weighs 1 / FIRST, the next 1 / (FIRST + 1), and so on."""
FADES_DAYS = 60.0
"""The half-life of a score's distance from the middle, in days without a result."""
AGAIN_DAYS = 30
"""Days before the same two players meet again, if it can be helped."""
PATIENCE_DAYS = 1.0
"""Days of waiting after which a player is paired with anyone, near or far."""
MOST_UNEVEN = 2
"""The largest sum of two players' seat balances with which they're paired at once.

Above it they wait half of PATIENCE_DAYS for other opponents: where one seat wins more often, two scores may
be near each other since both players have had the same seat.
"""
NEAREST = 24
"""The most opponents considered for each player, from the next higher score up."""
PAIRED, MET = 20.0, 10.0
"""The weights of being paired at all, above all else, and of not having met lately, above all but that."""
_WHOLE = 1_000_000


class _Run(msgspec.Struct):
    """A player's score at a moment, after a number of results."""

    score: float
    at: int
    results: int = 0

    def compute_score(self, now: int) -> float:
        """Return what's left of the score at a later moment, in epoch seconds."""
        seconds = max(0.0, now - self.at)
        return START + (self.score - START) * float(0.5 ** (seconds / DAY / FADES_DAYS))

    def take(self, mine: float, surprise: float, at: int) -> None:
        """Count a result: `mine` is the score just before it, `surprise` the points above expectation."""
        weight = max(1 / RESULTS, 1 / (FIRST + self.results))
        self.score, self.at, self.results = mine + weight * surprise, max(self.at, at), self.results + 1


def scores(contest: Contest, now: int) -> Mapping[int, float]:
    """Return everyone's score, from 0 to 1, from all results in the order in which they came."""
    runs = {person: _Run(START, 0) for person in contest.entrants}
    decided = [pairing for pairing in contest.pairings if pairing.score not in (None, "none")]
    for pairing in sorted(decided, key=lambda one: one.ended_at or one.at):
        _count(pairing, runs[pairing.first], runs[pairing.second])
    return {person: min(1.0, max(0.0, run.compute_score(now))) for person, run in runs.items()}


def _count(one: Pairing, first: _Run, second: _Run) -> None:
    """Count a result for both players, each from their score just before it."""
    ended = one.ended_at or one.at
    mine, other = first.compute_score(ended), second.compute_score(ended)
    surprise = POINTS[one.score or "draw"] - _expect(mine, other)
    first.take(mine, surprise, ended)
    second.take(other, -surprise, ended)


def _expect(mine: float, other: float) -> float:
    return min(0.95, max(0.05, 0.5 + mine - other))


# --- pairing ------------------------------------------------------------------------------------------


def free(contest: Contest) -> list[Entrant]:
    """Return the entrants who want a match and have room for one, the longest waiting first."""
    waiting = [
        entrant
        for entrant in contest.entrants.values()
        if entrant.plays and _under_way(contest, entrant) < entrant.at_once
    ]
    return sorted(waiting, key=lambda one: (waits_since(contest, one), one.person))


def _under_way(contest: Contest, one: Entrant) -> int:
    return sum(pairing.score is None for pairing in contest.of(one.person))


def waits_since(contest: Contest, one: Entrant) -> int:
    """Return since when an entrant has had room for a match, in epoch seconds."""
    played = contest.of(one.person)
    return max([one.joined_at, one.back_at, *(pairing.ended_at or pairing.at for pairing in played)])


class Waiting(msgspec.Struct, frozen=True):
    """A waiting player, with what decides how well an opponent suits them.

    Attributes:
        days: Days of waiting.
        sides: How much more often they've had seat 0 than seat 1.
        met: Days since they were last paired with each opponent.
        playing: The opponents in their matches under way.
    """

    entrant: Entrant
    score: float
    days: float
    sides: int
    met: Mapping[int, float]
    playing: Collection[int]


def following(
    contest: Contest, now: int, apart: Collection[frozenset[int]] = frozenset()
) -> tuple[Step, ...]:
    """Return as many fitting pairs as possible, except blocked ones (`apart`); a ladder never finishes."""
    # Loaded here, since no process needs it before it pairs a ladder.
    import rustworkx

    waiting = by_score(contest, now)
    graph: rustworkx.PyGraph[Waiting, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(waiting)
    graph.add_edges_from(list(edges(waiting, apart)))
    found = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    chosen = sorted(tuple(sorted(pair)) for pair in found)
    number = contest.round + 1
    people = [(waiting[a].entrant.person, waiting[b].entrant.person) for a, b in chosen]
    return tuple(Pair(number, *in_order(contest, first, second)) for first, second in people)


def by_score(contest: Contest, now: int) -> list[Waiting]:
    """Return all waiting players, the lowest score first."""
    standing = scores(contest, now)
    waiting = (_waiting(contest, entrant, standing[entrant.person], now) for entrant in free(contest))
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
    """Yield who may be paired, as two indexes into `waiting`, and a weight: how well they suit each other.

    `waiting` is sorted by score. Of a large pool only the nearest are considered, which still leaves everyone
    dozens to choose from. `apart` holds the pairs that are never made.
    """
    for a, player in enumerate(waiting):
        found = 0
        for b in range(a + 1, len(waiting)):
            opponent = waiting[b]
            weight = _weight(player, opponent)
            if weight and frozenset((player.entrant.person, opponent.entrant.person)) not in apart:
                yield a, b, weight
                found += 1
                if found == NEAREST:
                    break


def _weight(one: Waiting, other: Waiting) -> int:
    """Return how well two players suit each other, or 0 for not now; a long wait admits any opponent."""
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
    """Return how lately the two have met, from 1 (just now) to 0 (long ago, or never)."""
    days = one.met.get(other)
    return 0.0 if days is None else max(0.0, 1.0 - days / AGAIN_DAYS) ** 0.5
