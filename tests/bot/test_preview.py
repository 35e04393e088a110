"""The preview: shown once in private, or as often as the match says. CVD-9, CVD-10."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.bot.matches import begin, begin_briefed
from tests.kit import Table, table


@pytest.fixture
async def t() -> AsyncIterator[Table]:
    async with table("mara", "tom", "ines") as made:
        yield made


@pytest.mark.drawn
async def test_the_preview_is_an_animation_that_is_gone_when_it_is_put_away(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    for person in (t.mara, t.tom):
        preview = await person.tap("Show it now (then it counts)")
        assert (await t.download(preview.pictures["preview.gif"])).startswith(b"GIF89a")
        assert preview.alt_texts[0].startswith("The pattern: cells ")
        after = await person.tap("I have it")
        assert after.id == preview.id
        assert list(after.pictures) == ["board.png"]


async def test_the_preview_is_emptied_by_itself_and_not_before_it_was_held(t: Table) -> None:
    await begin(t, t.mara, t.tom, preview_seconds=30)
    preview = await t.mara.tap("Show it now (then it counts)")
    await t.settled()
    t.advance(30)
    await t.settled()
    assert t.mara.again(preview).pictures
    t.advance(30)
    await t.settled()
    after = t.mara.again(preview)
    assert "The preview is over. It is your turn." in after.text
    assert not after.pictures


async def test_what_was_put_away_is_not_emptied_later(t: Table) -> None:
    await begin_briefed(t, t.mara, t.tom)
    panel = await t.mara.tap("Roll the die")
    t.advance(120)
    await t.settled()
    assert t.mara.again(panel).payload == panel.payload


async def test_three_looks_may_be_taken_and_no_fourth(t: Table) -> None:
    await begin_briefed(t, t.mara, t.tom, memory_aid="peek3")
    panel = await t.mara.tap("Roll the die")
    for left in (3, 2, 1):
        look = await t.mara.tap(f"Look again ({left} left)", panel)
        assert list(look.pictures) == ["preview.png"]
        await t.settled()
        t.advance(6)
        await t.settled()
        assert not t.mara.again(look).pictures
        panel = await t.mara.tap("Open the board", t.mara.again(look))
    assert not [label for label in panel.buttons if "again" in label]


async def test_a_pattern_that_stays_visible_is_not_taken_away(t: Table) -> None:
    await begin_briefed(t, t.mara, t.tom, memory_aid="visible")
    panel = await t.mara.tap("Roll the die")
    look = await t.mara.tap("Show it again", panel)
    t.advance(1000)
    await t.settled()
    assert list(t.mara.again(look).pictures) == ["preview.png"]


async def test_without_a_preview_the_destroyer_is_told_so_and_may_begin(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, destroyer_preview="none")
    start = await t.tom.sees("You are Destroyer")
    assert "You are shown none of them." in start.text
    assert "Show it now (then it counts)" not in start.buttons
    await t.mara.tap("I have it", await t.mara.tap("Show it now (then it counts)"))
    await match.turn()
    await t.settled()
    assert "Roll the die" in (await t.tom.tap("Open", await t.tom.sees("Your turn"))).buttons
    assert not (await t.tom.sees("You are Destroyer")).pictures.get("preview.gif")


async def test_two_looks_at_once_are_both_taken_away(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, memory_aid="peek3")
    private = await t.mara.sees("Roll the die.")
    public = await t.mara.tap("Move", match.posts()[-1])
    looks = [await t.mara.tap("Look again (3 left)", panel) for panel in (private, public)]
    assert [list(look.pictures) for look in looks] == [["preview.png"], ["preview.png"]]
    await t.settled()
    t.advance(6)
    await t.settled()
    assert [list(t.mara.again(look).pictures) for look in looks] == [[], []]


async def test_putting_one_look_away_does_not_keep_another(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, memory_aid="peek3")
    private = await t.mara.sees("Roll the die.")
    public = await t.mara.tap("Move", match.posts()[-1])
    kept = await t.mara.tap("Look again (3 left)", private)
    await t.mara.tap("I have it", await t.mara.tap("Look again (3 left)", public))
    await t.settled()
    t.advance(6)
    await t.settled()
    assert not t.mara.again(kept).pictures


async def test_a_preview_whose_picture_never_came_may_be_shown_again(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    start = await t.mara.sees("You are Creator")
    custom_id = start.buttons["Show it now (then it counts)"]["custom_id"]
    outcome = await t.losing_the_answer(t.mara.actor.press(start.channel, start.id, custom_id))
    assert outcome["type"] == "failed"
    assert "preview.gif" in (await t.mara.tap("Show it now (then it counts)", start)).pictures
