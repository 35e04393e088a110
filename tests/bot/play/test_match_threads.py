"""The threads of matches: opened by pace or once there's room, joined by their players, archived at last."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.discord_kit.requests.edit_pace import Pace
from bot.play.posts import pacing
from bot.play.posts.ui import match_threads
from playground.model.shapes import SUPPRESS_NOTIFICATIONS
from playground.page import conditions
from playground.places import channels
from playground.posts import forums
from storage.tables import scheduled_jobs
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.matches.tapped import Played, begin, begin_briefed
from tests.kit.seen import Seen
from tests.kit.servers import own_settings
from tests.kit.table import Table

DAY = match_threads.QUIET_SECONDS


def server_of(t: Table) -> str:
    return next(iter(t.playground.world.guilds))


def full(t: Table, *, on: bool) -> None:
    """Set whether the server has no room for another thread."""
    conditions.change(t.playground.world, "thread_cap", server_of(t), on)


async def resign(match: Played) -> None:
    """Resign as Tom, and wait for all that follows."""
    t = match.t
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await t.settled()


async def passes(t: Table, seconds: float) -> None:
    t.advance(seconds)
    await t.settled()


def is_archived(t: Table) -> bool:
    return bool(t.threads()[0]["thread_metadata"]["archived"])


def in_games(t: Table) -> list[Seen]:
    channel = t.ines.actor.channel("games").id
    return [seen for seen in t.ines.messages() if seen.channel == channel]


async def jobs(t: Table, kind: str) -> int:
    async with t.database.read() as r:
        return len(await scheduled_jobs.undone(r, kind))


# --- pace ---------------------------------------------------------------------------------------------


def test_so_many_acts_on_each_server_within_a_time() -> None:
    now = 100
    pace = Pace(lambda: now, 2, 10)
    assert [pace.take(1), pace.take(1), pace.take(2)] == [0, 0, 0]
    now = 104
    assert pace.take(1) == 6
    now = 110
    assert pace.take(1) == 0


def list_members(t: Table) -> list[bool]:
    """Return whether Mara and Tom are in the only thread's members."""
    (thread,) = t.threads()
    known = t.playground.world.channel(thread["id"]).thread_members
    return [person.id in known for person in (t.mara, t.tom)]


def list_thread(t: Table) -> list[Any]:
    """Return the messages in the only thread."""
    (thread,) = t.threads()
    timeline = t.playground.world.channel(thread["id"]).timeline
    return [t.playground.world.messages[str(number)].payload for number in timeline]


