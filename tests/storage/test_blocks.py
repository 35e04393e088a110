"""Blocks in the database: a block concerns its two people and no third one."""

from __future__ import annotations

from itertools import permutations

import pytest

from storage import Database
from storage.tables import blocks, matches, people, suspensions
from storage.tables.blocks import Between
from storage.tables.suspensions import Suspension
from tests.kit.rows import end
from tests.kit.stored_samples import MARA, TOM, a_match

INES, GUILD, OTHER = 43_000_000_000_000_003, 7, 8
NOTHING = Between(blocked=False, suspended=False, met=False)


async def between(database: Database, person: int, other: int, guild: int | None = GUILD) -> Between:
    async with database.read() as r:
        return await blocks.between(r, person, other, guild)


@pytest.mark.slow
async def test_a_block_is_between_the_two_of_them_alone(database: Database) -> None:
    async with database.write("all") as w:
        await people.upsert(w, INES, "ines", now=1)
        await blocks.add(w, MARA, TOM, 5)
    for two in permutations((MARA, TOM, INES), 2):
        assert (await between(database, *two)).blocked == (INES not in two)
    async with database.write("all") as w:
        await blocks.remove(w, TOM, MARA)
        assert await blocks.count(w, MARA) == 1, "it isn't Tom's to undo"
        await blocks.remove(w, MARA, TOM)
    assert await between(database, MARA, TOM) == NOTHING


async def test_a_suspension_counts_on_its_own_server_for_the_second_of_two(database: Database) -> None:
    async with database.write("all") as w:
        await suspensions.add(w, Suspension(guild=GUILD, person=TOM, by_person=MARA, at=5))
    assert (await between(database, MARA, TOM)).suspended
    for elsewhere in (OTHER, None):
        assert not (await between(database, MARA, TOM, elsewhere)).suspended
    assert not (await between(database, TOM, MARA)).suspended


async def test_two_have_met_unless_all_their_matches_were_aborted_or_canceled(database: Database) -> None:
    async with database.write("all") as w:
        for number, reason in enumerate(("aborted", "cancelled")):
            await matches.add(w, a_match(f"m{number}"))
            assert await end(w, f"m{number}", None, reason, 5)
    assert await between(database, MARA, TOM) == NOTHING
    async with database.write("all") as w:
        await matches.add(w, a_match("m2"))
    assert (await between(database, TOM, MARA)).met
