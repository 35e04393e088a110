"""The AI levels of Decoy Patrol and their beliefs (DP-40)."""

from __future__ import annotations

import random

import pytest

from games.core.selfplay import numbered_seed, playing
from games.decoy.ai.belief import suspects
from games.decoy.ai.players import sought
from games.decoy.rules.actions import END
from games.decoy.rules.board import NAMES
from tests.budgets import first_slow
from tests.games.decoy.table import (
    CYAN,
    GAME,
    MAGENTA,
    enemies,
    outcome,
    play,
    playout,
    put,
    start,
    step,
    truth,
    twin,
)

LEVELS = ("easy", "steady", "medium")
OPTIONS = (
    {},
    {"vision": "diamond", "heal": "all", "liberties": "eight"},
    {"vision": "circle", "suicide": "forbidden", "first": "magenta"},
)


def choice(level, state, number=1, seat=None):
    """Return the text that a level plays."""
    view = GAME.view(state, state.mover if seat is None else seat)
    return GAME.format(GAME.players[level](view, None, random.Random(number), 1000))


def chances(state, square, who=CYAN):
    """Return how likely each kind is for an enemy, by the viewer's knowledge."""
    found = next(s for s in suspects(GAME.view(state, who)) if NAMES[s.square] == square)
    return dict(zip("CSGID", found.chances, strict=True))


def test_DP_40_the_levels_that_do_not_look_ahead_come_first():
    assert tuple(GAME.players)[: len(LEVELS)] == LEVELS


def idle(view, *_):
    """Set up, then always end."""
    return next(iter(GAME.actions(view))) if "setup" in GAME.format(next(iter(GAME.actions(view)))) else END


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("number", first_slow(range(4)))
def test_a_level_beats_a_player_that_does_nothing(level, number):
    players = (GAME.players[level], idle) if number % 2 else (idle, GAME.players[level])
    *_, (_, last) = playing(GAME, GAME.options({}), numbered_seed(number), players)
    assert outcome(last)[0] == 1 - number % 2


@pytest.mark.parametrize("options", first_slow(OPTIONS))
@pytest.mark.parametrize("levels", [("easy", "easy"), ("medium", "easy")])
def test_DP_40_players_play_legal_actions_alone_until_the_end(levels, options):
    moments = playout(5, levels, **options)
    for state, seat, action, _ in moments:
        view = GAME.view(state, seat)
        assert GAME.parse(view, GAME.format(action)) == action
        assert state.phase == "s" or action in list(GAME.actions(view))
    assert GAME.result(moments[-1][3].state) is not None


@pytest.mark.parametrize("level", LEVELS)
def test_DP_40_every_layout_of_a_player_is_legal_and_they_are_not_always_the_same(level):
    texts = set()
    for number in range(40):
        for seat in (CYAN, MAGENTA):
            text = choice(level, start(), number, seat)
            assert len(truth(step(start(), text, seat).state, seat)) == 12
            texts.add(text)
    assert len(texts) > 3


@pytest.mark.parametrize("level", first_slow(LEVELS))
def test_DP_40_the_same_view_and_generator_give_the_same_action(level):
    for state, seat, *_ in playout(5)[::5]:
        assert choice(level, state, 7, seat) == choice(level, state, 7, seat)


@pytest.mark.parametrize("level", first_slow(LEVELS))
def test_DP_40_a_player_does_the_same_in_a_world_that_it_cannot_tell_from_this_one(level):
    differing = 0
    for state, seat, *_ in playout(5)[2::3]:
        other = twin(state, seat)
        differing += other != state
        assert choice(level, state, 3, seat) == choice(level, other, 3, seat)
    assert differing > 10


