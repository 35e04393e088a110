"""The buttons of lessons; those on a lesson's board are `bot.learning.exercises`'."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Name


class ShowCourse(Button, frozen=True, tag="course"):
    """All lessons of a game."""

    game: Name


class ChooseLesson(Button, frozen=True, tag="lesson"):
    """A select whose value is a lesson of a game."""

    game: Name
