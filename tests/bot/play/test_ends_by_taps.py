"""Draws, aborting and canceling through the whole bot: what's offered, and what everybody learns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from playground.model import permissions as perms
from tests.kit.matches.decoy import HUNTED, LAYOUT, crafted, in_private, set_up
from tests.kit.matches.decoy_twins import differences
from tests.kit.matches.tapped import Played, assert_refused, newest_match, nothing_changes
from tests.kit.people import Person
from tests.kit.roles.appointing import appoint, let_everybody_use_all
from tests.kit.table import Table, table
from tests.kit.traffic import EVERYBODY, Traffic

GONE = "This offer is no longer open."
MANAGE_SERVER = 1 << 5
CAN_CANCEL = "Only members who can manage messages can moderate on this server."


async def begun(t: Table, game: str = "ccc", **options: Any) -> Played:
    """Have Mara challenge Tom and Tom accept; nothing is played yet."""
    side, first = {"ccc": ("White", "white"), "decoy": ("Cyan", "cyan")}[game]
    await t.mara.slash(f"/{game} challenge", opponent=t.tom, side=side, first=first, **options)
    await t.tom.tap("Accept")
    await t.settled()
    return Played(t, await newest_match(t), (t.mara, t.tom))


async def under_way(t: Table) -> Played:
    """Begin a match of ccc and play Mara's first move, so that Tom is to move."""
    match = await begun(t)
    await match.act()
    await t.settled()
    return match


async def offer(match: Played, person: Person) -> None:
    """Offer a draw as this person, from the menu behind ⋯."""
    await person.tap("Offer a draw", await person.tap("⋯", match.posts()[-1]))
    await match.t.settled()


async def ended(match: Played) -> tuple[str | None, int | None]:
    header = (await match.table()).match
    return header.reason, header.winner


# --- draws --------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_an_offer_is_told_in_private_and_accepted_in_the_panel_even_after_restarts(t: Table) -> None:
    match = await under_way(t)
    await offer(match, t.mara)
    told = [seen for seen in in_private(t.tom) if "offers a draw" in seen.text]
    assert len(told) == 1
    assert f"{t.mara.name}" in told[0].text
    await t.restart_bot()
    panel = await t.tom.tap("Open", told[0])
    assert f"{t.mara.name} offers a draw." in panel.text
    question = await t.tom.tap("Accept draw", panel)
    assert await ended(match) == (None, None), "it is asked once more"
    await t.restart_bot()
    after = await t.tom.tap("Agree to draw", question)
    await t.settled()
    assert await ended(match) == ("agreed", None)
    assert "You agreed to a draw." in after.text
    assert "drawn" in match.posts()[-1].text
    assert "Rematch" in match.posts()[-1].buttons
    told = [seen for seen in in_private(t.mara) if "You agreed" in seen.text]
    assert ["Rematch" in seen.buttons for seen in told] == [False, True], "its start says so, too"
    assert not [seen for seen in in_private(t.tom) if "You agreed" in seen.text and seen.id != after.id]


@pytest.mark.slow
async def test_whoever_has_closed_private_messages_is_called_to_the_offer_and_others_learn_nothing(
    t: Table,
) -> None:
    match = await under_way(t)
    t.fault("POST /channels/.*/messages$", 403, body={"message": "Cannot send", "code": 50007})
    await offer(match, t.mara)
    called = match.posts()[-1]
    assert f"<@{t.tom.id}>" in called.text
    assert "draw" not in called.text
    assert "Accept draw" in (await t.tom.tap("Open privately", called)).buttons


