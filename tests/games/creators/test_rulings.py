"""The rulings of Creators, each tested in a small position; test names give the CVD numbers."""

from __future__ import annotations

import hashlib
import random
import re
from itertools import combinations, pairwise

import msgspec
import pytest

from games import Illegal, OptionError, Unreadable
from games.core.record import read_record, replay, verify, with_drawn, write_record
from games.core.selfplay import numbered_seed, play_match
from games.creators.ai.levels import PLAYERS
from games.creators.ai.memory import recall_cells
from games.creators.ai.players import _opponent_is_near, best_move, fillable_pairs, utility
from games.creators.rules import rules
from games.creators.rules.geometry import Roll, geometry
from games.creators.rules.glyph_table import difficulty_of, is_even, par_of
from games.creators.rules.glyphs import CATEGORIES, FEWEST, GLYPHS, MOST
from games.creators.rules.options import glyphs_to_draw_from
from games.creators.rules.rules import count_held
from games.creators.rules.state import LastMove
from tests.budgets import first_fast
from tests.games.creators.table import (
    CREATOR,
    DESTROYER,
    GAME,
    SEED,
    SMALL,
    cell,
    choose,
    legal,
    on_pattern,
    pattern_squares,
    play,
    put,
    rows,
    start,
    step,
    without,
)


def at(state, square):
    return ".CD"[state.board[cell(state, square)]]


def shown(state):
    return GAME.position(GAME.view(state, None))


def outcome(state):
    result = GAME.result(state)
    return None if result is None else (result.winner, str(result.reason))


def roll_of(state, face):
    """Return the state with a seed whose next roll shows this face."""
    for number in range(200):
        tried = msgspec.structs.replace(
            state, chance=msgspec.structs.replace(state.chance, seed=bytes([number]) * 32)
        )
        rolled = step(tried, "roll")
        if f" {face}" in rolled.told[None][0]:
            return tried
    raise AssertionError


# --- board and pattern --------------------------------------------------------------------------------


def test_CVD_1_the_board_has_16_squares_a_side_or_one_of_four_other_sizes():
    assert start().setup.options.board_size == 16
    for size in (12, 14, 18, 20):
        assert len(start(boardSize=size).board) == size * size
    for size in (8, 10, 11, 13, 22):
        with pytest.raises(OptionError, match="boardSize"):
            start(boardSize=size)


@pytest.mark.slow
@pytest.mark.parametrize("size", [12, 14, 16, 18, 20])
def test_CVD_1_no_pattern_touches_a_home_row(size):
    for glyph in GLYPHS:
        for seed in (bytes(32), bytes(31) + b"\x01", bytes(31) + b"\x02"):
            state = start(seed, boardSize=size, pattern=glyph, flipPattern="seeded")
            ranks = {int(square[1:]) for square in pattern_squares(state)}
            assert ranks.isdisjoint({1, 2, size - 1, size})


def test_CVD_2_a1_is_bottom_left_and_the_creator_at_the_top():
    state = start()
    assert [at(state, square) for square in ("a16", "p15", "a2", "p1", "a3")] == ["C", "C", "D", "D", "."]
    assert shown(state).startswith("CCCCCCCCCCCCCCCC/")


def test_CVD_3_the_pattern_begins_at_the_floor_of_half_the_rest():
    squares = pattern_squares(start(pattern="#"))
    files, ranks = {square[0] for square in squares}, {int(square[1:]) for square in squares}
    assert (min(files), max(files)) == ("e", "k")
    assert max(ranks) == 12
    assert {square[0] for square in pattern_squares(start(pattern="#", boardSize=12))} == set("cdefghi")


def test_CVD_4_each_pattern_cell_is_one_board_cell():
    for glyph, drawing in GLYPHS.items():
        squares = pattern_squares(start(pattern=glyph))
        expected = [
            f"{'efghijk'[column]}{12 - row}"
            for row, line in enumerate(drawing)
            for column, mark in enumerate(line)
            if mark == "#"
        ]
        assert squares == expected


def test_CVD_4_a_pattern_is_mirrored_top_to_bottom_only_when_the_option_lets_the_seed_do_so():
    upright = set(pattern_squares(start(pattern="T")))
    turned = {f"{square[0]}{18 - int(square[1:])}" for square in upright}
    found = [
        set(pattern_squares(start(bytes([n]) * 32, pattern="T", flipPattern="seeded"))) for n in range(30)
    ]
    assert upright in found
    assert turned in found
    assert all(squares in (upright, turned) for squares in found)
    assert {frozenset(pattern_squares(start(bytes([n]) * 32, pattern="T"))) for n in range(30)} == {
        frozenset(upright)
    }


def test_CVD_4_a_mirrored_pattern_is_the_same_for_both():
    for number in range(10):
        state = start(bytes([number]) * 32, flipPattern="seeded", destroyerPreview="full")
        assert GAME.briefing(state, 0).data == GAME.briefing(state, 1).data


@pytest.mark.parametrize(
    ("rounds", "ending"), [(20, "fading"), (40, "fading"), (20, "classic"), (40, "endless")]
)
def test_CVD_6_by_default_only_glyphs_that_are_even_in_so_many_rounds_are_drawn(rounds, ending):
    options = GAME.options({"rounds": rounds, "ending": ending})
    deck = CATEGORIES["all"]
    expected = [glyph for glyph in deck if is_even(glyph, rounds)] if ending == "fading" else list(deck)
    assert options.category == "even"
    assert list(glyphs_to_draw_from(options)) == expected
    assert len(expected) >= 8
    names = {start(bytes([n]) * 32, rounds=rounds, ending=ending).setup.pattern.name for n in range(60)}
    assert names <= set(expected)


@pytest.mark.slow
@pytest.mark.parametrize("category", sorted(CATEGORIES))
def test_CVD_6_a_seeded_pattern_comes_from_its_category(category):
    names = {GAME.briefing(start(bytes([n]) * 32, category=category), 0).data["pattern"] for n in range(120)}
    assert names <= set(CATEGORIES[category])
    assert len(names) >= min(8, len(CATEGORIES[category]))


def test_CVD_6_a_named_pattern_is_taken_and_costs_no_draw():
    state = start(pattern="★", destroyerPreview="full")
    assert GAME.briefing(state, 0).data["pattern"] == "★"
    assert state.chance.counter == 0
    assert start(destroyerPreview="full").chance.counter == 1


@pytest.mark.parametrize(
    "beside", [{"difficulty": "hard"}, {"category": "digits"}, {"category": "shapes", "difficulty": "medium"}]
)
def test_CVD_6_a_category_or_difficulty_beside_a_named_pattern_has_to_be_its_own(beside):
    with pytest.raises(OptionError, match="“Q” is"):
        start(pattern="Q", **beside)
    assert start(pattern="Q", category="letters", difficulty="medium").setup.pattern.name == "Q"
    assert start(pattern="★", category="even", difficulty="any").setup.pattern.name == "★"


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard"])
def test_CVD_7_difficulty_filters_what_is_drawn_from(difficulty):
    names = {
        GAME.briefing(start(bytes([n]) * 32, difficulty=difficulty), 0).data["pattern"] for n in range(60)
    }
    assert {difficulty_of(name) for name in names} == {difficulty}
    assert len(names) > 3


