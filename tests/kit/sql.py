"""Direct SQL for what the bot itself never queries or changes."""

from typing import Any

from storage import Database
from storage.engine.handle import Writer


async def sql(database: Database, text: str, **parameters: Any) -> list[tuple[Any, ...]]:
    """Run one statement in its own transaction, and return its rows."""

    async def ask(w: Writer) -> list[tuple[Any, ...]]:
        return [tuple(row.values()) for row in await w.fetch(text, parameters)]

    return await database.transact(ask)
