"""Invitations by organizers: people enter only by tapping, and blocks and personal settings count."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from bot.core import person_settings
from bot.core.errors import UserError
from bot.core.seats import User
from bot.core.terms import OPEN_SECONDS
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.notifications import INVITED
from bot.matchmaking.contests.organizing import accepting, entering, organizing
from bot.matchmaking.contests.reading import export
from bot.matchmaking.contests.ui import inviting, showing
from storage.tables import blocks, contests, people
from tests.kit.contests.stage import Stage, user
from tests.kit.contests.teams import OLGA as CAPTAIN
from tests.kit.contests.teams import under_way
from tests.kit.sql import sql

MANAGER, GUEST = User(900, "Olga"), user(9)
Standing = Callable[[Stage], Awaitable[None]]


@pytest.fixture
async def id(on_stage: Stage) -> str:
    """The id of a Swiss tournament of four that has begun."""
    return await on_stage.begun("swiss", 4, rounds=3)


async def invite(on_stage: Stage, id: str) -> Contest:
    return await organizing.invite(on_stage.app, id, GUEST, MANAGER.id)


async def can_accept(on_stage: Stage, id: str) -> bool:
    async with on_stage.app.database.read() as r:
        row, contest = await on_stage.row(id), await on_stage.of(id)
        return await entering.find_invitation(r, row, contest, GUEST.id, on_stage.app.now()) is not None


async def may_be_told(on_stage: Stage, id: str) -> bool:
    """Return whether the guest may be told; check that exactly then there's a DM."""
    found = await on_stage.found(id)
    async with on_stage.app.database.read() as r:
        may = await entering.may_send_invitation(r, *found, GUEST.id, on_stage.app.now())
    assert (await inviting.screen(on_stage.ctx, found, GUEST.id) is not None) == may
    return may


async def accept(on_stage: Stage, id: str) -> Contest:
    return await accepting.accept(on_stage.app, id, GUEST, 77)


async def test_nobody_is_in_before_they_accept_and_then_by_the_number_of_their_own_tap(
    on_stage: Stage, id: str
) -> None:
    contest = await invite(on_stage, id)
    await on_stage.later(60)
    assert GUEST.id not in contest.entrants
    assert all(not pairing.has(GUEST.id) for pairing in (await on_stage.of(id)).pairings)
    contest = await accept(on_stage, id)
    assert (contest.entrants[GUEST.id].seed, contest.entrants[GUEST.id].number) == (5, 77)
    assert not contest.invited
    assert await on_stage.read_again(id) == contest
    with pytest.raises(UserError, match="no longer open"):
        await accept(on_stage, id)


async def test_a_place_is_taken_with_a_tap_of_ones_own(on_stage: Stage, id: str) -> None:
    out = user(1).id
    await organizing.substitute(on_stage.app, id, out, GUEST, 5, MANAGER.id)
    await on_stage.later(60)
    before = await on_stage.of(id)
    assert before.entrants[out].plays
    under_way_ = [pairing for pairing in before.open if pairing.has(out)]
    contest = await accept(on_stage, id)
    assert (contest.entrants[GUEST.id].seed, contest.entrants[GUEST.id].number) == (1, 77)
    await on_stage.later(2)
    assert [await on_stage.is_under_way(pairing.match) for pairing in under_way_] == [False]
    [new] = [pairing for pairing in (await on_stage.of(id)).open if pairing.has(GUEST.id)]
    assert await on_stage.is_under_way(new.match)


async def test_who_is_on_the_list_has_asked_for_a_place_and_gets_it(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4, rounds=3, most=4)
    await on_stage.list(id, 9)
    listed = (await on_stage.of(id)).substitutes[GUEST.id].number
    contest = await invite(on_stage, id)
    assert contest.entrants[GUEST.id].number == listed
    assert not contest.invited


async def blocked_by_guest(on_stage: Stage) -> None:
    async with on_stage.app.database.write("all") as w:
        await blocks.add(w, GUEST.id, MANAGER.id, 1)


async def blocked_by_organizer(on_stage: Stage) -> None:
    async with on_stage.app.database.write("all") as w:
        await blocks.add(w, MANAGER.id, GUEST.id, 1)


def wants(whose: str) -> Standing:
    async def set_wanted(on_stage: Stage) -> None:
        async with on_stage.app.database.write("all") as w:
            settings = await person_settings.settings_in(w, GUEST.id)
            wanted: Any = whose
            await person_settings.keep(w, GUEST.id, msgspec.structs.replace(settings, challenges=wanted))

    return set_wanted


