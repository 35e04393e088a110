"""How fast a match is played: days per move, or no clock at all. CVD-36, GEN-7."""

from __future__ import annotations

DAY_SECONDS = 86_400

PACES: dict[str, str] = {
    "3d": "3 days a move",
    "1d": "1 day a move",
    "7d": "7 days a move",
    "14d": "14 days a move",
    "none": "no clock",
}
"""Key as stored → words; the first is the default."""

DEFAULT = next(iter(PACES))


def seconds_per_move(pace: str) -> int | None:
    """How long a person has for a turn; None without a clock."""
    return None if pace == "none" else int(pace.removesuffix("d")) * DAY_SECONDS
