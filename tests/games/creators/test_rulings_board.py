"""The rulings on board, pattern, and orientation, each tested in a small position (CVD-1 to CVD-7)."""

from __future__ import annotations

import msgspec
import pytest

from games import OptionError
from games.creators.rules.glyph_table import difficulty_of, is_even
from games.creators.rules.glyphs import CATEGORIES, GLYPHS
from games.creators.rules.options import glyphs_to_draw_from
from tests.games.creators.table import (
    GAME,
    at,
    pattern_squares,
    play,
    put,
    shown,
    start,
)


def test_CVD_1_the_board_has_16_squares_a_side_or_one_of_four_other_sizes():
    assert start().setup.options.board_size == 16
    for size in (12, 14, 18, 20):
        assert len(start(boardSize=size).board) == size * size
    for size in (8, 10, 11, 13, 22):
        with pytest.raises(OptionError, match="board_size"):
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


def test_CVD_2_the_creator_sees_the_board_turned_and_turns_it_back():
    files = {seat: GAME.scene(GAME.view(start(), seat)).files for seat in (0, 1, None)}
    assert files[1] == files[None] == tuple("abcdefghijklmnop")
    assert files[0] == files[1][::-1]
    assert GAME.scene(GAME.view(start(), 0), flip=True).files == files[1]
