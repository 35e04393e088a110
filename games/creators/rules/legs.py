"""Matches of two legs: the same pattern twice, with sides swapped. CVD-35."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from games.core.vocabulary.options import options_data
from games.creators.rules.options import SEEDED, Options
from games.creators.rules.rules import count_held, round_of
from games.creators.rules.state import State
from games.creators.rules.view import View, hide_counts


def next_leg(view: View) -> Mapping[str, object] | None:
    """Return the second leg's options, which name the revealed pattern; None if the match has one leg."""
    if view.options.legs == 1 or view.pattern is None:
        return None
    raw: dict[str, object] = msgspec.to_builtins(view.options)
    return {**raw, "pattern": view.pattern.name}


def mirror_options(options: Options) -> Mapping[str, object]:
    """Return the same options with two legs."""
    return {**options_data(options), "legs": 2}


def redact_view(view: View) -> View:
    """Return the final view of a first leg without its pattern, which the second leg uses again. CVD-10."""
    options = msgspec.structs.replace(view.options, pattern=SEEDED)
    return hide_counts(msgspec.structs.replace(view, pattern=None, options=options))


def leg_told(score: tuple[int, ...]) -> str:
    """Return the Creator's peak of cells held in a leg, and its round, in words."""
    peak, ply = score[0], -score[1]
    return f"held {peak} cell{'' if peak == 1 else 's'} at once in round {round_of(ply)}"


def leg_score(states: Sequence[State]) -> tuple[int, int]:
    """Return (the Creator's peak of cells held at once, minus the ply in which it was first reached).

    The state after a move is in the next ply already, so a move's ply is that of the state before it.
    """
    return max((count_held(after, 0), -before.ply) for before, after in pairwise((states[0], *states)))
