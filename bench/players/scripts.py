"""Two scripted players of Decoy Patrol to measure levels against: one only attacks, one only defends.

Both are players as in `games.core.game`: they know only a View and need no search nodes.
"""

from __future__ import annotations

import random

from games.core.game import Briefing
from games.decoy.ai.belief import Suspect, suspects
from games.decoy.ai.situation import FIGHTERS
from games.decoy.rules.actions import (
    END,
    Action,
    Attack,
    SetUp,
    Step,
    legal_attacks,
    legal_steps,
    losses,
    piece_on,
)
from games.decoy.rules.board import SIDE, advance, distance, squares_in
from games.decoy.rules.layouts import HOME_ROWS, Layout, read_layout
from games.decoy.rules.pieces import KINDS, kind_of, square_of
from games.decoy.rules.state import ATTACK, SET_UP
from games.decoy.rules.view import View

_HUNTING = ("1DDCD2DD1/10/S1IG2GI1S", "DD1DC1D1D1/4G5/S1I2G1I1S", "3DDCDDD1/3G2G3/1S1I2I1S1")
_PACKED = ("3GDCDG2/3IDDDI2/4S1S3", "3DGCGD2/3DIDID2/4S1S3", "1GDDCDG3/1SIDDIS3/10")


def hunter(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Play an all-out attack.

    All pieces walk straight at the nearest visible enemy, or else at the far side, and attack if possible.
    """
    if view.phase == SET_UP:
        return SetUp(_one_of(_HUNTING, rng))
    if view.phase == ATTACK:
        return _choose_attack(view)
    steps = [(_nearer(view, step), step) for step in legal_steps(view)]
    best = max((gain for gain, _ in steps), default=0)
    return rng.choice([step for gain, step in steps if gain == best]) if best > 0 else END


def turtle(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Play a pure defense.

    Pieces stay in their home rows, packed around the Commander, and attack only what comes adjacent; then the
    fighters approach to strike the intruder together.
    """
    if view.phase == SET_UP:
        return SetUp(_one_of(_PACKED, rng))
    if view.phase == ATTACK:
        return _choose_attack(view)
    return _defending_step(view)


def _one_of(texts: tuple[str, ...], rng: random.Random) -> Layout:
    """Return a random one of these layouts, perhaps mirrored left to right."""
    layout = read_layout(rng.choice(texts))
    if rng.random() < 0.5:
        return layout
    return tuple(
        letter for start in range(0, len(layout), SIDE) for letter in reversed(layout[start : start + SIDE])
    )


def _choose_attack(view: View) -> Attack:
    """Return the attack on the most damaged piece, to destroy it before it heals; then the surest. DP-6."""
    believed = {suspect.square: suspect for suspect in suspects(view)}

    def worth(attack: Attack) -> tuple[int, float, int]:
        power, target = _power_on(view, attack.source), believed[attack.target]
        return target.damage, _falls(target, power), power

    return max(legal_attacks(view), key=worth)


def _power_on(view: View, square: int) -> int:
    return KINDS[_kind_on(view, square)].power


def _kind_on(view: View, square: int) -> int:
    return kind_of(piece_on(view.own, square) or 0)


def _falls(target: Suspect, power: int) -> float:
    """Return the probability that an attack of this power destroys the target."""
    chances = zip(KINDS, target.chances, strict=True)
    return sum(chance for kind, chance in chances if power >= kind.power - target.damage)


def _nearer(view: View, step: Step) -> int:
    """Return by how many squares a step approaches its goal; 0 if it surrounds own pieces."""
    return 0 if losses(view, step)[1] else _to_goal(view, step.source) - _to_goal(view, step.target)


def _to_goal(view: View, square: int) -> int:
    if view.enemies:
        return min(distance(square, enemy) for enemy in squares_in(view.enemies))
    return SIDE - 1 - advance(square, _seat(view))


def _seat(view: View) -> int:
    return 1 if view.who == 1 else 0


def _defending_step(view: View) -> Action:
    """Return a step of the strongest fighter that can approach an intruder at home, or END."""
    intruders = [square for square in squares_in(view.enemies) if _touches(view, square)]
    helping = [step for step in legal_steps(view) if intruders and _helps(view, step, intruders)]
    return max(helping, key=lambda step: _power_on(view, step.source), default=END)


def _touches(view: View, square: int) -> bool:
    return any(distance(square_of(piece), square) == 1 for piece in view.own)


def _helps(view: View, step: Step, intruders: list[int]) -> bool:
    """Return whether a step takes a fighter that touches no intruder nearer to one.

    It must not leave home or surround own pieces.
    """
    if _kind_on(view, step.source) not in FIGHTERS or advance(step.target, _seat(view)) >= HOME_ROWS:
        return False
    before, after = (
        min(distance(square, other) for other in intruders) for square in (step.source, step.target)
    )
    return before > 1 and after < before and not losses(view, step)[1]
