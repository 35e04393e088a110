"""The next steps of a contest, which in a large one take long to compute: another process does it then."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count

import msgspec

from bot.core.app_context import AppContext
from bot.matchmaking.contests.formats import advance
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.events import Event, Paired

SMALL = 64
"""The most entrants for which any step takes a few milliseconds."""
SECONDS = 600.0
"""The most processor time for a contest's next steps."""


async def compute(
    app: AppContext, contest: Contest, now: int, apart: Collection[frozenset[int]]
) -> Sequence[Event]:
    """Return the events that follow in a contest at a moment, as `advance.following` does."""
    if len(contest.entrants) <= SMALL or not advance.may_follow(contest):
        return advance.following(contest, now, app.randomness.name, apart)
    data = msgspec.msgpack.encode(contest)
    found = await app.apart(SECONDS, following, data, now, apart)
    # Names drawn in the other process wouldn't come from this one's source of randomness.
    return [
        msgspec.structs.replace(event, match=app.randomness.name()) if isinstance(event, Paired) else event
        for event in found
    ]


def following(data: bytes, now: int, apart: Collection[frozenset[int]]) -> Sequence[Event]:
    """Return the events that follow in an encoded contest; numbers are the names of its new matches."""
    contest, numbers = msgspec.msgpack.decode(data, type=Contest), count(1)
    return advance.following(contest, now, lambda: str(next(numbers)), apart)