def test_CVD_7_every_difficulty_is_met_among_the_45():
    assert {difficulty_of(glyph) for glyph in CATEGORIES["all"]} == {"easy", "medium", "hard"}


# --- each side's knowledge ---------------------------------------------------------------------------


def test_CVD_8_the_destroyer_sees_half_unless_an_option_says_otherwise():
    assert GAME.options({}) == GAME.options({"destroyerPreview": "half"})
    assert GAME.options({"destroyerPreview": "full"}) != GAME.options({})


def test_CVD_8_with_a_full_preview_both_see_all_of_it():
    state = start(pattern="A", destroyerPreview="full")
    assert GAME.briefing(state, 0).data == GAME.briefing(state, 1).data
    assert GAME.briefing(state, 1).data["pattern"] == "A"
    assert len(GAME.briefing(state, 1).data["cells"]) == len(state.setup.pattern.cells)


@pytest.mark.parametrize("glyph", ["T", "A", "#"])
def test_CVD_8_half_shows_the_destroyer_a_seeded_half_rounded_up(glyph):
    state = start(pattern=glyph, destroyerPreview="half")
    whole, half = (GAME.briefing(state, seat).data["cells"] for seat in (0, 1))
    assert set(half) < set(whole)
    assert len(half) == (len(whole) + 1) // 2
    others = {
        tuple(GAME.briefing(start(bytes([n]) * 32, pattern=glyph, destroyerPreview="half"), 1).data["cells"])
        for n in range(20)
    }
    assert len(others) > 10


def test_CVD_8_none_shows_the_destroyer_neither_cells_nor_name():
    data = GAME.briefing(start(pattern="A", destroyerPreview="none"), 1).data
    assert data["pattern"] is None
    assert data["cells"] == []
    assert "A" not in GAME.briefing(start(pattern="A", destroyerPreview="none"), 1).text.split()


def test_CVD_9_the_length_of_the_preview_changes_its_pictures_and_not_the_game():
    short, long = start(previewSeconds=3), start(previewSeconds=20)
    assert GAME.briefing(short, 0).seconds == 3
    assert GAME.briefing(long, 0).seconds == 20
    assert shown(play(short, "roll")) == shown(play(long, "roll"))
    assert start().setup.options.preview_seconds == 8


def test_CVD_9_the_preview_reveals_the_pattern_cell_by_cell_and_takes_it_away():
    briefing = GAME.briefing(start(pattern="A"), 0)
    seen = [set(shown_squares(frame.scene)) for frame in briefing.frames]
    whole = set(briefing.data["cells"])
    full = seen.index(whole)
    assert all(len(after - before) <= 1 for before, after in pairwise(seen[: full + 1]))
    assert briefing.frames[full].milliseconds == 8000
    assert seen[-1] == set()


def shown_squares(scene):
    return [square for tint in scene.tints if tint.kind == "shown" for square in tint.squares]


def test_CVD_10_the_pattern_is_in_no_view_until_the_game_ends():
    state = play(start(pattern="★"), "roll")
    for who in (0, 1, None):
        view = GAME.view(state, who)
        assert view.pattern is None
        assert "★" not in repr(view)
        assert "goal" not in [tint.kind for tint in GAME.scene(view).tints]


def test_CVD_10_the_pattern_is_revealed_to_all_when_the_game_has_ended():
    state = put("a12", "l1", side=DESTROYER, die=1, round=20)
    played = step(state, "l1-l2")
    for who in (0, 1, None):
        assert "+" in played.told[who][-1]
        view = GAME.view(played.state, who)
        goal = [tint for tint in GAME.scene(view).tints if tint.kind == "goal"]
        assert sorted(goal[0].squares) == sorted(pattern_squares(state))


@pytest.mark.parametrize(("aid", "looks"), [("none", 0), ("peek3", 3), ("visible", None)])
def test_CVD_10_a_memory_aid_lets_one_look_again(aid, looks):
    briefing = GAME.briefing(start(memoryAid=aid), 0)
    assert briefing.looks == looks
    assert briefing.look_seconds == 3


def test_CVD_5_the_pages_say_how_many_cells_a_pattern_has_and_name_options_as_commands_do():
    sizes = [len(start(pattern=glyph).setup.pattern.cells) for glyph in GLYPHS]
    assert (min(sizes), max(sizes)) == (FEWEST, MOST) == (10, 24)
    pages = "\n".join(page.text for page in GAME.rules())
    assert "Between 10 and 24" in pages
    assert not [spec.name for spec in GAME.option_specs if spec.name != spec.slug and spec.name in pages]
    assert all(f"`{spec.slug}`" in pages for spec in GAME.option_specs)


def test_the_last_page_has_the_strategy_tips_of_the_rule_text():
    said = " ".join(GAME.rules()[-1].text.split())
    assert "spread pawns early, secure pattern corners first, and avoid clustering" in said
    assert "target pattern intersections, trade pawns aggressively, and force awkward dice outcomes" in said


DARK = ("half", "none")


@pytest.mark.parametrize("preview", DARK)
def test_CVD_8_who_is_not_shown_all_learns_neither_name_nor_size_nor_par(preview):
    said = set()
    for glyph in ("I", "5", "Y", "⚓"):
        briefing = GAME.briefing(start(pattern=glyph, destroyerPreview=preview), 1)
        assert briefing.data["pattern"] is None
        assert briefing.data["par"] is None
        assert briefing.picture.counters == ()
        shown = len(briefing.data["cells"])
        size = f"{2 * shown - 1} or {2 * shown}" if shown else "10 to 24"
        said.add(
            briefing.text.removeprefix(f"The pattern has {size} cells, and you're shown {shown or 'none'}")
        )
    assert said == {
        " of them. Keep the Creator from holding enough of them at once: all are needed at first, then fewer "
        "and fewer."
    }


def test_CVD_8_the_order_of_a_half_does_not_follow_from_the_name():
    first, second = (start(pattern=glyph, destroyerPreview="half") for glyph in ("N", "D"))
    shown = tuple(sorted({*first.setup.pattern.cells} & {*second.setup.pattern.cells}))[:10]
    first, second = (
        msgspec.structs.replace(state, setup=msgspec.structs.replace(state.setup, shown=shown))
        for state in (first, second)
    )
    assert GAME.briefing(first, 1) == GAME.briefing(second, 1)
    assert GAME.briefing(first, 0) != GAME.briefing(second, 0)


@pytest.mark.parametrize("preview", DARK)
def test_CVD_11_nobody_but_the_creator_is_told_the_progress_without_a_full_preview(preview):
    state = start(progress="both", destroyerPreview=preview)
    assert [GAME.view(state, who).progress for who in (0, 1, None)] == [(0,), (), ()]


@pytest.mark.parametrize("preview", DARK)
def test_CVD_12_without_a_full_preview_the_creator_alone_counts_until_the_end(preview):
    state = put("a12", "l1", side=DESTROYER, die=1, round=20, destroyerPreview=preview)
    numbers = [(view.total, view.par, view.need) for view in (GAME.view(state, who) for who in (0, 1, None))]
    assert None not in numbers[0]
    assert numbers[1:] == [(None, None, None)] * 2
    assert {GAME.position(GAME.view(state, who)).split()[5] for who in (0, 1, None)} == {"-"}
    assert GAME.public_from(GAME.view(state, 0)) == GAME.view(state, None)
    over = step(state, "l1-l2").state
    assert {GAME.view(over, who).need for who in (0, 1, None)} == {numbers[0][2]}
    assert GAME.position(GAME.view(over, 1)).split()[5] == str(numbers[0][2])


