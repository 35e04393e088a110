"""Several processes on one database: none of them relies on memory of what another has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.core import notices
from bot.core.clock import Jump
from bot.core.clock_pauses import DAY, HOUR, Span
from bot.core.jobs import ANSWER, HEARD_SECONDS
from bot.core.person_settings import PersonSettings, with_holiday, with_quiet
from bot.play.ai.bots import Bots
from bot.play.ai.claims import fairest
from bot.play.clocks import changing, clocks, heartbeats, silences
from bot.play.matches import playing
from bot.runtime.cluster import membership
from storage import Database, open_database
from storage.engine.errors import ClockDiffers
from storage.rows import DueJob, Match, ScheduledJob
from storage.tables import heartbeat, hosts, scheduled_jobs
from storage.tables.heartbeat import Shard
from storage.tables.ply import Ply, commit_ply
from tests.kit.by_hand import roll_by_hand
from tests.kit.contexts import app_context
from tests.kit.engines import somewhere
from tests.kit.hosts.house import MARA, TOM, House, ManualClock
from tests.kit.inputs import START, NumberedRandomness
from tests.kit.levels.service_thinker import Thinker, person_is_to_act, thinking

NOW = int(START)
QUIET: Span = (22 * 60, 8 * 60)
SERVERS = [number << 22 for number in (2, 3)]
"""A server on the first of two shards, and one on the second."""
PLACED = "UPDATE matches SET guild = :guild WHERE id = :id"


class Beside:
    """A process's view of the shared database; the process counts as running while it's in `living`."""

    def __init__(self, database: Database, host: int, living: set[int]) -> None:
        self._database = database
        self._living = living
        self.host = host
        living.add(host)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    async def alive(self) -> frozenset[int]:
        return frozenset(self._living)


class Several:
    """Two processes, `one` and `two`, each with one of two shards, on the same clock."""

    def __init__(self, one: House, two: House, living: set[int]) -> None:
        self.one, self.two = one, two
        self.living = living

    @property
    def both(self) -> tuple[House, House]:
        return self.one, self.two

    async def matches(self, **terms: Any) -> list[Match]:
        """Begin one match on the server of each shard."""
        made = [await self.one.match(**terms) for _ in SERVERS]
        async with self.one.app.database.write() as w:
            for match, guild in zip(made, SERVERS, strict=True):
                await w.fetch(PLACED, {"guild": guild, "id": match.id})
        return [await self.one.kept(match.id) for match in made]

    async def are_back(self, *houses: House) -> None:
        """Let people reach these processes again."""
        for house in houses:
            await heartbeats.compensate_outage(house.app)

    async def beat(self, *houses: House) -> None:
        """Record heartbeats, as if these processes had been running all the time."""
        async with self.one.app.database.write() as w:
            for house in houses:
                app = house.app
                await heartbeat.beat(w, app.now(), app.shards.there, app.database.host)

    async def dies(self, house: House) -> None:
        """Kill a process and let the remaining one notice."""
        self.living.discard(house.app.database.host)
        for other in self.both:
            if other is not house:
                await membership.look(other.app)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Several]:
    async with somewhere(tmp_path) as where, await open_database(where) as database:
        await roll_by_hand(database, {person.id: person.name for person in (MARA, TOM)})
        clock, living = ManualClock(), set[int]()
        made = []
        for number in range(2):
            beside: Any = Beside(database, 100 + number, living)
            app = app_context(beside, clock, NumberedRandomness(1 + number))
            app.shards.hold([number], 2)
            app.shards.came(app.shards.held)
            made.append(House(app, clock))
        for house in made:
            await membership.join(house.app)
        several = Several(made[0], made[1], living)
        await several.are_back(*several.both)
        yield several


async def turn_clock(house: House, match: Match) -> clocks.TurnClock:
    async with house.app.database.read() as r:
        clock = clocks.clock_of(await scheduled_jobs.get(r, clocks.TURN, match.id))
    assert clock is not None
    return clock


# --- settings and silences ------------------------------------------------------------------------------


async def test_a_setting_changed_through_one_process_is_seen_by_another(
    here: Several,
) -> None:
    assert await clocks.settings_of(here.two.app, TOM.id) != PersonSettings()
    await changing.change_settings(here.one.app, TOM.id, lambda old, _: with_quiet(old, QUIET, "UTC"))
    assert (await clocks.settings_of(here.two.app, TOM.id)).hours.quiet == QUIET


async def test_a_turn_begins_by_the_settings_that_hold_when_it_is_written(
    here: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process changes the settings after they were read, right before the transaction."""
    match = await here.one.match()

    async def later(database: Database, *plies: Ply) -> bool:
        monkeypatch.setattr(playing, "commit_ply", commit_ply)
        await changing.change_settings(here.two.app, TOM.id, lambda old, now: with_holiday(old, now, 24))
        return await commit_ply(database, *plies)

    await here.one.act(match, "roll")
    monkeypatch.setattr(playing, "commit_ply", later)
    await here.one.turn(match)
    clock = await turn_clock(here.one, match)
    assert [hours.holidays for hours in clock.hours.values()] == [((NOW, NOW + DAY),)]


