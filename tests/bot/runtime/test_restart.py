"""Restarts of the bot: old buttons still work, and no message or turn that was due is lost."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.move_request import MoveRequest
from bot.runtime.background_loops import Work
from storage import open_database
from storage.tables import heartbeat, scheduled_jobs
from tests.kit.inputs import ThreadThinkers, WorksAside
from tests.kit.matches.tapped import DAY, SHORT, Played, begin, begin_briefed, land, newest_match
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")


class Musing(WorksAside):
    """An AI that never finishes."""

    async def think(self, question: MoveRequest) -> str:
        await asyncio.Event().wait()
        raise AssertionError


@pytest.mark.slow
@pytest.mark.parametrize("where", ["in the thread", "in DMs"])
async def test_an_old_panel_works_in_the_middle_of_a_turn(t: Table, where: str) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    if where == "in the thread":
        await match.act("roll")
        panel = await t.mara.tap("Move", match.posts()[-1])
        person = t.mara
    else:
        await match.turn()
        ping = await t.tom.sees("Your turn")
        await match.act("roll")
        panel = await t.tom.tap("Open", ping)
        person = t.tom
    square, (text, *_) = next(way for way in (await match.landings()).items() if len(way[1]) > 1)
    await t.restart_bot()
    panel = await land(person, square, panel)
    await t.restart_bot()
    label = next(label for label in panel.buttons if label.startswith(f"{text.split('-')[0]} "))
    panel = await person.tap(label, panel)
    assert (await match.table()).texts[-1] == text
    assert "To move: " in panel.text


@pytest.mark.slow
async def test_an_old_board_and_an_old_card_work(t: Table) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator", **SHORT)
    await t.restart_bot()
    await t.tom.tap("Accept", card)
    await t.settled()
    await t.restart_bot()
    match = Played(t, await newest_match(t), (t.mara, t.tom))
    await match.brief()
    assert "Roll the die" in (await t.mara.tap("Move", match.posts()[-1])).buttons


@pytest.mark.slow
async def test_an_ai_that_was_thinking_thinks_again_after_a_restart(t: Table) -> None:
    await t.stop_bot()
    t.ai_pool = Musing()
    await t.start_bot()
    await t.mara.start("/creators play", level="easy", side="Destroyer", **SHORT)
    await t.mara.tap("Show it now (then it counts)")
    match = Played(t, await newest_match(t), (None, t.mara))
    await t.stop_bot()
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("answer ")]
    t.ai_pool = ThreadThinkers()
    await t.start_bot()
    await t.settled()
    assert (await match.table()).to_act == (1,)
    t.advance(60)
    await t.settled()
    assert len([seen for seen in t.mara.messages() if "Your turn" in seen.text]) == 1


@pytest.mark.slow
async def test_what_could_not_be_sent_before_the_stop_is_sent_after_it(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    t.fault("POST /channels/.*/messages$", 503, times=2)
    await match.turn()
    await t.settled()
    assert len(match.posts()) == 1
    assert not t.tom.newest(lambda seen: "Your turn" in seen.text)
    await t.restart_bot()
    await t.settled()
    assert ["Creator moves" in seen.text for seen in match.posts()] == [False, True]
    assert len([seen for seen in t.tom.messages() if "Your turn" in seen.text]) == 1


@pytest.mark.slow
async def test_what_was_sent_but_not_marked_is_not_shown_twice(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    t.fault("POST /channels/.*/messages$", 503, times=2, after=True)
    await match.turn()
    await t.settled()
    await t.restart_bot()
    await t.settled()
    assert len(match.posts()) == 2
    assert len([seen for seen in t.tom.messages() if "Your turn" in seen.text]) == 1


@pytest.mark.slow
async def test_a_preview_in_private_messages_is_emptied_after_a_restart(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    preview = await t.mara.tap("Show it now (then it counts)")
    await t.settled()
    await t.stop_bot()
    t.advance(DAY)
    assert "preview.gif" in t.mara.again(preview).pictures
    await t.start_bot()
    await t.settled()
    assert not t.mara.again(preview).pictures
    assert "The preview is over." in t.mara.again(preview).text


@pytest.mark.slow
async def test_a_preview_that_only_its_token_reaches_is_emptied_after_a_restart(t: Table) -> None:
    await t.mara.actor.settings(dms_open=False)
    await begin(t, t.mara, t.tom)
    preview = await t.mara.tap("Show it now (then it counts)", await t.mara.tap("Open privately"))
    assert preview.ephemeral
    await t.settled()
    await t.stop_bot()
    t.advance(120)
    await t.start_bot()
    await t.settled()
    assert not t.mara.again(preview).pictures


@pytest.mark.slow
async def test_a_preview_whose_token_is_over_is_given_up(t: Table) -> None:
    await t.mara.actor.settings(dms_open=False)
    await begin(t, t.mara, t.tom)
    await t.mara.tap("Show it now (then it counts)", await t.mara.tap("Open privately"))
    await t.settled()
    await t.stop_bot()
    t.advance(3600)
    await t.start_bot()
    await t.settled()
    async with t.database.read() as r:
        due = await scheduled_jobs.next_due(r, t.database.host)
    assert due is None or due > t.playground.world.clock.now(), "it is tried for ever"


@pytest.mark.slow
async def test_the_time_of_an_outage_is_given_back_and_then_the_match_ends(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, time="1d")
    await match.turn()
    await match.turn()
    await t.settled()
    await t.stop_bot()
    t.advance(DAY + 1)
    await t.start_bot()
    await t.settled()
    assert (await match.table()).match.reason is None
    t.advance(DAY - 1)
    await t.settled()
    assert (await match.table()).match.reason is None
    t.advance(1)
    await t.settled()
    table = await match.table()
    assert (table.match.winner, table.match.reason) == (1, "time")


@pytest.mark.slow
async def test_time_that_ran_out_before_an_outage_ends_the_match_at_the_next_start(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, time="1d")
    await match.turn()
    await match.turn()
    await t.settled()
    await t.stop_bot()
    async with await open_database(t.where) as database, database.write() as w:
        await heartbeat.beat(w, int(t.playground.world.clock.now()) + DAY)
    t.advance(DAY + 3600)
    await t.start_bot()
    await t.settled()
    table = await match.table()
    assert (table.match.winner, table.match.reason) == (1, "time")


class Held(ThreadThinkers):
    """An AI that answers only when the test lets it."""

    def __init__(self) -> None:
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def think(self, question: MoveRequest) -> str:
        self.asked.set()
        await self.go.wait()
        return await super().think(question)


@pytest.mark.slow
async def test_an_answer_that_is_being_given_is_given_before_the_bot_stops(t: Table) -> None:
    await t.stop_bot()
    t.ai_pool = held = Held()
    await t.start_bot()
    await t.mara.start("/creators play", level="easy", side="Creator", **SHORT)
    match = Played(t, await newest_match(t), (t.mara, None))
    await t.mara.tap("Show it now (then it counts)")
    await t.mara.tap("Got it")
    await t.mara.move("roll")
    moving = asyncio.create_task(t.mara.move((await match.legal())[0]))
    await held.asked.wait()
    stopping = asyncio.create_task(t.stop_bot())
    await t.mara.sees(" is thinking.")
    held.go.set()
    await stopping
    answered = t.mara.again(await moving)
    assert "Roll the die" in answered.buttons


async def test_nothing_more_is_heard_once_the_bot_stops_what_it_does(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    listened = list[bool]()
    end = Work.end

    async def ended(work: Work) -> None:
        [application] = t.playground.world.applications
        listened.append(t.playground.sessions.is_connected(application))
        await end(work)

    monkeypatch.setattr(Work, "end", ended)
    await t.stop_bot()
    assert listened == [False]
