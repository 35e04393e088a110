"""The level of Creators that looks ahead."""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES
from games.core.record import replay
from games.core.selfplay import numbered_seed, play_match
from games.creators.ai.levels import LEVEL_RATINGS, PLAYERS
from games.creators.ai.memory import goal, guess_pattern, recall_cells
from games.creators.ai.reach import all_lines, landing, pawns_of, set_of
from games.creators.rules.geometry import DIE_FACES, geometry
from games.creators.rules.options import glyphs_to_draw_from
from games.creators.rules.par import par_of
from games.creators.rules.state import pattern_cells
from tests.games.creators import reference_levels
from tests.games.creators.table import DESTROYER, choose, legal, pattern_squares, put, start

GAME = GAMES["creators"]
ALIKE = ("+", "/", "1", "7", "T", "V", "X")
"""Patterns of 13 cells."""


@settings(max_examples=40)
@given(st.sets(st.integers(0, 143), max_size=20), st.sampled_from(DIE_FACES))
def test_CVD_19_20_the_cells_to_land_on_are_those_of_the_lines(pawns: set[int], die: int) -> None:
    lines = geometry(12).lines[0][die]
    expected = {target for pawn in pawns for target, _ in lines[pawn]}
    assert landing(set_of(pawns), all_lines(12)[die - 1]) == set_of(expected)


def test_pawns_are_found_side_by_side() -> None:
    board = bytearray(144)
    board[0], board[17], board[143] = 1, 2, 1
    assert pawns_of(bytes(board), 0) == set_of([0, 143])
    assert pawns_of(bytes(board), 1) == set_of([17])


def test_hard_wins_when_it_can() -> None:
    squares = pattern_squares(start(boardSize=12, pattern="+"))
    *held, last = squares
    beside = next(f"{column}{int(last[1:])}" for column in "abl" if abs(ord(column) - ord(last[0])) <= 6)
    die = abs(ord(beside[0]) - ord(last[0]))
    state = put(" ".join((*held, beside)), "l1", die=die)
    assert choose(state, "hard") == f"{beside}-{last}"


@pytest.mark.parametrize("number", range(4))
def test_hard_as_destroyer_takes_the_one_pawn_that_would_win_the_match(number: int) -> None:
    """The Creator holds one cell too few, and a single pawn could fill another."""
    squares = pattern_squares(start(boardSize=12, pattern="+"))
    held, (_, victim, _) = squares[:4], list(only_ways(squares))[-1 - number]
    behind = f"{victim[0]}{int(victim[1:]) - 1}"
    state = put(" ".join((*held, victim)), f"{behind} l1", side=DESTROYER, die=1, round=19)
    taken = {text for text in legal(state) if "x" in text}
    assert f"{behind}x{victim}" in taken
    assert choose(state, "hard") in taken


def test_hard_knows_that_a_move_wins_only_when_it_fills() -> None:
    squares = pattern_squares(start(boardSize=12, pattern="+"))
    held, (last, source, die) = squares[:6], list(only_ways(squares))[-1]
    state = put(" ".join((*held, source, "a12")), "l1", die=die, round=20)
    assert choose(state, "hard") == choose(state, "expert") == f"{source}-{last}"


def only_ways(squares: list[str]) -> Iterator[tuple[str, str, int]]:
    """Yield each cell of a pattern with a neighboring square, where some die leads to this cell alone."""
    tables, cells = geometry(12), {geometry(12).cell_of[square] for square in squares}
    for square, cell in zip(squares, map(tables.cell_of.__getitem__, squares), strict=True):
        yield next(
            (square, tables.names[source], die)
            for die in DIE_FACES
            for source, _ in tables.lines[0][die][cell]
            if source not in cells and {t for t, _ in tables.lines[0][die][source]} & cells == {cell}
        )


def test_CVD_37_hard_remembers_every_cell() -> None:
    for square, source, die in only_ways(pattern_squares(start(boardSize=12, pattern="+"))):
        assert choose(put(f"{source} a12", "l1", die=die), "hard") == f"{source}-{square}"


@pytest.mark.slow
@pytest.mark.parametrize("level", ["hard", "expert"])
def test_CVD_37_a_level_knows_no_pattern_that_it_was_not_shown(level: str) -> None:
    for die in DIE_FACES:
        chosen = {
            choose(
                put(
                    "f6 d5 h8",
                    "f3 d2 h1",
                    side=DESTROYER,
                    die=die,
                    pattern=glyph,
                    ending="classic",
                    destroyerPreview="none",
                ),
                level,
            )
            for glyph in ALIKE
        }
        assert len(chosen) == 1


