"""Conditional moves by taps: the opponent's action, then the reply, by the game's prompts; all in private."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from bot.play.conditional_moves import conditional_moves
from bot.play.conditional_moves.conditional_moves import MOST_LINES
from bot.play.conditional_moves.ui.command import words_of
from storage.tables import conditions
from storage.tables.conditions import Conditions
from tests.kit.matches import tapped as creators
from tests.kit.matches.analyzed import button_of
from tests.kit.matches.ccc import begin, offered, position, tapped
from tests.kit.matches.decoy import crafted
from tests.kit.matches.tapped import Played, assert_refused, nothing_changes
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table, table
from tests.kit.traffic import EVERYBODY, Sent, Traffic

MOVED_ON = "The board has moved on since then. Here it is now."
OLDER = "This button is from an older version. Use /matches to find your match."
ROOM = position("La1 Fd4 Nh4 sh8 fe7 nb8")


@pytest.fixture
async def match(t: Table) -> Played:
    return await begin(t, t.mara, t.tom)


async def view(match: Played, person: Person) -> Seen:
    """Open the person's private panel."""
    return await person.tap("My view", match.posts()[-1])


async def list_of(match: Played, person: Person) -> Seen:
    """Open the person's list of conditional moves from the panel."""
    return await person.tap("Conditional moves", await view(match, person))


async def flat_moves(person: Person, seen: Seen, text: str) -> Seen:
    """Tap a move of a Flat in the panel that asks which piece acts."""
    source, target = text.split("-")
    return await tapped(person, await person.choose(source, seen), f"Move {target}")


async def line(match: Played, person: Person, theirs: str, mine: str) -> Seen:
    """Enter a whole new line, tap by tap, and return the list."""
    asked = await person.tap("If they play …", await list_of(match, person))
    return await flat_moves(person, await flat_moves(person, asked, theirs), mine)


async def half(match: Played, person: Person, theirs: str) -> Seen:
    """Enter only the opponent's action, and return the panel that asks for the reply."""
    return await flat_moves(person, await person.tap("If they play …", await list_of(match, person)), theirs)


# --- entering -----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_line_is_entered_by_taps_alone_in_one_private_message_and_fires(match: Played) -> None:
    t = match.t
    panel = await view(match, t.tom)
    assert set(panel.buttons) == {"Refresh", "Conditional moves", "Rules"}
    empty = await t.tom.tap("Conditional moves", panel)
    assert "No conditional moves yet" in empty.text
    assert set(empty.buttons) == {"If they play …", "Back"}
    asked = await t.tom.tap("If they play …", empty)
    assert "a3" in offered(asked)
    assert "a6" not in offered(asked)
    reply = await flat_moves(t.tom, asked, "a3-a4")
    assert "If a3-a4, then …" in reply.text
    assert "Last: White a3-a4." in reply.alt_texts[0]
    listed = await flat_moves(t.tom, reply, "a6-a5")
    assert "1. if a3-a4, then a6-a5" in listed.text
    assert listed.id == panel.id
    assert listed.ephemeral
    assert set((await t.tom.tap("Back", listed)).buttons) == {"Refresh", "Conditional moves", "Rules"}
    assert (await match.table()).texts == ()
    await t.mara.move("a3-a4")
    await t.settled()
    assert (await match.table()).texts == ("a3-a4", "a6-a5")


async def test_the_way_back_leads_step_by_step_to_the_list_and_to_the_board(match: Played) -> None:
    t = match.t
    asked = await t.tom.tap("If they play …", await list_of(match, t.tom))
    targets = await t.tom.choose("a3", asked)
    assert "Move a4" in targets.buttons
    again = await t.tom.tap("Back", targets)
    assert again.text == asked.text
    assert "No conditional moves yet" in (await t.tom.tap("Back", again)).text


