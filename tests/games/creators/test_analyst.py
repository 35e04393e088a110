"""The analyst of Creators: chances compared with slow counting, guesses, and certain results."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import msgspec
import pytest

from games import GAMES
from games.core.selfplay import BUDGET, numbered_seed, playing
from games.core.teaching.judging import Decision, Effort, judge
from games.creators.ai.calibrate import KINDS, brier, positions
from games.creators.ai.chances import chance_after_replies, get_pawns, table_of, winning_faces
from games.creators.ai.deductions import HOPELESS
from games.creators.ai.estimate import course_of, estimate
from games.creators.ai.guesses import fitting_glyphs
from games.creators.ai.habits import habits, matches
from games.creators.rules.rules import round_of
from games.creators.rules.scribbles import is_scribble
from games.creators.rules.state import State
from tests.games.creators.table import (
    CREATOR,
    DESTROYER,
    SMALL,
    legal,
    on_pattern,
    pattern_squares,
    play,
    put,
    rows,
    start,
)

GAME = GAMES["creators"]
ANALYST = GAME.analyst
DICE = range(1, 7)


def match(number: int, levels=("hard", "hard"), **options) -> list[State]:
    """Return all states of a match, including the first."""
    checked, seed = GAME.options(options), numbered_seed(number)
    players = tuple(GAME.players[level] for level in levels)
    return [GAME.new(checked, seed), *(state for _, state in playing(GAME, checked, seed, players))]


def rolled(state: State, die: int) -> State:
    return msgspec.structs.replace(state, die=die)


def wins_with(state: State, die: int) -> bool:
    """Return whether the side to roll wins with this face, tried move by move."""
    after = rolled(state, die)
    outcomes = (play(after, text).outcome for text in legal(after))
    return any(outcome and outcome.winner == state.side for outcome in outcomes)


def counted(state: State) -> int:
    return sum(wins_with(state, die) for die in DICE)


# --- chances ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_faces_that_win_are_those_with_which_some_move_wins(number: int) -> None:
    options = {"boardSize": 12, "victory": ("creatorOnly", "race")[number % 2], "destroyerPreview": "full"}
    found = Counter[int]()
    for state in match(number, **options)[50:-1:3]:
        if state.die == 0:
            faces = winning_faces(table_of(state), state.board, round_of(state.ply), state.side)
            if state.side == CREATOR or options["victory"] == "race":
                found[sum(faces)] += 1
                assert list(faces) == [wins_with(state, die) for die in DICE]
    assert found


def after_every_reply(state: State) -> float:
    """Return the chance that the Creator wins next turn, by trying all replies to all rolls."""
    total = 0
    for die in DICE:
        replied = [play(rolled(state, die), text) for text in legal(rolled(state, die))]
        total += min(winning_of({}, after) for after in replied)
    return total / 36


def winning_of(known: dict[bytes, int], state: State) -> int:
    """Return how many faces win, cached by own pawns, on which alone the Creator's moves depend."""
    mine = state.board.replace(b"\2", b"\0")
    if mine not in known:
        known[mine] = counted(state)
    return known[mine]


def late_position(number: int) -> State:
    """Return round 19 with the Destroyer to roll and the Creator one cell short of the five needed."""
    pattern = pattern_squares(start(**SMALL))
    rng = random.Random(number)
    placed = rng.sample([square for square in rows(10, 9, 8, 7, 6, 5, 4).split() if square not in pattern], 7)
    creators = " ".join((on_pattern(4), *placed[:4], "a12"))
    return put(creators, " ".join((*placed[4:], "a1")), side=DESTROYER, round=19)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_the_chance_after_replies_is_that_of_trying_them_all(number: int) -> None:
    state = late_position(number)
    found = chance_after_replies(table_of(state), get_pawns(state), 20)
    assert found == pytest.approx(after_every_reply(state))
    assert found > 0


def test_a_pawn_that_waits_and_comes_in_is_reckoned_with() -> None:
    home = rows(12, 11)
    state = put(f"{home} {on_pattern(4)}", "f4 l1", side=DESTROYER, round=19, waiting=((3, 5), ()))
    found = chance_after_replies(table_of(state), get_pawns(state), 20)
    assert found == pytest.approx(after_every_reply(state))