async def test_of_two_holidays_taken_in_two_processes_one_is_refused(here: Several) -> None:
    taken = [
        changing.change_settings(house.app, MARA.id, lambda old, now: with_holiday(old, now, 24))
        for house in here.both
    ]
    ended = await asyncio.gather(*taken, return_exceptions=True)
    assert sorted(str(row) for row in ended) == [
        "None",
        "You're already on vacation. End it before you start another one.",
    ]


async def test_a_clock_that_one_process_stopped_goes_on_when_its_owner_does_something_at_another(
    here: Several,
) -> None:
    match = await here.one.match()
    state = await here.one.app.match_state(match.id)
    assert await silences.pause(here.one.app, state, notices.ping(state, 0, NOW, NOW))
    here.one.clock.advance(HOUR)
    assert (await turn_clock(here.one, match)).silent
    await silences.resume(here.two.app, MARA.id)
    clock = await turn_clock(here.one, match)
    assert (clock.silent, clock.left) == ({}, {0: DAY})


# --- outages of shards ----------------------------------------------------------------------------------


async def due(house: House, match: Match) -> Any:
    return await clocks.due_in(house.app, match)


async def test_while_one_process_is_gone_only_the_clocks_of_its_shard_rest_and_all_processes_know(
    here: Several,
) -> None:
    first, second = await here.matches()
    here.one.clock.advance(6 * HOUR)
    await here.beat(here.one)
    await here.are_back(here.two)
    assert {await due(house, first) for house in here.both} == {NOW + DAY}
    assert {await due(house, second) for house in here.both} == {NOW + DAY + 6 * HOUR}


@pytest.mark.parametrize("acting", [0, 1], ids=["over HTTP elsewhere", "where it is just back"])
async def test_an_outage_that_is_not_written_yet_costs_no_bank(here: Several, acting: int) -> None:
    _, second = await here.matches(pace="bank")
    here.two.app.shards.went(here.two.app.shards.held)
    here.one.clock.advance(6 * HOUR)
    await here.both[acting].turn(second)
    state = await here.one.app.match_state(second.id)
    assert state.seat_row(0).bank == 5 * DAY + DAY // 2
    await here.are_back(here.two)
    assert await due(here.one, second) == NOW + 6 * HOUR + 5 * DAY


async def test_a_shard_that_another_process_takes_rests_only_while_nobody_had_it(here: Several) -> None:
    _, second = await here.matches()
    here.one.clock.advance(HOUR)
    here.one.app.shards.hold([0, 1], 2)
    here.one.app.shards.came(here.one.app.shards.held)
    await here.are_back(here.one)
    here.one.clock.advance(HOUR)
    await here.beat(here.one)
    await here.are_back(here.two)
    assert [await due(house, second) for house in here.both] == [NOW + DAY + HOUR] * 2


async def test_a_process_that_slept_gives_nothing_back_that_another_one_was_there_for(here: Several) -> None:
    _, second = await here.matches()
    here.one.app.shards.hold([0, 1], 2)
    await here.are_back(here.one)
    here.two.app.unwritten = (Jump(NOW, NOW + HOUR),)
    await here.are_back(here.two)
    assert await due(here.one, second) == NOW + DAY


async def reasons(house: House, *found: Match) -> list[str | None]:
    return [(await house.kept(match.id)).reason for match in found]


async def test_no_process_ends_a_match_on_time_before_its_shard_was_heard_after_that(here: Several) -> None:
    first, second = await here.matches()
    async with here.one.open() as hearing:
        here.one.clock.advance(DAY - 10)
        await here.beat(*here.both)
        here.one.clock.advance(20)
        await here.beat(here.one)
        await hearing.rest()
        assert await reasons(here.one, first, second) == ["aborted", None]
        await here.beat(here.two)
        here.one.clock.advance(HEARD_SECONDS)
        await hearing.rest()
        assert await reasons(here.one, second) == ["aborted"]


async def test_a_process_without_a_shard_does_what_is_due_in_matches_of_others(here: Several) -> None:
    _, second = await here.matches()
    here.one.app.shards.hold([], 2)
    assert here.one.app.reachable
    here.one.clock.advance(DAY + 1)
    await here.beat(here.two)
    async with here.one.open():
        assert await reasons(here.one, second) == ["aborted"]


