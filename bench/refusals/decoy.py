"""Scripts of Decoy Patrol that refuse to play.

None of them goes and looks for the enemy's pieces. `sit`, `front`, `late`, `shuttle` and `turtle` strike what
comes next to them; `march`, `walk`, `hoard` and `mirror` never attack.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from bench.players.scripts import turtle
from bench.refusals import Scripts
from games.core.game import Briefing, Player
from games.decoy.ai.deadline import turns_left
from games.decoy.rules.actions import END, Action, SetUp, Step, legal_steps, losses, piece_on
from games.decoy.rules.board import SIDE, advance, distance, squares_in
from games.decoy.rules.layouts import FIRST_LISTED, mirror_layout, read_layout
from games.decoy.rules.pieces import COMMANDER, SCOUT, kind_of
from games.decoy.rules.state import MOVEMENT, SET_UP
from games.decoy.rules.view import View

_BACK = ("3GDCDG2/3IDDDI2/4S1S3", "3DGCGD2/3DIDID2/4S1S3", "1GDDCDG3/1SIDDIS3/10")
_FRONT = ("2DDDDD3/2SG1GS3/3ICI4", "DD3D1DD1/3GSG4/3ICI1S2", "1DDDDD4/2GSG5/2ICI3S1")
"""Setups with the Commander packed in the back row, and guarded in the front row."""
_LATE = 2
"""The turns of both sides before the end in which `late` takes its step."""

Choose = Callable[[View, Sequence[Step]], Sequence[Step]]
"""The choice of steps of which a script takes a random one; without any, it ends the phase."""


def script(layouts: Sequence[str], choose: Choose, *, strikes: bool) -> Player[View, Action]:
    """Return a script with these setups; it strikes what's next to it, or never attacks."""

    def play(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
        if view.phase == SET_UP:
            layout = read_layout(rng.choice(layouts))
            return SetUp(mirror_layout(layout) if rng.random() < 0.5 else layout)
        if view.phase != MOVEMENT:
            return turtle(view, briefing, rng, budget) if strikes else END
        steps = choose(view, [step for step in legal_steps(view) if not losses(view, step)[1]])
        return rng.choice(steps) if steps else END

    return play


def _none(view: View, steps: Sequence[Step]) -> Sequence[Step]:
    return ()


def _one_late(view: View, steps: Sequence[Step]) -> Sequence[Step]:
    """Return the Commander's steps ahead in the last turns, if it is still in its home rows."""
    ahead = _of(view, _ahead(view, steps), COMMANDER)
    at_home = all(advance(step.source, view.who or 0) < 3 for step in ahead)
    return ahead if turns_left(view) <= _LATE and at_home else ()


def _out_and_back(view: View, steps: Sequence[Step]) -> Sequence[Step]:
    """Return a Scout's step ahead with the first point, and its step back with the second."""
    scouts = _of(view, steps, SCOUT)
    back = [step for step in scouts if step.source == view.moved and step not in _ahead(view, steps)]
    return {3: _ahead(view, scouts), 2: back}.get(view.points or 0, ())


def _leading(view: View, steps: Sequence[Step]) -> Sequence[Step]:
    return _of(view, _ahead(view, steps), COMMANDER)


def _ahead(view: View, steps: Sequence[Step]) -> Sequence[Step]:
    seat = view.who or 0
    return [step for step in steps if advance(step.target, seat) > advance(step.source, seat)]


def _of(view: View, steps: Sequence[Step], kind: int) -> Sequence[Step]:
    return [step for step in steps if kind_of(piece_on(view.own, step.source) or 0) == kind]


def _away(view: View, steps: Sequence[Step]) -> Sequence[Step]:
    """Return the steps that take a piece away from the nearest enemy in sight."""
    enemies = tuple(squares_in(view.enemies))

    def near(square: int) -> int:
        return min(distance(square, enemy) for enemy in enemies)

    return [step for step in steps if near(step.target) > near(step.source)] if enemies else ()


def _mirror(view: View, steps: Sequence[Step]) -> Sequence[Step]:
    """Return the steps that mirror one that the enemy was just seen to take."""
    ways = {(_opposite(seen.source), _opposite(seen.target)) for seen in view.seen if not seen.attack}
    return [step for step in steps if (step.source, step.target) in ways]


def _opposite(square: int | None) -> int | None:
    """Return the square in the same file and in the opposite row."""
    return None if square is None else square + SIDE * (SIDE - 1 - 2 * (square // SIDE))


SCRIPTS: Scripts = {
    "sit": script(_BACK, _none, strikes=True),
    "front": script(_FRONT, _none, strikes=True),
    "late": script(_FRONT, _one_late, strikes=True),
    "shuttle": script(_BACK, _out_and_back, strikes=True),
    "march": script(FIRST_LISTED, _leading, strikes=False),
    "walk": script(FIRST_LISTED, _ahead, strikes=False),
    "hoard": script(_BACK, _away, strikes=False),
    "mirror": script(FIRST_LISTED, _mirror, strikes=False),
    "turtle": turtle,
}