@pytest.mark.parametrize("preview", ["none", "half"])
def test_what_was_not_shown_is_guessed_from_the_category_alone(preview: str) -> None:
    guesses = set[frozenset[int]]()
    for glyph in "LTVX":
        state = start(boardSize=12, pattern=glyph, category="letters", destroyerPreview=preview)
        view, briefing = GAME.view(state, DESTROYER), GAME.briefing(state, DESTROYER)
        guessed, shown = guess_pattern(view, briefing), recall_cells(briefing, 0, geometry(12))
        assert view.total is view.par is None
        assert guessed >= shown
        assert 10 <= len(guessed) <= 24
        guesses.add(guessed - shown if preview == "none" else frozenset())
    assert len(guesses) == 1


@pytest.mark.parametrize(("glyph", "preview"), [("L", "half"), ("P", "half"), ("L", "none")])
@pytest.mark.parametrize("flips", ["never", "seeded"])
@pytest.mark.parametrize("said", [(), ("a1",)])
def test_CVD_37_what_was_not_shown_is_what_most_of_the_patterns_have_that_fit(
    glyph: str, preview: str, flips: str, said: tuple[str, ...]
) -> None:
    """No pattern has a1, so all that could have been drawn count."""
    state = start(
        boardSize=12, pattern=glyph, category="letters", destroyerPreview=preview, flipPattern=flips
    )
    view = msgspec.structs.replace(GAME.view(state, DESTROYER), recalled=said)
    briefing, squares = GAME.briefing(state, DESTROYER), geometry(12)
    shown = recall_cells(briefing, 0, squares) | {squares.cell_of[square] for square in said}
    drawn = [
        set(pattern_cells(letter, flip, 12))
        for letter in glyphs_to_draw_from(view.options)
        for flip in (False, True)[: 1 + (flips == "seeded")]
    ]
    fitting = [cells for cells in drawn if cells >= shown] or drawn
    total = math.floor(statistics.fmean(map(len, fitting)) + 0.5)
    count = Counter(cell for cells in fitting for cell in cells)
    likely = sorted(set(count) - shown, key=lambda cell: (-count[cell], cell))
    assert guess_pattern(view, briefing) == shown | set(likely[: max(0, total - len(shown))])


@pytest.mark.parametrize("number", range(4))
def test_CVD_37_a_scribble_goes_on_beside_what_was_shown_and_near_the_middle(number: int) -> None:
    state = start(
        bytes([number]) * 32, boardSize=12, pattern="seeded", category="scribbles", destroyerPreview="half"
    )
    view, briefing = GAME.view(state, DESTROYER), GAME.briefing(state, DESTROYER)
    middle = {divmod(cell, 12) for cell in recall_cells(briefing, 0, geometry(12))}

    def rank(place: tuple[int, int]) -> tuple[int, int, tuple[int, int]]:
        row, column = place
        beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        return -len(beside & middle), max(abs(row - 5), abs(column - 5)), place

    field = {(row, column) for row in range(2, 9) for column in range(2, 9)}
    expected = middle | set(sorted(field - middle, key=rank)[: 15 - len(middle)])
    assert {divmod(cell, 12) for cell in guess_pattern(view, briefing)} == expected


@pytest.mark.parametrize(
    ("category", "rounds", "par"), [("scribbles", 20, 5), ("scribbles", 40, 6), ("letters", 20, 6)]
)
def test_CVD_37_who_is_not_told_the_par_takes_a_usual_one_but_no_more_than_they_know(
    category: str, rounds: int, par: int
) -> None:
    view = GAME.view(
        start(pattern="seeded", category=category, rounds=rounds, destroyerPreview="half"), DESTROYER
    )
    assert [goal(view, cells) for cells in (par - 1, par, 15)] == [(par - 1, par - 1), (par, par), (15, par)]


def test_whoever_was_shown_the_pattern_does_not_guess() -> None:
    state = start(boardSize=12, pattern="O")
    assert guess_pattern(GAME.view(state, 0), GAME.briefing(state, 0)) == set(state.setup.pattern.cells)


