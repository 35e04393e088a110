"""Hints: from the asker's view alone, for the asker alone, in casual matches alone."""

from __future__ import annotations

import asyncio
import random
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.core.errors import Stale, UserError
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from bot.play.ai.worker import choose
from bot.play.hints import hints
from bot.play.hints.hints import Hint, Hints
from bot.play.matches import ending
from bot.play.matches.ui.buttons import Play
from games import GAMES
from games.core.selfplay import numbered_seed
from storage import Match
from tests.kit.hosts.house import MARA, PLACE, SHORT, TOM, House, house
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.levels.thinker import NODES, Thinker
from tests.kit.matches.ccc import play_bot
from tests.kit.matches.creators_twins import twin_patterns
from tests.kit.matches.decoy import HUNTED, LAYOUT
from tests.kit.matches.decoy import begin as begin_decoy
from tests.kit.matches.decoy_twins import PERMUTED, differences
from tests.kit.matches.tapped import USUAL, assert_refused, begin, begin_briefed, nothing_changes
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table, table
from tests.kit.traffic import EVERYBODY, Traffic
from tests.kit.watching.lists import a_button


async def casual(here: House, game: str = "creators", rated: bool = False, **options: Any) -> Match:
    """Begin a match with Mara as seat 0 against Tom that doesn't count by default."""
    raw = {**(SHORT if game == "creators" and not rated else {}), **options}
    terms = MatchTerms(game, raw, "1d", rated)
    challenge = await offering.offer(here.app, MARA, TOM, 0, terms, PLACE, 901)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    return match


def told(hint: Hint) -> tuple[Any, ...]:
    """Return everything in a hint that its asker sees."""
    return hint.level, hint.text, hint.advice, hint.only_choice, hint.unseen


# --- what a hint knows --------------------------------------------------------------------------------


async def test_a_level_is_asked_with_the_view_and_no_briefing_and_not_with_the_dice(here: House) -> None:
    match, thinker = await casual(here), Thinker()
    await here.act(match, "roll")
    await Hints(here.app, thinker).hint(match.id, MARA.id)
    (question,) = thinker.questions
    table = await here.app.match_state(match.id)
    assert question.view == table.view(0)
    assert question.briefing is None
    assert (question.game, question.level, question.person) == ("creators", "hard", MARA.id)
    own = hints.build_request(table, 0).rng
    assert question.rng.getstate() != own.getstate(), "the next draw of an AI in this seat"


async def test_CVD_11_nothing_in_a_hint_depends_on_the_pattern(tmp_path: Path) -> None:
    folders = tmp_path / "one", tmp_path / "other"
    for folder in folders:
        folder.mkdir()
    first, second = [
        await hints_of_a_match(*arguments) for arguments in zip(folders, twin_patterns(), strict=True)
    ]
    assert first == second
    assert len(first) == 12


async def test_CVD_11_a_hint_goes_by_what_its_asker_marks_and_nothing_else(
    here: House,
) -> None:
    match, thinker = await casual(here, pattern="+"), Thinker()
    await here.act(match, "roll")
    asked, state = Hints(here.app, thinker), await here.app.match_state(match.id)
    blind = await asked.hint(match.id, MARA.id)
    rows = (await asked.load_marks(state, 0)).rows
    assert (blind.unseen, blind.may_mark, len(rows), {len(row) for row in rows}) == (True, True, 7, {7})
    shown = set(state.briefing(0).data["cells"])
    for number, row in enumerate(rows):
        await asked.mark(state, 0, number, [square for square in row if square in shown])
    hint = await asked.hint(match.id, MARA.id)
    assert not hint.unseen
    assert [set(question.view.recalled) for question in thinker.questions] == [set(), shown]
    assert all(question.briefing is None for question in thinker.questions)
    told_all = choose("creators", "hard", state.view(0), state.briefing(0), random.Random(0), NODES)
    assert hint.text == told_all, "whoever marks everything right is advised as one who sees it"
    await asked.clear(state, 0)
    assert told(await asked.hint(match.id, MARA.id)) == told(blind)
    assert (await asked.load_marks(state, 1)).squares == ()


async def test_what_cannot_be_marked_is_refused_and_changes_nothing(here: House) -> None:
    match, rated = await casual(here), await casual(here, rated=True)
    asked, state = Hints(here.app, Thinker()), await here.app.match_state(match.id)
    with pytest.raises(UserError, match="Rated matches have no hints"):
        await asked.casual(rated.id, MARA.id)
    for row, squares in ((7, ["e5"]), (0, ["a1"]), (0, [""])):
        with pytest.raises(UserError, match="can't be marked"):
            await asked.mark(state, 0, row, squares)
    fog = await here.app.match_state((await casual(here, "decoy")).id)
    with pytest.raises(UserError, match="can't be marked"):
        await asked.mark(fog, 0, 0, ["e5"])
    assert (await asked.load_marks(state, 0)).squares == ()


