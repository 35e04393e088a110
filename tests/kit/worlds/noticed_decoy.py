"""What viewers of Decoy Patrol can notice, by the second implementation of its rules instead of the engine.

So a difference counts as hidden because the rules say so; if the engine shows it, that's a leak.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from games import GAMES
from games.decoy.rules.actions import END, Attack, Step
from games.decoy.rules.board import NAMES, SIDE, distance
from games.decoy.rules.pieces import KINDS, damage_of, has_attacked, kind_of, square_of, steps_of
from games.decoy.rules.state import OVER, SET_UP
from tests.kit.games.decoy_reference import Piece, Reference, square_at
from tests.kit.worlds.twins import Choose, Pair

GAME = GAMES["decoy"]
Viewers = tuple[int | None, ...]
_TRIED = 12
_WITHIN = [
    [sum(1 << near for near in range(SIDE * SIDE) if distance(square, near) <= far) for far in range(SIDE)]
    for square in range(SIDE * SIDE)
]
"""The squares within each number of king's steps from each square."""


def reference_of(state: Any) -> Reference:
    """Return the same match in the second implementation."""
    truth = _without_actions(state)
    truth.phase, truth.side, truth.legal = _settled(state)
    return truth


@lru_cache(maxsize=64)
def _settled(state: Any) -> tuple[str, int, list[str]]:
    """Return phase, side and legal actions, the slowest part of the second implementation."""
    truth = _without_actions(state)
    truth.settle()
    return truth.phase, truth.side, truth.legal


def _without_actions(state: Any) -> Reference:
    truth = Reference(msgspec.to_builtins(state.options), bytes(32))
    for seat in (0, 1):
        truth.board.update((piece.square, piece) for piece in _pieces(state, seat))
    truth.committed = [seat for seat in (0, 1) if state.sides[seat].pieces]
    truth.side, truth.phase, truth.points = state.mover, state.phase, state.points
    truth.ply, truth.since = state.ply, state.since
    truth.removed_this_ply = state.removed
    truth.bumped = [tuple(truth.board[square_at(NAMES[s])] for s in pair) for pair in state.bumps]
    truth.look(still=False)
    return truth


def _pieces(state: Any, seat: int) -> Iterable[Piece]:
    for piece in state.sides[seat].pieces:
        yield Piece(
            KINDS[kind_of(piece)].letter,
            seat,
            square_at(NAMES[square_of(piece)]),
            damage_of(piece),
            steps_of(piece),
            has_attacked(piece),
        )


def noticed(truth: Reference, who: int | None) -> tuple[Any, ...]:
    """Return all that a viewer notices of a state and of the action that led to it."""
    return truth.told(who), truth.position(who), sorted(truth.actions(who)), truth.to_act()


def alike(truths: Iterable[Reference], blind: Viewers) -> bool:
    """Return whether these viewers notice the same in all of these worlds."""
    first, *others = ([noticed(truth, who) for who in blind] for truth in truths)
    return all(other == first for other in others)


def after(state: Any, seat: int, action: Any) -> Reference | None:
    """Return the second implementation's state after an action, or None if it's illegal."""
    truth = reference_of(state)
    try:
        truth.play(seat, GAME.format(action))
    except ValueError:
        return None
    return truth


def stays_hidden(states: Pair, blind: Viewers, seat: int, action: Any) -> bool:
    """Return whether an action is legal in both worlds and shows no blind viewer a difference."""
    truths = [after(state, seat, action) for state in states]
    if None in truths:
        return False
    over = [truth.result() is not None for truth in truths]
    return all(over) or (not any(over) and alike(truths, blind))


def hiding(blind: Viewers) -> Choose:
    """Return a chooser of actions that keep a difference hidden from these viewers and seek the enemy."""

    def choose(states: Pair, rng: random.Random) -> tuple[int, Pair] | None:
        if states[0] == states[1]:
            return None
        seat = rng.choice(GAME.to_act(states[0]))
        for action in (*eagerly(states[0], seat, rng)[:_TRIED], END):
            if stays_hidden(states, blind, seat, action):
                return seat, (action, action)
        return None

    return choose


def eagerly(state: Any, seat: int, rng: random.Random, first: int | None = None) -> list[Any]:
    """Return a seat's legal actions, usually with attacks and steps toward the enemy first.

    `first` is the kind that precedes the others.
    """
    actions = list(GAME.actions(GAME.view(state, seat)))
    rng.shuffle(actions)
    if state.phase == SET_UP or rng.random() < 0.3:
        return actions
    enemies = state.sides[1 - seat].squares
    ahead = {square_of(piece) for piece in state.sides[seat].pieces if kind_of(piece) == first}
    return sorted(actions[:_TRIED], key=lambda one: _reluctance(one, enemies, ahead)) + actions[_TRIED:]


def _reluctance(action: Any, enemies: int, ahead: set[int]) -> float:
    if isinstance(action, Attack):
        return -3
    if not isinstance(action, Step):
        return 0.5
    if enemies & 1 << action.target:
        return -4
    before, then = (_nearest(square, enemies) for square in _ends(action))
    return then - before - 2 * (action.source in ahead)


def _nearest(square: int, enemies: int) -> int:
    """Return the number of king's steps between a square and the nearest enemy."""
    return next(far for far, within in enumerate(_WITHIN[square]) if within & enemies)


def _ends(step: Step) -> tuple[int, int]:
    return step.source, step.target


def played_on(state: Any, rng: random.Random, most: int, first: int | None = None) -> Any:
    """Return the state at most this many actions later, before the match is over."""
    for _ in range(most):
        seat = rng.choice(GAME.to_act(state))
        then = GAME.play(state, seat, eagerly(state, seat, rng, first)[0]).state
        if then.phase == OVER:
            return state
        state = then
    return state
