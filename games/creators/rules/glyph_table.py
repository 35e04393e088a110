"""Par and difficulty of every glyph from self-play, as written by `python -m games.creators.ai.tune`."""

from __future__ import annotations

from math import ceil

TABLE: dict[str, tuple[int, int, int, str]] = {
    "!": (7, 9, 77, "easy"),
    "#": (6, 8, 39, "hard"),
    "$": (6, 8, 38, "hard"),
    "*": (6, 7, 38, "hard"),
    "+": (5, 6, 50, "easy"),
    "-": (4, 5, 44, "hard"),
    "/": (5, 6, 52, "easy"),
    "0": (6, 8, 48, "medium"),
    "1": (5, 5, 48, "medium"),
    "2": (7, 8, 46, "medium"),
    "3": (7, 10, 49, "medium"),
    "4": (6, 7, 45, "medium"),
    "5": (8, 11, 51, "easy"),
    "6": (6, 8, 40, "hard"),
    "7": (7, 9, 71, "easy"),
    "8": (7, 9, 45, "hard"),
    "9": (7, 10, 50, "medium"),
    "?": (7, 9, 76, "easy"),
    "@": (7, 10, 43, "hard"),
    "A": (5, 6, 41, "hard"),
    "B": (7, 9, 43, "hard"),
    "C": (6, 7, 54, "easy"),
    "D": (7, 9, 48, "medium"),
    "E": (7, 9, 43, "hard"),
    "F": (7, 10, 59, "easy"),
    "G": (7, 9, 46, "medium"),
    "H": (6, 8, 43, "hard"),
    "I": (6, 8, 54, "easy"),
    "J": (6, 8, 53, "easy"),
    "K": (6, 7, 53, "easy"),
    "L": (3, 4, 38, "hard"),
    "M": (7, 9, 50, "medium"),
    "N": (6, 8, 47, "medium"),
    "O": (7, 9, 49, "medium"),
    "P": (7, 10, 49, "medium"),
    "Q": (7, 9, 46, "medium"),
    "R": (8, 10, 48, "medium"),
    "S": (7, 9, 46, "medium"),
    "T": (7, 9, 72, "easy"),
    "U": (6, 7, 43, "hard"),
    "V": (6, 7, 61, "easy"),
    "W": (6, 7, 42, "hard"),
    "X": (5, 6, 57, "easy"),
    "Y": (6, 7, 70, "easy"),
    "Z": (7, 9, 49, "medium"),
    "⌂": (5, 6, 36, "hard"),
    "☂": (8, 11, 51, "easy"),
    "★": (6, 7, 32, "hard"),
    "☺": (7, 8, 46, "medium"),
    "☾": (6, 8, 51, "easy"),
    "♥": (7, 9, 60, "easy"),
    "♪": (6, 6, 46, "medium"),
    "⚓": (7, 8, 40, "hard"),
}
"""Glyph → par at 20 and 40 rounds, mean peak of cells held in percent, difficulty. CVD-7, CVD-31."""


EVEN: dict[int, str] = {
    20: "!$*-/1235679?ACDEFGHIJKOPQSVW",
    40: "!#$-/579?@AD",
}
"""Rounds → the glyphs whose par is even at that number of rounds.

A par is even if the Creator won 40 to 60 percent of the matches that checked it after the search. CVD-31.
"""


PARS: dict[str, float] = {
    "!": 7,
    "#": 6,
    "$": 5.75,
    "*": 5.25,
    "+": 4.25,
    "-": 4,
    "/": 4.75,
    "0": 6.25,
    "1": 4.75,
    "2": 6.5,
    "3": 7,
    "4": 5.25,
    "5": 8,
    "6": 6.25,
    "7": 6.5,
    "8": 7,
    "9": 7,
    "?": 7,
    "@": 7,
    "A": 5,
    "B": 7,
    "C": 6,
    "D": 6.5,
    "E": 7,
    "F": 6.75,
    "G": 6.5,
    "H": 5.5,
    "I": 6,
    "J": 6.25,
    "K": 5.25,
    "L": 3.25,
    "M": 6.25,
    "N": 6.25,
    "O": 6.75,
    "P": 6.75,
    "Q": 6.25,
    "R": 7.25,
    "S": 6.25,
    "T": 6.5,
    "U": 5.25,
    "V": 5.75,
    "W": 5.5,
    "X": 5.25,
    "Y": 5.5,
    "Z": 6.25,
}
"""Glyph → par at 20 rounds in `creators/4`, if the Destroyer is shown five patterns. CVD-31."""

FAIR = "!$*+-/0123456789?@ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The glyphs that are even at 20 rounds in `creators/4`. CVD-31."""


def exact_par(glyph: str, rounds: int, version: str) -> float:
    """Return a glyph's par in 20 or 40 rounds, in quarters of a cell."""
    at_20, at_40, _, _ = TABLE[glyph]
    if rounds == 20 and version == "4":
        return PARS.get(glyph, at_20)
    return {20: at_20, 40: at_40}[rounds]


def par_of(glyph: str, rounds: int, version: str = "4") -> int:
    """Return how many of a glyph's cells are enough in the last of 20 or 40 rounds."""
    return ceil(exact_par(glyph, rounds, version))


def difficulty_of(glyph: str) -> str:
    """Return a glyph's difficulty: easy, medium or hard."""
    return TABLE[glyph][3]


def is_even(glyph: str, rounds: int, version: str = "4") -> bool:
    """Return whether both sides have a fair chance with this glyph in a match of 20 or 40 rounds."""
    return glyph in (FAIR if rounds == 20 and version == "4" else EVEN[rounds])