# --- estimates ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_before_the_creators_last_turn_the_estimate_is_exact(number: int) -> None:
    stopping = late_position(number)
    assert estimate(stopping) == pytest.approx(after_every_reply(stopping))
    building = msgspec.structs.replace(stopping, side=CREATOR, ply=stopping.ply + 1)
    assert estimate(building) == pytest.approx(counted(building) / 6)
    over = msgspec.structs.replace(stopping, ply=40)
    assert estimate(over) == 0.0


def test_a_win_on_the_board_is_certain_and_one_out_of_reach_impossible() -> None:
    held = on_pattern(4)
    *_, last = pattern_squares(start(**SMALL))
    beside = f"a{last[1:]}"
    die = ord(last[0]) - ord("a")
    assert estimate(put(f"{held} {beside}", "l1", die=die, round=20)) == 1.0
    assert estimate(put("a12", "l1", round=20)) == 0.0


@pytest.mark.slow
def test_an_estimate_does_not_depend_on_dice_to_come() -> None:
    for state in match(3)[5:60:7]:
        assert estimate(state) == estimate(GAME.reseeded(state, bytes(32)))


def test_other_dice_come_after_the_seed_is_drawn_anew() -> None:
    state = next(state for state in match(4) if not state.die)
    dice = {play(GAME.reseeded(state, bytes([n]) * 32), "roll").die for n in range(30)}
    assert dice == set(DICE)
    anew = GAME.reseeded(state, bytes(32))
    assert all(GAME.view(anew, who) == GAME.view(state, who) for who in (0, 1, None))


def test_more_cells_and_fewer_needed_are_a_better_course() -> None:
    needs = (13, 13, 12, 10, 8, 7, 6, 5)
    building, stopping = course_of(needs, 13, 5)
    for chances in (*building[1:], *stopping[1:]):
        assert list(chances[:5]) == sorted(chances[:5])
    assert building[7][3] == 0.0
    assert 0 < building[7][4] < 1


@pytest.mark.proof
def test_estimates_of_hard_matches_are_better_than_a_coin_and_best_late() -> None:
    told = list(positions(650_000, 40, KINDS))
    late = [case for case in told if case.fifth == 4]
    assert brier(told) < 0.245
    assert brier(late) < 0.19
    assert {case.ended for case in told} == {0.0, 1.0}


@pytest.mark.proof
def test_the_ends_of_races_and_of_matches_without_fading_are_told_as_well() -> None:
    for options in ({"victory": "race", "destroyerPreview": "full"}, {"ending": "classic"}):
        states = match(5, **options)
        assert all(0.0 <= estimate(state) <= 1.0 for state in states)
        assert estimate(states[-1]) in (0.0, 0.5, 1.0)
    assert estimate(start(ending="endless")) < 0.5


# --- candidates and playouts --------------------------------------------------------------------------


def briefed(state: State, seat: int):
    return GAME.briefed(GAME.view(state, seat), GAME.briefing(state, seat))


def test_candidates_have_what_strong_levels_play() -> None:
    for state in match(6, category="all")[1:-1]:
        if state.die:
            view, briefing = GAME.view(state, state.side), GAME.briefing(state, state.side)
            found = ANALYST.candidates(briefed(state, state.side), random.Random(0), BUDGET)
            assert GAME.players["hard"](view, briefing, random.Random(0), BUDGET) == found[0]
    state = match(6)[31]
    choice = GAME.players["expert"](
        GAME.view(state, state.side), GAME.briefing(state, state.side), random.Random(0), BUDGET
    )
    assert choice in ANALYST.candidates(briefed(state, state.side), random.Random(0), BUDGET)


@pytest.mark.slow
def test_without_nodes_a_level_still_looks_at_every_move_once() -> None:
    for state in match(8)[41:60:2]:
        if state.die:
            view, briefing = GAME.view(state, state.side), GAME.briefing(state, state.side)
            chosen = [GAME.players["hard"](view, briefing, random.Random(0), nodes) for nodes in (0, BUDGET)]
            assert chosen[0] == chosen[1]


# --- guesses ------------------------------------------------------------------------------------------


