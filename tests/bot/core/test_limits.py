"""The most that one person may have and do: every limit, counted and refused, without Discord."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from typing import Any

import msgspec
import pytest

from bot.core import limits
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.limits import LIMITS, Limits
from bot.core.person_settings import PersonSettings, on_holiday, with_holiday, without_holiday
from bot.core.seats import User
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering, rematching
from bot.play.clocks import changing
from bot.play.documents import documents
from bot.play.hints.hints import Hints
from bot.play.matches import ending
from bot.play.ratings import ratings
from bot.play.records import exports
from bot.runtime.cluster import membership
from storage import Challenge, Match
from tests.kit.contexts import app_context
from tests.kit.hosts.house import MARA, PLACE, SHORT, TOM, House
from tests.kit.inputs import PATIENCE_SECONDS, START
from tests.kit.levels.thinker import Thinker
from tests.kit.matches.sketches import SKETCHES, Doodle, a_sketch
from tests.kit.sql import sql

HOUR, DAY = 3600, 86_400
INES = User(13, "Ines")


async def offered(
    app: AppContext, opponent: User | None = TOM, challenger: User = MARA, **more: Any
) -> Challenge:
    terms = MatchTerms("creators", SHORT, "1d", **more)
    return await offering.offer(app, challenger, opponent, 0, terms, PLACE, 901)


async def refused(asked: Any) -> UserError:
    with pytest.raises(UserError) as found:
        await asked
    return found.value


async def held(here: House) -> list[list[tuple[Any, ...]]]:
    """Return everything in the tables that an act changes."""
    tables = ("people", "challenges", "matches", "seats", "outbox", "deadlines")
    return [await sql(here.app.database, f"SELECT * FROM {name} ORDER BY 1, 2") for name in tables]


# --- the table ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LIMITS)
def test_a_refusal_is_a_warm_sentence_that_says_what_to_do_or_from_when_on(name: str) -> None:
    limit = LIMITS[name]
    for sentence in filter(None, (limit.format_sentence(1_790_000_000), limit.busy)):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "!" not in sentence
        assert "{" not in sentence
    told_instead = {"rated matches of the same two", "news of a holiday"}
    if limit.seconds is not None and name not in told_instead:
        assert "<t:1790000000:R>" in limit.format_sentence(1_790_000_000)


def test_the_numbers_that_are_used_elsewhere_are_those_of_the_table() -> None:
    assert LIMITS["rated matches of the same two"].most == ratings.MOST_RATED_A_DAY
    assert LIMITS["documents kept for a game"].most == documents.MOST_KEPT


# --- what was done lately ------------------------------------------------------------------------------


async def act(
    counted: Limits, name: str = "uploads", person: int = 1, error: Exception | None = None
) -> None:
    async with counted.act(name, person):
        if error is not None:
            raise error


async def test_there_is_room_again_when_the_oldest_act_has_left_the_hour(here: House) -> None:
    for minute in range(10):
        await act(here.limits)
        here.clock.advance(60)
        assert len(await refusals(here, 1)) == (minute == 9)
    assert (await refused(here.limits.check("uploads", 1))).moment == START + HOUR
    await here.limits.check("uploads", 2)
    await here.limits.check("exports", 1)
    here.clock.advance(HOUR - 601)
    assert await refusals(here, 1)
    here.clock.advance(1)
    await act(here.limits)
    assert (await refused(here.limits.check("uploads", 1))).moment == START + HOUR + 60


async def refusals(here: House, person: int) -> list[str]:
    try:
        await here.limits.check("uploads", person)
    except UserError as error:
        return [str(error)]
    return []


async def test_a_clock_that_is_put_back_locks_nobody_out(here: House) -> None:
    for _ in range(10):
        await act(here.limits)
    here.clock.advance(-60)
    await act(here.limits)


async def test_an_act_that_is_refused_does_not_count_and_one_that_fails_does(here: House) -> None:
    for _ in range(30):
        assert str(await refused(act(here.limits, error=UserError("no such")))) == "no such"
    for _ in range(10):
        with pytest.raises(ValueError):
            await act(here.limits, error=ValueError())
    assert "You've sent 10 files within an hour" in str(await refused(act(here.limits)))


async def test_one_person_at_once_and_everybody_for_themselves(here: House) -> None:
    async with here.limits.act("uploads", 1):
        assert "still reading" in str(await refused(act(here.limits)))
        await act(here.limits, person=2)
        await act(here.limits, "films")
        await here.limits.check("exports", 1)
    await here.limits.check("uploads", 1)


async def test_several_processes_allow_no_more_than_one(here: House) -> None:
    """A process that has just started allows no more, either."""
    apps = (app_context(here.app.database, here.clock, here.app.randomness) for _ in range(3))
    all_at_once = (act(Limits(app.database, app.now), "exports") for app in apps for _ in range(10))
    done = await asyncio.gather(*all_at_once, return_exceptions=True)
    assert Counter(map(type, done)) == {type(None): 20, UserError: 10}


async def test_what_was_done_long_ago_is_kept_no_longer(here: House) -> None:
    await membership.join(here.app)
    await act(here.limits)
    for left in (1, 0):
        here.clock.advance(DAY / 2)
        await membership.look(here.app)
        assert len(await sql(here.app.database, "SELECT at FROM uses")) == left


# --- challenges ---------------------------------------------------------------------------------------


async def test_one_person_is_challenged_three_times_an_hour_even_if_all_are_withdrawn(here: House) -> None:
    for number in range(3):
        made = await offered(here.app)
        await (
            challenging.withdraw(here.app, made.id, MARA)
            if number
            else challenging.decline(here.app, made.id, TOM)
        )
        here.clock.advance(60)
    before = await held(here)
    told = await refused(offered(here.app))
    assert str(told) == (
        "You've challenged them 3 times within an hour, so give them time to answer. "
        f"You can ask again <t:{int(START) + HOUR}:R>."
    )
    assert told.moment == START + HOUR
    assert await held(here) == before
    assert (await offered(here.app, INES)).opponent == INES.id
    assert (await offered(here.app, MARA, TOM)).opponent == MARA.id
    here.clock.advance(HOUR - 180)
    assert (await offered(here.app)).opponent == TOM.id


async def test_a_challenge_that_was_accepted_was_welcome(here: House) -> None:
    for _ in range(6):
        await here.match()
    assert (await offered(here.app)).status == "open"


async def test_ten_challenges_an_hour_are_all_even_if_each_is_withdrawn_at_once(here: House) -> None:
    for number in range(10):
        made = await offered(here.app, User(100 + number, "P") if number % 2 else None)
        await challenging.withdraw(here.app, made.id, MARA)
    before = await held(here)
    told = await refused(offered(here.app, None))
    assert "You've made 10 challenges within an hour." in str(told)
    assert told.moment == START + HOUR
    assert await held(here) == before
    here.clock.advance(HOUR)
    assert (await offered(here.app, None)).status == "open"


async def test_a_restart_forgets_no_challenge(here: House) -> None:
    for _ in range(3):
        await challenging.withdraw(here.app, (await offered(here.app)).id, MARA)
    again = app_context(here.app.database, here.clock, here.app.randomness)
    assert "You can ask again" in str(await refused(offered(again)))


async def test_of_twelve_challenges_at_once_three_are_made(here: House) -> None:
    made = await asyncio.gather(*(offered(here.app) for _ in range(12)), return_exceptions=True)
    assert sorted(type(result).__name__ for result in made) == ["Challenge"] * 3 + ["UserError"] * 9


async def test_a_challenge_that_could_not_be_posted_has_not_happened(here: House) -> None:
    for _ in range(30):
        made = await offered(here.app)
        await challenging.expire_unposted(here.app, made.id)
        assert (await challenging.get(here.app, made.id)).status == "expired"
    assert (await offered(here.app)).status == "open"


async def test_a_request_for_a_rematch_is_a_challenge_too(here: House) -> None:
    match = await here.match()
    await ending.resign(here.app, match.id, MARA.id)
    for _ in range(3):
        asked = await rematching.again_with_person(here.app, match.id, MARA, 903)
        assert isinstance(asked, Challenge)
        await challenging.withdraw(here.app, asked.id, MARA)
    told = await refused(rematching.again_with_person(here.app, match.id, MARA, 904))
    assert "You can ask again" in str(told)


# --- the bot ------------------------------------------------------------------------------------------


async def test_twenty_matches_against_the_bot_go_on_at_once_and_no_more(here: House) -> None:
    begun = [await here.match_with_ai(0) for _ in range(20)]
    offer = await here.offered(1)
    before = await held(here)
    told = await refused(here.started(offer))
    assert str(told).startswith("You have 20 open matches against the bot; /matches lists them.")
    assert await held(here) == before
    await here.match()
    await ending.resign(here.app, begun[7].id, MARA.id)
    assert isinstance(await here.started(offer), Match)
    assert isinstance(await refused(here.match_with_ai(1)), UserError)


@pytest.mark.slow
async def test_forty_matches_an_hour_begin_against_the_bot_even_if_each_is_given_up(here: House) -> None:
    for _ in range(40):
        match = await here.match_with_ai(0)
        await ending.resign(here.app, match.id, MARA.id)
    before = await held(here)
    assert f"<t:{START + HOUR:.0f}:R>" in str(await refused(here.offered(0)))
    assert await held(here) == before
    here.clock.advance(HOUR)
    await here.match_with_ai(0)


async def test_cards_of_matches_against_the_bot_are_no_challenges(here: House) -> None:
    for _ in range(12):
        await here.offered(0)
    await offered(here.app)


async def test_matches_between_people_take_no_room_from_the_bot(here: House) -> None:
    for _ in range(10):
        await here.match()
    async with here.app.database.read() as r:
        await limits.check_room_for_bot(r, MARA.id)
    assert isinstance(await here.match_with_ai(0), Match)


# --- records, documents and holidays ------------------------------------------------------------------


async def test_twenty_records_an_hour_are_exported_to_each(here: House) -> None:
    state = await here.app.match_state((await here.match()).id)
    for _ in range(20):
        await exports.export(here.app, here.limits, state, MARA.id)
    told = await refused(exports.export(here.app, here.limits, state, MARA.id))
    assert "You've exported 20 records within an hour." in str(told)
    assert told.moment == START + HOUR
    await exports.export(here.app, here.limits, state, TOM.id)
    here.clock.advance(HOUR)
    await exports.export(here.app, here.limits, state, MARA.id)


async def test_ten_times_an_hour_a_holiday_begins_or_ends(here: House) -> None:
    await here.meet(MARA)

    def switch(old: PersonSettings, now: int) -> PersonSettings:
        return without_holiday(old, now) if on_holiday(old, now) else with_holiday(old, now, 1)

    for _ in range(10):
        await changing.change_holiday(here.app, here.limits, MARA.id, switch)
    before = await sql(here.app.database, "SELECT settings FROM people")
    told = await refused(changing.change_holiday(here.app, here.limits, MARA.id, switch))
    assert "You've started or ended a vacation 10 times" in str(told)
    assert await sql(here.app.database, "SELECT settings FROM people") == before


async def test_one_file_of_a_person_is_read_at_a_time(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, go_on = threading.Event(), threading.Event()

    def read(content: bytes) -> Any:
        reading.set()
        go_on.wait(PATIENCE_SECONDS)
        return SKETCHES.read(content)

    monkeypatch.setattr(Doodle, "documents", msgspec.structs.replace(SKETCHES, read=read))
    await here.match()

    async def keep(name: str, person: int = MARA.id) -> documents.Kept:
        return await documents.keep(here.app, here.limits, Doodle(), person, name, a_sketch(1))

    first = asyncio.create_task(keep("one"))
    await asyncio.to_thread(reading.wait, PATIENCE_SECONDS)
    assert "I'm still reading your last file." in str(await refused(keep("other")))
    go_on.set()
    assert (await first).document.name == "one"
    assert (await keep("other")).document.name == "other"


# --- hints --------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_sixty_hints_an_hour_are_given(here: House) -> None:
    made = await offered(here.app, rated=False)
    _, match = await challenging.accept(here.app, made.id, TOM, 902, 300)
    thinker = Thinker()
    asked = Hints(here.app, thinker)
    for _ in range(60):
        await asked.hint(match.id, MARA.id)
    told = await refused(asked.check_allowed(match.id, MARA.id))
    assert "I've given you 60 hints within an hour." in str(told)
    assert str(await refused(asked.hint(match.id, MARA.id))) == str(told)
    here.clock.advance(HOUR)
    assert (await asked.hint(match.id, MARA.id)).text == "roll"
