"""Matches that end with enough cells held, and those in which any move wins. CVD-30."""

from __future__ import annotations

import msgspec
import pytest

from games.creators.ai.chances import table_of, winning_faces
from games.creators.rules.presets import PRESETS
from tests.games.creators.table import CREATOR, DESTROYER, GAME, choose, on_pattern, play, put, step

VAIN = (
    "The Creator held 5 cells at the end, and 5 were enough, but their last turn filled none, and only a "
    "move that fills a cell wins."
)


def held_out(**options):
    """Return the end of a match in which enough cells are held after the last round."""
    state = put(f"{on_pattern(5)} a12", "a1", side=DESTROYER, die=1, round=20, **options)
    return state, step(state, "a1-a2")


def test_CVD_30_the_end_says_why_enough_cells_did_not_win():
    before, after = held_out()
    for who in (CREATOR, DESTROYER, None):
        assert VAIN in after.told[who]
    view = GAME.view(after.state, None)
    assert GAME.scene(view).subtitle == "Destroyer wins: the last turn filled no cell"
    assert VAIN in GAME.scene(view).alt
    event = GAME.event(GAME.view(before, None), view)
    assert event is not None
    assert event.text.endswith(VAIN)


def test_CVD_30_where_too_few_are_held_the_end_says_nothing_of_it():
    state = put(f"{on_pattern(4)} a12", "a1", side=DESTROYER, die=1, round=20)
    after = step(state, "a1-a2")
    assert not any("enough" in line for line in after.told[None])
    assert GAME.scene(GAME.view(after.state, None)).subtitle == "Destroyer wins: held out to the end"


def test_CVD_30_in_two_legs_only_the_creator_reads_the_numbers():
    _, after = held_out(legs=2, destroyerPreview="half")
    assert VAIN in after.told[CREATOR]
    assert VAIN not in after.told[DESTROYER]
    assert VAIN not in after.told[None]
    hidden = GAME.redacted(GAME.view(after.state, None))
    assert "enough" not in GAME.scene(hidden).alt


@pytest.mark.parametrize(("held", "winner"), [(4, None), (5, CREATOR), (6, CREATOR)])
def test_CVD_30_by_the_letter_any_move_wins_after_which_enough_is_held(held, winner):
    state = put(f"{on_pattern(held)} a12", "a1", die=1, round=20, winningMove="any")
    after = play(state, "a12-a11")
    assert (after.outcome and after.outcome.winner) == winner


def test_CVD_30_by_the_letter_a_move_that_leaves_too_few_does_not_win():
    state = put(f"{on_pattern(5)} a12", "a1", die=1, round=20, winningMove="any")
    first = on_pattern(5).split()[0]
    away = next(move for move in _texts(state) if move.startswith(f"{first}-"))
    assert play(state, away).outcome is None


def test_CVD_30_by_the_letter_the_destroyer_wins_a_race_so_too():
    state = put(
        "a12", f"{on_pattern(5)} l1", side=DESTROYER, die=1, round=20, winningMove="any", victory="race"
    )
    outcome = play(state, "l1-l2").outcome
    assert (outcome.winner, outcome.reason) == (DESTROYER, "pattern")


@pytest.mark.parametrize("level", ["medium", "skilled", "hard", "expert"])
def test_every_level_that_minds_the_number_takes_the_win_of_any_move(level):
    state = put(f"{on_pattern(5)} a12", "l1", die=1, round=20, winningMove="any")
    assert play(state, choose(state, level)).outcome is not None


def test_the_chance_of_any_move_is_every_face():
    state = put(f"{on_pattern(5)} a12", "l1", round=20, winningMove="any")
    assert winning_faces(table_of(state), state.board, 20) == (True,) * 6
    fills = msgspec.structs.replace(state.setup.options, winning_move="fills")
    table = msgspec.structs.replace(table_of(state), options=fills)
    assert winning_faces(table, state.board, 20) != (True,) * 6


def test_CVD_30_classic_and_open_go_by_the_letter():
    rules = {preset.name: GAME.options(preset.options).winning_move for preset in PRESETS}
    assert rules == {"Standard": "fills", "Open": "any", "Memory": "fills", "Long": "fills", "Classic": "any"}


def _texts(state):
    return [GAME.format(action) for action in GAME.actions(GAME.view(state, state.side))]
