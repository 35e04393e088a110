"""Levels that forget, in matches that need the whole pattern, and against players who refuse to play."""

from __future__ import annotations

import msgspec
import pytest

from bench.refusals.creators import SCRIPTS
from games.core.selfplay import numbered_seed, playing
from games.creators.ai.memory import list_likely, recall_cells, recall_or_try
from games.creators.rules.geometry import geometry
from games.creators.rules.presets import PRESETS
from games.creators.rules.state import field
from tests.games.creators import reference_levels
from tests.games.creators.table import CREATOR, DESTROYER, GAME, choose, pattern_squares, put, start

CLASSIC = next(preset.options for preset in PRESETS if preset.name == "Classic")


def remembered(state):
    return recall_cells(GAME.briefing(state, CREATOR), 35, geometry(state.setup.options.board_size))


def holding(state, cells):
    """Return the same match with Creator pawns on these cells."""
    names = geometry(state.setup.options.board_size).names
    return put(" ".join(names[cell] for cell in cells), "a1", pattern="A", destroyerPreview="full")


def tried(state):
    return recall_or_try(GAME.view(state, state.side), GAME.briefing(state, state.side), 35)


def test_CVD_37_a_level_that_holds_all_it_remembers_but_one_tries_what_the_patterns_have():
    state = start(boardSize=12, pattern="A", destroyerPreview="full")
    known = sorted(remembered(state))
    assert tried(holding(state, known[:-2])) == set(known)
    for held in (known[:-1], known):
        assert tried(holding(state, held)) == set(state.setup.pattern.cells)


def test_CVD_37_when_all_guesses_are_held_further_cells_follow_one_by_one():
    state = start(boardSize=12, pattern="A", destroyerPreview="full")
    known = remembered(state)
    likely = list_likely(state.setup.options, known, len(state.setup.pattern.cells))
    assert set(likely) | known == set(field(12))
    missing = len(state.setup.pattern.cells) - len(known)
    for wrong in range(3):
        held = known | set(likely[: missing + wrong])
        assert tried(holding(state, held)) == held | {likely[missing + wrong]}


def test_CVD_37_a_destroyer_who_cannot_win_tries_nothing():
    state = put(
        "a12", " ".join(pattern_squares(start(boardSize=12, pattern="A"))), side=DESTROYER, pattern="A"
    )
    known = recall_cells(GAME.briefing(state, DESTROYER), 35, geometry(12))
    assert tried(state) == known


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "medium", "skilled", "hard"])
@pytest.mark.parametrize("script", ["shuffle", "avoid"])
def test_every_level_finishes_a_pattern_in_classic_against_a_destroyer_who_refuses(level, script):
    for number in range(2):
        players = (GAME.players[level], SCRIPTS[script])
        *_, (_, last) = playing(GAME, GAME.options(CLASSIC), numbered_seed(number), players)
        assert last.outcome.winner == CREATOR
        assert last.ply < 1000


@pytest.mark.parametrize("script", sorted(SCRIPTS))
@pytest.mark.parametrize("seat", [CREATOR, DESTROYER])
def test_a_player_who_refuses_makes_legal_moves_to_the_end(script, seat):
    level, refuser = GAME.players["easy"], SCRIPTS[script]
    players = (refuser, level) if seat == CREATOR else (level, refuser)
    *_, (_, last) = playing(GAME, GAME.options({}), numbered_seed(3), players)
    assert last.outcome is not None
    if seat == CREATOR:
        assert last.outcome.winner == DESTROYER


@pytest.mark.parametrize("level", ["medium", "skilled"])
@pytest.mark.parametrize("missing", [0, 1, 2])
def test_CVD_37_the_page_alone_is_enough_to_write_the_second_guesses(level, missing):
    whole = start(boardSize=12, pattern="A", destroyerPreview="full")
    known = sorted(recall_cells(GAME.briefing(whole, CREATOR), 22, geometry(12)))
    state = holding(whole, known[: len(known) - missing])
    for die in (1, 3, 5):
        rolled = msgspec.structs.replace(state, die=die)
        assert reference_levels.choose(rolled, level) == choose(rolled, level)
