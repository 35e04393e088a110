"""The lobby: people who search for an opponent are paired once, and only with people who are allowed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.core import limits, notices
from bot.core.errors import UserError
from bot.core.seats import User
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import offering
from bot.matchmaking.lobby import looking
from bot.matchmaking.lobby.waiting import INSTEAD, Lobby, lobby
from games.core.chance import fair_seed
from storage.tables import blocks, ratings, seeks, suspensions
from storage.tables.suspensions import Suspension
from tests.kit.hosts.house import PLACE, House
from tests.kit.hosts.rated import a_rating
from tests.kit.hosts.seekers import ANN, BEN, CAY, DAN, OTHER, WANTED, look, search, with_seekers
from tests.kit.rows import messages_of_kind
from tests.kit.servers.lobby_table import a_seek
from tests.kit.sql import sql

HOUR, DAY = 3600, 86_400


@pytest.fixture
async def here(here: House) -> House:
    return await with_seekers(here)


async def statuses(here: House) -> list[tuple[int, str]]:
    """Return the person and the status of each search, in the order of their taps."""
    found = await sql(
        here.app.database, "SELECT person, status FROM seeks ORDER BY created_at, interaction, id"
    )
    return [(person, status) for person, status in found]


async def begun(here: House) -> list[set[int | None]]:
    """Return who plays in each match, oldest first."""
    rows = await sql(here.app.database, "SELECT id FROM matches ORDER BY created_at, id")
    return [set((await here.app.match_state(id)).people()) for (id,) in rows]


async def passes(here: House, *seconds: int) -> None:
    """Let this time pass, step by step, while searches are looked at again."""
    async with here.open() as hearing:
        for step in seconds:
            here.clock.advance(step)
            await hearing.rest()


async def refused(here: House, person: User, why: str, **changes: Any) -> None:
    """Check that a person may not search for this, and that nothing has changed."""
    async with here.nothing_changes():
        with pytest.raises(UserError, match=why):
            await look(here, person, **changes)


# --- two matching searches ----------------------------------------------------------------------------


async def test_two_who_want_the_same_get_one_match_at_once(here: House) -> None:
    assert await look(here, ANN, rated=False) is None
    match_id = await look(here, BEN, rated=False)
    assert match_id is not None
    assert await statuses(here) == [(ANN.id, "paired"), (BEN.id, "paired")]
    assert await begun(here) == [{ANN.id, BEN.id}]
    match = await here.kept(match_id)
    assert (match.rated, match.sides, match.pace) == (False, "by lot", "3d")
    jobs = await sql(
        here.app.database, "SELECT COUNT(*) FROM deadlines WHERE kind = 'seek' AND done_at IS NULL"
    )
    assert jobs == [(0,)]


@pytest.mark.parametrize("other", [{"preset": OTHER}, {"pace": "7d"}, {"rated": False}, {"game": "ccc"}])
async def test_those_who_want_something_else_go_on_looking(here: House, other: dict[str, object]) -> None:
    await look(here, ANN)
    assert await look(here, BEN, **other) is None
    assert await look(here, CAY, **other) is not None
    assert await begun(here) == [{BEN.id, CAY.id}]
    assert (await statuses(here))[0] == (ANN.id, "open")


async def test_the_dice_follow_from_the_secret_of_whoever_was_first(here: House) -> None:
    first = await search(here, ANN)
    second = await search(here, BEN)
    match = await here.kept(second.match_id)
    assert match.nonce == first.nonce != second.nonce
    assert match.seed == fair_seed(first.nonce, *(seat.interaction for seat in match.seats))


async def test_nobody_is_paired_with_themselves(here: House) -> None:
    await look(here, ANN)
    await look(here, ANN, everywhere=True)
    await passes(here, DAY)
    assert await statuses(here) == [(ANN.id, "open")] * 2


async def test_nobody_sees_or_stops_somebody_elses_search(here: House) -> None:
    seek = await search(here, ANN)
    async with here.nothing_changes():
        for ask in (looking.mine, looking.stop):
            for person, name in ((BEN, seek.id), (ANN, "nosuch")):
                with pytest.raises(UserError, match="This search no longer exists"):
                    await ask(here.app, person.id, name)
        with pytest.raises(UserError, match="This search no longer exists"):
            await search(here, BEN, seek.id)


# --- at most once -------------------------------------------------------------------------------------


async def test_two_taps_on_one_button_begin_one_search(here: House) -> None:
    await asyncio.gather(*(search(here, ANN, "once") for _ in range(2)))
    assert await statuses(here) == [(ANN.id, "open")]
    paired = await search(here, BEN, "mine")
    assert (await search(here, BEN, "mine")) == paired
    assert paired.match_id is not None
    assert await begun(here) == [{ANN.id, BEN.id}]


async def test_of_two_who_take_the_same_search_at_once_one_gets_it(here: House) -> None:
    await look(here, ANN)
    await asyncio.gather(look(here, BEN), look(here, CAY))
    assert len(await begun(here)) == 1
    assert sorted(status for _, status in await statuses(here)) == ["open", "paired", "paired"]


async def test_many_at_once_are_paired_two_by_two(here: House) -> None:
    await asyncio.gather(*(look(here, person) for person in (ANN, BEN, CAY, DAN)))
    await passes(here, 10)
    one, other = await begun(here)
    assert one | other == {person.id for person in (ANN, BEN, CAY, DAN)}, "nobody plays twice"


async def test_stopping_and_being_taken_at_once_ends_in_one_of_both(here: House) -> None:
    seek = await search(here, ANN)
    await asyncio.gather(looking.stop(here.app, ANN.id, seek.id), look(here, BEN))
    found = [status for _, status in await statuses(here)]
    assert (found, len(await begun(here))) in ((["withdrawn", "open"], 0), (["paired", "paired"], 1))


async def test_who_was_interrupted_as_they_began_is_paired_later(here: House) -> None:
    """This is what's left by a kill between the commit of a search and the attempt to pair it."""
    await look(here, ANN)
    await look(here, BEN, rated=False)
    await sql(here.app.database, "UPDATE seeks SET rated = 1")
    await passes(here, 4)
    assert await begun(here) == []
    await passes(here, 1)
    assert await begun(here) == [{ANN.id, BEN.id}]


