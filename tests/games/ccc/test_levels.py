"""The AI levels of CCC: legal, repeatable, quick even beside a tower, and able to see a win."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from msgspec.structs import replace

from games import GAMES
from games.ccc.ai.levels import LEVEL_RATINGS, PLAYERS
from games.ccc.ai.searching import best_action
from games.ccc.ai.voices import BRIEF, GENEROUS, SHY, TIMID, WARM
from games.ccc.ai.voices import choose_compliment as chosen_words
from games.ccc.rules.actions import Attack, Move
from games.ccc.rules.compliments import what_is_wrong
from games.ccc.rules.pieces import CUBE
from games.core.selfplay import BUDGET, numbered_seed, playing
from games.core.vocabulary.presets import find_preset
from tests.budgets import first_slow

CCC = GAMES["ccc"]
LEVELS = sorted(CCC.players)
TOWER = "8/8/5s2/8/3(FFFFFLMS)4/8/8/8 w 10,10 00 0 9"
ONE_BLOW = "8/8/8/5s2/8/3L4/8/8 w 10,10 00 0 9"
ONLY_FLAG = "5f1s/8/8/8/8/n5N1/1C6/L7 w 0,0 00 0 9"
"""A position in which White's Cube is frozen and blocks the Pyramid, so only the Flag can move."""
LOST_FLAG = "5f1s/8/8/8/8/n7/1C6/L7 w 0,0 00 0 9"


FEW = 2000
"""Enough nodes where the quality of a choice doesn't matter."""


def chosen(state, level, number=0, budget=BUDGET):
    seat = CCC.to_act(state)[0]
    action = CCC.players[level](CCC.view(state, seat), None, random.Random(number), budget)
    return CCC.format(action)


def after_some(raw, number):
    """Return a state after a few random actions."""
    options = CCC.options({"quiet": 20, **raw})
    rng, state = random.Random(number), CCC.new(options, numbered_seed(number))
    for _ in range(rng.randint(0, 40)):
        if not CCC.to_act(state):
            break
        seat = CCC.to_act(state)[0]
        action = rng.choice(list(islice(CCC.actions(CCC.view(state, seat)), 400)))
        state = CCC.play(state, seat, action).state
    return state


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", first_slow(["free", "list", "off"]))
def test_what_a_level_chooses_is_legal(level, mode):
    for number in range(6):
        state = after_some({"compliments": mode}, number)
        if CCC.to_act(state):
            seat = CCC.to_act(state)[0]
            CCC.play(state, seat, CCC.parse(CCC.view(state, seat), chosen(state, level, number, FEW)))


@pytest.mark.parametrize("level", first_slow(LEVELS, 2))
def test_the_same_view_and_chance_give_the_same_choice(level):
    for number in range(4):
        state = after_some({}, number)
        if CCC.to_act(state):
            assert chosen(state, level, number, FEW) == chosen(state, level, number, FEW)


@pytest.mark.parametrize("level", LEVELS)
def test_beside_a_tower_of_eight_with_millions_of_collapses_a_choice_is_made(level):
    state = CCC.new(CCC.options({"position": TOWER}), bytes(32))
    CCC.parse(CCC.view(state, 0), chosen(state, level, budget=FEW))


@pytest.mark.slow
@pytest.mark.parametrize("result", ["draw", "strength", "army"])
def test_CCC_75_a_search_looks_ahead_where_a_quiet_match_never_ends(result):
    def searched(quiet):
        state = CCC.new(CCC.options({"quiet": quiet, "quietResult": result, "first": "white"}), bytes(32))
        return best_action(CCC.view(state, 0), random.Random(1), 300)

    assert searched(0) == searched(1000)


def test_medium_takes_the_last_pyramid_when_it_can():
    state = CCC.new(CCC.options({"position": ONE_BLOW}), bytes(32))
    for number in range(5):
        assert chosen(state, "medium", number) == "d3xf5"


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_level_that_searches_takes_the_last_pyramid_when_it_can(level):
    state = CCC.new(CCC.options({"position": ONE_BLOW}), bytes(32))
    assert chosen(state, level) == "d3xf5"


HUNTED = [
    "3t4/8/5c2/8/3S4/8/8/l7 w 0,10 00 0 9",
    "8/2f5/8/2f5/2(S1)5/8/1C6/6l1 w 0,0 00 0 20",
    "7l/8/2(ff)5/8/2(L1)5/8/FF6/C7 w 0,0 00 0 31",
    "8/8/4s3/8/8/1(M1)6/4f3/5T2 w 4,0 00 0 31",
]
"""Positions in which Black can destroy White's last Pyramid next turn, unless White prevents it."""


def lost_at_once(state):
    """Return whether the side to act can win at once."""
    seat = CCC.to_act(state)[0]
    results = (
        CCC.result(CCC.play(state, seat, action).state) for action in CCC.actions(CCC.view(state, seat))
    )
    return any(result is not None and result.winner == seat for result in results)


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("position", first_slow(HUNTED))
def test_a_level_that_searches_does_not_leave_its_last_pyramid_to_be_destroyed(level, position):
    state = CCC.new(CCC.options({"position": position}), bytes(32))
    action = CCC.parse(CCC.view(state, 0), chosen(state, level))
    after = CCC.play(state, 0, action).state
    assert not CCC.to_act(after) or not lost_at_once(after)