async def hints_of_a_match(folder: Path, pattern: str) -> list[tuple[Any, ...]]:
    """Return the hints for both players' first turns in a match with this pattern and fixed moves."""
    found, rng = [], random.Random(5)
    async with house(folder) as here:
        match = await casual(here, pattern=pattern, destroyerPreview="none", progress="hidden")
        asked = Hints(here.app, Thinker())
        for turn in range(12):
            table = await here.app.match_state(match.id)
            await asked.mark(
                table, 0, turn % 7, (await asked.load_marks(table, 0)).rows[turn % 7][turn % 3 :]
            )
            found.append(told(await asked.hint(match.id, table.seat_row(table.to_act[0]).person or 0)))
            legal = [table.game.format(a) for a in table.game.actions(table.view(table.to_act[0]))]
            await here.act(match, rng.choice(legal))
    return found


@pytest.mark.slow
async def test_a_hint_in_the_fog_depends_on_nothing_that_its_asker_cannot_see(tmp_path: Path) -> None:
    one, other = [await hinted(tmp_path / f"{layout[:3]}.jsonl", layout) for layout in (LAYOUT, PERMUTED)]
    assert differences(one, other, EVERYBODY, "tom") == []
    hinted_at = [sent for found in one.seen_by("tom").values() for sent in found if "would" in sent.body]
    assert len(hinted_at) == 4
    assert not [sent for found in one.seen_by(EVERYBODY).values() for sent in found if "would" in sent.body]


async def hinted(file: Path, layout: str) -> Traffic:
    """Record a match in which Mara hides this layout, and Tom asks before his setup and in his first turn."""
    async with table("mara", "tom", record=file) as t:
        match = await begin_decoy(t, t.mara, t.tom, rated=False, first="magenta")
        await t.mara.move(f"setup {layout}")
        await hint_for(t, t.tom)
        await t.tom.move(f"setup {HUNTED}")
        for text in ("e7-e6", "d7-d6", "end"):
            await hint_for(t, t.tom)
            await match.act(text)
        await t.settled()
        traffic, id = Traffic(file), t.tom.id
    traffic.sent = [sent if sent.seer != id else renamed(sent) for sent in traffic.sent]
    return traffic


def renamed(sent: Any) -> Any:
    """Return a request with its reader called “tom”, whose id differs from run to run."""
    return type(sent)("tom", sent.method, sent.path, sent.body, sent.files)


async def test_a_hidden_set_up_is_proposed_by_a_draw_that_the_other_side_cannot_repeat(here: House) -> None:
    match, asked = await casual(here, "decoy"), Hints(here.app, Thinker())
    hint = await asked.hint(match.id, MARA.id)
    assert hint.text.startswith("setup ")
    assert "Your layout: " in hint.advice.picture.alt
    table = await here.app.match_state(match.id)
    draws = {hints.generator(table, seat).random() for seat in (0, 1)}
    other = await here.app.match_state((await casual(here, "decoy")).id)
    assert len(draws | {hints.generator(other, 0).random()}) == 3


# --- when there is one --------------------------------------------------------------------------------


async def test_asked_again_it_is_the_same_and_nobody_thinks_again(here: House) -> None:
    match, thinker = await casual(here), Thinker()
    await here.act(match, "roll")
    asked = Hints(here.app, thinker)
    first = await asked.hint(match.id, MARA.id)
    assert told(await asked.hint(match.id, MARA.id)) == told(first)
    assert len(thinker.questions) == 1
    assert told(await Hints(here.app, Thinker()).hint(match.id, MARA.id)) == told(first)


async def test_one_person_has_one_hint_at_a_time_and_nobody_else_notices(here: House) -> None:
    one, other, thinker = await casual(here, "decoy"), await casual(here, "decoy"), Thinker()
    asked = Hints(here.app, thinker)
    thinker.may_answer.clear()
    waiting = asyncio.create_task(asked.hint(one.id, MARA.id))
    await thinker.asked.wait()
    for match in (one, other):
        async with asyncio.timeout(PATIENCE_SECONDS):
            with pytest.raises(UserError, match="still thinking"):
                await asked.hint(match.id, MARA.id)
    await asked.check_allowed(one.id, TOM.id)
    thinker.may_answer.set()
    assert (await waiting).text
    assert (await asked.hint(other.id, MARA.id)).text


