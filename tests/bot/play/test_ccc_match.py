"""Whole matches of CCC over the playground's sockets, from challenge to result."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest

from bot.discord_kit.components import pictures
from games import GAMES
from games.core.record import verify
from games.core.screen.scene import Scene
from render import cache
from render.alt import alt_text
from tests.kit.games.ccc_table import drawn_board
from tests.kit.matches.ccc import begin, kinds, piece, play_bot, position, tapped
from tests.kit.matches.decoy import calls, crafted, in_private, panel, play, play_each, record
from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.seen import Seen
from tests.kit.table import Table
from tests.kit.watching.finger import places

BESIDE = {"Conditional moves", "Back", "Hint", "Rules"}
"""Labels of the buttons that aren't ways for a piece to go."""
CCC = GAMES["ccc"]
MOVED_ON = "The board has moved on since then. Here it is now."

ROOM = position("Sa1 Lh1 Cb1 (FFFF)d4 Nh4 fd6 sa8 nh8")
HOPS = position("Fd4 Lh1 fd5 fe6 fc7 ff5 sa8")
TOWER = position("(FFM)d4 Lh1 fe6 sa8 lh7")
BLACK_TOWER = position("(ffm)e5 lh8 Fd3 Sa1 La2", side="b")
STUCK = position("Nf6 La1 Fa2 sh8 cg7 ng5")


class Drawn:
    """The scenes of all the board pictures that the bot has made."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []

    def under(self, seen: Seen) -> Scene:
        """Return the newest scene, which must be the one in this message."""
        assert seen.alt_texts == [alt_text(self.scenes[-1])]
        return self.scenes[-1]

    def board(self, seen: Seen) -> str:
        """Return the position in a message's picture; the alt text must name the same squares."""
        scene = self.under(seen)
        named = re.findall(r"\b[a-h][1-8]\b", seen.alt_texts[0].partition(" White: ")[2])
        assert sorted(named) == sorted(token.square for token in scene.tokens)
        return drawn_board(scene)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    made, board = Drawn(), pictures.board

    async def drawing(scene: Scene, *more: Any, **named: Any) -> discord.File:
        made.scenes.append(scene)
        return await board(scene, *more, **named)

    monkeypatch.setattr(pictures, "board", drawing)
    return made


# --- from the challenge to the first turn -------------------------------------------------------------


@pytest.mark.slow
async def test_a_challenge_becomes_a_thread_and_a_private_start_for_each(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    title = GAMES["ccc"].title
    assert [thread["name"] for thread in t.threads()] == [f"Mara – Tom · {match.name} · {title}"]
    assert "White: Torus a1, Cube b1, Small Pyramid c1" in match.posts()[0].alt_texts[0]
    (start,) = in_private(t.mara)
    assert "You're White against" in start.text
    assert "You go first." in start.text
    assert set(start.buttons) == {"Open", "Rules"}
    assert in_private(t.tom) == []
    assert "You're Black against" in (await t.tom.sees("You're Black")).text
    panel_text = (await t.mara.tap("Open", in_private(t.mara)[0])).text
    assert "Which piece do you want to use?" in panel_text
    assert "Turns without an attack or a hop" not in panel_text, "its picture says it"


@pytest.mark.slow
async def test_a_match_starts_from_a_position_and_its_card_says_so(t: Table) -> None:
    card = await t.mara.slash("/ccc challenge", opponent=t.tom, side="White", position=ROOM)
    assert f"position: {ROOM}" in card.text
    await t.tom.tap("Accept")
    await t.settled()
    (post,) = [seen for seen in t.ines.messages() if seen.channel == t.threads()[-1]["id"]]
    assert (
        "Turn 9. Turns without an attack or a hop: 0 of 14. Strength of Pyramids: White 8, Black 2"
        in post.alt_texts[0]
    )
    assert "White leads. White: Small Pyramid a1, Cube b1, Large Pyramid h1" in post.alt_texts[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "seen"),
    [
        ({"layout": "NTCSLMCT", "symmetry": "mirror"}, ("Nice Flag a1", "Nice Flag a8")),
        ({"layout": "NTCSLMCT", "symmetry": "rotate"}, ("Nice Flag a1", "Nice Flag h8")),
        ({"flat_rows": 2, "row_order": "FSF"}, ("Nice Flag e2", "Nice Flag e7")),
    ],
)
async def test_CCC_4_CCC_6_both_see_the_rows_before_they_agree(t: Table, rows: Any, seen: Any) -> None:
    await t.mara.slash("/ccc challenge", opponent=t.tom, **rows)
    for person in (t.mara, t.tom):
        card = next(message for message in reversed(person.messages()) if "Accept" in message.buttons)
        (alt,) = card.alt_texts
        assert all(piece in alt for piece in seen)
    assert (await t.mara.slash("/ccc play", **rows)).alt_texts == [alt]


