"""DM channels are remembered, opened within a budget, and opened again when they're stale."""

from __future__ import annotations

import logging
from collections import Counter
from typing import Any

import pytest
from aiohttp import web

from bot.core.looping import alike
from bot.discord_kit.requests import direct
from bot.discord_kit.requests.direct import QUARANTINE_SECONDS, TOO_FAST_SECONDS, Openings, Quarantine
from bot.runtime.logs import ALIKE_SECONDS
from storage.tables import people
from tests.kit.matches.tapped import look
from tests.kit.people import Person
from tests.kit.sql import sql
from tests.kit.table import Table
from tests.kit.watching.delivery import begun, dms, is_paused, passes, pings, switch, toms_turn, unwritten
from tests.kit.watching.log_lines import log_of
from tests.kit.watching.outages import plays, private

pytestmark = pytest.mark.table("mara", "tom")

OPENING = "POST /users/@me/channels"
TOO_FAST = {"message": "You are opening direct messages too fast.", "code": 40003}
NOW = 1_000_000


class Requests:
    """Records the bot's requests to Discord about one person's DMs."""

    def __init__(self, t: Table, person: Person) -> None:
        self._places = lambda: {dm["id"] for dm in person.actor.home()["dms"]}
        self.seen: list[str] = []
        t.playground.witnesses.append(self)

    def request(self, request: web.Request, body: bytes, response: web.StreamResponse) -> None:
        """Record a request if it's about the person's DMs."""
        path = request.path.removeprefix("/api/v10")
        if path == "/users/@me/channels" or any(place in path for place in self._places()):
            self.seen.append(f"{request.method} {path}")

    def dispatch(self, event: str, data: Any) -> None:
        """Ignore all events."""


async def channel_of(t: Table, person: Person) -> int | None:
    async with t.database.read() as r:
        found = await people.get(r, int(person.id))
    return found and found.dm_channel


@pytest.mark.slow
async def test_a_second_ping_makes_exactly_one_request(t: Table) -> None:
    match = await begun(t)
    asked = Requests(t, t.tom)
    await toms_turn(match)
    assert dms(t.tom) == 1
    sent = [request for request in asked.seen if not request.startswith("PATCH")]
    assert sent == [f"POST /channels/{await channel_of(t, t.tom)}/messages"]
    assert len([request for request in asked.seen if request.startswith("PATCH")]) <= 1, (
        "the list of matches follows"
    )


@pytest.mark.slow
async def test_a_channel_is_opened_once_for_everybody_and_survives_a_restart(t: Table) -> None:
    asked = Requests(t, t.tom)
    match = await begun(t)
    await t.restart_bot()
    await toms_turn(match)
    assert dms(t.tom) == 1
    opened = Counter(asked.seen)[OPENING]
    assert opened == 2, "one for each of the two"


@pytest.mark.slow
async def test_whoever_taps_in_their_dm_tells_where_it_is(t: Table) -> None:
    match = await begun(t)
    place = await channel_of(t, t.tom)
    async with t.database.write() as w:
        await people.set_dm_channel(w, int(t.tom.id), None)
    await t.restart_bot()
    asked = Requests(t, t.tom)
    await t.tom.slash("/matches", str(place))
    assert await channel_of(t, t.tom) == place
    await toms_turn(match)
    assert dms(t.tom) == 1
    assert OPENING not in asked.seen


@pytest.mark.slow
async def test_so_does_somebody_who_has_only_looked_at_something_so_far(t: Table) -> None:
    asked = Requests(t, t.tom)
    dm = await t.tom.actor.open_dm(str(t.running.bot.user.id))
    await t.tom.slash("/matches", dm["id"])
    await begun(t)
    assert Counter(asked.seen)[OPENING] == 1, "mara's"
    assert await channel_of(t, t.tom) == int(dm["id"])


async def test_a_command_in_a_server_says_nothing_of_dms(t: Table) -> None:
    await t.tom.slash("/matches")
    assert await channel_of(t, t.tom) is None


async def test_no_dm_is_opened_for_a_while_after_discord_finds_it_too_fast(t: Table) -> None:
    t.fault(OPENING, 400, body=TOO_FAST, times=100)
    asked = Requests(t, t.tom)
    await unwritten(t)
    assert [private(person) for person in (t.mara, t.tom)] == [[], []]
    assert len(pings(t, t.mara)) == len(pings(t, t.tom)) == 1, "nobody waits that long"
    t.playground.faults.clear()
    before = len(asked.seen)
    await passes(t, TOO_FAST_SECONDS - 60)
    assert len(asked.seen) == before
    await passes(t, 120)
    assert t.tom.home() is not None


