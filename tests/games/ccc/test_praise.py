"""The suggested compliment fits the opponent's last turn, kind by kind (CCC-42)."""

from __future__ import annotations

import pytest

from games.ccc.rules.compliments import READY, READY_FOR_THE_GAME, what_is_wrong
from games.ccc.screen.praise import praise
from tests.kit.games.ccc_table import BACKHANDED, GAME, put, start

TURNS = [
    ("Fd4 fd5", "d4xd5", "You took my Flat, and I have to admire it."),
    ("Ta1 ma4", "a1xa4", "You took my Medium Pyramid, and I have to admire it."),
    ("Ta1 (fff)a4", "a1xa4", "You took my Flat Stack, and I have to admire it."),
    ("Fd4 (fff)d5", "d4xd5", "My Flat Stack felt that one. Well struck."),
    ("Fd4 cd5", "d4xd5", "I like how boldly you play."),
    ("Fd4 fd5", "d4^d6", "A lovely hop over my Flat."),
    ("Fd4 fe5 fe7", "d4^f6^d8", "Two hops in one turn. What a chain!"),
    ("(FFF)b4 fc4 ld4", "3b4>12", "That collapse took my Flat. Beautiful timing."),
    ("(FFFF)b4 fc4 sd4", "3b4>12", "That collapse took my Small Pyramid. Beautiful timing."),
    ("(FFF)b4 tc4", "2b4>2", "That collapse came down just where it counts."),
    ("(FFF)b4", "2b4>11", "Your Flat Stack came down so gracefully."),
    ("(FFM)b4 sc4", "1b4:>1", "That collapse took my Small Pyramid. Beautiful timing."),
    ("Fd4 Fe4", "d4&e4", "Beautifully stacked, there on e4."),
    ("Ma1 Lb3", "a1~b3", "A smooth swap, a1 with b3."),
    ("Fd4", "d4-d5", "Your Flat looks good on d5."),
    ("Md4", "d4-e5", "Your Medium Pyramid looks good on e5."),
    ("Na1", "N@c3{Cool move.}", "Your Nice Flag looks lovely on c3."),
    ("Lh1", "N*{Cool move.}", "How nice to see your Flag again."),
]


def after_turn(pieces, text, **options):
    """Return Black's view after White's turn; Black has a Flag on g8."""
    state = put(f"{pieces} ng8", **options)
    return GAME.view(GAME.play(state, 0, GAME.parse(GAME.view(state, 0), text)).state, 1)


@pytest.mark.parametrize(("pieces", "text", "words"), TURNS)
def test_CCC_42_a_compliment_is_suggested_that_fits_the_last_turn(pieces, text, words):
    assert praise(after_turn(pieces, text)) == words
    assert what_is_wrong(words, "free") is None
    assert BACKHANDED.search(words) is None


def test_CCC_42_it_comes_first_and_saying_it_is_legal():
    view = after_turn("Fd4 fd5", "d4^d6")
    prompt = GAME.prompt(view, ("g8", "flag", "c5"))
    assert [choice.says for choice in prompt.choices if choice.says] == ["A lovely hop over my Flat.", *READY]
    assert GAME.said(GAME.parse(view, prompt.choices[0].action)) == "A lovely hop over my Flat."


def test_CCC_42_from_the_list_only_ready_ones_are_suggested():
    view = after_turn("Fd4 fd5", "d4^d6", compliments="list")
    assert [c.says for c in GAME.prompt(view, ("g8", "flag", "c5")).choices] == list(READY)


def test_CCC_42_a_flag_that_comes_back_praises_the_whole_game():
    state = put("Fd4 fd5")
    view = GAME.view(GAME.play(state, 0, GAME.parse(GAME.view(state, 0), "d4^d6")).state, 1)
    said = [choice.says for choice in GAME.prompt(view, ("return",)).choices if choice.says]
    assert said == [*READY_FOR_THE_GAME, READY[0]]


def test_CCC_42_no_turn_no_suggestion():
    assert praise(GAME.view(start(), 0)) is None
