"""Who is next: the first messages of all lanes, found for many at once.

To find them, all that waits is gone through. As long as that's little, it's done for each message. Of a
backlog it's done for some hundreds, where it keeps nobody waiting, and again after a second, so that what has
become more urgent meanwhile is sent soon."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.core.app_context import AppContext
from storage.tables import outbox

AHEAD = 256
"""So many are found at once."""
OFFERED = 64
"""So many of them are looked at to claim a few: other processes may have taken some."""
FEW = 200
"""Going through so many rows takes less than a millisecond."""
LASTS_SECONDS = 1


class Line:
    """The ids of messages that were found a moment ago, who is next in front."""

    def __init__(self) -> None:
        self._ids: Sequence[int] = ()
        self._found_at = 0

    async def front(self, app: AppContext, now: int) -> Sequence[int]:
        """Those who may be sent now; empty: nobody."""
        if not self._ids or not 0 <= now - self._found_at <= LASTS_SECONDS:
            self._ids, self._found_at = await _found(app, now), now
        return self._ids[:OFFERED]

    def passed(self, offered: Sequence[int], taken: Iterable[int], limit: int) -> None:
        """Of the `offered` these were taken, at most `limit`; who was passed over is asked no more."""
        places = [offered.index(id) for id in taken]
        looked_at = max(places) + 1 if len(places) == limit else len(offered)
        self._ids = self._ids[looked_at:]


async def _found(app: AppContext, now: int) -> Sequence[int]:
    async with app.database.read() as r:
        anything, is_long = await outbox.waits(r, now, FEW)
    if not anything:
        return ()
    async with app.database.read(long=is_long) as r:
        return await outbox.line(r, app.database.host, now, AHEAD, app.hooks.patience)
