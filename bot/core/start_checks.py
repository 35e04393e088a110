"""What may keep a match from beginning: every feature can have a say, by a check that it brings along."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from bot.core.seats import Place
from bot.core.terms import MatchTerms
from storage.engine.handle import Reader


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
