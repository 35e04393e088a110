"""Contests at a table: created by taps, entered and played, with no-shows, withdrawals and restarts."""

from __future__ import annotations

import hashlib
import io
import zipfile

import msgspec
import pytest

from bot.core import person_settings
from bot.core.seats import Place, User
from bot.matchmaking.contests.log import dice, notifications
from bot.matchmaking.contests.organizing import drafting, entering, organizing
from bot.matchmaking.contests.reading.standings import standings
from bot.matchmaking.contests.ui import setting_up
from bot.matchmaking.contests.ui.buttons import Announce, Change
from bot.play.posts.ui import match_threads
from playground.people.defaults import BOT_ID
from playground.places import threads
from playground.posts import messages
from storage.tables import blocks, outbox
from tests.kit.matches.decoy import in_private
from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.people import Person
from tests.kit.roles.administrators import set_on_server
from tests.kit.seen import Seen
from tests.kit.servers.contest_table import (
    DAY,
    HOUR,
    PLAYERS,
    all_join,
    begin,
    card,
    choose,
    create,
    id_of,
    is_card,
    organized,
    person_of,
    pick_user,
    play_round,
    resign,
    row_of,
    stands,
)
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=organized)


async def managing(t: Table) -> Seen:
    return await t.ines.tap("Manage", card(t))


async def logged(t: Table) -> str:
    """Return the public log of the organizers' decisions."""
    return (await t.mara.tap("Log", await t.mara.tap(*_details(t)))).text


def _details(t: Table) -> tuple[str, Seen]:
    seen = card(t)
    return ("Standings" if "Standings" in seen.buttons else "Details"), seen


async def running(t: Table, *players: str, **chosen: str) -> Table:
    """Begin a CCC contest in which these players are in their first matches."""
    await create(t, **{"g": "ccc", **chosen})
    await all_join(t, *players)
    await begin(t)
    return t


# --- set up, entered ------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_three_taps_make_a_tournament(t: Table) -> None:
    menu = await t.ines.slash("/compete")
    panel = await t.ines.tap("Organize one", menu)
    modal = await t.ines.tap_for_modal("Name and announce", panel)
    assert [field["component"]["value"] for field in modal["components"]][1] == "in 1 day"
    told = await t.ines.submit(modal, name="Cup", start="in 1 day")
    assert f"<t:{int(t.playground.world.clock.now()) + DAY}:F>" in told.text
    await t.settled()
    assert card(t, "Cup").buttons.keys() == {"Join", "Withdraw", "Details", "Manage"}
    assert not card(t, "Cup").ephemeral


@pytest.mark.slow
async def test_whatever_is_chosen_stays_chosen_and_is_on_the_card(t: Table) -> None:
    chosen = {"k": "r", "g": "decoy", "c": "7d", "f": "n", "s": "8", "l": "1000", "h": "2200", "i": "2"}
    seen = await create(t, **chosen, u="2", o="3", b="b,w", y="7", x="90")
    terms = (await stands(t)).terms
    assert (terms.kind, terms.game, terms.pace, terms.rated) == ("round robin", "decoy", "7d", False)
    assert (terms.most, terms.least_rating, terms.most_rating, terms.check_in) == (8, 1000, 2200, 2 * HOUR)
    assert (terms.groups, terms.at_once, terms.tie_breaks) == (2, 3, ("buchholz", "wins"))
    assert (terms.holidays, terms.holiday_days, terms.longest) == ("some", 7, 90)
    for words in (
        "**Round robin** · Decoy Patrol · Standard · 7 days a move · casual",
        "Up to 8 players · ratings from 1000 to 2200",
        "Check in from",
    ):
        assert words in seen.text, words
    details = await t.mara.tap("Details", seen)
    for words in (
        "your clock pauses for up to 7 days; after that, it runs on",
        "after 90 days",
        "Tie-breaks: Buchholz, wins.",
    ):
        assert words in details.text, words
        assert words not in seen.text, "it's small print"


@pytest.mark.slow
async def test_the_details_tell_the_hash_of_the_secret_before_anybody_enters(t: Table) -> None:
    seen = await t.mara.tap("Details", await create(t))
    assert f"`{hashlib.sha256((await row_of(t)).secret).hexdigest()}`" in seen.text
    assert (await row_of(t)).secret.hex() not in seen.text


@pytest.mark.slow
async def test_only_organizers_see_the_way_and_only_they_may_go_it(t: Table) -> None:
    assert "Organize one" not in (await t.mara.slash("/compete")).buttons
    seen = await create(t)
    async with nothing_changes(t):
        refused = await t.mara.tap("Manage", seen)
        assert_refused(refused, "Only members who can manage this server or its events can do that.")


async def test_a_name_that_the_server_does_not_want_is_refused_and_so_is_a_start_nobody_can_read(
    t: Table,
) -> None:
    await set_on_server(t, word_list=["grr"])
    panel = await t.ines.tap("Organize one", await t.ines.slash("/compete"))
    async with nothing_changes(t):
        for name, start, why in (
            ("A grr cup", "in 1 day", "word"),
            ("Cup", "whenever", "I can't read “whenever” as a time."),
            ("Cup", "in 900 days", "too far away"),
        ):
            modal = await t.ines.tap_for_modal("Name and announce", panel)
            assert_refused(await t.ines.submit(modal, name=name, start=start), why)


async def test_a_game_that_the_server_does_not_want_is_refused(t: Table) -> None:
    await set_on_server(t, games=["ccc"])
    panel = await t.ines.tap("Organize one", await t.ines.slash("/compete"))
    modal = await t.ines.tap_for_modal("Name and announce", await choose(t.ines, panel, "g", "decoy"))
    assert_refused(await t.ines.submit(modal, name="Cup", start="in 1 day"), "This server only plays")


@pytest.mark.slow
async def test_who_joins_is_on_the_card_and_who_withdraws_is_not(t: Table) -> None:
    await create(t)
    await all_join(t, "mara", "tom")
    assert f"**In (2):** {t.mara.name}, {t.tom.name}" in card(t).text
    again = await t.mara.tap("Join", card(t))
    assert_refused(again, "You're already taking part.")
    await t.tom.tap("Withdraw", await t.tom.tap("Withdraw", card(t)))
    await t.settled()
    assert f"**In (1):** {t.mara.name}" in card(t).text


