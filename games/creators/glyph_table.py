"""Par and difficulty of every glyph, found by self-play: `python -m games.creators.tune` makes this file."""

from __future__ import annotations

TABLE: dict[str, tuple[int, int, int, str]] = {}
"""Glyph → par at 20, 40 and 80 rounds, difficulty. CVD-7, CVD-31."""

_ROUNDS = (20, 40, 80)


def par_of(glyph: str, rounds: int) -> int:
    """How many cells are enough in the last round."""
    return TABLE.get(glyph, (7, 7, 7, "easy"))[_ROUNDS.index(rounds)]


def difficulty_of(glyph: str) -> str:
    """easy, medium or hard."""
    return TABLE.get(glyph, (7, 7, 7, "easy"))[3]