@pytest.mark.parametrize("preview", DARK)
def test_CVD_12_the_picture_says_what_is_so_for_every_pattern(preview):
    for round, needed in ((1, "all"), (2, "fewer over time"), (20, "fewer over time")):
        view = GAME.view(put("a12", "l1", round=round, destroyerPreview=preview), DESTROYER)
        assert [c.value for c in GAME.scene(view).counters if c.label == "Cells needed"] == [needed]
        assert f"Cells needed: {needed}." in GAME.scene(view).alt


@pytest.mark.parametrize("preview", DARK)
def test_CVD_12_the_end_of_a_first_leg_gives_no_numbers(preview):
    *most, last = pattern_squares(start(**SMALL))
    state = put(f"{' '.join(most)} {near(last)}", "l1", die=1, round=1, destroyerPreview=preview, legs=2)
    played = step(state, f"{near(last)}-{last}")
    assert GAME.result(played.state).winner == 0
    assert "The Creator fills a cell and holds enough of the pattern." in played.told[1]
    assert "The Creator fills a cell and holds enough of the pattern." in played.told[None]
    for who in (1, None):
        view = GAME.redacted(GAME.view(played.state, who))
        assert (view.total, view.par, view.need, view.pattern) == (None, None, None, None)
        assert "13" not in GAME.scene(view).subtitle


def test_CVD_32_without_a_full_preview_the_others_are_told_once_that_it_begins_to_fade():
    told = {0: [], 1: [], None: []}
    for round in range(1, 20):
        state = put("a12", "l1", side=DESTROYER, die=1, round=round, destroyerPreview="none")
        for who, lines in step(state, "l1-l2").told.items():
            told[who] += [(round, line) for line in lines if "fades" in line]
    begins = [(1, "Memory fades: from now on, fewer and fewer cells are enough.")]
    assert told[1] == told[None] == begins
    assert len(told[0]) > 5
    assert all("of 13 cells are enough now" in line for _, line in told[0])


def test_CVD_11_nothing_shown_depends_on_right_cells_by_default():
    right = pattern_squares(start(**SMALL))
    wrong = put("c5 l6", "", die=1)
    states = [put(right[0], "a1", die=1), put(right[0], "a1", die=1, pattern="O")]
    assert shown(states[0]).split()[0] == shown(states[1]).split()[0]
    assert GAME.view(wrong, 0).progress == ()
    for who in (0, 1, None):
        scenes = [GAME.scene(GAME.view(state, who)) for state in states]
        assert scenes[0].tokens == scenes[1].tokens
        assert scenes[0].marks == scenes[1].marks


def test_CVD_11_progress_is_shown_to_whom_the_option_names():
    seen = {
        choice: [GAME.view(put(on_pattern(3), "a1", progress=choice), who).progress for who in (0, 1, None)]
        for choice in ("hidden", "creator", "both")
    }
    assert seen == {"hidden": [(), (), ()], "creator": [(3,), (), ()], "both": [(3,), (3,), (3,)]}


def test_CVD_11_in_a_race_the_creators_cells_come_first_then_the_destroyers():
    *creators, destroyers = on_pattern(4).split()
    raced = put(" ".join(creators), destroyers, progress="both", victory="race")
    assert [GAME.view(raced, who).progress for who in (0, 1, None)] == [(3, 1)] * 3


def counted(state, who):
    """Return a picture's held and needed cells; check that its alt text says the same."""
    scene = GAME.scene(GAME.view(state, who))
    said = {
        counter.label: counter.value
        for counter in scene.counters
        if counter.label in ("Held", "Cells needed")
    }
    assert f"Cells needed: {said['Cells needed']}." in scene.alt
    assert ("Held: " in scene.alt) == ("Held" in said)
    return said


@pytest.mark.parametrize("preview", ["full", "half", "none"])
@pytest.mark.parametrize("progress", ["hidden", "creator", "both"])
def test_CVD_11_held_and_needed_are_shown_to_whoever_may_know_them_and_at_the_end_to_all(progress, preview):
    state = put(
        on_pattern(3), "l1", side=DESTROYER, die=1, round=20, progress=progress, destroyerPreview=preview
    )
    needed, total = GAME.view(state, 0).need, len(pattern_squares(state))
    known, held = {"Cells needed": f"{needed} of {total}"}, {"Held": f"3/{total}"}
    unknown = known if preview == "full" else {"Cells needed": "fewer over time"}
    assert counted(state, 0) == known | (held if progress != "hidden" else {})
    for who in (1, None):
        assert counted(state, who) == unknown | (held if (progress, preview) == ("both", "full") else {})
    over = step(state, "l1-l2").state
    assert [counted(over, who) for who in (0, 1, None)] == [known | held] * 3
    sealed = GAME.redacted(GAME.view(over, 1))
    shown = [counter.label for counter in GAME.scene(sealed).counters]
    assert ("Held" in shown) == ((progress, preview) == ("both", "full")), "no more than before the end"


@pytest.mark.slow
def test_CVD_12_the_rules_open_at_the_same_page_whatever_the_pattern():
    scribble, moved = "scribble-1020c19fe4000", LastMove("a2", "a3", False, ())
    for who in (0, 1, None):
        for round, last in ((1, None), (1, moved), (3, moved), (7, moved)):
            states = [put("a12", "l1", round=round, pattern=name) for name in (*GLYPHS, scribble)]
            views = [GAME.view(msgspec.structs.replace(state, last=last), who) for state in states]
            assert len({GAME.rules_page(view) for view in views}) == 1


def test_CVD_12_board_die_turn_reserves_round_and_requirement_are_public():
    state = put("a5 b7", "h3", die=4, waiting=((3, 5), (1,)), round=33)
    texts = {GAME.position(GAME.view(state, who)) for who in (0, 1, None)}
    assert len(texts) == 1
    assert texts.pop().split()[1:5] == ["C", "4", "2,1", "33"]


def test_CVD_13_all_pawns_stand_on_their_home_rows_at_the_start():
    for size in (12, 16, 20):
        board = start(boardSize=size).board
        assert board == bytes([1]) * 2 * size + bytes(size * (size - 4)) + bytes([2]) * 2 * size


def test_CVD_14_the_creator_takes_the_first_turn():
    for number in range(20):
        assert GAME.to_act(start(bytes([number]) * 32)) == (CREATOR,)


# --- roll and move ------------------------------------------------------------------------------------


def test_CVD_15_only_rolling_is_legal_before_the_roll_and_never_after_it():
    state = start()
    assert legal(state) == ["roll"]
    with pytest.raises(Illegal, match="Roll the die"):
        GAME.parse(GAME.view(state, 0), "a15-a14")
    rolled = play(state, "roll")
    assert "roll" not in legal(rolled)
    with pytest.raises(Illegal):
        GAME.parse(GAME.view(rolled, 0), "roll")


