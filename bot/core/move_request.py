"""What an AI player is asked: all that its seat may know, and for whom it thinks."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from games.core.game import Briefing
from storage.rows import Match

Done = TypeVar("Done")


class MoveRequest(msgspec.Struct, frozen=True):
    """One position for a level or a program of a game.

    `options`: those that everybody knows; `rng`: derived, never the seed. `match` and `person`: which match
    and whom it keeps waiting; `waiting`: how many people wait elsewhere. The queue needs to know, a player is
    never told."""

    game: str
    level: str
    seat: int
    options: Mapping[str, Any]
    view: Any
    briefing: Briefing | None
    rng: random.Random
    match: str = ""
    person: int = 0
    waiting: int = 0


class Thinking(Protocol):
    """What chooses an action for an AI player, and does other long work when no match waits."""

    async def think(self, question: MoveRequest) -> str:
        """The text of a legal action."""
        ...

    async def aside(self, person: int, work: Callable[..., Done], *given: Any) -> Done:
        """What comes of some work that nobody waits for, done somewhere else than here."""
        ...

    async def apart(self, seconds: float, work: Callable[..., Done], *given: Any) -> Done:
        """The same, in more time than a move has: so many seconds of processor time."""
        ...


Typing = Callable[[Match], Awaitable[None]]
"""Shows where a match is played that an answer is coming."""


class Answering(Protocol):
    """Whoever plays the seats of the bot."""

    ai_pool: Thinking

    async def run(self, typing: Typing) -> None:
        """Answer whenever it is the bot's turn; ends by cancellation."""

    async def settled(self, match_id: str) -> None:
        """Wait until no AI thinks in this match."""