async def test_a_hint_for_a_turn_that_has_passed_is_not_given(here: House) -> None:
    match, thinker = await casual(here), Thinker()
    await here.act(match, "roll")
    asked = Hints(here.app, thinker)
    thinker.may_answer.clear()
    waiting = asyncio.create_task(asked.hint(match.id, MARA.id))
    await thinker.asked.wait()
    await here.act(match)
    thinker.may_answer.set()
    with pytest.raises(Stale):
        await waiting


async def test_there_is_none_where_it_would_count_or_nothing_is_to_be_done(here: House) -> None:
    match, rated = await casual(here), await casual(here, rated=True)
    asked = Hints(here.app, Thinker())
    for match_id, person, why in (
        (rated.id, MARA.id, "Rated matches have no hints: .* Matches against the bot are casual unless"),
        (match.id, TOM.id, "It isn't your turn. Ask for a hint when it is."),
        (match.id, 99, "You're not playing in this match"),
        ("nowhere", MARA.id, "no longer exists"),
    ):
        with pytest.raises(UserError, match=why):
            await asked.hint(match_id, person)
    await ending.resign(here.app, match.id, TOM.id)
    with pytest.raises(UserError, match="This match is over"):
        await asked.hint(match.id, MARA.id)


async def test_where_there_is_no_choice_nobody_needs_to_think(here: House) -> None:
    match, thinker = await casual(here), Thinker()
    hint = await Hints(here.app, thinker).hint(match.id, MARA.id)
    assert (hint.text, hint.only_choice, thinker.questions) == ("roll", True, [])


@pytest.mark.parametrize("key", GAMES)
def test_hints_come_from_hard_or_else_from_the_strongest(key: str) -> None:
    ratings = GAMES[key].level_ratings
    assert hints.level_of(GAMES[key]) == (
        "hard" if "hard" in ratings else max(ratings, key=ratings.__getitem__)
    )


@pytest.mark.parametrize("key", GAMES)
def test_any_action_can_be_advised_in_words_and_on_the_picture(key: str) -> None:
    game, rng = GAMES[key], random.Random(1)
    state, kinds = game.new(game.options({}), numbered_seed(3)), set[str]()
    while (acting := game.to_act(state)) and game.turn_number(state) < 30:
        view = game.view(state, acting[0])
        legal = list(islice(game.actions(view), 200))
        for kind, action in {type(action).__name__: action for action in legal}.items():
            advice = game.advice(view, action)
            assert advice.picture.alt.startswith(f"Hint: {advice.words}. ")
            assert len(advice.words) < 400
            assert re.fullmatch(r"[A-Z].{10,150}\.", advice.why), advice.why
            assert advice.why == game.advice(view, action).why
            kinds.add(kind)
        state = game.play(state, acting[0], rng.choice(legal)).state
    assert len(kinds) > 1 or kinds == {"str"}, "actions that are plain texts are of one kind"


# --- as people see it ---------------------------------------------------------------------------------


async def hint_for(t: Table, person: Person) -> Seen:
    """Ask for a hint as this person, and return the answer once the level has thought."""
    waiting = await person.slash("/hint")
    await t.settled()
    return person.again(waiting)


@pytest.mark.slow
async def test_only_the_asker_sees_a_hint_and_nothing_changes(t: Table) -> None:
    await begin_briefed(t, t.mara, t.tom, rated=False)
    await t.mara.move("roll")
    before = [seen.id for person in (t.tom, t.ines) for seen in person.messages()]
    async with nothing_changes(t):
        hint = await hint_for(t, t.mara)
    assert hint.ephemeral
    assert "Magpie (hard bot)** would " in hint.text
    assert "I know the board, not what you were shown" in hint.text
    assert hint.alt_texts[0].startswith("Hint: ")
    assert [seen.id for person in (t.tom, t.ines) for seen in person.messages()] == before
    text = hint.text.split("`")[1]
    await t.mara.move(text)


async def test_what_a_person_remembers_is_marked_in_lists_that_only_they_see(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, rated=False)
    await t.mara.move("roll")
    before = [seen.id for person in (t.tom, t.ines) for seen in person.messages()]
    hint = await hint_for(t, t.mara)
    assert "Mark what you remember, and hints go by that." in hint.text
    marks = await t.mara.tap("Mark what you remember", hint)
    assert marks.ephemeral
    assert [len(select["options"]) for select in marks.selects] == [7] * 7
    marks = await t.mara.choose("f6", marks, ("g6",))
    marks = await t.mara.choose("f5", marks)
    assert "Squares marked: 3." in marks.text
    assert "You marked " in marks.alt_texts[0]
    chosen = [o["value"] for select in marks.selects for o in select["options"] if o.get("default")]
    assert sorted(chosen) == ["f5", "f6", "g6"]
    waiting = await t.mara.tap("Hint", marks)
    await t.settled()
    hint = t.mara.again(waiting)
    assert "trust your memory" not in hint.text
    marks = await t.mara.tap("Mark what you remember", hint)
    assert "Squares marked: 0." in (await t.mara.tap("Clear", marks)).text
    assert [seen.id for person in (t.tom, t.ines) for seen in person.messages()] == before
    assert (await match.table()).texts == ("roll",)


