"""Attacks: their cost is shown before, and all losses are told after (CCC-14 to CCC-19, CCC-33)."""

from __future__ import annotations

import pytest

from games.ccc.rules.costs import cost, warning
from tests.kit.games.ccc_table import GAME, put


def piece(text):
    """Return a piece by its letters, as on d4."""
    state = put(f"{text}d4")
    return state.position.board[state.setting.geometry.square_of["d4"]]


@pytest.mark.parametrize(
    ("mine", "theirs", "pools", "said"),
    [
        ("F", "(ffff)", (0, 0), "yours is destroyed and theirs keeps 3"),
        ("F", "f", (0, 0), "both are destroyed"),
        ("M", "(fff)", (0, 0), "theirs is destroyed and yours keeps 1"),
        ("(FFS)", "c", (0, 0), "yours is destroyed and theirs is unhurt"),
        ("T", "c", (7, 0), "your Toruses are destroyed and theirs is unhurt"),
        ("T", "(fff)", (7, 0), "theirs is destroyed and your Toruses keep 4"),
        ("(FFF)", "t", (0, 8), "yours is destroyed and their Toruses keep 5"),
        ("T", "t", (5, 5), "your Toruses are destroyed and their Toruses are destroyed"),
        ("S", "n", (0, 0), "theirs is destroyed and yours keeps 1"),
    ],
)
def test_CCC_14_what_an_attack_costs(mine, theirs, pools, said):
    assert cost(piece(mine), piece(theirs), pools) == said


def test_CCC_33_drops_on_a_cube_or_a_torus_are_warned_of():
    flats = piece("(FFF)")
    assert warning(flats, piece("c"), (0, 0)) == "A Cube is there: everything you drop on it is lost."
    assert "10 Strength, which their Toruses share" in warning(flats, piece("t"), (0, 10))
    assert warning(flats, piece("f"), (0, 0)) == warning(flats, None, (0, 0)) == ""
    asked = GAME.prompt(GAME.view(put("(FFF)d4 td5 sa8 Lh1"), 0), ("d4", "collapse", "3", "n"))
    assert "A Torus is there" in asked.question
    assert "Drop 1: yours is destroyed and their Toruses keep 9." in asked.question


def test_an_attack_that_only_costs_is_asked_about_with_the_board_after_it():
    view = GAME.view(put("Fd4 (fff)d5 sa8 Lh1"), 0)
    asked = GAME.prompt(view, ("d4", "attack", "d5"))
    assert asked.question == "Attack the Flat Stack on d5? Yours is destroyed and theirs keeps 2."
    assert {token.square: token.stack for token in asked.picture.tokens if token.square in ("d4", "d5")} == {
        "d5": 2
    }
    even = GAME.prompt(GAME.view(put("Fd4 fd5 sa8 Lh1"), 0), ("d4",))
    attack = next(choice for choice in even.choices if choice.key.startswith("attack"))
    assert attack.action == "d4xd5"


def test_losing_the_last_pyramid_is_asked_about():
    asked = GAME.prompt(GAME.view(put("Sd4 (ff)e5 ma8"), 0), ("d4", "attack", "e5"))
    assert asked.question.endswith("Both are destroyed. You'd have no Pyramid left.")


def test_everything_that_fell_in_a_collapse_is_told_in_order():
    state = put("(FFFF)b4 Fc4 fd4 (ff)e4 sa8 Lh1")
    told = GAME.play(state, 0, GAME.parse(GAME.view(state, 0), "4b4>112")).told
    assert told[None] == (
        "White's Flat Stack collapses: 4b4>112.",
        "It drops a Flat on c4, then a Flat on d4, then 2 Flats on e4.",
        "On d4: a Flat against Black's Flat. Both are destroyed.",
        "On e4: 2 Flats against Black's Flat Stack. Both are destroyed.",
    )


def test_a_planned_collapse_says_what_each_drop_would_cost():
    view = GAME.view(put("(FFFF)b4 Fc4 fd4 (ff)e4 sa8 Lh1"), 0)
    asked = GAME.prompt(view, ("b4", "collapse", "4", "e", "1", "1", "2"))
    assert asked.question == (
        "This is how it would look (4b4>112)."
        "\nA Flat onto the Flat on d4: both are destroyed."
        "\n2 Flats onto the Flat Stack on e4: both are destroyed."
    )


def test_what_is_in_your_hand_is_said_in_words_with_its_wounds():
    view = GAME.view(put("(FFM3S)d4 sa8"), 0)
    lift = GAME.prompt(view, ("d4", "collapse"))
    assert lift.question.startswith("On d4: 2 Flats, a Medium Pyramid with 3 of 4 and a Small Pyramid.")
    way = GAME.prompt(view, ("d4", "collapse", "3"))
    assert way.question == (
        "In your hand: a Flat, a Medium Pyramid with 3 of 4 and a Small Pyramid. Which way?"
    )
