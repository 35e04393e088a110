"""Functions that features register for use cases below them, which don't know the features."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from bot.core.seats import Place
from bot.core.terms import MatchTerms
from storage.engine.handle import Reader, Writer
from storage.rows import Match
from storage.tables.ply import Also, Ending


class Beginning(msgspec.Struct, frozen=True, kw_only=True):
    """A match that a person asks for or (`accepts`) agrees to.

    `other` is the opponent; None for an open challenge, or for the bot, which plays at `level`.
    """

    person: int
    other: int | None
    level: str | None
    place: Place
    terms: MatchTerms
    accepts: bool = False


Check = Callable[[Reader, Beginning, int], Awaitable[None]]
"""Raises UserError if a match can't begin; the last argument is the present moment in epoch seconds."""


async def check(r: Reader, checks: Sequence[Check], beginning: Beginning, now: int) -> None:
    """Run all checks, in the order of the features, within the transaction that begins a match."""
    for rule in checks:
        await rule(r, beginning, now)


MatchEnded = Callable[[Match, Ending, int], tuple[Also, ...]]
"""Returns further writes for the transaction that ends a match, given the moment in epoch seconds."""
LegStarted = Callable[[Writer, Match, int], Awaitable[None]]
"""Handles the start of a second leg in its transaction, given the moment in epoch seconds."""


@dataclass(frozen=True, kw_only=True)
class Hooks:
    """All functions that the features of the bot have registered."""

    checks: tuple[Check, ...] = ()
    match_ended: tuple[MatchEnded, ...] = ()
    leg_started: tuple[LegStarted, ...] = ()
    patience: Mapping[str, int] = field(default_factory=dict)
    """Seconds for which a kind of message lets others go first while the outbox is full; 0 by default."""

    def also_ended(self, match: Match, ending: Ending, at: int) -> tuple[Also, ...]:
        """Return what every feature writes in the transaction that ends a match."""
        return tuple(write for hook in self.match_ended for write in hook(match, ending, at))


NO_HOOKS = Hooks()
