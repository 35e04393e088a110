"""Challenges, without Discord: who may make and answer them, when, and what comes of each answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.core import notices
from bot.core.errors import UserError
from bot.core.seats import Place, User
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from bot.matchmaking.challenges.offering import EXPIRY
from bot.matchmaking.terms import server_rules
from storage import Challenge
from storage.tables import challenges, scheduled_jobs
from tests.kit.hosts.house import INES, MARA, PLACE, SHORT, TOM, House
from tests.kit.rows import messages_of_kind
from tests.kit.sql import sql

DAY = 86_400
ACCEPTED = "This challenge has already been accepted."
Answer = Callable[[House, Challenge, User], Awaitable[object]]


async def made(here: House, opponent: User | None = TOM, place: Place = PLACE) -> Challenge:
    """Make a challenge of Mara's, as the Creator."""
    return await offering.offer(here.app, MARA, opponent, 0, MatchTerms("creators", SHORT, "1d"), place, 901)


@pytest.fixture
async def challenge(here: House) -> Challenge:
    """Mara's challenge to Tom."""
    return await made(here)


async def accept(here: House, challenge: Challenge, person: User) -> object:
    return await challenging.accept(here.app, challenge.id, person, 900 + person.id, 300)


async def decline(here: House, challenge: Challenge, person: User) -> object:
    return await challenging.decline(here.app, challenge.id, person)


async def withdraw(here: House, challenge: Challenge, person: User) -> object:
    return await challenging.withdraw(here.app, challenge.id, person)


async def stands(here: House, challenge: Challenge) -> Challenge:
    """Return a challenge as it is now, once it's known that only an open one can still expire."""
    now = await challenging.get(here.app, challenge.id)
    async with here.app.database.read() as r:
        to_expire = [job for job in await scheduled_jobs.undone(r, EXPIRY) if job.subject == challenge.id]
    assert len(to_expire) == (now.status == "open")
    return now


async def begun(here: House) -> int:
    """Return how many matches there are."""
    return len(await sql(here.app.database, "SELECT id FROM matches"))


async def told(here: House) -> list[tuple[str, Any]]:
    """Return to whose lane each note goes, and its text."""
    async with here.app.database.read() as r:
        return [(row.lane, row.payload["text"]) for row in await messages_of_kind(r, notices.NOTE)]


async def together(*answers: Awaitable[object]) -> list[str]:
    """Give answers at the same time, and return the sentences with which some are refused."""
    results = await asyncio.gather(*answers, return_exceptions=True)
    refused = [result for result in results if isinstance(result, BaseException)]
    assert all(isinstance(error, UserError) for error in refused), refused
    return list(map(str, refused))


# --- who may be challenged ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opponent", "place", "sentence"),
    [
        (MARA, PLACE, "You can't challenge yourself. Leave out the opponent to invite anyone here."),
        (User(99, "games", is_bot=True), PLACE, "Bots don't accept challenges."),
        (TOM, Place(channel=100, guild=None), "You can only challenge people on a server."),
        (None, Place(channel=100, guild=None), "You can only challenge people on a server."),
    ],
    ids=["oneself", "a bot", "in a private message", "anybody in a private message"],
)
async def test_whom_nobody_can_challenge(
    here: House, opponent: User | None, place: Place, sentence: str
) -> None:
    async with here.nothing_changes():
        with pytest.raises(UserError, match=sentence):
            await made(here, opponent, place)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"pattern": "nonsense"}, "pattern can't be"),
        ({"pattern": "Ä" * 2000}, "pattern can't be"),
        ({"category": "symbols", "difficulty": "medium"}, "No pattern in the category “symbols” is medium"),
        ({"boardSize": 13}, "board_size can't be 13"),
    ],
    ids=["no glyph", "a long one", "an empty category", "a size in between"],
)
async def test_options_out_of_range_are_named(here: House, options: dict[str, Any], sentence: str) -> None:
    terms = MatchTerms("creators", options, "1d")
    asked: tuple[Awaitable[object], ...] = (
        offering.offer(here.app, MARA, TOM, 0, terms, PLACE, 901),
        server_rules.fitting(here.app, terms, PLACE),
    )
    async with here.nothing_changes():
        for asking in asked:
            with pytest.raises(UserError, match=sentence):
                await asking


async def test_two_have_met_once_they_began_a_match_of_the_game_on_the_server(here: House) -> None:
    async def have_met(game: str = "creators", one: User = TOM, other: User = MARA, guild: int = 200) -> bool:
        return await offering.have_met(here.app, game, one.id, other.id, Place(channel=100, guild=guild))

    challenge = await made(here)
    assert not await have_met()
    await accept(here, challenge, TOM)
    assert await have_met()
    assert await have_met(one=MARA, other=TOM)
    assert not await have_met("decoy"), "a new game"
    assert not await have_met(one=INES)
    assert not await have_met(guild=201)