@pytest.mark.slow
async def test_it_is_full_once_so_many_are_in(t: Table) -> None:
    await create(t, s="4", k="s")
    await all_join(t)
    assert_refused(await t.mara.tap("Be a substitute", card(t)), "You're already taking part.")
    offered = await t.ines.tap("Be a substitute", card(t))
    assert "It's full, so you can't join **Friday Cup** right now." in offered.text
    seen = await t.ines.tap("Be a substitute", offered)
    assert "You're number 1 on the list of substitutes." in seen.text
    await t.mara.tap("Withdraw", await t.mara.tap("Withdraw", card(t)))
    await t.settled()
    assert int(t.ines.id) in (await stands(t)).entrants
    await t.ines.sees("You have a place in **Friday Cup**.")


@pytest.mark.slow
async def test_who_is_on_the_list_leaves_it_from_their_dms_even_once_they_have_left_the_server(
    t: Table,
) -> None:
    await create(t, k="r", g="ccc")
    await all_join(t, "mara", "tom")
    await begin(t)
    await t.juri.tap("Be a substitute", await t.juri.tap("Be a substitute", card(t)))
    assert (await stands(t)).substitutes
    del next(iter(t.playground.world.guilds.values())).members[t.juri.id]
    dm = await t.juri.actor.open_dm(str(t.running.bot.application_id))
    seen = await t.juri.choose(await id_of(t), await t.juri.slash("/compete", channel=str(dm["id"])))
    await t.juri.tap("Leave the list", seen)
    assert not (await stands(t)).substitutes


@pytest.mark.slow
async def test_an_organizer_puts_a_substitute_from_the_list_in_somebodys_place(t: Table) -> None:
    await create(t, k="r", g="ccc")
    await all_join(t, "mara", "tom")
    await begin(t)
    await t.juri.tap("Be a substitute", await t.juri.tap("Be a substitute", card(t)))
    people = await t.ines.tap("People", await t.ines.tap("Manage", card(t)))
    chosen = await t.ines.choose(t.mara.id, people)
    assert "takes their place" in chosen.text
    await t.ines.choose(t.juri.id, chosen)
    await t.settled()
    contest = await stands(t)
    assert contest.entrants[int(t.mara.id)].gone == "substituted"
    assert not contest.substitutes
    await t.juri.sees("You have a place in **Friday Cup**.")


@pytest.mark.slow
async def test_an_organizer_takes_a_substitute_off_the_list_before_it_begins(t: Table) -> None:
    await create(t, s="4", k="r", g="ccc")
    await all_join(t, "mara", "tom", "juri", "guest1")
    await t.ines.slash("/matches")
    await entering.list_as_substitute(t.running.bot.ctx.app, await id_of(t), WAITING, 77, await here(t))
    chosen, stale = [
        await t.ines.choose(str(WAITING.id), await t.ines.tap("People", await managing(t))) for _ in range(2)
    ]
    assert "is on the list of substitutes." in chosen.text
    assert chosen.buttons.keys() == {"Take them off", "Back"}
    done = await t.ines.tap("Take them off", chosen)
    assert "They're out." in done.text
    contest = await stands(t)
    assert not contest.substitutes
    assert len(contest.there) == 4, "no one else has left"
    assert "Took " in await logged(t)
    async with nothing_changes(t):
        assert_refused(await t.ines.tap("Take them off", stale), "They're not taking part in this.")


WAITING = User(4242, "Wanda")


async def here(t: Table) -> Place:
    row = await row_of(t)
    return Place(row.channel or 0, row.guild)


@pytest.mark.slow
async def test_who_lacks_the_role_or_the_rating_can_not_enter(t: Table) -> None:
    guild = next(iter(t.playground.world.guilds.values()))
    role = next(id for id in guild.roles if id in guild.members[t.ines.id]["roles"])
    seen = await create(t, e=role)
    assert f"with the role <@&{role}>" in seen.text
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Join", card(t)), f"You need the role <@&{role}> to enter.")
    await t.ines.tap("Join", card(t))
    assert int(t.ines.id) in (await stands(t)).entrants
    await create(t, name="Masters", l="1800")
    refused = await t.mara.tap("Join", card(t, "Masters"))
    assert_refused(refused, "This is for ratings from 1800. Yours is 1500.")


async def test_who_is_suspended_can_not_enter(t: Table) -> None:
    await create(t)
    guild = next(iter(t.playground.world.guilds))
    await t.mara.slash("/matches")
    await sql(t.database, f"INSERT INTO suspensions VALUES ({guild}, {t.mara.id}, {t.ines.id}, 5)")
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Join", card(t)), "A moderator has suspended you on this server.")


# --- check-in -------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_people_are_asked_to_check_in_and_who_does_not_is_not_paired(t: Table) -> None:
    await create(t, g="ccc", i="1")
    await all_join(t)
    assert_refused(await t.mara.tap("Check in", card(t)), "Check-in opens <t:")
    t.advance(HOUR)
    await t.settled()
    asked = await t.mara.sees("Check in to play.")
    assert any("Check in for Friday Cup" in line for line in t.mara.pushes())
    await t.mara.tap("Check in", asked)
    for name in ("tom", "juri"):
        await getattr(t, name).tap("Check in", card(t))
    await t.settled()
    assert card(t).text.count("✓") == 3
    contest = await begin(t, HOUR)
    late = contest.entrants[int(t.guest1.id)]
    assert late.gone == "no-show"
    assert not contest.of(late.person)
    assert len(contest.pairings) == 1
    assert len(contest.byes) == 1
    seen = await t.guest1.tap("Standings", card(t))
    assert "You didn't check in, so you're not in it." in seen.text


