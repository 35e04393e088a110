"""Analyses made at once, without workers."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from games.core.analysis import Analysis, Plan, Step, done
from games.core.game import AnyGame
from games.core.judging import Effort

EFFORT = Effort(nodes=200, thought=50)


def moves_of(game: AnyGame, texts: Sequence[str], **raw: Any) -> tuple[list[Any], list[tuple[int, str]]]:
    """The states of a match and its moves, from the texts of its actions."""
    states, moves = [game.new(game.options(raw), bytes(32))], list[tuple[int, str]]()
    for text in texts:
        seat = game.to_act(states[-1])[0]
        moves.append((seat, text))
        action = game.parse(game.view(states[-1], seat), text)
        states.append(game.play(states[-1], seat, action).state)
    return states, moves


def plan_of(game: AnyGame, texts: Sequence[str], **raw: Any) -> Plan:
    """What there is to be looked at in a match."""
    return Plan(game, *moves_of(game, texts, **raw))


def found_in(game: AnyGame, plan: Plan, found: Analysis | None = None, most: int = 10_000) -> Analysis:
    """What comes of at most so many steps."""
    analyst, found = game.analyst, found or plan.begun()
    assert analyst is not None
    while most and (step := plan.following(found)) is not None:
        found = plan.taken(found, step, done(game, analyst, step, EFFORT))
        most -= 1
    return found


def analyzed(game: AnyGame, texts: Sequence[str], **raw: Any) -> Analysis:
    """The whole analysis of a match."""
    return found_in(game, plan_of(game, texts, **raw))


def without(game: AnyGame, plan: Plan, fails: Callable[[Step], bool]) -> Analysis:
    """The same where some steps can't be done."""
    analyst, found = game.analyst, plan.begun()
    assert analyst is not None
    while (step := plan.following(found)) is not None:
        if fails(step):
            found = plan.missed(found, step)
        else:
            found = plan.taken(found, step, done(game, analyst, step, EFFORT))
    return found


def played(game: AnyGame, level: str, number: int, **raw: Any) -> list[str]:
    """The actions of a match that a level plays against itself."""
    rng, state, texts = random.Random(number), game.new(game.options(raw), bytes(32)), list[str]()
    while acting := game.to_act(state):
        action = game.players[level](game.view(state, acting[0]), None, rng, 0)
        texts.append(game.format(action))
        state = game.play(state, acting[0], action).state
    return texts
