"""Why a message isn't delivered, and whether it ever will be."""

from __future__ import annotations

import math

from bot.core.app_context import AppContext
from storage.tables import people


class Undeliverable(Exception):
    """Raised if this message can never be delivered, so trying again is of no use."""


class Unreachable(Undeliverable):
    """Raised if this message can't reach its reader now; it is sent once that changes (`outbox.revive`)."""


class ToldLater(Undeliverable):
    """Raised if the content of this message is kept and will be told another way."""


class Unavailable(Exception):
    """Raised if Discord can't be reached or fails: no matter how long that lasts, nothing is given up."""


class NotHeard(Unavailable):
    """Raised if people may be unable to reach another process, which will soon say so when they can."""


class RetryAfter(Exception):
    """Raised if Discord asks for a pause of this many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds} seconds")
        self.seconds = math.ceil(seconds)


class NoRoom(RetryAfter):
    """Raised if the bot's own rate limits have no room now; no request was sent to Discord."""


CANNOT_DM = "I couldn't DM you last time. Allow DMs from me, or open your matches with `/matches`."


async def warning(app: AppContext, person: int) -> str:
    """Return a warning if the last DM to a person failed, else an empty text."""
    async with app.database.read() as r:
        known = await people.get(r, person)
    return "" if known is None or known.dms_open else CANNOT_DM
