"""Setting people to do forced steps, such as a roll, by hand."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core import person_settings
from storage.engine.database import Database
from storage.tables import people
from tests.kit.inputs import START


async def roll_by_hand(database: Database, names: Mapping[int, str]) -> None:
    """Turn on the "by hand" setting for these people (id to name), and keep their other settings."""
    async with database.write("all") as w:
        for id, name in names.items():
            row = await people.get(w, id)
            if row is None:
                await people.upsert(w, id, name, now=int(START))
            settings = person_settings.from_row(row.settings if row else {})
            await person_settings.keep(w, id, msgspec.structs.replace(settings, by_hand=True))
