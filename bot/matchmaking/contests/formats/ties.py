"""Knockouts: single and double elimination.

A tie of two matches has the seats swapped, and both are played at the same time; if it's even, one more
decides, and if that's drawn, the higher seed continues.

Slots are named by bracket, round and number: “W2-1” in the upper bracket (no losses), “L3-2” in the lower one
(one loss), “F1” for the final of a double elimination, and “F2” for the second final, played if the lower
bracket's winner wins the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from bot.matchmaking.contests.log.contest import POINTS, Contest, Pairing

NOBODY = 0
"""Fills a slot where there are too few people; its opponent continues."""
Who = int | None
"""A person, 0 for a side that stays empty, or None if not known yet."""


class Tie(msgspec.Struct, frozen=True):
    """A meeting in a slot: its two sides, the round in its bracket, and the winner and loser once decided."""

    slot: str
    round: int
    one: Who
    other: Who
    winner: Who = None
    loser: Who = None

    @property
    def is_under_way(self) -> bool:
        """Whether both sides are known, and the tie isn't decided."""
        return self.winner is None and self.one is not None and self.other is not None

    @property
    def is_empty(self) -> bool:
        """Whether both sides stay empty."""
        return self.one == self.other == NOBODY


FINAL, IN = 1_000, 10_000
"""The progress of a final's loser, and of an entrant who isn't out; larger than any round."""


def order_of(size: int) -> list[int]:
    """Return the seeds of a bracket from top to bottom, such as 1, 8, 4, 5, 2, …: the best meet last."""
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = [part for seed in seeds for part in (seed, total - seed)]
    return seeds


def single(contest: Contest) -> tuple[Tie, ...]:
    """Return all ties of a single elimination."""
    return tuple(tie for ties in _upper(contest) for tie in ties)


def double(contest: Contest) -> tuple[Tie, ...]:
    """Return all ties of a double elimination."""
    upper = list(_upper(contest))
    lower = list(_lower(contest, upper))
    above = upper[-1][0]
    below = lower[-1][0].winner if lower else above.loser
    final = _tie(contest, "F1", len(upper) + 1, above.winner, below)
    ties = [*(tie for part in (*upper, *lower) for tie in part), final]
    if final.winner is not None and final.winner == below != NOBODY:
        ties.append(_tie(contest, "F2", len(upper) + 2, above.winner, below))
    return tuple(ties)


def _upper(contest: Contest) -> Iterator[list[Tie]]:
    """Yield the rounds of the upper bracket, for players without a loss."""
    people = {entrant.seed: entrant.person for entrant in contest.list_seeded()}
    size = 1
    while size < len(people):
        size *= 2
    coming: list[Who] = [people.get(seed, NOBODY) for seed in order_of(max(2, size))]
    number = 0
    while len(coming) > 1:
        number += 1
        ties = [
            _tie(contest, f"W{number}-{place + 1}", number, *coming[2 * place : 2 * place + 2])
            for place in range(len(coming) // 2)
        ]
        yield ties
        coming = [tie.winner for tie in ties]


def _lower(contest: Contest, upper: Sequence[list[Tie]]) -> Iterator[list[Tie]]:
    """Yield the rounds of the lower bracket; the upper one's losers enter so that rematches come late."""
    coming, number = [tie.loser for tie in upper[0]], 0
    for fallen in upper[1:]:
        for pairs in (_neighbors(coming), None):
            number += 1
            against = _against(coming, fallen) if pairs is None else pairs
            ties = [
                _tie(contest, f"L{number}-{place}", number, first, second)
                for place, (first, second) in enumerate(against, 1)
            ]
            yield ties
            coming = [tie.winner for tie in ties]


def _against(ones: Sequence[Who], fallen: Sequence[Tie]) -> list[tuple[Who, Who]]:
    return list(zip(ones, [tie.loser for tie in reversed(fallen)], strict=True))


def _neighbors(ones: Sequence[Who]) -> list[tuple[Who, Who]]:
    return list(zip(ones[::2], ones[1::2], strict=True))


def _tie(contest: Contest, slot: str, number: int, one: Who, other: Who) -> Tie:
    """Return a tie, with its winner and loser if it's decided."""
    if one is None or other is None:
        return Tie(slot, number, one, other)
    winner = _winner(contest, slot, one, other)
    loser = None if winner is None else other if winner == one else one
    return Tie(slot, number, one, other, winner, loser)


def _winner(contest: Contest, slot: str, one: int, other: int) -> Who:
    """Return the winner of a tie, or None while it isn't decided."""
    if NOBODY in (one, other):
        return other if one == NOBODY else one
    played = contest.in_slot(slot)
    if any(tie.score is None for tie in played):
        return None
    there = [person for person in (one, other) if not contest.entrants[person].gone]
    points = {person: sum(_points(tie, person) for tie in played) for person in (one, other)}
    enough = len(played) >= contest.terms.ties
    if enough and points[one] != points[other]:
        return max(points, key=lambda person: points[person])
    if len(there) < 2:
        return there[0] if there else _higher(contest, one, other)
    return _higher(contest, one, other) if len(played) > contest.terms.ties else None


def _points(one: Pairing, person: int) -> float:
    score = one.score_of(person)
    return POINTS[score] if score else 0.0


def _higher(contest: Contest, one: int, other: int) -> int:
    return min(one, other, key=lambda person: contest.entrants[person].seed)


def measure_progress(contest: Contest) -> Mapping[int, int]:
    """Return each person's progress: the round of the last loss or FINAL, IN while not out, more if first."""
    ties = double(contest) if contest.terms.kind == "double elimination" else single(contest)
    far = {entrant.person: IN for entrant in contest.list_seeded()}
    for tie in ties:
        if tie.loser is not None and _is_out(contest, tie):
            far[tie.loser] = FINAL if tie.slot.startswith("F") else tie.round
    last = ties[-1]
    if last.winner is not None and all(tie.winner is not None for tie in ties):
        far[last.winner] = IN + 1
    return far


def _is_out(contest: Contest, tie: Tie) -> bool:
    """Return whether the loser of a tie is out; a first loss in a double elimination leads below."""
    if contest.terms.kind == "knockout" or tie.slot.startswith("L"):
        return True
    return tie.slot == "F2" or (tie.slot == "F1" and tie.loser == tie.other)