async def test_an_offer_is_declined_or_withdrawn_by_its_buttons_which_are_dead_then(t: Table) -> None:
    match = await under_way(t)
    await offer(match, t.mara)
    mine = await t.mara.tap("My view", match.posts()[-1])
    panel = await t.tom.tap("Move", match.posts()[-1])
    assert "Accept draw" not in mine.buttons
    assert "Accept draw" not in (await t.tom.tap("Decline", panel)).buttons
    await t.settled()
    assert [seen for seen in in_private(t.mara) if "declines your draw offer" in seen.text]
    assert_refused(await t.mara.tap("Withdraw offer", mine), GONE)
    await t.tom.slash("/draw")
    before = await t.mara.tap("My view", match.posts()[-1])
    withdrawn = await t.tom.tap("Withdraw offer", await t.tom.slash("/draw"))
    assert "You've offered a draw" not in withdrawn.text
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Accept draw", before), GONE)


@pytest.mark.slow
async def test_onlookers_see_nothing_of_an_offer_and_cannot_answer_it(t: Table) -> None:
    match = await under_way(t)
    await offer(match, t.mara)
    view = await t.ines.tap("My view", match.posts()[-1])
    assert "offer" not in view.text
    assert set(view.buttons) == set()
    assert not [post for post in match.posts() if "offer" in post.text]
    async with nothing_changes(t):
        assert_refused(await t.ines.tap("⋯", match.posts()[-1]), "You're not playing in this match.")
        assert_refused(await t.ines.slash("/draw", match=match.id), "You're not playing in this match.")


async def test_resigning_stands_in_the_menu_and_is_asked_once_more(t: Table) -> None:
    match = await under_way(t)
    menu = await t.tom.tap("⋯", match.posts()[-1])
    assert set(menu.buttons) == {"Resign", "Hint", "Offer a draw", "Keep playing"}
    question = await t.tom.tap("Resign", menu)
    assert await ended(match) == (None, None)
    assert "Do you want to resign" in question.text
    await t.tom.tap("Resign", question)
    assert await ended(match) == ("resigned", 0)


# --- secrets ------------------------------------------------------------------------------------------


async def bargained(file: Path, steps: tuple[str, ...]) -> tuple[Traffic, tuple[str, ...], str, str]:
    """Record a match in which Tom offers a draw, and Mara takes unseen steps and offers one in return.

    After each step, Tom and an onlooker look at everything.
    """
    async with table("mara", "tom", "ines", record=file) as t:
        match = await begun(t, "decoy", time="none")
        await set_up(match, LAYOUT, HUNTED)
        await offer(match, t.tom)
        await act(match, steps, 0)
        await look(match)
        if not steps:
            await t.mara.tap("Decline", await t.mara.slash("/draw", match=match.id))
        await offer(match, t.mara)
        await act(match, steps, 1)
        await look(match)
        await match.act("end")
        await t.settled()
        await look(match)
        await match.act("end")
        await t.settled()
        people = t.mara.id, t.tom.id
        return Traffic(file), (await match.table()).texts, *people


async def act(match: Played, steps: tuple[str, ...], number: int) -> None:
    for text in steps[number : number + 1]:
        await match.act(text)
        await match.t.settled()


async def look(match: Played) -> None:
    """Look at everything there is, as the opponent and as an onlooker."""
    t = match.t
    for person in (t.tom, t.ines):
        for label in ("Move", "My view", "Record", "⋯"):
            await person.tap(label, match.posts()[-1])
        await person.slash("/matches")
        await person.slash("/draw", match=match.id)
    await t.settled()


@pytest.mark.slow
async def test_DP_19_unseen_steps_change_nothing_in_what_others_see_of_offers(tmp_path: Path) -> None:
    few, texts, mara, tom = await bargained(tmp_path / "few.jsonl", ())
    many, more, *_ = await bargained(tmp_path / "many.jsonl", ("a1-a2", "a2-a1"))
    assert len(more) - len(texts) == 2
    assert differences(few, many, EVERYBODY, tom) == []
    assert differences(few, many, mara), "mara should see her own steps"
    for what in ("Withdraw offer", "Accept draw", "declines your draw offer"):
        assert any(what in message.body for found in many.seen_by(tom).values() for message in found), what