async def test_the_first_board_brings_the_players_in_without_a_line_or_a_push(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    assert list_members(t) == [True, True]
    assert 1 not in {message["type"] for message in list_thread(t)}
    [(board, names)] = [(m, m["mentions"]) for m in list_thread(t) if m["mentions"]]
    assert [user["id"] for user in names] == [t.mara.id, t.tom.id]
    assert board["flags"] & SUPPRESS_NOTIFICATIONS
    pushed = [line for person in (t.mara, t.tom) for line in person.pushes()]
    assert not [line for line in pushed if "added" in line or not line]


async def test_later_boards_mention_no_one(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await match.turn()
    await t.settled()
    first, *later = [message for message in list_thread(t) if message["components"]]
    assert first["mentions"]
    assert later
    assert not any(message["mentions"] for message in later)


async def test_a_thread_that_opens_later_has_its_players_named_in_its_first_board(t: Table) -> None:
    full(t, on=True)
    match = await begin_briefed(t, t.mara, t.tom)
    await match.turn()
    await t.settled()
    full(t, on=False)
    await passes(t, match_threads.ROOM_SECONDS)
    assert list_members(t) == [False, False]
    await match.turn()
    await t.settled()
    assert list_members(t) == [True, True]


async def test_threads_beyond_the_pace_wait_with_their_boards_and_nothing_else(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pacing, "OPENINGS", (1, 300))
    await begin(t, t.mara, t.tom)
    await begin(t, t.mara, t.tom)
    assert len(t.threads()) == 1
    assert len([seen for seen in t.tom.messages() if "Show it now (then it counts)" in seen.buttons]) == 2
    await passes(t, 300)
    assert len(t.threads()) == 2


# --- a full server ------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_match_that_found_no_room_gets_its_thread_within_an_hour_of_it(t: Table) -> None:
    full(t, on=True)
    match = await begin_briefed(t, t.mara, t.tom)
    await match.turn()
    await t.settled()
    assert "Creator moves" in in_games(t)[-1].text
    assert not t.threads()
    full(t, on=False)
    await passes(t, match_threads.ROOM_SECONDS)
    (thread,) = t.threads()
    assert (await match.table()).match.thread == int(thread["id"])
    await match.turn()
    await t.settled()
    assert len(match.posts()) == 1


async def test_a_thread_that_is_archived_makes_room_at_once(t: Table) -> None:
    first = await begin_briefed(t, t.mara, t.tom)
    t.playground.world.beliefs.most_active_threads = 1
    waiting = await begin(t, t.ines, t.tom)
    assert len(t.threads()) == 1
    heard = asyncio.create_task(t.running.bot.wait_for("thread_update", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    t.edit_thread(str((await first.table()).match.thread), archived=True)
    await heard
    await t.settled()
    assert len(t.threads()) == 2
    assert (await waiting.table()).match.thread == int(t.threads()[1]["id"])


async def test_in_a_full_server_only_one_match_an_hour_asks_for_a_thread(t: Table) -> None:
    full(t, on=True)
    asked: list[Any] = []
    world_of = t.playground.faults.take
    t.playground.faults.take = lambda method, path: (
        (  # type: ignore[method-assign]
            asked.append(path) if path.endswith("/threads") else None
        )
        or world_of(method, path)
    )
    for _ in range(3):
        await begin(t, t.mara, t.tom)
    assert len(asked) == 1
    assert await jobs(t, match_threads.ROOM) == 3


@pytest.mark.slow
async def test_an_archived_thread_in_a_full_server_is_passed_by_and_not_forgotten(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    t.edit_thread(t.threads()[0]["id"], archived=True)
    full(t, on=True)
    await match.turn()
    await t.settled()
    assert "Creator moves" in in_games(t)[-1].text
    full(t, on=False)
    await match.turn()
    await t.settled()
    assert len(match.posts()) == 2


# --- after the end ------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_thread_of_a_finished_match_is_put_away_after_a_quiet_day(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await resign(match)
    await passes(t, DAY - 1)
    assert not is_archived(t)
    await passes(t, 1)
    assert is_archived(t)


async def test_not_while_people_talk_there(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await resign(match)
    await passes(t, DAY - 10)
    await t.mara.actor.say(t.threads()[0]["id"], "Good game")
    await passes(t, 10)
    assert not is_archived(t)
    await passes(t, DAY - 10)
    assert is_archived(t)


@pytest.mark.slow
async def test_not_while_it_is_locked(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await resign(match)
    heard = asyncio.create_task(t.running.bot.wait_for("thread_update", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    t.edit_thread(t.threads()[0]["id"], locked=True)
    await heard
    await passes(t, DAY)
    assert not is_archived(t)
    assert not await jobs(t, match_threads.PUT_AWAY)


# --- forums -------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_match_agreed_on_in_a_post_of_a_forum_is_played_there(t: Table) -> None:
    world = t.playground.world
    forum = channels.create_text(world, server_of(t), {"name": "ideas", "type": 15})
    heard = asyncio.create_task(t.running.bot.wait_for("thread_create", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    post = forums.write(world, forum, t.mara.id, "Who plays?").channel_id
    await heard
    t.mara.channel = t.tom.channel = post
    match = await begin_briefed(t, t.mara, t.tom)
    await match.turn()
    await t.settled()
    assert [thread["id"] for thread in t.threads()] == [post]
    board = [seen for seen in t.ines.messages() if seen.channel == post][-1]
    assert "Creator moves" in board.text
    t.edit_thread(post, archived=True)
    assert "Roll the die" in (await t.tom.tap("Move", board)).buttons


@pytest.mark.slow
async def test_a_reminder_wakes_an_archived_thread_and_its_button_works(t: Table) -> None:
    await own_settings.where(t.mara, "thread", "24h", "1h")
    match = await begin_briefed(t, t.mara, t.tom, time="1d")
    for _ in range(2):
        await match.turn()
        await t.settled()
    first = match.people[(await match.table()).to_act[0]]
    assert first is t.mara
    t.edit_thread(t.threads()[0]["id"], archived=True)
    await passes(t, 23 * 3600)
    assert not is_archived(t)
    reminder = await t.mara.sees("it's still your turn against Tom")
    assert "Roll the die" in (await t.mara.tap("Open privately", reminder)).buttons


@pytest.mark.slow
@pytest.mark.parametrize("code", [20022, 20029, 40004, 40006, 40062, 130000])
async def test_what_discord_refuses_for_now_comes_later(t: Table, code: int) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    before = len(match.posts())
    status = 503 if code == 130000 else 400
    t.fault(f"POST /channels/{t.threads()[0]['id']}/messages", status, body={"message": "x", "code": code})
    await match.turn()
    await t.settled()
    assert len(match.posts()) == before
    await passes(t, 60)
    assert len(match.posts()) == before + 1


@pytest.mark.slow
@pytest.mark.parametrize(("status", "code", "later"), [(403, 50001, False), (503, 0, True)])
async def test_what_keeps_a_thread_from_being_put_away(t: Table, status: int, code: int, later: bool) -> None:
    """A refusal is final; trouble at Discord isn't."""
    await resign(await begin_briefed(t, t.mara, t.tom))
    t.fault(f"PATCH /channels/{t.threads()[0]['id']}$", status, body={"message": "No", "code": code})
    await passes(t, DAY)
    assert not is_archived(t)
    assert bool(await jobs(t, match_threads.PUT_AWAY)) == later
    await passes(t, 3600)
    assert is_archived(t) == later


@pytest.mark.slow
async def test_a_thread_in_which_another_match_is_played_is_not_put_away(t: Table) -> None:
    await resign(await begin_briefed(t, t.mara, t.tom))
    (thread,) = t.threads()
    t.mara.channel = t.tom.channel = thread["id"]
    await begin(t, t.mara, t.tom)
    (thread,) = t.threads()
    await passes(t, DAY)
    assert not is_archived(t)