def test_CVD_15_the_die_is_public_at_once():
    played = step(start(), "roll")
    die = played.state.die
    assert 1 <= die <= 6
    for who in (0, 1, None):
        assert str(die) in played.told[who][0]
        assert GAME.view(played.state, who).die == die


def test_CVD_16_every_ply_draws_once_in_order():
    state = start(pattern="A")
    for ply in range(1, 30):
        before = state.chance.counter
        state = play(state, "roll")
        assert state.chance.counter == before + 1
        state = play(state, legal(state)[-1])
        assert state.chance.counter == before + 1
        assert state.ply == ply + 1


def test_CVD_16_a_roll_that_is_skipped_has_drawn():
    state = roll_of(stuck(), 6)
    assert play(state, "roll").chance.counter == state.chance.counter + 1


def stuck(side=CREATOR, **more):
    """Return four pawns that block each other at a distance of six in every direction."""
    squares = "a12 g12 a6 g6"
    others = "b1 c1"
    pair = (squares, others) if side == CREATOR else (others, squares)
    return put(*pair, side=side, **more)


def test_CVD_17_a_roll_without_a_move_skips_the_turn_and_the_ply_counts():
    played = step(roll_of(stuck(), 6), "roll")
    after = played.state
    assert GAME.to_act(after) == (DESTROYER,)
    assert after.die == 0
    assert after.ply == 2
    assert after.board == stuck().board
    for who in (0, 1, None):
        assert "skip" in played.told[who][0]


def test_CVD_17_a_skip_in_the_last_ply_ends_the_game():
    state = roll_of(stuck(DESTROYER, round=20), 6)
    assert outcome(play(state, "roll")) == (DESTROYER, "held-out")


def test_CVD_18_a_turn_with_a_move_cannot_be_passed():
    state = put("a12", "l1", die=6)
    assert set(legal(state)) == {"a12-g12", "a12-a6", "a12-g6"}
    for text in ("end", "pass", "--", "skip", ""):
        with pytest.raises(Unreadable):
            GAME.parse(GAME.view(state, 0), text)


def test_CVD_19_pieces_in_between_are_leapt_over_unharmed():
    state = put("a12 b12 c12", "d12 e12", die=5)
    after = play(state, "a12-f12")
    assert [at(after, square) for square in ("b12", "c12", "d12", "e12", "f12")] == list("CCDDC")


def test_CVD_20_a_move_is_exactly_the_die_in_one_of_eight_directions():
    state = put("f6", "a1", die=3)
    assert set(legal(state)) == {
        f"f6-{target}" for target in ("f3", "f9", "i6", "c6", "i3", "c3", "i9", "c9")
    }


@pytest.mark.parametrize("text", ["f6-f8", "f6-f10", "f6-g9", "f6-f6", "f6-e3"])
def test_CVD_20_no_other_length_and_no_bend(text):
    with pytest.raises(Illegal, match="exactly 3"):
        GAME.parse(GAME.view(put("f6", "a1", die=3), 0), text)


def test_CVD_20_no_move_leaves_the_board_or_comes_in_on_the_other_side():
    assert set(legal(put("a12", "l1", die=2))) == {"a12-a10", "a12-c12", "a12-c10"}
    with pytest.raises(Illegal, match="isn't on the board"):
        GAME.parse(GAME.view(put("a12", "l1", die=2), 0), "a12-a14")
    with pytest.raises(Illegal):
        GAME.parse(GAME.view(put("a12", "l1", die=2), 0), "a12-k12")


def test_CVD_20_nobody_lands_on_a_friend():
    state = put("a12 c12", "l1", die=2)
    assert "a12-c12" not in legal(state)
    with pytest.raises(Illegal, match="own pawn"):
        GAME.parse(GAME.view(state, 0), "a12-c12")


def test_CVD_21_landing_on_an_enemy_removes_it_whatever_sign_is_written():
    state = put("f6", "f3", die=3)
    assert "f6xf3" in legal(state)
    for text in ("f6xf3", "f6-f3"):
        action = GAME.parse(GAME.view(state, 0), text)
        assert GAME.format(action) == "f6xf3"
        assert at(GAME.play(state, 0, action).state, "f3") == "C"
    assert GAME.format(GAME.parse(GAME.view(state, 0), "f6xf9")) == "f6-f9"


def test_CVD_21_a_capture_is_a_choice_unless_the_option_compels_it():
    pawns = {"creators": "f6 a12", "destroyers": "f3", "die": 3}
    assert len(legal(put(**pawns))) > 1
    assert legal(put(**pawns, mustCapture="on")) == ["f6xf3"]
    with pytest.raises(Illegal, match="capture"):
        GAME.parse(GAME.view(put(**pawns, mustCapture="on"), 0), "f6-f9")


def test_CVD_21_without_a_capture_mustCapture_changes_nothing():
    assert legal(put("f6 a12", "a1", die=3, mustCapture="on")) == legal(put("f6 a12", "a1", die=3))


def test_CVD_22_home_rows_of_either_side_may_be_entered_and_left():
    assert "f3-f1" in legal(put("f3", "a1", die=2))
    assert "f12-h12" in legal(put("f12", "a1", die=2))
    assert "f1-h1" in legal(put("f1", "a1", die=2))


# --- capture and re-entry -----------------------------------------------------------------------------


def test_CVD_23_a_captured_pawn_is_back_at_home_at_once():
    after = play(put("f6", "f3", die=3), "f6xf3")
    assert after.board.count(2) == 1
    assert at(after, "f1") == "D"
    after = play(put("f6", "f3", side=DESTROYER, die=3), "f3xf6")
    assert at(after, "f12") == "C"


@pytest.mark.parametrize(
    ("home", "expected"),
    [
        ("", "f1"),
        ("f1", "e1"),
        ("f1 e1", "g1"),
        ("f1 e1 g1 d1 h1 c1 i1 b1 j1 a1 k1", "l1"),
        (rows(1), "f2"),
        (rows(1) + " f2", "e2"),
        (rows(1) + " f2 e2", "g2"),
    ],
)
def test_CVD_24_near_tries_the_back_row_then_the_front_row_from_the_column_where_it_was_taken(home, expected):
    after = play(put("f6", f"f3 {home}", die=3), "f6xf3")
    assert after.last.entries == (expected,)
    mirrored = " ".join(f"{square[0]}{13 - int(square[1:])}" for square in home.split())
    after = play(put(f"f10 {mirrored}", "f7", side=DESTROYER, die=3), "f7xf10")
    assert after.last.entries == (f"{expected[0]}{13 - int(expected[1:])}",)


def test_CVD_24_an_enemy_on_a_home_square_is_not_replaced_by_a_re_entry():
    after = play(put("f6 f1", "f3", die=3), "f6xf3")
    assert at(after, "f1") == "C"
    assert after.last.entries == ("e1",)


def test_CVD_24_scan_takes_the_first_empty_square_row_by_row_from_the_top():
    assert play(put("f6", "f3", die=3, reentry="scan"), "f6xf3").last.entries == ("a2",)
    assert play(put("f6", "f3 a2 b2", die=3, reentry="scan"), "f6xf3").last.entries == ("c2",)
    after = play(put("f6 a12", "f3", side=DESTROYER, die=3, reentry="scan"), "f3xf6")
    assert after.last.entries == ("b12",)