def test_in_a_race_hard_fills_the_pattern_as_destroyer_too() -> None:
    for square, source, die in only_ways(pattern_squares(start(boardSize=12, pattern="+"))):
        state = put("a12", f"{source} l1", side=DESTROYER, die=die, victory="race")
        assert choose(state, "hard") == f"{source}-{square}"


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_the_levels_that_search_leave_chance_alone(level: str) -> None:
    state = put("f6 d5 h8", "f3 d2 h1", die=2)
    view, briefing = GAME.view(state, 0), GAME.briefing(state, 0)
    assert len({PLAYERS[level](view, briefing, random.Random(seed), 300) for seed in range(3)}) == 1


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("budget", [1, 2, 40, 900])
def test_a_budget_however_small_gives_a_legal_move(level: str, budget: int) -> None:
    for seat in (0, DESTROYER):
        state = put("f6 d5 h8", "f3 d2 h1", die=2, side=seat)
        view, briefing = GAME.view(state, seat), GAME.briefing(state, seat)
        assert PLAYERS[level](view, briefing, random.Random(0), budget) in list(GAME.actions(view))


def test_each_level_is_rated_above_the_one_below() -> None:
    assert list(LEVEL_RATINGS) == list(PLAYERS)
    assert list(LEVEL_RATINGS.values()) == sorted(LEVEL_RATINGS.values())


@pytest.mark.proof
def test_hard_beats_medium_in_three_of_four_matches() -> None:
    won = sum(_winner(number, hard) == hard for number in range(12) for hard in (0, 1))
    assert won >= 14, "85 % in 400 matches: fewer than 14 of 24 would be one in ten thousand"


def _winner(number: int, hard: int) -> int | None:
    state = GAME.new(GAME.options({"rounds": 20}), bytes([number]) * 32)
    briefings = [GAME.briefing(state, seat) for seat in (0, 1)]
    rng = random.Random(number)
    while acting := GAME.to_act(state):
        seat = acting[0]
        level = "hard" if seat == hard else "medium"
        action = GAME.players[level](GAME.view(state, seat), briefings[seat], rng, 1000)
        state = GAME.play(state, seat, action).state
    result = GAME.result(state)
    assert result is not None
    return result.winner


MATCHES = (
    {"boardSize": 12, "pattern": "+", "destroyerPreview": "full"},
    {"boardSize": 12, "pattern": "7"},
    {"boardSize": 12, "pattern": "/", "victory": "race"},
    {"boardSize": 12, "category": "letters", "ending": "classic"},
    {"boardSize": 14, "mustCapture": "on", "rounds": 40, "destroyerPreview": "full", "victory": "race"},
)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(MATCHES)))
def test_CVD_38_39_the_page_alone_is_enough_to_write_medium_and_skilled(number: int) -> None:
    """Compare a second implementation of the page with the levels, at moments of a match."""
    record = play_match(GAME, MATCHES[number], numbered_seed(number), ("medium", "skilled"))
    moments = [state for state in replay(GAME, record) if state.die and state.outcome is None]
    for state in random.Random(number).sample(moments, 4):
        for level in ("medium", "skilled"):
            assert reference_levels.choose(state, level) == choose(state, level), (level, state.ply)


@pytest.mark.slow
def test_CVD_38_hard_chooses_by_the_value_that_the_page_gives() -> None:
    """The Creator has been shown everything, so nothing is guessed."""
    record = play_match(GAME, MATCHES[0], numbered_seed(3), ("hard", "medium"))
    moments = [state for state in replay(GAME, record) if state.die and state.side == 0 and not state.outcome]
    for state in moments[::5]:
        assert reference_levels.choose(state, "hard") == choose(state, "hard")


def test_CVD_37_the_par_that_a_level_assumes_is_never_above_what_it_remembers() -> None:
    state = put("f6", "f3", side=DESTROYER, pattern="+", rounds=40, destroyerPreview="half")
    view = GAME.view(state, DESTROYER)
    pars = [par_of(glyph, view.options) for glyph in glyphs_to_draw_from(view.options)]
    usual = math.floor(sum(pars) / len(pars) + 0.5)
    assert goal(view, 6) == (6, 6)
    assert goal(view, 15) == (15, usual)
    assert 6 < usual < 15
    shown = GAME.view(put("f6", "f3", pattern="+", rounds=40, destroyerPreview="half"), 0)
    assert goal(shown, 3) == (13, 6), "the numbers that a seat is told stay as they are"
