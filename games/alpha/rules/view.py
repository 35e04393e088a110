"""What each viewer may know: the table, and the own hand. ALPHA-24, ALPHA-28."""

from __future__ import annotations

import msgspec

from games.alpha.rules.state import Cards, Setup, State, Table
from games.core.game import Viewer


class Opened(msgspec.Struct, frozen=True, gc=False):
    """What was hidden, once the match is over: both hands, and both decks from their tops."""

    hands: tuple[Cards, Cards]
    decks: tuple[Cards, Cards]


class View(msgspec.Struct, frozen=True, gc=False):
    """What one viewer may know: never a deck's order or another hand while the match runs."""

    who: Viewer
    setup: Setup
    table: Table
    hand: Cards
    opened: Opened | None = None


def view(state: State, who: Viewer) -> View:
    """The state as seat 0, seat 1 or the public (None) may know it."""
    hand = () if who is None else state.hands[who]
    if state.table.outcome is None:
        return View(who, state.setup, state.table, hand)
    return View(who, state.setup, state.table, hand, opened(state))


def opened(state: State) -> Opened:
    """Both hands, and both decks from their tops."""
    return Opened(state.hands, (state.decks[0][::-1], state.decks[1][::-1]))


def public_from(seat_view: View) -> View:
    """The public view as either seat can compute it alone. docs/engine.md, law 4."""
    return View(None, seat_view.setup, seat_view.table, (), seat_view.opened)
