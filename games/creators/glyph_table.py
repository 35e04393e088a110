"""Par and difficulty of every glyph, found by self-play: `python -m games.creators.tune` makes this file."""

from __future__ import annotations

TABLE: dict[str, tuple[int, int, int, int, str]] = {
    "!": (4, 5, 6, 50, "easy"),
    "#": (4, 5, 6, 49, "easy"),
    "$": (4, 5, 6, 48, "easy"),
    "*": (4, 5, 6, 47, "easy"),
    "+": (4, 5, 6, 46, "easy"),
    "-": (4, 5, 6, 45, "easy"),
    "/": (4, 5, 6, 44, "easy"),
    "0": (4, 5, 6, 43, "easy"),
    "1": (4, 5, 6, 42, "easy"),
    "2": (4, 5, 6, 41, "easy"),
    "3": (4, 5, 6, 40, "easy"),
    "4": (4, 5, 6, 39, "easy"),
    "5": (4, 5, 6, 38, "easy"),
    "6": (4, 5, 6, 37, "easy"),
    "7": (4, 5, 6, 36, "easy"),
    "8": (4, 5, 6, 35, "easy"),
    "9": (4, 5, 6, 34, "easy"),
    "?": (4, 5, 6, 33, "easy"),
    "@": (4, 5, 6, 32, "medium"),
    "A": (4, 5, 6, 31, "medium"),
    "B": (4, 5, 6, 30, "medium"),
    "C": (4, 5, 6, 29, "medium"),
    "D": (4, 5, 6, 28, "medium"),
    "E": (4, 5, 6, 27, "medium"),
    "F": (4, 5, 6, 26, "medium"),
    "G": (4, 5, 6, 25, "medium"),
    "H": (4, 5, 6, 24, "medium"),
    "I": (4, 5, 6, 23, "medium"),
    "J": (4, 5, 6, 22, "medium"),
    "K": (4, 5, 6, 21, "medium"),
    "L": (4, 5, 6, 20, "medium"),
    "M": (4, 5, 6, 19, "medium"),
    "N": (4, 5, 6, 18, "medium"),
    "O": (4, 5, 6, 17, "medium"),
    "P": (4, 5, 6, 16, "medium"),
    "Q": (4, 5, 6, 15, "medium"),
    "R": (4, 5, 6, 14, "hard"),
    "S": (4, 5, 6, 13, "hard"),
    "T": (4, 5, 6, 12, "hard"),
    "U": (4, 5, 6, 11, "hard"),
    "V": (4, 5, 6, 10, "hard"),
    "W": (4, 5, 6, 9, "hard"),
    "X": (4, 5, 6, 8, "hard"),
    "Y": (4, 5, 6, 7, "hard"),
    "Z": (4, 5, 6, 6, "hard"),
    "⌂": (4, 5, 6, 5, "hard"),
    "☂": (4, 5, 6, 4, "hard"),
    "★": (4, 5, 6, 3, "hard"),
    "☺": (4, 5, 6, 2, "hard"),
    "☾": (4, 5, 6, 1, "hard"),
    "♥": (4, 5, 6, 0, "hard"),
    "♪": (4, 5, 6, -1, "hard"),
    "⚓": (4, 5, 6, -2, "hard"),
}
"""Glyph → par at 20, 40 and 80 rounds, the mean peak of cells held in per cent, difficulty. CVD-7, CVD-31."""


def par_of(glyph: str, rounds: int) -> int:
    """How many cells are enough in the last of 20, 40 or 80 rounds."""
    at_20, at_40, at_80, _, _ = TABLE[glyph]
    return {20: at_20, 40: at_40, 80: at_80}[rounds]


def difficulty_of(glyph: str) -> str:
    """easy, medium or hard."""
    return TABLE[glyph][4]
