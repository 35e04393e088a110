"""The engine of CCC agrees with a slow second implementation made from the rules alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games import GAMES
from tests.games.ccc.happenings import form_of
from tests.games.ccc.positions import FAR, OTHERS, PERFT, START, VECTORS, meeting_positions, placed
from tests.games.ccc.reference import Reference
from tests.games.ccc.side_by_side import (
    SideBySide,
    perft_of_engine,
    perft_of_reference,
    play_crowds,
    play_games,
    play_towers,
    ready_list,
    some_options,
)
from tests.games.ccc.strays import COMPLIMENTS

CCC = GAMES["ccc"]
WHITE_FIRST = {"first": "white"}

FIGHTS = {
    "F": "F FS C T P CP PS",  # any other piece next to an enemy Flag is frozen,
    "FS": "F C T P",  # so only pyramids ever strike it, and far Toruses by the option
    "T": "F FS C T P CP PS N",
    "P": "F FS C T P CP PS N",
    "CP": "F FS C T P CP PS N",
    "PS": "F FS C T P CP PS N",
}
MERGES = {"F": "F FS", "FS": "F FS", "P": "F FS P CP PS", "CP": "F FS P PS", "PS": "F FS"}
FORMS = ["-", "&", "x", "^", "line", ":", "~", "N@", "N*", "chain", "frozen pieces", "accepted", "refused"]
COLLAPSES = ["FS collapses", "CP collapses", "PS collapses"]
MEETINGS = [f"{attacker}x{other}" for attacker, others in FIGHTS.items() for other in others.split()] + [
    f"{mover}&{other}" for mover, others in MERGES.items() for other in others.split()
]


# --- random games -----------------------------------------------------------------------------------


@pytest.mark.proof
def test_engine_and_reference_agree_at_every_action_of_random_games():
    seen = play_games(0, 4, 40)
    assert seen["actions"] > 120


@pytest.mark.proof
def test_engine_and_reference_agree_in_crowded_positions():
    seen = play_crowds(510, 30, 6)
    assert [event for event in FORMS + COLLAPSES if not seen[event]] == []


@pytest.mark.proof
def test_engine_and_reference_judge_the_same_texts_where_towers_are_high():
    seen = play_towers(0, 12, 40)
    assert seen["accepted"] > 50
    assert seen["refused"] > 100


def compare_meetings(positions: list[str], others: int) -> Counter[str]:
    """Compare every attack and merge and some other actions; every third Torus may hit a far Flag."""
    seen: Counter[str] = Counter()
    for number, position in enumerate(positions):
        options = {"position": position, "torusHitsFlag": ["off", "on"][number % 3 % 2]}
        game = SideBySide(options, seen=seen)
        game.compare()
        meetings = [text for text in game.legal if form_of(text) in ("x", "&")]
        rest = [text for text in game.legal if form_of(text) not in ("x", "&")]
        game.compare_after_each(meetings + random.Random(number).sample(rest, min(len(rest), others)))
    return seen


@pytest.mark.proof
def test_engine_and_reference_agree_on_what_happens_when_two_meet():
    seen = compare_meetings(random.Random(0).sample(meeting_positions(), 60), 5)
    assert seen["x"] > 20


@pytest.mark.proof
def test_engine_and_reference_agree_on_what_happens_whoever_meets_whom():
    seen = compare_meetings(meeting_positions(), 2)
    assert [event for event in MEETINGS if not seen[event]] == []


@pytest.mark.proof
def test_engine_and_reference_agree_in_many_long_games():
    seen = play_games(1000, 12, 200)
    assert seen["drawn by quiet"]
    assert seen["won by pyramids"]


@pytest.mark.proof
def test_engine_and_reference_agree_in_many_crowded_positions():
    seen = play_crowds(1800, 100, 12)
    assert [event for event in FORMS + COLLAPSES if not seen[event]] == []


@pytest.mark.proof
def test_engine_and_reference_judge_very_many_texts_where_towers_are_high():
    play_towers(1000, 40, 60)


# --- the start --------------------------------------------------------------------------------------


def test_the_start_is_as_written_and_has_47_actions():
    game = SideBySide(WHITE_FIRST)
    game.compare()
    assert game.truth.position() == START
    forms = Counter(next(sign for sign in "-&~" if sign in text) for text in game.legal)
    assert forms == {"-": 24, "&": 20, "~": 3}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(40))
def test_engine_and_reference_start_alike_whatever_the_options(number):
    rng = random.Random(number)
    game = SideBySide({**some_options(rng), "compliments": "free"}, rng.randbytes(32))
    game.compare()


# --- the test vectors of docs/rulings/ccc.md ---------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("pieces", "text", "wanted"), VECTORS + OTHERS)
@pytest.mark.parametrize("quiet", ["0 9", "7 30"])
def test_vectors_hold_in_engine_and_reference(pieces, text, wanted, quiet):
    text, _, pool = text.partition(" ")
    position = placed(pieces, pools=f"{pool},0" if pool else "", rest=quiet)
    game = SideBySide({"position": position})
    game.compare()
    game.try_text(text)
    assert game.truth.is_legal(text) == (wanted is not None)
    if wanted:
        game.play(text)
        game.compare()
        board, _, pools = wanted.partition(" ")
        assert game.truth.position().startswith(f"{board} b {pools or '0,0'} 00 ")


def test_last_pyramids_that_meet_are_a_draw():
    game = SideBySide({"position": placed({"d4": "S", "g7": "s"})})
    game.play("d4xg7")
    game.compare()
    assert game.truth.result() == (None, "both-pyramids")


def test_a_flag_rests_for_one_turn_of_its_own():
    pieces = {**FAR, "a1": "N", "g4": "F", "g6": "f"}
    game = played(pieces, "b", "0 3", "h8-g7 N@a2{Cool} g7-h8", {})
    assert "N@a3{Cool move.}" not in game.legal
    game.try_text("N@a3{Cool}")
    for text in ("g4-f4", "h8-g7", "N@a3{Cool}"):
        game.play(text)
        game.compare()


def played(pieces: dict, side: str, rest: str, texts: str, options: dict) -> SideBySide:
    """Play actions from a position, comparing both implementations after each."""
    game = SideBySide({**options, "position": placed(pieces, side=side, rest=rest)})
    game.compare()
    for text in texts.split():
        game.play(text)
        game.compare()
    return game


@pytest.mark.slow
@pytest.mark.parametrize("flag", ["N@e5", "N*"])
@pytest.mark.parametrize("compliments", ["free", "list", "off"])
def test_engine_and_reference_read_the_same_compliments(compliments, flag):
    pieces = {**FAR, "a1": "N"} if flag == "N@e5" else FAR
    game = SideBySide({"position": placed(pieces), "compliments": compliments})
    game.compare()
    for words in [*COMPLIMENTS, *ready_list()]:
        for text in (f"{flag}{{{words}}}", f"{flag}{{{words}", f"{flag}{words}", f"{flag} {{{words}}}"):
            game.try_text(text)
    assert game.seen["accepted"] >= {"free": 14, "list": len(ready_list()), "off": 1}[compliments]


# --- endings that random games hardly ever reach ------------------------------------------------------

STUCK = {"a1": "L", "b2": "C", "d2": "C", "c4": "N", "a4": "l", "b5": "c", "b3": "c", "c3": "n"}
"""A position with frozen Flags and Cubes, and pyramids shut in by their own Cubes."""


@pytest.mark.parametrize("side", ["w", "b"])
def test_two_forced_passes_in_a_row_are_a_draw(side):
    game = played(STUCK, side, "0 9", "-- --", {})
    assert game.truth.result() == (None, "stuck")


def test_one_forced_pass_goes_on_and_lets_the_flag_rest():
    pieces = {**STUCK, "a4": "", "a7": "l"}
    position = placed({square: stack for square, stack in pieces.items() if stack}, flags="10")
    game = SideBySide({"position": position})
    for text in ("--", "a7-b8", "--", "b8-a7", "--"):
        game.compare()
        game.play(text)
    game.compare()
    assert game.truth.result() is None


def test_a_pyramid_stack_that_is_shut_in_has_to_pass():
    game = SideBySide({"position": "4(lms)3/8/8/8/8/8/NCn5/(FFS)C6 w 0,0 10 0 9"})
    game.compare()
    assert game.legal == ["--"]
    game.try_text("--")


def test_quiet_is_judged_before_two_forced_passes():
    game = played(STUCK, "w", "98 120", "-- --", {"quiet": 100, "quietResult": "strength"})
    assert game.truth.result() == (None, "quiet")


FOUR = {"a1": "S", "b1": "L", "a8": "s", "b8": "l"}
FEW = {"a1": "S", "b1": "(M1)", "a8": "l"}
ROUND = "a1~b1 a8~b8 a1~b1 a8~b8"


def test_the_third_occurrence_of_the_start_is_a_draw():
    game = played(FOUR, "w", "0 9", f"{ROUND} {ROUND}", {})
    assert game.truth.result() == (None, "repetition")
    assert len(game.log) == 8


def test_repetition_is_judged_before_quiet():
    game = played(FOUR, "w", "92 120", f"{ROUND} {ROUND}", {"quiet": 100})
    assert game.truth.result() == (None, "repetition")


def test_the_flags_boolean_makes_a_position_another():
    pieces = {**FOUR, "e4": "N"}
    game = SideBySide({"position": placed(pieces, flags="10", rest="0 9")})
    for text in f"{ROUND} {ROUND} a1~b1".split():
        game.compare()
        game.play(text)
    game.compare()
    assert game.truth.result() == (None, "repetition")


@pytest.mark.parametrize(
    ("pieces", "winner"), [(FOUR, None), ({**FOUR, "c1": "(M1)"}, 0), ({**FOUR, "c8": "m"}, 1), (FEW, 1)]
)
def test_with_quiet_result_strength_more_pyramid_strength_wins(pieces, winner):
    game = played(pieces, "w", "13 120", "a1~b1", {"quietResult": "strength"})
    assert game.truth.result() == (winner, "quiet")
    plain = played(pieces, "w", "13 120", "a1~b1", {"quietResult": "draw"})
    assert plain.truth.result() == (None, "quiet")


@pytest.mark.parametrize(
    ("pieces", "winner"),
    [
        (FOUR, None),
        ({**FOUR, "c1": "F"}, 0),
        ({**FOUR, "c1": "F", "c8": "(ff)"}, 1),
        ({**FOUR, "c1": "T", "c8": "(fffff)", "d8": "f"}, 0),
        ({**FOUR, "c1": "(M1)", "c8": "(fffff)", "d8": "t"}, 0),
        ({**FOUR, "c1": "(FFM)", "b8": "(ffl)", "c8": "m"}, None),
    ],
)
def test_with_quiet_result_army_flats_and_toruses_break_a_tie_of_pyramids(pieces, winner):
    game = played(pieces, "w", "13 120", "a1~b1", {})
    assert game.truth.result() == (winner, "quiet")


def test_a_win_is_judged_before_quiet_and_only_a_flags_death_leaves_quiet_running():
    win = played({"d4": "L", "e5": "s", "a8": "n"}, "w", "13 120", "d4xe5", {})
    assert win.truth.result() == (0, "pyramids")
    flag = played({"d4": "L", "e5": "n", "a8": "s"}, "w", "13 120", "d4xe5", {})
    assert flag.truth.result() == (0, "quiet")


def test_losing_ones_last_pyramid_in_ones_own_turn_loses():
    game = played({"d4": "S", "e5": "l"}, "w", "0 9", "d4xe5", {})
    assert game.truth.result() == (1, "pyramids")


def test_a_collapse_runs_to_its_end_after_the_last_enemy_pyramid_fell():
    game = played({"d4": "(MS)", "e5": "m", "f6": "c"}, "w", "0 9", "2d4+>11", {})
    assert game.truth.result() == (None, "both-pyramids")


# --- how many actions there are -------------------------------------------------------------------------


def perft_options(position: str) -> dict:
    """Return the options for a position; a board of ten ranks needs three rows of Flats."""
    return {"position": position, "flatRows": 3 if position.count("/") == 9 else 2}


@pytest.mark.slow
@pytest.mark.parametrize(("position", "one", "two"), PERFT)
def test_the_engine_counts_the_actions_written_down(position, one, two):
    state = CCC.new(CCC.options(perft_options(position)), bytes(32))
    assert perft_of_engine(state, 1) == one
    assert perft_of_engine(state, 2) == two


@pytest.mark.parametrize(("position", "one"), [(position, actions) for position, actions, _ in PERFT])
def test_the_reference_counts_the_actions_written_down(position, one):
    assert perft_of_reference(Reference(perft_options(position), bytes(32)), 1) == one


@pytest.mark.proof
@pytest.mark.parametrize(("position", "two"), [(position, two) for position, _, two in PERFT])
def test_the_reference_counts_the_pairs_of_actions_written_down(position, two):
    assert perft_of_reference(Reference(perft_options(position), bytes(32)), 2) == two
