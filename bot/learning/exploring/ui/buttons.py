"""The buttons that lead to positions to be played on."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Name, Number, RowId


class PlayOn(Button, frozen=True, tag="onward"):
    """Plays on from a position of a match, against the bot."""

    match: Name
    number: Number


class StudyFrom(Button, frozen=True, tag="study"):
    """Tries what would have been, for both sides."""

    match: Name
    number: Number


class PlayLessonOn(Button, frozen=True, tag="onward-lesson"):
    """Plays on from a lesson's position, against the bot."""

    game: Name
    lesson: Name


class SaveStudy(Button, frozen=True, tag="study-text"):
    """Gives a study as a text file."""

    exercise: RowId
