"""What every round of a Swiss must keep by the Dutch rules, whoever paired it: looked at from outside, by
what was played, without the library that pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import rustworkx

from bot.contests.contest import POINTS, Contest, Pairing


class Before:
    """Everybody as they were before a round. Who won by forfeit hasn't met the other one, and has had what a
    bye is: a point for nothing."""

    def __init__(self, contest: Contest, number: int, rounds: int) -> None:
        self.is_last = number == rounds
        self.number = number
        self.pairings = [one for one in contest.pairings if one.round < number]
        self.byes = [one for one in contest.byes if one.round < number]
        self.points = {person: self._points(person) for person in contest.entrants}
        self.sides = {person: self._sides(person) for person in contest.entrants}
        self.met = {frozenset((one.first, one.second)) for one in self.pairings if one.why != "forfeit"}
        self.had_bye = {one.person for one in self.byes if one.points == 1.0}
        forfeits = [one for one in self.pairings if _is_forfeit(one)]
        self.had_bye |= {one.first if one.score == "win" else one.second for one in forfeits}

    def _points(self, person: int) -> float:
        played = (one.score_of(person) for one in self.pairings if one.has(person))
        return sum(POINTS[score] for score in played if score) + sum(
            bye.points for bye in self.byes if bye.person == person
        )

    def _sides(self, person: int) -> list[int]:
        """1 for each match with seat 0, -1 for one with seat 1, in order; one that nobody played has none."""
        played = [one for one in self.pairings if one.has(person) and one.why != "forfeit"]
        return [1 if one.first == person else -1 for one in played]

    def is_top(self, person: int) -> bool:
        """Whether they have more than half of all points before the last round."""
        return self.is_last and self.points[person] > (self.number - 1) / 2

    def may_have(self, person: int, side: int) -> bool:
        """Whether they may have this side: never one three times in a row, or three times more often."""
        before = self.sides[person]
        return abs(sum(before) + side) <= 2 and [*before[-2:], side] != [side] * 3

    def may_meet(self, one: int, other: int) -> bool:
        """Whether two may be paired at all."""
        if frozenset((one, other)) in self.met:
            return False
        fits = any(self.may_have(one, side) and self.may_have(other, -side) for side in (1, -1))
        return fits or self.is_top(one) or self.is_top(other)


def _is_forfeit(one: Pairing) -> bool:
    return one.why == "forfeit" and one.score in ("win", "loss")


def faults(contest: Contest, number: int, rounds: int, present: Sequence[int]) -> Iterator[str]:
    """What's wrong with a round in which these were there to be paired."""
    before = Before(contest, number, rounds)
    pairs = [one for one in contest.pairings if one.round == number]
    byes = [one.person for one in contest.byes if one.round == number]
    paired = [person for one in pairs for person in (one.first, one.second)]
    if sorted([*paired, *byes]) != sorted(present):
        yield f"round {number}: not everybody once"
    if len(byes) != len(present) % 2:
        yield f"round {number}: {len(byes)} byes"
    yield from (f"round {number}: a second bye for {one}" for one in byes if one in before.had_bye)
    for one in pairs:
        if frozenset((one.first, one.second)) in before.met:
            yield f"round {number}: {one.first} and {one.second} meet again"
        top = before.is_top(one.first) or before.is_top(one.second)
        wrong = [p for p, side in ((one.first, 1), (one.second, -1)) if not before.may_have(p, side)]
        if wrong and not top:
            yield f"round {number}: {wrong} may not have this side"
    yield from _bye_too_high(before, byes, present)


def _bye_too_high(before: Before, byes: Sequence[int], present: Sequence[int]) -> Iterator[str]:
    """That somebody with fewer points could have had the bye, with all others paired."""
    for person in byes:
        lower = [one for one in present if before.points[one] < before.points[person]]
        for one in sorted(lower, key=lambda one: before.points[one]):
            rest = [other for other in present if other != one]
            if one not in before.had_bye and can_all_be_paired(before, rest):
                yield f"round {before.number}: the bye is for {person} and could be for {one}"
                break


def can_all_be_paired(before: Before, people: Sequence[int]) -> bool:
    """Whether there's any way to pair all of these."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    places: Mapping[int, int] = {person: graph.add_node(person) for person in people}
    for number, one in enumerate(people):
        for other in people[number + 1 :]:
            if before.may_meet(one, other):
                graph.add_edge(places[one], places[other], 1)
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(people)
