"""The buttons of puzzles; those on a puzzle's board are `bot.learning.exercises`'."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Name, Number, RowId


class NextPuzzle(Button, frozen=True, tag="puzzle"):
    """Another puzzle of a game."""

    game: Name


class ShowAnswer(Button, frozen=True, tag="answer-me"):
    """The answer of a puzzle that went wrong."""

    exercise: RowId
    version: Number


class MakePuzzles(Button, frozen=True, tag="puzzles-of"):
    """A player agrees that puzzles are made of a match."""

    match: Name


class SolveDaily(Button, frozen=True, tag="daily"):
    """The puzzle of a day, below its post."""

    keeps_message = True
    game: Name
    name: Name
