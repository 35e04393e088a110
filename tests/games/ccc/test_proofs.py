"""Proofs of CCC's puzzles compared with an exhaustive search in positions near the ends of matches."""

from __future__ import annotations

from functools import cache

import pytest

from games.ccc.ai import proofs
from games.ccc.rules.state import key_of
from games.core.selfplay import numbered_seed, playing
from games.core.vocabulary.presets import find_preset
from tests.games.ccc import brute
from tests.kit.games.ccc_table import GAME, put

_ALL = 10_000
_LATE, _FEW = 8, 4


@cache
def late():
    """Return (setting, position) near the ends of some matches, from several starts and levels."""
    found = []
    for number in range(6):
        raw = find_preset(GAME.presets, ("Quick", "Collision")[number % 2]).options
        levels = (("novice", "easy"), ("easy", "novice"), ("easy", "easy"))[number % 3]
        players = tuple(GAME.players[level] for level in levels)
        states = [state for _, state in playing(GAME, GAME.options(raw), numbered_seed(number), players)]
        found += [(state.setting, state.position) for state in states[-_LATE:-1] if state.outcome is None]
    calm = [(setting, position) for setting, position in found if proofs.is_calm(setting, position)]
    return [pair for pair in calm if proofs.all_actions(*pair, most=600) is not None]


def keys(done):
    return {proof.key for proof in done}


@pytest.mark.proof
def test_all_different_moves_are_looked_at():
    for setting, position in late():
        found = brute.different(setting, position)
        assert keys(proofs.all_done(setting, position)) == {key_of(then) for _, then in found}


@pytest.mark.proof
def test_wins_in_one_are_all_there_are():
    won = 0
    for setting, position in late():
        for turned in (position, brute.turned(position)):
            found = set(brute.winning(setting, turned))
            assert keys(proofs.wins(setting, turned, _ALL)) == found
            assert proofs.can_win(setting, turned) == bool(found)
            won += bool(found)
    assert won > _FEW


@pytest.mark.proof
def test_ways_out_are_all_there_are():
    threatened = [
        pair
        for pair in late()
        if proofs.can_win(pair[0], brute.turned(pair[1])) and not proofs.can_win(*pair)
    ]
    assert threatened
    for setting, position in threatened:
        assert keys(proofs.ways_out(setting, position, _ALL)) == set(brute.saving(setting, position))


TRAPPED = "Cg7 Ta1 Lc2 sh8"
"""A position in which Black's last Pyramid can't move and White's Torus strikes it from h1."""
TWO_WAYS = "Cg7 (FFF)g6 Lc2 sh8"
IN_TWO = {
    TRAPPED: {"a1-h1"},
    f"{TRAPPED} cc3": set(),
    f"{TRAPPED} fh6": set(),
    f"{TRAPPED} ne8": set(),
    TWO_WAYS: {"c2&g6", "g6-h6"},
}


@pytest.mark.parametrize("pieces", IN_TWO)
def test_wins_in_two_are_all_there_are(pieces):
    state = put(pieces)
    setting, position = state.setting, state.position
    found = proofs.wins_in_two(setting, position, _ALL)
    assert keys(found) == set(brute.winning_in_two(setting, position))
    assert {GAME.format(done.action) for done in found} == IN_TWO[pieces]


def test_of_wins_in_two_only_so_many_are_looked_for():
    state = put(TWO_WAYS)
    assert len(proofs.wins_in_two(state.setting, state.position, 1)) == 1


@pytest.mark.parametrize(
    ("pieces", "side", "wins"),
    [
        ("Ta4 Lh2 se4", "w", 1),
        ("Ta4 Lh1 se4", "w", 2),
        ("Ta4 Lh2 se4 mg7", "w", 0),
        ("(FF)d4 Lh2 se4", "w", 1),
        ("(FF)d4 Lh2 (fs)e4", "w", 1),
        ("(FFF)d4 Lh2 se4", "w", 3),
        ("sd4 Se5", "b", 0),
    ],
)
def test_a_win_destroys_the_last_pyramids_and_keeps_one(pieces, side, wins):
    state = put(pieces, side=side)
    assert len(proofs.wins(state.setting, state.position, _ALL)) == wins


def test_an_end_for_want_of_attacks_is_near_or_not():
    assert proofs.is_calm(put(calm=10).setting, put(calm=10).position)
    assert not proofs.is_calm(put(calm=11).setting, put(calm=11).position)
    assert proofs.is_calm(put(calm=99, quiet=0).setting, put(calm=99, quiet=0).position)


def test_where_there_is_too_much_to_look_at_nothing_is_said():
    tower = put("(FFFFFLMS)d4 sh8")
    assert proofs.all_done(tower.setting, tower.position) is None
    assert proofs.wins_in_two(tower.setting, tower.position) is None
    assert proofs.ways_out(tower.setting, tower.position) is None


def test_the_toughest_reply_leaves_the_fewest_ways_to_win():
    state = put(f"{TRAPPED} fa6 fb6")
    setting = state.setting
    (done,) = proofs.wins_in_two(setting, state.position, _ALL)
    reply, win = proofs.toughest(setting, done.position)
    then = proofs.play_action(setting, done.position, reply)
    ways = [
        len(brute.winning(setting, there))
        for _, there in brute.following(setting, done.position)
        if all(brute.pyramids(there))
    ]
    assert len(brute.winning(setting, then)) == min(ways)
    assert brute.has_won(proofs.play_action(setting, then, win), 0)


def test_who_can_only_give_up_the_last_pyramid_has_no_toughest_reply():
    state = put(f"{TRAPPED.replace('Ta1', 'Th1')} Fe8", side="b")
    assert {GAME.format(action) for action, _ in brute.following(state.setting, state.position)} == {"h8xg7"}
    assert proofs.toughest(state.setting, state.position) is None
