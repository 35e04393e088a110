"""Limits on a person's open matches and challenges: on each server what admins have set, and overall."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from bot import features
from bot.community.peace import availability
from bot.community.peace.availability import UNAVAILABLE
from bot.core import limits
from bot.core.errors import UserError
from bot.core.limits import LIMITS
from bot.core.seats import Place, User
from bot.core.server_settings import ServerSettings
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from bot.play.matches import ending
from storage import Challenge, Match
from storage.tables import guilds
from tests.kit.hosts.house import MARA, PLACE, SHORT, TOM, House
from tests.kit.matches.endings import begun, final_post, give_up
from tests.kit.table import table

INES, ELSEWHERE = User(13, "Ines"), Place(channel=101, guild=201)
DAY = 86_400


@pytest.fixture
def here(here: House) -> House:
    """A house with the checks of all features."""
    here.app.hooks = replace(here.app.hooks, checks=features.load().hooks.checks)
    return here


async def allow(here: House, **settings: int) -> None:
    async with here.app.database.write("all") as w:
        kept = msgspec.to_builtins(ServerSettings(**settings))
        await guilds.set_settings(w, PLACE.guild or 0, kept)


async def offered(
    here: House, challenger: User = MARA, opponent: User | None = None, place: Place = PLACE
) -> Challenge:
    terms = MatchTerms("creators", SHORT, "1d")
    return await offering.offer(here.app, challenger, opponent, 0, terms, place, 901)


async def accepted(here: House, card: Challenge, person: User) -> Match:
    _, match = await challenging.accept(here.app, card.id, person, 902, 300)
    return match


async def refused(asked: Awaitable[Any]) -> str:
    with pytest.raises(UserError) as found:
        await asked
    return str(found.value)


@pytest.mark.parametrize(("most", "said"), [(1, "1 open challenge"), (2, "2 open challenges")])
async def test_a_server_says_how_many_challenges_somebody_may_have_open(
    here: House, most: int, said: str
) -> None:
    await allow(here, most_challenges=most)
    cards = [await offered(here) for _ in range(most)]
    told = f"You can have {said} on this server at a time. Withdraw one before you make another."
    assert await refused(offered(here)) == told
    assert await refused(offered(here, MARA, TOM)) == told
    assert (await offered(here, place=ELSEWHERE)).status == "open"
    assert (await offered(here, INES, MARA)).status == "open", "others may ask them"
    await challenging.withdraw(here.app, cards[0].id, MARA)
    assert (await offered(here)).status == "open"


async def test_cards_of_matches_against_the_bot_are_no_challenges(here: House) -> None:
    await allow(here, most_challenges=1)
    await here.offered(0)
    assert (await offered(here)).status == "open"
    await here.offered(0)


@pytest.mark.slow
@pytest.mark.parametrize(("most", "said"), [(1, "1 open match"), (2, "2 open matches")])
async def test_a_server_says_how_many_matches_somebody_may_have_open(
    here: House, most: int, said: str
) -> None:
    await allow(here, most_matches=most)
    offer = await here.offered(0)
    asked, elsewhere = await offered(here, INES, MARA), await offered(here, INES, MARA, ELSEWHERE)
    own = await offered(here)
    matches = [await accepted(here, await offered(here, TOM), MARA) for _ in range(most)]
    told = f"You can have {said} on this server at a time. Finish one to start another; /matches lists them."
    for more in (offered(here), accepted(here, asked, MARA), here.started(offer), here.offered(0)):
        assert await refused(more) == told
    assert await refused(accepted(here, own, INES)) == UNAVAILABLE, "others hear no number"
    assert await refused(offered(here, INES, MARA)) == UNAVAILABLE
    await accepted(here, elsewhere, MARA)
    await ending.resign(here.app, matches[0].id, MARA.id)
    await accepted(here, asked, MARA)


@pytest.mark.parametrize(
    ("name", "most", "told"),
    [
        ("open challenges", 2, "You have 2 open challenges. Withdraw one before you make another."),
        (
            "open matches with people",
            2,
            "You have 2 open matches with people; /matches lists them. Finish or resign one to start "
            "another.",
        ),
    ],
)
async def test_there_is_only_so_much_on_all_servers_together(
    here: House, monkeypatch: pytest.MonkeyPatch, name: str, most: int, told: str
) -> None:
    fewer = {**LIMITS, name: msgspec.structs.replace(LIMITS[name], most=most)}
    for module in (limits, availability):
        monkeypatch.setattr(module, "LIMITS", fewer)
    asked = await offered(here, INES, MARA)
    cards = [await offered(here), await offered(here, place=ELSEWHERE)]
    if name == "open matches with people":
        for card in cards:
            await accepted(here, card, TOM)
        assert await refused(accepted(here, asked, MARA)) == told
        assert await refused(offered(here, INES, MARA, ELSEWHERE)) == UNAVAILABLE
        await here.match_with_ai(0)
    assert await refused(offered(here, place=ELSEWHERE)) == told


def test_the_usual_numbers() -> None:
    usual = ServerSettings()
    assert (usual.most_challenges, usual.most_matches) == (20, 50)
    assert [LIMITS[name].most for name in ("open challenges", "open matches with people")] == [50, 200]
    assert LIMITS["matches against the bot"].most == 20


async def test_the_last_place_is_taken_once(here: House) -> None:
    """The acceptance that comes second is refused: a match that began meanwhile counts."""
    await allow(here, most_matches=1)
    cards = [await offered(here, challenger) for challenger in (TOM, INES)]
    await accepted(here, cards[0], MARA)
    assert "1 open match" in await refused(accepted(here, cards[1], MARA))


@pytest.mark.parametrize("is_open_card", [False, True])
async def test_a_block_and_an_acceptance_at_once_end_as_one_after_the_other(
    here: House, is_open_card: bool
) -> None:
    card = await offered(here, MARA, None if is_open_card else TOM)
    await offered(here, TOM)
    both = availability.block(here.app, MARA, TOM), accepted(here, card, TOM)
    _, match = await asyncio.gather(*both, return_exceptions=True)
    status = (await challenging.get(here.app, card.id)).status
    if isinstance(match, Match):
        assert status == "accepted"
    else:
        assert isinstance(match, UserError)
        assert status == ("open" if is_open_card else "withdrawn")
    assert await refused(offered(here, TOM, MARA)) == UNAVAILABLE


# --- stale challenges ----------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_challenge_that_nobody_answers_expires_and_its_card_says_so() -> None:
    async with table("mara", "tom") as t:
        card = await t.mara.slash("/ccc challenge", opponent=t.tom)
        t.advance(7 * DAY - 60)
        await t.settled()
        assert "Accept" in t.tom.again(card).buttons
        t.advance(60)
        await t.settled()
        assert "Accept" not in t.tom.again(card).buttons
        assert "Expired: no one accepted it in time." in t.tom.again(card).text
        assert await t.mara.sees("has expired: no one accepted it in time.")


async def test_a_request_for_a_rematch_expires_after_thirty_days_in_a_thread_that_is_archived() -> None:
    async with table("mara", "tom") as t:
        await begun(t, "ccc", "White")
        await give_up(t, t.tom)
        card = await t.mara.tap("Rematch", await final_post(t, t.mara))
        t.advance(30 * DAY - 60)
        await t.settled()
        assert "challenges you" in (await t.tom.slash("/matches")).text
        t.advance(60)
        await t.settled()
        assert await t.mara.sees("has expired: no one accepted it in time.")
        assert "challenges you" not in (await t.tom.slash("/matches")).text
        assert "Accept" not in t.tom.again(card).buttons
        assert "Expired: no one accepted it in time." in t.tom.again(card).text
        assert t.threads()[-1]["thread_metadata"]["archived"]
