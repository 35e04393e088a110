"""Par and difficulty of every glyph, found by self-play: made by `python -m games.creators.ai.tune`."""

from __future__ import annotations

TABLE: dict[str, tuple[int, int, int, int, str]] = {
    "!": (7, 9, 10, 77, "easy"),
    "#": (7, 8, 10, 39, "hard"),
    "$": (6, 8, 11, 38, "hard"),
    "*": (6, 8, 9, 38, "hard"),
    "+": (5, 6, 6, 50, "easy"),
    "-": (5, 5, 6, 44, "hard"),
    "/": (5, 6, 6, 52, "easy"),
    "0": (7, 9, 9, 48, "medium"),
    "1": (5, 6, 6, 48, "medium"),
    "2": (7, 9, 9, 46, "medium"),
    "3": (7, 9, 11, 49, "medium"),
    "4": (6, 7, 7, 45, "medium"),
    "5": (8, 11, 13, 51, "easy"),
    "6": (7, 8, 9, 40, "hard"),
    "7": (7, 9, 10, 71, "easy"),
    "8": (7, 10, 11, 45, "hard"),
    "9": (8, 10, 12, 50, "medium"),
    "?": (7, 9, 10, 76, "easy"),
    "@": (7, 10, 12, 43, "hard"),
    "A": (5, 6, 6, 41, "hard"),
    "B": (7, 10, 11, 43, "hard"),
    "C": (6, 8, 8, 54, "easy"),
    "D": (7, 9, 10, 48, "medium"),
    "E": (7, 9, 11, 43, "hard"),
    "F": (7, 10, 11, 59, "easy"),
    "G": (7, 9, 9, 46, "medium"),
    "H": (6, 8, 9, 43, "hard"),
    "I": (6, 8, 8, 54, "easy"),
    "J": (6, 8, 8, 53, "easy"),
    "K": (6, 7, 8, 53, "easy"),
    "L": (4, 4, 4, 38, "hard"),
    "M": (7, 9, 11, 50, "medium"),
    "N": (7, 8, 9, 47, "medium"),
    "O": (7, 9, 10, 49, "medium"),
    "P": (7, 10, 11, 49, "medium"),
    "Q": (7, 9, 10, 46, "medium"),
    "R": (8, 10, 12, 48, "medium"),
    "S": (7, 9, 10, 46, "medium"),
    "T": (7, 9, 10, 72, "easy"),
    "U": (6, 7, 7, 43, "hard"),
    "V": (6, 7, 8, 61, "easy"),
    "W": (6, 7, 8, 42, "hard"),
    "X": (6, 6, 7, 57, "easy"),
    "Y": (6, 7, 7, 70, "easy"),
    "Z": (7, 9, 9, 49, "medium"),
    "⌂": (5, 6, 6, 36, "hard"),
    "☂": (8, 11, 13, 51, "easy"),
    "★": (6, 7, 8, 32, "hard"),
    "☺": (7, 8, 8, 46, "medium"),
    "☾": (6, 8, 8, 51, "easy"),
    "♥": (7, 9, 10, 60, "easy"),
    "♪": (6, 6, 7, 46, "medium"),
    "⚓": (7, 8, 9, 40, "hard"),
}
"""Glyph → par at 20, 40 and 80 rounds, the mean peak of cells held in per cent, difficulty. CVD-7, CVD-31."""


def par_of(glyph: str, rounds: int) -> int:
    """How many cells are enough in the last of 20, 40 or 80 rounds."""
    at_20, at_40, at_80, _, _ = TABLE[glyph]
    return {20: at_20, 40: at_40, 80: at_80}[rounds]


def difficulty_of(glyph: str) -> str:
    """easy, medium or hard."""
    return TABLE[glyph][4]
