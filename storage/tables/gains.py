"""Rating points that people have gained or lost since a moment."""

from collections.abc import Set

import msgspec

from storage.engine.handle import Reader
from storage.tables.ratings import Board


async def of_people(r: Reader, board: Board, people: Set[int]) -> dict[int, float]:
    """Return the points gained by each person rated in a board's game and pool since its moment."""
    wanted = msgspec.json.encode(sorted(people)).decode()
    rows = r.queries.gains.of_people(
        r, game=board.game, pool=board.pool, since=board.since or 0, people=wanted
    )
    return {row["person"]: row["gain"] async for row in rows}