@pytest.mark.proof
def test_DP_40_medium_breaks_ties_by_the_order_of_squares_and_not_by_chance():
    for number in range(5):
        assert choice("medium", put("Ge5", "Gd6 If6", phase="a"), number) == "e5xd6"
        assert choice("medium", put("Gd5 Gf5", "Ie6", phase="a"), number) == "d5xe6"
        assert choice("medium", put("Ge5", "Ie7"), number) == "e5-d6"
    for state, seat, *_ in playout(5)[2::7]:
        assert len({choice("medium", state, number, seat) for number in range(3)}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
def test_DP_40_a_belief_is_over_the_enemies_in_sight_and_adds_up_to_1(options):
    met = 0
    for *_, played in playout(5, ("medium", "easy"), **options):
        for who in (CYAN, MAGENTA):
            believed = suspects(GAME.view(played.state, who)) if played.state.ply else ()
            assert {NAMES[suspect.square] for suspect in believed} <= enemies(played.state, who)
            for suspect in believed:
                letter, damage = truth(played.state, 1 - who)[NAMES[suspect.square]]
                assert sum(suspect.chances) == pytest.approx(1)
                assert min(suspect.chances) >= 0
                assert suspect.chances["CSGID".index(letter)] > 0
                assert suspect.damage <= damage
                met += 1
    assert met > 100


def test_DP_40_an_unknown_enemy_is_believed_to_be_what_is_most_common():
    believed = chances(put("Se4", "Ge6"), "e6")
    assert believed == pytest.approx({"C": 1 / 12, "S": 2 / 12, "G": 2 / 12, "I": 2 / 12, "D": 5 / 12})


def test_DP_40_what_is_ruled_out_has_no_chance_and_what_is_known_is_certain():
    state = put("Se4", "Ie6", mover=MAGENTA)
    believed = chances(play(state, "e6-d7"), "d7")
    assert believed["S"] == 0
    assert believed == pytest.approx({"C": 0.1, "S": 0, "G": 0.2, "I": 0.2, "D": 0.5})
    known = play(state, "e6-d7", "d7-e8", "e8-d7")
    assert chances(known, "d7") == {"C": 0, "S": 0, "G": 0, "I": 1, "D": 0}


def test_DP_40_a_kind_whose_pieces_are_all_known_is_hardly_believed_of_others():
    state = put("Gd5 Ge5 Dc3", "Ce6 Ge4 Dh9", phase="a", mover=MAGENTA)
    believed = chances(play(state, "e6xd5"), "e4")
    assert believed["C"] < 0.01 < believed["D"]


@pytest.mark.parametrize("level", LEVELS)
def test_DP_40_a_player_attacks_when_it_can(level):
    assert choice(level, put("Se5", "Ge6", phase="a")) == "e5xe6"


def test_DP_40_where_nothing_happens_for_long_easy_sends_its_decoys_too():
    state = put("Ca0 Dd4", "Cd9 Sh9", ply=41, since=12)
    assert {choice("easy", state, number)[:2] for number in range(5)} == {"d4"}


@pytest.mark.parametrize("level", LEVELS)
def test_DP_40_a_level_brings_its_commander_out_before_the_rows_are_compared(level):
    state = put("Ca2 Dd0", "Cj9 Sh9 Dj8", ply=41, since=24)
    assert {choice(level, state, number) for number in range(5)} & {"a2-a3", "a2-b3"}
    early = put("Ca2 Dd0 Sf4", "Cj9 Sh9 Dj8", ply=11, since=0)
    assert not {choice(level, early, number) for number in range(5)} & {"a2-a3", "a2-b3"}


@pytest.mark.parametrize("level", ["easy", "steady"])
def test_DP_40_a_level_that_does_not_look_ahead_keeps_its_decoys_home_while_it_has_fighters(level):
    state = put("Ca0 Dd4 De1 Gf2", "Cd9 Dd7", ply=11)
    assert {choice(level, state, number)[:2] for number in range(9)} <= {"f2", "en"}


@pytest.mark.parametrize(("side", "row"), [(0, 8), (1, 1)])
def test_DP_40_an_unseen_enemy_is_sought_from_side_to_side_on_a_row_of_its_half(side, row):
    files = "abcdefghij"
    views = (GAME.view(put(ply=ply), side) for ply in range(0, 80, 2))
    assert [NAMES[sought(view)] for view in views] == [f"{file}{row}" for file in 2 * (files + files[::-1])]
