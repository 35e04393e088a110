"""A checker of the Dutch system's rules for the rounds of a Swiss tournament.

It looks only at what was played and doesn't use the library that pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

import rustworkx

from bot.matchmaking.contests.log.contest import POINTS, Contest, Pairing


class Before:
    """The players' results before a round.

    A player who won by forfeit hasn't met the opponent but counts as having had a bye, a point without play.
    """

    def __init__(self, contest: Contest, number: int, rounds: int) -> None:
        self.is_last = number == rounds
        self.number = number
        self.pairings = [pairing for pairing in contest.pairings if pairing.round < number]
        self.byes = [bye for bye in contest.byes if bye.round < number]
        self.points = {person: self._points(person) for person in contest.entrants}
        self.sides = {person: self._sides(person) for person in contest.entrants}
        self.met = {
            frozenset((pairing.first, pairing.second))
            for pairing in self.pairings
            if pairing.why != "forfeit"
        }
        self.had_bye = {bye.person for bye in self.byes if bye.points == 1.0}
        forfeits = [pairing for pairing in self.pairings if _is_forfeit(pairing)]
        self.had_bye |= {pairing.first if pairing.score == "win" else pairing.second for pairing in forfeits}

    def _points(self, person: int) -> float:
        played = (pairing.score_of(person) for pairing in self.pairings if pairing.has(person))
        return sum(POINTS[score] for score in played if score) + sum(
            bye.points for bye in self.byes if bye.person == person
        )

    def _sides(self, person: int) -> list[int]:
        """Return a player's sides in order: 1 for seat 0, -1 for seat 1; forfeited matches don't count."""
        played = [pairing for pairing in self.pairings if pairing.has(person) and pairing.why != "forfeit"]
        return [1 if pairing.first == person else -1 for pairing in played]

    def is_top(self, person: int) -> bool:
        """Return whether this is the last round and the player has more than half of the possible points."""
        return self.is_last and self.points[person] > (self.number - 1) / 2

    def may_have(self, person: int, side: int) -> bool:
        """Return whether a player may have a side.

        No side may come three times in a row, or be had three more times than the other.
        """
        before = self.sides[person]
        return abs(sum(before) + side) <= 2 and [*before[-2:], side] != [side] * 3

    @cache  # noqa: B019
    def may_meet(self, one: int, other: int) -> bool:
        """Return whether two players may be paired at all."""
        if frozenset((one, other)) in self.met:
            return False
        fits = any(self.may_have(one, side) and self.may_have(other, -side) for side in (1, -1))
        return fits or self.is_top(one) or self.is_top(other)

    def wish(self, person: int) -> tuple[int, int, int]:
        """Return the strength of a player's wish for a side, the difference of their sides, and the side.

        An absolute wish has strength 3, a strong one 2, a mild one 1; of two absolute wishes the one with the
        larger difference counts more.
        """
        sides = self.sides[person]
        more = sum(sides)
        if abs(more) > 1 or (len(sides) > 1 and sides[-1] == sides[-2]):
            side = -1 if more > 1 else 1 if more < -1 else -sides[-1]
            return 3, abs(more), side
        if more:
            return 2, 0, -more
        return (1, 0, -sides[-1]) if sides else (0, 0, 0)

    def has_white(self, one: int, other: int, seed: int) -> bool:
        """Return whether the first player has seat 0; that player ranks higher, with this seed."""
        *strength, side = self.wish(one)
        *against, their_side = self.wish(other)
        if side and their_side and side != their_side:
            return side == 1
        if strength != against:
            return side == 1 if strength > against else their_side == -1
        for own, theirs in zip(reversed(self.sides[one]), reversed(self.sides[other]), strict=False):
            if own != theirs:
                return own == -1
        return side == 1 if side else seed % 2 == 1


def _is_forfeit(one: Pairing) -> bool:
    return one.why == "forfeit" and one.score in ("win", "loss")


def faults(contest: Contest, number: int, rounds: int, present: Sequence[int]) -> Iterator[str]:
    """Yield what's wrong with a round for which these players were present."""
    before = Before(contest, number, rounds)
    pairs = [pairing for pairing in contest.pairings if pairing.round == number]
    byes = [bye.person for bye in contest.byes if bye.round == number]
    paired = [person for pair in pairs for person in (pair.first, pair.second)]
    if sorted([*paired, *byes]) != sorted(present):
        yield f"round {number}: not everybody once"
    if len(byes) != len(present) % 2:
        yield f"round {number}: {len(byes)} byes"
    yield from (f"round {number}: a second bye for {player}" for player in byes if player in before.had_bye)
    for pair in pairs:
        if frozenset((pair.first, pair.second)) in before.met:
            yield f"round {number}: {pair.first} and {pair.second} meet again"
        top = before.is_top(pair.first) or before.is_top(pair.second)
        wrong = [p for p, side in ((pair.first, 1), (pair.second, -1)) if not before.may_have(p, side)]
        if wrong and not top:
            yield f"round {number}: {wrong} may not have this side"
    yield from _bye_too_high(before, byes, present)
    yield from _bye_played_less(before, byes, pairs)
    yield from _sides(before, pairs, {entrant.person: entrant.seed for entrant in contest.list_seeded()})


