"""SQL for what the bot itself never asks or does."""

from typing import Any

from storage import Database
from storage.engine.handle import Writer


async def sql(database: Database, text: str, **parameters: Any) -> list[tuple[Any, ...]]:
    """The rows of one statement, in a transaction of its own."""

    async def ask(w: Writer) -> list[tuple[Any, ...]]:
        return [tuple(row.values()) for row in await w.fetch(text, parameters)]

    return await database.transact(ask)
