"""CCC's rulings on turns, the forced pass and refusals (CCC-10 to CCC-13, GEN-4)."""

from __future__ import annotations

import random

import pytest

from games import Illegal, Unreadable
from tests.kit.games.ccc_table import (
    BLACK,
    GAME,
    SAMPLES,
    SENTENCE,
    WHITE,
    at,
    board,
    field,
    first_actions,
    legal,
    outcome,
    play,
    put,
    reach,
    refused,
    side_of,
    start,
    step,
)

STUCK = "La1 Cb2 Nc2 nc3 sa2 cb1 cb3"
"""Both Flags side by side freeze each other and every Cube; the Cubes shut the Pyramids in."""
WHITE_STUCK = "La1 Cb2 Nh7 nc3 sg1 ch4"
"""White's Cube is frozen and shuts the Pyramid in, while its Flag may not move twice running."""
SHUT_IN = "(FL)a1 Ca2 Cb2 Nb1 nb3"
"""A Pyramid Stack that its own frozen Cubes shut in."""
EVERY_KIND = {
    "move": ("Fd4", "d4-d5"),
    "merge": ("Fd4 Fe4", "d4&e4"),
    "attack": ("Fd4 fd5", "d4xd5"),
    "hop": ("Fd4 fd5", "d4^d6"),
    "collapse of a Flat Stack": ("(FFF)d4", "2d4+11"),
    "collapse of a Constructed Pyramid": ("(LM)c3", "2c3+>11"),
    "collapse of a Pyramid Stack": ("(FS)c3", "2c3:+1:>1"),
    "swap": ("Sa1 Ld2", "a1~d2"),
    "Flag move": ("Nd4", "N@e7{Cool move.}"),
    "Flag re-placed": ("Fd4", "N*{Cool move.}"),
}


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_CCC_10_each_kind_of_action_is_the_whole_turn(kind):
    pieces, text = EVERY_KIND[kind]
    state = put(pieces, ply=9)
    after = play(state, text)
    assert (side_of(state), side_of(after)) == (WHITE, BLACK)
    assert field(after, "ply") == "10"
    refused(after, text, "Black's turn", seat=WHITE)


def test_CCC_10_nobody_else_may_act_in_a_turn():
    state = put("Fd4 fd6")
    refused(state, "d6-d5", "White's turn", seat=BLACK)


def test_CCC_10_only_an_own_piece_is_selected():
    state = put("Fd4 fd6")
    for text in ("d6-d5", "e5-e6", "d6xe5", "1d6-1", "1e5:+1", "d6^d8"):
        refused(state, text, f"You have no piece on {text.lstrip('1')[:2]}")


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ("Fd4 Fe4", "d4&e4"),
        ("(FF)d4 Fd5", "d4&d5"),
        ("Sc3 Ld4", "c3&d4"),
        ("Sc3 Fd4", "c3&d4"),
        ("(FS)d4 Fe5", "d4&e5"),
    ],
)
def test_CCC_11_a_merge_is_the_turns_action(pieces, text):
    after = play(put(pieces), text)
    assert side_of(after) == BLACK
    assert at(after, text[:2]) == ""


# --- passing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [start(first="white"), put("Fd4"), put(SHUT_IN)])
def test_CCC_12_nobody_passes_who_can_do_something(state):
    assert "--" not in legal(state)
    refused(state, "--", "can't pass")


def test_CCC_12_a_collapse_of_a_pyramid_stack_alone_is_something_to_do():
    state = put("(FL)a1 Ca2 Cb2 (FFFFF)b1 Nh7 nb3 (fffffs)c1", moved="10")
    assert legal(state) == ["1a1:>1"]
    refused(state, "--", "can't pass")


@pytest.mark.parametrize("pieces", [WHITE_STUCK, SHUT_IN])
def test_CCC_12_the_pass_is_listed_alone_when_there_is_nothing_to_do(pieces):
    state = put(pieces, moved="10")
    assert legal(state) == ["--"]


@pytest.mark.parametrize("pieces", [WHITE_STUCK, SHUT_IN])
def test_CCC_12_a_forced_pass_changes_nothing_but_the_turn(pieces):
    state = put(pieces, moved="10", calm=3, ply=9)
    after = play(state, "--")
    assert board(after) == board(state)
    assert (side_of(after), field(after, "quiet"), field(after, "ply")) == (BLACK, "4", "10")
    assert outcome(after) is None


def test_CCC_12_who_must_pass_may_do_nothing_else():
    state = put(WHITE_STUCK, moved="10")
    refused(state, "a1xb2")
    refused(state, "b2-b3", "Nice Flag")
    refused(state, "N@a8{Cool move.}", "last turn")


def test_CCC_12_a_pass_is_told():
    told = step(put(WHITE_STUCK, moved="10"), "--").told
    assert told[BLACK][0] == told[None][0]
    assert "pass" in told[BLACK][0]


def test_CCC_12_two_forced_passes_in_a_row_are_a_draw():
    state = put(STUCK)
    assert legal(state) == ["--"]
    once = play(state, "--")
    assert (outcome(once), legal(once)) == (None, ["--"])
    assert outcome(play(once, "--")) == (None, "stuck")


def test_CCC_12_passes_with_an_action_between_them_are_no_draw():
    state = play(put(WHITE_STUCK, moved="10"), "--", "h4-h3", "N@h8{Cool move.}", "h3-h4", "--")
    assert outcome(state) is None
    assert side_of(state) == BLACK


# --- targets of attacks -------------------------------------------------------------------------------

ATTACKERS = {"F": "Fd4", "T": "Td4", "M": "Mc4", "(LM)": "(LM)c4", "(FM)": "(FM)d4"}
VICTIMS = ["f", "(ff)", "(fffff)", "c", "t", "s", "m", "(lm)", "(fs)", "(ffm3s)"]


