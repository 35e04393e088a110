"""Matches and messages on a machine that sleeps, stands still, or has its clock set."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import msgspec
import pytest

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.clock import Clock, Jump
from bot.core.clock_pauses import DAY, HOUR, Span
from bot.core.sending import RetryAfter
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from bot.play.clocks import heartbeats
from bot.play.outbox.delivering import LEASE_SECONDS
from bot.runtime.system_clock import HOLD_SECONDS
from storage import Database, Match
from storage.engine.opening import open_database
from storage.rows import ScheduledJob
from storage.tables import heartbeat, outbox, scheduled_jobs
from tests.kit.contexts import app_context
from tests.kit.engines import somewhere
from tests.kit.hearing import Hearing
from tests.kit.hosts.house import MARA, PLACE, SHORT, TOM, House, ManualClock
from tests.kit.hosts.machine import Machine
from tests.kit.inputs import PATIENCE_SECONDS, START, NumberedRandomness
from tests.kit.rows import claim_next

NOW = int(START)


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with somewhere(tmp_path) as where, await open_database(where) as opened:
        yield opened


class NotingHost(AppContext):
    """An application context that signals when outages have been written."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock, NumberedRandomness(1))
        self.noted = asyncio.Event()

    def wrote(self, jumps: tuple[Jump, ...]) -> None:
        super().wrote(jumps)
        self.noted.set()


class NotingHouse(House):
    """A house with a `NotingHost`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.noting = NotingHost(database, clock)
        super().__init__(self.noting, clock if isinstance(clock, ManualClock) else ManualClock())


@pytest.fixture
def here(machine: Machine, database: Database) -> NotingHouse:
    """A house that goes by the machine's clock."""
    return NotingHouse(database, machine.clock)


@pytest.fixture
def still(database: Database) -> NotingHouse:
    """A house whose clock the test moves."""
    return NotingHouse(database, ManualClock())


@contextmanager
def beating(app: AppContext) -> Iterator[asyncio.Task[None]]:
    """Run the heartbeat of a live process inside the block."""
    task = asyncio.create_task(heartbeats.beat_forever(app))
    try:
        yield task
    finally:
        task.cancel()


@asynccontextmanager
async def alive(here: House) -> AsyncIterator[Hearing]:
    async with here.open() as hearing:
        with beating(here.app):
            yield hearing


async def looks(here: House, hearing: Hearing) -> None:
    """Let all loops look at the time and do what's due."""
    here.app.wake()
    await hearing.rest()


async def rated_matches(here: House, count: int = 3) -> list[Match]:
    """Begin rated matches in which both players have acted."""
    begun = [await here.match(usual=True) for _ in range(count)]
    for match in begun:
        assert match.rated
        await here.turn(match)
        await here.turn(match)
    return begun


async def reasons(here: House, begun: list[Match]) -> list[str | None]:
    return [(await here.app.match_state(match.id)).match.reason for match in begun]


async def written(here: House) -> tuple[Span, ...]:
    async with here.app.database.read() as r:
        return tuple((outage.began, outage.ended) for outage in await heartbeat.outages(r, 0))


async def outages_of(here: House) -> tuple[Span, ...]:
    """Return all known outages, including those that aren't written yet."""
    async with here.app.database.read() as r:
        return await heartbeats.of_match(r, here.app, None)


