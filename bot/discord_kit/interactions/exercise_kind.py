"""What a kind of exercise says of itself, so that one board serves all of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.core.app_context import AppContext
from bot.discord_kit.components.items import Tap
from games.core.teaching.attempts import Attempt
from games.core.vocabulary.tasks import Exercise
from storage.engine.handle import Reader, Writer
from storage.tables.exercises import Tried


@dataclass(frozen=True)
class Around:
    """What stands around a board: its heading and what is explained (both markdown), what is said of the try
    under way, whether there's a hint to ask for, and the buttons below."""

    heading: str
    text: str = ""
    line: str = ""
    has_hint: bool = False
    taps: tuple[Tap, ...] = ()


@dataclass(frozen=True)
class ExerciseKind:
    """`asks`: what an exercise is about, UserError where it's not here anymore; `anybody`: whether everyone
    may open any of them by its name; `around`: what stands around its board, in a UiContext; `ended`: what
    follows when a try has ended, in the same transaction, which has `person:ID` and `exercises:GAME` for
    itself: how it was before and after; `replies`: what the other side plays, where that's somebody else's
    to choose."""

    asks: Callable[[AppContext, Reader, Tried], Awaitable[Exercise]]
    around: Callable[[Any, Tried, Attempt], Awaitable[Around]]
    ended: Callable[[Writer, AppContext, Tried, Tried], Awaitable[None]]
    replies: Callable[[Any, Tried, Exercise, Attempt], Awaitable[str]] | None = None
    anybody: bool = True
