"""The position that an AI player is asked about: all its seat may know, and for which person it thinks."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from games.core.game import Briefing
from storage.rows import Match

Done = TypeVar("Done")


class MoveRequest(msgspec.Struct, frozen=True):
    """One position for a level or a program of a game. An AI player is never told the last three fields.

    Attributes:
        options: The options that are public.
        rng: A derived source of randomness, never the seed.
        match: The id of the match, for the queue.
        person: The id of the person who waits for the move, for the queue.
        waiting: How many people wait elsewhere, for the queue.
    """

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
    """Chooses actions for AI players, and does other long work when no match waits."""

    async def think(self, question: MoveRequest) -> str:
        """Return the text of a legal action."""
        ...

    async def aside(self, person: int, work: Callable[..., Done], *given: Any) -> Done:
        """Return the result of work that no player waits for, done in another process."""
        ...

    async def apart(self, seconds: float, work: Callable[..., Done], *given: Any) -> Done:
        """Return the result of work done in a dedicated process, limited to `seconds` of processor time."""
        ...


Typing = Callable[[Match], Awaitable[None]]
"""Shows where a match is played that an answer is coming."""


class Answering(Protocol):
    """Plays the seats of the bot."""

    ai_pool: Thinking

    async def run(self, typing: Typing) -> None:
        """Answer whenever it is the bot's turn, until canceled."""

    async def wait_until_settled(self, match_id: str) -> None:
        """Wait until no AI thinks in this match."""
