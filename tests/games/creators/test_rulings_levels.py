"""The rulings on the levels of the bot, each tested in a small position (CVD-37 to CVD-39)."""

from __future__ import annotations

import hashlib
import random
import re

import pytest
from msgspec.structs import replace

from games.core.selfplay import numbered_seed
from games.creators.ai.levels import PLAYERS
from games.creators.ai.memory import recall_cells
from games.creators.ai.players import _opponent_is_near, best_move, best_of_equals, fillable_pairs, utility
from games.creators.rules.geometry import geometry
from games.creators.rules.glyphs import GLYPHS
from tests.games.creators.table import (
    CREATOR,
    DESTROYER,
    GAME,
    SMALL,
    cell,
    choose,
    legal,
    near,
    on_pattern,
    pattern_squares,
    put,
    start,
)


def test_CVD_37_an_unbriefed_destroyer_plays_the_same_whatever_the_pattern():
    for die in range(1, 7):
        chosen = {
            choose(
                put("f6 d5 h8", "f3 d2 h1", side=DESTROYER, die=die, pattern=glyph, destroyerPreview="none")
            )
            for glyph in ("+", "O", "A", "X")
        }
        assert len(chosen) == 1


@pytest.mark.parametrize(("level", "share"), [("easy", 35), ("medium", 26), ("skilled", 22)])
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


SHARES = {"a third": 1 / 3, "a fifth": 1 / 5, "one nut in four": 1 / 4}


@pytest.mark.parametrize("level", ["easy", "medium", "skilled"])
def test_CVD_37_a_level_is_introduced_with_about_the_share_that_it_forgets(level):
    about = GAME.personas[level].words
    (share,) = (share for words, share in SHARES.items() if words in about)
    assert abs(share - PLAYERS[level].forgets / 100) < 0.025


@pytest.mark.parametrize(("preview", "most"), [("full", 4), ("five", 8)])
def test_CVD_37_medium_as_the_destroyer_keeps_a_few_cells_of_what_it_was_shown(preview, most):
    kept, level = [], PLAYERS["medium"]
    noting = replace(level, choose=lambda view, pattern, budget: kept.append(pattern))
    for number in range(12):
        state = replace(start(destroyerPreview=preview, seed=numbered_seed(number)), side=DESTROYER, die=1)
        briefing = GAME.briefing(state, DESTROYER)
        noting(GAME.view(state, DESTROYER), briefing, random.Random(1), 1)
        shown = {geometry(16).cell_of[square] for square in briefing.data["cells"]}
        assert kept[-1] < shown or len(shown) <= most
        assert len(kept[-1]) == min(most, len(shown))


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
        ("d6-d5", "d6", True, -110),
        ("d6-d5", "d5 d6", False, 100 - 110),
        ("d6xc7", "", True, 50 + 6 * 3),
        ("d6xc7", "c7", False, 100 + 50 + 60 + 6 * (3 - 1)),
        ("d6xc7", "c7 d6", True, 100 + 50 + 60 + 80 - 110 + 6 * (3 - 1)),
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
    chosen = best_of_equals(GAME.view(state, DESTROYER), frozenset(state.setup.pattern.cells), 1000)
    assert GAME.format(chosen) == "d6xc7"


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
