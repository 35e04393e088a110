"""The buttons of puzzles; those on a puzzle's board are in `bot.learning.exercises`."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Name, Number, RowId


class NextPuzzle(Button, frozen=True, tag="puzzle"):
    """A button that opens another puzzle of a game, of the same kind if one is given."""

    game: Name
    kind: Name | None = None


class ShowAnswer(Button, frozen=True, tag="answer-me"):
    """A button that shows the answer to a failed puzzle."""

    exercise: RowId
    version: Number


class MakePuzzles(Button, frozen=True, tag="puzzles-of"):
    """A button by which a player agrees to puzzles from a match."""

    match: Name


class SolveDaily(Button, frozen=True, tag="daily"):
    """A button below the post of a puzzle of the day that opens it."""

    keeps_message = True
    game: Name
    name: Name