async def test_a_reply_in_ones_own_words_is_asked_for_in_a_modal(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    asked = await t.tom.tap("If they play …", await list_of(match, t.tom))
    reply = await tapped(t.tom, asked, "d4 Flat", "d5")
    said = await t.tom.choose("d3", await t.tom.tap("b8 Nice Flag", reply))
    form = await t.tom.tap_for_modal("Write your own", said)
    listed = await t.tom.submit(form, words="So calm.")
    assert listed.id == asked.id
    assert (await entered(match)).lines == (("d4-d5", "N@d3{So calm.}"),)
    await t.mara.move("d4-d5")
    await t.settled()
    assert (await match.table()).texts == ("d4-d5", "N@d3{So calm.}")


async def test_all_is_forgotten_at_a_tap(match: Played) -> None:
    t = match.t
    listed = await line(match, t.tom, "a3-a4", "a6-a5")
    forgotten = await t.tom.tap("Clear all", listed)
    assert "No conditional moves yet" in forgotten.text
    assert set(forgotten.buttons) == {"If they play …", "Back"}
    await t.mara.move("a3-a4")
    await t.settled()
    assert (await match.table()).texts == ("a3-a4",)


@pytest.mark.slow
async def test_the_command_shows_the_same_list_with_its_buttons(match: Played) -> None:
    tom = match.t.tom
    await line(match, tom, "a3-a4", "a6-a5")
    answer = await tom.slash("/conditional")
    assert answer.ephemeral
    assert "1. if a3-a4, then a6-a5" in answer.text
    assert set(answer.buttons) == {"If they play …", "Clear all", "Back"}


@pytest.mark.slow
async def test_a_full_list_takes_no_new_line(match: Played) -> None:
    lines = tuple((text, "a6-a5") for text in (await match.legal())[:MOST_LINES])
    async with match.t.database.write() as w:
        await conditions.put(w, match.id, 1, Conditions(0, lines))
    assert set((await list_of(match, match.t.tom)).buttons) == {"Clear all", "Back"}


# --- a line that is only begun ------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_line_is_finished_after_a_restart(match: Played) -> None:
    t = match.t
    reply = await half(match, t.tom, "a3-a4")
    await t.restart_bot()
    assert "if a3-a4, then a6-a5" in (await flat_moves(t.tom, reply, "a6-a5")).text
    await t.mara.move("a3-a4")
    await t.settled()
    assert (await match.table()).texts == ("a3-a4", "a6-a5")


@pytest.mark.slow
async def test_of_two_panels_the_older_one_enters_nothing_into_the_other_line(match: Played) -> None:
    tom = match.t.tom
    older = await half(match, tom, "a3-a4")
    await match.forget_panels()
    await half(match, tom, "b3-b4")
    shown = await tom.choose("a6", older)
    assert "You've started another line since then." in shown.text
    assert (await entered(match)).begun == ("b3-b4",)


async def entered(match: Played) -> Conditions:
    """Return Tom's conditional moves from the database."""
    async with match.t.database.read() as r:
        found = await conditions.find_entered(r, match.id, 1)
    assert found is not None
    return found


# --- in your own turn ---------------------------------------------------------------------------------


async def planned_in_turn(match: Played, mine: str, theirs: str, reply: str) -> Seen:
    """Enter a whole line that begins with a move of Mara, who is to move, and return the list."""
    mara = match.t.mara
    asked = await mara.tap("After my move …", await list_of(match, mara))
    for text in (mine, theirs, reply):
        asked = await flat_moves(mara, asked, text)
    return asked


async def test_who_is_to_move_plans_after_a_move_of_theirs_and_plays_it_in_a_tap(match: Played) -> None:
    t = match.t
    listed = await planned_in_turn(match, "a3-a4", "a6-a5", "b3-b4")
    assert "1. after your a3-a4: if a6-a5, then b3-b4" in listed.text
    assert listed.ephemeral
    assert (await match.table()).texts == ()
    panel = await t.mara.tap("Play my move", listed)
    assert "1. if a6-a5, then b3-b4" in (await t.mara.tap("Conditional moves", panel)).text
    await t.tom.move("a6-a5")
    await t.settled()
    assert (await match.table()).texts == ("a3-a4", "a6-a5", "b3-b4")


@pytest.mark.slow
async def test_a_line_planned_in_ones_turn_goes_on(match: Played) -> None:
    t = match.t
    listed = await planned_in_turn(match, "a3-a4", "a6-a5", "b3-b4")
    (after,) = offered(listed)
    asked = await t.mara.choose(after, listed)
    listed = await flat_moves(t.mara, await flat_moves(t.mara, asked, "b6-b5"), "c3-c4")
    assert "1. after your a3-a4: if a6-a5, then b3-b4; then if b6-b5, then c3-c4" in listed.text
    for person, text in ((t.mara, "a3-a4"), (t.tom, "a6-a5"), (t.tom, "b6-b5")):
        await person.move(text)
        await t.settled()
    assert (await match.table()).texts == ("a3-a4", "a6-a5", "b3-b4", "b6-b5", "c3-c4")


# --- taps that come too late, or that were never made -------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("label", ["If they play …", "Clear all"])
async def test_a_list_of_a_board_that_has_moved_on_says_so_and_shows_the_present_one(
    match: Played, label: str
) -> None:
    t = match.t
    listed = await line(match, t.tom, "a3-a4", "a6-a5")
    await t.mara.move("a3-a4")
    await t.settled()
    async with nothing_changes(t):
        answer = await t.tom.tap(label, listed)
    assert MOVED_ON in answer.text
    assert "To move: " in answer.text
    assert answer.id == listed.id


async def test_whose_turn_has_come_is_shown_the_board_instead(match: Played) -> None:
    t = match.t
    waiting = await view(match, t.tom)
    await match.forget_panels()
    asked = await t.tom.tap("If they play …", await list_of(match, t.tom))
    await match.forget_panels()
    await t.mara.move("a3-a4")
    await t.settled()
    answer = await t.tom.choose("b3", asked)
    assert MOVED_ON in answer.text
    assert "Which piece do you want to use?" in answer.text
    assert "After my move …" in (await t.tom.tap("Conditional moves", waiting)).buttons


NEVER_MADE = (
    "sp|foresee",
    "sp|foresee|{match}|0",
    "sp|if|{match}|0|a3",
    "sp|if|{match}|0|nomark|a3",
    "sp|if-of|{match}|0|00000|a3",
    "sp|if-at|{match}|0|00000||x",
    "sp|if-new|{match}",
    "sp|if-none|{match}|x",
)


@pytest.mark.slow
async def test_a_tap_of_an_older_version_says_so(match: Played) -> None:
    posts = [await crafted(match, custom_id.format(match=match.id)) for custom_id in NEVER_MADE]
    async with nothing_changes(match.t):
        for post in posts:
            assert_refused(await match.t.tom.tap("Old", post), OLDER)


async def test_an_onlooker_foresees_nothing(match: Played) -> None:
    for custom_id in ("sp|foresee|{}", "sp|if-new|{}|0"):
        post = await crafted(match, custom_id.format(match.id))
        assert_refused(await match.t.ines.tap("Old", post), "You're not playing in this match.")


async def test_a_choice_that_is_not_offered_asks_again_and_an_unknown_line_is_refused(match: Played) -> None:
    tom = match.t.tom
    await tom.tap("If they play …", await list_of(match, tom))
    mark = conditional_moves.mark(())
    for key in ("a6", "zz~n~n", ""):
        post = await crafted(match, f"sp|if|{match.id}|0|{mark}|{key}")
        assert "If they play …" in (await tom.tap("Old", post)).text
    post = await crafted(match, f"sp|if-after|{match.id}|0", "00000")
    assert_refused(await tom.choose("00000", post), "This line can't be extended anymore.")


# --- where no conditional moves are possible ---------------------------------------------------------


async def test_a_game_with_secrets_has_no_such_button_and_refuses_the_tap(t: Table) -> None:
    match = await creators.begin_briefed(t, t.mara, t.tom)
    assert set((await view(match, t.tom)).buttons) == {"Refresh", "Rules"}
    post = await crafted(match, f"sp|foresee|{match.id}")
    async with nothing_changes(t):
        assert_refused(await t.tom.tap("Old", post), "games in which everything is open")


@pytest.mark.slow
async def test_nobody_foresees_when_it_is_over(
    match: Played,
) -> None:
    t = match.t
    waiting = await view(match, t.tom)
    await match.forget_panels()
    await t.mara.tap("Resign", await t.mara.slash("/resign"))
    await t.settled()
    over = await t.tom.tap("Conditional moves", waiting)
    ended = {"Record", "Rematch", "Replay", "Verify", "Make puzzles"}
    assert set(over.buttons) == ended | button_of("ccc")


# --- who sees it --------------------------------------------------------------------------------------


async def seen_by_others(
    file: Path, *, foreseeing: bool, in_turn: bool = False
) -> dict[tuple[str, str], list[Sent]]:
    """Return what the opponent and the public get of a match with or without conditional moves by one player.

    That's Tom, who waits, or with `in_turn` Mara, who is to move.
    """
    async with table("mara", "tom", "ines", record=file) as t:
        match = await begin(t, t.mara, t.tom)
        if foreseeing and in_turn:
            await planned_in_turn(match, "b3-b4", "a6-a5", "c3-c4")
        elif foreseeing:
            await line(match, t.tom, "a3-a4", "a6-a5")
            await half(match, t.tom, "c3-c4")
        for text in ("b3-b4", "b6-b5"):
            await match.act(text)
            await t.settled()
        other = t.tom if in_turn else t.mara
        await view(match, other)
    seen = Traffic(file).seen_by(EVERYBODY, other.id)
    return {
        where: [dataclasses.replace(request, body=without_nonce(request.body)) for request in sent]
        for where, sent in seen.items()
    }


def without_nonce(body: str) -> str:
    """Return the body without the nonce, which numbers the message among all of the bot's."""
    return re.sub(r'"sp\d+"', '"NONCE"', body)


@pytest.mark.slow
@pytest.mark.parametrize("in_turn", [False, True])
async def test_what_others_see_does_not_depend_on_what_somebody_foresees(
    tmp_path: Path, in_turn: bool
) -> None:
    plain = await seen_by_others(tmp_path / "plain.jsonl", foreseeing=False, in_turn=in_turn)
    foreseeing = await seen_by_others(tmp_path / "foreseeing.jsonl", foreseeing=True, in_turn=in_turn)
    assert len(plain) > 3
    assert foreseeing == plain


def test_very_many_lines_still_fit_into_a_message() -> None:
    lines = tuple((f"a{number}-a4", "h6-h5") * 10 for number in range(20))
    said = words_of(lines)
    assert len(said) < 3500
    assert "more, which count too." in said