# --- who is kept apart --------------------------------------------------------------------------------


@pytest.mark.parametrize(("blocker", "blocked"), [(ANN, BEN), (BEN, ANN)])
async def test_who_has_blocked_somebody_never_gets_them(here: House, blocker: User, blocked: User) -> None:
    async with here.app.database.write("all") as w:
        await blocks.add(w, blocker.id, blocked.id, 1)
    for person in (ANN, BEN):
        assert await look(here, person) is None
    await passes(here, 2 * DAY)
    assert await begun(here) == []
    assert await look(here, CAY) is not None


async def test_who_is_suspended_looks_for_nobody_and_is_given_to_nobody(here: House) -> None:
    await look(here, BEN)
    async with here.app.database.write("all") as w:
        row = Suspension(guild=PLACE.guild or 0, person=BEN.id, by_person=CAY.id, at=1)
        await suspensions.add(w, row)
    assert await look(here, ANN) is None
    for everywhere in (False, True):
        await refused(here, BEN, "A moderator has suspended you", rated=False, everywhere=everywhere)
    assert await statuses(here) == [(ANN.id, "open"), (BEN.id, "open")]


async def test_a_servers_role_and_limits_hold_for_searches(here: House) -> None:
    await here.set_on_server(role=99)
    await refused(here, ANN, "you need the role <@&99> to challenge people")
    await here.set_on_server(most_matches=1)
    await look(here, ANN)
    assert await look(here, BEN) is not None
    await refused(here, ANN, "You can have 1 open match on this server at a time", rated=False)


async def test_who_has_no_room_left_is_passed_over(here: House) -> None:
    await here.set_on_server(most_matches=1)
    await look(here, ANN)
    await look(here, ANN, rated=False)
    assert await look(here, BEN) is not None
    assert await look(here, CAY, rated=False) is None, "Ann has one open match already"


async def test_a_server_that_keeps_to_itself_or_wants_casual_matches_has_its_way(here: House) -> None:
    await here.set_on_server(lobby="here", rated=False)
    await refused(here, ANN, "Members of this server can only look for opponents here", everywhere=True)
    assert not (await search(here, ANN)).rated


