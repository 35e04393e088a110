"""/matches, /help and the rules: all of a person's matches, those with their turn first, and a way in."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.community.home.ui.matches import page_of
from bot.core.match_filter import EVERYTHING, MatchFilter
from bot.core.match_state import nickname
from storage.tables import challenges, people, scheduled_jobs
from tests.kit.matches.tapped import SHORT, assert_refused, begin, begin_briefed, nothing_changes
from tests.kit.seen import Seen
from tests.kit.sql import sql
from tests.kit.table import Table
from tests.kit.watching.lists import a_button, entries


def openings(listed: Seen) -> list[dict[str, Any]]:
    """Return the buttons beside the entries, in order."""
    return [part["accessory"] for part in listed.parts() if part["type"] == 9]


@pytest.mark.slow
async def test_my_matches_stand_there_with_those_where_it_is_my_turn_first(t: Table) -> None:
    waiting = await begin_briefed(t, t.mara, t.tom)
    await waiting.turn()
    mine = await begin(t, t.mara, t.ines)
    listed = await t.mara.slash("/matches")
    assert listed.ephemeral
    groups, lines = entries(listed)
    assert groups == ["**Your turn** · 1", "**Their turn** · 1"]
    assert [line.splitlines()[0] for line in lines] == [
        "**Creators vs Destroyers** as Creator against **Ines**",
        "**Creators vs Destroyers** as Creator against **Tom**",
    ]
    assert [button["custom_id"].split("|")[-1] for button in openings(listed)] == [mine.id, waiting.id]


@pytest.mark.slow
async def test_a_match_tells_time_left_pace_and_place(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, time="1d")
    [line] = entries(await t.mara.slash("/matches"))[1]
    async with t.database.read() as r:
        due = await scheduled_jobs.get(r, "turn", match.id)
    assert due is not None
    told = f"{match.name} · due <t:{due.due_at}:R> · 1 day a turn · here · <#{t.threads()[0]['id']}>"
    assert line.splitlines()[1] == f"-# {told}"


@pytest.mark.slow
async def test_a_match_is_opened_from_the_list(t: Table) -> None:
    await begin_briefed(t, t.mara, t.tom)
    panel = await t.mara.tap("Open", await t.mara.slash("/matches"))
    assert panel.ephemeral
    assert "Roll the die" in panel.buttons


@pytest.mark.slow
async def test_a_long_list_has_pages(t: Table) -> None:
    for _ in range(9):
        await t.mara.start("/creators play", time="none", **SHORT)
    await t.settled()
    first = await t.mara.slash("/matches")
    second = await t.mara.tap("▶", first)
    assert second.id == first.id
    assert [len(entries(seen)[1]) for seen in (first, second)] == [6, 3]
    assert entries(second)[0] == ["**Your turn** · 9"]
    assert (await t.mara.tap("◀", second)).text == first.text


@pytest.mark.slow
async def test_the_filters_stay_when_the_page_is_turned_after_a_restart_too(t: Table) -> None:
    for _ in range(9):
        await t.mara.start("/creators play", time="none", public=True, **SHORT)
    await t.mara.start("/decoy play", time="none")
    await t.settled()
    first = await t.mara.slash("/matches", game="creators", turn="mine", server="here")
    assert "Your matches: Creators vs Destroyers · played here" in first.text
    await t.restart_bot()
    second = await t.mara.tap("▶", first)
    assert "Your matches: Creators vs Destroyers · played here" in second.text
    assert entries(second)[0] == ["**Your turn** · 9"]
    assert len(entries(second)[1]) == 3
    theirs = await t.mara.tap("Their turn", second)
    assert "Nothing here. Try another filter." in theirs.text
    assert len(entries(await t.mara.tap("All", theirs))[1]) == 6


@pytest.mark.slow
async def test_a_button_from_before_there_were_filters_turns_the_page(t: Table) -> None:
    for _ in range(9):
        await t.mara.start("/creators play", time="none", **SHORT)
    await t.settled()
    listed = await t.mara.tap("Old", await a_button(t, "sp|matches|1"))
    assert listed.ephemeral
    assert len(entries(listed)[1]) == 3


@pytest.mark.slow
async def test_in_private_messages_a_match_has_the_name_of_its_server(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    private = (await t.mara.actor.open_dm(str(t.running.bot.application_id)))["id"]
    await t.mara.start("/creators play", channel=private, time="none", **SHORT)
    await t.settled()
    seen = await t.mara.slash("/matches", channel=private)
    listed, name = entries(seen)[1], nickname(openings(seen)[1]["custom_id"].split("|")[-1])
    assert listed[0].splitlines()[1].split(" · ")[-2] == "Slowplay café"
    assert listed[1].splitlines()[1] == f"-# {name} · no clock · private"
    assert len(entries(await t.mara.slash("/matches", channel=private, server="here"))[1]) == 1


@pytest.mark.slow
async def test_a_server_that_the_bot_has_left_is_another_one(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    await sql(t.database, "UPDATE matches SET guild = 7 WHERE id = :id", id=match.id)
    assert " · another server · " in (await t.mara.slash("/matches")).text


@pytest.mark.slow
async def test_a_page_of_the_longest_names_fits_into_a_message_and_nothing_in_it_is_live(t: Table) -> None:
    name = "\u202e**[a](http://b)** <@1> @everyone ||" + "*" * 65
    for _ in range(2):
        await begin(t, t.mara, t.tom, time="bank")
    await begin(t, t.tom, t.mara, time="bank")
    for _ in range(3):
        await t.mara.slash("/creators challenge", opponent=t.tom)
    for guild in t.running.bot.guilds:
        guild.name = name
    async with t.database.write() as w:
        await people.upsert(w, int(t.tom.id), name, now=1)
    private = (await t.mara.actor.open_dm(str(t.running.bot.application_id)))["id"]
    listed = await t.mara.slash("/matches", channel=private)
    assert len(entries(listed)[0]) == 3
    assert len(entries(listed)[1]) == 6
    assert len(list(listed.parts())) <= 40
    assert len(listed.text) <= 2000
    for live in ("\u202e", "](http", "<@", "@everyone", "||"):
        assert live not in listed.text


async def test_without_a_match_and_a_challenge_one_is_told_how_to_begin(t: Table) -> None:
    async with nothing_changes(t):
        assert_refused(await t.mara.slash("/matches"), "You have no open matches. Start one with a challenge")


def test_a_list_with_nothing_in_it_has_no_pages_to_turn() -> None:
    places: Any = None
    for wanted in (EVERYTHING, MatchFilter(turn="mine")):
        view: Any = page_of((), 0, wanted, places).view
        assert not re.search(r"\d of \d", str(view.to_components()))


async def test_a_challenge_that_waits_for_me_is_accepted_from_the_list(t: Table) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator", **SHORT)
    listed = await t.tom.slash("/matches")
    assert entries(listed)[0] == ["**Challenges** · 1"]
    assert "**Creators vs Destroyers** · **Mara** challenges you" in listed.text
    looked = await t.tom.tap("Answer", listed)
    assert looked.id == listed.id
    assert {"Accept", "Decline", "Rules", "Fairness", "Your matches"} == set(looked.buttons)
    await t.restart_bot()
    accepted = await t.tom.tap("Accept", looked)
    await t.settled()
    assert [thread["id"] for thread in t.threads()] == [card.id], "the thread starts from the public card"
    assert set(t.mara.again(card).buttons) == {"Fairness"}
    assert accepted.id == looked.id
    assert "Show it now (then it counts)" in accepted.buttons
    assert "Their turn" in (await t.tom.slash("/matches")).text


async def test_a_challenge_is_declined_or_withdrawn_from_the_list(t: Table) -> None:
    for person, opening, answer, word in (
        (t.tom, "Answer", "Decline", "Tom declined."),
        (t.mara, "View", "Withdraw", "Withdrawn"),
    ):
        card = await t.mara.slash("/creators challenge", opponent=t.tom)
        answered = await person.tap(answer, await person.tap(opening, await person.slash("/matches")))
        await t.settled()
        assert word in answered.text
        assert word in t.ines.again(card).text
        assert not t.ines.again(card).buttons
        assert_refused(await person.tap("Your matches", answered), "You have no open matches.")


async def test_a_challenge_that_was_answered_meanwhile_says_so(t: Table) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom)
    looked = await t.tom.tap("Answer", await t.tom.slash("/matches"))
    await t.mara.tap("Withdraw", card)
    async with nothing_changes(t):
        assert "This challenge was withdrawn." in (await t.tom.tap("Accept", looked)).text


async def test_a_challenge_in_the_list_is_for_its_people_alone(t: Table) -> None:
    await t.mara.slash("/creators challenge", opponent=t.tom)
    async with t.database.read() as r:
        [challenge] = await challenges.open_of(r, int(t.mara.id))
    posts = [await a_button(t, f"sp|answer|{challenge.id}|{what}") for what in ("look", "accept", "withdraw")]
    async with nothing_changes(t):
        for post in posts:
            assert_refused(await t.ines.tap("Old", post), "This challenge is for someone else.")


@pytest.mark.slow
async def test_the_rules_are_read_page_by_page_in_private(t: Table) -> None:
    async with nothing_changes(t):
        page = await t.mara.slash("/creators rules")
        texts = [page.text]
        while "Next ▶" in page.buttons:
            page = await t.mara.tap("Next ▶", page)
            texts.append(page.text)
        assert page.ephemeral
    assert len(set(texts)) == len(texts) > 3
    assert all(text.startswith("### Creators vs Destroyers: ") for text in texts)


async def test_the_rules_open_beside_the_private_start_which_keeps_its_buttons(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    start = await t.mara.sees("You're the Creator")
    page = await t.mara.tap("Rules", start)
    assert page.ephemeral
    assert page.text.startswith("### Creators vs Destroyers: ")
    assert "Show it now (then it counts)" in t.mara.again(start).buttons
    assert (await t.mara.tap("Next ▶", page)).id == page.id


async def test_help_names_every_game_and_the_commands(t: Table) -> None:
    short = await t.mara.slash("/help")
    assert short.ephemeral
    assert len(short.text.splitlines()) <= 12
    assert "/matches" in short.text
    answer = await t.mara.tap("More", short)
    assert answer.id == short.id
    for word in (
        "/creators play",
        "/alpha play",
        "designed by Nikki Bee, after Checkers, Chess, Tak, Veritas and Chess by Sylvie",
    ):
        assert word in answer.text
    assert "/move" in (await t.mara.tap("Next ▶", answer)).text
    assert (await t.mara.tap("Back to the start", answer)).text == short.text
