"""A thinking player's mood: how much it dares, and each kind's worth, by the balance of forces."""

from __future__ import annotations

import msgspec

from games.decoy.ai.deadline import count_near, turns_left
from games.decoy.ai.situation import FIGHTERS, Situation
from games.decoy.ai.temper import Temper
from games.decoy.rules.pieces import COMMANDER, DECOY
from games.decoy.rules.tiebreak import count_rows

_SCARCE = (1.0, 10.0, 2.2, 1.5, 1.2, 1.0)
"""The factor on a Decoy's value, by the Decoys left to its side; the last one is the match. DP-36."""
_RARE = (1.0, 2.5, 1.7, 1.3)
"""The factor on a fighter's value, by the fighters left to its side; the last entry is for 3 or more."""
LAST_RESORT = 12
"""Turns without a loss after which the Decoys of players who aren't wary go and fight too."""
_BEHIND = 1.5
"""The deficit in pieces beyond which a player is content with a draw."""
_SURE_LEAD = 0.8
"""The believed lead in Decoys beyond which a player waits for the Decoys to be counted."""
_FAR_AHEAD = 5
"""The rows a wary player's Commander must be out to wait for the rows to be compared."""
_NEAR_END = 24
"""The turns before an end without removals in which a player begins to hurry."""
_LEAST, _AHEAD, _EVEN = 0.4, 0.7, 0.7
"""Caution when a player has more fighters: it shrinks with a power of their ratio, to a minimum."""
_SPENT = 0.6
"""The share of a Decoy's cost that is ignored at full urgency."""
FEW_FIGHTERS = 1.1
"""The number of enemy fighters below which the enemy has hardly any and can be stalked from afar."""
_FLOOR, _STALKING_FLOOR = 0.15, 0.3
_STALKED, _HURRY = 8, 14
"""Turns without a loss after which stalking becomes more daring, and over how many turns."""
_EASE = 0.15
"""The share of the fear of the fog that is left if only slow pieces can come out of it."""


class Mood(msgspec.Struct, frozen=True, gc=False):
    """A player's mood in a situation.

    Attributes:
        urge: The urgency of action, from 0 to 1.
        caution: The share of a fighter's cost that counts when it is lost.
        fear: The fear of the fog.
        nearness: How near the comparison of the Commanders' rows is, from 0 to 1.
        costs: The cost of losing each own piece, in their order.
        worth: The worth of destroying an enemy of each kind.
    """

    urge: float
    caution: float
    fear: float
    nearness: float
    costs: tuple[float, ...]
    worth: tuple[float, ...]


def mood_of(situation: Situation, temper: Temper) -> Mood:
    """Return the mood of a player with this temper."""
    urge, caution, ease = _daring(situation, temper)
    costs = tuple(_cost(situation, temper, friend.kind, urge, caution) for friend in situation.friends)
    fear = temper.fear_of_fog * caution * ease
    nearness = count_near(situation.view)
    return Mood(urge, caution, fear, nearness, costs, _worth(situation, temper))


def all_fight(situation: Situation) -> bool:
    """Return whether the Decoys of a player who isn't wary should fight too.

    They do when nothing has been removed for long, or when no fighter is left.
    """
    return situation.view.since >= LAST_RESORT or not own_fighters(situation)


def own_fighters(situation: Situation) -> int:
    """Return the number of the player's living fighters."""
    return sum(friend.kind in FIGHTERS for friend in situation.friends)


def enemy_fighters(situation: Situation) -> float:
    """Return the believed number of living enemy fighters."""
    return max(0.0, situation.enemies - 1 - situation.enemy_decoys)


def _daring(situation: Situation, temper: Temper) -> tuple[float, float, float]:
    """Return urge, caution, and the share of the fear of the fog that is left."""
    since = situation.view.since
    if not temper.weighs:
        urge = _rising(since, temper.calm, temper.patience)
        return urge, 1.0 - urge, 1.0
    if own_fighters(situation) and enemy_fighters(situation) < FEW_FIGHTERS:
        urge = max(_rising(since, _STALKED, _HURRY), _measure_hurry(situation))
        return urge, max(_STALKING_FLOOR, 1.0 - urge), _EASE
    rising = max(_rising(since, temper.calm, temper.patience), _measure_hurry(situation))
    urge = 0.0 if _content(situation, temper) else rising
    ratio = (own_fighters(situation) + _EVEN) / (enemy_fighters(situation) + _EVEN)
    boldness = max(_LEAST, ratio**-_AHEAD) if ratio > 1 else 1.0
    return urge, max(_FLOOR, 1.0 - urge) * boldness, 1.0


def _content(situation: Situation, temper: Temper) -> bool:
    """Return whether waiting is good: for a draw when behind, or for the tiebreak when ahead."""
    if situation.view.options.compares_rows:
        return temper.wary and _rows_ahead(situation) >= _FAR_AHEAD
    if situation.view.options.tiebreak == "decoys":
        return _lead(situation) > _SURE_LEAD
    return len(situation.friends) < situation.enemies - _BEHIND


def _rows_ahead(situation: Situation) -> int:
    """Return how many rows count for the player's Commander when rows are compared."""
    commander = next(friend for friend in situation.friends if friend.kind == COMMANDER)
    return count_rows(commander.square, situation.seat, situation.view.options)


def _lead(situation: Situation) -> float:
    """Return the player's believed lead in Decoys."""
    return situation.decoys - situation.enemy_decoys


def _measure_hurry(situation: Situation) -> float:
    """Return the urgency, from 0 to 1, because an end without removals is near."""
    return min(1.0, max(0.0, 1.0 - turns_left(situation.view) / _NEAR_END))


def _rising(since: int, after: int, turns: int) -> float:
    return min(1.0, max(0.0, (since - after) / turns))


def _cost(situation: Situation, temper: Temper, kind: int, urge: float, caution: float) -> float:
    cost = temper.losing[kind]
    if kind == DECOY and temper.weighs:
        return cost * _SCARCE[situation.decoys] * (1 - _SPENT * urge)
    if kind == DECOY:
        return cost * (1.0 if all_fight(situation) else _SCARCE[situation.decoys])
    if kind not in FIGHTERS:
        return cost
    return cost * caution * (_rare(own_fighters(situation)) if temper.weighs else 1.0)


def _worth(situation: Situation, temper: Temper) -> tuple[float, ...]:
    rare = _rare(round(enemy_fighters(situation))) if temper.weighs else 1.0
    commander, *fighters, decoy = temper.worth
    return (commander, *(worth * rare for worth in fighters), decoy * _SCARCE[round(situation.enemy_decoys)])


def _rare(fighters: int) -> float:
    return _RARE[min(len(_RARE) - 1, max(1, fighters))]
