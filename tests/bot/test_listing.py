"""/matches, /help and the rules: everything of mine, my turn first, and a way in."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.bot.matches import SHORT, begin, begin_briefed, nothing_changes
from tests.kit import Table, table


@pytest.fixture
async def t() -> AsyncIterator[Table]:
    async with table("mara", "tom", "ines") as made:
        yield made


async def test_my_matches_stand_there_with_those_where_it_is_my_turn_first(t: Table) -> None:
    waiting = await begin_briefed(t, t.mara, t.tom)
    await waiting.turn()
    mine = await begin(t, t.mara, t.ines)
    listed = await t.mara.slash("/matches")
    assert listed.ephemeral
    lines = [line for line in listed.text.splitlines() if "Creators vs Destroyers as" in line]
    assert [line.startswith("**Your turn**") for line in lines] == [True, False]
    assert f"against <@{t.ines.id}>" in lines[0]
    assert f"<#{t.threads()[1]['id']}>" in lines[0]
    first = next(part for part in listed.parts() if part["type"] == 2)
    assert first["custom_id"].endswith(mine.id)


async def test_a_match_is_opened_from_the_list(t: Table) -> None:
    await begin_briefed(t, t.mara, t.tom)
    panel = await t.mara.tap("Open", await t.mara.slash("/matches"))
    assert panel.ephemeral
    assert "Roll the die" in panel.buttons


async def test_a_long_list_has_pages(t: Table) -> None:
    for _ in range(9):
        await t.mara.slash("/creators play", pace="none", **SHORT)
    await t.settled()
    first = await t.mara.slash("/matches")
    second = await t.mara.tap("▶", first)
    assert second.id == first.id
    assert [seen.text.count("Creators vs Destroyers as") for seen in (first, second)] == [8, 1]
    assert (await t.mara.tap("◀", second)).text == first.text


async def test_the_rules_are_read_page_by_page_in_private(t: Table) -> None:
    async with nothing_changes(t):
        page = await t.mara.slash("/creators rules")
        texts = [page.text]
        while "Next ▶" in page.buttons:
            page = await t.mara.tap("Next ▶", page)
            texts.append(page.text)
        assert page.ephemeral
    assert len(set(texts)) == len(texts) > 3
    assert all(text.startswith("### Creators vs Destroyers: ") for text in texts)


async def test_help_names_every_game_and_the_commands(t: Table) -> None:
    answer = await t.mara.slash("/help")
    assert answer.ephemeral
    for word in ("/creators play", "/matches", "/move"):
        assert word in answer.text