async def test_three_searches_at_a_time_and_none_twice(here: House) -> None:
    await look(here, ANN)
    await refused(here, ANN, "You're already looking for exactly this", spread=100)
    await look(here, ANN, rated=False)
    await search(here, ANN, "third", everywhere=True)
    await refused(here, ANN, "You're already looking for 3 opponents", rated=False, everywhere=True)
    assert await statuses(here) == [(ANN.id, "open")] * 3
    assert (await looking.stop(here.app, ANN.id, "third")).status == "withdrawn"
    await look(here, ANN, rated=False, everywhere=True)


async def test_nobody_looks_too_often(here: House) -> None:
    for number in range(limits.LIMITS["searches"].most):
        seek = await search(here, ANN, f"n{number}")
        await looking.stop(here.app, ANN.id, seek.id)
        here.clock.advance(60)
    await refused(here, ANN, "You've looked for an opponent 20 times within an hour")
    here.clock.advance(HOUR)
    await look(here, ANN)


async def test_the_range_is_kept_and_gets_wider_with_time(here: House) -> None:
    async with here.app.database.write("all") as w:
        for person, rating in ((ANN, 1500), (BEN, 1650)):
            await ratings.put(w, a_rating(person.id, rating, game="decoy"))
    await look(here, ANN, spread=100)
    assert await look(here, BEN) is None
    await passes(here, 6 * HOUR)
    assert await begun(here) == []
    await passes(here, 6 * HOUR + 10)
    assert await begun(here) == [{ANN.id, BEN.id}]


# --- searches without success -------------------------------------------------------------------------


async def told(here: House, kind: str) -> list[str]:
    async with here.app.database.read() as r:
        return [row.lane for row in await messages_of_kind(r, kind)]


async def test_who_is_taken_by_nobody_hears_once_after_a_day_what_else_there_is(here: House) -> None:
    await look(here, ANN)
    await passes(here, DAY - 60)
    assert await told(here, INSTEAD) == []
    await passes(here, 120)
    assert await told(here, INSTEAD) == [notices.person_lane(ANN.id)]
    await passes(here, DAY)
    assert len(await told(here, INSTEAD)) == 1


@pytest.mark.parametrize("steps", [(3 * DAY - 60, 60), (4 * DAY,)], ids=["in time", "late, as after a stop"])
async def test_after_three_days_a_search_is_over_and_its_person_told(
    here: House, steps: tuple[int, ...]
) -> None:
    await look(here, ANN)
    for step in steps:
        assert await statuses(here) == [(ANN.id, "open")]
        await passes(here, step)
    assert await statuses(here) == [(ANN.id, "expired")]
    async with here.app.database.read() as r:
        [note] = await messages_of_kind(r, notices.NOTE)
    assert note.lane == notices.person_lane(ANN.id)
    assert "I found no Decoy Patrol opponent for you within three days." in note.payload["text"]
    assert await look(here, BEN) is None


# --- what the lobby shows -----------------------------------------------------------------------------


async def shown(here: House, person: User) -> Lobby:
    return await lobby(here.app, person.id, WANTED, PLACE)


async def test_how_long_it_takes_is_known_once_enough_have_waited(here: House) -> None:
    now = here.app.now()

    async def over(id: str, began: int, ended: int) -> None:
        async with here.app.database.write("all") as w:
            whole = {"person": BEN.id, "game": "decoy", "status": "paired"}
            times = {"created_at": began, "expires_at": began + 9, "closed_at": ended}
            await seeks.add(w, a_seek(id, **whole, **times))

    for number, hours in enumerate((1, 2, 3, 20, 71)):
        assert (await shown(here, ANN)).waiting.usual is None
        await over(f"s{number}", now - hours * HOUR, now)
    await over("at-once", now, now)
    for number in range(2):
        await over(f"long-ago-{number}", now - 40 * DAY, now - 39 * DAY)
    assert (await shown(here, ANN)).waiting.usual == 3 * HOUR


async def test_open_challenges_of_others_on_the_server_are_there_to_accept(here: House) -> None:
    terms = MatchTerms("decoy", {}, "1d")
    challenge = await offering.offer(here.app, BEN, None, 0, terms, PLACE, 901)
    assert [found.id for found in (await shown(here, ANN)).challenges] == [challenge.id]
    assert (await shown(here, BEN)).challenges == [], "not their own"
