"""Tips of Decoy Patrol's coach: from the view alone, the most important first, each only when it applies."""

from __future__ import annotations

import random
from functools import cache

import pytest

from games.core.selfplay import numbered_seed, rng_for
from games.core.vocabulary.lessons import new_tip
from games.decoy.rules.board import SQUARE_OF
from games.decoy.rules.memory import Fallen, Ghost, Memory
from games.decoy.rules.notes import DIAGONALLY, Note, Seen
from games.decoy.teaching.tips import _sayings
from tests.games.decoy.table import CYAN, GAME, counts, knowing, play, put, start
from tests.kit.worlds.worlds_decoy import DECOY

OWN = "Cd0 Sb2 Sf2 Gc2 Gd2 Ie2 Ig2 Da0 De0 Df0 Dg0 Dh0"
FAR = "Ca9 Sb9 Sc9 Gd9 Ge9 If9 Ig9 Dh9 Di9 Dj9 Dh8 Dj8"
NEAR = FAR.replace("Dj8", "De5")


def told(state, who=CYAN):
    return {tip.key: tip.words for tip in GAME.tips(GAME.view(state, who))}


def note(square, **shown):
    return Note(SQUARE_OF[square], **shown)


def test_before_the_first_turn_it_is_about_the_setup_alone():
    assert list(told(start())) == ["setup"]


def test_the_first_turn_is_about_points():
    assert list(told(put(OWN, FAR, ply=1))) == ["points"]


def test_a_diamond_in_sight_is_named_by_its_square():
    assert "e5" in told(put(OWN, NEAR, ply=3))["in-sight"]
    assert "in-sight" not in told(put(OWN, FAR, ply=3))


def test_a_found_commander_comes_first():
    state = knowing(put(OWN, NEAR, ply=9), notes=(note("e5", power=5),))
    assert next(iter(told(state))) == "commander-found"


def test_danger_for_the_commander_is_told_with_both_squares_and_how_far_it_is():
    near = FAR.replace("Dj8", "Dc3")
    state = put(OWN.replace("Gc2", "Ga4"), near, ply=9)
    words = told(state)["commander-in-danger"]
    assert "c3" in words
    assert "d0" in words
    assert "3 squares from" in words
    assert "commander-in-danger" not in told(put(OWN, NEAR, ply=9))
    assert "commander-in-danger" not in told(put(OWN, near, ply=9)), "the way is blocked"
    decoy = knowing(state, notes=(note("c3", power=1),))
    assert "commander-in-danger" not in told(decoy), "a Decoy takes one step"


def test_a_step_that_surrounds_is_told():
    state = put("Cd0 Da3 Sb4 Gb6 Dc0", "Cf9 Dj9 Ga4 Di9", ply=9)
    words = told(state)["surround"]
    assert "b6–a5" in words
    assert counts(play(state, "b6-a5")) == (5, 3)


def test_an_attack_phase_is_about_attacking():
    state = put(OWN, FAR.replace("Dj8", "Dd3"), phase="a", ply=9)
    assert "touches d3" in told(state)["attack"]
    moving = put(OWN, FAR.replace("Dj8", "Dd3"), ply=9)
    assert "d3" in told(moving)["touching"]


def test_a_hit_names_who_struck():
    hit = Seen(SQUARE_OF["e5"], SQUARE_OF["d4"], attack=True)
    state = knowing(put(OWN, NEAR, ply=9), notes=(note("e5", power=3),), seen=(hit,))
    assert "hit for 3 from e5" in told(state)["tell"]
    assert "an Infiltrator" in told(state)["tell"]
    assert "an Infiltrator" in told(state)["letters"]


def test_two_steps_and_what_was_survived_leave_what_can_be():
    stepped = knowing(put(OWN, NEAR, ply=9), notes=(note("e5", most=2, directions=DIAGONALLY),))
    assert "a Guardian or an Infiltrator" in told(stepped)["two-steps"]
    lived = knowing(put(OWN, NEAR, ply=9), notes=(note("e5", survived=3),))
    assert "the Commander or a Guardian" in told(lived)["lived"]


def test_what_is_remembered_and_what_fell():
    ghost = Ghost(note("h7"), 6, 1 << SQUARE_OF["h7"], still=False)
    memory = Memory((ghost,), (Fallen(7, None, (1, 4)),))
    state = knowing(put(OWN, FAR, ply=9), memory=memory)
    assert "h7" in told(state)["ghost"]
    assert "turn 6" in told(state)["ghost"]
    assert "lost" in told(state)


def test_a_wound_is_told_with_the_health_that_is_left():
    assert "2 of 4 health" in told(put(OWN.replace("Gd2", "Gd2''"), FAR, ply=9))["wounded"]


@pytest.mark.parametrize("decoys", [1, 2])
def test_the_last_decoys_are_told(decoys):
    few = " ".join(word for word in OWN.split() if word[0] != "D" or word in ("Da0", "De0")[:decoys])
    assert f"{decoys} Decoy" in told(put(few, FAR, ply=9))["last-decoys"]
    assert "last-decoys" not in told(put(OWN, FAR, ply=9))


def test_a_quiet_stretch_is_told_with_the_rows_of_the_commander():
    moment = {"ply": 41, "since": 20}
    words = told(put(OWN.replace("Cd0", "Cd3"), FAR, **moment))["quiet"]
    assert "for 20 turns" in words
    assert "1 row in front of its home" in words
    counted = told(put(OWN.replace("Cd0", "Cd3"), FAR, tiebreak="commander", **moment))["quiet"]
    assert "3 rows in front of its back row" in counted
    assert "quiet" not in told(put(OWN, FAR, ply=41, since=20, tiebreak="draw"))
    assert "quiet" not in told(put(OWN, FAR, ply=41, since=4))


def test_nothing_is_said_to_who_is_not_to_act():
    state = put(OWN, NEAR, ply=9)
    assert told(state, 1) == {}
    assert told(state, None) == {}


@cache
def first_matches():
    """Return tips in a few first matches against the easiest level, as (keys in order, tips per moment)."""
    found = []
    for number in range(4):
        state, moments, said, count = start(), [], [], 0
        while acting := GAME.to_act(state):
            view, level = GAME.view(state, acting[0]), ("medium", "easy")[acting[0]]
            if acting[0] == CYAN:
                moments.append(GAME.tips(view))
                tip = new_tip(moments)
                said += [tip.key] if tip else []
            rng = rng_for(numbered_seed(number), acting[0], count)
            state = GAME.play(state, acting[0], GAME.players[level](view, None, rng, 2_000)).state
            count += 1
        found.append((said, moments))
    return found


@pytest.mark.proof
def test_a_first_match_hears_ten_things_or_more_and_none_twice():
    for said, moments in first_matches():
        assert len(said) == len(set(said)) >= 8
        assert said[:2] == ["setup", "points"]
        assert all(moments)
    assert len({key for said, _ in first_matches() for key in said}) >= 14


def test_every_topic_has_a_key_of_its_own():
    keys = [key for key, _ in _sayings()]
    assert len(set(keys)) == len(keys) >= 10


@pytest.mark.proof
def test_of_two_worlds_that_look_alike_the_same_is_said():
    for twins in DECOY.twins(random.Random(5)):
        first, second = twins.states
        for seat in twins.blind:
            if seat is not None and GAME.view(first, seat) == GAME.view(second, seat):
                assert told(first, seat) == told(second, seat)
