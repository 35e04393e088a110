"""The seasons of a league."""

from __future__ import annotations

from storage.tables.contests import ContestRow
from tests.kit.contests.stage import Stage


async def following_season(on_stage: Stage, id: str) -> ContestRow:
    async with on_stage.app.database.read() as r:
        (row,) = await r.fetch("SELECT id FROM contests WHERE previous = :id", {"id": id})
    return await on_stage.row(row["id"])
