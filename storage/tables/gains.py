"""Rating points that people have gained or lost since a moment."""

from collections.abc import Set

import msgspec

from storage.engine.handle import Reader
from storage.tables.ratings import Board


async def of_people(r: Reader, board: Board, people: Set[int]) -> dict[int, float]:
    """Return the points gained in a board's game and pool since its moment, by person.

    People whose rating didn't change are left out.
    """
    wanted = msgspec.json.encode(sorted(people)).decode()
    rows = r.queries.gains.of_people(
        r, game=board.game, pool=board.pool, since=board.since or 0, people=wanted
    )
    return {row["person"]: row["gain"] async for row in rows}
