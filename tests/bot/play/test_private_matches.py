"""Matches against the bot begin in private, casual, and the first one of a game with a coach.

Other people see no card, thread or board unless the player asks for it.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.match_state import nickname
from games import GAMES
from tests.kit.levels.thinker import THE_BOT_BEGINS
from tests.kit.matches.decoy import in_private
from tests.kit.matches.tapped import DAY, Played, assert_refused, committed, newest_match, public_messages
from tests.kit.seen import Seen
from tests.kit.table import Table, table

pytestmark = pytest.mark.table("mara", "tom")

QUICK = {"side": "White", "level": "easy", "first": "white"}


async def played(t: Table) -> Played:
    return Played(t, await newest_match(t), (t.mara, None))


async def resigned(t: Table) -> Seen:
    """Resign as Mara, and return what she sees then."""
    over = await t.mara.tap("Resign", await t.mara.slash("/resign"))
    await t.settled()
    return over


# --- in private ---------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_from_the_card_to_the_rematch_nobody_else_sees_anything(t: Table) -> None:
    before = public_messages(t)
    card = await t.mara.slash("/ccc play", **QUICK)
    panel = await t.mara.tap("Play", card)
    assert card.ephemeral
    assert panel.ephemeral
    assert "You're White" in panel.text
    await t.settled()
    match = await played(t)
    for _ in range(2):
        await match.act()
        await t.settled()
    again = await t.mara.tap("Rematch", await resigned(t))
    assert again.ephemeral
    assert again.id != card.id
    assert "Fairness" not in again.buttons, "the loser begins, so nothing is left to chance"
    assert "You're " in (await t.mara.tap("Play", again)).text
    await t.settled()
    t.advance(DAY)
    await t.settled()
    assert public_messages(t) == before
    assert t.tom.messages() == []
    assert not t.threads()
    assert (await (await played(t)).table()).match.guild is None


async def test_whoever_has_chosen_gets_what_they_chose(t: Table) -> None:
    card = await t.mara.slash("/creators play", rated=True, side="Destroyer")
    assert f"{t.mara.name} as Destroyer" in card.text
    assert "· rated\n" in card.text


@pytest.mark.slow
async def test_the_card_tells_how_it_goes_on_and_keeps_the_commitment(t: Table) -> None:
    card = await t.mara.slash("/creators play", level="easy")
    assert "Later turns come in your DMs" in card.text
    assert f"{t.mara.name} as Creator" in card.text
    assert "· casual\n" in card.text
    promised = await committed(t.mara, card)
    await t.mara.tap("Play", card)
    await t.settled()
    assert await committed(t.mara, t.mara.again(card)) == promised
    assert "You're " in (await t.mara.tap("Play", card)).text, "the same button opens it again"


@pytest.mark.slow
async def test_what_the_tap_could_not_show_comes_in_the_dms(t: Table) -> None:
    card = await t.mara.slash("/ccc play", **QUICK)
    tap = t.mara.actor.press(card.channel, card.id, card.buttons["Play"]["custom_id"])
    assert (await t.losing_the_answer(tap))["type"] == "failed"
    t.advance(60)
    await t.settled()
    (start,) = in_private(t.mara)
    assert (await played(t)).name in start.text
    assert "Which piece" in (await t.mara.tap("Open", start)).text
    assert not public_messages(t)


@pytest.mark.slow
async def test_with_closed_dms_the_panel_goes_on_and_the_list_opens_the_match(t: Table) -> None:
    await t.mara.actor.settings(dms_open=False)
    panel = await t.mara.start("/ccc play", **THE_BOT_BEGINS)
    await t.settled()
    assert "Which piece" in t.mara.again(panel).text
    match = Played(t, await newest_match(t), (None, t.mara))
    await match.act()
    await t.settled()
    assert in_private(t.mara) == []
    opened = await t.mara.tap("Open", await t.mara.slash("/matches"))
    assert opened.ephemeral
    assert match.name in opened.text
    assert "Which piece" in opened.text
    assert not public_messages(t)


@pytest.mark.slow
async def test_others_may_not_know_of_it(t: Table) -> None:
    await t.mara.start("/ccc play", **QUICK)
    await t.settled()
    match = await played(t)
    for command in ("/replay", "/export", "/verify"):
        assert_refused(await t.tom.slash(command, match=match.id), "no longer exists")
    await match.act()
    await resigned(t)
    for command in ("/replay", "/export", "/verify"):
        assert_refused(await t.tom.slash(command, match=match.id), "no longer exists")
    assert (await t.mara.slash("/replay", match=match.id)).pictures


async def test_it_is_public_where_the_player_asks_for_it_and_so_is_its_rematch(t: Table) -> None:
    card = await t.mara.slash("/ccc play", **QUICK, public=True)
    assert not card.ephemeral
    assert "in your DMs" not in card.text
    await t.mara.tap("Play", card)
    await t.settled()
    assert len(t.threads()) == 1
    assert "You're watching." in (await t.tom.tap("Play", card)).text
    again = await t.mara.tap("Rematch", await resigned(t))
    assert not again.ephemeral
    await t.mara.tap("Play", again)
    await t.settled()
    assert len(t.threads()) == 2


@pytest.mark.slow
async def test_where_nobody_else_could_see_it_asking_for_the_public_is_refused(t: Table) -> None:
    dm = (await t.mara.actor.open_dm(str(t.running.bot.application_id)))["id"]
    answer = await t.mara.slash("/ccc play", channel=dm, public=True)
    assert_refused(answer, "No one else could see it here. Leave out `public`")
    assert not (await t.mara.slash("/ccc play", channel=dm)).ephemeral, "a DM can be changed later"


# --- the first one ------------------------------------------------------------------------------------


async def public_card(t: Table, *before: str, **options: Any) -> str:
    """Return what Tom reads and can tap on the card of Mara's public match, after she played in private."""
    for level in before:
        await t.mara.start("/creators play", level="easy", rated=level == "rated")
    await t.settled()
    await t.mara.slash("/creators play", level="easy", public=True, **options)
    await t.settled()
    (card,) = t.tom.messages()
    seen = str([(part["type"], part.get("content"), part.get("label")) for part in card.parts()])
    name = nickname(card.buttons["Play"]["custom_id"].split("|")[-1])
    assert name in seen
    return seen.replace(name, "NAME").replace(str(t.mara.id), "MARA")


