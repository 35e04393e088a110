"""The worth of one piece's square, regardless of the others: where to go, what to fear."""

from __future__ import annotations

from games.core.search.adding import add_up
from games.decoy.ai.mood import FEW_FIGHTERS, Mood, all_fight, enemy_fighters
from games.decoy.ai.players import sought
from games.decoy.ai.reaches import Squares
from games.decoy.ai.situation import FIGHTERS, Foe, Situation
from games.decoy.ai.temper import Temper
from games.decoy.rules.board import ALL, BIT, SIDE, advance, distance
from games.decoy.rules.pieces import COMMANDER, DECOY, KINDS, SCOUT
from games.decoy.rules.state import POINTS

_NEARBY, _HOME = 3, 2
_FEW_SQUARES = 12
_SURE = 0.25
"""The chance that an enemy in the fog near a piece comes and attacks it."""
_DARING = 0.3
"""The factor on a Scout's fear of the fog; exploring is its job."""
_HUNT = 0.3
"""How strongly the Commander is drawn to enemies that can hardly hurt it."""
_BEATEN = 7
"""The piece count below which an outnumbered enemy is so weak that our Commander searches, too."""
_EAGER = 15.0
"""How much more strongly enemies draw wary players at full urgency."""
_COMMANDER_IS_WORTH, _WORTH_A_SQUARE = 2.0, 14.0

DISTANCE = tuple(
    tuple(distance(square, other) for other in range(SIDE * SIDE)) for square in range(SIDE * SIDE)
)
_AROUND: tuple[Squares, ...] = tuple(
    sum(BIT[other] for other in range(SIDE * SIDE) if apart[other] <= _NEARBY) for apart in DISTANCE
)
_ROWS: tuple[tuple[Squares, ...], ...] = tuple(
    tuple(sum(BIT[s] for s in range(SIDE * SIDE) if advance(s, seat) <= rows) for rows in range(SIDE))
    for seat in (0, 1)
)
"""For each seat and number of rows, the squares at most that many rows in front of its back row."""


class Places:
    """The worth of each (piece index, square), computed once each."""

    def __init__(self, situation: Situation, temper: Temper, mood: Mood) -> None:
        self.situation, self.temper, self.mood = situation, temper, mood
        self._sought = sought(situation.view)
        self._fog = self._find_fogged()
        self._density = situation.unseen / max(_FEW_SQUARES, self._fog.bit_count())
        self._attraction = [_attraction(foe, temper) for foe in situation.foes]
        self._front = self._together() if temper.wary else 0.0
        self._pull = temper.pull * (1 + _EAGER * mood.urge) if temper.wary else temper.pull
        self._found: dict[tuple[int, int], float] = {}

    def __call__(self, place: tuple[int, int]) -> float:
        """Return the worth of a piece standing on a square."""
        if place not in self._found:
            self._found[place] = self._worth(*place) - self._fear(*place)
        return self._found[place]

    # --- what to fear ---------------------------------------------------------------------------------

    def _find_fogged(self) -> Squares:
        """Return the squares out of sight that an enemy can have reached since the start."""
        view = self.situation.view
        rows = min(SIDE - 1, _HOME + POINTS * (view.ply // 2))
        return ALL & ~view.sight & _ROWS[1 - self.situation.seat][rows]

    def _fear(self, number: int, square: int) -> float:
        """Return the expected cost of enemies coming out of the fog."""
        unseen = (self._fog & _AROUND[square]).bit_count() * self._density
        daring = _DARING if self.situation.friends[number].kind == SCOUT else 1.0
        return self.mood.fear * daring * self.mood.costs[number] * min(1.0, _SURE * unseen)

    # --- where to go ----------------------------------------------------------------------------------

    def _together(self) -> float:
        """Return the fighters' mean distance to the goal, less 1.

        Being nearer than that gains nothing, so that the fighters arrive in force.
        """
        apart = [self._to_goal(f.square) for f in self.situation.friends if f.kind in FIGHTERS]
        return sum(apart) / len(apart) - 1 if apart else 0.0

    def _to_goal(self, square: int) -> int:
        """Return the distance to the nearest foe, or to the search square if none is in sight."""
        apart = DISTANCE[square]
        return min((apart[foe.square] for foe in self.situation.foes), default=apart[self._sought])

    def _worth(self, number: int, square: int) -> float:
        kind = self.situation.friends[number].kind
        if kind in FIGHTERS:
            return self._fighting(square)
        if kind == COMMANDER:
            return self._commanding(square) + self._leading(square)
        if self.temper.wary:
            return self._following(square)
        if kind == DECOY and all_fight(self.situation):
            return self._fighting(square)
        return self._staying(square)

    def _staying(self, square: int) -> float:
        return -self.temper.stay * advance(square, self.situation.seat)

    def _fighting(self, square: int) -> float:
        """Return a fighter's worth on a square: near the enemy, best near a valuable one, or searching."""
        apart = DISTANCE[square]
        if not self.situation.foes:
            return -self.temper.march * max(self._front, apart[self._sought])
        return max(
            attraction - self._pull * max(self._front, apart[foe.square])
            for foe, attraction in zip(self.situation.foes, self._attraction, strict=True)
        )

    def _commanding(self, square: int) -> float:
        """Return the Commander's worth on a square: it hunts the weak, searches for the beaten, or stays."""
        situation = self.situation
        if not self.temper.wary:
            return self._staying(square)
        if situation.foes and enemy_fighters(situation) < FEW_FIGHTERS:
            return -_HUNT * self._to_goal(square)
        if not situation.foes and situation.enemies < min(_BEATEN, len(situation.friends)):
            return self._weigh_urge(square, self.temper.march)
        return self._staying(square)

    def _leading(self, square: int) -> float:
        """Return the bonus for an advanced Commander when the rows are about to be compared. DP-38."""
        return self.temper.lead * self.mood.nearness * advance(square, self.situation.seat)

    def _following(self, square: int) -> float:
        """Return a Decoy's worth on a square: behind until urgent, into the fog only in superior force."""
        if self.situation.foes:
            return self._weigh_urge(square, self._pull)
        if self.situation.enemies < len(self.situation.friends):
            return self._weigh_urge(square, self.temper.march)
        return self._staying(square)

    def _weigh_urge(self, square: int, pull: float) -> float:
        urge = self.mood.urge
        return (1 - urge) * self._staying(square) - urge * pull * self._to_goal(square)


def _attraction(foe: Foe, temper: Temper) -> float:
    """Return how many squares farther a fighter goes for this foe."""
    others = add_up(foe.chances[kind] * temper.worth[kind] for kind in range(len(KINDS)) if kind != COMMANDER)
    return others / _WORTH_A_SQUARE + foe.chances[COMMANDER] * _COMMANDER_IS_WORTH