@pytest.mark.slow
async def test_without_a_thread_the_clock_stops_until_there_is_room_again(t: Table) -> None:
    t.fault(OPENING, 400, body=TOO_FAST, times=100)
    match = await unwritten(t)
    t.playground.faults.clear()
    await look(t.running.bot.ctx.app, match.id, 0, 1)
    t.delete_channel(t.mara.actor.channel("games").id)
    await plays(match)
    await t.settled()
    assert await is_paused(match)
    await passes(t, TOO_FAST_SECONDS)
    assert dms(t.tom) == 1
    assert not await is_paused(match)


@pytest.mark.slow
async def test_others_are_told_while_somebody_waits_for_room(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(t)
    async with t.database.write() as w:
        await people.set_dm_channel(w, int(t.mara.id), None)
        await w.queries.people.set_home(w, id=int(t.mara.id), message=None, said=None)
    await t.restart_bot()
    monkeypatch.setattr(Openings, "wait", lambda *_, **__: 60.0)
    await toms_turn(match)
    assert dms(t.tom) == 1
    await plays(match)
    await t.settled()
    assert dms(t.mara) == 0
    monkeypatch.setattr(Openings, "wait", lambda *_, **__: 0.0)
    await passes(t, 60)
    assert dms(t.mara) == 1


@pytest.mark.slow
async def test_whoever_has_had_a_dm_before_gets_theirs_in_a_quarantine(t: Table) -> None:
    match = await begun(t)
    switch(t, "quarantine")
    async with t.database.write() as w:
        await people.set_dm_channel(w, int(t.tom.id), None)
    await toms_turn(match)
    assert dms(t.tom) == 1


@pytest.mark.slow
async def test_in_a_match_without_a_server_the_clock_stops_for_a_quarantine(
    t: Table, caplog: pytest.LogCaptureFixture
) -> None:
    switch(t, "quarantine")
    match = await unwritten(t)
    await look(t.running.bot.ctx.app, match.id, 0, 1)
    private_now = "UPDATE matches SET guild = NULL, thread = NULL, channel = NULL"
    await sql(t.database, private_now)
    await plays(match)
    await t.settled()
    assert await is_paused(match)
    switch(t, "quarantine", on=False)
    await passes(t, QUARANTINE_SECONDS)
    await passes(t, 60)
    assert dms(t.tom) == 1
    assert not await is_paused(match)
    caplog.clear()


async def test_a_quarantine_is_tried_again_by_one_person_at_a_time(
    t: Table, caplog: pytest.LogCaptureFixture
) -> None:
    switch(t, "quarantine")
    asked = Requests(t, t.tom)
    await unwritten(t)
    first = Counter(asked.seen)[OPENING]
    await passes(t, QUARANTINE_SECONDS - 60)
    assert Counter(asked.seen)[OPENING] == first
    await passes(t, 60)
    caplog.clear()


# --- the figures --------------------------------------------------------------------------------------


def test_of_the_openings_of_a_minute_some_are_kept_for_turns() -> None:
    openings = Openings()
    waits = [openings.wait(NOW, urgent=False) for _ in range(direct.FOR_THE_REST + 1)]
    assert waits == [0.0] * direct.FOR_THE_REST + [60.0]
    rest = direct.A_MINUTE - direct.FOR_THE_REST
    assert [openings.wait(NOW, urgent=True) for _ in range(rest + 1)] == [0.0] * rest + [60.0]
    assert openings.wait(NOW + 60, urgent=False) == 0.0


def test_a_clock_that_went_back_keeps_nobody_waiting() -> None:
    openings = Openings()
    for _ in range(direct.A_MINUTE):
        openings.wait(NOW, urgent=True)
    openings.stop(NOW)
    assert openings.wait(NOW - 100_000, urgent=True) == 0.0


def test_a_quarantine_of_200_people_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    quarantine = Quarantine()
    for number in range(200):
        quarantine.begin(NOW + number)
    (line,) = caplog.records
    assert line.levelno == logging.CRITICAL
    quarantine.end()
    quarantine.end()
    assert len(caplog.records) == 2
    caplog.clear()


def test_after_a_quarantine_s_hour_one_tries_and_the_others_wait_for_that(
    caplog: pytest.LogCaptureFixture,
) -> None:
    quarantine = Quarantine()
    assert quarantine.until(NOW) is None
    until = quarantine.begin(NOW)
    assert quarantine.until(NOW + 1) == until == NOW + QUARANTINE_SECONDS
    assert [quarantine.until(until) for _ in range(3)] == [None, until + 60, until + 60]
    quarantine.end()
    assert quarantine.until(until) is None
    caplog.clear()


def test_of_200_people_out_of_reach_the_operator_reads_one_line_an_hour() -> None:
    with log_of("bot.play.posts") as (log, written):
        for person in range(200):
            log.warning("%s can't be reached in %s", person, "m", extra=alike("out of reach"))
        assert written.lines == ["0 can't be reached in m"]
        written.clock += ALIKE_SECONDS
        log.warning("%s can't be reached in %s", 200, "m", extra=alike("out of reach"))
    assert written.lines[1:] == ["200 can't be reached in m; 199 more like this weren't logged"]
