"""The interface of a kind of exercise, through which one board serves all kinds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.core.app_context import AppContext
from bot.discord_kit.components.items import Tap
from games.core.screen.scene import Scene
from games.core.teaching.attempts import Attempt
from games.core.vocabulary.tasks import Exercise
from storage.engine.handle import Reader, Writer
from storage.tables.exercises import Tried


@dataclass(frozen=True)
class Around:
    """The content around a board.

    Attributes:
        heading: Markdown.
        text: The explanation, in markdown.
        line: A line about the attempt under way.
        has_hint: Whether the player can ask for a hint.
        taps: The buttons below.
        picture: Shown instead of the board (None: the board).
    """

    heading: str
    text: str = ""
    line: str = ""
    has_hint: bool = False
    taps: tuple[Tap, ...] = ()
    picture: Scene | None = None


@dataclass(frozen=True)
class ExerciseKind:
    """The callbacks of a kind of exercise.

    Attributes:
        asks: Returns the task; raises UserError if it no longer exists.
        around: Returns the content around the board; the first argument is a UiContext.
        ended: Follows up on an attempt, given before and after its end, in the same transaction, which has
            locked `person:ID` and `exercises:GAME`.
        replies: Returns the opponent's move, if the kind chooses it.
        anybody: Whether everyone may open any exercise by its name.
    """

    asks: Callable[[AppContext, Reader, Tried], Awaitable[Exercise]]
    around: Callable[[Any, Tried, Attempt], Awaitable[Around]]
    ended: Callable[[Writer, AppContext, Tried, Tried], Awaitable[None]]
    replies: Callable[[Any, Tried, Exercise, Attempt], Awaitable[str]] | None = None
    anybody: bool = True
