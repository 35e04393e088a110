"""The course of a match of creators: cells held against cells needed, and notable moves."""

from __future__ import annotations

from games.core.screen.story import Event, Gauge
from games.creators.rules.rules import SEAT_NAMES, explain_vain_hold
from games.creators.rules.view import View


def gauge(view: View) -> Gauge | None:
    """Return cells held and needed, or in a race both sides' cells; None while the pattern is hidden."""
    if view.pattern is None or view.need is None:
        return None
    if view.options.victory == "race":
        return Gauge(
            "Cells held", ((SEAT_NAMES[0], _count_held(view, 0)), (SEAT_NAMES[1], _count_held(view, 1)))
        )
    return Gauge("Pattern cells", (("Held", _count_held(view, 0)), ("Needed", view.need)))


def event(before: View, after: View) -> Event | None:
    """Return the event of a move that captures or gains a cell of the pattern, or None."""
    last = after.last
    if before.board == after.board or last is None:
        return None
    # Seat 0, the Creator, plays the odd plies.
    seat = 1 - before.ply % 2
    gained = _counts(after, seat) and _count_held(after, seat) > _count_held(before, seat)
    robbed = _counts(after, 1 - seat) and _count_held(after, 1 - seat) < _count_held(before, 1 - seat)
    vain = _in_vain(after)
    if not (gained or last.capture or vain):
        return None
    doing = "captures on" if last.capture else "fills" if gained else "moves to"
    text = f"{SEAT_NAMES[seat]} {doing} {last.target}"
    if gained:
        text += f" and holds {_standing(after, seat)}"
    if robbed:
        text += f"; {SEAT_NAMES[1 - seat]} is down to {_standing(after, 1 - seat)}"
    is_close = gained and after.need is not None and _count_held(after, seat) >= after.need - 1
    return Event(f"{text}. {vain}".strip(), turns=robbed or is_close or bool(vain))


def _in_vain(after: View) -> str:
    """Return why the Creator held enough and hasn't won, at the move that ends the match; else empty."""
    if after.outcome is None or after.need is None:
        return ""
    return explain_vain_hold(after.outcome, _count_held(after, 0), after.need)


def _counts(view: View, seat: int) -> bool:
    """Return whether a seat can win by holding cells."""
    return seat == 0 or view.options.victory == "race"


def _count_held(view: View, seat: int) -> int:
    cells = view.pattern.cells if view.pattern is not None else ()
    return sum(view.board[cell] == seat + 1 for cell in cells)


def _standing(view: View, seat: int) -> str:
    held = _count_held(view, seat)
    return f"{held} cell{'' if held == 1 else 's'} ({view.need} needed)"
