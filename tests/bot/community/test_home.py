"""The home message: there's exactly one, silent and pinned, and what it says is always true."""

from __future__ import annotations

import pytest

from bot.core.notices import HOME_SECONDS
from bot.discord_kit.requests import direct
from playground.posts import messages as playground_messages
from tests.kit.matches.tapped import begin, begin_briefed
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table
from tests.kit.watching.outages import calls_of_turns, private


async def later(t: Table) -> None:
    """Let enough time pass for the home messages to be updated."""
    t.advance(HOME_SECONDS)
    await t.settled()


def home_of(person: Person) -> Seen:
    found = person.home()
    assert found is not None
    return found


@pytest.mark.slow
async def test_it_comes_with_the_first_match_silently_and_pinned(t: Table) -> None:
    await begin_briefed(t, t.mara, t.tom)
    assert t.mara.home() is None
    await later(t)
    for person, group in ((t.mara, "Your turn"), (t.tom, "Their turn")):
        home = home_of(person)
        assert home.payload["pinned"]
        assert not home.payload["mentions"]
        assert f"**{group}** · 1" in home.text
    assert t.ines.home() is None


@pytest.mark.slow
async def test_it_follows_every_turn_and_stays_one_message(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await later(t)
    first = {person: home_of(person).id for person in (t.mara, t.tom)}
    for whose in (t.tom, t.mara):
        await match.turn()
        await later(t)
        for person, id in first.items():
            home = home_of(person)
            assert home.id == id
            assert ("**Your turn** · 1" in home.text) == (person is whose)
    assert len(calls_of_turns(t.mara)) == len(calls_of_turns(t.tom)) == 1


@pytest.mark.slow
async def test_it_lists_challenges_and_forgets_them(t: Table) -> None:
    await begin_briefed(t, t.mara, t.tom)
    await t.ines.slash("/creators challenge", opponent=t.mara)
    await later(t)
    assert "**Ines** challenges you" in home_of(t.mara).text
    assert t.ines.home() is None, "a challenge alone is not worth a message"
    await t.ines.tap("Withdraw")
    await later(t)
    assert "Ines" not in home_of(t.mara).text


async def test_after_the_last_match_it_says_how_to_begin_one(t: Table) -> None:
    await begin_briefed(t, t.mara, t.tom)
    await later(t)
    await t.tom.slash("/resign")
    await t.tom.tap("Resign")
    await later(t)
    assert "You have no open matches." in home_of(t.tom).text


@pytest.mark.slow
async def test_its_buttons_open_something_else_and_leave_it_as_it_is(t: Table) -> None:
    await begin_briefed(t, t.mara, t.tom)
    await later(t)
    home = home_of(t.mara)
    opened = await t.mara.tap("Open", home)
    assert opened.ephemeral
    assert "Roll the die" in opened.buttons
    assert home_of(t.mara).payload == home.payload


@pytest.mark.slow
async def test_it_is_not_edited_while_nothing_has_changed(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, time="none")
    await later(t)
    before = home_of(t.mara)
    await match.turn()
    await match.turn()
    await later(t)
    assert home_of(t.mara).payload == before.payload


async def test_who_deletes_it_gets_a_new_one_with_the_next_news(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await later(t)
    old = home_of(t.mara)
    world = t.playground.world
    playground_messages.delete(world, world.messages[old.id])
    await match.turn()
    await later(t)
    new = home_of(t.mara)
    assert new.id != old.id
    assert new.payload["pinned"]
    assert "**Their turn** · 1" in new.text


@pytest.mark.slow
async def test_new_ones_leave_room_for_what_is_about_turns(t: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "FOR_THE_REST", 1)
    for other in (t.tom, t.ines):
        await begin(t, t.mara, other)
    await later(t)
    assert [bool(person.home()) for person in (t.tom, t.ines)].count(True) == 1
    t.advance(60)
    await t.settled()
    assert t.tom.home()
    assert t.ines.home()


@pytest.mark.slow
async def test_where_private_messages_are_closed_nobody_is_called_for_it(t: Table) -> None:
    await t.tom.actor.settings(dms_open=False)
    await begin(t, t.mara, t.tom)
    before = [seen.id for seen in t.ines.messages()]
    await later(t)
    assert [seen.id for seen in t.ines.messages()] == before
    assert t.tom.home() is None
    assert t.mara.home() is not None


@pytest.mark.slow
async def test_what_discord_refuses_for_now_follows_when_it_is_there_again(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await later(t)
    t.fault("PATCH /channels/.*/messages/", 503, times=3)
    await match.turn()
    await later(t)
    t.advance(900)
    await t.settled()
    assert "**Your turn** · 1" in home_of(t.tom).text
    assert [seen.id for seen in private(t.tom) if "Your matches" in seen.text] == []


@pytest.mark.slow
async def test_it_goes_on_after_a_restart(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await later(t)
    before = home_of(t.tom)
    await match.turn()
    await t.restart_bot()
    await later(t)
    assert home_of(t.tom).id == before.id
    assert "**Your turn** · 1" in home_of(t.tom).text