@pytest.mark.parametrize("position", HUNTED)
def test_these_last_pyramids_are_in_danger(position):
    state = CCC.new(CCC.options({"position": position.replace(" w ", " b ")}), bytes(32))
    assert lost_at_once(state)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("budget", [1, 40])
def test_with_next_to_no_nodes_the_answer_is_legal_and_takes_a_win(level, budget):
    for number in range(3):
        state = after_some({}, number)
        if CCC.to_act(state):
            view = CCC.view(state, CCC.to_act(state)[0])
            text = CCC.format(CCC.players[level](view, None, random.Random(1), budget))
            CCC.parse(view, text)
    state = CCC.new(CCC.options({"position": ONE_BLOW}), bytes(32))
    if level in ("hard", "expert"):
        assert CCC.players[level](CCC.view(state, 0), None, random.Random(1), budget) == Attack(19, 37)


@pytest.mark.slow
def test_a_greater_budget_is_spent():
    state = after_some({}, 3)
    view = CCC.view(state, CCC.to_act(state)[0])
    depths = [best_action(view, random.Random(1), nodes).depth for nodes in (1, 500, 3000)]
    assert depths == sorted(set(depths))


AHEAD = "6l1/7f/8/8/8/8/1L1T4/C2T4 w 10,0 00 6 40"


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_CCC_74_a_level_that_searches_and_is_ahead_does_not_come_back_a_third_time(level):
    state = CCC.new(CCC.options({"position": AHEAD}), bytes(32))
    action = CCC.parse(CCC.view(state, 0), chosen(state, level, budget=FEW))
    assert isinstance(action, Move), "something that can be undone"
    after = CCC.play(state, 0, action).state
    again = replace(state, past=(after.past[-1], *state.past, after.past[-1], *state.past))
    assert chosen(again, level, budget=FEW) != chosen(state, level, budget=FEW)


VOICES = {
    "novice": TIMID,
    "easy": SHY,
    "medium": WARM,
    "hard": BRIEF,
    "expert": GENEROUS,
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", ["free", "list", "off"])
def test_CCC_42_each_level_pays_compliments_in_its_own_voice(level, mode):
    words = {chosen_words(VOICES[level], mode, random.Random(number)) for number in range(40)}
    of_the_game = {chosen_words(VOICES[level], mode, random.Random(number), True) for number in range(40)}
    assert not any(what_is_wrong(text, mode) for text in words | of_the_game)
    if mode == "free":
        assert words == set(VOICES[level].of_the_move)
        assert of_the_game == set(VOICES[level].of_the_game)


@pytest.mark.parametrize("level", LEVELS)
def test_CCC_42_a_level_speaks_with_its_voice(level):
    state = CCC.new(CCC.options({"position": LOST_FLAG}), bytes(32))
    assert chosen(state, level, budget=FEW) in {f"N*{{{text}}}" for text in VOICES[level].of_the_game}
    state = CCC.new(CCC.options({"position": ONLY_FLAG}), bytes(32))
    said = chosen(state, level, budget=FEW).partition("{")[2].rstrip("}")
    assert said in VOICES[level].of_the_move


def test_each_level_is_rated_above_the_one_below():
    assert list(LEVEL_RATINGS) == list(PLAYERS) == ["novice", "easy", "medium", "hard", "expert"]
    assert list(LEVEL_RATINGS.values()) == sorted(LEVEL_RATINGS.values())


def back_and_forth(view, briefing, rng, budget):
    """Choose an action that moves one Cube out and back, or another Cube, or any piece if none can."""
    ways = ("g3-g1", "g1-g3") if view.who == 0 else ("g6-g8", "g8-g6")
    texts = {CCC.format(action): action for action in CCC.actions(view)}
    moves = [action for action in texts.values() if isinstance(action, Move)]
    cubes = [action for action in moves if view.position.board[action.source].kind == CUBE]
    found = [texts[way] for way in ways if way in texts]
    return (found or cubes or moves or list(texts.values()))[0]


def scored(level, number):
    """Return a level's score in one match against a player that only moves back and forth."""
    mine, seat = CCC.players[level], number % 2
    players = (back_and_forth, mine) if seat else (mine, back_and_forth)
    *_, (_, last) = playing(CCC, CCC.options({}), numbered_seed(number), players)
    winner = CCC.result(last).winner
    return 0.5 if winner is None else float(winner == seat)


@pytest.mark.proof
@pytest.mark.parametrize(("level", "wins", "losses"), [("novice", 15, 0), ("easy", 19, 0)])
def test_CCC_75_a_beginners_level_does_not_lose_its_nerve_where_nobody_attacks(level, wins, losses):
    points = [scored(level, number) for number in range(20)]
    assert points.count(1.0) >= wins
    assert points.count(0.0) <= losses


@pytest.mark.proof
def test_in_Collision_structures_collapse_in_every_match():
    options = CCC.options(find_preset(CCC.presets, "Collision").options)
    for number in range(3):
        players = (CCC.players["medium"],) * 2
        texts = [text for text, _ in playing(CCC, options, numbered_seed(number), players)]
        assert sum(text[0].isdigit() for text in texts) > 2
