"""What each viewer may know of a match: the public state and the viewer's own hand. ALPHA-24, ALPHA-28."""

from __future__ import annotations

import msgspec

from games.alpha.rules.state import Cards, Setup, State, Table
from games.core.game import Viewer


class Opened(msgspec.Struct, frozen=True, gc=False):
    """The secrets revealed after the match: both hands, and both decks with the top card first."""

    hands: tuple[Cards, Cards]
    decks: tuple[Cards, Cards]


class View(msgspec.Struct, frozen=True, gc=False):
    """What one viewer may know; while the match runs, neither a deck's order nor another seat's hand."""

    who: Viewer
    setup: Setup
    table: Table
    hand: Cards
    opened: Opened | None = None


def view(state: State, who: Viewer) -> View:
    """Return what seat 0, seat 1 or the public (None) may know of a state."""
    hand = () if who is None else state.hands[who]
    if state.table.outcome is None:
        return View(who, state.setup, state.table, hand)
    return View(who, state.setup, state.table, hand, open_cards(state))


def open_cards(state: State) -> Opened:
    """Return both hands, and both decks with the top card first."""
    return Opened(state.hands, (state.decks[0][::-1], state.decks[1][::-1]))


def public_from(seat_view: View) -> View:
    """Return the public view, computed from a seat's view alone. docs/engine.md, law 4."""
    return View(None, seat_view.setup, seat_view.table, (), seat_view.opened)