def _bye_too_high(before: Before, byes: Sequence[int], present: Sequence[int]) -> Iterator[str]:
    """C5: yield a fault for each bye that could have gone to a player with fewer points.

    All other players must still be paired then.
    """
    for person in byes:
        lower = [candidate for candidate in present if before.points[candidate] < before.points[person]]
        for candidate in sorted(lower, key=lambda one: before.points[one]):
            rest = [other for other in present if other != candidate]
            if candidate not in before.had_bye and can_all_be_paired(before, rest):
                yield f"round {before.number}: the bye is for {person} and could be for {candidate}"
                break


def _bye_played_less(before: Before, byes: Sequence[int], pairs: Sequence[Pairing]) -> Iterator[str]:
    """C9: yield a fault for each bye that fits a player with the same points and more matches better.

    The rule applies only if no other player floats down from the bracket of these points.
    """
    for person in byes:
        points = before.points[person]
        opponents = {player: pair.other(player) for pair in pairs for player in (pair.first, pair.second)}
        if any(before.points[player] >= points > before.points[other] for player, other in opponents.items()):
            continue
        residents = [player for player in opponents if before.points[player] == points]
        above = [opponents[player] for player in residents if before.points[opponents[player]] > points]
        played = len(before.sides[person])
        for resident in residents:
            if resident in before.had_bye or len(before.sides[resident]) <= played:
                continue
            rest = [*(other for other in residents if other != resident), person]
            if can_all_be_paired(before, [*rest, *above], apart=above):
                yield f"round {before.number}: the bye is for {person}, and {resident} has played more"
                break


def _sides(before: Before, pairs: Sequence[Pairing], seeds: Mapping[int, int]) -> Iterator[str]:
    """Article 5: yield a fault for each pair whose players should have had each other's sides."""
    for pair in pairs:
        one, other = sorted(
            (pair.first, pair.second), key=lambda person: (-before.points[person], seeds[person])
        )
        if before.has_white(one, other, seeds[one]) != (pair.first == one):
            yield f"round {before.number}: {pair.first} has the other side against {pair.second}"


def can_all_be_paired(before: Before, people: Sequence[int], apart: Sequence[int] = ()) -> bool:
    """Return whether there's a way to pair all of these people, with no two of `apart` together."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    places: Mapping[int, int] = {person: graph.add_node(person) for person in people}
    asunder = set(apart)
    for player, other in combinations(people, 2):
        if before.may_meet(player, other) and not {player, other} <= asunder:
            graph.add_edge(places[player], places[other], 1)
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(people)


def can_a_round_be_paired(before: Before, present: Sequence[int]) -> bool:
    """Return whether all of these people can be paired, with one bye if their number is odd."""
    if len(present) % 2 == 0:
        return can_all_be_paired(before, present)
    may_rest = (person for person in present if person not in before.had_bye)
    return any(
        can_all_be_paired(before, [other for other in present if other != resting]) for resting in may_rest
    )