def test_CVD_25_the_square_just_left_is_free_for_the_victim():
    home = without(rows(12, 11), "f11")
    state = put(f"f8 {home}", "f11", side=DESTROYER, die=3)
    after = play(state, "f11xf8")
    assert at(after, "f11") == "C"
    assert after.reserves == ((), ())


def test_CVD_25_the_victim_comes_in_before_those_who_wait():
    home = without(rows(12, 11), "f11")
    state = put(f"f8 {home}", "f11", side=DESTROYER, die=3, waiting=((0, 11), ()))
    after = play(state, "f11xf8")
    assert at(after, "f11") == "C"
    assert after.reserves == ((0, 11), ())


def test_CVD_25_the_mover_s_reserves_come_in_before_the_other_s():
    creators = without(rows(12, 11), "a12")
    destroyers = f"{without(rows(1, 2), 'a1')} a12"
    state = put(creators, destroyers, side=DESTROYER, die=3, waiting=((0,), (0,)))
    after = play(state, "a12-d9")
    assert after.last.entries == ("a1", "a12")
    assert after.reserves == ((), ())


def test_CVD_25_the_win_is_judged_before_the_turn_passes():
    *most, last = pattern_squares(start(**SMALL))
    after = play(put(" ".join([*most, near(last)]), "a1", die=1), f"{near(last)}-{last}")
    assert after.ply == 1
    assert outcome(after) == (CREATOR, "pattern")
    assert shown(after).split()[1:3] == ["-", "-"]


def near(square):
    """Return the square below."""
    return f"{square[0]}{int(square[1:]) - 1}"


def test_CVD_26_a_pawn_whose_home_is_full_waits_in_public():
    state = put(f"{rows(12, 11)}", "f8", side=DESTROYER, die=3)
    played = step(state, "f8xf11")
    assert shown(played.state).split()[3] == "1,0"
    assert played.state.reserves == ((5,), ())
    assert at(played.state, "f11") == "D"
    assert played.state.last == LastMove("f8", "f11", True, ())
    for who in (0, 1, None):
        assert "waits" in played.told[who][0]


def test_CVD_26_the_first_in_is_the_first_to_enter_in_the_ply_that_frees_a_square():
    creators = without(rows(12, 11), "f11", "c11")
    state = put(creators, "f11 c11 a1", side=DESTROYER, die=3, waiting=((5, 2), ()))
    after = play(state, "f11-f8")
    assert after.last.entries == ("f11",)
    assert after.reserves == ((2,), ())


def test_CVD_26_who_waits_longest_enters_first_each_near_where_it_was_taken():
    state = put("f6", "a1", die=1, waiting=((5, 5, 11), ()))
    after = play(state, "f6-f7")
    assert after.last.entries == ("f12", "e12", "l12")
    assert after.reserves == ((), ())


def test_CVD_26_who_is_taken_last_waits_last():
    state = put(rows(12, 11), "f8", side=DESTROYER, die=3, waiting=((2, 9), ()))
    assert play(state, "f8xf11").reserves == ((2, 9, 5), ())


def test_CVD_26_the_own_side_frees_a_square_as_well():
    state = put(without(rows(12, 11), "f11"), "f11 a1", die=3, waiting=((5,), ()))
    after = play(state, "a11-a8")
    assert after.last.entries == ("a11",)
    assert after.reserves == ((), ())
    assert GAME.to_act(after) == (DESTROYER,)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_CVD_27_no_pawn_is_ever_lost_however_often_it_is_taken(number):
    rng, taken = random.Random(number), 0
    state = start(rng.randbytes(32), boardSize=12, mustCapture="on", ending="endless", pattern="#")
    for _ in range(1600):
        if GAME.result(state):
            break
        text = rng.choice(legal(state))
        taken += "x" in text
        state = play(state, text)
        for seat in (0, 1):
            assert state.board.count(seat + 1) + len(state.reserves[seat]) == 24
    assert taken > 200


def test_CVD_28_pawns_of_a_side_cannot_be_told_apart():
    before = put("a12 b12", "l1")
    state = before
    for text in ("a12-a11", "b12-a12", "a11-b12"):
        state = play(msgspec.structs.replace(state, side=CREATOR, die=1), text)
    assert state.board == before.board
    assert shown(state).split()[0] == shown(before).split()[0]


# --- winning and ending -------------------------------------------------------------------------------


def test_CVD_29_the_destroyer_does_not_win_by_the_pattern():
    *most, last = pattern_squares(start(**SMALL))
    pawns = {"creators": "a12", "destroyers": " ".join([*most, near(last)]), "side": DESTROYER, "die": 1}
    assert outcome(play(put(**pawns), f"{near(last)}-{last}")) is None
    raced = play(put(**pawns, victory="race"), f"{near(last)}-{last}")
    assert outcome(raced) == (DESTROYER, "pattern")


def test_CVD_30_all_required_cells_at_once_win_whatever_else_stands_about():
    *most, last = pattern_squares(start(**SMALL))
    more = "a12 b12 l7 k3"
    state = put(f"{' '.join(most)} {near(last)} {more}", "a1 b1", die=1)
    assert outcome(play(state, "a12-a11")) is None
    assert outcome(play(state, f"{near(last)}-{last}")) == (CREATOR, "pattern")


def test_CVD_30_a_cell_that_was_left_does_not_count():
    first, *most = pattern_squares(start(**SMALL))
    last = most[-1]
    state = put(" ".join([*most[:-1], first, near(last)]), "a1", die=1)
    away = [t for t in legal(state) if t.startswith(f"{first}-") and t.split("-")[1] not in most]
    state = play(state, away[0])
    state = msgspec.structs.replace(state, side=CREATOR, die=1, ply=3)
    assert outcome(play(state, f"{near(last)}-{last}")) is None


def test_CVD_30_a_destroyer_ply_never_wins_for_the_creator():
    state = put(" ".join(pattern_squares(start(**SMALL))), "a1 b1", side=DESTROYER, die=1)
    assert outcome(play(state, "a1-a2")) is None


def test_CVD_30_a_skip_never_wins_for_the_creator():
    state = stuck(round=20, pattern="#")
    closed = [square for square in ("a12", "g12", "a6", "g6") if square in pattern_squares(state)]
    assert closed == ["g6"]
    needed = msgspec.structs.replace(
        state,
        setup=msgspec.structs.replace(
            state.setup, pattern=msgspec.structs.replace(state.setup.pattern, par=1)
        ),
    )
    assert shown(needed).split()[5] == "1"
    assert outcome(play(roll_of(needed, 6), "roll")) is None


@pytest.mark.parametrize("more", [0, 1])
def test_CVD_30_holding_enough_does_not_win_without_a_move_that_fills(more):
    held = on_pattern(par_of("+", 20) + more)
    enough = put(f"{held} a12", "a1", die=1, round=20)
    assert outcome(play(enough, "a12-a11")) is None
    around = [text for text in legal(enough) if text.split("-")[0] in held.split()]
    assert around
    assert {outcome(play(enough, text)) for text in around} == {None}


