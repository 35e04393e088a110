"""Challenges as people make and answer them on cards. The rules are tested in `test_challenges.py`."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from discord import app_commands

from playground.model.errors import ControlError
from tests.kit.matches.tapped import DAY, Played, assert_refused, newest_match, nothing_changes, rows
from tests.kit.seen import Seen
from tests.kit.table import Table, table
from tests.kit.watching.outages import private


@pytest.fixture
async def card(t: Table) -> Seen:
    """Mara's challenge to Tom."""
    return await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator")


async def test_accepting_opens_the_match_in_place_of_a_dm(t: Table, card: Seen) -> None:
    opened = await t.tom.tap("Accept", card)
    assert opened.ephemeral
    assert "Show it now (then it counts)" in opened.buttons
    await t.settled()
    t.advance(DAY)
    await t.settled()
    assert set(t.mara.again(card).buttons) == {"Fairness"}
    assert [seen for seen in private(t.mara) if "Show it now (then it counts)" in seen.buttons]
    assert not [seen for seen in private(t.tom) if "Show it now (then it counts)" in seen.buttons]


async def test_a_challenge_is_casual_until_the_two_have_met_here(t: Table) -> None:
    first = await t.mara.slash("/creators challenge", opponent=t.tom)
    assert "· casual" in first.text
    assert "· rated" in (await t.mara.slash("/creators challenge", opponent=t.tom, rated=True)).text
    await t.tom.tap("Accept", first)
    await t.settled()
    assert "· rated" in (await t.tom.slash("/creators challenge", opponent=t.mara)).text
    assert "· casual" in (await t.tom.slash("/creators challenge", opponent=t.mara, rated=False)).text
    assert "· casual" in (await t.tom.slash("/decoy challenge", opponent=t.mara)).text, "a new game"
    assert "· casual" in (await t.mara.slash("/creators challenge")).text, "anyone may accept it"


async def test_nobody_challenges_themselves(t: Table) -> None:
    async with nothing_changes(t):
        answer = await t.mara.slash("/creators challenge", opponent=t.mara)
        assert_refused(answer, "You can't challenge yourself. Leave out the opponent to invite anyone here.")


async def test_in_private_messages_one_plays_the_bot(t: Table) -> None:
    dm = (await t.mara.actor.open_dm(str(t.running.bot.application_id)))["id"]
    async with nothing_changes(t):
        answer = await t.mara.slash("/creators challenge", channel=dm, opponent=t.tom)
        assert_refused(answer, "You can only challenge people on a server. Here you can play the bot")
    await t.mara.start("/creators play", channel=dm)
    await t.settled()
    assert (await Played(t, await newest_match(t), (t.mara, None)).table()).match.guild is None
    assert not t.threads()


async def test_options_out_of_range_are_named_by_both_commands(t: Table) -> None:
    async with nothing_changes(t):
        for command in ("challenge", "play"):
            answer = await t.mara.slash(f"/creators {command}", pattern="Ä" * 2000)
            assert_refused(answer, "pattern can't be")


@pytest.mark.slow
@pytest.mark.parametrize(
    "option", [{"preview_seconds": 0}, {"preview_seconds": 61}, {"board_size": 13}, {"time": "1h"}]
)
async def test_discord_itself_offers_no_value_out_of_range(t: Table, option: dict[str, Any]) -> None:
    with pytest.raises(ControlError):
        await t.mara.slash("/creators challenge", **option)


async def test_completion_of_patterns_offers_what_fits(t: Table) -> None:
    assert "A" in await t.mara.complete("/creators challenge", "pattern", "a")
    assert await t.mara.complete("/creators challenge", "pattern", "nonsense") == []


async def test_what_is_completed_is_words_and_numbers_are_typed(t: Table) -> None:
    """Discord refuses words as choices for a number."""
    commands = t.running.bot.tree.walk_commands()
    plain = [command for command in commands if isinstance(command, app_commands.Command)]
    completed = [option for command in plain for option in command.parameters if option.autocomplete]
    assert {option.name for option in completed} >= {"pattern", "match"}
    assert {option.type for option in completed} == {discord.AppCommandOptionType.string}


