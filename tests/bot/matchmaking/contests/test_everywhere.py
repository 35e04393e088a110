"""Ladders across servers: one for each game, made automatically, for people who share no server."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.errors import UserError
from bot.core.seats import Place, meet
from bot.matchmaking.contests.log.terms import DAY
from bot.matchmaking.contests.organizing import entering, global_ladders
from games import GAMES
from storage.tables import blocks, contests, guilds
from tests.kit.contests.stage import HERE, Stage, user

DM = Place(channel=55)
GAME = "ccc"
ID = global_ladders.id_of(GAME)


async def joined(on_stage: Stage, *numbers: int) -> None:
    """Let these people join, by turns from a server and from their DMs."""
    await global_ladders.make(on_stage.app, ID)
    for number in numbers:
        place = HERE if number % 2 else DM
        await entering.join(on_stage.app, ID, user(number), on_stage.tap(), place)
    await on_stage.settle()


async def test_each_game_for_two_has_one_whoever_looks_first(on_stage: Stage) -> None:
    both = await asyncio.gather(
        *(global_ladders.list_ladders(on_stage.app, guild) for guild in (None, 200, 201))
    )
    assert both[0] == both[1] == both[2]
    async with on_stage.app.database.read() as r:
        rows = await contests.open_of(r, None)
    assert sorted(row.id for row in rows) == sorted(both[0])
    assert {row.game for row in rows} == {key for key, game in GAMES.items() if game.supports_pvp}
    assert all((row.kind, row.organizer, row.channel) == ("ladder", None, None) for row in rows)
    await global_ladders.make(on_stage.app, ID)
    assert (await on_stage.row(ID)).secret in {row.secret for row in rows}, "it stays the same one"


async def test_people_of_any_server_get_matches_in_their_dms(on_stage: Stage) -> None:
    await joined(on_stage, 1, 2)
    [one] = (await on_stage.of(ID)).open
    match = await on_stage.match(one)
    assert (match.guild, match.channel, match.thread) == (None, None, None)
    assert match.rated
    assert match.options["compliments"] == "list", "no moderators look after what they write"
    await on_stage.end(one, 0)
    await on_stage.later(1)
    contest = await on_stage.of(ID)
    assert contest.pairings[0].score == "win"
    assert await on_stage.read_again(ID) == contest


async def test_nothing_of_it_is_posted_anywhere(on_stage: Stage) -> None:
    await joined(on_stage, 1, 2)
    await on_stage.end((await on_stage.of(ID)).open[0], 0)
    await on_stage.later(DAY)
    async with on_stage.app.database.read() as r:
        kinds = {row["kind"] for row in await r.fetch("SELECT kind FROM outbox", {})}
    assert "briefing" in kinds
    assert not any("contest" in kind for kind in kinds)


async def test_of_whom_one_has_blocked_the_other_they_never_meet(on_stage: Stage) -> None:
    await joined(on_stage, 1)
    async with on_stage.app.database.write() as w:
        for number in (2, 3):
            await meet(w, user(number), 1)
        await blocks.add(w, user(2).id, user(1).id, 1)
    await joined(on_stage, 2)
    await on_stage.later(3 * DAY)
    assert (await on_stage.of(ID)).pairings == ()
    await joined(on_stage, 3)
    assert len((await on_stage.of(ID)).pairings) == 1


async def settled(on_stage: Stage, **settings: object) -> None:
    async with on_stage.app.database.write() as w:
        await guilds.set_settings(w, 200, settings)


async def test_a_server_that_keeps_to_itself_has_none(on_stage: Stage) -> None:
    await settled(on_stage, lobby="here")
    with pytest.raises(UserError, match="can only play here"):
        await global_ladders.list_ladders(on_stage.app, 200)
    async with on_stage.app.database.read() as r:
        assert await global_ladders.ladder_for(r, GAME, 200) is None
        assert await global_ladders.ladder_for(r, GAME, 201) == ID


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings", [{"games": ["decoy"]}, {"times": ["7d"]}, {"presets": ["ccc/Something else"]}]
)
async def test_a_server_offers_only_what_it_plays(on_stage: Stage, settings: dict[str, object]) -> None:
    assert ID in await global_ladders.list_ladders(on_stage.app, 200)
    await settled(on_stage, **settings)
    assert ID not in await global_ladders.list_ladders(on_stage.app, 200)
    assert ID in await global_ladders.list_ladders(on_stage.app, 201)


async def test_a_server_s_own_ladder_goes_first(on_stage: Stage) -> None:
    own = await on_stage.contest("ladder", game=GAME, starts_at=0)
    async with on_stage.app.database.read() as r:
        found = [await global_ladders.ladder_for(r, GAME, guild) for guild in (200, 201, None)]
        assert found == [own, ID, ID]
        assert await global_ladders.ladder_for(r, "decoy", 200) == global_ladders.id_of("decoy")
        assert await global_ladders.ladder_for(r, "alpha", 200) is None, "nobody plays it with somebody"
