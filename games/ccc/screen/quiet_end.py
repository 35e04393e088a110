"""The quiet end of a match as it's shown: the count, both sides' Strength, and who leads. CCC-75."""

from __future__ import annotations

from games.ccc.rules.position import Position
from games.ccc.rules.rules import claim, find_stronger
from games.ccc.rules.state import SEAT_NAMES, CccReason, View
from games.core.screen.scene import Counter

ANNOUNCED = 4
"""The number of last turns that are announced: two of each side."""
_NEITHER = "neither"


def count_turns(view: View, position: Position) -> tuple[Counter, ...]:
    """Return the count of quiet turns in a position, for its picture."""
    return (Counter("Quiet", f"{position.quiet} of {_limit(view)}"),) if _is_counted(view) else ()


def weigh_sides(view: View, position: Position) -> tuple[Counter, ...]:
    """Return the Strength of both sides that a quiet end compares, and who leads, for a picture."""
    sums = _sums(view, position)
    strengths = (Counter("Strength", " + ".join(map(str, found)), seat) for seat, found in enumerate(sums))
    leads = (Counter("Leads", _name_leader(view, position)),) if sums and _is_awaited(view) else ()
    return (*strengths, *leads)


def tell_standing(view: View, position: Position) -> str:
    """Return in words what the counters of a position show, or nothing without a quiet end."""
    if not _is_counted(view):
        return ""
    count = f"Turns without an attack or a hop: {position.quiet} of {_limit(view)}."
    sums = _sums(view, position)
    kinds = ("Strength of Pyramids", "of Flats and Toruses")
    compared = "; ".join(
        f"{kind}: {SEAT_NAMES[0]} {white}, {SEAT_NAMES[1]} {black}"
        for kind, (white, black) in zip(kinds, zip(*sums, strict=True), strict=False)
    )
    leads = f"{_name_leader(view, position).capitalize()} leads." if sums and _is_awaited(view) else ""
    return " ".join(filter(None, (count, compared and f"{compared}.", leads)))


def is_near(view: View) -> bool:
    """Return whether half of the turns that bring a quiet end have passed."""
    return _is_awaited(view) and 2 * view.position.quiet >= _limit(view)


def count_last_turns(view: View) -> int:
    """Return how many turns are left before a quiet end, or 0 if that isn't announced yet."""
    left = max(1, _limit(view) - view.position.quiet)
    return left if _is_awaited(view) and left <= ANNOUNCED else 0


def announce(view: View) -> str:
    """Return a sentence that announces the last turns before a quiet end, or nothing."""
    left = count_last_turns(view)
    if not left:
        return ""
    stronger = find_stronger(view.setting, view.position)
    result = "it would be a draw" if stronger is None else f"{SEAT_NAMES[stronger]} would win"
    ends = "this turn ends the match" if left == 1 else f"the match ends after {left} more turns"
    return f"Without an attack or a hop, {ends}, and {result}."


def _limit(view: View) -> int:
    return view.setting.options.quiet


def _is_awaited(view: View) -> bool:
    return view.outcome is None and _limit(view) > 0


def _is_counted(view: View) -> bool:
    """Return whether a match can end by quiet, or has."""
    return _is_awaited(view) or (view.outcome is not None and view.outcome.reason == CccReason.QUIET)


def _name_leader(view: View, position: Position) -> str:
    leader = find_stronger(view.setting, position)
    return _NEITHER if leader is None else SEAT_NAMES[leader]


def _sums(view: View, position: Position) -> tuple[tuple[int, ...], ...]:
    """Return for each seat the sums of Strength that a quiet end compares; nothing where it is a draw."""
    how = view.setting.options.quiet_result
    if how == "draw" or not _is_counted(view):
        return ()
    claims = (claim(position, seat, how) for seat in (0, 1))
    return tuple(found if how == "army" else found[:1] for found in claims)
