"""What features register for the use cases below them, which don't know who registers."""

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
    """A match that a person asks for, or agrees to where somebody else has asked (`accepts`). `other`: the
    other side; None where it's open to anyone, or the bot (`level`)."""

    person: int
    other: int | None
    level: str | None
    place: Place
    terms: MatchTerms
    accepts: bool = False


Check = Callable[[Reader, Beginning, int], Awaitable[None]]
"""UserError where it can't begin; the last argument is the present moment."""


async def check(r: Reader, checks: Sequence[Check], beginning: Beginning, now: int) -> None:
    """All checks, in the order of the features, within the transaction that begins it."""
    for one in checks:
        await one(r, beginning, now)


MatchEnded = Callable[[Match, Ending, int], tuple[Also, ...]]
"""Return what else to write in the transaction that ends a match, at this moment."""
LegStarted = Callable[[Writer, Match, int], Awaitable[None]]
"""Follow the start of a second leg, in its transaction, at this moment."""


@dataclass(frozen=True, kw_only=True)
class Hooks:
    """Everything that use cases ask or tell the features of the bot."""

    checks: tuple[Check, ...] = ()
    match_ended: tuple[MatchEnded, ...] = ()
    leg_started: tuple[LegStarted, ...] = ()
    patience: Mapping[str, int] = field(default_factory=dict)
    """Seconds for which a kind of message lets others go first while more wait than can be sent; by default
    none."""

    def also_ended(self, match: Match, ending: Ending, at: int) -> tuple[Also, ...]:
        """Return what every feature writes in the transaction that ends a match."""
        return tuple(write for hook in self.match_ended for write in hook(match, ending, at))


NO_HOOKS = Hooks()
