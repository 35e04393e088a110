from typing import Any

import pytest

from storage import Database
from storage.engine.handle import load_queries
from storage.rows import Document
from storage.tables import documents
from tests.kit.rows import REFUSED
from tests.kit.sql import sql
from tests.kit.stored_samples import MARA, TOM


def a_document(name: str, **changes: Any) -> Document:
    fields: dict[str, Any] = {
        "person": MARA,
        "game": "creators",
        "name": name,
        "content": {"tools": ["brush", "knife"], "paper": {"size": 3}},
        "created_at": 100,
        "changed_at": 100,
    }
    return Document(**fields | changes)


@pytest.mark.slow
async def test_a_document_comes_back_as_it_went_in(database: Database) -> None:
    async with database.write("all") as w:
        await documents.put(w, a_document("winter"))
    async with database.read() as r:
        assert await documents.get(r, MARA, "creators", "winter") == a_document("winter")
        assert await documents.get(r, MARA, "creators", "summer") is None


async def test_the_keys_of_a_document_keep_their_places(database: Database) -> None:
    content = {"zebra": 1, "ant": {"y": 2, "b": 3}}
    async with database.write("all") as w:
        await documents.put(w, a_document("zoo", content=content))
        kept = await documents.get(w, MARA, "creators", "zoo")
    assert kept is not None
    assert list(kept.content) == ["zebra", "ant"]
    assert list(kept.content["ant"]) == ["y", "b"]


async def test_a_row_can_be_read_by_a_person(database: Database) -> None:
    async with database.write("all") as w:
        await documents.put(w, a_document("winter", content={"name": "Wölfe"}))
    found = await sql(database, "SELECT content FROM documents")
    assert found == [('{"name":"Wölfe"}',)]


async def test_one_of_the_same_name_is_replaced_and_stays_as_old_as_it_was(database: Database) -> None:
    async with database.write("all") as w:
        await documents.put(w, a_document("winter"))
        later = a_document("winter", content={"paper": {}}, created_at=500, changed_at=500)
        await documents.put(w, later)
        assert await documents.count_of(w, MARA, "creators") == 1
        kept = await documents.get(w, MARA, "creators", "winter")
    assert kept == a_document("winter", content={"paper": {}}, created_at=100, changed_at=500)


async def test_all_of_a_person_and_game_are_listed_by_name(database: Database) -> None:
    async with database.write("all") as w:
        for name in ("winter", "autumn", "summer"):
            await documents.put(w, a_document(name))
        await documents.put(w, a_document("other-game", game="decoy"))
        await documents.put(w, a_document("other-person", person=TOM))
    async with database.read() as r:
        listed = await documents.all_of(r, MARA, "creators")
        assert [document.name for document in listed] == ["autumn", "summer", "winter"]
        assert listed[0] == a_document("autumn")
        assert await documents.names_of(r, MARA, "creators") == ["autumn", "summer", "winter"]
        assert await documents.count_of(r, MARA, "creators") == 3
        assert await documents.all_of(r, TOM, "decoy") == []


@pytest.mark.slow
async def test_two_people_may_use_the_same_name_and_each_has_their_own(database: Database) -> None:
    async with database.write("all") as w:
        await documents.put(w, a_document("winter", content={"of": "mara"}))
        await documents.put(w, a_document("winter", person=TOM, content={"of": "tom"}))
        await documents.put(w, a_document("winter", game="decoy", content={"of": "another game"}))
        found = [
            await documents.get(w, *whose, "winter") for whose in ((MARA, "creators"), (TOM, "creators"))
        ]
    assert [document and document.content for document in found] == [{"of": "mara"}, {"of": "tom"}]


@pytest.mark.slow
async def test_deleting_takes_one_and_says_whether_it_was_there(database: Database) -> None:
    async with database.write("all") as w:
        await documents.put(w, a_document("winter"))
        await documents.put(w, a_document("winter", person=TOM))
        await documents.put(w, a_document("summer"))
        assert await documents.delete(w, MARA, "creators", "winter")
        assert not await documents.delete(w, MARA, "creators", "winter")
        assert await documents.names_of(w, MARA, "creators") == ["summer"]
        assert await documents.names_of(w, TOM, "creators") == ["winter"]


async def test_a_document_of_somebody_never_met_is_refused(database: Database) -> None:
    with pytest.raises(REFUSED):
        async with database.write("all") as w:
            await documents.put(w, a_document("winter", person=999))


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.parametrize("query", ["get", "all_of", "names_of", "count_of", "delete"])
async def test_a_query_for_documents_walks_no_whole_table(database: Database, query: str) -> None:
    text = getattr(load_queries().documents, query).sql
    parameters = {"person": 1, "game": "creators", "name": "winter"}
    steps = await sql(database, f"EXPLAIN QUERY PLAN {text}", **parameters)
    assert [step for *_, step in steps if "sqlite_autoindex_documents_1" not in step] == []
