"""CCC's levels go and win: a script that refuses to play loses, and matches end by Pyramids (CCC-75)."""

from __future__ import annotations

import random
from itertools import product

import pytest

from bench.refusers import Pairing, play, scripts_of
from games.ccc.ai import players
from games.ccc.ai.approach import FAR, Approach, lead, turns_to_strike
from games.ccc.ai.search_position import search_position
from games.ccc.ai.search_position_steps import steps
from games.ccc.ai.searching import best_action
from games.ccc.rules.actions import Attack, Hop
from games.core.selfplay import BUDGET, numbered_seed, playing
from games.core.vocabulary.presets import find_preset
from tests.budgets import first_slow
from tests.kit.games.ccc_table import GAME, put, start

SCRIPTS = scripts_of("ccc")
STRONG = ("medium", "hard")


def turns(pieces: str, seat: int = 0) -> tuple[int, int]:
    """Return the turns that a side needs to attack a Pyramid, and anything."""
    return turns_to_strike(steps(8), search_position(put(pieces).position, 8), seat)


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ("Ta1 sa8 Lh1", (1, 1)),
        ("Ta1 sb8 Lh1", (2, 2)),
        ("Ta1 fa4 sa8 Lh1", (2, 1)),
        ("Fa4 sa6 Lh1", (2, 2)),
        ("Fa4 fa6 sa8 Lh1", (6, 2)),
        ("(FF)a1 sa4 Lh1", (3, 3)),
        ("(FFS)a1 ma4", (3, 3)),
        ("Ta1 ca2 cb1 sa8 Lh1", (FAR, FAR)),
        ("Ta1 nb2 sa8 Lh1", (FAR, FAR)),
        ("Lh1 sa8", (FAR, FAR)),
    ],
)
def test_the_turns_to_a_pyramid_are_counted(pieces, expected):
    assert turns(pieces) == expected


def test_both_sides_count_alike():
    state = start()
    begun = search_position(state.position, 8)
    assert turns_to_strike(steps(8), begun, 0) == turns_to_strike(steps(8), begun, 1)


def test_CCC_75_the_lead_is_that_of_a_quiet_end():
    begun = search_position(put("Ta1 Lh1 Fd4 sh8 (ff)d6").position, 8)
    assert lead(begun, 0) == (4, 9)
    assert lead(begun, 1) == (-4, -9)


def approach_cost(pieces: str, calm: int) -> float:
    state = put(pieces, calm=calm)
    begun = search_position(state.position, 8)
    return Approach(begun, state.setting.options, 0.0, 0.5).cost(begun, False)


def test_CCC_75_to_come_too_late_for_an_attack_costs():
    even = "Fa2 Sh1 fa7 sh8"
    assert approach_cost(even, 1) < approach_cost(even, 6) < approach_cost(even, 8)
    ahead = "Fa2 Lh1 fa7 sh8"
    assert approach_cost(ahead, 1) == approach_cost(ahead, 8)


def first_attack(script: str, level: str, number: int) -> int | None:
    """Return how many turns a level takes to attack for the first time, or None if it never does."""
    seat = number % 2
    players = (GAME.players[level], SCRIPTS[script])
    own = 0
    state = start(numbered_seed(number))
    match = playing(GAME, GAME.options({}), numbered_seed(number), players[::-1] if seat else players)
    for text, following in match:
        if GAME.to_act(state)[0] == seat:
            own += 1
            if isinstance(GAME.parse(GAME.view(state, seat), text), Attack | Hop):
                return own
        state = following
    return None


@pytest.mark.parametrize("level", ["medium", "hard", *first_slow(["novice", "easy"], 2)])
def test_CCC_75_a_level_attacks_in_time_where_pyramids_only_swap(level):
    for number in range(2):
        found = first_attack("swap", level, number)
        assert found is not None
        assert found <= 7


@pytest.mark.parametrize("level", ["hard", *first_slow(["expert"])])
def test_CCC_75_being_ahead_is_no_reason_to_wait(level):
    state = start(position="7s/6T1/8/8/l7/8/8/L4SM1 w 10,0 00 12 40")
    action = GAME.players[level](GAME.view(state, 0), None, random.Random(1), BUDGET)
    assert GAME.format(action) == "g7xh8"


def test_CCC_19_no_level_runs_into_a_cube_while_it_isnt_behind():
    state = put("Fd4 cd5 Lh1 la8 fa2", calm=13)
    for player in GAME.players.values():
        for number in range(3):
            action = player(GAME.view(state, 0), None, random.Random(number), 2000)
            assert GAME.format(action) != "d4xd5"


@pytest.mark.parametrize(("level", "calm", "share"), [("novice", 2, 20), ("easy", 2, 20), ("medium", 0, 12)])
def test_CCC_75_a_lower_level_searches_ever_farther_unless_it_leads(level, calm, share, monkeypatch):
    searched, limit = [], GAME.options({}).quiet

    def search(view, rng, nodes):
        searched.append(nodes)
        return best_action(view, rng, nodes)

    def is_searched(flats: str, quiet: int) -> bool:
        searched.clear()
        state = start(position=f"tcslnmct/{flats}/8/8/8/8/FFFFFFFF/TCSLNMCT w 10,10 00 {quiet} 12")
        GAME.players[level](GAME.view(state, 0), None, random.Random(0), BUDGET)
        return searched == [BUDGET * (limit + 8 * quiet) // (limit * share)]

    monkeypatch.setattr(players, "best_action", search)
    assert is_searched("ffffffff", calm + 1)
    assert not is_searched("ffffffff", calm)
    assert not is_searched("fffffff1", calm + 1)


def test_CCC_75_a_start_beyond_the_quiet_turns_takes_no_more_nodes_than_there_are(monkeypatch):
    searched = []

    def search(view, rng, nodes):
        searched.append(nodes)
        return best_action(view, rng, 100)

    monkeypatch.setattr(players, "best_action", search)
    state = start(position="tcslnmct/ffffffff/8/8/8/8/FFFFFFFF/TCSLNMCT w 10,10 00 900 1")
    for level in ("novice", "easy", "medium"):
        GAME.players[level](GAME.view(state, 0), None, random.Random(0), BUDGET)
    assert len(searched) == 3
    assert max(searched) <= BUDGET


def points(script: str, level: str, preset: str, matches: int) -> float:
    """Return a script's share of the points."""
    found = find_preset(GAME.presets, preset)
    assert found is not None
    pairing = Pairing("ccc", found, script, level)
    return sum(play(pairing, BUDGET, number) for number in range(matches)) / matches


@pytest.mark.proof
@pytest.mark.parametrize(("script", "level"), list(product(SCRIPTS, STRONG)))
def test_CCC_75_a_script_that_refuses_to_play_loses(script, level):
    assert points(script, level, "Standard", 8) <= 0.25


@pytest.mark.proof
@pytest.mark.parametrize("level", ["novice", "easy"])
@pytest.mark.parametrize("script", ["swap", "hoard", "flag"])
def test_CCC_75_a_beginners_level_beats_who_only_shuffles(script, level):
    assert points(script, level, "Standard", 10) <= 0.35


@pytest.mark.proof
def test_CCC_75_most_matches_of_hard_are_decided_by_pyramids():
    hard, quiet, matches = GAME.players["hard"], 0, 20
    for number in range(matches):
        *_, (_, last) = playing(GAME, GAME.options({}), numbered_seed(number), (hard, hard))
        quiet += GAME.result(last).reason == "quiet"
    assert quiet <= 0.35 * matches
