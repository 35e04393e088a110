"""Whole matches of decoy over the playground's sockets, from challenge to result."""

from __future__ import annotations

import asyncio
import random
import re

import pytest

from games import GAMES
from games.core.record import verify
from tests.kit.matches.analyzed import button_of
from tests.kit.matches.decoy import (
    ASSASSINATION,
    ATTRITION,
    DECOYS,
    LAYOUT,
    SCOUTS,
    begin,
    begin_set_up,
    calls,
    commit_by_panel,
    crafted,
    in_private,
    panel,
    play,
    play_each,
    record,
    record_file,
    set_up,
    shows_a_kind,
    sitting,
)
from tests.kit.matches.tapped import Played, assert_refused, newest_match, nothing_changes
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table

FORTRESS = "S2DCD3S/1D1GDG1D2/2I4I2"
MOVED_ON = "The board has moved on since then. Here it is now."
DANGER = 4


@pytest.fixture
async def match(t: Table) -> Played:
    """A match in which both players have set up; Mara is Cyan and begins."""
    return await begin_set_up(t, t.mara, t.tom)


PIECE = re.compile(r"[CSGID] ([a-j]\d) ?(?:· \d|→ [a-j]\d)?")
ATTACK = re.compile(r"[CSGID] ([a-j]\d) × ([a-j]\d), for \d · .+")


def offered(seen: Seen) -> dict[str, str]:
    """Return the labels of the buttons for pieces and attacks, by square or by the attack's text."""
    both = [(PIECE.fullmatch(label) or ATTACK.fullmatch(label), label) for label in seen.buttons]
    return {"x".join(found.groups()): label for found, label in both if found}


async def pick(person: Person, value: str, seen: Seen) -> Seen:
    """Tap a piece or an attack, unless it's the piece that moved last, which is already chosen."""
    if re.search(rf"[a-z] {value}: \d steps?, ", seen.text):
        return seen
    return await person.tap(offered(seen)[value], seen)


# --- from the challenge to the first turn -------------------------------------------------------------