@pytest.mark.parametrize("attacker", ATTACKERS)
@pytest.mark.parametrize("victim", VICTIMS)
def test_CCC_13_an_opposing_piece_may_be_a_structure(attacker, victim):
    source = ATTACKERS[attacker][-2:]
    assert "xd5" in reach(put(f"{ATTACKERS[attacker]} {victim}d5"), source)


@pytest.mark.slow
@pytest.mark.parametrize("attacker", [*ATTACKERS.values(), "(FF)d4", "Cd4"])
@pytest.mark.parametrize("friend", ["F", "(FFFFF)", "C", "T", "N", "S", "(FS)"])
def test_CCC_13_own_pieces_are_never_attacked(attacker, friend):
    state = put(f"{attacker} {friend}d5")
    assert not any("x" in text for text in legal(state))
    refused(state, f"{attacker[-2:]}xd5")


# --- illegal actions ---------------------------------------------------------------------------------

ILLEGAL = [
    ("own height, Flat Stack", "(FFF)d4", "4d4+112", "has only 3 parts"),
    ("own height, Constructed Pyramid", "(LM)c3", "3c3+>111", "has only 2 parts"),
    ("own height, Pyramid Stack", "(FFS)d4", "4d4:+2:+2", "has only 3 parts"),
    ("size rule, move", "Mc3 Sd4", "c3&d4", "only go onto a larger one"),
    ("size rule, drop", "(LM)c3 Sd4", "1c3+>1", "only go onto a larger one"),
    ("size rule, stack", "(FL)d4 (MS)e5", "1d4:+>1", "lowest part in your hand|only go onto a larger one"),
    ("six Flats, move", "(FFF)d4 (FFF)d5", "d4&d5", "at most 5 Flats"),
    ("six Flats, drop", "(FFF)d4 (FFFF)d5", "2d4+2", "5 Flats"),
    (
        "barricade",
        "(FFF)d4 (fff)d5",
        "2d4+2",
        "is a barricade: it has 3 parts, and you have only 2 Flats in your hand",
    ),
    ("zone, selection", "Fd4 ne5", "d4-c4", "next to your opponent's Nice Flag"),
    ("zone, hop", "Fd4 fd5 fe6 nc7", "d4^d6^f6", "next to your opponent's Nice Flag"),
    ("zone, collapse", "(FFFF)d2 ne5", "4d2+112", "next to your opponent's Nice Flag"),
    ("zone, Cube", "Ca4 ne5", "a4-e4", "Nice Flag"),
    ("zone, Torus", "Ta4 ne5", "a4-h4", "Nice Flag"),
    ("drops that do not sum, more", "(FFF)d4", "2d4+111", "lift 2 and drop 3"),
    ("drops that do not sum, fewer", "(FFF)d4", "3d4+11", "lift 3 and drop 2"),
    ("drops that do not sum, pyramids", "(LMS)c3", "3c3+>101", "lift 3 and drop 2"),
    ("a plan that stops short", "(FFS)d4", "3d4:+1:+1", "lift 3 and drop 2"),
    ("a plan that goes on", "(FFS)d4", "2d4:+1:+1:+1", "lift 2 and drop 3"),
    ("a list that ends in 0", "(LM)c3", "2c3+>110", "never with 0"),
    ("a list that ends in 0 after all dropped", "(LM)c3", "2c3+>20", "never with 0|ordinary move"),
    ("a list of 0 alone", "(LM)c3", "2c3+>00", "lift 2 and drop 0"),
    ("a line for a Pyramid Stack", "(FFS)d4", "2d4+11", "Pyramid Stack is written like"),
    ("a path for a Flat Stack", "(FFF)d4", "2d4:+1:+1", "Flat Stack is written like"),
    ("a path for a Constructed Pyramid", "(LM)c3", "2c3:+>1:+>1", "Constructed Pyramid is written like"),
    ("a collapse of a lone piece", "Td4", "1d4+1", "Only Structures collapse"),
    ("the enemy's piece", "fd5", "d5-d4", "no piece on d5"),
    ("nothing", "Fd4", "1e6+1", "no piece on e6"),
    ("a Flag like another piece", "Nd4", "d4-d5", "N@"),
    ("a swap with a Structure", "Lc1 (MS)f1", "c1~f1", "have a lone Pyramid"),
    ("a pass", "Fd4", "--", "can't pass"),
]


@pytest.mark.parametrize(
    ("pieces", "text", "words"), [row[1:] for row in ILLEGAL], ids=[row[0] for row in ILLEGAL]
)
def test_GEN_4_an_illegal_action_is_refused_with_the_rule_in_words(pieces, text, words):
    refused(put(pieces), text, words)


def judged(view, text):
    """Return the action of a text, or the sentence that refuses it."""
    try:
        return GAME.parse(view, text), ""
    except (Illegal, Unreadable) as error:
        return None, str(error)


@pytest.mark.parametrize("name", SAMPLES)
def test_GEN_4_texts_that_are_nearly_actions_are_legal_or_refused_in_a_sentence(name):
    state, rng = SAMPLES[name], random.Random(name)
    view, before, texts = GAME.view(state, side_of(state)), repr(state), first_actions(state, 300)
    for _ in range(400):
        text, other = rng.choice(texts), rng.choice(texts)
        place = rng.randrange(len(text))
        change = rng.choice(["", text[place] * 2, *"abcdh12358+-<>x&~^:N@*{}", other[place:], other])
        nearly = text[:place] + change + rng.choice([text[place + 1 :], ""])
        action, refusal = judged(view, nearly)
        if action is None:
            assert SENTENCE.fullmatch(refusal), (nearly, refusal)
        else:
            GAME.play(state, side_of(state), action)
    assert repr(state) == before
