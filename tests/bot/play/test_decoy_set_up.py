"""The secret setup of decoy through the whole bot: the editor, both players at once, bad taps, the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from bot.discord_kit.components import buttons, prompts
from bot.play.matches.ui.asking import taps_of
from games import GAMES
from games.core.screen.prompt import Choice
from games.decoy.rules.layouts import random_layout, write_layout
from tests.kit.inputs import START
from tests.kit.matches.decoy import (
    HUNTED,
    LAYOUT,
    begin,
    calls,
    commit_by_panel,
    crafted,
    in_private,
    panel,
    record_file,
    set_up,
    sitting,
)
from tests.kit.matches.tapped import DAY, Played, assert_refused, nothing_changes
from tests.kit.seen import Seen
from tests.kit.table import Table

FORTRESS = "S2DCD3S/1D1GDG1D2/2I4I2"
EMPTY = "10/10/10"
LONGEST = "1D1D1D1D2/1D1C1S1S2/1G1G1I1I2"
MOVED_ON = "The board has moved on since then. Here it is now."
BEGINNING = "Set up your twelve pieces."


@pytest.fixture
async def match(t: Table) -> Played:
    """An accepted match in which neither player has set up."""
    return await begin(t, t.mara, t.tom, time="1d")


def kinds_on(seen: Seen) -> str:
    """Return the layout that a message's alt text describes."""
    (alt,) = seen.alt_texts
    return alt.removeprefix("Decoy Patrol. Your layout: ").rstrip(".")


def offered(seen: Seen) -> list[str]:
    """Return the labels in a panel's only select."""
    (select,) = seen.selects
    return [option["label"] for option in select["options"]]


async def texts(match: Played) -> tuple[str, ...]:
    return (await match.table()).texts


# --- the editor ---------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_ready_layout_is_committed_after_one_question(match: Played) -> None:
    person = match.t.tom
    opened = await panel(match, person)
    assert BEGINNING in opened.text
    assert offered(opened) == ["1 Fortress", "2 Spearhead", "3 Shell game"]
    editor = await person.choose(FORTRESS, opened)
    async with nothing_changes(match.t):
        question = await person.tap("Confirm", editor)
        assert "You can't change it afterward" in question.text
        assert question.answers == {"Confirm", "Back"}
        assert "All twelve are placed" in (await person.tap("Back", question)).text
    set_ = await person.tap("Confirm", await person.tap("Confirm", editor))
    assert "Your layout is set." in set_.text
    assert not set_.selects
    assert set_.answers == {"Refresh"}
    assert await texts(match) == (f"setup {FORTRESS}",)


@pytest.mark.slow
async def test_a_random_layout_is_drawn_anew_with_each_tap(match: Played) -> None:
    t, seen = match.t, set()
    editor = await t.tom.tap("Random layout", await panel(match, t.tom))
    for _ in range(3):
        assert len(offered(editor)) == 12
        assert editor.buttons["Confirm"]
        seen.add(kinds_on(editor))
        editor = await t.tom.tap("Random layout", editor)
    assert len(seen) == 3
    shown = kinds_on(editor)
    await t.tom.tap("Confirm", await t.tom.tap("Confirm", editor))
    assert f"Yours: {shown}." in GAMES["decoy"].scene((await match.table()).view(1)).alt


@pytest.mark.slow
async def test_the_last_layout_is_taken_over_from_a_match_that_is_over(match: Played) -> None:
    t = match.t
    assert "My last layout" not in (await panel(match, t.mara)).buttons, "none is over yet"
    await set_up(match, LAYOUT, HUNTED)
    assert (await t.mara.tap("Resign", await t.mara.slash("/resign"))).text
    await t.settled()
    again = await begin(t, t.tom, t.mara)
    for person in (t.mara, t.tom):
        editor = await person.tap("My last layout", await panel(again, person))
        assert "All twelve are placed" in editor.text
        await person.tap("Confirm", await person.tap("Confirm", editor))
        await t.settled()
    assert (await again.table()).texts == (f"setup {LAYOUT}", f"setup {HUNTED}")