@pytest.mark.slow
async def test_a_public_card_says_nothing_about_private_matches() -> None:
    found = []
    for before in ((), ("casual", "rated")):
        async with table("mara", "tom") as t:
            found.append(await public_card(t, *before, rated=True))
    assert found[0] == found[1]


async def test_beside_a_public_card_its_person_is_told_that_another_match_counts(t: Table) -> None:
    await t.mara.start("/creators play", level="easy", rated=True)
    await t.settled()
    await t.mara.slash("/creators play", level="easy", rated=True, public=True)
    beside = await t.mara.sees("You have another rated match with the bot open.")
    assert beside.ephemeral
    assert [beside.text in seen.text for seen in t.tom.messages()] == [False]


@pytest.mark.slow
async def test_the_coach_says_the_goal_before_the_preview_is_shown_and_nothing_else_does(t: Table) -> None:
    panel = await t.mara.start("/creators play", level="easy")
    assert "Your goal: pawns on all cells of the pattern at once." in panel.text
    assert "Hold " not in panel.text
    assert "It's shown once, for " in panel.text
    preview = await t.mara.tap("Show it now (then it counts)", panel)
    board = await t.mara.tap("Got it", preview)
    assert "**Coach:** Your turn begins with a roll." in board.text


async def test_the_coach_says_the_goal_first_and_can_be_sent_away(t: Table) -> None:
    panel = await t.mara.start("/decoy play", level="easy")
    assert "Coach: Your goal: find and destroy their Commander" in panel.text.replace("*", "")
    assert "C is the Commander, G a Guardian" in panel.text
    assert "My last layout" not in panel.buttons, "there is none yet"
    alone = await t.mara.tap("No coach", panel)
    assert alone.id == panel.id
    assert "Coach:" not in alone.text
    assert "No coach" not in alone.buttons


def test_a_person_against_the_bot_sits_in_a_seat_of_the_game() -> None:
    assert all(game.beginner_seat == 0 for game in GAMES.values() if not game.supports_pvp)
    assert all(game.beginner_seat in (0, 1) for game in GAMES.values())
