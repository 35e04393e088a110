import pytest

from storage import Database, Person
from storage.tables import people
from tests.kit.stored_samples import MARA


@pytest.mark.slow
async def test_a_new_person_has_open_private_messages_and_no_settings(database: Database) -> None:
    async with database.read() as r:
        assert await people.get(r, MARA) == Person(id=MARA, name="mara", created_at=1)


async def test_somebody_never_met_is_nobody(database: Database) -> None:
    async with database.read() as r:
        assert await people.get(r, 999) is None


@pytest.mark.slow
async def test_meeting_again_changes_the_name_and_nothing_else(database: Database) -> None:
    async with database.write("all") as w:
        await people.set_settings(w, MARA, {"colours": "safe"})
        await people.set_dms_open(w, MARA, False)
        await people.upsert(w, MARA, "Mara the Second", now=900)
        assert await people.get(w, MARA) == Person(
            id=MARA,
            name="Mara the Second",
            created_at=1,
            dms_open=False,
            settings={"colours": "safe"},
        )


@pytest.mark.slow
async def test_the_language_in_which_somebody_last_acted_is_kept_and_no_other(database: Database) -> None:
    async with database.write("all") as w:
        await people.upsert(w, MARA, "mara", now=2, locale="de")
        await people.upsert(w, MARA, "Mara", now=3)
        assert (await people.get(w, MARA) or Person(id=0, name="", created_at=0)).locale == "de"
        await people.upsert(w, MARA, "Mara", now=4, locale="fr")
        assert (await people.get(w, MARA) or Person(id=0, name="", created_at=0)).locale == "fr"


@pytest.mark.slow
async def test_somebody_is_welcomed_once_and_only_when_they_are_known(database: Database) -> None:
    async with database.write("all") as w:
        assert await people.welcome(w, MARA, 5)
        assert not await people.welcome(w, MARA, 6)
        assert not await people.welcome(w, 999, 6)
        known = await people.get(w, MARA)
        assert known is not None
        assert known.welcomed_at == 5
