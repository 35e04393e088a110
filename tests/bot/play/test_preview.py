"""The preview: shown once in private, or as often as the match says. CVD-9, CVD-10."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.core.errors import UserError
from bot.discord_kit.components.buttons import read, split_custom_id
from bot.play.dealing import briefings
from bot.play.dealing.hidden_info import Shown, looks_taken
from bot.play.endings import aborting
from bot.play.matches.ui.buttons import Look
from storage.tables import matches, scheduled_jobs
from tests.kit.hosts.house import MARA, House, house
from tests.kit.matches.decoy_twins import differences
from tests.kit.matches.tapped import assert_refused, begin, begin_by_taps, nothing_changes, public_messages
from tests.kit.seen import Seen
from tests.kit.table import Table, table
from tests.kit.traffic import EVERYBODY, Traffic
from tests.kit.watching.lists import a_button

_AN_ANSWER_LASTS = 15 * 60


async def before_the_look(file: Path, pattern: str) -> Traffic:
    """Record what Mara, the Creator, is sent before she looks at the preview in a match with this pattern."""
    async with table("mara", "tom", record=file) as t:
        await begin(t, t.mara, t.tom, pattern=pattern, destroyer_preview="half", rated=False)
        t.advance(60)
        await t.settled()
        for command in ("/matches", "/replay", "/hint", "/export", "/move", "/resign"):
            await t.mara.slash(command, **({"action": "roll"} if command == "/move" else {}))
            await t.settled()
        traffic, id = Traffic(file), t.mara.id
    traffic.sent = [replace(s, seer="mara") if s.seer == id else s for s in traffic.sent]
    return traffic


@pytest.mark.slow
async def test_CVD_12_a_creator_who_can_still_leave_knows_no_more_than_everybody(tmp_path: Path) -> None:
    plus, large = [await before_the_look(tmp_path / name, name) for name in ("+", "E")]
    assert differences(plus, large, EVERYBODY, "mara") == []
    said = " ".join(sent.body for found in plus.seen_by("mara").values() for sent in found)
    assert "The pattern has 10 to 24 cells, and you're shown all of them. Hold enough of them at once" in said


@pytest.mark.slow
@pytest.mark.drawn
async def test_the_preview_is_an_animation_that_is_gone_when_it_is_put_away(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    for person, told in ((t.mara, "The pattern: cells "), (t.tom, "The pattern is one of these. ")):
        preview = await person.tap("Show it now (then it counts)")
        assert (await t.download(preview.pictures["preview.gif"])).startswith(b"GIF89a")
        assert preview.alt_texts[0].startswith(told)
        after = await person.tap("Got it")
        assert after.id == preview.id
        assert list(after.pictures) == ["board.png"]


@pytest.mark.slow
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
    assert "The preview is over. It's your turn." in after.text
    assert not after.pictures


@pytest.mark.slow
async def test_what_was_put_away_is_not_emptied_later(t: Table) -> None:
    await begin_by_taps(t, t.mara, t.tom)
    panel = await t.mara.tap("Roll the die")
    t.advance(120)
    await t.settled()
    assert t.mara.again(panel).payload == panel.payload


@pytest.mark.slow
async def test_three_looks_may_be_taken_and_no_fourth(t: Table) -> None:
    await begin_by_taps(t, t.mara, t.tom, memory_aid="peek3")
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
    await begin_by_taps(t, t.mara, t.tom, memory_aid="visible")
    panel = await t.mara.tap("Roll the die")
    look = await t.mara.tap("Show it again", panel)
    t.advance(1000)
    await t.settled()
    assert list(t.mara.again(look).pictures) == ["preview.png"]


@pytest.mark.slow
async def test_without_a_preview_the_destroyer_is_told_so_and_may_begin(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, destroyer_preview="none")
    start = await t.tom.sees("You're the Destroyer")
    assert "and you're shown none of them." in start.text
    assert "Show it now (then it counts)" not in start.buttons
    await t.mara.tap("Got it", await t.mara.tap("Show it now (then it counts)"))
    await match.turn()
    await t.settled()
    assert "Roll the die" in (await t.tom.tap("Open", await t.tom.sees("Your turn"))).buttons
    assert not (await t.tom.sees("You're the Destroyer")).pictures.get("preview.gif")


async def test_two_looks_at_once_are_both_taken_away(t: Table) -> None:
    match = await begin_by_taps(t, t.mara, t.tom, memory_aid="peek3")
    private = await t.mara.sees("Roll the die.")
    looks = [await t.mara.tap("Look again (3 left)", private)]
    public = await t.mara.tap("Move", match.posts()[-1])
    looks.append(await t.mara.tap("Look again (2 left)", public))
    assert [list(look.pictures) for look in looks] == [["preview.png"], ["preview.png"]]
    await t.settled()
    t.advance(6)
    await t.settled()
    assert [list(t.mara.again(look).pictures) for look in looks] == [[], []]


@pytest.mark.slow
async def test_putting_one_look_away_does_not_keep_another(t: Table) -> None:
    match = await begin_by_taps(t, t.mara, t.tom, memory_aid="peek3")
    private = await t.mara.sees("Roll the die.")
    kept = await t.mara.tap("Look again (3 left)", private)
    public = await t.mara.tap("Move", match.posts()[-1])
    await t.mara.tap("Got it", await t.mara.tap("Look again (2 left)", public))
    await t.settled()
    t.advance(6)
    await t.settled()
    assert not t.mara.again(kept).pictures


@pytest.mark.slow
async def test_a_preview_that_discord_lets_nobody_change_any_more_is_let_be(t: Table) -> None:
    match = await begin_by_taps(t, t.mara, t.tom, memory_aid="peek3")
    await t.mara.tap("Look again (3 left)", await t.mara.tap("Move", match.posts()[-1]))
    await t.stop_bot()
    t.advance(_AN_ANSWER_LASTS + 1)
    await t.start_bot()
    await t.settled()
    async with t.database.read() as r:
        assert not await scheduled_jobs.undone(r, briefings.FADE)


async def test_a_preview_whose_picture_never_came_may_be_shown_again(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    start = await t.mara.sees("You're the Creator")
    custom_id = start.buttons["Show it now (then it counts)"]["custom_id"]
    outcome = await t.losing_the_answer(t.mara.actor.press(start.channel, start.id, custom_id))
    assert outcome["type"] == "failed"
    assert "preview.gif" in (await t.mara.tap("Show it now (then it counts)", start)).pictures


@pytest.mark.slow
async def test_a_second_tap_while_the_preview_is_shown_says_so(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    start = await t.mara.sees("You're the Creator")
    other_device = await a_button(t, start.buttons["Show it now (then it counts)"]["custom_id"])
    preview = await t.mara.tap("Show it now (then it counts)", start)
    assert_refused(await t.mara.tap("Old", other_device), "It's on your screen right now")
    await t.mara.tap("Got it", preview)
    assert_refused(await t.mara.tap("Old", other_device), "It was shown once, and now it's gone.")


async def test_a_preview_of_an_aborted_match_is_over_with_it(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, memory_aid="peek3")
    start = await t.mara.sees("You're the Creator")
    other_device = await a_button(t, start.buttons["Show it now (then it counts)"]["custom_id"])
    await t.mara.tap("Got it", await t.mara.tap("Show it now (then it counts)", start))
    await aborting.abort(t.running.bot.ctx.app, match.id, int(t.tom.id))
    await t.settled()
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Old", other_device), "This match is over.")


# --- before the first act -----------------------------------------------------------------------------

LOOK_FIRST = "Before you play, look at your preview: open the match from /matches and tap “Show it now”."


@pytest.mark.slow
async def test_CVD_9_nothing_typed_is_taken_before_the_preview_was_shown(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    async with nothing_changes(t):
        for text in ("roll", "Roll the die", "d12-d9"):
            assert_refused(await t.mara.move(text), LOOK_FIRST)
    await t.mara.tap("Show it now (then it counts)")
    await t.mara.move("roll")
    assert (await match.table()).texts == ("roll",)


@pytest.mark.slow
async def test_CVD_9_the_sentence_leads_to_the_preview(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    await t.mara.move("roll")
    opened = await t.mara.tap("Open", await t.mara.slash("/matches"))
    assert "preview.gif" in (await t.mara.tap("Show it now (then it counts)", opened)).pictures


@pytest.mark.slow
async def test_CVD_9_a_panel_on_another_device_leads_to_a_preview_that_could_not_be_shown(t: Table) -> None:
    match = await begin_by_taps(t, t.mara, t.tom)
    other_device = await t.mara.tap("Move", match.posts()[-1])
    async with t.database.write() as w:
        await matches.unset_briefed(w, match.id, 0)
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Roll the die", other_device), LOOK_FIRST)


@pytest.mark.slow
async def test_CVD_9_the_other_side_waits_for_nobody_and_is_told_nothing_of_a_look(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    before = public_messages(t), [seen.payload for seen in t.tom.messages()]
    await t.mara.tap("Show it now (then it counts)")
    await t.settled()
    assert (public_messages(t), [seen.payload for seen in t.tom.messages()]) == before
    await match.turn()
    async with nothing_changes(t):
        assert_refused(await t.tom.move("roll"), LOOK_FIRST)


# --- many taps at once --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("aid", "shown"), [("none", 1), ("peek3", 4), ("visible", 12)])
async def test_of_twelve_looks_at_once_no_more_are_given_than_there_are(
    tmp_path: Path, aid: str, shown: int
) -> None:
    async with house(tmp_path) as here:
        match = await here.match(memoryAid=aid)
        looks = await twelve_looks(here, match.id)
        given = [look for look in looks if isinstance(look, Shown)]
        assert len(given) == shown
        assert [look.first for look in given].count(True) == 1
        refused = [str(look) for look in looks if not isinstance(look, Shown)]
        assert set(refused) <= {"It was shown once, and now it's gone. Trust your memory."}
        assert len(refused) == 12 - shown
        row = (await here.app.match_state(match.id)).seat_row(0)
        assert (row.briefed_at, row.looks) == (here.app.now(), shown - 1)
        assert (await here.app.match_state(match.id)).seat_row(1).looks == 0


async def twelve_looks(here: House, match_id: str) -> list[Shown | BaseException]:
    """Return what Mara gets when she asks to see the preview twelve times at once."""
    asked = (briefings.show(here.app, match_id, MARA.id) for _ in range(12))
    return await asyncio.gather(*asked, return_exceptions=True)


async def test_a_look_that_could_not_be_shown_is_still_to_come_and_none_becomes_two(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        match = await here.match(memoryAid="peek3")
        looks = [look for look in await twelve_looks(here, match.id) if isinstance(look, Shown)]
        for look in looks:
            await briefings.take_back(here.app, look, 7)
        row = (await here.app.match_state(match.id)).seat_row(0)
        assert (row.briefed_at, row.looks) == (None, 0)
        await briefings.take_back(here.app, looks[-1], 7)
        assert (await here.app.match_state(match.id)).seat_row(0).looks == 0
        again = [look for look in await twelve_looks(here, match.id) if isinstance(look, Shown)]
        assert [look.first for look in again].count(True) == 1
        assert len(again) == 4


@pytest.mark.slow
async def test_of_twelve_taps_at_once_one_is_the_preview_and_no_look_is_spent(t: Table) -> None:
    await begin(t, t.mara, t.tom, memory_aid="peek3")
    start = await t.mara.sees("You're the Creator")
    assert await refused_of_twelve(t, start, start.buttons["Show it now (then it counts)"]["custom_id"]) == 11
    assert await looks_of(t) == 0


@pytest.mark.slow
async def test_of_twelve_taps_at_once_on_look_again_one_is_a_look(t: Table) -> None:
    await begin_by_taps(t, t.mara, t.tom, memory_aid="peek3")
    panel = await t.mara.tap("Roll the die")
    assert await refused_of_twelve(t, panel, panel.buttons["Look again (3 left)"]["custom_id"]) == 11
    assert await looks_of(t) == 1


async def test_the_look_of_a_button_is_taken_once_whenever_it_is_tapped(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        match = await here.match(memoryAid="peek3")
        for number in (0, 1, 2, 3):
            assert looks_taken(await here.app.match_state(match.id), 0) == number
            await briefings.show(here.app, match.id, MARA.id, number)
            for again in range(number + 1):
                with pytest.raises(UserError, match="already taken"):
                    await briefings.show(here.app, match.id, MARA.id, again)
        assert (await here.app.match_state(match.id)).seat_row(0).looks == 3


async def test_an_older_button_without_a_number_spends_nothing_while_a_look_is_shown(tmp_path: Path) -> None:
    assert read(Look, split_custom_id("sp|brief|abc")[1]) == Look("abc")
    async with house(tmp_path) as here:
        match = await here.match(memoryAid="peek3")
        for looks in (0, 1):
            shown = await briefings.show(here.app, match.id, MARA.id)
            await briefings.take_away_later(here.app, shown, looks, {"channel": 1, "message": 2})
            with pytest.raises(UserError, match="on your screen"):
                await briefings.show(here.app, match.id, MARA.id)
            assert (await here.app.match_state(match.id)).seat_row(0).looks == looks
            await briefings.put_away(here.app, match.id, MARA.id, looks)


GONE = re.compile("it's gone|already taken|on your screen right now")


async def refused_of_twelve(t: Table, on: Seen, custom_id: str) -> int:
    """Press a button twelve times at once as Mara, and return how often she's told that it's gone."""
    before = len(t.mara.messages())
    await asyncio.gather(*(t.mara.actor.press(on.channel, on.id, custom_id) for _ in range(12)))
    await t.settled()
    return len([seen for seen in t.mara.messages()[before:] if GONE.search(seen.text)])


async def looks_of(t: Table) -> int:
    async with t.database.read() as r:
        (match,) = await matches.open_of(r, int(t.mara.id))
    return next(row.looks for row in match.seats if row.person == int(t.mara.id))