@pytest.mark.slow
async def test_a_hint_says_why_and_is_played_with_one_tap(t: Table) -> None:
    match = await play_bot(t, t.mara, 0, level="easy", rated=False)
    hint = await hint_for(t, t.mara)
    table = await match.table()
    text = hint.text.split("`")[1]
    why = table.game.advice(table.view(0), table.game.parse(table.view(0), text)).why
    assert why in hint.text
    panel = await t.mara.tap("Play it", hint)
    assert panel.id == hint.id, "what comes of it takes the hint's place"
    assert "You're White" in panel.text
    assert (await match.table()).texts[0] == text


@pytest.mark.slow
async def test_a_hint_that_is_played_late_changes_nothing_and_shows_the_board_as_it_is(t: Table) -> None:
    await begin_briefed(t, t.mara, t.tom, rated=False)
    hint = await hint_for(t, t.mara)
    await t.mara.move("roll")
    async with nothing_changes(t):
        late = await t.mara.tap("Play it", hint)
    assert "The board has moved on since then." in late.text
    other = await hint_for(t, t.mara)
    forged = await a_button(t, f"sp|play|{custom_id_of(other).split('|')[2]}|1|roll")
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Old", forged), "already rolled")
    stolen = await a_button(t, custom_id_of(other))
    async with nothing_changes(t):
        assert "You're the Destroyer" in (await t.tom.tap("Old", stolen)).text, "his own board, and no action"


def custom_id_of(hint: Seen) -> str:
    return str(hint.buttons["Play it"]["custom_id"])


def test_a_text_that_a_button_cannot_keep_gets_none() -> None:
    assert Play("abc234xy", 12, "N@d5{I have learnt something from every move of yours.}").is_whole
    assert not Play("abc234xy", 12, "N@d5{a|b}").is_whole
    assert not Play("abc234xy", 12, "x" * 100).is_whole


@pytest.mark.slow
async def test_the_menu_leads_to_a_hint_and_a_hint_to_the_board(t: Table) -> None:
    match = await play_bot(t, t.mara, 0, level="easy", rated=False)
    menu = await t.mara.tap("⋯", match.posts()[-1])
    waiting = await t.mara.tap("Hint", menu)
    await t.settled()
    hint = t.mara.again(waiting)
    assert hint.id == menu.id, "it takes the menu's place"
    assert hint.ephemeral
    assert "what you were shown" not in hint.text
    assert (await t.mara.tap("Back", hint)).selects


@pytest.mark.slow
async def test_a_hint_takes_the_place_of_the_question_and_leaves_no_old_board(t: Table) -> None:
    await begin_briefed(t, t.mara, t.tom, rated=False)
    await t.mara.move("roll")
    question = await t.mara.tap("Open", await t.mara.slash("/matches"))
    places = {seen.id for seen in t.mara.messages()}
    waiting = await t.mara.tap("Hint", question)
    await t.settled()
    hint = t.mara.again(waiting)
    assert (hint.id, "Play it" in hint.buttons, hint.selects) == (question.id, True, [])
    marks = await t.mara.tap("Mark what you remember", hint)
    back = await t.mara.tap("Back", marks)
    assert (marks.id, back.id, "1" in back.buttons) == (question.id, question.id, True)
    assert {seen.id for seen in t.mara.messages()} == places


@pytest.mark.slow
async def test_a_match_against_the_bot_can_be_casual_and_so_is_its_rematch(t: Table) -> None:
    await t.mara.start("/creators play", level="easy", rated=False)
    await t.settled()
    assert "one thing to do now: roll the die" in (await hint_for(t, t.mara)).text
    await t.mara.slash("/resign")
    await t.mara.tap("Resign")
    await t.settled()
    card = await t.mara.tap("Rematch")
    assert "casual" in card.text


@pytest.mark.slow
async def test_in_a_rated_match_the_command_says_why_and_the_menu_offers_none(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, **USUAL)
    assert_refused(await t.mara.slash("/hint"), "Rated matches have no hints")
    assert "Hint" not in (await t.mara.tap("⋯", match.posts()[-1])).buttons
    other = await begin(t, t.mara, t.ines, rated=False)
    assert await t.mara.complete("/hint", "match", "") == [other.id]
    assert (await hint_for(t, t.mara)).text.startswith("### Hint"), "of several matches the one that has any"
