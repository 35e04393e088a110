"""A puzzle: a moment of a match, and one best answer to it. Each is one line of a text file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Course(msgspec.Struct, frozen=True):
    """A match as far as it has gone: raw options, the seed (32 bytes), the actions as text. It's replayed as
    a record is (`games.core.record.replay`)."""

    options: Mapping[str, Any]
    seed: bytes
    actions: tuple[str, ...]


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is asked at a moment of a match.

    `id`: short, of small letters and digits, unique in its game; `kind`: one of those that the game's analyst
    names; `rating`: how hard it is as far as the kind of thinking tells, before anybody has tried it; `seat`:
    from which it's seen; `course`: the match up to there; `solution`: the actions of both sides from there
    on, or (of a question) the key of the answer; `about`: what is asked about, where the kind doesn't say."""

    id: str
    kind: str
    rating: int
    seat: int
    course: Course
    solution: tuple[str, ...]
    about: str = ""


def write_puzzle(puzzle: Puzzle) -> str:
    """The line of a puzzle, without its end; `read_puzzle` reads it back."""
    return msgspec.json.encode(puzzle).decode()


def read_puzzle(line: str) -> Puzzle:
    """The puzzle in a line; msgspec.ValidationError or msgspec.DecodeError where it's none."""
    return msgspec.json.decode(line, type=Puzzle)