# --- both at once -------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_both_are_told_to_set_up_and_nobody_that_he_alone_begins(match: Played) -> None:
    t = match.t
    assert f"To move: <@{t.mara.id}> (Cyan) and <@{t.tom.id}> (Magenta)" in match.posts()[0].text
    (start,) = in_private(match.t.mara)
    assert "You go first." not in start.text
    assert in_private(match.t.tom) == [], "Accept has opened his panel"


@pytest.mark.slow
async def test_a_panel_opened_before_the_other_side_committed_still_works(match: Played) -> None:
    t = match.t
    editor = await t.mara.choose(FORTRESS, await panel(match, t.mara))
    await t.tom.move(f"setup {HUNTED}")
    await t.settled()
    question = await t.mara.tap("Confirm", editor)
    assert MOVED_ON not in question.text
    after = await t.mara.tap("Confirm", question)
    assert MOVED_ON not in after.text
    assert "Which piece do you want to move?" in after.text
    assert await texts(match) == (f"setup {HUNTED}", f"setup {FORTRESS}")


@pytest.mark.slow
async def test_of_two_commits_at_once_both_count(match: Played) -> None:
    t = match.t
    questions = [
        await p.tap("Confirm", await p.choose(FORTRESS, await panel(match, p))) for p in (t.mara, t.tom)
    ]
    await asyncio.gather(*(p.tap("Confirm", q) for p, q in zip((t.mara, t.tom), questions, strict=True)))
    await t.settled()
    table_ = await match.table()
    assert sorted(step.seat for step in table_.steps) == [0, 1]
    assert table_.texts == (f"setup {FORTRESS}",) * 2
    assert table_.to_act == (0,)
    assert len(match.posts()) == 2
    assert len(calls(t.mara)) <= 1
    assert not calls(t.tom)


@pytest.mark.slow
async def test_of_ones_own_two_commits_at_once_one_counts(match: Played) -> None:
    t = match.t

    async def question(label: str) -> Seen:
        editor = await t.mara.choose(FORTRESS, await t.mara.tap(label, match.posts()[-1]))
        return await t.mara.tap("Confirm", editor)

    questions = await match.open_twice(question)
    answers = await asyncio.gather(*(t.mara.tap("Confirm", question) for question in questions))
    assert await texts(match) == (f"setup {FORTRESS}",)
    assert sorted(MOVED_ON in answer.text for answer in answers) == [False, True]


@pytest.mark.slow
async def test_a_second_commit_is_refused(match: Played) -> None:
    t = match.t
    other = await t.mara.tap("Confirm", await t.mara.choose(FORTRESS, await panel(match, t.mara)))
    await match.forget_panels()
    await t.mara.move(f"setup {LAYOUT}")
    async with nothing_changes(t):
        assert_refused(await t.mara.move(f"setup {FORTRESS}"), "Your layout is set; wait for your opponent.")
        stale = await t.mara.tap("Confirm", other)
        assert MOVED_ON in stale.text
        assert stale.answers == {"Refresh"}
    await t.tom.move(f"setup {HUNTED}")
    await t.settled()
    async with nothing_changes(t):
        answer = await t.mara.move(f"setup {FORTRESS}")
        assert_refused(answer, "Your layout is set; you can't change it.")
    assert await texts(match) == (f"setup {LAYOUT}", f"setup {HUNTED}")


@pytest.mark.slow
async def test_nothing_is_posted_until_both_have_set_up(match: Played) -> None:
    t = match.t
    await commit_by_panel(t.tom, await panel(match, t.tom), FORTRESS)
    await t.settled()
    assert len(match.posts()) == 1
    assert not calls(t.mara)
    await t.mara.move(f"setup {LAYOUT}")
    await t.settled()
    assert "Magenta has set up. Cyan has set up." in match.posts()[-1].text
    assert not [seen for seen in match.posts() if LAYOUT in str(seen.payload)]


# --- bad taps and texts -------------------------------------------------------------------------------


def filled(start: str, match_id: str) -> str:
    """Return a draft that makes its button's custom_id as long as Discord allows."""
    return start.ljust(buttons.LONGEST - len(f"sp|draft|{match_id}|0||0"), "1")


GARBAGE = ["", "random~x", f"{FORTRESS}~e1~1~e1"]


