"""The endless ladder: a rolling Swiss without rounds. Whoever is free and wants a match gets one within a
day, against somebody close in score whom they haven't played lately, with sides balanced.

A score is a running mean of results against what was to be expected, so newcomers rise quickly, and whoever
stops playing fades toward the middle. Two are paired by maximum-weight matching over everybody who waits."""

from __future__ import annotations

import rustworkx

from bot.contests.contest import POINTS, Contest, Entrant, Pairing
from bot.contests.formats.sides import balance, in_order
from bot.contests.steps import Pair, Step
from bot.contests.terms import DAY

START = 0.5
"""Where everybody begins: as if half of all were won against even opponents."""
RESULTS = 12
"""So many results weigh about as much as where one began."""
FADES_DAYS = 60.0
"""After so long without a result a score is half as far from the middle."""
AGAIN_DAYS = 30
"""The same two don't meet again so soon, if it can be helped."""
PATIENCE_DAYS = 1.0
"""After so long everybody who waits is paired with whoever is there, near or far."""
_WHOLE = 1_000_000


def score_of(contest: Contest, person: int, now: int) -> float:
    """Where somebody stands, from 0 to 1."""
    score, at = START, contest.entrants[person].joined_at
    for one in sorted(_results(contest, person), key=lambda one: one.ended_at or 0):
        ended = one.ended_at or at
        score, at = _faded(score, ended - at), ended
        other = _before(contest, one, person)
        got = POINTS[one.score_of(person) or "draw"]
        score += (got - _expected(score, other)) / RESULTS
    return min(1.0, max(0.0, _faded(score, now - at)))


def _results(contest: Contest, person: int) -> list[Pairing]:
    return [one for one in contest.of(person) if one.score is not None]


def _before(contest: Contest, one: Pairing, person: int) -> float:
    """What the other side is worth, for what was to be expected: its share of points so far."""
    theirs = [e for e in _results(contest, one.other(person)) if (e.ended_at or 0) < (one.ended_at or 0)]
    got = sum(POINTS[e.score_of(one.other(person)) or "draw"] for e in theirs)
    return (START * RESULTS + got) / (RESULTS + len(theirs))


def _expected(mine: float, other: float) -> float:
    return min(0.95, max(0.05, 0.5 + mine - other))


def _faded(score: float, seconds: float) -> float:
    return START + (score - START) * float(0.5 ** (max(0.0, seconds) / DAY / FADES_DAYS))


# --- pairing ------------------------------------------------------------------------------------------


def free(contest: Contest) -> list[Entrant]:
    """Those who want a match and have room for one, as often as they have room; the longest without first."""
    counts = dict.fromkeys(contest.entrants, 0)
    for one in contest.open:
        for person in (one.first, one.second):
            counts[person] = counts.get(person, 0) + 1
    waiting = [one for one in contest.entrants.values() if one.plays and counts[one.person] < one.at_once]
    return sorted(waiting, key=lambda one: (waits_since(contest, one), one.person))


def waits_since(contest: Contest, one: Entrant) -> int:
    """Since when somebody has had room for a match."""
    played = contest.of(one.person)
    return max([one.joined_at, *(pairing.ended_at or pairing.at for pairing in played)])


def following(contest: Contest, now: int) -> tuple[Step, ...]:
    """Pairs of those who wait, all at once, so that as many as can be get somebody who suits them. It never
    finishes."""
    waiting = free(contest)
    scores = {one.person: score_of(contest, one.person, now) for one in waiting}
    graph: rustworkx.PyGraph[Entrant, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(waiting)
    graph.add_edges_from(
        [
            (a, b, weight)
            for a in range(len(waiting))
            for b in range(a + 1, len(waiting))
            if (weight := _weight(contest, waiting[a], waiting[b], scores, now)) > 0
        ]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    number = contest.round + 1
    chosen = sorted(tuple(sorted(pair)) for pair in found)
    return tuple(Pair(number, *in_order(contest, waiting[a].person, waiting[b].person)) for a, b in chosen)


def _weight(contest: Contest, one: Entrant, other: Entrant, scores: dict[int, float], now: int) -> int:
    """How well two suit each other; 0: not, for now. Who has waited long takes whom there is."""
    waited = max(now - waits_since(contest, one), now - waits_since(contest, other)) / DAY
    apart = abs(scores[one.person] - scores[other.person])
    reach = 0.05 + 0.45 * min(1.0, waited / PATIENCE_DAYS)
    again = _again(contest, one.person, other.person, now)
    if apart > reach or (again > 0.9 and waited < PATIENCE_DAYS):
        return 0
    sides = abs(balance(contest, one.person) + balance(contest, other.person))
    worth = 1.0 - apart - again - 0.02 * min(5, sides) + min(2.0, waited)
    return max(1, round(_WHOLE * worth)) if worth > 0 else 1


def _again(contest: Contest, one: int, other: int, now: int) -> float:
    """How lately the two have met, from 1 (just now) to 0 (long ago, or never)."""
    met = [pairing.at for pairing in contest.of(one) if pairing.has(other)]
    if not met:
        return 0.0
    return max(0.0, 1.0 - (now - max(met)) / DAY / AGAIN_DAYS) ** 0.5 if met else 0.0
