"""The lobby's count of possible opponents for a person: never more than a search would find."""

from __future__ import annotations

import msgspec
import pytest

from bot.core.seats import Place, User
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from bot.matchmaking.lobby import looking
from bot.matchmaking.lobby.fit import STEP_SECONDS
from bot.matchmaking.lobby.pairing import pair
from bot.matchmaking.lobby.waiting import lobby, waiting_for
from bot.play.matches import playing
from storage.tables import blocks, guilds, ratings
from tests.kit.hosts.house import PLACE, House
from tests.kit.hosts.rated import a_rating
from tests.kit.hosts.seekers import ANN, BEN, CAY, OTHER, WANTED, look, with_seekers
from tests.kit.sql import sql

LAST_PYRAMIDS = "8/8/8/3s4/4S3/8/8/8 w 10,10 00 0 9"


@pytest.fixture
async def here(here: House) -> House:
    return await with_seekers(here)


async def counted(here: House, person: User, place: Place = PLACE, **changes: object) -> int:
    wanted = msgspec.structs.replace(WANTED, **changes)
    return (await lobby(here.app, person.id, wanted, place)).waiting.people


async def agree(here: House, person: User, place: Place = PLACE, **changes: object) -> bool:
    """Assert that the count is above 0 just if the same search then finds a match; return whether it does."""
    before = await counted(here, person, place, **changes)
    found = await look(here, person, place, **changes)
    assert (before > 0) == (found is not None)
    return found is not None


async def test_one_who_wants_the_same_is_counted_and_found(here: House) -> None:
    await look(here, BEN)
    assert await counted(here, BEN) == 0, "not they themselves"
    assert await agree(here, ANN)


@pytest.mark.slow
@pytest.mark.parametrize("other", [{"preset": OTHER}, {"pace": "1d"}, {"rated": False}, {"game": "ccc"}])
async def test_one_who_wants_something_else_is_not_counted(here: House, other: dict[str, object]) -> None:
    await look(here, BEN, **other)
    assert not await agree(here, ANN)


@pytest.mark.parametrize("who", [(ANN, BEN), (BEN, ANN)])
async def test_a_block_in_either_direction_is_like_an_empty_lobby(
    here: House, who: tuple[User, User]
) -> None:
    await look(here, BEN)
    async with here.app.database.write("all") as w:
        await blocks.add(w, who[0].id, who[1].id, 1)
    assert await counted(here, CAY) == 1
    assert not await agree(here, ANN)
    seek = await looking.mine(here.app, ANN.id, "s210")
    assert (await waiting_for(here.app, seek)).people == 0, "nor while they look"


async def test_who_is_too_strong_or_wants_somebody_stronger_is_not_counted(here: House) -> None:
    async with here.app.database.write("all") as w:
        await ratings.put(w, a_rating(BEN.id, 1800, game="decoy"))
    await look(here, BEN, spread=100)
    assert await counted(here, ANN) == 0, "their range holds for her"
    assert not await agree(here, CAY, spread=200), "and hers for them"


async def test_people_elsewhere_are_counted_where_both_look_everywhere(here: House) -> None:
    elsewhere = Place(101, 201)
    await look(here, BEN, elsewhere)
    assert await counted(here, ANN) == await counted(here, ANN, everywhere=True) == 0
    await look(here, BEN, elsewhere, everywhere=True)
    assert await counted(here, ANN) == 0
    assert await agree(here, ANN, everywhere=True)


async def test_who_has_no_room_for_a_match_is_not_counted(here: House) -> None:
    await look(here, BEN)
    await sql(here.app.database, "INSERT INTO guilds (id, settings) VALUES (200, '{\"most_matches\": 0}')")
    assert await counted(here, ANN) == 0


@pytest.mark.parametrize("guild", [200, 201])
async def test_each_of_two_servers_may_keep_to_itself_by_now(here: House, guild: int) -> None:
    async with here.app.database.write("all") as w:
        await ratings.put(w, a_rating(BEN.id, 1650, game="decoy"))
    await look(here, BEN, spread=100, everywhere=True)
    assert await look(here, ANN, Place(101, 201), everywhere=True) is None
    async with here.app.database.write("all") as w:
        await guilds.set_settings(w, guild, {"lobby": "here"})
    here.clock.advance(2 * STEP_SECONDS)
    seek = await looking.mine(here.app, ANN.id, "s211")
    assert not await pair(here.app, seek)
    async with here.app.database.write("all") as w:
        await guilds.set_settings(w, guild, {})
    assert await pair(here.app, seek)


async def test_CCC_8_who_rest_from_each_other_are_not_paired_before_midnight(here: House) -> None:
    terms = MatchTerms("ccc", {"first": "white", "position": LAST_PYRAMIDS}, "1d")
    challenge = await offering.offer(here.app, ANN, BEN, 0, terms, PLACE, 1)
    _, match = await challenging.accept(here.app, challenge.id, BEN, 2, 300)
    await playing.act(here.app, match.id, ANN.id, "e4xd5")
    await look(here, BEN, game="ccc")
    assert not await agree(here, ANN, game="ccc")
    here.clock.advance(86_400)
    assert await pair(here.app, await looking.mine(here.app, ANN.id, "s211"))
