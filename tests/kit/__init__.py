"""The test kit: people at a table, the real bot and the playground, joined by sockets alone.

    async with table("mara", "tom") as t:
        await t.mara.slash("/creators challenge", opponent=t.tom)
        await t.tom.tap("Accept")
        await t.mara.sees("Show it now (then it counts)")

Every verb waits for what it needs by listening to events; nothing sleeps. Time stands still until
`t.advance(seconds)`. When something expected does not come, the conversation so far is the message.
"""

from tests.kit.hearing import Hearing
from tests.kit.inputs import (
    PATIENCE_SECONDS,
    START,
    NumberedRandomness,
    StillClock,
    ThreadThinkers,
    WorksAside,
    WorldClock,
    wait_long_for_answers,
)
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Running, Table, table

__all__ = [
    "PATIENCE_SECONDS",
    "START",
    "Hearing",
    "NumberedRandomness",
    "Person",
    "Running",
    "Seen",
    "StillClock",
    "Table",
    "ThreadThinkers",
    "WorksAside",
    "WorldClock",
    "table",
    "wait_long_for_answers",
]
