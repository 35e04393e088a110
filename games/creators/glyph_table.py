"""Par and difficulty of every glyph, found by self-play: `python -m games.creators.tune` makes this file."""

from __future__ import annotations

TABLE: dict[str, tuple[int, int, int, int, str]] = {
    "!": (7, 9, 9, 77, "easy"),
    "#": (5, 7, 9, 31, "hard"),
    "$": (5, 7, 8, 33, "hard"),
    "*": (5, 6, 8, 35, "hard"),
    "+": (4, 5, 6, 44, "easy"),
    "-": (7, 11, 14, 77, "easy"),
    "/": (4, 5, 5, 44, "easy"),
    "0": (6, 7, 8, 42, "easy"),
    "1": (4, 4, 5, 42, "medium"),
    "2": (5, 6, 6, 36, "medium"),
    "3": (5, 6, 7, 36, "medium"),
    "4": (5, 6, 6, 40, "medium"),
    "5": (6, 8, 9, 39, "medium"),
    "6": (5, 6, 6, 33, "hard"),
    "7": (7, 8, 9, 68, "easy"),
    "8": (6, 7, 8, 36, "medium"),
    "9": (7, 8, 10, 44, "easy"),
    "?": (7, 9, 10, 75, "easy"),
    "@": (6, 7, 9, 35, "hard"),
    "A": (5, 5, 5, 40, "medium"),
    "B": (5, 7, 8, 34, "hard"),
    "C": (5, 5, 6, 45, "easy"),
    "D": (5, 6, 7, 37, "medium"),
    "E": (5, 6, 7, 31, "hard"),
    "F": (5, 7, 8, 45, "easy"),
    "G": (6, 7, 8, 39, "medium"),
    "H": (5, 6, 7, 36, "hard"),
    "I": (4, 5, 5, 41, "medium"),
    "J": (5, 5, 5, 40, "medium"),
    "K": (5, 6, 6, 45, "easy"),
    "L": (3, 3, 3, 32, "hard"),
    "M": (5, 6, 7, 39, "medium"),
    "N": (5, 6, 6, 37, "medium"),
    "O": (6, 6, 7, 38, "medium"),
    "P": (5, 7, 8, 38, "medium"),
    "Q": (6, 6, 7, 36, "hard"),
    "R": (6, 8, 9, 39, "medium"),
    "S": (6, 6, 7, 36, "hard"),
    "T": (5, 6, 8, 57, "easy"),
    "U": (5, 5, 5, 37, "medium"),
    "V": (6, 7, 7, 60, "easy"),
    "W": (4, 5, 5, 32, "hard"),
    "X": (4, 4, 5, 46, "easy"),
    "Y": (6, 6, 6, 71, "easy"),
    "Z": (5, 5, 6, 36, "hard"),
    "⌂": (5, 4, 4, 32, "hard"),
    "☂": (7, 9, 12, 44, "easy"),
    "★": (5, 6, 7, 32, "hard"),
    "☺": (4, 4, 4, 28, "hard"),
    "☾": (5, 6, 6, 47, "easy"),
    "♥": (6, 7, 7, 51, "easy"),
    "♪": (5, 5, 6, 41, "medium"),
    "⚓": (6, 6, 6, 33, "hard"),
}
"""Glyph → par at 20, 40 and 80 rounds, the mean peak of cells held in per cent, difficulty. CVD-7, CVD-31."""


def par_of(glyph: str, rounds: int) -> int:
    """How many cells are enough in the last of 20, 40 or 80 rounds."""
    at_20, at_40, at_80, _, _ = TABLE[glyph]
    return {20: at_20, 40: at_40, 80: at_80}[rounds]


def difficulty_of(glyph: str) -> str:
    """easy, medium or hard."""
    return TABLE[glyph][4]