@pytest.mark.slow
async def test_a_challenge_becomes_a_thread_and_a_private_start_for_each(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    assert [thread["name"] for thread in t.threads()] == [f"Mara – Tom · {match.name} · Decoy Patrol"]
    assert "To move: " in match.posts()[0].text
    (start,) = in_private(t.mara)
    assert "You're Cyan against" in start.text
    assert set(start.buttons) == {"Open", "Rules"}
    assert in_private(t.tom) == []
    assert "Empty board" in (await t.tom.sees("You're Magenta")).buttons


@pytest.mark.slow
async def test_both_set_up_by_panel_and_the_first_turn_is_called_once(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    for person in (t.mara, t.tom):
        after = await commit_by_panel(person, await panel(match, person), FORTRESS)
        assert "Your layout is set." in after.text
    await t.settled()
    assert (await match.table()).texts == (f"setup {FORTRESS}",) * 2
    (call,) = [seen for seen in calls(t.mara) if seen.buttons]
    assert "Magenta has set up." in call.text
    assert not [seen for seen in calls(t.tom) if seen.buttons]
    assert len(match.posts()) == 2
    assert not shows_a_kind(*match.posts())
    assert "Which piece do you want to move? You have 3 points left." in (await t.mara.tap("Open", call)).text
    assert "Which piece do you want to move? You have 3 points left." in call.text


# --- the panel of a turn ------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_panel_goes_on_with_the_piece_just_moved(match: Played) -> None:
    mara = match.t.mara
    pieces = await mara.tap("Open", await mara.sees("Your turn"))
    assert sorted(offered(pieces)) == sorted(
        {text.partition("-")[0] for text in await match.legal()} - {"end"}
    )
    pad = await pick(mara, "e2", pieces)
    assert "Guardian e2: 2 steps, 3 points left." in pad.text
    pad = await mara.tap("↑ e3", pad)
    assert "Guardian e3: 1 step, 2 points left." in pad.text
    assert "↓ e2" in pad.buttons
    pieces = await mara.tap("↗ f4", pad)
    assert "Scout d2: 1 step, 1 point left. Or choose another piece." in pieces.text
    assert "f4" not in offered(pieces)
    over = await mara.tap("→ e2", pieces)
    assert "To move: " in over.text
    assert (await match.table()).texts[2:] == ("e2-e3", "e3-f4", "d2-e2")
    assert (await match.table()).to_act == (1,)


@pytest.mark.slow
async def test_after_a_piece_has_made_all_its_steps_another_one_is_chosen(match: Played) -> None:
    mara = match.t.mara
    pieces = await mara.tap("↑ f1", await pick(mara, "f0", await panel(match, mara)))
    assert "2 points left. Or choose another piece." in pieces.text
    assert "Back" not in pieces.buttons
    pad = await pick(mara, "e2", pieces)
    assert "Guardian e2: 2 steps, 2 points left." in pad.text
    assert "2 points left. Or choose another piece." in (await mara.tap("Back", pad)).text


@pytest.mark.slow
async def test_magenta_looks_and_steps_from_the_other_side(match: Played) -> None:
    await play(match, ["end"])
    tom = match.t.tom
    pad = await pick(tom, "e7", await tom.tap("Open", await tom.sees("Your turn")))
    assert {"↑ e6", "→ d7", "← f7", "↗ d6", "↖ f6"} <= set(pad.buttons)
    await tom.tap("↗ d6", pad)
    assert (await match.table()).texts[-1] == "e7-d6"


NOTED = "e6: moved straight, so Commander or Scout or Guardian or Decoy."
ASKED = "**Guardian e4: 2 steps, 3 points left. Or choose another piece.**"


@pytest.mark.slow
async def test_notes_are_read_above_the_board_and_little_stands_between_it_and_the_buttons(
    match: Played,
) -> None:
    """A phone shows both at once; the pad shares no row with the pieces, which a finger could hit instead."""
    mara = match.t.mara
    await play(match, ASSASSINATION[:5])
    seen = await mara.tap("Open", calls(mara)[-1])
    parts = [part for part in seen.parts() if part["type"] in (1, 10, 12)]
    before, board, question, *rows = parts
    assert [part["type"] for part in (before, board, question)] == [10, 12, 10]
    assert NOTED in before["content"]
    assert question["content"] == ASKED
    labels = [[tap["label"] for tap in row["components"]] for row in rows]
    assert [len(row) for row in labels[:3]] == [3, 3, 3]
    assert not any(PIECE.fullmatch(label) for row in labels[:3] for label in row)
    assert all(len(row) <= 4 for row in labels)
    assert all(PIECE.fullmatch(label) for label in labels[3])


@pytest.mark.slow
async def test_a_call_asks_the_same_in_five_rows_with_the_other_pieces_in_a_list(match: Played) -> None:
    mara = match.t.mara
    await play(match, ASSASSINATION[:5])
    call = calls(mara)[-1]
    before, question = call.payload["embeds"]
    assert NOTED in before["description"]
    assert "image" in before
    assert question["description"] == ASKED
    *pad, listed, last = [part["components"] for part in call.parts() if part["type"] == 1]
    assert [len(row) for row in pad] == [3, 3, 3]
    assert [tap["label"] for tap in last] == ["End turn", "Open", "Rules"]
    [choices] = listed
    assert set(choices["options"][0]) >= {"label", "value"}
    assert all(PIECE.fullmatch(option["label"]) for option in choices["options"])
    chosen = choices["options"][0]
    panel = await mara.choose(chosen["value"], call)
    assert chosen["label"].split()[-1] in panel.text


@pytest.mark.slow
async def test_attacks_are_chosen_as_pairs(match: Played) -> None:
    mara = match.t.mara
    await play(match, ASSASSINATION[:7])
    attacks = await mara.tap("↑ d5", await pick(mara, "d4", await panel(match, mara)))
    assert "Which attack do you want to make?" in attacks.text
    assert offered(attacks) == {
        "d5xe6": "S d5 × e6, for 2 · C/S/G/D",
        "e5xe6": "G e5 × e6, for 4 · C/S/G/D",
    }
    left = await pick(mara, "e5xe6", attacks)
    assert "Your Guardian on e5 hit the piece on e6 for 4. It survived." in left.text
    assert list(offered(left)) == ["d5xe6"]
    over = await pick(mara, "d5xe6", left)
    assert "### You win." in over.text
    assert (await match.table()).texts[2:] == tuple(ASSASSINATION)


@pytest.mark.slow
async def test_a_turn_can_be_ended_at_any_time(match: Played) -> None:
    t = match.t
    sure = await t.mara.tap("End turn", await panel(match, t.mara))
    assert "You haven't moved or attacked yet, and you have 3 points left." in sure.text
    assert sure.answers == {"End turn anyway", "Back"}
    assert "Which piece do you want to move?" in (await t.mara.tap("Back", sure)).text
    sure = await t.mara.tap("End turn", t.mara.again(sure))
    assert "To move: " in (await t.mara.tap("End turn anyway", sure)).text
    pad = await t.tom.tap("↑ e6", await pick(t.tom, "e7", await panel(match, t.tom)))
    assert "To move: " in (await t.tom.tap("End turn", pad)).text
    await play(match, ["e2-e3", "e3-e4", "end", "end"])
    pad = await t.mara.tap("↑ e5", await pick(t.mara, "e4", await panel(match, t.mara)))
    attacks = await t.mara.tap("End movement", pad)
    assert list(offered(attacks)) == ["e5xe6"]
    over = await t.mara.tap("End turn", attacks)
    assert "Your turn is over." in over.text
    assert (await match.table()).to_act == (1,)


@pytest.mark.slow
async def test_a_step_that_surrounds_ones_own_piece_is_asked_about_first(t: Table) -> None:
    """An Infiltrator walks into the corner a9 between enemies on a8 and b9. DP-31."""
    corner = ("CDDDDD4/SSGGI5/7I2", "1D4CSSG/D5GIID/8DD")
    match = await begin_set_up(t, t.mara, t.tom, corner)
    await play(match, ["h2-g3", "g3-f4", "f4-e5", "end", "e5-d6", "d6-c7", "c7-b8", "end", "end", "end"])
    pad = await pick(t.mara, "b8", await panel(match, t.mara))
    assert [b["style"] for label, b in pad.buttons.items() if label == "↖ a9"] == [DANGER]
    async with nothing_changes(t):
        question = await t.mara.tap("↖ a9", pad)
        assert "leaves your own group without a liberty" in question.text
        assert question.answers == {"Step anyway", "Back"}
        pad = await t.mara.tap("Back", question)
    after = await t.mara.tap("Step anyway", await t.mara.tap("↖ a9", pad))
    assert "You lost your Infiltrator on a9." in after.text
    assert "2 points left. Or choose another piece." in after.text
    await play(match, ["end"])
    assert "Surrounded: 1 of Cyan's pieces." in match.posts()[-1].text
    assert not shows_a_kind(*match.posts())


@pytest.mark.slow
async def test_an_enemy_that_is_run_into_unseen_ends_the_step_and_the_panel_goes_on(t: Table) -> None:
    """With diamond vision a Decoy doesn't see what stands diagonally before it. DP-12, DP-15."""
    layouts = ("CSSGGII3/10/4DDDDD1", "CSSGGII3/10/4DDDDD1")
    match = await begin_set_up(t, t.mara, t.tom, layouts, vision="diamond")
    await play(match, ["e2-e3", "end", "f7-f6", "end", "e3-e4", "end", "f6-f5", "end"])
    pad = await pick(t.mara, "e4", await panel(match, t.mara))
    after = await t.mara.tap("↗ f5", pad)
    assert "An unseen enemy on f5 stops your Decoy on e4." in after.text
    assert (await match.table()).texts[-1] == "e4-f5"
    assert "Enemies in sight: f5." in after.alt_texts[0]
    assert "2 points left. Or choose another piece." in after.text


# --- what's posted, and who is pinged ----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.drawn
async def test_each_turn_is_posted_and_called_once(t: Table) -> None:
    match = await begin_set_up(t, t.mara, t.tom, (DECOYS, SCOUTS), first="magenta")
    await play_each(match, ATTRITION[:-1])
    posts = match.posts()
    assert len(posts) == 2 + 6, "one at the start, one when both have set up, one for each turn"
    assert [bool(seen.buttons) for seen in posts] == [False] * 7 + [True]
    assert set(posts[-1].buttons) == {"Move", "My view", "Record", "⋯"}
    assert len(calls(t.mara)) == 3
    assert len(calls(t.tom)) == 3, "in the first turn tom had the panel open"
    assert all(seen.alt_texts[0].startswith("Decoy Patrol. ") for seen in posts)
    assert "Magenta attacks f3 from e4: destroyed. Magenta attacks d3 from d4: destroyed." in posts[4].text
    assert "In contact: Cyan e3, Magenta d4 e4." in posts[4].alt_texts[0]
    assert not shows_a_kind(*match.posts())
    assert posts[0].is_quiet, "it brings both into the thread without calling them"
    assert {user["id"] for user in posts[0].payload["mentions"]} == {t.mara.id, t.tom.id}
    for post in posts[1:]:
        assert not post.payload["mentions"]


@pytest.mark.slow
async def test_only_what_everybody_may_know_is_shown_to_onlookers(match: Played) -> None:
    t = match.t
    await play(match, ASSASSINATION[:9])
    for label in ("Move", "My view"):
        answer = await t.ines.tap(label, match.posts()[-1])
        assert answer.ephemeral
        assert not answer.buttons
        assert not shows_a_kind(answer)
        assert "In contact: Cyan d5 e5, Magenta e6." in answer.alt_texts[0]
    assert "Cyan attacks e6 from e5: hit." in await record_file(t.ines, match)


@pytest.mark.slow
async def test_DP_18_the_panel_of_who_waits_stays_as_it_is_at_an_unseen_step(match: Played) -> None:
    t = match.t
    before = await t.tom.tap("My view", match.posts()[-1])
    assert "Cyan has set up." in before.text
    await play(match, ["b1-b2"])
    after = await t.tom.tap("Refresh", before)
    assert (after.text, after.alt_texts) == (before.text, before.alt_texts)
    assert [a["size"] for a in after.attachments] == [a["size"] for a in before.attachments]
    assert after.buttons == before.buttons


# --- to the end ---------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_match_is_won_by_assassination(match: Played) -> None:
    await play(match, ASSASSINATION)
    await _ended(match, 0, "assassination", "Cyan wins: Magenta's Commander is destroyed.")


@pytest.mark.slow
async def test_a_match_is_won_by_attrition(t: Table) -> None:
    match = await begin_set_up(t, t.mara, t.tom, (DECOYS, SCOUTS), first="magenta")
    await play(match, ATTRITION)
    await _ended(match, 1, "attrition", "Magenta wins: Cyan has no Decoys left.")


async def _ended(match: Played, winner: int, reason: str, sentence: str) -> None:
    """Check that the end is told to everybody, everything is revealed, and the record is true."""
    end, t = await match.table(), match.t
    assert (end.match.winner, end.match.reason) == (winner, reason)
    post = match.posts()[-1]
    assert sentence in post.text.replace("\\", "")
    assert "SHA-256" not in post.text
    assert set(post.buttons) == {"My view", "Record", "Rematch", "Replay", "Verify"} | button_of("decoy")
    private = in_private(sitting(match, 1 - winner))[-1]
    assert f"({end.game.seats[winner]}) wins" in post.text
    assert "### You lose." in private.text
    for seen in (post, private):
        assert "Cyan: Commander a0" in seen.alt_texts[0]
        assert "Magenta: " in seen.alt_texts[0]
    written = await record(t.ines, match)
    assert verify(GAMES["decoy"], written).identical
    assert written.actions == end.texts
    assert (written.score, written.reason) == (["1-0", "0-1"][winner], reason)


# --- against the bot ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "medium"])
@pytest.mark.parametrize("seat", [0, 1], ids=["as Cyan", "as Magenta"])
async def test_the_bot_sets_up_and_plays(t: Table, level: str, seat: int) -> None:
    side = GAMES["decoy"].seats[seat]
    start = await t.mara.start("/decoy play", level=level, side=side, public=True)
    await t.settled()
    match = Played(t, await newest_match(t), (t.mara, None) if seat == 0 else (None, t.mara))
    name = GAMES["decoy"].personas[level].name
    assert f"You're {side} against {name} ({level} bot)" in start.text
    after = await commit_by_panel(t.mara, start, FORTRESS)
    assert "Your layout is set." in after.text
    await t.settled()
    assert "Which piece do you want to move?" in t.mara.again(after).text
    for _ in range(3):
        while (await t.mara.move("end")).text.count("Which attack"):
            pass
        await t.settled()
        t.advance(60)
        await t.settled()
        assert (await match.table()).to_act == (seat,)
    assert not calls(t.mara), "the board was open all the time"
    played = await match.table()
    assert played.version(1 - seat) > 3
    assert played.game_state.ply == 7 + seat
    assert not shows_a_kind(*match.posts())
    assert len(match.posts()) == 2 + 3
    await t.mara.tap("Resign", await t.mara.slash("/resign"))
    await t.settled()
    written = await record(t.ines, match)
    assert verify(GAMES["decoy"], written).identical
    assert written.seats[1 - seat] == level


@pytest.mark.proof
async def test_a_match_against_the_bot_is_played_to_its_end(t: Table) -> None:
    await t.mara.start("/decoy play", level="easy", side="Magenta", public=True)
    await t.settled()
    match = Played(t, await newest_match(t), (None, t.mara))
    rng, game = random.Random(3), GAMES["decoy"]
    while (await match.table()).to_act:
        view = (await match.table()).view(1)
        await t.mara.move(game.format(game.players["medium"](view, None, rng, 0)))
        await t.settled()
    end = await match.table()
    assert end.result is not None
    assert verify(game, await record(t.mara, match)).identical


# --- DMs closed --------------------------------------------------------------------------


@pytest.mark.slow
async def test_with_closed_messages_the_turn_is_played_in_the_thread_unseen(t: Table) -> None:
    await t.mara.actor.settings(dms_open=False)
    match = await begin(t, t.mara, t.tom)
    await set_up(match)
    call = await t.mara.sees("it's your turn against")
    assert call.channel == t.threads()[-1]["id"]
    assert [user["id"] for user in call.payload["mentions"]] == [t.mara.id]
    pieces = await t.mara.tap("Open privately", call)
    pad = await t.mara.tap("↑ e3", await pick(t.mara, "e2", pieces))
    assert (pieces.ephemeral, pad.ephemeral, pad.id) == (True, True, pieces.id)
    over = await t.mara.tap("End turn", pad)
    assert over.ephemeral
    assert (await match.table()).texts[2:] == ("e2-e3", "end")
    assert not [seen for seen in t.tom.messages() if seen.channel == call.channel and shows_a_kind(seen)]
    seen = await t.ines.tap("Open privately", call)
    assert not seen.buttons
    assert not shows_a_kind(seen)


# --- bad taps and texts -------------------------------------------------------------------------------


async def pads_at(match: Played, square: str) -> list[Seen]:
    """Return two panels in which Mara has picked the piece on this square."""

    async def pad(label: str) -> Seen:
        return await pick(match.t.mara, square, await match.t.mara.tap(label, match.posts()[-1]))

    return await match.open_twice(pad)


@pytest.mark.slow
async def test_a_stale_end_of_the_movement_does_not_end_the_attacks(match: Played) -> None:
    t = match.t
    await play(match, ASSASSINATION[:6])
    pads = await pads_at(match, "d3")
    attacks = await t.mara.tap("End movement", pads[0])
    assert list(offered(attacks)) == ["e5xe6"]
    async with nothing_changes(t):
        stale = await t.mara.tap("End movement", pads[1])
    assert MOVED_ON in stale.text
    assert list(offered(stale)) == ["e5xe6"]


async def test_of_two_steps_at_once_one_is_made(match: Played) -> None:
    t = match.t
    pads = await pads_at(match, "e2")
    answers = await asyncio.gather(t.mara.tap("↑ e3", pads[0]), t.mara.tap("↗ f3", pads[1]))
    assert len((await match.table()).texts) == 3
    assert sorted(MOVED_ON in answer.text for answer in answers) == [False, True]


@pytest.mark.slow
async def test_a_panel_of_a_turn_that_is_over_says_so(match: Played) -> None:
    t = match.t
    pads = await pads_at(match, "e2")
    await play(match, ["end"])
    async with nothing_changes(t):
        stale = await t.mara.tap("↑ e3", pads[0])
        assert MOVED_ON in stale.text
        assert stale.answers == {"Refresh"}
    await play(match, ["end"])
    async with nothing_changes(t):
        stale = await t.mara.tap("↑ e3", pads[1])
        assert MOVED_ON in stale.text
        assert "Which piece do you want to move?" in stale.text


@pytest.mark.slow
async def test_a_panel_serves_only_whose_turn_it_is(match: Played) -> None:
    t = match.t
    for draft in ("e2~n", "end", "e7~s", "e7~n"):
        post = await crafted(match, f"sp|pick|{match.id}|1|{draft}")
        async with nothing_changes(t):
            answer = await t.tom.tap("Old", post)
            assert MOVED_ON in answer.text
            assert answer.answers == {"Refresh"}
            assert_refused(await t.ines.tap("Old", post), "You're not playing in this match.")


NOT_OFFERED = ("", "~", "e2xe3", "e5xe6", "e7~n", "a9", "e2~o", "e2~zz", "e2~n~yes", f"{LAYOUT}~commit~yes")


@pytest.mark.slow
async def test_a_choice_that_is_not_offered_asks_again(match: Played) -> None:
    for draft in NOT_OFFERED:
        post = await crafted(match, f"sp|pick|{match.id}|1|{draft}")
        async with nothing_changes(match.t):
            answer = await match.t.mara.tap("Old", post)
        assert "points left." in answer.text, draft
        assert "End turn" in answer.buttons, draft


@pytest.mark.slow
async def test_a_choice_of_the_movement_asks_again_in_the_attacks(match: Played) -> None:
    await play(match, ASSASSINATION[:8])
    version = (await match.table()).version(0)
    for draft in ("e5~n", "a1", "e5", "d5xe7", "e7xe6"):
        post = await crafted(match, f"sp|pick|{match.id}|{version}|{draft}")
        async with nothing_changes(match.t):
            assert "Which attack do you want to make?" in (await match.t.mara.tap("Old", post)).text


@pytest.mark.slow
async def test_who_is_not_to_move_is_refused(match: Played) -> None:
    t = match.t
    async with nothing_changes(t):
        for text in ("e7-e6", "end", "nonsense"):
            assert_refused(await t.tom.move(text), "It's Cyan's turn.")
        assert await t.tom.complete("/move", "action", "") == []
        assert_refused(await t.ines.move("end", match=match.id), "You're not playing in this match.")


@pytest.mark.slow
async def test_a_text_is_completed_with_the_legal_actions_of_the_phase(match: Played) -> None:
    person: Person = match.t.mara
    assert set(await person.complete("/move", "action", "e2")) == {
        t for t in await match.legal() if "e2" in t
    }
    await play(match, ASSASSINATION[:8])
    assert await person.complete("/move", "action", "") == ["d5xe6", "e5xe6", "end"]
