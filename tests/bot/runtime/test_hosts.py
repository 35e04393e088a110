"""Several processes run the bot together: leases that name their owner, dead processes, lost connections."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from discord.http import Route

from bot.core import notices
from bot.core.jobs import Job, fall_due_forever
from bot.core.looping import release
from bot.discord_kit.requests.direct import A_MINUTE, Openings
from bot.discord_kit.requests.edit_pace import Pace
from bot.discord_kit.requests.request_pace import RequestPace
from bot.play.outbox import digests
from bot.play.outbox.delivering import LEASE_SECONDS
from bot.runtime.cluster import membership
from bot.runtime.sharing import Share
from storage import Message
from storage.rows import ScheduledJob
from storage.tables import hosts, outbox, scheduled_jobs, shards
from tests.kit.hearing import HeardSignal
from tests.kit.hosts.house import ManualClock
from tests.kit.hosts.sharing import Process, processes, running
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.rows import claim_next
from tests.kit.table import table

GONE = "a process that hosted the bot is gone"


async def messages(process: Process) -> list[tuple[str, int | None]]:
    """Return the nonce of each queued message, and the id of the posted message."""
    async with process.database.read() as r:
        rows = await r.fetch("SELECT nonce, message_id FROM outbox ORDER BY id", {})
    return [(row["nonce"], row["message_id"]) for row in rows]


async def test_what_a_living_host_sends_is_left_to_it_and_another_takes_it_over_once_it_is_dead(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with processes(tmp_path, 2) as ((one, other), clock):
        one.caller.gate.clear()
        async with one.delivering():
            await one.say("a", "b")
            assert await one.caller.next_events(1) == [("tries", "a")]
            clock.advance(10 * LEASE_SECONDS)
            await one.look()
            async with other.delivering():
                await release(other.app, outbox.release)
                await membership.look(other.app)
                await other.say("c", lane="another")
                assert await other.caller.next_events(2) == [("tries", "c"), ("says", "c")]
                assert other.caller.events.empty()
                one.database.die()
                await membership.look(other.app)
                taken = [("tries", "a"), ("says", "a"), ("tries", "b"), ("says", "b")]
                assert await other.caller.next_events(4) == taken
            # The process believed dead was only slow; nothing that it writes counts anymore.
            one.caller.gate.set()
            assert await one.caller.next_events(1) == [("says", "a")]
        assert await one.listed() == [other.database.host]
        assert [nonce for nonce, said in await messages(other) if said is None] == []
    assert [said for said in caplog.messages if "another process's by now" in said] == [
        "note a is another process's by now, which looks after it"
    ]
    caplog.clear()


async def test_what_a_host_takes_after_it_was_struck_off_is_free_when_it_comes_back(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as ((one, other), _):
        await one.say("a")
        one.database.die()
        await membership.look(other.app)
        async with one.database.write("outbox") as w:
            assert await claim_next(w, one.database.host, one.app.now(), LEASE_SECONDS, 5)
        await one.database.rejoin()
        await membership.join(one.app)
        async with other.database.write("outbox") as w:
            (taken,) = await claim_next(w, other.database.host, other.app.now(), LEASE_SECONDS, 5)
        assert taken.nonce == "a"


async def test_of_two_who_find_a_dead_host_one_strikes_it_off_and_nothing_is_freed_twice(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with processes(tmp_path, 3) as ((one, other, third), _):
        await one.say("a")
        async with one.database.write("outbox") as w:
            await claim_next(w, one.database.host, one.app.now(), LEASE_SECONDS, 5)
        one.database.die()
        await asyncio.gather(membership.look(other.app), membership.look(third.app))
        async with other.database.write("outbox") as w:
            (taken,) = await claim_next(w, other.database.host, other.app.now(), LEASE_SECONDS, 5)
        await membership.look(third.app)
        async with other.database.write() as w:
            assert await outbox.mark_sent(w, taken, 1, other.app.now())
    assert len([said for said in caplog.messages if said.startswith(GONE)]) == 1
    caplog.clear()


async def test_what_another_host_is_just_telling_somebody_is_not_put_into_a_digest(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as ((one, other), _):
        now = one.app.now()
        later, first = (
            Message(
                lane=notices.person_lane(11),
                kind=notices.PING,
                payload={"person": 11},
                nonce=nonce,
                created_at=now,
                due_at=due_at,
            )
            for nonce, due_at in (("later", now + 10), ("first", now))
        )
        async with one.database.write("outbox") as w:
            await outbox.add(w, [later, first])
            assert await claim_next(w, other.database.host, now, LEASE_SECONDS, 5)
            (head,) = await claim_next(w, one.database.host, now + 10, LEASE_SECONDS, 5)
            assert head.nonce == "later"
            assert not await digests.merge_waiting(w, head, now + 10)


async def test_a_deadline_that_fails_on_one_host_is_tried_by_another(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    done = asyncio.Event()

    async def fails(*_: object) -> None:
        raise OSError("not here")

    async def works(*_: object) -> None:
        done.set()

    async with processes(tmp_path, 2) as ((one, other), clock):
        async with one.database.write() as w:
            await scheduled_jobs.set(w, ScheduledJob(kind="fade", subject="x", due_at=one.app.now()))
        one.app.jobs = jobs = HeardSignal()
        async with running(fall_due_forever(one.app, {"fade": Job(fails)})):
            await jobs.idle.wait()
        async with running(fall_due_forever(other.app, {"fade": Job(works)})):
            clock.advance(LEASE_SECONDS)
            await done.wait()
    caplog.clear()


async def test_a_host_says_each_minute_that_it_is_there_and_comes_back_where_it_was_taken_for_dead(
    tmp_path: Path,
) -> None:
    async with processes(tmp_path, 1) as ((one,), clock):
        began = one.app.now()
        for seconds, seen in ((59, began), (1, began + 60)):
            clock.advance(seconds)
            await membership.look(one.app)
            async with one.database.write() as w:
                (host,) = await hosts.all_of_them(w)
            assert (host.began, host.seen) == (began, seen)
        async with one.database.write() as w:
            await hosts.leave(w, one.database.host)
        await membership.look(one.app)
        assert await one.listed() == [one.database.host]


class Alarm(ManualClock):
    """A clock that tells until when a caller waits, and lets it wait forever."""

    def __init__(self) -> None:
        super().__init__()
        self.set_for: asyncio.Queue[float] = asyncio.Queue()

    async def until(self, moment: float) -> None:
        self.set_for.put_nowait(moment - self.now())
        await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("is_shared", "seconds"), [(True, membership.LOOK_SECONDS), (False, membership.BEAT_SECONDS)]
)
async def test_only_who_can_have_neighbors_looks_for_them_between_its_heartbeats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_shared: bool, seconds: int
) -> None:
    async with processes(tmp_path, 1) as ((one,), _):
        one.app.clock = alarm = Alarm()
        monkeypatch.setattr(one.database, "is_shared", is_shared)
        async with running(membership.look_forever(one.app)):
            assert await alarm.set_for.get() == seconds


async def test_who_leaves_gives_back_what_it_has_and_the_others_share_anew(tmp_path: Path) -> None:
    async with processes(tmp_path, 3) as ((one, other, third), _):
        assert [process.app.part_of(50) for process in (one, other, third)] == [16, 16, 16]
        await one.say("a")
        async with one.database.write("outbox") as w:
            await claim_next(w, one.database.host, one.app.now(), LEASE_SECONDS, 5)
            await hosts.drain(w, third.database.host)
        await membership.look(other.app)
        assert other.app.part_of(50) == 25
        await membership.leave(one.app)
        async with other.database.write("outbox") as w:
            assert await claim_next(w, other.database.host, other.app.now(), LEASE_SECONDS, 5)
        await membership.look(other.app)
        assert (other.app.part_of(50), other.app.part_of(0)) == (50, 1)


class Had:
    """Sessions that are open as soon as they're wanted."""

    def __init__(self) -> None:
        self.open: frozenset[int] = frozenset()

    def open_shards(self) -> frozenset[int]:
        return self.open

    ready_shards = open_shards

    async def have(self, wanted: tuple[int, ...]) -> None:
        self.open = frozenset(wanted)


