"""What people are told once a contest has gone on."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.app_context import AppContext
from bot.matchmaking.contests.log import dice, notifications
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.running import absences
from bot.matchmaking.contests.running.absences import Absent
from bot.matchmaking.contests.teams import team_sides
from storage.engine.handle import Writer
from storage.tables import outbox
from storage.tables.contests import ContestRow


async def add(
    w: Writer, app: AppContext, row: ContestRow, before: Contest, after: Contest, absent: Iterable[Absent]
) -> None:
    """That it stands as it does after what has happened since `before`; `absent`: who didn't show up."""
    # Everybody's ladders are posted nowhere.
    kept = await team_sides.faces_of(w, row) if row.channel is not None else ()
    told = notifications.messages(kept, before, after, app.now())
    await outbox.add(w, [*told, *absences.told(row, absent)])
    if await dice.opened(w, row, after) is not None:
        await outbox.add(w, [notifications.opened(one, app.now()) for one in kept])