async def until_written(here: NotingHouse, count: int) -> tuple[tuple[int, int], ...]:
    """Wait until this many outages and all jumps are written, and return the outages."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(found := await written(here)) != count or here.app.unwritten:
            await here.noting.noted.wait()
            here.noting.noted.clear()
    return found


def aloud(here: House) -> list[str]:
    """Return the nonces of all messages sent, except the lists of matches, which follow silently."""
    return [nonce for nonce in here.post.nonces() if not nonce.startswith("home")]


@pytest.mark.slow
async def test_a_host_that_sleeps_for_an_hour_costs_no_match_and_gives_the_hour_back(
    here: NotingHouse, machine: Machine
) -> None:
    async with alive(here) as hearing:
        begun = await rated_matches(here)
        machine.lives(DAY - 300)
        await looks(here, hearing)
        machine.is_set(HOUR)
        await looks(here, hearing)
        machine.lives(HOLD_SECONDS)
        await looks(here, hearing)
        assert await reasons(here, begun) == [None] * 3
        ((began, ended),) = await until_written(here, 1)
        assert ended - began == HOUR
        machine.lives(300 - HOLD_SECONDS - 5)
        await looks(here, hearing)
        assert await reasons(here, begun) == [None] * 3
        machine.lives(10)
        await looks(here, hearing)
        assert await reasons(here, begun) == ["time"] * 3, "what was left runs out"


@pytest.mark.slow
async def test_a_process_that_stands_still_for_an_hour_costs_no_match(
    here: NotingHouse, machine: Machine
) -> None:
    async with alive(here) as hearing:
        begun = await rated_matches(here)
        machine.lives(DAY - 300)
        machine.stands_still(HOUR)
        await looks(here, hearing)
        assert await reasons(here, begun) == [None] * 3
        await until_written(here, 1)
        machine.lives(310)
        await looks(here, hearing)
        assert await reasons(here, begun) == ["time"] * 3


@pytest.mark.slow
async def test_a_jump_of_three_days_for_seven_seconds_ends_nothing_and_says_nothing(
    here: NotingHouse, machine: Machine
) -> None:
    async with alive(here) as hearing:
        begun = await rated_matches(here)
        offered = await offering.offer(
            here.app, MARA, TOM, 0, MatchTerms("creators", SHORT, "1d"), PLACE, 950
        )
        await hearing.rest()
        machine.lives(0.7 * DAY)
        await looks(here, hearing)
        said = here.post.nonces()
        machine.is_set(3 * DAY)
        for _ in range(7):
            machine.lives(1)
            await looks(here, hearing)
        machine.is_set(-3 * DAY)
        await looks(here, hearing)
        assert await reasons(here, begun) == [None] * 3
        assert (await challenging.get(here.app, offered.id)).status == "open"
        assert here.post.nonces() == said
        assert await written(here) == ()


@pytest.mark.slow
async def test_an_outage_is_written_before_the_heartbeat_that_would_hide_it(
    here: NotingHouse, machine: Machine
) -> None:
    """If the process dies right after, the next one finds either the outage or the old heartbeat."""
    begun = await rated_matches(here)
    await heartbeats.compensate_outage(here.app)
    machine.lives(DAY - 300)
    machine.is_set(HOUR)
    machine.lives(HOLD_SECONDS)
    with beating(here.app):
        ((began, ended),) = await until_written(here, 1)
    async with here.app.database.read() as r:
        assert await heartbeat.last(r) == here.app.now()
    assert ended - began == HOUR
    again = House(app_context(here.app.database, machine.clock, NumberedRandomness(2)), ManualClock())
    await heartbeats.compensate_outage(again.app)
    async with again.open():
        assert await reasons(again, begun) == [None] * 3


async def test_a_turn_that_began_and_a_bank_know_of_a_jump_as_soon_as_anybody_looks(
    still: NotingHouse,
) -> None:
    match = await still.match(pace="bank")
    await still.turn(match)
    await still.turn(match)
    still.clock.jump(2 * DAY)
    await still.turn(match)
    table = await still.app.match_state(match.id)
    assert table.seat_row(0).bank == 5 * DAY + DAY // 2 + DAY // 2


# --- back in time -------------------------------------------------------------------------------------


async def test_when_the_clock_is_put_back_and_forward_again_nothing_happens_twice(still: NotingHouse) -> None:
    (match,) = await rated_matches(still, 1)
    async with still.open() as hearing:
        with beating(still.app) as heart:
            still.clock.advance(DAY - 600)
            await hearing.rest()
            said = aloud(still)
            for step in (-HOUR, HOUR):
                await still.clock.until_asleep(heart)
                still.clock.jump(step)
                await looks(still, hearing)
                await still.clock.until_asleep(heart)
                still.clock.advance(60)
                await until_written(still, int(step > 0))
                await hearing.rest()
            assert aloud(still) == said
            assert await reasons(still, [match]) == [None]
            assert await outages_of(still) == ((NOW + DAY - 600 - HOUR + 60, NOW + DAY - 600 + 60),)
            still.clock.advance(600 - 120)
            await hearing.rest()
            assert await reasons(still, [match]) == [None], "never less than what was left"
            still.clock.advance(HOUR)
            await hearing.rest()
            assert await reasons(still, [match]) == ["time"]


async def test_what_was_to_be_said_does_not_wait_for_the_time_to_come_again(still: NotingHouse) -> None:
    still.post.failures["a"] = [RetryAfter(30)]
    async with still.open() as hearing:
        await still.say("a")
        await still.say("b", lane="other", later=20)
        await hearing.rest()
        still.clock.jump(-HOUR)
        await heartbeats.compensate_outage(still.app)
        await looks(still, hearing)
        still.clock.advance(20)
        await hearing.rest()
        assert still.post.nonces() == ["b"]
        still.clock.advance(10)
        await hearing.rest()
        assert still.post.nonces() == ["b", "a"]


async def test_much_that_was_to_be_said_is_not_waited_for_by_a_move(
    still: NotingHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest is a job that takes a few rows at a time, and that a restart finds."""
    monkeypatch.setattr(heartbeats, "ROWS", 2)
    for number in range(9):
        await still.say(f"{number}", lane=f"{number}", later=20)
    still.clock.jump(-HOUR)
    await heartbeats.compensate_outage(still.app)
    async with still.app.database.read() as r:
        due = [row["due_at"] for row in await r.fetch("SELECT due_at FROM outbox ORDER BY due_at", {})]
    assert due == [NOW - HOUR + 20] * 2 + [NOW + 20] * 7
    async with still.open() as hearing:
        await looks(still, hearing)
        still.clock.advance(20)
        await hearing.rest()
        assert sorted(still.post.nonces()) == [f"{number}" for number in range(9)]