async def test_who_wanted_a_shard_and_leaves_before_it_came_leaves_no_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(tmp_path, 2) as ((one, other), _):
        holder, taker = Share(one.app, Had()), Share(other.app, Had())
        other.database.die()
        await holder.begin(2)
        await holder.look()
        await other.database.rejoin()
        await membership.join(other.app)
        await taker.begin(2)
        put = shards.put

        async def putting(*given: Any) -> None:
            assert not taker.is_over.is_set()
            await put(*given)

        monkeypatch.setattr(shards, "put", putting)
        async with one.database.read() as r:
            assert [shard.taker for shard in await shards.all_of_them(r)] == [None, other.database.host]
        await holder.leave()
        await taker.leave()
        await taker.look()
        assert taker.is_over.is_set()
        async with one.database.read() as r:
            assert [shard.taker for shard in await shards.all_of_them(r)] == [None, None]


LOOPS = {"outbox", "deadlines", "bots", "hosts", "heartbeat"}


def working() -> set[str]:
    return LOOPS & {task.get_name() for task in asyncio.all_tasks()}


async def test_a_process_that_lost_the_database_stops_at_once_says_so_and_goes_on_under_a_new_number(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with table("mara") as t:
        database, app, tried = t.database, t.running.bot.ctx.app, asyncio.Event()
        number, rejoin = database.host, database.rejoin

        async def refused() -> None:
            tried.set()
            raise OSError("still away")

        assert working() == LOOPS
        monkeypatch.setattr(database, "rejoin", refused)
        database.lost.set()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await tried.wait()
        assert working() == set()
        seen = await t.mara.slash("/matches")
        assert seen.text == (
            "I can't reach my data right now, and nothing has changed. Please try again in a moment."
        )
        async with database.write() as w:
            await outbox.add(w, [notices.note(int(t.mara.id), "Still here", "n", app.now())])
        app.wake()
        monkeypatch.setattr(database, "rejoin", rejoin)
        t.advance(1)
        await t.mara.sees("Still here")
        assert working() == LOOPS
        assert database.host != number
        async with database.read() as r:
            assert [host.id for host in await hosts.all_of_them(r)] == [database.host]
        assert "You have no open matches" in (await t.mara.slash("/matches")).text
    caplog.clear()


async def test_a_bot_that_stops_leaves_the_list() -> None:
    async with table("mara") as t:
        bot, database = t.running.bot, t.database
        async with database.read() as r:
            assert [host.id for host in await hosts.all_of_them(r)] == [database.host]
        await bot.close()
        async with database.read() as r:
            assert await hosts.all_of_them(r) == []


# --- shares of Discord's rate limit -----------------------------------------------------------------------


async def test_requests_beyond_this_host_s_part_wait_for_their_second_in_their_order() -> None:
    now, most, slept, made = 100.0, 20, list[float](), list[tuple[int, float]]()

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds

    pace = RequestPace(lambda: most, lambda: now, sleep)

    async def request(number: int) -> None:
        await pace.turn()
        made.append((number, now))

    await asyncio.gather(*(request(number) for number in range(40)))
    assert made == [(number, 100.0 + number // 18) for number in range(40)]
    most, now = 10, 104.0
    made.clear()
    await asyncio.gather(*(request(number) for number in range(10)))
    assert made[8:] == [(8, 104.0), (9, 105.0)]


async def test_the_bot_s_requests_wait_for_their_turn() -> None:
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        raise LookupError

    async with table("mara") as t:
        t.running.bot.requests.pace = RequestPace(lambda: 1, lambda: 5.0, sleep)
        who = Route("GET", "/users/@me")
        assert await t.running.bot.http.request(who)
        with pytest.raises(LookupError):
            await t.running.bot.http.request(who)
    assert slept == [1.0]


def test_channels_opened_and_acts_on_a_server_are_shared_too() -> None:
    openings, parts = Openings(lambda most: most // parts), 4
    waits = [openings.wait(1000, urgent=True) for _ in range(A_MINUTE // 4 + 1)]
    assert waits == [0.0] * (A_MINUTE // 4) + [60.0]
    parts = 2
    assert openings.wait(1000, urgent=True) == 0.0
    pace = Pace(lambda: 100, 4, 10, lambda most: most // parts)
    assert [pace.take(1), pace.take(1), pace.take(1)] == [0, 0, 10]
