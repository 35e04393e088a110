"""The course of a match of CCC: the Strength of each side's Pyramids, and its losses."""

from __future__ import annotations

from collections import Counter

from games.ccc.rules.legality import NAMES
from games.ccc.rules.pieces import FLAG, FLAT
from games.ccc.rules.state import SEAT_NAMES, View
from games.core.screen.story import Event, Gauge

_SIZES = ("Small", "Medium", "Large")
_TURNS = 2
"""Points of Pyramid Strength whose loss may turn a match."""


def gauge(view: View) -> Gauge:
    """Return the Strength left in both sides' Pyramids; a side without any has lost."""
    white, black = _strengths(view)
    return Gauge("Pyramid Strength", ((SEAT_NAMES[0], white), (SEAT_NAMES[1], black)))


def event(before: View, after: View) -> Event | None:
    """Return the pieces, Pyramid Strength or Nice Flags that both sides lost by an action, or None."""
    if after.last is None or before.position == after.position:
        return None
    one, other = _inventory(before), _inventory(after)
    lost = (one[0] - other[0], one[1] - other[1])
    weakened = tuple(was - now for was, now in zip(_strengths(before), _strengths(after), strict=True))
    text = _sentence(after.last.seat, lost, weakened)
    if not text:
        return None
    # A Nice Flag comes back; it isn't lost for good.
    kinds = [(seat, name, copies) for seat in (0, 1) for name, copies in lost[seat].items()]
    names = tuple((seat, name) for seat, name, copies in kinds if name != NAMES[FLAG] for _ in range(copies))
    return Event(text, names, turns=max(weakened) >= _TURNS)


def _inventory(view: View) -> tuple[Counter[str], Counter[str]]:
    """Return the names of both sides' basic pieces, with their numbers."""
    found = (Counter[str](), Counter[str]())
    for piece in filter(None, view.position.board):
        parts = [NAMES[FLAT]] * piece.flats + [f"{_SIZES[size]} Pyramid" for size, _ in piece.pyramids]
        found[piece.seat].update(parts or [NAMES[piece.kind]])
    return found


def _strengths(view: View) -> tuple[int, int]:
    totals = [0, 0]
    for piece in filter(None, view.position.board):
        totals[piece.seat] += sum(left for _, left in piece.pyramids)
    return totals[0], totals[1]


def _sentence(seat: int, lost: tuple[Counter[str], Counter[str]], weakened: tuple[int, ...]) -> str:
    """Return in a sentence what an action of a seat cost both sides, empty if nothing."""
    who, rival = SEAT_NAMES[seat], SEAT_NAMES[1 - seat]
    own, taken = _list_pieces(lost[seat]), _list_pieces(lost[1 - seat])
    if own and taken:
        return f"{who} trades {own} for {taken}."
    if own or taken:
        return f"{who} takes {taken} from {rival}." if taken else f"{who} loses {own}."
    if weakened[1 - seat] > 0:
        return f"{who} weakens {rival}'s Pyramids by {weakened[1 - seat]}."
    return f"{who}'s Pyramids lose {weakened[seat]} Strength." if weakened[seat] > 0 else ""


def _list_pieces(pieces: Counter[str]) -> str:
    """Return pieces in words, such as “a Flat and 2 Small Pyramids”."""
    words = [f"a {name}" if copies == 1 else f"{copies} {_plural(name)}" for name, copies in pieces.items()]
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _plural(name: str) -> str:
    return f"{name}es" if name.endswith("s") else f"{name}s"