@pytest.mark.slow
async def test_a_draft_that_leads_nowhere_is_answered_by_a_panel(match: Played) -> None:
    t = match.t
    for draft in GARBAGE:
        for custom_id in (f"sp|pick|{match.id}|0|{draft}", f"sp|draft|{match.id}|0|{draft}|0"):
            post = await crafted(match, custom_id)
            async with nothing_changes(t):
                answer = await t.tom.tap("Old", post)
            assert answer.ephemeral
            assert "Something went wrong" not in answer.text, custom_id
            assert answer.buttons.keys() & {"Random layout", "Back"}, custom_id


@pytest.mark.slow
async def test_a_draft_as_long_as_can_be_is_answered_by_a_panel(match: Played) -> None:
    post = await crafted(match, f"sp|draft|{match.id}|0|{filled(f'{FORTRESS}~a0~', match.id)}|0")
    async with nothing_changes(match.t):
        answer = await match.t.tom.tap("Old", post)
    assert "Something went wrong" not in answer.text
    assert answer.buttons.keys() & {"Random layout", "Back"}


@pytest.mark.slow
async def test_a_value_that_is_not_offered_is_answered_by_a_panel(match: Played) -> None:
    for value in ("e2", "CCCCCCCCCC/10/10", "end", "~|~"):
        post = await crafted(match, f"sp|choose|{match.id}|0||0", value)
        async with nothing_changes(match.t):
            assert BEGINNING in (await match.t.tom.choose(value, post)).text


async def test_who_does_not_play_here_sets_nothing_up(match: Played) -> None:
    t, ready = match.t, f"{FORTRESS}~commit~yes"
    async with nothing_changes(t):
        assert_refused(
            await t.ines.move(f"setup {LAYOUT}", match=match.id), "You're not playing in this match."
        )
        seen = await t.ines.tap("Move", match.posts()[-1])
        assert not seen.buttons
        assert not seen.selects
    post = await crafted(match, f"sp|pick|{match.id}|0|{ready}")
    async with nothing_changes(t):
        assert_refused(await t.ines.tap("Old", post), "You're not playing in this match.")


@pytest.mark.slow
async def test_a_panel_of_the_set_up_does_nothing_in_a_turn(match: Played) -> None:
    t = match.t
    editor = await t.mara.choose(FORTRESS, await panel(match, t.mara))
    await match.forget_panels()
    await set_up(match)
    for draft in (f"{FORTRESS}~commit~yes", FORTRESS, "random"):
        post = await crafted(match, f"sp|pick|{match.id}|1|{draft}")
        async with nothing_changes(t):
            assert "Which piece do you want to move?" in (await t.mara.tap("Old", post)).text
    async with nothing_changes(t):
        stale = await t.mara.tap("Confirm", editor)
    assert MOVED_ON in stale.text
    assert "Which piece do you want to move?" in stale.text


# --- custom ids ---------------------------------------------------------------------------------------


def led_to(draft: tuple[str, ...], choice: Choice) -> tuple[str, ...]:
    led = (*draft, choice.key) if choice.leads_to is None else choice.leads_to
    return (*led, "999999999") if choice.drawn else led