# --- aborting -----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_before_the_first_action_a_match_is_aborted_from_the_menu_even_after_restarts(
    t: Table,
) -> None:
    match = await begun(t)
    menu = await t.tom.tap("⋯", match.posts()[-1])
    assert set(menu.buttons) == {"Resign", "Abort the match", "Keep playing"}
    question = await t.tom.tap("Abort the match", menu)
    assert await ended(match) == (None, None), "it is asked once more"
    await t.restart_bot()
    after = await t.tom.tap("Abort the match", question)
    await t.settled()
    assert await ended(match) == ("aborted", None)
    assert set(match.posts()[-1].buttons) == {"My view", "Rematch", "Replay", "Record"}, "nothing to verify"
    for text in (after.text, match.posts()[-1].text, in_private(t.mara)[-1].text):
        assert "aborted" in text
        assert "doesn't count" in text
        assert "time ran out" not in text
    post = await crafted(match, f"sp|aborting|{match.id}")
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Old", post), "This match is over.")


# --- canceling ----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_moderator_cancels_a_match_and_everybody_is_told(t: Table) -> None:
    match = await under_way(t)
    appoint(t, t.ines, perms.MANAGE_MESSAGES)
    await t.restart_bot()
    let_everybody_use_all(t)
    assert await t.ines.complete("/moderate match", "match", "mar") == [match.id]
    panel = await t.ines.slash("/moderate match", channel=t.threads()[-1]["id"])
    assert panel.ephemeral
    question = await t.ines.tap("Cancel the match", panel)
    assert "Do you want to cancel this match?" in question.text
    assert "Pause the match" in (await t.ines.tap("Back", question)).buttons
    question = await t.ines.tap("Cancel the match", t.ines.again(panel))
    assert await ended(match) == (None, None), "it is asked once more"
    await t.restart_bot()
    let_everybody_use_all(t)
    await t.ines.tap("Cancel it", question)
    await t.settled()
    assert await ended(match) == ("cancelled", None)
    for text in (match.posts()[-1].text, in_private(t.mara)[-1].text, in_private(t.tom)[-1].text):
        assert "canceled" in text
        assert "doesn't count" in text
    assert await t.ines.complete("/moderate match", "match", "") == []
    assert not (await t.ines.slash("/moderate match", match=match.id)).buttons


async def test_nobody_else_can_cancel_and_nobody_else_is_shown_the_matches(t: Table) -> None:
    match = await under_way(t)
    appoint(t, t.tom, perms.MANAGE_THREADS)
    appoint(t, t.ines, MANAGE_SERVER)
    await t.restart_bot()
    let_everybody_use_all(t)
    asked = await t.ines.slash("/moderate match", match=match.id)
    question = await t.ines.tap("Cancel the match", asked)
    guild = next(iter(t.playground.world.guilds.values()))
    guild.members[t.ines.id]["roles"].clear()
    async with nothing_changes(t):
        for person in (t.mara, t.tom):
            assert await person.complete("/moderate match", "match", "") == []
            assert_refused(await person.slash("/moderate match", match=match.id), CAN_CANCEL)
            assert_refused(await person.slash("/moderate match", match="nosuchmatch"), CAN_CANCEL)
        assert_refused(await t.ines.tap("Cancel it", question), CAN_CANCEL)


async def test_a_moderator_sees_who_plays_and_nothing_secret(t: Table) -> None:
    match = await begun(t, "decoy")
    await set_up(match, LAYOUT, HUNTED)
    appoint(t, t.ines, perms.MANAGE_MESSAGES)
    await t.restart_bot()
    written = {"type": 3, "name": "match", "value": "", "focused": True}
    found = await t.ines.actor.autocomplete(
        t.ines.channel, "moderate", [{"type": 1, "name": "match", "options": [written]}]
    )
    assert [choice["name"] for choice in found] == [f"Mara against Tom, Decoy Patrol · {match.name}"]
    assert "Scout" not in (await t.ines.slash("/moderate match", match=match.id)).text