async def test_the_usual_rows_need_no_picture_on_the_card(t: Table) -> None:
    card = await t.mara.slash("/ccc challenge", opponent=t.tom)
    assert not card.alt_texts


IMPOSSIBLE = {
    "8/8": "there are six parts",
    "8/8/8/8/8/8/8/8 w 0,0 00 0 1": "each side has a Pyramid",
    ROOM.replace("(FFFF)", "(FFFFFF)"): "each piece exists in the game",
    "**8** <@1> @everyone": "there are six parts",
    "9" * 4000: "there are six parts",
}


async def test_a_position_that_cannot_be_is_refused(t: Table) -> None:
    async with nothing_changes(t):
        for text, sentence in IMPOSSIBLE.items():
            assert_refused(await t.mara.slash("/ccc challenge", opponent=t.tom, position=text), sentence)
            assert_refused(await t.mara.slash("/ccc play", position=text), sentence)


# --- the panel ----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_an_ordinary_move_takes_a_piece_and_a_target(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    what = await kinds(match, t.mara, "d3")
    assert "What should your Flat on d3 do?" in what.text
    assert what.answers == {
        "Move d4",
        "Stack c3 Flat",
        "Stack e3 Flat",
        "Back",
    }
    over = await t.mara.tap("Move d4", what)
    assert "You move a Flat: d3-d4." in over.text
    assert "To move: " in over.text
    assert set(over.buttons) == {"Refresh", "Conditional moves", "Rules", "Take back"}
    assert (await match.table()).texts == ("d3-d4",)