async def test_a_deadline_that_failed_is_tried_again_as_soon_after_the_clock_was_put_back(
    still: NotingHouse,
) -> None:
    host = still.app.database.host
    async with still.app.database.write() as w:
        fade = ScheduledJob(kind="preview", subject="x", due_at=NOW + 8)
        await scheduled_jobs.set(w, fade)
        await scheduled_jobs.set(w, msgspec.structs.replace(fade, subject="y", due_at=NOW))
        assert len(await scheduled_jobs.claim(w, host, NOW, LEASE_SECONDS, 5)) == 1
    still.clock.jump(-HOUR)
    await heartbeats.compensate_outage(still.app)
    now = still.app.now()
    async with still.app.database.write() as w:
        assert not await scheduled_jobs.claim(w, host, now + 7, LEASE_SECONDS, 5)
        assert [job.subject for job in await scheduled_jobs.claim(w, host, now + 8, LEASE_SECONDS, 5)] == [
            "x"
        ]
        assert [
            job.subject for job in await scheduled_jobs.claim(w, host, now + LEASE_SECONDS, LEASE_SECONDS, 5)
        ] == ["y"]


async def test_a_list_of_matches_follows_at_a_time_that_comes_again(still: NotingHouse) -> None:
    host = still.app.database.host
    async with still.app.database.write("outbox") as w:
        await outbox.add(w, [notices.home(MARA.id, NOW)])
        (row,) = await claim_next(w, host, NOW + 60, LEASE_SECONDS, 5)
        await outbox.mark_sent(w, row, 1, NOW + 60)
    still.clock.jump(-HOUR)
    await heartbeats.compensate_outage(still.app)
    async with still.app.database.write("outbox") as w:
        await outbox.add(w, [notices.home(MARA.id, NOW)])
        assert len(await claim_next(w, host, NOW + 60, LEASE_SECONDS, 5)) == 1


async def test_a_clock_put_back_while_the_host_was_down_keeps_nothing_waiting(still: NotingHouse) -> None:
    async with still.app.database.write() as w:
        await heartbeat.add_outage(w, NOW - HOUR, NOW + HOUR)
        await heartbeat.beat(w, NOW + DAY)
    await still.say("a", later=DAY)
    await heartbeats.compensate_outage(still.app)
    assert await outages_of(still) == ((NOW - HOUR, NOW),)
    async with still.open() as hearing:
        await hearing.rest()
        assert still.post.nonces() == ["a"]


async def test_a_jump_is_kept_until_it_could_be_written(
    still: NotingHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    still.clock.jump(HOUR)
    span = (NOW, NOW + HOUR)
    assert await outages_of(still) == (span,)
    with monkeypatch.context() as broken:
        broken.setattr(heartbeat, "beat", _full_disk)
        with pytest.raises(OSError, match="no space"):
            await heartbeats.compensate_outage(still.app)
    assert await outages_of(still) == (span,)
    assert await written(still) == ()
    await heartbeats.compensate_outage(still.app)
    assert await written(still) == (span,)
    assert still.app.unwritten == ()


async def _full_disk(*_: object) -> None:
    raise OSError("no space left on device")


async def test_a_jump_found_while_outages_are_written_is_not_forgotten(
    still: NotingHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    beat = heartbeat.beat

    async def jumping(*arguments: object) -> None:
        """Let time jump once more just before the commit."""
        still.clock.jump(HOUR)
        assert still.app.now() == NOW + 2 * HOUR
        await beat(*arguments)  # type: ignore[arg-type]

    still.clock.jump(HOUR)
    monkeypatch.setattr(heartbeat, "beat", jumping)
    await heartbeats.compensate_outage(still.app)
    assert await written(still) == ((NOW, NOW + HOUR),)
    assert still.app.unwritten == (Jump(NOW + HOUR, NOW + 2 * HOUR),)
    assert await outages_of(still) == ((NOW, NOW + HOUR), (NOW + HOUR, NOW + 2 * HOUR))
