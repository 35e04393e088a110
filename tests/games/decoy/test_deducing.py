"""Deductions in Decoy Patrol are true, and exactly what fits everything that a seat was told."""

from __future__ import annotations

import random

import msgspec
import pytest

from games.core.selfplay import numbered_seed, play_match
from games.core.vocabulary.puzzles import Course
from games.decoy.rules.board import NAMES, SQUARE_OF
from games.decoy.rules.memory import Fallen, Ghost, Memory
from games.decoy.rules.notes import Note
from games.decoy.rules.pieces import KINDS, kind_of, square_of
from tests.budgets import first_slow
from tests.games.decoy.table import CYAN, GAME, knowing, put
from tests.games.decoy.told import ARMY, Told, can_be, fits, kinds_in_some_army

ANALYST = GAME.analyst
PAIRS = (("easy", "steady"), ("steady", "medium"), ("hard", "skilled"))
KINDS_BY_LETTER = list(ARMY)


def course(number, levels):
    record = play_match(GAME, {}, numbered_seed(number), levels)
    return Course(record.options, record.seed, record.actions)


def noting(state, *notes, ghosts=(), fallen=()):
    """Return the position with these notes, ghosts and fallen pieces (letters of possible kinds) for Cyan."""
    gone = tuple(
        Fallen(1, None, tuple(sorted("CSGID".index(letter) for letter in kinds))) for kinds in fallen
    )
    return knowing(state, notes=notes, memory=Memory(tuple(ghosts), gone))


def facts(state):
    return dict(ANALYST.deduced(GAME.view(state, CYAN)))


def note(square, **shown):
    return Note(SQUARE_OF[square], **shown)


ENEMIES = "Cb5 Gd5 Gf5 Sh5 Sa9 Ib9 Ic9 Dd9 De9 Df9 Dg9 Dh9"
OWN = "Ca0 Sb2 Sf2 Gc2 Gd2 Ie2 Ig2 Dd0 De0 Df0 Dg0 Dh0"


def test_both_guardians_found_leave_the_commander():
    state = put(OWN, ENEMIES, ply=15)
    known = noting(state, note("b5", survived=3), note("d5", power=4), note("f5", power=4))
    assert facts(known)["commander"] == "The piece on b5 is the Commander."


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_without_any_one_of_the_three_it_is_open(missing):
    notes = [note("b5", survived=3), note("d5", power=4), note("f5", power=4)]
    state = noting(put(OWN, ENEMIES, ply=15), *(kept for n, kept in enumerate(notes) if n != missing))
    assert "commander" not in facts(state)


def test_a_guardian_that_fell_counts_too():
    state = noting(
        put(OWN, ENEMIES.replace(" Gf5", ""), ply=15),
        note("b5", survived=3),
        note("d5", power=4),
        fallen=["G"],
    )
    assert facts(state)["commander"] == "The piece on b5 is the Commander."


def test_what_came_too_far_too_soon_is_no_commander():
    state = noting(put(OWN, ENEMIES, ply=3), note("b5", survived=3))
    assert facts(state)["guardian-b5"] == "The piece on b5 is a Guardian."
    assert "guardian-b5" not in facts(msgspec.structs.replace(state, ply=5))


def test_four_fallen_decoys_leave_one():
    left = "Cb5 Gd5 Gf5 Sh5 Sa9 Ib9 Ic9 Dd9"
    state = noting(put(OWN, left, ply=15), fallen=["D"] * 4)
    assert facts(state)["decoys"] == "They have 1 Decoy left."
    assert "decoys" not in facts(noting(put(OWN, left, ply=15), fallen=["D", "D", "D", "SD"]))


def test_a_commander_is_known_where_it_was_last_seen():
    ghost = Ghost(note("j8", power=5), 12, 1 << SQUARE_OF["j8"], still=False)
    state = noting(put(OWN, ENEMIES, ply=15), ghosts=[ghost])
    words = "The Commander is the piece that you last saw on j8, on turn 12."
    assert facts(state)["commander"] == words
    still = msgspec.structs.replace(ghost, still=True)
    sure = facts(noting(put(OWN, ENEMIES, ply=15), ghosts=[still]))
    assert sure["commander"] == "The piece that you last saw on j8 is the Commander."


def test_nothing_is_deduced_by_the_public_or_when_all_is_open():
    state = noting(put(OWN, ENEMIES, ply=15), note("b5", power=5))
    assert ANALYST.deduced(GAME.view(state, None)) == {}
    over = GAME.ended(state, None)
    assert ANALYST.deduced(GAME.view(over, CYAN)) == {}
    assert ANALYST.deduced(GAME.view(GAME.new(GAME.options({}), bytes(32)), CYAN)) == {}


@pytest.mark.proof
@pytest.mark.parametrize("levels", first_slow(PAIRS, 2), ids="-".join)
def test_it_is_just_what_fits_all_that_was_told(levels):
    """Check facts after every action; the Commander is named once all fitting armies agree on it."""
    assert sum(times_named(course(number, levels), seat) for number in (400, 401) for seat in (0, 1))


def times_named(match, seat):
    told, named = Told(match, seat), 0
    for _ in told.follow():
        view = GAME.view(told.state, seat)
        if view.truth is not None or not view.ply:
            continue
        found = ANALYST.deduced(view)
        assert_true(found, told.state, seat)
        sure = commander_by_elimination(told, seat)
        said = found.get("commander", "")
        assert sure == {name for name in NAMES if said == f"The piece on {name} is the Commander."}
        named += bool(sure)
    return named


def commander_by_elimination(told, seat):
    """Return the squares in sight where the Commander must be, by all armies that fit what was told."""
    inside = list(told.inside)
    bodies = [(kinds(told.inside[square], seat, (square, told.turn)), False) for square in inside]
    bodies += [(kinds(piece, seat, (square, told.turn)), False) for square, piece in told.resting.items()]
    bodies += [(kinds(piece, seat), True) for piece in told.fallen]
    bodies += [(KINDS_BY_LETTER, True)] * (told.dead - len(told.fallen))
    assert fits(bodies)
    return {square for n, square in enumerate(inside) if kinds_in_some_army(bodies, n) == ["C"]}


def kinds(piece, seat, now=None):
    return [kind for kind in ARMY if can_be(kind, piece.lines, seat, now=now)]


def assert_true(found, state, seat):
    theirs = {NAMES[square_of(piece)]: kind_of(piece) for piece in state.sides[1 - seat].pieces}
    for key, words in found.items():
        if key == "decoys":
            assert f"have {list(theirs.values()).count(4)} Decoy" in words
        elif "on turn" not in words:
            (square,) = (name for name in NAMES if f"on {name} is" in words)
            assert words.endswith(f"{KINDS[theirs[square]].name}.")


def test_it_is_a_function_of_the_view_alone():
    """Another world with the same view gives the same facts, so deductions use only the view."""
    state = noting(put(OWN, ENEMIES, ply=15), note("b5", survived=3), note("d5", power=4))
    view = GAME.view(state, CYAN)
    for number in range(5):
        world = ANALYST.guess(view, None, random.Random(number))
        assert world != state
        assert ANALYST.deduced(GAME.view(world, CYAN)) == ANALYST.deduced(view)
