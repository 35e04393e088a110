"""A person in contests deletes their data: they withdraw, and standings keep a number."""

from __future__ import annotations

import pytest

from bot.community.privacy import leaving
from bot.matchmaking.contests.log.event_store import contest_of
from tests.kit.servers.contest_table import (
    all_join,
    begin,
    card,
    create,
    id_of,
    organized,
    play_round,
    stands,
)
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=organized)


async def deleted(t: Table, person: int) -> int:
    """Delete a person's data and return the number that's left of them."""
    await leaving.ask(t.running.bot.ctx.app, person, "resign")
    await t.settled()
    ((number,),) = await sql(t.database, "SELECT id FROM people WHERE id < 0")
    return int(number)


async def traces(t: Table, person: int) -> int:
    """Count the rows of contests that still have a person's id."""
    counts = [
        await sql(t.database, f"SELECT COUNT(*) FROM {table} WHERE CAST({column} AS TEXT) LIKE '%{person}%'")
        for table, column in (
            ("contest_events", "event"),
            ("contest_people", "person"),
            ("contests", "organizer"),
            ("outbox", "payload"),
        )
    ]
    return sum(found[0][0] for found in counts)


@pytest.mark.slow
async def test_from_one_that_has_not_begun_they_withdraw(t: Table) -> None:
    await create(t, g="ccc")
    await all_join(t)
    mara = int(t.mara.id)
    assert await traces(t, mara)
    number = await deleted(t, mara)
    contest = await stands(t)
    assert contest.entrants[number].gone == "withdrew"
    assert mara not in contest.entrants
    assert await traces(t, mara) == 0
    assert t.mara.name not in card(t).text
    assert "**In (3):**" in card(t).text


@pytest.mark.slow
async def test_standings_and_pairings_keep_a_nameless_entrant(t: Table) -> None:
    await create(t, g="ccc")
    await all_join(t)
    await begin(t)
    await play_round(t)
    mara = int(t.mara.id)
    before = {pairing.match: pairing.score for pairing in (await stands(t)).of(mara) if pairing.score}
    assert before
    number = await deleted(t, mara)
    contest = await stands(t)
    assert {
        pairing.match: pairing.score for pairing in contest.of(number) if pairing.match in before
    } == before
    assert all(pairing.score for pairing in contest.of(number)), "the match under way is lost"
    assert f"Player {-number}" in card(t).text
    assert await traces(t, mara) == 0
    contest = await play_round(t)
    assert contest.status == "finished"


@pytest.mark.slow
async def test_another_process_that_knew_the_contest_reads_it_again(t: Table) -> None:
    await create(t, g="ccc")
    await all_join(t)
    app, contest_id = t.running.bot.ctx.app, await id_of(t)
    async with t.database.read() as r:
        await contest_of(r, app, contest_id)
    number = await deleted(t, int(t.tom.id))
    async with t.database.read() as r:
        _, known = await contest_of(r, app, contest_id)
    assert number in known.entrants
    assert int(t.tom.id) not in known.entrants


@pytest.mark.slow
async def test_what_an_organizer_decided_stays_under_the_number(t: Table) -> None:
    await create(t, g="ccc")
    await all_join(t, "mara", "tom")
    await t.ines.tap("Start now", await t.ines.tap("Manage", card(t)))
    await t.settled()
    ines = int(t.ines.id)
    number = await deleted(t, ines)
    assert await traces(t, ines) == 0
    log = await t.mara.tap("Log", await t.mara.tap("Standings", card(t)))
    assert log.text.count(f"Player {-number}") == 2
    assert str(ines) not in log.text