@pytest.mark.slow
async def test_substitutes_are_asked_to_check_in_and_whoever_gets_a_place_hears_that_it_takes_one(
    t: Table,
) -> None:
    await create(t, s="4", g="ccc", i="1", k="r")
    await all_join(t)
    await t.ines.tap("Be a substitute", await t.ines.tap("Be a substitute", card(t)))
    t.advance(HOUR)
    await t.settled()
    asked = await t.ines.sees("Check in to play.")
    await t.mara.tap("Withdraw", await t.mara.tap("Withdraw", card(t)))
    await t.settled()
    told = await t.ines.sees("You have a place in **Friday Cup**. Check in before it begins, or it goes.")
    assert "Check in" in told.buttons
    await t.ines.tap("Check in", asked)
    assert (await stands(t)).entrants[int(t.ines.id)].checked_in


@pytest.mark.slow
async def test_with_too_few_it_is_called_off_and_the_card_says_so(t: Table) -> None:
    await create(t)
    await all_join(t, "mara")
    contest = await begin(t)
    assert contest.status == "called off"
    assert "**Called off**" in card(t).text
    assert card(t).buttons.keys() == {"Details", "Manage"}


# --- played ---------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_its_time_comes_and_everybody_is_told_whom_they_play_and_in_what(t: Table) -> None:
    await running(t)
    contest = await stands(t)
    assert len(contest.open) == 2
    for pairing in contest.open:
        for person in (pairing.first, pairing.second):
            who = person_of(t, person)
            assert "It's a match of Friday Cup." in (await who.sees("has started.")).text
            mine = await who.tap("Standings", card(t))
            assert f"{person_of(t, pairing.other(person)).name} in <#" in mine.text
            assert any(label.startswith("Open ") for label in mine.buttons)
    (told,) = rounds(t)
    assert told.text.count("going on") == 2


def rounds(t: Table) -> list[Seen]:
    """Return the posts of the contest's rounds."""
    return [seen for seen in t.mara.messages() if "### Friday Cup: " in seen.text and not seen.ephemeral]


def in_channel(t: Table) -> list[Seen]:
    """Return all messages in the contest's channel that everyone sees, lines of Discord included."""
    there = [seen for seen in t.ines.messages() if seen.channel == card(t).channel]
    return [seen for seen in there if not seen.ephemeral]


@pytest.mark.slow
async def test_a_swiss_is_played_to_its_end_with_one_silent_post_a_round(t: Table) -> None:
    await running(t)
    (told,) = rounds(t)
    assert told.text.splitlines()[0] == "### Friday Cup: round 1"
    await resign(t, (await stands(t)).open[0])
    (told,) = rounds(t)
    assert (told.text.count(": 1–0"), told.text.count(": going on")) == (1, 1)
    first = await play_round(t)
    assert (first.round, len(first.open)) == (2, 2)
    assert [("round 1" in seen.text, "round 2" in seen.text) for seen in rounds(t)] == [
        (True, False),
        (False, True),
    ]
    assert all(seen.payload["flags"] & 1 << 12 for seen in rounds(t))
    last = await play_round(t)
    assert last.status == "finished"
    assert [seen.text.count(": 1–0") for seen in rounds(t)] == [2, 2]
    seen = card(t)
    assert "**Over** since" in seen.text
    assert "final standings" in seen.alt_texts[0]
    secret = (await row_of(t)).secret
    details = await t.mara.tap("Standings", seen)
    assert f"`{secret.hex()}`, whose SHA-256 is `{hashlib.sha256(secret).hexdigest()}`" in details.text
    assert "Join" not in seen.buttons


@pytest.mark.slow
async def test_standings_are_a_picture_and_the_same_in_words(t: Table) -> None:
    await running(t)
    await play_round(t)
    seen = card(t)
    assert list(seen.pictures) == ["standings.png"]
    assert (await t.download(seen.pictures["standings.png"])).startswith(b"\x89PNG")
    winners = [pairing.first for pairing in (await stands(t)).pairings if pairing.round == 1]
    lines = seen.text.splitlines()[3:5]
    assert [[winner for winner in winners if person_of(t, winner).name in line] for line in lines] in (
        [[winners[0]], [winners[1]]],
        [[winners[1]], [winners[0]]],
    )
    assert all("**1** · 1-0-0" in line for line in lines)
    pairs = await t.mara.tap("Pairings", await t.mara.tap("Standings", seen))
    assert pairs.text.index("**Round 2**") < pairs.text.index("**Round 1**")
    assert pairs.text.count(": 1–0") == 2
    assert pairs.text.count("going on") == 2


@pytest.mark.slow
async def test_somebody_who_never_moves_forfeits_and_the_round_goes_on(t: Table) -> None:
    await running(t)
    one, other = (await stands(t)).open
    await resign(t, other)
    state = await t.running.bot.ctx.app.match_state(one.match)
    [absent] = (state.seat_row(seat).person for seat in state.to_act)
    t.advance(3 * DAY + 1)
    await t.settled()
    contest = await stands(t)
    forfeited = next(pair for pair in contest.pairings if pair.match == one.match)
    lost = "loss" if absent == one.first else "win"
    assert (forfeited.score, forfeited.why) == (lost, "forfeit")
    assert contest.round == 2


@pytest.mark.slow
async def test_who_never_moves_on_a_ladder_forfeits_is_paused_and_resumes_by_a_tap(t: Table) -> None:
    await create(t, k="l", g="ccc", c="1d")
    await all_join(t, "mara", "tom")
    [one] = (await stands(t)).open
    [seat] = (await t.running.bot.ctx.app.match_state(one.match)).to_act
    people = [person_of(t, person) for person in (one.first, one.second)]
    absent, there = people[seat], people[1 - seat]
    question = await there.slash("/resign")
    assert "Abort instead" not in question.buttons
    t.advance(DAY + 1)
    await t.settled()
    for person in (absent, there):
        await person.sees(f"In **Friday Cup** it counts as a forfeit, and {there.name} gets the point.")
    told = await absent.sees("Friday Cup**: you get no new matches until you resume.")
    pushed = (
        "You didn't show up for a match of Friday Cup, so you're paused · Collapsable Construct Collision"
    )
    assert pushed in absent.pushes()
    assert (await stands(t)).entrants[int(absent.id)].paused
    await absent.tap("Resume", told)
    assert not (await stands(t)).entrants[int(absent.id)].paused


