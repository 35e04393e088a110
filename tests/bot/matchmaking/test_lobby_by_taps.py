"""The lobby at a table: the form, what a search shows, what its person hears, and who is still there."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.match_state import nickname
from bot.core.seats import Place, User
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import making
from playground.people.defaults import BOT_ID
from playground.places import members
from storage.tables import people, seeks
from tests.kit.hosts import rated
from tests.kit.matches.tapped import DAY, assert_refused, committed
from tests.kit.people import Person
from tests.kit.roles.administrators import server, set_on_server
from tests.kit.seen import Seen
from tests.kit.servers.lobby_table import HOUR, a_seek, begun, form, look, made_up, searches, statuses
from tests.kit.sql import sql
from tests.kit.table import Table

# --- two matching searches ----------------------------------------------------------------------------


@pytest.mark.slow
async def test_two_who_want_the_same_get_one_match_at_once(t: Table) -> None:
    waiting = await look(t.mara)
    assert waiting.ephemeral
    assert "### Looking for an opponent" in waiting.text
    assert (
        "Creators vs Destroyers** · Standard · 3 days a turn · casual · any strength · same server"
        in waiting.text
    )
    found = await look(t.tom)
    assert f"against {t.mara.name}" in found.text
    [match] = await begun(t)
    assert await searches(t) == [(int(t.mara.id), "paired", match), (int(t.tom.id), "paired", match)]
    state = await t.running.bot.ctx.app.match_state(match)
    assert set(state.people()) == {int(t.mara.id), int(t.tom.id)}
    assert not state.match.rated
    assert state.match.sides == "by lot"
    assert await t.mara.sees("has started.")
    assert len(t.threads()) == 1
    assert await sql(
        t.database, "SELECT COUNT(*) FROM deadlines WHERE kind = 'seek' AND done_at IS NULL"
    ) == [(0,)]


async def test_the_dice_follow_from_the_secret_of_whoever_was_first(t: Table) -> None:
    waiting = await look(t.mara)
    first = await committed(t.mara, waiting)
    await look(t.tom)
    card = await t.ines.sees("as Creator")
    assert await committed(t.ines, card) == first
    button = waiting.buttons["Fairness"]["custom_id"]
    assert f"SHA-256 of my secret is `{first}`" in (await made_up(t, t.mara, button)).text


async def test_the_secret_of_a_search_is_shown_to_its_person_alone(t: Table) -> None:
    button = (await look(t.mara)).buttons["Fairness"]["custom_id"]
    assert_refused(await made_up(t, t.tom, button), "This match no longer exists here.")


# --- at most once -------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_two_taps_on_one_button_begin_one_search(t: Table) -> None:
    seen = await form(t.mara)
    await asyncio.gather(t.mara.tap("Find an opponent", seen), t.mara.tap("Find an opponent", seen))
    assert await statuses(t) == ["open"]
    seen = await form(t.tom)
    button = seen.buttons["Find an opponent"]["custom_id"]
    await t.tom.tap("Find an opponent", seen)
    assert "You're " in (await made_up(t, t.tom, button)).text
    assert await statuses(t) == ["paired", "paired"]
    assert len(await begun(t)) == 1


async def test_a_search_outlives_the_bot(t: Table) -> None:
    waiting = await look(t.mara)
    await t.restart_bot()
    await look(t.tom)
    assert len(await begun(t)) == 1
    assert "You have an opponent." in (await t.mara.tap("Stop looking", waiting)).text


# --- who is kept apart --------------------------------------------------------------------------------


@pytest.mark.slow
async def test_who_has_blocked_somebody_never_gets_them_and_neither_is_told(t: Table) -> None:
    await t.mara.slash("/block", person=t.tom)
    await look(t.mara)
    waiting = await look(t.tom)
    alone = await look(t.ines, game="decoy")
    assert "No one else is waiting" in waiting.text, "as where there's really no one"
    assert list(waiting.buttons) == list(alone.buttons)
    assert await begun(t) == []


async def test_only_what_a_server_allows_is_offered_and_casual_where_it_wants_that(t: Table) -> None:
    await set_on_server(t, games=["decoy"], times=["7d"], rated=False)
    seen = await form(t.mara)
    assert [select["custom_id"].rpartition("|")[2] for select in seen.selects] == ["preset", "spread"]
    assert "Rated" not in seen.buttons
    assert (
        "**Decoy Patrol** · Standard · 7 days a turn · casual"
        in (await t.mara.tap("Find an opponent", seen)).text
    )


async def test_three_searches_at_a_time_and_none_twice(t: Table) -> None:
    await look(t.mara)
    assert_refused(await look(t.mara), "You're already looking for exactly this.")
    await look(t.mara, "Rated")
    await look(t.mara, "Everywhere")
    assert_refused(await look(t.mara, "Rated", "Everywhere"), "You're already looking for 3 opponents.")
    assert await statuses(t) == ["open"] * 3
    seen = await form(t.mara)
    assert seen.text.count("You're looking for:") == 3
    assert "You're not looking anymore." in (await t.mara.tap("Stop", seen)).text
    assert sorted(await statuses(t)) == ["open", "open", "withdrawn"]


# --- the rating range ---------------------------------------------------------------------------------


async def rate(t: Table, **those: int) -> None:
    rows = [rated.a_rating(int(t.people[name].id), rating) for name, rating in those.items()]
    await rated.put(t.database, *rows)


# --- searches without success -------------------------------------------------------------------------


@pytest.mark.slow
async def test_who_is_taken_by_nobody_hears_after_a_day_what_else_there_is_without_a_sound(t: Table) -> None:
    await look(t.mara)
    await t.settled()
    pushes = t.mara.pushes()
    t.advance(DAY - 60)
    await t.settled()
    assert not told(t.mara)
    t.advance(120)
    await t.settled()
    [seen] = told(t.mara)
    assert t.mara.pushes() == pushes
    assert list(seen.buttons) == ["Play the bot", "Open the ladder", "Stop looking", "New search", "Fairness"]
    t.advance(DAY)
    await t.settled()
    assert len(told(t.mara)) == 1, "once"
    assert "You're not looking anymore." in (await t.mara.tap("Stop looking", seen)).text
    assert await statuses(t) == ["withdrawn"]


def told(person: Person) -> list[Seen]:
    return [seen for seen in person.everything() if "meanwhile, you can play me" in seen.text]


@pytest.mark.slow
async def test_the_server_s_own_ladder_is_offered_and_everybody_s_where_there_is_none(t: Table) -> None:
    place = Place(int(t.mara.actor.channel(t.mara.channel).id), int(server(t).id))
    terms = Terms(kind="ladder", name="Ours", game="decoy")
    await making.create(t.running.bot.ctx.app, User(int(t.ines.id), "Ines"), terms, place)
    for game in ("decoy", "creators"):
        await look(t.mara, game=game)
    t.advance(DAY + 60)
    await t.settled()
    own, everybodys = (
        next(seen for seen in told(t.mara) if name in seen.text) for name in ("Decoy", "Creators")
    )
    assert "### Creators vs Destroyers, everywhere" in (await t.mara.tap("Open the ladder", everybodys)).text
    own = await t.mara.tap("Open the ladder", own)
    assert "### Ours" in own.text
    assert "You're on the ladder." in (await t.mara.tap("Join", own)).text, "from the DM"


async def test_a_server_that_keeps_to_itself_has_no_other_ladder_to_offer(t: Table) -> None:
    await set_on_server(t, lobby="here")
    await look(t.mara)
    t.advance(DAY + 60)
    await t.settled()
    assert "Open the ladder" not in told(t.mara)[0].buttons


async def test_after_three_days_a_search_is_over_and_its_person_told(t: Table) -> None:
    await look(t.mara)
    t.advance(3 * DAY + 60)
    assert await statuses(t) == ["expired"]
    assert await t.mara.sees("I found no Creators vs Destroyers opponent for you within three days.")
    await look(t.tom)
    assert await begun(t) == []


# --- how long it takes --------------------------------------------------------------------------------


async def test_how_long_it_takes_is_said_once_enough_have_waited(t: Table) -> None:
    now = int(t.playground.world.clock.now())
    await people_there(t)
    assert "Lately" not in (await form(t.mara)).text
    for number, hours in enumerate((1, 2, 3, 20, 71)):
        await add_over(t, f"s{number}", now - int(hours * HOUR), now)
    assert "Lately, half of those who waited had an opponent within 3 hours." in (await form(t.mara)).text


async def people_there(t: Table) -> None:
    async with t.database.write("all") as w:
        await people.upsert(w, 77, "Somebody", now=1)


async def add_over(t: Table, id: str, began: int, ended: int) -> None:
    async with t.database.write("all") as w:
        whole = {"person": 77, "game": "creators", "status": "paired"}
        times = {"created_at": began, "expires_at": began + 9, "closed_at": ended}
        await seeks.add(w, a_seek(id, **whole, **times))


# --- open challenges ----------------------------------------------------------------------------------


async def test_open_challenges_of_the_server_are_there_to_accept(t: Table) -> None:
    card = await t.tom.slash("/decoy challenge")
    assert "Open challenges" not in (await form(t.tom)).text, "not their own"
    seen = await form(t.mara)
    assert f"**Decoy Patrol** against {t.tom.name}, random sides" in seen.text
    opened = await t.mara.tap("Accept", seen)
    assert opened.ephemeral
    [match] = await begun(t)
    assert nickname(match) in opened.text
    assert "Accepted by" in t.ines.again(card).text
    assert t.threads()[0]["id"] == card.id, "its thread begins at the card"


@pytest.mark.slow
async def test_with_as_much_as_there_can_be_the_form_still_fits(t: Table) -> None:
    for taps in ((), ("Rated",), ("Everywhere",)):
        await look(t.mara, *taps, spread="3")
    for _ in range(5):
        await t.tom.slash("/ccc challenge")
    seen = await form(t.mara)
    assert seen.text.count("You're looking for:") == 3
    assert seen.text.count("against") == 3
    assert "And 2 more." in seen.text


@pytest.mark.slow
async def test_one_that_was_taken_meanwhile_says_so(t: Table) -> None:
    card = await t.tom.slash("/decoy challenge")
    seen = await form(t.mara)
    await t.ines.tap("Accept", card)
    assert_refused(await t.mara.tap("Accept", seen), "This challenge has already been accepted.")
    assert len(await begun(t)) == 1


# --- forged taps --------------------------------------------------------------------------------------


async def test_nobody_touches_somebody_elses_search(t: Table) -> None:
    stop = (await look(t.mara)).buttons["Stop looking"]["custom_id"]
    name = stop.rpartition("|")[2]
    seen = await form(t.tom)
    assert "This search no longer exists." in (await made_up(t, t.tom, stop)).text
    find = seen.buttons["Find an opponent"]["custom_id"].rpartition("|")[0]
    assert "This search no longer exists." in (await made_up(t, t.tom, f"{find}|{name}")).text
    assert "This search no longer exists." in (await made_up(t, t.tom, f"{stop[:-8]}zzzzzzzz")).text
    assert await statuses(t) == ["open"]
    assert (await searches(t))[0][0] == int(t.mara.id)


@pytest.mark.parametrize(
    "parts",
    [
        "nosuch|0|3d|1|0|0",
        "creators|99|3d|1|0|0",
        "creators|0|1h|1|0|0",
        "creators|0|3d|1|9|0",
        "alpha|0|3d|1|0|0",
    ],
)
async def test_what_cannot_be_chosen_begins_nothing(t: Table, parts: str) -> None:
    for verb in ("sp|seek|{}", "sp|find|{}|abcdefgh"):
        answer = await made_up(t, t.mara, verb.format(parts))
        assert "can't be chosen anymore" in answer.text, answer.text
    assert await searches(t) == []


async def test_in_a_dm_people_are_looked_for_everywhere(t: Table) -> None:
    dm = (await t.mara.actor.open_dm(str(t.running.bot.application_id)))["id"]
    seen = await form(t.mara, dm)
    assert "This server" not in seen.buttons
    here = seen.buttons["Find an opponent"]["custom_id"].split("|")
    here[7] = "0"
    assert (
        "Here you can only look for people from everywhere."
        in (await made_up(t, t.mara, "|".join(here), dm)).text
    )
    seen = await form(t.mara, dm)
    assert "· everywhere" in (await t.mara.tap("Find an opponent", seen)).text


# --- no longer there ----------------------------------------------------------------------------------


@pytest.mark.slow
async def test_who_has_left_the_server_is_not_paired_there_and_hears_that_the_search_is_over(
    t: Table,
) -> None:
    await look(t.mara)
    await look(t.mara, "Rated", "Everywhere")
    members.remove(t.playground.world, server(t), t.mara.id)
    assert "### Looking" in (await look(t.tom)).text
    assert await begun(t) == []
    assert await statuses(t) == ["withdrawn", "open", "open"]
    [(told,)] = await sql(t.database, "SELECT payload FROM outbox WHERE kind = 'note'")
    assert "I can't find you anymore on the server where you were looking" in told
    await look(t.ines)
    assert await statuses(t) == ["withdrawn", "open", "paired", "paired"]


async def test_where_discord_gives_no_answer_they_count_as_there(t: Table) -> None:
    await look(t.mara)
    members.remove(t.playground.world, server(t), t.mara.id)
    t.fault(rf"GET /guilds/\d+/members/{t.mara.id}", 503)
    await look(t.tom)
    assert len(await begun(t)) == 1


async def test_where_the_bot_is_no_longer_a_member_nobody_is_paired(t: Table) -> None:
    await rate(t, mara=1500, tom=1650)
    await look(t.mara, spread="1")
    await look(t.tom)
    members.remove(t.playground.world, server(t), BOT_ID)
    await t.settled()
    t.advance(12 * HOUR + 10)
    assert await statuses(t) == ["withdrawn", "withdrawn"]
    assert await begun(t) == []