def drafts_near(view: Any, start: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the drafts within four taps that keep the start's layout, and the drafts that they lead to."""
    yield start
    waiting = [start]
    for _ in range(4):
        following = [
            led_to(draft, choice)
            for draft in waiting
            for choice in GAMES["decoy"].prompt(view, draft).choices
            if choice.action is None
        ]
        yield from following
        waiting = [draft for draft in set(following) if draft[0] == start[0] and draft != start]


def ids_of(rows: Any) -> list[str]:
    return [part["custom_id"] for row in rows for part in row.to_component_dict()["components"]]


@pytest.mark.proof
async def test_no_custom_id_of_the_editor_is_longer_than_discord_allows() -> None:
    game = GAMES["decoy"]
    state = game.new(game.options({}), bytes(32))
    starts = [(LONGEST,), (f"setup {LONGEST}",), (EMPTY,), (FORTRESS,), ("random", "999999999")]
    starts += [(write_layout(random_layout(number)),) for number in range(8)]
    lengths, looked_at = [], set()
    for view in (game.view(state, seat) for seat in (0, 1)):
        for draft in {near for start in starts for near in islice(drafts_near(view, start), 600)}:
            where = prompts.Where(taps_of("abcdefgh", 999_999), draft)
            ids = ids_of(prompts.rows(game.prompt(view, draft), where))
            assert len(set(ids)) == len(ids) > 0, draft
            lengths += [len(custom_id) for custom_id in ids]
            looked_at.add(draft)
    assert len(looked_at) > 1000, "with so few drafts this proves little"
    assert 60 < max(lengths) <= buttons.LONGEST


# --- DMs closed --------------------------------------------------------------------------


@pytest.mark.slow
async def test_with_closed_messages_the_set_up_is_made_in_the_thread_unseen(t: Table) -> None:
    await t.mara.actor.settings(dms_open=False)
    match = await begin(t, t.mara, t.tom)
    opened = await t.mara.tap("Open privately")
    assert opened.ephemeral
    assert opened.channel == t.threads()[-1]["id"]
    editor = await t.mara.choose(FORTRESS, opened)
    editor = await t.mara.tap("a2", await t.mara.tap("Row 2 (front)", await t.mara.choose("a0", editor)))
    assert editor.ephemeral
    assert editor.id == opened.id
    after = await t.mara.tap("Confirm", await t.mara.tap("Confirm", editor))
    assert after.ephemeral
    assert (await texts(match))[0] == "setup 3DCD3S/1D1GDG1D2/S1I4I2"
    theirs = [seen for seen in t.tom.messages() if not seen.ephemeral]
    assert not [seen for seen in theirs if "layout" in seen.text or "Scout" in str(seen.payload)]


@pytest.mark.slow
async def test_the_editor_works_on_after_restarts(match: Played) -> None:
    t = match.t
    editor = await t.tom.tap("Random layout", await panel(match, t.tom))
    shown = kinds_on(editor)
    await t.restart_bot()
    question = await t.tom.tap("Confirm", editor)
    assert kinds_on(question) == shown
    await t.restart_bot()
    after = await t.tom.tap("Confirm", question)
    assert f"Yours: {shown}." in after.alt_texts[0]


# --- the clock ----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_GEN_7_a_set_up_that_is_not_sent_in_time_aborts_the_match(match: Played) -> None:
    t = match.t
    await t.mara.move(f"setup {LAYOUT}")
    t.advance(DAY)
    await t.settled()
    ended = await match.table()
    assert "The match was aborted" in match.posts()[-1].text
    for person in (t.mara, t.tom):
        assert "The match was aborted" in in_private(person)[-1].text
    assert "as you know it so far" in (text := await record_file(t.ines, match))
    assert LAYOUT not in text
    assert ended.match.seed.hex() not in text


@pytest.mark.slow
async def test_GEN_7_the_first_turn_has_its_whole_time_and_its_end_is_posted(match: Played) -> None:
    t = match.t
    for person in (t.tom, t.mara):
        t.advance(DAY / 4)
        await person.move(f"setup {FORTRESS}")
        await t.settled()
    due = int(START + DAY / 2 + DAY)
    assert f"until <t:{due}:f>" in match.posts()[-1].text


# --- giving up ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("committed", [(), (0,)], ids=["nobody", "Cyan"])
async def test_resigning_in_the_set_up_ends_the_match_and_shows_what_there_is(
    match: Played, committed: tuple[int, ...]
) -> None:
    t = match.t
    for seat in committed:
        await sitting(match, seat).move(f"setup {FORTRESS}")
    asked = await t.mara.tap("⋯", match.posts()[-1])
    if not committed:
        # Before the first action the match can also be aborted, so resigning asks for confirmation.
        asked = await t.mara.tap("Resign", asked)
    await t.mara.tap("Resign", asked)
    await t.settled()
    post = match.posts()[-1].text
    for seat, side in enumerate(GAMES["decoy"].seats):
        assert (f"{side} hadn't set up." in post) == (bool(committed) and seat not in committed)
    assert ("Scouts on a0" in post, "Scouts on a9" in post) == (committed == (0,), False)
    assert "wins by resignation" in (await t.tom.sees("wins by resignation")).text
