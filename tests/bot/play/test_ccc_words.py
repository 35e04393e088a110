"""Compliments in CCC: from the list, in custom words by modal, by text and by the bot.

They're harmless wherever they appear (CCC-39 to CCC-42).
"""

from __future__ import annotations

import gc
from typing import Any

import pytest
from discord import ui

from games import GAMES
from games.ccc.ai.voices import WARM
from games.ccc.rules.compliments import READY, READY_FOR_THE_GAME
from games.core.record import verify
from tests.kit.matches.ccc import begin, kinds, legible, live, play_bot, position, quoted
from tests.kit.matches.ccc_words import NASTY, ONLY_FLAG, OWN, ROOM
from tests.kit.matches.decoy import calls, panel, play, record, record_file
from tests.kit.matches.tapped import Played, assert_refused, nothing_changes
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table

CCC = GAMES["ccc"]
MOVED_ON = "The board has moved on since then. Here it is now."
WITHOUT_FLAG = position("La1 Fd4 sh8 fe7 nb8")
LOST_FLAG = position("La1 Cb2 na3 sh8 fe8")
"""A position in which White can only put the lost Flag back."""


@pytest.fixture
async def match(t: Table) -> Played:
    return await begin(t, t.mara, t.tom, ROOM)


async def asked(match: Played, person: Person) -> Seen:
    """Open the question of what's said when the person's Flag moves to c3."""
    return await person.choose("c3", await kinds(match, person, "h4"))


async def modal(match: Played, person: Person, seen: Seen | None = None) -> dict[str, Any]:
    """Open the modal that asks for custom words."""
    return await person.tap_for_modal(OWN, seen or await asked(match, person))


def careless(t: Table, form: dict[str, Any]) -> dict[str, Any]:
    """Return the modal without its limits, as in a client that ignores them."""
    for label in t.playground.world.interactions[form["interaction"]].modal["components"]:
        label["component"].update(required=False, max_length=4000)
    return form


# --- ready ones ---------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_ready_compliments_are_a_list(match: Played) -> None:
    t = match.t
    seen = await asked(match, t.mara)
    assert "Say something nice about their last move." in seen.text
    (select,) = seen.selects
    assert [option["label"] for option in select["options"]] == list(READY)
    assert seen.answers == {OWN, "Back"}
    over = await t.mara.choose("r2", seen)
    assert f"Your Nice Flag goes to c3 and says: “{READY[2]}”" in over.text
    await t.settled()
    assert (await match.table()).texts == (f"N@c3{{{READY[2]}}}",)
    assert quoted(match.posts()[-1].text) == READY[2]


async def test_a_flag_that_was_destroyed_comes_back_with_words_about_the_whole_game(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, WITHOUT_FLAG)
    pieces = await panel(match, t.mara)
    assert "Put Flag back" in pieces.buttons
    seen = await t.mara.tap("Put Flag back", pieces)
    assert "Say something nice about their whole game." in seen.text
    assert list(seen.buttons)[:-3] == [*READY_FOR_THE_GAME, READY[0], OWN, "Back"]
    form = await modal(match, t.mara, seen)
    assert form["components"][0]["label"] == "Something nice about their whole game"
    over = await t.mara.submit(form, words="Bold, all game.")
    assert "Your Nice Flag is back and says: “Bold, all game.”" in over.text
    assert (await match.table()).texts == ("N*{Bold, all game.}",)
    assert "Nice Flag e1" in over.alt_texts[0]


# --- custom words -------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_own_words_are_asked_for_in_a_modal_and_posted_for_all(match: Played) -> None:
    t = match.t
    form = await modal(match, t.mara)
    (label,) = form["components"]
    assert label["label"] == "Something nice about their last move"
    assert label["component"]["max_length"] == 200
    over = await t.mara.submit(form, words="So patient, and so kind.")
    assert over.ephemeral
    assert "To move: " in over.text
    await t.settled()
    words = " Nice Flag goes to c3 and says: “So patient, and so kind.”"
    said = f"White's{words}"
    opened = await panel(match, t.tom)
    assert f"Your{words}" in over.text
    for seen in (
        match.posts()[-1],
        calls(t.tom)[-1],
        opened,
        await t.tom.tap("Open", calls(t.tom)[-1]),
    ):
        assert said in seen.text
    assert said in await record_file(t.ines, match)


