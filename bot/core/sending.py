"""Why a message is not delivered, and whether it ever will be."""

from __future__ import annotations

import math

from bot.core.app_context import AppContext
from storage.tables import people


class Undeliverable(Exception):
    """This message can never be delivered; trying again is of no use."""


class Unreachable(Undeliverable):
    """Nobody can be reached by this message; it is told when they can be again (`outbox.revive`)."""


class ToldLater(Undeliverable):
    """What this message stood for is kept, and told another way."""


class Unavailable(Exception):
    """Discord is not to be reached, or is broken: however long that lasts, nothing is given up for it."""


class NotHeard(Unavailable):
    """People may not be able to reach another process, which will say so soon when they can."""


class RetryAfter(Exception):
    """Discord wants to be left in peace for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds} seconds")
        self.seconds = math.ceil(seconds)


class NoRoom(RetryAfter):
    """There's no room for this just now; nothing was asked of Discord."""


CANNOT_DM = "I couldn't DM you last time, and you'd play in DMs: allow them from me, or look into `/matches`."


async def warning(app: AppContext, person: int) -> str:
    """That the last DM didn't get to somebody; empty where it did."""
    async with app.database.read() as r:
        known = await people.get(r, person)
    return "" if known is None or known.dms_open else CANNOT_DM
