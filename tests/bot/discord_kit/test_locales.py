"""The language of a person's Discord, which the bot remembers from their interactions."""

from __future__ import annotations

from storage.tables import people
from tests.kit.people import Person
from tests.kit.servers import own_settings
from tests.kit.table import Table, table


async def kept(t: Table, person: Person) -> str | None:
    async with t.database.read() as r:
        known = await people.get(r, int(person.id))
    return known and known.locale


async def test_the_language_of_who_acts_is_kept_and_follows_them() -> None:
    async with table("mara", "tom") as t:
        await t.mara.actor.settings(locale="de")
        await t.tom.actor.settings(locale="pt-BR")
        await t.mara.slash("/decoy challenge", opponent=t.tom)
        assert (await kept(t, t.mara), await kept(t, t.tom)) == ("de", None), "tom has done nothing yet"
        await t.tom.tap("Accept")
        assert await kept(t, t.tom) == "pt-BR"
        await t.mara.actor.settings(locale="ja")
        await own_settings.switch(t.mara, "Time", "Pause weekends")
        await t.mara.slash("/ccc challenge", opponent=t.tom)  # It tells nothing about the opponent.
        assert (await kept(t, t.mara), await kept(t, t.tom)) == ("ja", "pt-BR")