async def test_with_another_number_of_shards_the_time_in_between_is_given_back_to_all(here: Several) -> None:
    first, second = await here.matches()
    here.one.clock.advance(HOUR)
    for number in range(3):
        here.one.app.shards.hold([number], 3)
        await here.are_back(here.one)
    assert [await due(here.one, match) for match in (first, second)] == [NOW + DAY + HOUR] * 2
    async with here.one.app.database.read() as r:
        assert {beat.of for beat in await heartbeat.all_of_them(r)} == {
            Shard(number, 3) for number in range(3)
        }


# --- the AI's turns -------------------------------------------------------------------------------------


async def test_of_two_processes_one_thinks_about_a_move_and_it_is_played_once(here: Several) -> None:
    mine, other = Thinker(), Thinker()
    mine.may_answer.clear()
    async with thinking(here.one, mine), thinking(here.two, other) as idle:
        match = await here.one.match_with_ai(0)
        await here.one.turn(match)
        await mine.asked.wait()
        here.two.app.bots.put_nowait(match.id)
        here.two.app.look()
        await idle.wait_until_settled(match.id)
        mine.may_answer.set()
        await person_is_to_act(here.one, match)
    assert not other.questions
    assert (await here.two.app.match_state(match.id)).length == 4


async def test_what_a_killed_process_was_thinking_about_another_one_answers(here: Several) -> None:
    stuck, quick = Thinker(), Thinker()
    stuck.may_answer.clear()
    match = await here.one.match_with_ai(0)
    bots = Bots(here.two.app, stuck, 0.0)
    dying = asyncio.create_task(bots.run())
    await here.two.turn(match)
    here.two.app.bots.put_nowait(match.id)
    await stuck.asked.wait()
    async with thinking(here.one, quick):
        here.one.app.look()
        await here.dies(here.two)
        await person_is_to_act(here.one, match)
    stuck.may_answer.set()
    await bots.wait_until_settled(match.id)
    dying.cancel()
    await asyncio.wait([dying])
    assert (await here.one.app.match_state(match.id)).length == 4


async def test_a_process_takes_no_more_than_it_has_places_for_and_others_the_rest(here: Several) -> None:
    busy, free = Thinker(), Thinker()
    busy.may_answer.clear()
    async with thinking(here.one, busy) as bots:
        bots._claims._places = 1
        begun = [await here.one.match_with_ai(0, pace="none") for _ in range(3)]
        for match in begun:
            await here.one.turn(match)
        await busy.asked.wait()
        async with thinking(here.two, free):
            here.two.app.look()
            for match in begun[1:]:
                await person_is_to_act(here.two, match)
        assert {question.match for question in free.questions} == {match.id for match in begun[1:]}
        assert {question.match for question in busy.questions} == {begun[0].id}
        busy.may_answer.set()
        await person_is_to_act(here.one, begun[0])


async def test_a_process_that_stops_lets_others_think_at_once(here: Several) -> None:
    stuck = Thinker()
    stuck.may_answer.clear()
    async with thinking(here.two, stuck):
        match = await here.two.match_with_ai(0)
        await here.two.turn(match)
        await stuck.asked.wait()
    async with thinking(here.one, Thinker()):
        await person_is_to_act(here.one, match)


@pytest.mark.parametrize("seconds", [-6, 6])
async def test_a_process_whose_clock_differs_from_the_database_s_does_not_join(
    here: Several, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    told = 0.0

    async def moment(_: object) -> float:
        return told

    monkeypatch.setattr(hosts, "moment", moment)
    told = NOW - 5.0
    await membership.check_clock(here.one.app.database, here.one.clock)
    told = NOW + float(seconds)
    with pytest.raises(ClockDiffers, match="6 seconds"):
        await membership.check_clock(here.one.app.database, here.one.clock)


def waiting(*people: int) -> list[DueJob]:
    """Return due AI turns in matches of these people, in this order."""
    made = ScheduledJob(kind=ANSWER, subject="", due_at=0)
    return [
        DueJob(
            id=id,
            subject=f"{id}",
            kind=made.kind,
            due_at=0,
            payload={"person": person},
            lease_until=None,
            lease_by=None,
        )
        for id, person in enumerate(people)
    ]


def test_who_has_had_the_least_lately_goes_first_and_many_matches_are_no_advantage() -> None:
    had = {1: 0.0, 2: 0.0, 3: 5.0}
    found = fairest(waiting(3, 1, 1, 1, 2), had.__getitem__, 4)
    assert [(row.id, row.payload["person"]) for row in found] == [(1, 1), (4, 2), (2, 1), (3, 1)]
