"""Who takes no DMs from the bot, and should know it before they play on no server."""

from __future__ import annotations

from bot.core.app_context import AppContext
from storage.tables import people

CANNOT_DM = "I couldn't DM you last time, and you'd play in DMs: allow them from me, or look into `/matches`."


async def warning(app: AppContext, person: int) -> str:
    """That the last DM didn't get to somebody; empty where it did."""
    async with app.database.read() as r:
        known = await people.get(r, person)
    return "" if known is None or known.dms_open else CANNOT_DM
