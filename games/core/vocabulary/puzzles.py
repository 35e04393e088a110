"""Puzzles: a moment of a match and its one best answer; each is a line of a text file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.core.screen.scene import Mark


class Course(msgspec.Struct, frozen=True):
    """A match so far: raw options, seed (32 bytes), actions as text. See `games.core.record.replay`."""

    options: Mapping[str, Any]
    seed: bytes
    actions: tuple[str, ...]


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question about a moment of a match.

    Attributes:
        id: A short id of lowercase letters and digits, unique in its game.
        kind: One of the kinds of the game's analyst.
        rating: The expected difficulty by its kind, before any player has tried it.
        seat: The seat from which it's seen.
        course: The match up to that moment.
        solution: The actions of both sides from there on, or the key of a quiz's answer.
        about: The subject of the question, if the kind doesn't say it.
    """

    id: str
    kind: str
    rating: int
    seat: int
    course: Course
    solution: tuple[str, ...]
    about: str = ""


class Reason(msgspec.Struct, frozen=True):
    """What's right or wrong about an answer to a puzzle.

    Attributes:
        words: Two sentences at most. Those about a wrong answer don't give the right one away.
        state: The position that shows it (None: the one that the answer leads to).
        marks: Signs on its picture.
    """

    words: str
    state: Any = None
    marks: tuple[Mark, ...] = ()


def write_puzzle(puzzle: Puzzle) -> str:
    """Return a puzzle as a line without its line break; `read_puzzle` reads it."""
    return msgspec.json.encode(puzzle).decode()


def read_puzzle(line: str) -> Puzzle:
    """Return the puzzle in a line; raise msgspec.ValidationError or msgspec.DecodeError if it's invalid."""
    return msgspec.json.decode(line, type=Puzzle)