@pytest.mark.parametrize(
    ("held", "expected"), [(-2, None), (-1, (CREATOR, "pattern")), (1, (CREATOR, "pattern"))]
)
def test_CVD_30_a_move_that_fills_wins_when_it_is_enough(held, expected):
    squares = pattern_squares(start(**SMALL))
    others, last = squares[: par_of("+", 20) + held], squares[-1]
    state = put(f"{' '.join(others)} {near(last)}", "a1 b1", die=1, round=20)
    after = step(state, f"{near(last)}-{last}")
    assert outcome(after.state) == expected
    count = len(others) + 1
    ending = f"The Creator fills a cell and holds enough of the pattern ({count} of 13 cells, 5 needed)."
    assert (ending in after.told[None]) == (expected is not None)
    if expected:
        view = GAME.view(after.state, None)
        assert GAME.scene(view).subtitle == f"Creator wins: {count} of 13 cells held"


def test_CVD_30_in_a_race_the_destroyer_too_must_fill():
    squares = pattern_squares(start(**SMALL))
    held, last = " ".join(squares[: par_of("+", 20)]), squares[-1]
    state = put("a12", f"{held} {near(last)} l1", side=DESTROYER, die=1, round=20, victory="race")
    assert outcome(play(state, "l1-l2")) == (DESTROYER, "race")
    assert outcome(play(state, f"{near(last)}-{last}")) == (DESTROYER, "pattern")


@pytest.mark.parametrize("rounds", [20, 40])
def test_CVD_31_the_requirement_falls_evenly_from_all_cells_in_the_first_round_to_par_in_the_last(rounds):
    state = put("a12", "l1", rounds=rounds)
    total, par = len(state.setup.pattern.cells), par_of("+", rounds)
    needs = [
        int(shown(put("a12", "l1", rounds=rounds, round=number)).split()[5])
        for number in range(1, rounds + 1)
    ]
    assert (needs[0], needs[-1]) == (total, par)
    # The least whole number that isn't below the straight line from N in round 1 to par in round L.
    falls = rounds - 1
    for number, need in enumerate(needs):
        line = total * falls - (total - par) * number
        assert (need - 1) * falls < line <= need * falls


def test_CVD_31_the_example_of_16_cells():
    needs = [rules.need(GAME.options({}), 16, 6, number) for number in (1, 2, 3, 5, 10, 15, 19, 20)]
    assert needs == [16, 16, 15, 14, 12, 9, 7, 6]
    assert [rules.need(GAME.options({"rounds": 40}), 16, 8, number) for number in (20, 30, 40)] == [13, 11, 8]


def test_CVD_31_a_match_has_20_rounds_when_nothing_else_is_said():
    assert GAME.options({}) == GAME.options({"rounds": 20})


def test_CVD_31_after_the_last_round_the_destroyer_has_won():
    state = put("a12", "l1", side=DESTROYER, die=1, round=20)
    after = play(state, "l1-l2")
    assert outcome(after) == (DESTROYER, "held-out")
    assert shown(after).split()[1:] == ["-", "-", "0,0", "20", str(par_of("+", 20))]
    assert outcome(play(put("a12", "l1", side=DESTROYER, die=1, round=19), "l1-l2")) is None


def test_CVD_31_classic_needs_every_cell_to_the_end():
    needs = {shown(put("a12", "l1", ending="classic", round=number)).split()[5] for number in (1, 10, 11, 20)}
    assert needs == {str(len(put().setup.pattern.cells))}
    after = play(put("a12", "l1", ending="classic", side=DESTROYER, die=1, round=20), "l1-l2")
    assert outcome(after) == (DESTROYER, "held-out")


def test_CVD_31_endless_goes_on_to_a_technical_end_after_2000_plies():
    options = {"ending": "endless", "side": DESTROYER, "die": 1}
    assert outcome(play(put("a12", "l1", **options, round=20), "l1-l2")) is None
    assert outcome(play(put("a12", "l1", **options, round=999), "l1-l2")) is None
    assert outcome(play(put("a12", "l1", **options, round=1000), "l1-l2")) == (DESTROYER, "held-out")
    assert shown(put("a12", "l1", **options, round=999)).split()[5] == str(len(put().setup.pattern.cells))


def test_CVD_31_a_par_is_at_least_one_and_at_most_all_cells():
    for glyph in GLYPHS:
        total = len(start(pattern=glyph).setup.pattern.cells)
        assert all(1 <= par_of(glyph, rounds) <= total for rounds in (20, 40))


def test_CVD_32_the_falling_requirement_is_announced_to_all_when_it_changes_and_only_then():
    for number in range(1, 20):
        state = put("a12", "l1", side=DESTROYER, die=1, round=number)
        played = step(state, "l1-l2")
        before, after = (shown(s).split()[5] for s in (state, played.state))
        for who in (0, 1, None):
            assert played.told[who][1:] == played.told[None][1:]
            assert (len(played.told[who]) == 2) == (before != after)
            assert before == after or after in played.told[who][1]


@pytest.mark.parametrize(
    ("creators", "destroyers", "expected"),
    [
        (slice(0, 3), slice(3, 5), (CREATOR, "race")),
        (slice(0, 2), slice(2, 5), (DESTROYER, "race")),
        (slice(0, 2), slice(2, 4), (None, "race")),
        (slice(0, 0), slice(0, 0), (None, "race")),
    ],
)
@pytest.mark.parametrize("limit", [{"ending": "classic", "round": 20}, {"ending": "endless", "round": 1000}])
def test_CVD_33_at_the_limit_of_a_race_more_cells_win_and_equal_is_a_draw(
    creators, destroyers, expected, limit
):
    squares = pattern_squares(start(**SMALL))
    first, second = " ".join([*squares[creators], "a12"]), " ".join([*squares[destroyers], "l1"])
    state = put(first, second, side=DESTROYER, die=1, victory="race", **limit)
    assert outcome(play(state, "l1-l2")) == expected


def test_CVD_33_the_falling_requirement_holds_for_both_sides_of_a_race():
    squares = pattern_squares(start(**SMALL))
    held, last = " ".join(squares[: par_of("+", 20) - 1]), squares[-1]
    state = put("a12", f"{held} {near(last)} l1", side=DESTROYER, die=1, round=20, victory="race")
    assert outcome(play(state, f"{near(last)}-{last}")) == (DESTROYER, "pattern")
    state = put(f"{held} {near(last)} a12", "l1", die=1, round=20, victory="race")
    assert outcome(play(state, f"{near(last)}-{last}")) == (CREATOR, "pattern")


def test_CVD_34_a_repeated_position_changes_nothing():
    state = put("a12", "l1", rounds=40)
    for _ in range(12):
        for text in ("a12-a11", "l1-l2", "a11-a12", "l2-l1"):
            state = play(msgspec.structs.replace(state, die=1), text)
    assert outcome(state) is None
    assert state.board == put("a12", "l1").board


def test_CVD_35_legs_belong_to_the_match_and_not_to_play():
    spec = next(spec for spec in GAME.option_specs if spec.name == "legs")
    assert spec.of_match
    assert spec.values == (1, 2)
    assert shown(play(start(legs=2), "roll")) == shown(play(start(), "roll"))


def ended_match(seed, **options):
    state = put("a12", "l1", side=DESTROYER, die=1, round=20, seed=seed, **options)
    return play(state, "l1-l2")