@pytest.mark.slow
async def test_a_modal_that_is_never_sent_in_is_not_kept(match: Played) -> None:
    assert (await modal(match, match.t.mara))["components"]
    await match.t.settled()
    gc.collect()
    assert [thing for thing in gc.get_objects() if isinstance(thing, ui.Modal)] == []


@pytest.mark.slow
async def test_a_modal_is_opened_from_a_private_message_too(match: Played) -> None:
    t = match.t
    await play(match, ["d4-d5"])
    pieces = await t.tom.tap("Open", calls(t.tom)[-1])
    seen = await t.tom.choose("d3", await t.tom.tap("b8 Nice Flag", pieces))
    over = await t.tom.submit(await modal(match, t.tom, seen), words="Well seen.")
    assert not over.ephemeral
    assert over.id == pieces.id
    assert (await match.table()).texts[-1] == "N@d3{Well seen.}"


@pytest.mark.slow
async def test_a_modal_put_away_leaves_the_panel_as_it_is(match: Played) -> None:
    t = match.t
    seen = await asked(match, t.mara)
    async with nothing_changes(t):
        await modal(match, t.mara, seen)
        assert (t.mara.again(seen).text, t.mara.again(seen).buttons) == (seen.text, seen.buttons)
    await t.mara.submit(await modal(match, t.mara, seen), words="Again, then.")
    assert (await match.table()).texts == ("N@c3{Again, then.}",)


@pytest.mark.slow
@pytest.mark.parametrize("kind", NASTY)
async def test_mentions_links_and_markdown_have_no_effect_in_any_message(match: Played, kind: str) -> None:
    t = match.t
    words = NASTY[kind].format(tom=t.tom.id)
    over = await t.mara.submit(await modal(match, t.mara), words=words)
    await t.settled()
    waiting, asking = await panel(match, t.mara), await panel(match, t.tom)
    call = calls(t.tom)[-1]
    for seen in (over, match.posts()[-1], call, waiting, asking):
        assert legible(quoted(seen.text)) == words
        assert live(quoted(seen.text)) == []
        assert len(seen.text.splitlines()) <= 5
        assert not seen.payload["mention_everyone"]
        assert t.tom.id not in [user["id"] for user in seen.payload["mentions"]]
    assert quoted(await record_file(t.ines, match)) == words
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await t.settled()
    written = await record(t.ines, match)
    assert verify(CCC, written).identical
    assert written.actions == (await match.table()).texts


@pytest.mark.slow
async def test_the_last_words_of_a_match_are_harmless_in_its_result(t: Table) -> None:
    """The hundredth quiet turn is a Flag's, and both players are told its words once more."""
    match = await begin(t, t.mara, t.tom, ROOM.replace(" 0 9", " 99 199"))
    words = NASTY["links"]
    await t.mara.submit(await modal(match, t.mara), words=words)
    await t.settled()
    assert (await match.table()).match.reason == "quiet"
    for seen in (match.posts()[-1], await t.tom.sees("### You lose."), await panel_at_the_end(match)):
        assert legible(quoted(seen.text)) == words
        assert live(quoted(seen.text)) == []


async def panel_at_the_end(match: Played) -> Seen:
    return await match.t.tom.tap("My view", match.posts()[-1])


WRONG = {
    "": "A Nice Flag needs a compliment of 1 to 200 characters.",
    "   ": "A Nice Flag needs a compliment of 1 to 200 characters.",
    "x" * 201: "A compliment can have at most 200 characters; this one has 201.",
    "two\nlines": "A compliment must be one line of visible characters.",
    "turned \u202e round": "A compliment must be one line of visible characters.",
}


@pytest.mark.slow
async def test_words_that_cannot_be_said_are_refused_and_can_be_mended(match: Played) -> None:
    t = match.t
    seen = await asked(match, t.mara)
    async with nothing_changes(t):
        for words, sentence in WRONG.items():
            answer = await t.mara.submit(careless(t, await modal(match, t.mara, seen)), words=words)
            assert_refused(answer, sentence)
            assert (t.mara.again(seen).text, t.mara.again(seen).buttons) == (seen.text, seen.buttons)
    await t.mara.submit(await modal(match, t.mara, seen), words="Better.")
    assert (await match.table()).texts == ("N@c3{Better.}",)


