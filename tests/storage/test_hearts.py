from typing import Any

import pytest

from storage import Database
from storage.tables import hearts, matches
from storage.tables.hearts import Heart
from tests.kit.rows import REFUSED, append
from tests.kit.stored_samples import MARA, TOM, a_match

GUILD, OTHER = 7, 8


async def played(database: Database, id: str, guild: int | None = GUILD) -> None:
    """Add a match of Mara (seat 0) against Tom in which each has acted once."""
    async with database.write("all") as w:
        await matches.add(w, a_match(id, guild=guild))
        await append(w, id, 1, 0, "hers", 5)
        await append(w, id, 2, 1, "his", 6)


async def give(database: Database, match_id: str, seat: int, text: str, **changes: Any) -> None:
    """Let the player in a seat like what the opponent said with their only action."""
    fields: dict[str, Any] = {"number": 2 - seat, "mark": text.lower(), "guild": GUILD, "at": 10}
    async with database.write("all") as w:
        await hearts.give(w, Heart(match_id=match_id, seat=seat, text=text, **{**fields, **changes}))


async def best(database: Database, guild: int = GUILD) -> list[tuple[str, int, str, int]]:
    async with database.read() as r:
        found = await hearts.best(r, guild, 10)
        assert await hearts.count(r, guild) == len(found)
    return [(saying.text, saying.hearts, saying.match_id, saying.seat) for saying in found]


async def of_mara(database: Database, guild: int | None = GUILD, limit: int = 10) -> list[tuple[str, int]]:
    async with database.read() as r:
        return [(saying.text, saying.hearts) for saying in await hearts.of_person(r, MARA, guild, limit)]


async def test_each_player_has_one_heart_a_match_and_may_change_it(database: Database) -> None:
    await played(database, "m1")
    for text in ("Nice.", "Nicer."):
        await give(database, "m1", 1, text)
    await give(database, "m1", 0, "Kind.", number=2)
    async with database.write("all") as w:
        heart = await hearts.find_given(w, "m1", 1)
        assert heart is not None
        assert heart.text == "Nicer."
        await hearts.take_back(w, "m1", 1)
        assert await hearts.find_given(w, "m1", 1) is None
        assert await hearts.find_given(w, "m1", 0) is not None


@pytest.mark.slow
async def test_what_reads_alike_counts_together_with_the_match_in_which_it_was_liked_last(
    database: Database,
) -> None:
    for number in (1, 2, 3):
        await played(database, f"m{number}")
    await give(database, "m1", 1, "Nice.", at=10)
    await give(database, "m2", 0, "nice.", at=30)
    await give(database, "m3", 1, "Kind.", at=20)
    assert await best(database) == [("nice.", 2, "m2", 0), ("Kind.", 1, "m3", 1)]


@pytest.mark.slow
async def test_a_server_has_its_own_list(database: Database) -> None:
    await played(database, "m1")
    await played(database, "m2", OTHER)
    await played(database, "m3", None)
    for id, guild in (("m1", GUILD), ("m2", OTHER), ("m3", None)):
        await give(database, id, 1, f"Of {id}.", guild=guild)
    assert await best(database) == [("Of m1.", 1, "m1", 1)]
    assert await best(database, OTHER) == [("Of m2.", 1, "m2", 1)]


@pytest.mark.slow
async def test_what_a_person_said_comes_before_what_they_liked(database: Database) -> None:
    for number in (1, 2, 3):
        await played(database, f"m{number}", None)
    await give(database, "m1", 0, "His.", guild=None, at=50)
    await give(database, "m2", 0, "his.", guild=None, at=60)
    await give(database, "m3", 1, "Hers.", guild=None)
    assert await of_mara(database) == [("Hers.", 1), ("his.", 2)]
    assert await of_mara(database, limit=1) == [("Hers.", 1)]
    async with database.read() as r:
        assert [saying.text for saying in await hearts.of_person(r, TOM, None, 10)] == ["his.", "Hers."]
        assert await hearts.of_person(r, TOM + 1, GUILD, 10) == []


@pytest.mark.slow
async def test_what_is_unwanted_is_in_no_list_of_that_server(database: Database) -> None:
    await played(database, "m1")
    await played(database, "m2", OTHER)
    await give(database, "m1", 1, "Hm.")
    await give(database, "m2", 1, "Hm.", guild=OTHER)
    async with database.write("all") as w:
        await hearts.hide(w, GUILD, "hm.")
        await hearts.hide(w, GUILD, "hm.")
        assert await hearts.list_unwanted(w, GUILD) == {"hm."}
        assert await hearts.list_unwanted(w, OTHER) == set()
    assert await best(database) == []
    assert await of_mara(database) == [], "nor is it suggested there, wherever it was said"
    assert await of_mara(database, None) == [("Hm.", 1)], "but for where it is wanted"
    assert await best(database, OTHER) == [("Hm.", 1, "m2", 1)]
    async with database.write("all") as w:
        await hearts.show_again(w, GUILD, "hm.")
    assert await best(database) == [("Hm.", 1, "m1", 1)]


async def test_a_heart_is_for_an_action_of_a_match_that_there_is(database: Database) -> None:
    await played(database, "m1")
    for match_id, number in (("nosuch", 1), ("m1", 3)):
        with pytest.raises(REFUSED):
            await give(database, match_id, 1, "Nice.", number=number)
