"""The order in which levels break ties: from their own back row on, each row from a to j. DP-40."""

from __future__ import annotations

from typing import TypeVar

from games.decoy.rules.actions import Attack, Step
from games.decoy.rules.board import SIDE
from games.decoy.rules.view import View

Going = TypeVar("Going", Step, Attack)


def from_home(view: View, square: int) -> int:
    """Return the place of a square in this order, so that both sides see the board alike."""
    return square if view.who == 0 else square + SIDE * (SIDE - 1 - 2 * (square // SIDE))


def in_order(view: View, actions: list[Going]) -> list[Going]:
    """Return steps or attacks sorted by their source, then by their target."""
    return sorted(
        actions, key=lambda action: (from_home(view, action.source), from_home(view, action.target))
    )