# --- modals sent late ---------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_modal_sent_after_the_board_moved_on_says_so(match: Played) -> None:
    t = match.t
    form = await modal(match, t.mara)
    await play(match, ["d4-d5"])
    async with nothing_changes(t):
        late = await t.mara.submit(form, words="Too late.")
        assert MOVED_ON in late.text
        assert set(late.buttons) == {"Refresh", "Conditional moves", "Rules", "Take back"}
    await play(match, ["e7-e6"])
    form = await modal(match, t.mara)
    await play(match, ["d5-d6", "e6-e5"])
    async with nothing_changes(t):
        late = await t.mara.submit(form, words="Too late.")
        assert MOVED_ON in late.text
        assert "Which piece do you want to use?" in late.text


@pytest.mark.slow
async def test_of_two_modals_one_is_played(match: Played) -> None:
    t = match.t
    forms = [await modal(match, t.mara) for _ in range(2)]
    await t.mara.submit(forms[0], words="First.")
    async with nothing_changes(t):
        assert MOVED_ON in (await t.mara.submit(forms[1], words="Second.")).text
    assert (await match.table()).texts == ("N@c3{First.}",)


async def test_a_modal_sent_after_the_end_shows_how_it_ended(match: Played) -> None:
    t = match.t
    form = await modal(match, t.mara)
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    async with nothing_changes(t):
        late = await t.mara.submit(form, words="Too late.")
    assert "You win: Tom resigned." in late.text
    assert "moved on" not in late.text


@pytest.mark.slow
async def test_a_modal_sent_after_a_restart_of_the_bot_is_played(match: Played) -> None:
    t = match.t
    form = await modal(match, t.mara)
    await t.restart_bot()
    over = await t.mara.submit(form, words="Still here.")
    assert "says: “Still here.”" in over.text
    assert (await match.table()).texts == ("N@c3{Still here.}",)


@pytest.mark.slow
async def test_wrong_words_sent_after_a_restart_are_refused(match: Played) -> None:
    t = match.t
    form = careless(t, await modal(match, t.mara))
    await t.restart_bot()
    async with nothing_changes(t):
        assert_refused(await t.mara.submit(form, words=" "), WRONG["   "])


# --- by text, and the other modes ---------------------------------------------------------------------


async def test_with_compliments_off_the_flag_moves_without_words(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM, compliments="off")
    seen = await asked(match, t.mara)
    assert "Move the Nice Flag?" in seen.text
    assert seen.answers == {"Confirm", "Back"}
    async with nothing_changes(t):
        refused = await t.mara.move("N@c3{Cool move.}")
        assert_refused(refused, "In this match, Flags move without words; leave the braces empty.")
    await t.mara.tap("Confirm", seen)
    await t.settled()
    assert (await match.table()).texts == ("N@c3{}",)
    assert "White's Nice Flag goes to c3." in match.posts()[-1].text
    assert "says" not in match.posts()[-1].text


# --- the bot ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "ready", "said"),
    [
        (ONLY_FLAG, "of_the_move", "White's Nice Flag goes to"),
        (LOST_FLAG, "of_the_game", "White's Nice Flag is back"),
    ],
    ids=["moving", "coming back"],
)
async def test_the_bot_pays_compliments(t: Table, start: str, ready: str, said: str) -> None:
    match = await play_bot(t, t.mara, 1, start, level="medium")
    post = match.posts()[-1]
    assert said in post.text
    assert quoted(post.text) in getattr(WARM, ready)


@pytest.mark.slow
async def test_own_words_to_the_bot_are_answered_in_the_same_place(t: Table) -> None:
    match = await play_bot(t, t.mara, 0, ROOM)
    over = await t.mara.submit(await modal(match, t.mara), words="Good bot.")
    await t.mara.until(
        "the bot's answer", lambda: "Which piece do you want to use?" in t.mara.again(over).text
    )
    assert "says: “Good bot.”" in t.mara.again(over).text
    await t.settled()
    assert len((await match.table()).texts) == 2
