"""The tips of CCC's coach: each is given where it applies, and only there."""

from __future__ import annotations

import pytest

from games.core.selfplay import numbered_seed, playing
from games.core.vocabulary.lessons import new_tip
from tests.kit.games.ccc_table import GAME, put, start

CALM = "Fb2 Fc2 fb7 fc7 Ne1 ne8 Lc1 lc8"
"""A position in which no pieces are near each other."""
SAID = {
    "win": (put("Ta4 Sh1 se4"), ("a4", "e4")),
    "danger": (put("Md2 Fa3 td6 sh8 Ne1"), ("d6", "d2", "freeze")),
    "take": (put("La1 sd4 mh8"), ("a1", "d4")),
    "chain": (put("Fd4 fd5 fe6 Sh1 sh8"), ("d4", "d5, e6")),
    "hop": (put("Fd4 fd5 Sh1 sh8"), ("d4", "d5")),
    "frozen": (put("Td7 ne8 Ne1"), ("d7",)),
    "gap": (put("Fd4 fe5"), ("e5", "d4")),
    "last": (put("Sa3 fd5 sh8"), ("a3",)),
    "collapse": (put("(FFF)d4 fd6 Sh1 sh8"), ("d4", "d6")),
    "tower": (put("(FFM)d4 fe6 sh8"), ("d4", "e6")),
    "flag-back": (put("Fb2"), ("compliment",)),
    "start": (start(first="white"), ("Flats",)),
    "quiet": (put(CALM, calm=7), ("7 turns", "14")),
    "stack": (put(CALM), ("collapse",)),
    "crown": (put("(FF)d4 Lc1 sh8"), ("d4",)),
    "flag": (put("Ne1 td8 Fa2 sh8"), ("d8",)),
    "cube": (put("Fd4 cd5 Sh2 sh8"), ("d4", "d5")),
    "torus": (put("Ta4 Sh1 sg8", pools="3,0"), ("3",)),
    "ahead": (put("La1 mg7"), ("6", "4")),
    "behind": (put("Ma1 lg7"), ("4", "6")),
}
NOT_SAID = {
    "win": put("Ta4 Sh1 se4", pools="1,0"),
    "danger": put("Md2 Fa3 Fd3 td6 sh8 Ne1"),
    "take": put("Sa1 ld4 mh8"),
    "chain": put("Fd4 fd5 Sh1 sh8"),
    "hop": put("Fd4 fd5 fd6 Sh1 sh8"),
    "frozen": put("Sd7 ne8 Ne1"),
    "gap": put("Fd4 fe5 Fc3"),
    "last": put("Sa3 Mb3 fd5 sh8"),
    "collapse": put("(FFF)d4 fd8 Sh1 sh8"),
    "tower": put("(FFM)d4 fe8 sh8"),
    "flag-back": put("Fb2 Ne1"),
    "start": put("Fd4 fd5"),
    "quiet": put(CALM, calm=7, quietResult="draw"),
    "stack": put(f"{CALM} (FF)h3"),
    "crown": put("(FFL)d4 Sc1 (FF)a2 sh8"),
    "flag": put("Ne1 td8 Fa2 sh8", moved="10"),
    "cube": put("Fd4 cd6 Sh1 sh8"),
    "torus": put("Ta4 Sh1 sg8", pools="4,0"),
    "ahead": put("Ma1 mg7"),
    "behind": put("Ma1 mg7"),
}


def tips(state):
    return {tip.key: tip.words for tip in GAME.tips(GAME.view(state, GAME.to_act(state)[0]))}


@pytest.mark.parametrize("key", SAID)
def test_it_is_said_where_it_applies_and_names_what_to_look_at(key):
    state, words = SAID[key]
    assert all(word in tips(state)[key] for word in words)


@pytest.mark.parametrize("key", NOT_SAID)
def test_it_is_not_said_where_it_does_not(key):
    assert key not in tips(NOT_SAID[key])


def test_what_decides_the_match_comes_first():
    assert next(iter(tips(SAID["win"][0]))) == "win"
    assert next(iter(tips(SAID["danger"][0]))) == "danger"


@pytest.mark.parametrize(
    ("white", "words"), [("Lc1 Fb2", "You'd win"), ("Sa2 Fb2", "They'd win"), ("Mc1 Fb2", "draw")]
)
def test_it_is_told_who_would_win_a_match_that_ends_for_want_of_attacks(white, words):
    assert words in tips(put(f"{white} mh7 fg7", calm=9))["quiet"]


def test_nothing_is_said_to_anybody_but_who_is_to_act():
    state = start(first="white")
    assert not GAME.tips(GAME.view(state, 1))
    assert not GAME.tips(GAME.view(state, None))
    assert GAME.tips(GAME.view(state, 0))


def test_in_a_first_match_there_is_something_new_for_many_turns():
    players, moments, said = (GAME.players["easy"], GAME.players["novice"]), [], []
    options = GAME.options({"first": "white"})
    state = GAME.new(options, numbered_seed(1))
    for _, following in playing(GAME, options, numbered_seed(1), players):
        if GAME.to_act(state) == (0,):
            moments.append(GAME.tips(GAME.view(state, 0)))
            tip = new_tip(moments)
            said += [] if tip is None else [tip.key]
        state = following
    assert said[0] == "start"
    assert len(said) >= 8


def test_what_is_said_ends_no_sentence_that_goes_on():
    state = put("Ta4 Lg1 Ne1 se8 ne5")
    view = GAME.view(state, 0)
    for said, told in (("Cool move.", "“Cool move”"), ("So close...", "“So close...”"), ("Wow!", "“Wow!”")):
        action = GAME.parse(view, f"N@d4{{{said}}}")
        assert GAME.advice(view, action).words.endswith(f"say {told}")


def test_a_flag_that_is_off_the_board_is_advised_back_to_its_own_home():
    view = GAME.view(put("Fd4"), 0)
    told = GAME.advice(view, GAME.parse(view, "N*{Cool move.}"))
    assert told.words == "put the Nice Flag back home and say “Cool move”"
    assert told.why == "Your Nice Flag is back, and freezes whatever is next to it."
    assert [(mark.kind, mark.squares) for mark in told.picture.marks] == [("entry", ("e1",))]


def test_a_swap_is_advised_by_both_squares():
    view = GAME.view(put("Lc1 Md1"), 0)
    told = GAME.advice(view, GAME.parse(view, "c1~d1"))
    assert told.words == "swap the Pyramids on c1 and d1"
    assert told.why == "The two Pyramids trade places, so no square is left empty."
    assert [(mark.kind, mark.squares) for mark in told.picture.marks] == [("chosen", ("c1", "d1"))]


def test_a_forced_pass_is_advised_without_a_mark():
    view = GAME.view(put("La1 Cb2 Nh7 nc3 sg1 ch4", moved="10"), 0)
    told = GAME.advice(view, GAME.parse(view, "--"))
    assert (told.words, told.why) == (
        "pass, because there's nothing else to do",
        "You can't do anything else.",
    )
    assert told.picture.marks == ()