def test_CVD_35_a_match_of_one_leg_has_no_second():
    assert GAME.next_leg(GAME.view(ended_match(SEED), None)) is None
    assert GAME.next_leg(GAME.view(start(legs=2), 0)) is None


@pytest.mark.parametrize("flip", ["never", "seeded"])
@pytest.mark.parametrize("number", range(8))
def test_CVD_35_the_second_leg_has_the_same_pattern_the_same_way_up(flip, number):
    state = ended_match(bytes([number]) * 32, legs=2, flipPattern=flip, pattern="seeded")
    options = GAME.options(GAME.next_leg(GAME.view(state, None)))
    starts = [GAME.new(options, bytes([100 + other]) * 32) for other in range(8)]
    same = [pattern_squares(start) == pattern_squares(state) for start in starts]
    assert [GAME.is_same_start(state, start) for start in starts] == same
    assert any(same)


def test_CVD_35_the_end_of_a_first_leg_is_shown_without_its_pattern():
    view = GAME.view(ended_match(SEED, legs=2, pattern="O"), None)
    assert (view.pattern.name, view.options.pattern) == ("O", "O")
    shown_again = GAME.redacted(view)
    assert (shown_again.pattern, shown_again.options.pattern) == (None, "seeded")


def test_CVD_35_a_leg_counts_by_peak_then_by_the_earlier_peak():
    def leg(*held):
        return GAME.leg_score(
            [put(on_pattern(count) + " a12", "l1", round=n) for n, count in enumerate((0, *held), 1)]
        )

    assert leg(1, 4, 2) > leg(3, 3, 3)
    assert leg(4, 1, 1) > leg(1, 4, 1)
    assert leg(4, 1, 1) == leg(4, 4, 1)


def states_of_leg(number):
    """Return all states of a leg between quick levels, with a pattern and a die by its number."""
    options = {
        **SMALL,
        "legs": 2,
        "pattern": "+-/"[number % 3],
        "victory": ("creatorOnly", "race")[number % 2],
    }
    record = play_match(GAME, options, numbered_seed(number), ("medium", "easy"))
    return list(replay(GAME, record))


@pytest.mark.parametrize("number", first_fast(range(6), 2))
def test_CVD_35_the_peak_counts_for_the_ply_that_was_played(number):
    """Count the plies by the turns that ended, as a reader of the record would."""
    plies, best = 1, (0, 1)
    states = states_of_leg(number)
    for before, after in pairwise(states):
        held = count_held(after, CREATOR)
        best = (held, plies) if held > best[0] else best
        plies += after.side != before.side
    assert GAME.leg_score(states) == (best[0], -best[1])
    assert best[1] % 2 == 1, "only the Creator's own plies bring cells"


def test_CVD_35_a_peak_in_a_last_move_counts_for_its_own_ply():
    near_win = put(on_pattern(8) + " g8", "l1", die=1, round=20, **SMALL)
    won = next(after for text in legal(near_win) if (after := play(near_win, text)).outcome)
    assert GAME.leg_score([near_win, won]) == (9, -39)


@pytest.mark.slow
def test_CVD_35_two_legs_have_the_result_that_they_had_when_an_unfinished_peak_counted_a_ply_more():
    for kind in range(6):
        legs = [states_of_leg(number) for number in range(kind, 60, 6)]
        for pair in combinations(legs, 2):
            now, before = ([rank(leg, score) for leg in pair] for score in (GAME.leg_score, old_score))
            assert compare(*now) == compare(*before)
            assert [GAME.leg_told(score) for _, score in now] == [GAME.leg_told(score) for _, score in before]


def old_score(states):
    return max((count_held(state, CREATOR), -state.ply) for state in states)


def rank(states, score):
    outcome = GAME.result(states[-1])
    return (outcome is not None and outcome.winner == CREATOR, score(states))


def compare(one, other):
    return (one > other) - (one < other)


# --- AI -----------------------------------------------------------------------------------------------


def test_CVD_37_an_unbriefed_destroyer_plays_the_same_whatever_the_pattern():
    for die in range(1, 7):
        chosen = {
            choose(
                put("f6 d5 h8", "f3 d2 h1", side=DESTROYER, die=die, pattern=glyph, destroyerPreview="none")
            )
            for glyph in ("+", "O", "A", "X")
        }
        assert len(chosen) == 1