# --- who may answer -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "person", "sentence"),
    [
        (accept, INES, "This challenge is for someone else."),
        (accept, MARA, "This is your own challenge. You can withdraw it."),
        (decline, INES, "Only the person who was challenged can decline."),
        (decline, MARA, "Only the person who was challenged can decline."),
        (withdraw, INES, "Only the challenger can withdraw this."),
        (withdraw, TOM, "Only the challenger can withdraw this."),
    ],
)
async def test_who_may_not_answer_is_told_so(
    here: House, challenge: Challenge, answer: Answer, person: User, sentence: str
) -> None:
    async with here.nothing_changes():
        with pytest.raises(UserError) as refused:
            await answer(here, challenge, person)
    assert str(refused.value) == sentence


async def test_an_open_challenge_is_for_the_first_who_takes_it(here: House) -> None:
    challenge = await made(here, None)
    async with here.nothing_changes():
        for answer, person, sentence in (
            (accept, MARA, "This is your own challenge."),
            (decline, INES, "This challenge is open to anyone, so you don't have to decline it."),
        ):
            with pytest.raises(UserError, match=sentence):
                await answer(here, challenge, person)
    _, match = await challenging.accept(here.app, challenge.id, INES, 902, 300)
    assert (await here.app.match_state(match.id)).people() == (MARA.id, INES.id)
    assert (await stands(here, challenge)).opponent == INES.id
    async with here.nothing_changes():
        with pytest.raises(UserError, match=ACCEPTED):
            await accept(here, challenge, TOM)


# --- what comes of it ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "person", "sentence"),
    [
        (accept, TOM, ACCEPTED),
        (decline, TOM, "This challenge was declined."),
        (withdraw, MARA, "This challenge was withdrawn."),
    ],
)
async def test_of_two_answers_at_once_the_second_is_told_what_the_first_was(
    here: House, challenge: Challenge, answer: Answer, person: User, sentence: str
) -> None:
    assert await together(*(answer(here, challenge, person) for _ in range(2))) == [sentence]
    assert await begun(here) == (answer is accept)
    for another, who in ((accept, TOM), (decline, TOM), (withdraw, MARA)):
        async with here.nothing_changes():
            with pytest.raises(UserError, match=sentence):
                await another(here, challenge, who)


async def test_of_two_people_at_once_one_gets_the_open_challenge(here: House) -> None:
    challenge = await made(here, None)
    assert await together(*(accept(here, challenge, person) for person in (TOM, INES))) == [ACCEPTED]
    assert await begun(here) == 1


async def test_of_accepting_and_withdrawing_at_once_the_loser_is_told_the_truth(
    here: House, challenge: Challenge
) -> None:
    (late,) = await together(accept(here, challenge, TOM), withdraw(here, challenge, MARA))
    was_accepted = (await stands(here, challenge)).status == "accepted"
    assert late == (ACCEPTED if was_accepted else "This challenge was withdrawn.")
    assert await begun(here) == was_accepted


async def test_a_declined_challenge_is_told_to_the_challenger(here: House, challenge: Challenge) -> None:
    await decline(here, challenge, TOM)
    assert (await stands(here, challenge)).status == "declined"
    said = f"<@{TOM.id}> declined your Creators vs Destroyers challenge."
    assert await told(here) == [(notices.person_lane(MARA.id), said)]
    assert not await begun(here)


async def test_a_withdrawn_challenge_begins_nothing(here: House, challenge: Challenge) -> None:
    await withdraw(here, challenge, MARA)
    assert (await stands(here, challenge)).status == "withdrawn"
    assert await told(here) == []
    assert not await begun(here)


@pytest.mark.parametrize(("opponent", "to"), [(TOM, f" to <@{TOM.id}>"), (None, "")])
async def test_after_seven_days_a_challenge_expires(here: House, opponent: User | None, to: str) -> None:
    challenge = await made(here, opponent)
    async with here.open() as hearing:
        here.clock.advance(7 * DAY - 1)
        await hearing.rest()
        assert (await stands(here, challenge)).status == "open"
        here.clock.advance(1)
        await hearing.rest()
    assert (await stands(here, challenge)).status == "expired"
    said = f"Your Creators vs Destroyers challenge{to} has expired: no one accepted it in time."
    assert await told(here) == [(notices.person_lane(MARA.id), said)]
    async with here.nothing_changes():
        with pytest.raises(UserError, match="This challenge has expired"):
            await accept(here, challenge, TOM)


async def test_an_answered_challenge_never_expires(here: House, challenge: Challenge) -> None:
    await accept(here, challenge, TOM)
    await challenging.expire(here.app, challenge.id)
    assert (await stands(here, challenge)).status == "accepted"
    assert await told(here) == []


async def test_a_challenge_that_expired_while_the_bot_was_away_is_closed(
    here: House, challenge: Challenge
) -> None:
    here.clock.advance(8 * DAY)
    async with here.open():
        assert (await stands(here, challenge)).status == "expired"
    assert not await begun(here)
    async with here.app.database.read() as r:
        assert await challenges.open_of(r, MARA.id) == []