def guesses(state: State, seat: int, count: int = 60) -> list[State]:
    view, briefing = GAME.view(state, seat), GAME.briefing(state, seat)
    return [ANALYST.guess(view, briefing, random.Random(number)) for number in range(count)]


def test_nothing_is_guessed_where_nothing_is_hidden() -> None:
    for preview, seats in (("full", (0, 1)), ("none", (0,))):
        state = start(destroyerPreview=preview)
        for seat in seats:
            assert guesses(state, seat, 1) == [None]
    assert guesses(match(1)[-1], DESTROYER, 1) == [None]


def test_the_creator_guesses_which_half_was_shown() -> None:
    state = start(destroyerPreview="half")
    found = guesses(state, CREATOR)
    cells = state.setup.pattern.cells
    assert {guess.setup.pattern for guess in found} == {state.setup.pattern}
    assert all(set(guess.setup.shown) <= set(cells) for guess in found)
    assert {len(guess.setup.shown) for guess in found} == {(len(cells) + 1) // 2}
    assert len({guess.setup.shown for guess in found}) > 50


def test_the_destroyer_guesses_patterns_that_have_what_was_shown() -> None:
    state = start(category="all", destroyerPreview="half")
    found = guesses(state, DESTROYER)
    assert {guess.setup.shown for guess in found} == {state.setup.shown}
    for guess in found:
        assert set(guess.setup.shown) <= set(guess.setup.pattern.cells)
        assert (len(guess.setup.pattern.cells) + 1) // 2 == len(guess.setup.shown)
        assert GAME.view(guess, DESTROYER) == GAME.view(state, DESTROYER)


def test_a_pattern_that_chance_may_turn_is_guessed_both_ways_and_another_one_never() -> None:
    for flip, ways in (("never", 1), ("seeded", 2)):
        state = start(category="digits", flipPattern=flip)
        assert len(fitting_glyphs(GAME.view(state, DESTROYER).options, ("7",), frozenset())) == ways


def test_without_a_preview_the_destroyer_guesses_all_that_can_be_drawn() -> None:
    found = guesses(start(destroyerPreview="none", category="digits"), DESTROYER, 200)
    assert {guess.setup.pattern.name for guess in found} == set("0123456789")


def test_where_the_creators_pawns_are_a_pattern_is_likelier() -> None:
    """Check that, with a shown half common to N and D, pawns on cells of D alone favor D."""
    first, second = (
        start(pattern=name, boardSize=12, category="all", destroyerPreview="half") for name in ("N", "D")
    )
    cells = [set(state.setup.pattern.cells) for state in (first, second)]
    shared, alone = sorted(cells[0] & cells[1])[:10], sorted(cells[1] - cells[0])[:2]
    board = bytearray(len(first.board))
    names = {False: Counter[str](), True: Counter[str]()}
    for has_pawns in (False, True):
        for place in alone if has_pawns else ():
            board[place] = 1
        setup = msgspec.structs.replace(first.setup, shown=tuple(shared))
        state = msgspec.structs.replace(first, setup=setup, board=bytes(board))
        names[has_pawns].update(guess.setup.pattern.name for guess in guesses(state, DESTROYER, 100))
    assert names[False]["N"] > 20
    assert names[True]["D"] > 60
    assert names[True]["N"] < 10


def test_a_pattern_that_was_named_in_secret_is_guessed_as_well() -> None:
    state = start(pattern="★", destroyerPreview="half")
    assert {guess.setup.pattern.name for guess in guesses(state, DESTROYER, 10)} == {"★"}


def test_a_guessed_scribble_is_mostly_one_that_chance_could_draw() -> None:
    state = start(category="scribbles", destroyerPreview="half")
    found = guesses(state, DESTROYER)
    assert all(set(state.setup.shown) <= set(guess.setup.pattern.cells) for guess in found)
    assert sum(is_scribble(guess.setup.pattern.name) for guess in found) > 40
    assert len({guess.setup.pattern.name for guess in found}) > 30


# --- certain results ---------------------------------------------------------------------------------


def test_too_few_pawns_in_the_last_rounds_are_hopeless() -> None:
    dark = {"destroyerPreview": "half"}
    for seat in (CREATOR, DESTROYER):
        few = put("a12 b12", "l1", round=19, **dark)
        assert HOPELESS in ANALYST.deduced(GAME.view(few, seat))
        assert not ANALYST.deduced(GAME.view(put("a12 b12", "l1", round=10, **dark), seat))
    three = put("a12 f7 e7 g7", "l1", round=20, **dark)
    assert HOPELESS in ANALYST.deduced(GAME.view(three, CREATOR))
    assert not ANALYST.deduced(GAME.view(three, DESTROYER)), "another pattern may need but three"


@pytest.mark.slow
@pytest.mark.parametrize("number", range(12))
def test_nobody_wins_after_it_was_called_hopeless(number: int) -> None:
    states = match(300 + number, ("easy", "hard"), category="all")
    sure = [HOPELESS in ANALYST.deduced(GAME.view(state, seat)) for state in states for seat in (0, 1)]
    if states[-1].outcome.winner == CREATOR:
        assert not any(sure)
    assert sure == sorted(sure) or not all(sure[:1])


@pytest.mark.proof
def test_some_matches_are_called_hopeless_before_they_end() -> None:
    called = [
        HOPELESS in ANALYST.deduced(GAME.view(state, DESTROYER))
        for number in range(30)
        for state in match(300 + number, ("easy", "hard"), category="all")[70:-1]
    ]
    assert any(called)


# --- twins --------------------------------------------------------------------------------------------


def twins() -> list[tuple[State, State]]:
    """Return pairs of late positions that look the same to the Destroyer but have different patterns."""
    pairs = []
    for number in range(3):
        states = [start(pattern=name, boardSize=12, destroyerPreview="half") for name in ("N", "D")]
        shared = sorted(set.intersection(*(set(state.setup.pattern.cells) for state in states)))[:10]
        played = next(
            islice(
                (
                    s
                    for s in match(number, boardSize=12, pattern="N", destroyerPreview="half")
                    if s.die and s.side
                ),
                12,
                None,
            )
        )
        pairs.append(
            tuple(
                msgspec.structs.replace(
                    played, setup=msgspec.structs.replace(state.setup, shown=tuple(shared))
                )
                for state in states
            )
        )
    return pairs


@pytest.mark.slow
def test_twins_are_judged_alike_by_what_was_known() -> None:
    for pair in twins():
        first, second = (judged_at(state) for state in pair)
        assert GAME.view(pair[0], DESTROYER) == GAME.view(pair[1], DESTROYER)
        assert (first.played.knew, first.rival) == (second.played.knew, second.rival)
        assert first.other.knew == second.other.knew
        assert (first.played.truth, first.chance) != (second.played.truth, second.chance)


def judged_at(state: State):
    one = Decision(1, state.ply, state.side, legal(state)[0], state)
    return judge(GAME, ANALYST, one, Effort())


@pytest.mark.slow
def test_the_creator_is_judged_alike_whatever_the_destroyer_was_shown() -> None:
    state = next(
        state for state in match(2, destroyerPreview="half")[40:] if state.die and state.side == CREATOR
    )
    cells = state.setup.pattern.cells
    half = (len(cells) + 1) // 2
    found = {
        (judgment.played.knew, judgment.rival, judgment.other.knew)
        for shown in (cells[:half], cells[-half:])
        for judgment in [judged_at(with_shown(state, shown))]
    }
    assert len(found) == 1


def with_shown(state: State, shown: tuple[int, ...]) -> State:
    return msgspec.structs.replace(state, setup=msgspec.structs.replace(state.setup, shown=shown))


# --- habits -------------------------------------------------------------------------------------------


def test_the_habits_are_counted_from_matches() -> None:
    played = list(matches(0, 6, "hard"))
    rows_of = habits(played)
    assert rows_of["The Creator wins, % of matches"]["of"] == 6
    assert rows_of["The Creator gives up a cell, % of turns"]["figure"] == 0.0
    fills = rows_of["The Creator fills a cell when the roll lets them, % of turns"]
    assert fills["figure"] > 90
    turns = sum(turn.before.side == CREATOR for course in played for turn in course)
    assert rows_of["The Creator captures, % of turns"]["of"] == turns