@pytest.mark.parametrize(("level", "share"), [("easy", 35), ("medium", 15), ("skilled", 22)])
def test_CVD_37_a_level_forgets_its_share_of_the_cells_once_and_for_all(level, share):
    for glyph in GLYPHS:
        state = start(pattern=glyph)
        briefing = GAME.briefing(state, 0)
        kept = recall_cells(briefing, share, geometry(16))
        shown = briefing.data["cells"]
        order = sorted(
            shown, key=lambda square: hashlib.sha256(f"{','.join(shown)} {square}".encode()).digest()
        )
        first = order[: len(shown) - (len(shown) * share + 50) // 100]
        assert kept == {geometry(16).cell_of[square] for square in first}
        assert kept == recall_cells(briefing, share, geometry(16))
        assert PLAYERS[level].forgets == share


SHARES = {"a third": 1 / 3, "a fifth": 1 / 5, "one nut in seven": 1 / 7}


@pytest.mark.parametrize("level", ["easy", "medium", "skilled"])
def test_CVD_37_a_level_is_introduced_with_about_the_share_that_it_forgets(level):
    about = GAME.personas[level].words
    (share,) = (share for words, share in SHARES.items() if words in about)
    assert abs(share - PLAYERS[level].forgets / 100) < 0.025


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_CVD_38_a_level_steps_onto_any_cell_that_it_remembers(level):
    squares = pattern_squares(start(**SMALL))
    for square in squares:
        state = put(f"{near(square)} a12", "l1", die=1)
        known = names(recall_cells(GAME.briefing(state, 0), PLAYERS[level].forgets, geometry(12)))
        if square in known and near(square) not in known:
            assert choose(state, level).partition("-")[2] in known


def names(cells):
    return {geometry(12).names[cell] for cell in cells}


@pytest.mark.parametrize(
    ("text", "pattern", "near", "expected"),
    [
        ("d6-d5", "", True, 0),
        ("d6-d5", "d5", False, 100),
        ("d6-d5", "d5", True, 100 + 80),
        ("d6-d5", "d6", True, -90),
        ("d6-d5", "d5 d6", False, 100 - 90),
        ("d6xc7", "", True, 50 + 6 * 3),
        ("d6xc7", "c7", False, 100 + 50 + 60 + 6 * (3 - 1)),
        ("d6xc7", "c7 d6", True, 100 + 50 + 60 + 80 - 90 + 6 * (3 - 1)),
    ],
)
def test_CVD_38_the_terms_have_these_values(text, pattern, near, expected):
    """Three pairs before the move; after a capture the pawn is back on c12, from where a 5 fills c7."""
    state = put("c7 a12", "d6 l1", side=DESTROYER, die=1)
    view, squares = GAME.view(state, DESTROYER), geometry(12)
    cells = frozenset(squares.cell_of[square] for square in pattern.split())
    assert utility(view, squares, GAME.parse(view, text), cells, 3, near) == expected


def test_CVD_38_pairs_are_the_dice_and_cells_that_one_move_fills():
    held, *others = pattern_squares(start(**SMALL))
    pieces, enemy = f"{held} {near(others[3])} a12 e10", others[0]
    board, cells = put(pieces, enemy).board, {cell(put(), square) for square in (held, *others)}
    filled = {
        (die, target)
        for die in range(1, 7)
        for text in legal(put(pieces, enemy, die=die))
        if (target := re.split("[-x]", text)[1]) in others
    }
    assert fillable_pairs(geometry(12), board, CREATOR, frozenset(cells)) == len(filled) > 10


@pytest.mark.parametrize(("held", "near_completion"), [(10, False), (11, True), (12, True)])
def test_CVD_38_two_cells_less_than_required_are_near_completion(held, near_completion):
    cells = start(**SMALL).setup.pattern.cells
    state = put(f"{on_pattern(held)} a12", "l1", side=DESTROYER, die=1)
    assert _opponent_is_near(GAME.view(state, DESTROYER), frozenset(cells)) is near_completion
    for victory in ("creatorOnly", "race"):
        other = put("a12", f"{on_pattern(held)} l1", die=1, victory=victory)
        found = _opponent_is_near(GAME.view(other, CREATOR), frozenset(cells))
        assert found is (near_completion and victory == "race")


def test_CVD_38_medium_takes_a_pawn_on_the_pattern_rather_than_one_beside_it():
    state = put("c7 c5 a12", "d6 l1", side=DESTROYER, die=1)
    assert {"d6xc7", "d6xc5"} <= set(legal(state))
    assert choose(state) == "d6xc7"


def test_CVD_39_actions_come_pawn_by_pawn_from_the_top_and_in_the_eight_directions_in_order():
    assert legal(put("f6 b9", "a1", die=1)) == [
        *(f"b9-{target}" for target in ("b8", "b10", "c9", "a9", "c8", "a8", "c10", "a10")),
        *(f"f6-{target}" for target in ("f5", "f7", "g6", "e6", "g5", "e5", "g7", "e7")),
    ]


def test_CVD_39_where_nothing_tells_equal_moves_apart_the_first_is_chosen():
    state = put("a12 l12", "f1", die=1, destroyerPreview="none", side=DESTROYER)
    assert choose(state) == legal(state)[0]


def test_CVD_39_of_equal_moves_the_one_that_leaves_most_is_chosen():
    """No move takes or fills anything; from f2 or f3 a roll takes the pawn on f8, and from nowhere else."""
    state = put("f8 l12", "e2", side=DESTROYER, die=1)
    known = recall_cells(GAME.briefing(state, 1), PLAYERS["medium"].forgets, geometry(12))
    assert "f8" in names(known)
    assert GAME.format(best_move(GAME.view(state, 1), known)) == legal(state)[0] == "e2-e1"
    assert choose(state) in ("e2-f2", "e2-f3")


def test_CVD_38_easy_fills_a_cell_and_overlooks_the_pawn_that_it_could_capture():
    state = put("c5 a12", "d6 l1", side=DESTROYER, die=1)
    known = names(recall_cells(GAME.briefing(state, 1), PLAYERS["easy"].forgets, geometry(12)))
    fills = {text for text in legal(state) if text.partition("-")[2] in known}
    assert "d6xc5" in legal(state)
    assert {choose_by(state, seed) for seed in range(60)} == fills != set()


def test_CVD_39_of_equal_moves_easy_plays_any():
    state = put("a12 l12", "f1", die=1, destroyerPreview="none", side=DESTROYER)
    assert {choose_by(state, seed) for seed in range(60)} == set(legal(state))


def choose_by(state, seed):
    view = GAME.view(state, state.side)
    briefing = GAME.briefing(state, state.side)
    return GAME.format(PLAYERS["easy"](view, briefing, random.Random(seed), 1000))


# --- orientation --------------------------------------------------------------------------------------


def test_CVD_2_each_player_sees_the_board_from_their_own_side():
    state = play(start(), "roll")
    bottom = {who: GAME.scene(GAME.view(state, who)).ranks[-1] for who in (0, 1, None)}
    assert bottom == {0: "16", 1: "1", None: "1"}
    scene = GAME.scene(GAME.view(state, 0))
    assert (scene.files[0], scene.files[-1]) == ("p", "a")
    for who, last in bottom.items():
        for frame in GAME.briefing(state, who).frames if who is not None else ():
            assert frame.scene.ranks[-1] == last


def test_CVD_2_arrows_point_as_the_picture_shows_them():
    labels = [
        choice.label for seat in (0, 1) for choice in choices_onto(put("f9", "f4", die=2, side=seat), "f7 f6")
    ]
    assert labels
    assert all("↑" in label for label in labels)


def choices_onto(state, squares):
    view = GAME.view(state, state.side)
    pages = [
        GAME.prompt(view, draft).choices for draft in ((), *((key,) for key in ("nw", "ne", "sw", "se")))
    ]
    return [
        msgspec.structs.replace(choice, label=choice.hint)
        for choice in dict.fromkeys(choice for page in pages for choice in page)
        if choice.key in squares.split()
    ]


# --- records ------------------------------------------------------------------------------------------


def a_record():
    record = play_match(GAME, {"boardSize": 12, "rounds": 20}, bytes(32), ("easy", "easy"))
    return with_drawn(GAME, record)


def test_GEN_2_a_side_is_told_what_it_does_in_the_second_person():
    rolled = step(start(**SMALL), "roll")
    die = rolled.state.die
    assert rolled.told == {
        0: (f"You roll {die}.",),
        1: (f"Creator rolls {die}.",),
        None: (f"Creator rolls {die}.",),
    }


def test_GEN_2_a_record_tells_the_die_of_each_roll_and_the_pattern():
    record = a_record()
    states = list(replay(GAME, record))
    rolled = [GAME.play(state, state.side, Roll()).told[None][0] for state in states[:-1] if not state.die]
    dice = " ".join(re.search(r"rolls (\d)", line)[1] for line in rolled)
    assert record.drawn == f"pattern {states[0].setup.pattern.name}, dice {dice}"
    assert len(rolled) == record.actions.count("roll") > 20
    assert read_record(write_record(record)) == record
    assert verify(GAME, record).identical


@pytest.mark.parametrize("told", ["pattern Z, dice 6 6 6", "pattern Z"])
def test_GEN_2_what_a_record_tells_of_chance_has_to_agree_with_its_seed(told):
    honest = a_record()
    verdict = verify(GAME, msgspec.structs.replace(honest, drawn=told))
    assert not verdict.identical
    assert verdict.sentence == "What the record says was drawn isn't what its seed gives."
    older = msgspec.structs.replace(honest, drawn="")
    assert "Drawn" not in write_record(older)
    assert verify(GAME, older).identical


def test_CVD_2_the_creator_sees_the_board_turned_and_turns_it_back():
    files = {seat: GAME.scene(GAME.view(start(), seat)).files for seat in (0, 1, None)}
    assert files[1] == files[None] == tuple("abcdefghijklmnop")
    assert files[0] == files[1][::-1]
    assert GAME.scene(GAME.view(start(), 0), flip=True).files == files[1]
