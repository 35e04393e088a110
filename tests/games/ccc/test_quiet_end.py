"""Until a quiet end decides a match, everyone sees the count, both sides' Strength, and who leads. CCC-75."""

from __future__ import annotations

import pytest

from games.core.game import MatchReason, Result
from tests.kit.games.ccc_table import BLACK, GAME, PUBLIC, WHITE, play, put, start

AHEAD = "Lb1 (FF)c2 Ta1 mb8 fd7 tg8"
"""White's Pyramids have 6 Strength and Black's 4; Flats and Toruses have 12 and 11."""
LEVEL = "Lb1 Fc2 lb8 (ff)d7"


def scene(state, who=WHITE):
    return GAME.scene(GAME.view(state, who))


def counters(state):
    picture = scene(state, PUBLIC)
    shown = (*picture.counters, *picture.below)
    return [(counter.label, counter.value, counter.seat) for counter in shown if counter.label != "Pyramids"]


def question(state):
    view = GAME.view(state, GAME.to_act(state)[0])
    return GAME.prompt(view, ()).question


@pytest.mark.parametrize("calm", [0, 5, 13])
def test_CCC_75_the_picture_counts_adds_up_and_says_who_leads(calm):
    assert counters(put(AHEAD, calm=calm, ply=30)) == [
        ("Quiet", f"{calm} of 14", None),
        ("Turn", "30", None),
        ("Strength", "6 + 12", WHITE),
        ("Strength", "4 + 11", BLACK),
        ("Leads", "White", None),
    ]


def test_CCC_75_what_the_result_ignores_is_not_shown():
    assert counters(put(LEVEL, quietResult="strength"))[2:] == [
        ("Strength", "6", WHITE),
        ("Strength", "6", BLACK),
        ("Leads", "neither", None),
    ]
    assert counters(put(LEVEL))[-1] == ("Leads", "Black", None)
    assert counters(put(LEVEL, quietResult="draw")) == [("Quiet", "0 of 14", None), ("Turn", "9", None)]
    assert counters(put(LEVEL, quiet=0)) == [("Turn", "9", None)]


def test_CCC_75_after_a_quiet_end_the_sums_that_decided_it_stay_and_after_others_they_go():
    quiet = play(put(AHEAD, calm=13), "c2-c3")
    assert counters(quiet)[2:] == [("Strength", "6 + 12", WHITE), ("Strength", "4 + 11", BLACK)]
    assert ("Quiet", "14 of 14", None) in counters(quiet)
    resigned = GAME.ended(put(AHEAD, calm=13), Result(BLACK, MatchReason.RESIGNED))
    assert counters(resigned) == [("Turn", "9", None)]
    assert GAME.noted(GAME.view(quiet, WHITE)) == GAME.noted(GAME.view(resigned, WHITE)) == ()


def test_CCC_75_the_alt_text_and_the_panel_say_the_same():
    standing = (
        "Turns without an attack or a hop: 7 of 14. Strength of Pyramids: White 6, Black 4; "
        "of Flats and Toruses: White 12, Black 11. White leads."
    )
    state = put(AHEAD, calm=7)
    for who in (WHITE, BLACK, PUBLIC):
        assert standing in scene(state, who).alt
        assert GAME.noted(GAME.view(state, who)) == (standing,)
    assert GAME.noted(GAME.view(put(LEVEL, calm=7, quietResult="draw"), WHITE)) == (
        "Turns without an attack or a hop: 7 of 14.",
    )
    assert GAME.noted(GAME.view(put(LEVEL, quiet=0), WHITE)) == ()
    assert GAME.noted(GAME.view(put(AHEAD, calm=6), WHITE)) == GAME.noted(GAME.view(start(), WHITE)) == ()
    assert "0 of 14" in scene(start()).alt
    assert "Neither leads." in scene(start()).alt


@pytest.mark.parametrize(
    ("calm", "subtitle", "announced"),
    [
        (9, "White to move", ""),
        (10, "White to move, 4 quiet turns left", "the match ends after 4 more turns, and White would win. "),
        (12, "White to move, 2 quiet turns left", "the match ends after 2 more turns, and White would win. "),
        (13, "White to move, last quiet turn", "this turn ends the match, and White would win. "),
        (40, "White to move, last quiet turn", "this turn ends the match, and White would win. "),
    ],
)
def test_CCC_75_the_last_turns_are_announced(calm, subtitle, announced):
    state = put(AHEAD, calm=calm)
    assert scene(state).subtitle == subtitle
    assert f"{subtitle}. " in scene(state).alt
    begins = "Without an attack or a hop, " if announced else ""
    assert question(state) == f"{begins}{announced}Which piece do you want to use?"


def test_CCC_75_the_announcement_says_a_draw_and_is_silent_where_no_quiet_end_comes():
    assert "it would be a draw" in question(put(LEVEL, calm=13, quietResult="draw"))
    never = put(LEVEL, calm=2000, quiet=0)
    assert (question(never), scene(never).subtitle) == ("Which piece do you want to use?", "White to move")


def test_CCC_75_parts_in_the_hand_count_in_the_picture_of_a_plan():
    state = put("(FFFM)d4 Lh1 sh8")
    for draft in (("d4", "collapse", "3"), ("d4", "collapse", "3", "n", "1")):
        picture = GAME.prompt(GAME.view(state, WHITE), draft).picture
        assert [counter.value for counter in picture.below] == ["10 + 3", "2 + 0", "White"]
        assert (
            "Strength of Pyramids: White 10, Black 2; of Flats and Toruses: White 3, Black 0" in picture.alt
        )


def test_the_alt_text_names_what_is_frozen():
    assert "Frozen" not in scene(put("Nd4 fa8")).alt
    state = put("Nd4 ne4 Fe5 td3 (FM)f5")
    frozen = "Black Torus d3, White Nice Flag d4, Black Nice Flag e4, White Flat e5"
    assert f" Frozen: {frozen}. White: " in scene(state, PUBLIC).alt