REASONS: dict[str, Standing] = {
    "they have blocked the organizer": blocked_by_guest,
    "the organizer has blocked them": blocked_by_organizer,
    "they take no challenges": wants("none"),
    "they take challenges of people they've met": wants("met"),
}


@pytest.mark.slow
@pytest.mark.parametrize("reason", REASONS)
async def test_what_keeps_a_challenge_away_keeps_an_invitation_away_and_the_organizer_is_told_the_same(
    on_stage: Stage, id: str, reason: str
) -> None:
    async with on_stage.app.database.write("all") as w:
        await people.upsert(w, GUEST.id, GUEST.name, now=1, locale="en")
    free = await invite(on_stage, id)
    assert await can_accept(on_stage, id)
    assert await may_be_told(on_stage, id)
    await REASONS[reason](on_stage)
    assert not await can_accept(on_stage, id)
    assert not await may_be_told(on_stage, id)
    with pytest.raises(UserError, match="no longer open"):
        await accept(on_stage, id)
    on_stage.house.clock.advance(OPEN_SECONDS)
    kept_away = await invite(on_stage, id)
    assert kept_away.invited.keys() == free.invited.keys()
    assert kept_away.length == free.length + 1
    queued = await sql(on_stage.app.database, f"SELECT lane FROM outbox WHERE kind = '{INVITED}'")
    assert len(queued) == 2, "as it's sent it's looked at who may be told"


async def test_who_has_never_used_the_bot_gets_no_dm_and_can_accept_all_the_same(
    on_stage: Stage, id: str
) -> None:
    await invite(on_stage, id)
    assert not await may_be_told(on_stage, id)
    assert GUEST.id in (await accept(on_stage, id)).entrants


async def test_it_stands_for_seven_days_and_is_not_given_twice_meanwhile(on_stage: Stage, id: str) -> None:
    await invite(on_stage, id)
    on_stage.house.clock.advance(OPEN_SECONDS - 1)
    with pytest.raises(UserError, match="have an invitation already"):
        await invite(on_stage, id)
    assert await can_accept(on_stage, id)
    on_stage.house.clock.advance(1)
    assert not await can_accept(on_stage, id)


async def test_one_from_before_the_start_ends_with_it(on_stage: Stage) -> None:
    id = await on_stage.contest("round robin")
    await on_stage.enter(id, 1, 2, 3)
    await organizing.substitute(on_stage.app, id, user(1).id, GUEST, 5, MANAGER.id)
    assert await can_accept(on_stage, id)
    await on_stage.later(3600)
    assert not await can_accept(on_stage, id)


async def test_it_ends_with_the_contest_and_with_the_place_it_is_for(on_stage: Stage, id: str) -> None:
    out = user(1).id
    await organizing.substitute(on_stage.app, id, out, GUEST, 5, MANAGER.id)
    await entering.leave(on_stage.app, id, out)
    assert not await can_accept(on_stage, id)
    await invite(on_stage, id)
    assert await can_accept(on_stage, id)
    await organizing.call_off(on_stage.app, id, MANAGER.id)
    assert not await can_accept(on_stage, id)


async def test_the_log_says_whom_an_organizer_has_invited(on_stage: Stage, id: str) -> None:
    contest = await invite(on_stage, id)
    async with on_stage.app.database.read() as r:
        lines = await contests.events(r, id)
    [told, *_] = showing.format_log(contest, lines, None, str)
    assert told.startswith(f"Invited {GUEST.id}.\n-# <@{MANAGER.id}>")


async def test_another_server_does_not_read_whom_a_team_has_invited(on_stage: Stage) -> None:
    id = await under_way(on_stage)
    await organizing.substitute(on_stage.app, id, 1001, GUEST, 5, CAPTAIN.id, 0)
    row, contest = await on_stage.row(id), await on_stage.of(id)
    async with on_stage.app.database.read() as r:
        lines = await contests.events(r, id)
    ours, theirs = (showing.format_log(contest, lines, team, str) for team in (0, 1))
    assert len(ours) == len(theirs) + 1
    files = [(await export.archive(on_stage.app, row, contest, 10**7, team)).data for team in (0, 1)]
    assert [str(GUEST.id) in unpacked(data) for data in files] == [True, False]


def unpacked(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as made:
        return "".join(made.read(name).decode(errors="replace") for name in made.namelist())
