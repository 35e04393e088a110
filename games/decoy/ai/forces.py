"""The forces of a position as numbers: threats, material, and leads.

They use the true state, hidden pieces included. "Our" pieces are those of the side to act.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log
from typing import NamedTuple

from games.decoy.ai.deadline import count_near
from games.decoy.ai.placing import DISTANCE
from games.decoy.ai.reaches import GROWN
from games.decoy.ai.situation import POWERS
from games.decoy.rules.board import ALL, BIT, with_near
from games.decoy.rules.notes import note_of, possible
from games.decoy.rules.pieces import (
    ARMY,
    COMMANDER,
    DECOY,
    GUARDIAN,
    INFILTRATOR,
    KINDS,
    SCOUT,
    Pieces,
    damage_of,
    has_attacked,
    kind_of,
    square_of,
    steps_of,
)
from games.decoy.rules.state import MOVEMENT, POINTS, Side, State, in_sight
from games.decoy.rules.tiebreak import measure_strength

_MANY, _STRONG = 2, 3.0
_BESIDE, _GREAT, _ENOUGH = 2, 10, 3
_REACHES = tuple(kind.reach for kind in KINDS)
_FIGHTERS = (SCOUT, GUARDIAN, INFILTRATOR)
_DECOYS = range(1, KINDS[DECOY].count + 1)
_KNOWN, _SEEN, _UNSEEN = range(3)
Numbers = tuple[float, ...]

WORDS = (
    "ours is the turn",
    *(f"{KINDS[kind].name}s ahead" for kind in _FIGHTERS),
    *(f"Decoys: {number}" for number in _DECOYS),
    "pieces ahead",
    "wounds of the Commander",
    "wounds",
    *(f"their Commander in reach, {how}" for how in ("known", "seen", "unseen")),
    "their last Decoy in reach",
    "their fighters in reach",
    "their Decoys in reach",
    *(f"our Commander in reach while we move, {how}" for how in ("known", "seen", "unseen")),
    "our last Decoy in reach while we move",
    "our fighters in reach while we move",
    "our Decoys in reach while we move",
    *(f"our Commander in reach then, {how}" for how in ("known", "seen", "unseen")),
    "our last Decoy in reach then",
    "our fighters in reach then",
    "our Decoys in reach then",
    "strength, as a ratio",
    "pieces ahead, of few",
    "guards of the Commanders",
    "ahead near the end",
)
"""The meaning of each number."""


class _Army(NamedTuple):
    """A side's army: its pieces by kind, its Commander's square, its wounds and its strength.

    `hurt` is the health that the Commander lacks, `wounds` that of all pieces, and `strength` the total power
    of the fighters.
    """

    counts: tuple[int, ...]
    commander: int
    hurt: int
    wounds: int
    strength: int


def forces(state: State) -> Numbers:
    """Return all numbers of a position of a running match, in the order of `WORDS`."""
    ours, theirs = state.sides[state.mover], state.sides[1 - state.mover]
    mine, other = _army(ours.pieces), _army(theirs.pieces)
    moving = state.phase == MOVEMENT
    free = ALL & ~(ours.squares | theirs.squares)
    now = _Strikers(ours, in_sight(state, state.mover), free, state.points if moving else 0, rested=False)
    then = _Strikers(theirs, in_sight(state, 1 - state.mover), free, POINTS, rested=True)
    threat = _threats(then, ours.pieces, mine)
    nothing = (0.0,) * len(threat)
    return (
        1.0,
        *(float(mine.counts[kind] - other.counts[kind]) for kind in _FIGHTERS),
        *(float((mine.counts[DECOY] == n) - (other.counts[DECOY] == n)) for n in _DECOYS),
        float(len(ours.pieces) - len(theirs.pieces)),
        float(other.hurt - mine.hurt),
        float(other.wounds - mine.wounds),
        *_threats(now, theirs.pieces, other),
        *(threat if moving else nothing),
        *(nothing if moving else threat),
        log((mine.strength + _ENOUGH) / (other.strength + _ENOUGH)),
        (len(ours.pieces) - len(theirs.pieces)) * (2 * ARMY - len(ours.pieces) - len(theirs.pieces)) / ARMY,
        _guards(mine.commander, ours) - _guards(other.commander, theirs),
        _near_the_end(state),
    )


def _army(pieces: Pieces) -> _Army:
    counts = Counter(map(kind_of, pieces))
    commander = next(piece for piece in pieces if kind_of(piece) == COMMANDER)
    strength = sum(counts[kind] * POWERS[kind] for kind in _FIGHTERS)
    of_each = tuple(counts[kind] for kind in range(len(KINDS)))
    wounds = sum(map(damage_of, pieces))
    return _Army(of_each, square_of(commander), damage_of(commander), wounds, strength)


# --- threats ------------------------------------------------------------------------------------------


class _Strikers(NamedTuple):
    """An attacking side: pieces, sight, free squares, points, and whether all its pieces are rested."""

    side: Side
    sees: int
    free: int
    points: int
    rested: bool

    def hits(self, aims: int) -> dict[int, list[tuple[int, int]]]:
        """Return, for each attackable square of `aims` (as a set), the (points, power) of each striker."""
        found = dict[int, list[tuple[int, int]]]()
        for piece in self.side.pieces:
            if self.rested or not has_attacked(piece):
                self._strikes(piece, aims, found)
        return found

    def _strikes(self, piece: int, aims: int, found: dict[int, list[tuple[int, int]]]) -> None:
        kind, reached, seen = kind_of(piece), BIT[square_of(piece)], 0
        steps = min(self.points, _REACHES[kind] - (0 if self.rested else steps_of(piece)))
        for points in range(steps + 1):
            struck = with_near(reached) & aims & ~seen
            seen |= struck
            while struck:
                square = struck & -struck
                struck ^= square
                found.setdefault(square, []).append((points, POWERS[kind]))
            reached |= GROWN[kind](reached) & self.free


def _threats(by: _Strikers, targets: Pieces, army: _Army) -> Numbers:
    """Return which of these pieces can be destroyed, each judged alone.

    The numbers are three flags for the Commander (known, seen, unseen), one for the last Decoy, the fighters'
    strength, and the Decoys, both capped.
    """
    hits = by.hits(sum(BIT[square_of(piece)] for piece in targets))
    commander, last, fighters, decoys = [0.0, 0.0, 0.0], 0.0, 0.0, 0
    for piece in targets:
        on, kind = hits.get(BIT[square_of(piece)]), kind_of(piece)
        if not on or _most_power(on, by.points) < POWERS[kind] - damage_of(piece):
            continue
        if kind == COMMANDER:
            commander[_how_known(by, square_of(piece))] = 1.0
        elif kind == DECOY:
            decoys += 1
        else:
            fighters += POWERS[kind] / POWERS[INFILTRATOR]
    last = float(decoys > 0 and army.counts[DECOY] == 1)
    return (*commander, last, min(_STRONG, fighters), float(min(_MANY, decoys)))


def _most_power(hits: Sequence[tuple[int, int]], points: int) -> int:
    """Return the most power that strikers can bring together with these points."""
    best = [0] * (points + 1)
    for cost, power in hits:
        for left in range(points, cost - 1, -1):
            best[left] = max(best[left], best[left - cost] + power)
    return best[points]


def _how_known(by: _Strikers, square: int) -> int:
    if not by.sees & BIT[square]:
        return _UNSEEN
    return _KNOWN if possible(note_of(by.side.notes, square)) == (COMMANDER,) else _SEEN


# --- around the Commanders, and the end ---------------------------------------------------------------


def _guards(square: int, own: Side) -> float:
    """Return the scaled power of the pieces near a Commander, without its own; at most 1."""
    apart = DISTANCE[square]
    power = sum(POWERS[kind_of(piece)] for piece in own.pieces if apart[square_of(piece)] <= _BESIDE)
    return min(1.0, (power - POWERS[COMMANDER]) / _GREAT)


def _near_the_end(state: State) -> float:
    """Return how near a limit is, squared: positive if the tiebreak is ours, negative if theirs. DP-38."""
    near, seats = count_near(state) ** 2, (state.mover, 1 - state.mover)
    ours, theirs = (measure_strength(state.sides[seat].pieces, seat, state.options) for seat in seats)
    return near * ((ours > theirs) - (ours < theirs))
