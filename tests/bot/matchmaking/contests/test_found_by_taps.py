"""Contests at a table: listed and found, by those who may."""

from __future__ import annotations

import pytest

from bot.matchmaking.contests.reading.standings import standings
from tests.kit.servers.contest_table import (
    all_join,
    create,
    id_of,
    organized,
    person_of,
    play_round,
    running,
    stands,
)
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=organized)

pytestmark = pytest.mark.table(at=organized)


@pytest.mark.slow
async def test_a_long_list_of_contests_has_pages(t: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.matchmaking.contests.ui.menu.ON_A_PAGE", 1)
    names = ("Friday Cup", "Sunday Cup")
    for name in names:
        await create(t, name=name)
    first = await t.mara.slash("/compete")
    second = await t.mara.tap("▶", first)
    shown = [[name for name in names if name in seen.text] for seen in (first, second)]
    assert sorted(shown) == [["Friday Cup"], ["Sunday Cup"]]
    assert (await t.mara.tap("◀", second)).text == first.text


@pytest.mark.slow
async def test_in_a_dm_only_its_people_see_it(t: Table) -> None:
    await create(t)
    await all_join(t, "mara")
    bot = str(t.running.bot.application_id)
    for person, is_in in ((t.mara, True), (t.juri, False)):
        dm = await person.actor.open_dm(bot)
        seen = await person.slash("/compete", channel=str(dm["id"]))
        assert ("Friday Cup" in seen.text) == is_in
        assert "Organize one" not in seen.buttons


@pytest.mark.slow
async def test_my_contests_are_listed_wherever_i_ask(t: Table) -> None:
    await running(t, "mara", "tom")
    mine = await t.mara.tap("Mine", await t.mara.slash("/compete"))
    assert "Friday Cup" in mine.text
    opened = await t.mara.choose(await id_of(t), mine)
    assert "**You play:**" in opened.text
    nothing = await t.juri.tap("Mine", await t.juri.slash("/compete"))
    assert "You aren't in any tournament or ladder right now." in nothing.text


@pytest.mark.slow
async def test_what_is_over_is_found_with_its_champion_here_and_by_its_people_in_a_dm(t: Table) -> None:
    await running(t, "mara", "tom", k="k")
    assert "None is over yet." in (await t.juri.tap("Finished", await t.juri.slash("/compete"))).text
    while (await stands(t)).open:
        await play_round(t)
    first = person_of(t, standings(await stands(t))[0].person)
    assert "Friday Cup" not in (await t.juri.slash("/compete")).text
    over = await t.juri.tap("Finished", await t.juri.slash("/compete"))
    assert "**Friday Cup** · Knockout" in over.text
    assert f"🏆 {first.name} wins" in over.text
    assert "🥇" not in over.text, "two people are too few for medals"
    opened = await t.juri.choose(await id_of(t), over)
    assert "**Ended** <t:" in opened.text
    bot = str(t.running.bot.application_id)
    for person, is_in in ((t.mara, True), (t.juri, False)):
        dm = await person.actor.open_dm(bot)
        found = await person.tap("Finished", await person.slash("/compete", channel=str(dm["id"])))
        assert ("Friday Cup" in found.text) == is_in