@pytest.mark.slow
async def test_a_long_list_of_contests_has_pages(t: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.matchmaking.contests.ui.menu.ON_A_PAGE", 1)
    names = ("Friday Cup", "Sunday Cup")
    for name in names:
        await create(t, name=name)
    first = await t.mara.slash("/compete")
    second = await t.mara.tap("▶", first)
    shown = [[name for name in names if name in seen.text] for seen in (first, second)]
    assert sorted(shown) == [["Friday Cup"], ["Sunday Cup"]]
    assert (await t.mara.tap("◀", second)).text == first.text


@pytest.mark.slow
async def test_news_that_no_longer_hold_are_not_told(t: Table) -> None:
    await create(t, k="r", g="ccc")
    await all_join(t, "mara", "tom", "juri")
    id, before = await id_of(t), [len(in_private(person)) for person in (t.mara, t.tom)]
    await t.mara.tap("Withdraw", await t.mara.tap("Withdraw", card(t)))
    app = t.running.bot.ctx.app
    came_in = notifications.came_in(id, int(t.mara.id), app.now())
    others = (("contest check-in", t.mara), ("contest absent", t.tom), ("contest agreed", t.tom))
    news = [
        msgspec.structs.replace(
            came_in, kind=kind, nonce=kind, payload={"contest": id, "person": int(person.id)}
        )
        for kind, person in others
    ]
    async with app.database.write() as w:
        await outbox.add(w, [came_in, *news])
    app.wake()
    await t.settled()
    async with app.database.read() as r:
        rows = await r.fetch("SELECT sent_at FROM outbox WHERE nonce LIKE 'contest %'", {})
    assert all(row["sent_at"] for row in rows)
    assert [len(in_private(person)) for person in (t.mara, t.tom)] == before


@pytest.mark.slow
async def test_who_has_a_match_is_told_of_which_contest_it_is(t: Table) -> None:
    await running(t, "mara", "tom")
    for person in (t.mara, t.tom):
        await person.sees("It's a match of Friday Cup.")


@pytest.mark.slow
async def test_matches_are_rated_as_their_preset_is(t: Table) -> None:
    await running(t)
    assert (await sql(t.database, "SELECT DISTINCT rated FROM matches")) == [(1,)]


@pytest.mark.slow
async def test_days_are_announced_once_where_there_are_no_rounds(t: Table) -> None:
    await running(t, k="r", o="1")
    await play_round(t)
    for _ in range(2):
        t.advance(DAY)
        await t.settled()
    told = [seen for seen in t.mara.messages() if "Friday Cup: results of" in seen.text]
    assert len(told) == 1
    assert told[0].text.count(": 1–0") == 2


@pytest.mark.proof
async def test_a_swiss_of_six_takes_five_messages_in_its_channel_and_a_knockout_of_four_takes_four() -> None:
    for kind, names, most in (("s", (*PLAYERS, "guest2", "guest3"), 5), ("k", PLAYERS, 4)):
        async with organized(*names) as t:
            await running(t, *names, k=kind)
            while (await stands(t)).open:
                await play_round(t)
            t.advance(DAY)
            await t.settled()
            assert len(in_channel(t)) == most, [seen.text for seen in in_channel(t)]


@pytest.mark.slow
async def test_a_thread_that_a_person_names_like_a_match_is_not_taken_for_it(t: Table) -> None:
    t.fault("POST /channels/.*/threads", 503, after=True)
    await running(t, k="k")
    world = t.playground.world
    lost = world.channel(t.threads()[0]["id"])
    name, parent = lost.payload["name"], world.channel(lost.payload["parent_id"])
    t.delete_channel(lost.id)
    taken = threads.create(world, parent, t.mara.id, {"name": name, "type": 11})
    t.advance(2)
    await t.settled()
    owners = {thread["id"]: thread["owner_id"] for thread in t.threads() if thread["name"] == name}
    assert sorted(owners.values()) == sorted((t.mara.id, BOT_ID))
    assert not [seen for seen in t.mara.messages() if seen.channel == taken.id and seen.buttons]


@pytest.mark.slow
async def test_the_champion_of_a_knockout_is_pinged_in_one_post_with_the_bracket(t: Table) -> None:
    await running(t, k="k")
    while (await stands(t)).open:
        await play_round(t)
    over = [seen for seen in t.mara.messages() if "### Friday Cup is over" in seen.text]
    (told,) = over
    first = person_of(t, standings(await stands(t))[0].person)
    assert f"🏆 **{first.name} wins**" in told.text
    assert f"🥇 {first.name} · 🥈" in told.text
    assert f"Champion: {first.name}" in told.alt_texts[0]
    assert told.buttons.keys() == {"Standings", "Pairings"}
    for person in (t.mara, t.tom, t.juri, t.guest1):
        told_so = [line for line in person.pushes() if "Friday Cup is over. " in line]
        assert bool(told_so) == (person is first), told_so
    assert [seen.text.splitlines()[0] for seen in rounds(t)] == [
        "### Friday Cup: semifinals",
        "### Friday Cup: final",
    ]
    assert f"**{first.name}** beats" in rounds(t)[1].text


@pytest.mark.slow
async def test_the_last_day_s_results_are_in_the_post_about_the_end(t: Table) -> None:
    await running(t, "mara", "tom", "juri", k="r")
    while (await stands(t)).open:
        await play_round(t)
    for _ in range(2):
        t.advance(DAY)
        await t.settled()
    assert not [seen for seen in t.mara.messages() if "Friday Cup: results of" in seen.text]
    (told,) = [seen for seen in t.mara.messages() if "### Friday Cup is over" in seen.text]
    assert "**Final standings**" in told.text
    assert told.text.count(": 1–0") == 3


@pytest.mark.slow
async def test_an_organizer_s_decision_is_in_the_post_of_its_round_and_a_deleted_post_stays_away(
    t: Table,
) -> None:
    await running(t)
    one, other = (await stands(t)).open
    app, by = t.running.bot.ctx.app, int(t.ines.id)
    await organizing.decide(app, await id_of(t), one.match, "draw", by)
    await t.settled()
    (told,) = rounds(t)
    assert told.text.count(": ½–½ (decided)") == 1
    world = t.playground.world
    messages.delete(world, world.messages[told.id])
    await organizing.decide(app, await id_of(t), other.match, "win", by)
    await t.settled()
    assert ["round 2" in seen.text for seen in rounds(t)] == [True]


@pytest.mark.slow
async def test_a_thread_of_a_contest_leaves_nothing_in_the_channel_and_is_opened_once(t: Table) -> None:
    await running(t)
    world = t.playground.world
    threads = [channel for channel in world.channels.values() if channel.is_thread]
    assert len(threads) == 2
    app = t.running.bot.ctx.app
    for pairing in (await stands(t)).open:
        state = await app.match_state(pairing.match)
        assert str(state.match.thread) in {thread.id for thread in threads}
        ctx, lost = t.running.bot.ctx, "thread = NULL, board_message = NULL"
        await sql(t.database, f"UPDATE matches SET {lost} WHERE id = '{pairing.match}'")
        app.forget(pairing.match)
        state = await app.match_state(pairing.match)
        await match_threads.open_thread(ctx, state, "again", again=True)
    assert len([channel for channel in world.channels.values() if channel.is_thread]) == 2


# --- what real life brings ------------------------------------------------------------------------------


@pytest.mark.slow
async def test_who_withdraws_is_paired_no_more_and_their_match_goes_on(t: Table) -> None:
    await running(t)
    asked = await t.mara.tap("Withdraw", card(t))
    assert "Matches under way continue" in asked.text
    await t.mara.tap("Withdraw", asked)
    await t.settled()
    contest = await play_round(t)
    assert len(contest.of(int(t.mara.id))) == 1
    assert contest.entrants[int(t.mara.id)].gone == "withdrew"
    assert len(contest.byes) == 1


@pytest.mark.slow
async def test_an_organizer_invites_somebody_late_who_comes_in_by_their_own_tap(t: Table) -> None:
    await running(t, "mara", "tom", "juri")
    await t.guest1.slash("/creators play")
    seen = await pick_user(t.ines, await managing(t), t.guest1)
    assert "they're in once they tap Join" in seen.text
    await t.settled()
    assert int(t.guest1.id) not in (await stands(t)).entrants
    dm = await t.guest1.sees("An organizer invites you to play")
    await t.guest1.tap("Join", dm)
    await t.settled()
    contest = await play_round(t)
    assert contest.entrants[int(t.guest1.id)].seed == 4
    assert len(contest.of(int(t.guest1.id))) == 1
    assert f"Invited {t.guest1.name}.\n-# {t.ines.name}" in await logged(t)


def dms(t: Table, person: Person) -> list[str]:
    """Return all texts that a person got outside the server's channel."""
    return [seen.text for seen in person.messages() if seen.channel != card(t).channel]


@pytest.mark.slow
@pytest.mark.parametrize("why", ["never used", "blocks the organizer", "is blocked", "no challenges"])
async def test_who_may_not_be_asked_gets_no_dm_and_the_organizer_reads_the_same(t: Table, why: str) -> None:
    await running(t, "mara", "tom", "juri")
    if why != "never used":
        await t.guest1.slash("/creators play")
    async with t.database.write("all") as w:
        if why == "no challenges":
            settings = await person_settings.settings_in(w, int(t.guest1.id))
            no_one = msgspec.structs.replace(settings, challenges="none")
            await person_settings.keep(w, int(t.guest1.id), no_one)
        elif why != "never used":
            two = [int(t.guest1.id), int(t.ines.id)]
            await blocks.add(w, *(two if why == "blocks the organizer" else two[::-1]), 1)
    before = dms(t, t.guest1)
    kept = await pick_user(t.ines, await managing(t), t.guest1)
    again = await pick_user(t.ines, await managing(t), t.guest1)
    await t.settled()
    assert "they're in once they tap Join" in kept.text
    assert "have an invitation already" in again.text
    assert dms(t, t.guest1) == before
    assert int(t.guest1.id) not in (await play_round(t)).entrants
    found = await t.guest1.slash("/compete")
    opened = await t.guest1.choose((await row_of(t)).id, found)
    assert ("invites you" in opened.text) == (why == "never used")
    if why == "never used":
        await t.guest1.tap("Join", opened)
        assert int(t.guest1.id) in (await stands(t)).entrants


@pytest.mark.slow
async def test_an_organizer_takes_somebody_out_who_can_not_come_back(t: Table) -> None:
    await running(t)
    stale = await t.ines.choose(t.tom.id, await t.ines.tap("People", await managing(t)))
    person = await t.ines.choose(t.tom.id, await t.ines.tap("People", await managing(t)))
    await t.ines.tap("Take them out", person)
    await t.settled()
    assert (await stands(t)).entrants[int(t.tom.id)].gone == "removed"
    assert f"Took {t.tom.name} out.\n-# {t.ines.name}" in await logged(t)
    assert_refused(await t.tom.tap("Join", card(t)), "An organizer has taken you out")
    async with nothing_changes(t):
        assert_refused(await t.ines.tap("Take them out", stale), "They're not taking part in this.")


@pytest.mark.slow
async def test_a_substitute_goes_on_with_what_was_won(t: Table) -> None:
    await running(t, "mara", "tom", "juri")
    await play_round(t)
    winner = next(pairing.first for pairing in (await stands(t)).pairings)
    person = await t.ines.choose(str(winner), await t.ines.tap("People", await managing(t)))
    assert "choose who takes their place" in person.text
    assert_refused(await pick_user(t.ines, person, t.ines), "You're in this yourself, so another organizer")
    await t.guest1.slash("/creators play")
    seen = await pick_user(t.ines, person, t.guest1)
    assert "they're in once they tap Join" in seen.text
    assert (await stands(t)).entrants[winner].plays
    await t.settled()
    await t.guest1.tap("Join", await t.guest1.sees("An organizer invites you to take someone's place"))
    await t.settled()
    contest = await stands(t)
    assert contest.entrants[winner].gone == "substituted"
    assert contest.entrants[int(t.guest1.id)].plays
    told = await logged(t)
    assert f"{t.guest1.name} takes the place of {person_of(t, winner).name}." in told
    assert told.count(f"-# {t.ines.name} ·") == 1, "what follows is told with it"
    assert f"{t.guest1.name} · **1**" in card(t).text


@pytest.mark.slow
async def test_an_organizer_decides_a_match_and_everybody_can_read_who_did(t: Table) -> None:
    await running(t)
    one = (await stands(t)).open[0]
    seen = await t.ines.choose(one.match, await t.ines.tap("Matches", await managing(t)))
    done = await t.ines.tap("½–½", seen)
    assert "It counts: ½–½." in done.text
    await t.settled()
    pair = next(pair for pair in (await stands(t)).pairings if pair.match == one.match)
    assert (pair.score, pair.why) == ("draw", "decided")
    await person_of(t, one.first).sees("The pairings of **Friday Cup** say whether it counts there")
    told = await logged(t)
    assert f": {person_of(t, one.first).name} – {person_of(t, one.second).name}, ½–½." in told
    assert f"-# {t.ines.name}" in told


@pytest.mark.slow
async def test_a_match_that_is_void_counts_for_nothing(t: Table) -> None:
    await running(t)
    one = (await stands(t)).open[0]
    seen, stale = [
        await t.ines.choose(one.match, await t.ines.tap("Matches", await managing(t))) for _ in range(2)
    ]
    await t.ines.tap("Void", seen)
    await t.settled()
    assert one.match not in [pair.match for pair in (await stands(t)).pairings]
    assert "counts for nothing." in await logged(t)
    async with nothing_changes(t):
        assert_refused(await t.ines.tap("½–½", stale), "This match isn't in this contest anymore.")


@pytest.mark.slow
async def test_who_has_lost_their_tie_hears_that_theyre_out_and_cant_withdraw(t: Table) -> None:
    await create(t, k="k", g="ccc")
    await all_join(t)
    await begin(t)
    for pairing in (await stands(t)).of(int(t.mara.id)):
        assert "Withdraw" in (await t.mara.tap("Standings", card(t))).buttons
        await resign(t, pairing, int(t.mara.id))
    seen = await t.mara.tap("Standings", card(t))
    assert "You've been knocked out." in seen.text
    assert "You get a DM" not in seen.text
    assert "Withdraw" not in seen.buttons


@pytest.mark.slow
async def test_who_has_met_everybody_hears_that_theyre_done(t: Table) -> None:
    await create(t, k="r", g="ccc", o="5")
    await all_join(t, "mara", "tom", "juri")
    await begin(t)
    for pairing in (await stands(t)).of(int(t.mara.id)):
        assert "You've played all" not in (await t.mara.tap("Standings", card(t))).text
        await resign(t, pairing)
    assert (await stands(t)).open
    assert "You've played all your matches." in (await t.mara.tap("Standings", card(t))).text


@pytest.mark.slow
async def test_what_a_tap_has_done_is_said_once(t: Table) -> None:
    await create(t, i="1")
    joined = await t.mara.tap("Join", card(t))
    assert joined.text.count("You're in.") == 1
    assert_refused(await t.mara.tap("Check in", card(t)), "I'll DM you then.")
    t.advance(HOUR)
    await t.settled()
    assert (await t.mara.tap("Check in", card(t))).text.count("checked in") == 1
    left = await t.mara.tap("Withdraw", await t.mara.tap("Withdraw", card(t)))
    assert left.text.count("You've withdrawn.") == 1


@pytest.mark.slow
async def test_an_odd_one_has_a_bye_which_is_told(t: Table) -> None:
    await running(t, "mara", "tom", "juri")
    contest = await stands(t)
    (bye,) = contest.byes
    seen = await t.mara.tap("Pairings", await t.mara.tap("Standings", card(t)))
    assert f"{person_of(t, bye.person).name} has a bye" in seen.text
    assert f"{person_of(t, bye.person).name} · **1**" in card(t).text
    await play_round(t)
    assert f"{person_of(t, bye.person).name} has a bye" in (await t.mara.sees("Friday Cup: round 1")).text


@pytest.mark.slow
async def test_it_is_called_off_only_after_asking_and_nothing_more_is_paired(t: Table) -> None:
    await running(t)
    stale = await t.mara.tap("Withdraw", card(t))
    asked = await t.ines.tap("Call off", await managing(t))
    assert (await stands(t)).status == "running"
    await t.ines.tap("Call it off", asked)
    await t.settled()
    assert (await stands(t)).status == "called off"
    before = len((await stands(t)).pairings)
    for pairing in (await stands(t)).open:
        await resign(t, pairing)
    assert len((await stands(t)).pairings) == before
    assert "Called it off." in await logged(t)
    assert_refused(await t.mara.tap("Withdraw", stale), "This is over.")


@pytest.mark.slow
async def test_an_organizer_starts_it_before_its_time(t: Table) -> None:
    await create(t, g="ccc")
    await all_join(t, "mara", "tom")
    await t.ines.tap("Start now", await managing(t))
    await t.settled()
    assert (await stands(t)).status == "running"
    assert "Started it with 2 players." in await logged(t)


@pytest.mark.slow
async def test_who_comes_in_from_the_list_as_it_is_started_hears_that_they_have_a_place() -> None:
    async with organized(*PLAYERS, "guest2") as t:
        await create(t, s="4", g="ccc", i="1", k="r")
        await all_join(t)
        await t.guest2.tap("Be a substitute", await t.guest2.tap("Be a substitute", card(t)))
        t.advance(HOUR)
        await t.settled()
        for name in ("mara", "tom", "juri", "guest2"):
            await getattr(t, name).tap("Check in", card(t))
        await t.ines.tap("Start now", await managing(t))
        await t.settled()
        assert (await stands(t)).entrants[int(t.guest2.id)].seed
        await t.guest2.sees("You have a place in **Friday Cup**.")


@pytest.mark.slow
async def test_everything_can_be_exported(t: Table) -> None:
    await running(t)
    await play_round(t)
    await t.ines.tap("Export", await managing(t))
    seen = await t.ines.sees("Here's everything about")
    (file,) = seen.attachments
    with zipfile.ZipFile(io.BytesIO(await t.download(file))) as made:
        names = made.namelist()
        read = {name: made.read(name).decode() for name in names}
    assert {"standings.csv", "pairings.csv", "log.jsonl", "report.trf"} <= set(names)
    records = {name: text for name, text in read.items() if name.startswith("records/")}
    assert len(records) == 4
    assert sum("[Proof" in text or "nonce" in text.lower() for text in records.values()) == 2, "that are over"
    assert read["standings.csv"].splitlines()[0].startswith("place,name,id,points,wins,draws,losses")
    assert len(read["pairings.csv"].splitlines()) == 5
    assert {line.rpartition(",")[2] for line in read["pairings.csv"].splitlines()[1:]} == {
        dice.name_of(await stands(t), pairing) for pairing in (await stands(t)).pairings
    }
    assert hashlib.sha256((await row_of(t)).secret).hexdigest() in read["dice.txt"]
    assert sum(line.startswith("001 ") for line in read["report.trf"].splitlines()) == 4
    assert (await row_of(t)).secret.hex() not in "".join(read.values())


# --- restarts, repeats, forgeries -----------------------------------------------------------------------


@pytest.mark.proof
async def test_restarts_between_any_two_steps_change_nothing(t: Table) -> None:
    await create(t, g="ccc")
    await t.restart_bot()
    await all_join(t)
    await t.restart_bot()
    await begin(t)
    await t.restart_bot()
    for _ in range(2):
        for pairing in (await stands(t)).open:
            await resign(t, pairing)
            await t.restart_bot()
            await t.settled()
    contest = await stands(t)
    assert contest.status == "finished"
    assert len(contest.pairings) == 4
    assert (await sql(t.database, "SELECT COUNT(*) FROM matches")) == [(4,)]
    assert len(list(filter(is_card, t.mara.messages()))) == 1


async def test_a_card_that_was_deleted_is_posted_again(t: Table) -> None:
    seen = await create(t)
    world = t.playground.world
    messages.delete(world, world.messages[seen.id])
    row = await row_of(t)
    async with t.database.write() as w:
        await outbox.add(w, [notifications.card(row.id, 99, t.running.bot.ctx.app.now())])
    t.running.bot.ctx.app.wake()
    await t.settled()
    assert card(t).id != seen.id
    assert (await row_of(t)).message == int(card(t).id)


async def test_a_card_whose_posting_was_not_noted_is_not_posted_again_and_shows_what_has_happened(
    t: Table,
) -> None:
    seen = await create(t)
    await sql(t.database, "UPDATE contests SET message = NULL")
    await t.mara.tap("Join", seen)
    await t.settled()
    cards = list(filter(is_card, t.mara.messages()))
    assert [message.id for message in cards] == [seen.id]
    assert f"{t.mara.name}" in cards[0].text
    assert (await row_of(t)).message == int(seen.id)


async def test_forged_buttons_do_nothing_to_who_may_not(t: Table) -> None:
    await running(t)
    contest, one = await id_of(t), (await stands(t)).open[0]
    forged = (
        f"c-run|{contest}",
        f"c-start|{contest}",
        f"c-off|{contest}|sure",
        f"c-remove|{contest}|{t.tom.id}",
        f"c-decide|{contest}|{one.match}|win",
        f"c-void|{contest}|{one.match}",
        f"c-export|{contest}",
        f"c-people|{contest}|0",
        f"c-matches|{contest}|0",
        f"c-go|{'z.' * 10}",
        "c-new|m|zz.zz.zz",
        f"c-show|{'0' * 8}|0",
        f"c-in|{contest}",
        f"c-pause|{contest}|on",
        f"c-decide|{contest}|{one.match}|lots",
    )
    seen = card(t)
    part = next(
        component
        for component in seen.parts()
        if str(component.get("custom_id", "")).startswith("sp|c-show|")
    )
    async with nothing_changes(t):
        for custom_id in forged:
            part["custom_id"] = f"sp|{custom_id}"
            t.mara.outcome = await t.mara.actor.press(seen.channel, seen.id, part["custom_id"])
            answer = Seen(t.mara.outcome["message"])
            assert answer.ephemeral, custom_id
            assert not answer.buttons, (custom_id, answer.text)
        part["custom_id"] = f"sp|c-show|{contest}|0"


@pytest.mark.slow
async def test_in_a_dm_only_its_people_see_it(t: Table) -> None:
    await create(t)
    await all_join(t, "mara")
    bot = str(t.running.bot.application_id)
    for person, is_in in ((t.mara, True), (t.juri, False)):
        dm = await person.actor.open_dm(bot)
        seen = await person.slash("/compete", channel=str(dm["id"]))
        assert ("Friday Cup" in seen.text) == is_in
        assert "Organize one" not in seen.buttons


def test_every_draft_that_can_be_chosen_fits_into_a_button() -> None:
    longest = drafting.fresh()
    for field, name in drafting.FIELDS.items():
        if name in ("role", "tie_breaks"):
            continue
        values = drafting.VALUES.get(name) or (
            [game.key for game in drafting.playable()] if name == "game" else ["0"]
        )
        longest = drafting.choose(longest, field, (max(values, key=len),))
    longest = drafting.choose(longest, "e", (str(2**63 - 1),))
    longest = drafting.choose(longest, "b", tuple(drafting.TIE_BREAKS))
    longest = msgspec.structs.replace(longest, contest="abcd2345")
    assert drafting.read(drafting.write(longest)) == longest
    for tab in ("m", "w", "r"):
        setting_up.screen(tab, longest)
    assert Announce(drafting.write(longest)).is_whole
    assert Change(drafting.write(longest)).is_whole


# --- terms that change ----------------------------------------------------------------------------------


async def test_an_organizer_changes_the_terms_and_the_start_before_it_begins(t: Table) -> None:
    await create(t, k="k", g="decoy", s="8", i="1", c="7d", y="7")
    await all_join(t)
    before, pushes = (await stands(t)).terms, t.mara.pushes()
    panel = await t.ines.tap("Change terms", await managing(t))
    assert "Change the terms" in panel.text
    assert not [part for part in panel.parts() if str(part.get("custom_id")).startswith("sp|c-set|k")]
    panel = await choose(t.ines, await choose(t.ines, panel, "c", "3d"), "i", "0")
    modal = await t.ines.tap_for_modal("Name, start, and save", panel)
    told = await t.ines.submit(modal, name="Sunday Cup", start="in 3 days")
    await t.settled()
    assert "The terms are changed." in told.text
    after = (await stands(t)).terms
    kept = {"name": "Sunday Cup", "pace": "3d", "check_in": 0, "starts_at": after.starts_at}
    assert after == msgspec.structs.replace(before, **kept)
    assert after.starts_at == int(t.playground.world.clock.now()) + 3 * DAY
    assert "3 days a move" in card(t, "Sunday Cup").text
    assert t.mara.pushes() == pushes, "the card is edited without a ping"
    assert "Changed the terms." in (await t.ines.tap("Log", told)).text


@pytest.mark.slow
async def test_what_is_not_touched_stays_to_the_second(t: Table) -> None:
    await create(t, k="d", g="creators", l="1000", h="2200", s="16")
    before = (await stands(t)).terms
    panel = await t.ines.tap("Change terms", await managing(t))
    modal = await t.ines.tap_for_modal("Name, start, and save", panel)
    written = {field["component"]["custom_id"]: field["component"]["value"] for field in modal["components"]}
    await t.ines.submit(modal, **written)
    await t.settled()
    assert (await stands(t)).terms == before


@pytest.mark.slow
async def test_once_it_has_begun_its_terms_stay(t: Table) -> None:
    await create(t, g="ccc")
    await all_join(t)
    panel = await t.ines.tap("Change terms", await managing(t))
    modal = await t.ines.tap_for_modal("Name, start, and save", panel)
    await begin(t)
    assert_refused(await t.ines.submit(modal, name="Cup", start="in 1 day"), "has begun or is over")
    assert "Change terms" not in (await managing(t)).buttons


# --- the ladder -----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_on_a_ladder_people_join_pause_come_back_and_leave(t: Table) -> None:
    await create(t, k="l", g="ccc", name="Friday Cup")
    await all_join(t, "mara", "tom")
    t.advance(DAY)
    await t.settled()
    contest = await stands(t)
    assert contest.status == "running"
    assert len(contest.open) == 1, "within a day"
    mine = await t.mara.tap("Standings", card(t))
    paused = await t.mara.tap("Pause", mine)
    assert "You're paused." in paused.text
    assert (await stands(t)).entrants[int(t.mara.id)].paused
    many = await t.mara.choose("3", await t.mara.tap("Resume", paused))
    assert "You play 3 matches at a time." in many.text
    assert (await stands(t)).entrants[int(t.mara.id)].at_once == 3
    await t.mara.tap("Withdraw", await t.mara.tap("Withdraw", card(t)))
    assert (await stands(t)).entrants[int(t.mara.id)].gone == "withdrew"
    await t.mara.tap("Join", card(t))
    assert not (await stands(t)).entrants[int(t.mara.id)].gone


@pytest.mark.slow
async def test_in_a_league_people_skip_a_season_and_play_the_present_one_to_its_end(t: Table) -> None:
    seen = await create(t, k="g", g="ccc", v="9", m="1", w="60")
    terms = (await stands(t)).terms
    assert (terms.kind, terms.pace, terms.division, terms.movers, terms.season) == (
        "league",
        "bank",
        9,
        1,
        60,
    )
    assert "your division of about 9" in seen.text
    await all_join(t)
    await begin(t)
    mine = await t.mara.tap("Skip next season", await t.mara.tap("Standings", card(t)))
    assert "You skip the next season." in mine.text
    assert "**You play:**" in mine.text
    assert "Skip next season" in (await t.mara.tap("Play next season", mine)).buttons


@pytest.mark.proof
async def test_the_end_of_a_season_is_told_though_all_was_played_long_before(t: Table) -> None:
    await create(t, k="g", g="ccc", v="9", w="60")
    await all_join(t)
    await begin(t)
    while (await stands(t)).open:
        await play_round(t)
    assert "You've played all your matches of this season." in (await t.mara.tap("Standings", card(t))).text
    t.advance(DAY)
    await t.settled()
    t.advance(60 * DAY)
    await t.settled()
    told = [seen.text for seen in t.mara.messages() if "Friday Cup: the season is over" in seen.text]
    assert len(told) == 1
    assert "**Final standings**" in told[0]


@pytest.mark.slow
async def test_my_contests_are_listed_wherever_i_ask(t: Table) -> None:
    await running(t, "mara", "tom")
    mine = await t.mara.tap("My contests", await t.mara.slash("/compete"))
    assert "Friday Cup" in mine.text
    opened = await t.mara.choose(await id_of(t), mine)
    assert "**You play:**" in opened.text
    nothing = await t.juri.tap("My contests", await t.juri.slash("/compete"))
    assert "You aren't in any tournament or ladder right now." in nothing.text


@pytest.mark.slow
async def test_what_is_over_is_found_with_its_champion_here_and_by_its_people_in_a_dm(t: Table) -> None:
    await running(t, "mara", "tom", k="k")
    assert "Nothing is over yet." in (await t.juri.tap("What's over", await t.juri.slash("/compete"))).text
    while (await stands(t)).open:
        await play_round(t)
    first = person_of(t, standings(await stands(t))[0].person)
    assert "Friday Cup" not in (await t.juri.slash("/compete")).text
    over = await t.juri.tap("What's over", await t.juri.slash("/compete"))
    assert "**Friday Cup** · Knockout" in over.text
    assert f"🏆 {first.name} wins" in over.text
    assert "🥇" not in over.text, "two people are too few for medals"
    opened = await t.juri.choose(await id_of(t), over)
    assert "**Over** since" in opened.text
    bot = str(t.running.bot.application_id)
    for person, is_in in ((t.mara, True), (t.juri, False)):
        dm = await person.actor.open_dm(bot)
        found = await person.tap("What's over", await person.slash("/compete", channel=str(dm["id"])))
        assert ("Friday Cup" in found.text) == is_in
