"""Edits that Discord refuses, such as new pictures or too many of old messages, and what's shown instead."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp import web

from bot.discord_kit.requests.edit_pace import EDITS, OldEdits, old_edits_of
from playground.model.clock import snowflake_at
from tests.kit.inputs import START
from tests.kit.matches.tapped import begin, begin_briefed, public_messages
from tests.kit.people import PickedFile
from tests.kit.seen import Seen
from tests.kit.table import Table
from tests.kit.watching.delivery import begun, switch, toms_turn

pytestmark = pytest.mark.table("mara", "tom")

NO_NEW_PICTURE = {"message": "Invalid Form Body", "code": 50035}
ORIGINAL = "PATCH /webhooks/.*/@original"
THREAD_CREATED = 18


# --- new pictures -------------------------------------------------------------------------------------


async def test_a_card_that_cannot_take_a_new_picture_says_it_in_words(t: Table) -> None:
    card = await t.mara.slash("/creators challenge")
    switch(t, "no_new_pictures")
    await t.mara.tap("Withdraw", card)
    await t.settled()
    changed = t.mara.again(card)
    assert "Withdrawn." in changed.text
    assert not changed.buttons


async def hint_in_time(t: Table) -> Seen:
    """Ask for a hint, and return the message that was waiting for it."""
    await begin_briefed(t, t.mara, t.tom, rated=False)
    waiting = await t.mara.slash("/hint")
    await t.settled()
    return t.mara.again(waiting)


@pytest.mark.slow
async def test_what_somebody_waits_for_comes_in_words_where_its_picture_is_refused(t: Table) -> None:
    t.fault(ORIGINAL, 400, body=NO_NEW_PICTURE)
    hint = await hint_in_time(t)
    assert "### Hint" in hint.text
    assert not hint.pictures


@pytest.mark.slow
async def test_no_one_is_left_waiting_where_no_answer_can_be_shown(t: Table) -> None:
    t.fault(ORIGINAL, 400, times=2, body=NO_NEW_PICTURE)
    assert (await hint_in_time(t)).text.startswith("I couldn't show you the answer")


@pytest.mark.slow
async def test_what_cannot_take_the_place_of_a_panel_comes_beside_it(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, rated=False)
    menu = await t.mara.tap("⋯", match.posts()[-1])
    t.fault(ORIGINAL, 400, body=NO_NEW_PICTURE)
    await t.mara.tap("Hint", menu)
    await t.settled()
    assert t.mara.again(menu).text == menu.text
    hint = t.mara.newest(lambda seen: "### Hint" in seen.text)
    assert hint is not None
    assert (hint.ephemeral, len(hint.pictures)) == (True, 1)


# --- the answer that was promised ---------------------------------------------------------------------


class FollowUps:
    """Counts the messages that are sent after an answer."""

    def __init__(self) -> None:
        self.posted = 0

    def request(self, request: web.Request, body: bytes, response: web.StreamResponse) -> None:
        self.posted += request.method == "POST" and "/webhooks/" in request.path

    def dispatch(self, event: str, data: Any) -> None: ...


async def test_what_comes_after_thinking_is_an_edit_of_that_and_no_further_message(t: Table) -> None:
    seen = FollowUps()
    t.playground.witnesses.append(seen)
    answer = await t.mara.slash("/verify", file=PickedFile("a.txt", b"\xff\xfe"))
    assert answer.ephemeral
    assert seen.posted == 0


# --- edits of old messages ----------------------------------------------------------------------------


def test_three_old_messages_of_a_channel_are_edited_in_twenty_seconds_and_new_ones_at_any_time() -> None:
    now = [int(START)]
    paces = OldEdits(lambda: now[0], lambda most: most)
    old, new = (int(snowflake_at(START - age)) for age in (7200, 60))
    most, seconds = EDITS
    assert [paces.wait(1, old) for _ in range(most + 1)] == [0] * most + [seconds]
    assert paces.wait(2, old) == 0
    assert paces.wait(1, new) == 0
    now[0] += seconds
    assert paces.wait(1, old) == 0


async def test_an_old_board_loses_its_buttons_when_its_channel_may_take_the_edit(t: Table) -> None:
    match = await begun(t)
    await toms_turn(match)
    old = match.posts()[-1]
    t.advance(7200)
    paces = old_edits_of(t.running.bot.ctx.app)
    for _ in range(EDITS[0]):
        paces.wait(int(old.channel), int(old.id))
    await toms_turn(match)
    assert match.posts()[-1].id != old.id
    assert t.mara.again(old).buttons, "it waits"
    t.advance(EDITS[1])
    await t.settled()
    assert not t.mara.again(old).buttons


# --- threads ------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_line_about_a_thread_on_an_older_card_is_taken_away(t: Table) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom)
    await t.tom.actor.say("games", "all right")
    await t.tom.tap("Accept", card)
    await t.settled()
    assert t.threads()
    assert [message for message in public_messages(t).values() if message["type"] == THREAD_CREATED] == []


@pytest.mark.slow
async def test_a_server_full_of_announcement_threads_is_one_without_room(t: Table) -> None:
    full = {"code": 160007, "message": "Maximum number of active announcement threads reached"}
    t.fault("POST /channels/.*/threads", 400, body=full)
    await begin(t, t.mara, t.tom)
    assert not t.threads()
    t.advance(3600)
    await t.settled()
    assert t.threads()