async def test_who_may_not_answer_is_told_so(t: Table, card: Seen) -> None:
    async with nothing_changes(t):
        for person, label, sentence in (
            (t.ines, "Accept", "This challenge is for someone else."),
            (t.mara, "Decline", "Only the person who was challenged can decline."),
            (t.tom, "Withdraw", "Only the challenger can withdraw this."),
        ):
            assert_refused(await person.tap(label, card), sentence)


@pytest.mark.slow
async def test_an_open_challenge_is_for_the_first_who_takes_it(t: Table) -> None:
    card = await t.mara.slash("/creators challenge")
    assert "Decline" not in card.buttons
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Accept", card), "This is your own challenge.")
    await t.ines.tap("Accept", card)
    await t.settled()
    table = await Played(t, await newest_match(t), (None, None)).table()
    assert set(table.people()) == {int(t.mara.id), int(t.ines.id)}


async def test_of_two_taps_at_once_the_second_is_told_what_the_first_did(t: Table, card: Seen) -> None:
    sentence = "This challenge has already been accepted."
    await asyncio.gather(t.tom.tap("Accept", card), t.tom.tap("Accept", card))
    await t.settled()
    told = [seen for seen in t.tom.messages() if sentence in seen.text]
    assert len(told) == 1, t.tom.conversation()
    assert_refused(told[0], sentence)
    assert len(t.threads()) == 1
    assert set(t.tom.again(card).buttons) == {"Fairness"}


@pytest.mark.slow
async def test_a_declined_challenge_is_told_to_the_challenger(t: Table, card: Seen) -> None:
    await t.tom.tap("Decline", card)
    await t.settled()
    assert "Tom declined." in t.ines.again(card).text
    assert not t.ines.again(card).buttons
    assert await t.mara.sees("declined your Creators vs Destroyers challenge.")
    assert not (await rows(t))["matches"]


@pytest.mark.slow
async def test_a_withdrawn_challenge_begins_nothing(t: Table, card: Seen) -> None:
    assert "Fairness" in card.buttons
    await t.mara.tap("Withdraw", card)
    await t.settled()
    assert "Withdrawn." in t.tom.again(card).text
    assert not t.tom.again(card).buttons
    assert not (await rows(t))["matches"]


@pytest.mark.slow
async def test_after_seven_days_a_challenge_expires(t: Table, card: Seen) -> None:
    t.advance(7 * DAY - 60)
    await t.settled()
    assert t.tom.again(card).buttons
    t.advance(60)
    await t.settled()
    assert "Expired: no one accepted it in time." in t.tom.again(card).text
    assert not t.tom.again(card).buttons
    assert await t.mara.sees(
        "Your Creators vs Destroyers challenge to Tom has expired: no one accepted it in time."
    )


@pytest.mark.slow
async def test_nobody_floods_a_channel_with_challenges(t: Table) -> None:
    for _ in range(20):
        await t.mara.slash("/creators challenge")
        t.advance(360)
    async with nothing_changes(t):
        answer = await t.mara.slash("/creators challenge")
        assert_refused(
            answer,
            "You can have 20 open challenges on this server at a time. Withdraw one before you make another.",
        )


@pytest.mark.slow
async def test_a_challenge_made_in_a_thread_is_played_there(t: Table) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom)
    await t.tom.tap("Accept", card)
    await t.settled()
    (thread,) = t.threads()
    card = await t.mara.slash("/creators challenge", channel=thread["id"], opponent=t.tom)
    await t.tom.tap("Accept", card)
    await t.settled()
    assert len(t.threads()) == 1
    boards = [seen for seen in t.ines.messages() if seen.channel == thread["id"] and "Move" in seen.buttons]
    assert len(boards) == 2


@pytest.mark.slow
async def test_a_name_that_would_be_a_link_is_none_when_its_owner_declines() -> None:
    async with table("mara", "tom") as t:
        t.playground.world.user(t.tom.id).payload["global_name"] = "[prize](https://example.org)"
        await t.mara.slash("/creators challenge", opponent=t.tom)
        await t.tom.tap("Decline")
        await t.settled()
        told = await t.mara.sees("declined your Creators vs Destroyers challenge")
        assert "](" not in told.text
