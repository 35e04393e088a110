"""What the bot does with fewer permissions: no embeds, no files, or a channel that it can't see."""

from __future__ import annotations

import pytest

from playground.model import permissions as perms
from tests.kit.matches.endings import begun, final_post, give_up
from tests.kit.matches.tapped import assert_refused, begin, nothing_changes
from tests.kit.roles.permissions import deny
from tests.kit.servers.contest_table import organized
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")


# --- no Embed Links -----------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_challenge_says_all_of_it_in_plain_content_with_its_picture(t: Table) -> None:
    deny(t, perms.EMBED_LINKS)
    await t.mara.slash("/creators challenge", opponent=t.tom)
    card = t.tom.newest(lambda seen: "Accept" in seen.buttons)
    assert card is not None
    line, *words = card.payload["content"].split("\n")
    assert line == f"<@{t.tom.id}>, Mara challenges you to Creators vs Destroyers · 7 days to answer"
    assert any("Open until" in text for text in words)
    assert card.answers >= {"Accept", "Decline", "Withdraw"}
    assert t.tom.pushes() == [line.replace(f"<@{t.tom.id}>", "@Tom") + "\n" + "\n".join(words)]


# --- no Attach Files ----------------------------------------------------------------------------------


async def test_a_challenge_where_no_files_may_be_attached_comes_without_its_picture(t: Table) -> None:
    deny(t, perms.ATTACH_FILES)
    card = await t.mara.slash("/creators challenge", opponent=t.tom)
    assert not card.pictures
    assert "Accept" in card.buttons


# --- nothing can be posted ----------------------------------------------------------------------------

CANNOT_POST = "I can't post here, so nothing has changed. An admin can fix that in this channel's permissions"


@pytest.mark.slow
@pytest.mark.parametrize(
    "bits", [perms.VIEW_CHANNEL, perms.SEND_MESSAGES | perms.CREATE_PUBLIC_THREADS], ids=["look", "post"]
)
@pytest.mark.parametrize("asking", [{"command": "challenge"}, {"command": "play", "public": True}], ids=str)
async def test_nothing_begins_in_public_where_the_bot_cannot_post(t: Table, bits: int, asking: dict) -> None:
    deny(t, bits)
    command, more = asking["command"], {name: asking[name] for name in asking if name != "command"}
    refused = await t.mara.slash(f"/creators {command}", **more)
    assert_refused(refused, CANNOT_POST)
    assert (
        f"I need {'View Channel and Send Messages' if bits == perms.VIEW_CHANNEL else 'Send Messages'}."
        in refused.text
    )
    assert "play the bot in private with" in refused.text
    assert await sql(t.database, "SELECT COUNT(*) FROM challenges") == [(0,)]


async def test_no_rematch_is_asked_for_where_its_card_could_not_follow_what_becomes_of_it(t: Table) -> None:
    await begun(t, "ccc", "White")
    await give_up(t, t.tom)
    last = await final_post(t, t.mara)
    deny(t, perms.VIEW_CHANNEL)
    assert_refused(await t.mara.tap("Rematch", last), CANNOT_POST)
    assert await sql(t.database, "SELECT id FROM challenges WHERE status = 'open'") == []


@pytest.mark.slow
async def test_a_channel_that_has_only_threads_will_do(t: Table) -> None:
    deny(t, perms.SEND_MESSAGES)
    match = await begin(t, t.mara, t.tom)
    assert len(t.threads()) == 1
    assert match.posts()


@pytest.mark.slow
async def test_play_begins_a_match_in_private_where_the_bot_cannot_post(t: Table) -> None:
    deny(t, perms.VIEW_CHANNEL | perms.SEND_MESSAGES | perms.CREATE_PUBLIC_THREADS)
    menu = await t.mara.slash("/play")
    assert menu.ephemeral
    panel = await t.mara.start("/decoy play", level="easy")
    assert "against" in panel.text
    assert await sql(t.database, "SELECT guild FROM matches") == [(None,)]


async def test_a_challenge_stays_open_where_the_bot_can_no_longer_post(t: Table) -> None:
    card = await t.mara.slash("/decoy challenge", opponent=t.tom)
    deny(t, perms.SEND_MESSAGES | perms.CREATE_PUBLIC_THREADS)
    async with nothing_changes(t):
        refused = await t.tom.tap("Accept", card)
    assert_refused(refused, CANNOT_POST)
    assert "I need Send Messages." in refused.text


@pytest.mark.slow
async def test_in_a_thread_the_permission_for_threads_is_named(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    deny(t, perms.SEND_MESSAGES_IN_THREADS)
    refused = await t.mara.slash("/decoy challenge", t.threads()[-1]["id"], opponent=t.tom)
    assert "I need Send Messages in Threads." in refused.text


@pytest.mark.slow
async def test_no_cup_is_made_where_the_bot_cannot_post() -> None:
    async with organized("mara") as t:
        panel = await t.ines.tap("Organize one", await t.ines.slash("/compete"))
        deny(t, perms.VIEW_CHANNEL)
        async with nothing_changes(t):
            assert_refused(await t.ines.tap("Name and announce", panel), CANNOT_POST)