@pytest.mark.slow
@pytest.mark.drawn
async def test_the_call_has_the_first_question_in_it(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    await play(match, ["d4-d5"])
    call = calls(t.tom)[-1]
    assert "Which piece do you want to use?" in call.text
    assert call.answers == {"d6 Flat", "a8 Small Pyramid", "h8 Nice Flag", "Open"}
    over = await tapped(t.tom, await t.tom.tap("d6 Flat", call), "Move c6")
    assert "You move a Flat: d6-c6." in over.text
    assert (await match.table()).texts == ("d4-d5", "d6-c6")


@pytest.mark.slow
async def test_back_goes_one_question_back(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    async with nothing_changes(t):
        seen = [await panel(match, t.mara)]
        seen.append(await piece(t.mara, seen[-1], "d4"))
        for label in ("Collapse", "Lift 4", "↑ d5", "Drop 1 (F)", "Drop 1 (F)", "Drop 2 (FF)"):
            seen.append(await t.mara.tap(label, seen[-1]))
        back = seen[-1]
        for before in reversed(seen[:-1]):
            back = await t.mara.tap("Back", back)
            assert (back.text, back.alt_texts) == (before.text, before.alt_texts)
            assert back.answers == before.answers
        assert "Back" not in back.buttons


# --- built tap by tap ---------------------------------------------------------------------------------


@pytest.mark.slow
async def test_what_plays_a_plan_never_comes_to_stand_where_the_finger_is(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    plan = ("Collapse", "Lift 3", "↑ d5", "Drop 1 (F)")
    before = await tapped(t.mara, await kinds(match, t.mara, "d4"), *plan)
    tapped_id = before.buttons["Drop 1 (F)"]["custom_id"]
    after = await t.mara.tap("Drop 1 (F)", before)
    top, bottom, column = places(before)[tapped_id]
    there = places(after)[after.buttons["Confirm"]["custom_id"]]
    assert (top, column) != (there[0], there[2])
    assert (bottom, column) != (there[1], there[2])


@pytest.mark.slow
async def test_a_flat_collapse_is_built_drop_by_drop(t: Table, drawn: Drawn) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    async with nothing_changes(t):
        lift = await t.mara.tap("Collapse", await kinds(match, t.mara, "d4"))
        assert lift.answers == {"Lift 1", "Lift 2", "Lift 3", "Lift 4", "Back"}
        way = await t.mara.tap("Lift 3", lift)
        assert "In your hand: 3 Flats. Which way?" in way.text
        assert drawn.board(way) == "s6n/8/3f4/8/3F3N/8/8/SC5L"
        assert way.answers == {"↑ d5", "← c4", "→ e4", "↓ d3", "Back"}
        drop = await t.mara.tap("↑ d5", way)
        assert "d5: how many do you want to drop? In your hand: 3 Flats." in drop.text
        drop = await t.mara.tap("Drop 1 (F)", drop)
        assert "d6: how many do you want to drop? In your hand: 2 Flats." in drop.text
        assert drawn.board(drop) == "s6n/8/3f4/3F4/3F3N/8/8/SC5L"
        assert drop.answers == {"Drop 1 (F)", "Drop 2 (FF)", "Back"}
        ready = await t.mara.tap("Drop 1 (F)", drop)  # The last part has nowhere else to fall.
        assert "This is how it would look (3d4+111)." in ready.text
        assert ready.answers == {"Confirm", "Back"}
        assert drawn.board(ready) == "s6n/3F4/8/3F4/3F3N/8/8/SC5L"
    await t.mara.tap("Confirm", ready)
    assert (await match.table()).texts == ("3d4+111",)
    await t.settled()
    assert drawn.board(match.posts()[-1]) == "s6n/3F4/8/3F4/3F3N/8/8/SC5L"


@pytest.mark.slow
async def test_black_looks_and_collapses_from_the_other_side(t: Table, drawn: Drawn) -> None:
    match = await begin(t, t.mara, t.tom, BLACK_TOWER)
    way = await tapped(t.tom, await kinds(match, t.tom, "e5"), "Collapse", "Lift 3")
    scene = drawn.under(way)
    assert (scene.files[0], scene.ranks[0]) == ("h", "1")
    shown = [label for label in way.buttons if label not in BESIDE]
    assert shown == ["↖ f4", "↑ e4", "↗ d4", "← f5", "→ d5", "↙ f6", "↓ e6", "↘ d6"]
    ready = await tapped(t.tom, way, "↗ d4", "Drop 1 (F)", "↑ d3", "Drop 1 (F)", "← e3")
    assert drawn.board(ready) == "7l/8/8/8/3f4/4m3/L7/S7"
    await t.tom.tap("Confirm", ready)
    assert (await match.table()).texts == ("3e5:-<1:-1:>1",)


@pytest.mark.slow
async def test_a_picture_in_a_panel_is_the_one_of_its_scene(t: Table, drawn: Drawn) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    way = await tapped(t.mara, await kinds(match, t.mara, "d4"), "Collapse", "Lift 3")
    assert await t.download(way.pictures["board.png"]) == await cache.picture(drawn.under(way))


# --- what's posted, and who is pinged ----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.drawn
async def test_each_turn_is_posted_and_called_once(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    await play_each(match, ["d3-d4", "e6-e5", "d4xe5", "c6-c5"])
    posts = match.posts()
    assert len(posts) == 1 + 4
    assert [bool(seen.buttons) for seen in posts] == [False] * 4 + [True]
    assert set(posts[-1].buttons) == {"Move", "My view", "Record", "⋯"}
    assert "White's Flat and Black's Flat on e5 destroy each other: d4xe5." in posts[3].text
    assert (len(calls(t.mara)), len(calls(t.tom))) == (2, 2)
    assert "Black moves a Flat: c6-c5." in calls(t.mara)[-1].text
    assert posts[0].is_quiet, "it brings both into the thread without calling them"
    assert {user["id"] for user in posts[0].payload["mentions"]} == {t.mara.id, t.tom.id}
    for post in posts[1:]:
        assert not post.payload["mentions"]


@pytest.mark.slow
async def test_onlookers_see_the_board_and_can_do_nothing(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    async with nothing_changes(t):
        for label in ("Move", "My view"):
            answer = await t.ines.tap(label, match.posts()[-1])
            assert answer.ephemeral
            assert not answer.buttons
            assert not answer.selects
            assert answer.alt_texts == match.posts()[-1].alt_texts
    post = await crafted(match, f"sp|pick|{match.id}|0|d4~move~d5")
    async with nothing_changes(t):
        assert_refused(await t.ines.tap("Old", post), "You're not playing in this match.")


@pytest.mark.slow
async def test_a_forced_pass_is_played_by_the_match_and_told_with_what_came_before(t: Table) -> None:
    """Black's Cube is frozen, its Pyramid blocked by the Cube, and Flag stands by Flag. CCC-12, CCC-38."""
    match = await begin(t, t.mara, t.tom, STUCK)
    again = await t.mara.tap("a3", await kinds(match, t.mara, "a2"))
    both = " a Flat: a2-a3. Black can't do anything, so Black's turn passes."
    assert f"You move{both}" in again.text
    assert "Which piece do you want to use?" in again.text
    await t.settled()
    assert (await match.table()).texts == ("a2-a3", "--")
    assert len(match.posts()) == 2
    assert f"White moves{both}" in match.posts()[-1].text
    assert f"To move: {t.mara.name} (White)" in match.posts()[-1].text
    assert not calls(t.tom)
    assert_refused(await t.tom.move("--"), "It's White's turn.")


async def test_who_begins_and_can_do_nothing_is_offered_to_pass(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, STUCK.replace(" w ", " b "))
    nothing = await panel(match, t.tom)
    assert "There's nothing you can do, so you pass." in nothing.text
    over = await t.tom.tap("Pass", nothing)
    assert "You can't do anything, so your turn passes." in over.text
    assert (await match.table()).texts == ("--",)


# --- to the end ---------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_match_is_won_by_the_pyramids(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, position("Lc3 Fa2 fa7 se5"))
    await play(match, ["a2-a3", "a7-a6", "c3xe5"])
    end = await match.table()
    assert (end.match.winner, end.match.reason) == (0, "pyramids")
    post, private = match.posts()[-1], in_private(t.tom)[-1]
    assert "White wins: Black's Pyramids are destroyed." in post.text
    assert "Fairness" not in post.buttons, "nothing was left to chance"
    assert "Move" not in post.buttons
    assert "(White) wins" in post.text
    assert "### You lose." in private.text
    for seen in (post, private):
        assert "Large Pyramid with 4 of 6 e5" in seen.alt_texts[0]
    written = await record(t.ines, match)
    assert verify(CCC, written).identical
    assert (written.actions, written.score) == (end.texts, "1-0")


# --- against the bot ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "medium"])
@pytest.mark.parametrize("seat", [0, 1], ids=["as White", "as Black"])
async def test_the_bot_answers_every_turn(t: Table, level: str, seat: int) -> None:
    match = await play_bot(t, t.mara, seat, level=level)
    await t.settled()
    first = len(match.posts())
    assert 1 <= first <= 1 + seat, "the first board, and with the bot's first move unless it came at once"
    rng = random.Random(5)
    for turn in range(3):
        table = await match.table()
        assert table.to_act == (seat,)
        assert len(table.texts) == 2 * turn + seat
        seen = await t.mara.move(rng.choice([text for text in await match.legal() if "-" in text]))
        await t.settled()
        assert "Which piece do you want to use?" in t.mara.again(seen).text
    assert not calls(t.mara), "the board was open all the time"
    assert len(match.posts()) == first + 3
    await t.mara.tap("Resign", await t.mara.slash("/resign"))
    await t.settled()
    written = await record(t.mara, match)
    assert verify(CCC, written).identical
    assert written.seats[1 - seat] == level


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "medium"])
async def test_a_match_against_the_bot_is_played_to_its_end(t: Table, level: str) -> None:
    few = position("(FFM)d3 Sb2 Fa2 Ff3 Ne1 (ffm)e6 sg7 fh7 fc6 nd8")
    match = await play_bot(t, t.mara, 0, few, level=level, quiet=40)
    rng = random.Random(3)
    while (await match.table()).to_act:
        view = (await match.table()).view(0)
        await t.mara.move(CCC.format(CCC.players["medium"](view, None, rng, 2000)))
        await t.settled()
    end = await match.table()
    assert end.result is not None
    assert verify(CCC, await record(t.mara, match)).identical


@pytest.mark.slow
async def test_the_bot_that_can_do_nothing_passes(t: Table) -> None:
    match = await play_bot(t, t.mara, 0, STUCK)
    again = await t.mara.move("a2-a3")
    assert "You move a Flat: a2-a3. Black can't do anything, so Black's turn passes." in again.text
    assert "Which piece do you want to use?" in again.text
    assert "thinking" not in again.text
    assert (await match.table()).texts == ("a2-a3", "--")


# --- bad taps -----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_stale_confirm_commits_nothing(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    drops = ("Collapse", "Lift 2", "↑ d5", "Drop 1 (F)")

    async def panel(_: str) -> Seen:
        return await tapped(t.mara, await kinds(match, t.mara, "d4"), *drops)

    panels = await match.open_twice(panel)
    await t.mara.tap("Confirm", panels[0])
    async with nothing_changes(t):
        stale = await t.mara.tap("Confirm", panels[1])
        assert MOVED_ON in stale.text
        assert set(stale.buttons) == {"Refresh", "Conditional moves", "Rules", "Take back"}
    await play(match, ["a8-b7"])
    post = await crafted(match, panels[1].buttons["Confirm"]["custom_id"])
    async with nothing_changes(t):
        stale = await t.mara.tap("Old", post)
        assert MOVED_ON in stale.text
        assert "Which piece do you want to use?" in stale.text
    assert (await match.table()).texts == ("2d4+11", "a8-b7")


@pytest.mark.slow
async def test_of_two_confirms_at_once_one_is_played(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, HOPS)

    async def panel(_: str) -> Seen:
        return await t.mara.tap("Hop d6", await kinds(match, t.mara, "d4"))

    panels = await match.open_twice(panel)
    panels[1] = await t.mara.tap("→ f6", panels[1])
    answers = await asyncio.gather(*(t.mara.tap("Confirm", seen) for seen in panels))
    assert len((await match.table()).texts) == 1
    assert sorted(MOVED_ON in answer.text for answer in answers) == [False, True]


NOT_OFFERED = ("", "~", "d4", "d5", "h4~flag", "d4~hop~d6", "d4~collapse~5", "d4~collapse~3~ne", "a8~move~b7")
LONG = ("d4~collapse~3~n~1~1~1~1~1~1~1~1~1~1~1~1~1~1~1~1~1~1~1~1", "d4~" + "x" * 60, "h4~c4~own~" + "x" * 60)


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["pick", "draft"])
async def test_a_choice_that_is_not_offered_asks_on(t: Table, verb: str) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    for draft in (*NOT_OFFERED, *LONG):
        more = "" if verb == "pick" else "|0"
        post = await crafted(match, f"sp|{verb}|{match.id}|0|{draft}{more}")
        async with nothing_changes(t):
            answer = await t.mara.tap("Old", post)
        assert "You're White" in answer.text, draft
        assert answer.buttons or answer.selects, draft


@pytest.mark.slow
async def test_a_panel_serves_only_whose_turn_it_is(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    for draft in ("d4~move~d5", "a8~move~b7", "a8"):
        post = await crafted(match, f"sp|pick|{match.id}|0|{draft}")
        async with nothing_changes(t):
            answer = await t.tom.tap("Old", post)
        assert MOVED_ON in answer.text
        assert set(answer.buttons) == {"Refresh", "Conditional moves", "Rules"}


@pytest.mark.slow
async def test_a_panel_in_the_middle_of_a_collapse_outlives_a_restart(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, TOWER)
    drop = await tapped(t.mara, await kinds(match, t.mara, "d4"), "Collapse", "Lift 3", "↗ e5")
    await t.restart_bot()
    await tapped(t.mara, drop, "Drop 1 (F)", "↑ e6", "Drop 2 (FM)", "Confirm")
    assert (await match.table()).texts == ("3d4:+>1:+2",)


# --- texts --------------------------------------------------------------------------------------------


async def test_who_is_not_to_move_is_told_so(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    async with nothing_changes(t):
        for text in ("a8-b7", "--", "nonsense"):
            assert_refused(await t.tom.move(text), "It's White's turn.")
        assert await t.tom.complete("/move", "action", "") == []
        assert_refused(await t.ines.move("d4-d5", match=match.id), "You're not playing in this match.")


@pytest.mark.slow
async def test_a_text_is_completed_with_what_can_be_played(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, TOWER)
    assert await t.mara.complete("/move", "action", "d4-") == [
        text for text in await match.legal() if text.startswith("d4-")
    ]
    assert "3d4:+1:+2" in await t.mara.complete("/move", "action", "3d4:+1")


@pytest.mark.slow
async def test_completing_a_text_looks_at_few_of_the_millions_of_collapses(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search of them all would block the whole bot (CCC-77)."""
    await begin(t, t.mara, t.tom, position("(FFFFFLMS)d4 sh8"))
    looked, actions = itertools.count(), type(CCC).actions

    def counted(self: Any, view: Any) -> Iterator[Any]:
        return (action for action in itertools.islice(actions(self, view), 60_000) if next(looked) >= 0)

    monkeypatch.setattr(type(CCC), "actions", counted)
    assert await t.mara.complete("/move", "action", "hello") == []
    assert next(looked) < 20_000
