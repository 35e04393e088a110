"""What every AI level needs to choose an action: a last resort, compliments, and what can be undone."""

from __future__ import annotations

import random

from games.ccc.ai.sampling import towers
from games.ccc.ai.voices import Voice, choose_compliment
from games.ccc.rules.actions import PASS, Action, Attack, FlagMove, FlagReturn, Hop, Move
from games.ccc.rules.moves import stack_collapses
from games.ccc.rules.pieces import FLAT
from games.ccc.rules.position import Position
from games.ccc.rules.state import View


def anything(view: View) -> Action:
    """Return a legal Pyramid Stack collapse, or a pass if there is none."""
    stacks = towers(view.setting, view.position)
    paths = (p for s in stacks for p in stack_collapses(view.setting.geometry, view.position, s))
    return next(paths, PASS)


def with_words(view: View, action: Action, rng: random.Random, voice: Voice) -> Action:
    """Return the action, with a randomly chosen compliment if it is a Flag's."""
    mode = view.setting.options.compliments
    if isinstance(action, FlagMove):
        return FlagMove(action.target, choose_compliment(voice, mode, rng))
    return (
        FlagReturn(choose_compliment(voice, mode, rng, of_the_game=True))
        if isinstance(action, FlagReturn)
        else action
    )


def can_be_undone(action: Action, position: Position) -> bool:
    """Return whether the position before an action may come up again after it.

    Attacks, hops, and a Flat's moves other than sideways are final.
    """
    if not isinstance(action, Move):
        return not isinstance(action, Attack | Hop)
    piece = position.board[action.source]
    return piece is None or piece.kind != FLAT or abs(action.source - action.target) == 1
