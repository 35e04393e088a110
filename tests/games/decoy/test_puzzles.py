"""Decoy Patrol's puzzles, proved from the texts told: one answer holds, and each line is needed."""

from __future__ import annotations

import random
from functools import cache

import pytest

from games.core.vocabulary.puzzles import read_puzzle
from tests.budgets import first_fast
from tests.games.decoy.table import GAME
from tests.games.decoy.told import (
    ARMY,
    DIAGONAL,
    STEPS,
    WAYS,
    Told,
    can_be,
    fits,
    kinds_in_some_army,
    squares,
)
from tests.paths import ROOT

FILE = ROOT / "games" / "decoy" / "puzzles.jsonl"
NAMES = {"C": "commander", "S": "scout", "G": "guardian", "I": "infiltrator", "D": "decoy"}
SAMPLE = sorted(random.Random(24).sample(range(300), 25))
"""Places of the puzzles that the short proof checks."""
KINDS = list(ARMY)


@cache
def puzzles():
    return tuple(map(read_puzzle, FILE.read_text().splitlines()))


class Proof:
    """A puzzle with everything that its seat was told."""

    def __init__(self, puzzle):
        self.puzzle = puzzle
        self.told = Told(puzzle.course, puzzle.seat).to_the_end()
        self.subject, _, numbers = puzzle.about.partition(":")
        self.numbers = [int(number) for number in numbers.split()]
        self.seat, self.turn = puzzle.seat, self.told.turn
        self.inside = sorted(self.told.inside, key=squares().index)
        self.fallen = [piece for piece in self.told.fallen if piece.lines and piece.lines[-1].what == "fell"]
        pieces = [*(self.told.inside[square] for square in self.inside), *self.fallen]
        self.everything = [piece.lines for piece in pieces]
        self.kept = [[line for line in lines if line.number in self.numbers] for lines in self.everything]

    def bodies(self, kept, hidden=()):
        """Return all distinct pieces: in sight, fallen, lost from sight (`hidden`) and fallen unseen."""
        found = []
        for number, lines in enumerate(kept):
            here = self.inside[number] if number < len(self.inside) else ""
            now = (here, self.turn) if here else None
            kinds = [kind for kind in KINDS if can_be(kind, lines, self.seat, now=now)]
            found.append((kinds, not here))
        found += [([kind for kind in KINDS if can_be(kind, lines, self.seat)], False) for lines in hidden]
        return [*found, *[(KINDS, True)] * (self.told.dead - len(self.fallen))]

    def answers(self, kept, hidden=()):
        """Return all answers that hold in every army that fits."""
        bodies = self.bodies(kept, hidden)
        assert fits(bodies)
        if self.puzzle.kind == "decoys":
            numbers = [number for number in range(ARMY["D"]) if fits(bodies, number)]
            return {str(ARMY["D"] - number) for number in numbers} if len(numbers) == 1 else set()
        kinds = {square: kinds_in_some_army(bodies, n) for n, square in enumerate(self.inside)}
        if self.puzzle.kind == "what":
            (*some,) = kinds[self.subject]
            return {NAMES[some[0]]} if len(some) == 1 else set()
        sought = (
            "C" if self.puzzle.kind == "commander" else next(k for k in NAMES if NAMES[k] == self.subject)
        )
        sure = {square for square, some in kinds.items() if some == [sought]}
        if sought == "C" and not any("C" in some for some in kinds.values()):
            return {"fog"}
        return sure

    def without_each(self):
        """Yield the lines without each one, with those that then concern a piece lost from sight."""
        for number, lines in enumerate(self.kept):
            for at, line in enumerate(lines):
                breaks = line.what in ("stepped", "fell")
                left = lines[at + 1 :] if breaks else lines[:at] + lines[at + 1 :]
                yield [*self.kept[:number], left, *self.kept[number + 1 :]], lines[:at] if breaks else []

    def may_be_another(self, kept, lost):
        """Return whether another answer or none holds in some world, for any identity of the lost piece."""
        right = set(self.puzzle.solution)
        if not lost:
            return self.answers(kept) != right
        worlds = []
        if len(self.everything) + self.told.dead - len(self.fallen) < sum(ARMY.values()):
            worlds.append((kept, [lost]))
        for number, lines in enumerate(kept):
            if not lines or lines[0].number > lost[-1].number:
                worlds.append(([*kept[:number], [*lost, *lines], *kept[number + 1 :]], []))
        return any(fits(self.bodies(*world)) and self.answers(*world) != right for world in worlds)


def assert_proved(puzzle):
    """Check that the answer follows from everything told and from the given lines, but from no fewer."""
    proof = Proof(puzzle)
    assert {GAME.view(proof.told.state, puzzle.seat).side} == {puzzle.seat}
    if puzzle.kind == "where":
        assert_nowhere_else(proof)
        return
    assert sorted(line.number for lines in proof.kept for line in lines) == proof.numbers
    assert proof.answers(proof.everything) == set(puzzle.solution)
    assert proof.answers(proof.kept) == set(puzzle.solution)
    for kept, lost in proof.without_each():
        assert proof.may_be_another(kept, lost)


# --- where it can't be --------------------------------------------------------------------------------


def assert_nowhere_else(proof):
    """Check that the given lines rule out the answer's square as too far away, and that each is needed.

    All other choices can be reached unseen, with the points that the enemy had left.
    """
    (lines,) = (
        piece.lines
        for piece in proof.told.gone
        if piece.lines and piece.lines[-1].number == proof.numbers[-1]
    )
    kept = [line for line in lines if line.number in proof.numbers]
    assert [line.number for line in kept] == proof.numbers
    assert kept[-1].what == "left"
    (answer,) = proof.puzzle.solution
    choices = proof.subject.split(",")
    assert [square for square in choices if square not in may_be(proof, kept)] == [answer]
    for at, line in enumerate(kept[:-1]):
        fewer = kept[at + 1 :] if line.what == "stepped" else kept[:at] + kept[at + 1 :]
        assert answer in may_be(proof, fewer)
    seen = set().union(*(proof.told.seen[n] for n in proof.told.seen if n >= lines[-1].number))
    assert set(choices) - {answer} <= ways_unseen(proof, lines, set(squares()) - seen)


def turns_since(proof, line):
    """Return the enemy's turns from the one in which the piece left view until now."""
    return range(line.turn, proof.turn, 2)


def may_be(proof, lines):
    """Return the squares where the piece can be if all ways were free."""
    left = lines[-1]
    reached = set()
    for kind in KINDS:
        if can_be(kind, lines, proof.seat):
            made = sum(line.what == "stepped" and line.turn == left.turn for line in lines)
            steps = STEPS[kind] * len(turns_since(proof, left)) - made
            reached |= walked({left.square}, kind, steps, set(squares()))
    return reached


def ways_unseen(proof, lines, hidden):
    """Return the squares that the piece can have reached by squares always out of sight."""
    left, found = lines[-1], set()
    everyone = [
        *proof.told.inside.values(),
        *proof.told.fallen,
        *proof.told.gone,
        *proof.told.resting.values(),
    ]
    hidden = hidden - set(proof.told.resting)
    for kind in KINDS:
        if not can_be(kind, lines, proof.seat):
            continue
        steps = -sum(line.what == "stepped" and line.turn == left.turn for line in lines)
        for turn in turns_since(proof, left):
            others = sum(
                line.turn == turn and line.what in ("came", "stepped", "left")
                for piece in everyone
                if piece.lines is not lines
                for line in piece.lines
            )
            steps += min(STEPS[kind], 3 - others)
        found |= walked({left.square}, kind, steps, hidden) & hidden
    return found


def walked(start, kind, steps, through):
    """Return the squares that a piece can reach in this many steps."""
    found = set(start)
    for _ in range(steps):
        nearby = {
            chr(ord(square[0]) + right) + str(int(square[1]) + up)
            for square in found
            for right, up in WAYS[kind]
            if 0 <= int(square[1]) + up <= 9
        }
        found |= nearby & through
    return found


# --- the file -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("number", first_fast(SAMPLE, 8))
def test_DP_45_of_some_one_answer_holds_and_no_line_can_be_left_out(number):
    assert_proved(puzzles()[number])


@pytest.mark.proof
def test_DP_45_of_all_one_answer_holds_and_no_line_can_be_left_out():
    for puzzle in puzzles():
        assert_proved(puzzle)


@pytest.mark.proof
def test_every_line_is_told_in_words_and_the_board_tells_nothing_else():
    for puzzle in [puzzles()[number] for number in SAMPLE]:
        proof, exercise = Proof(puzzle), GAME.analyst.exercise(puzzle)
        words = exercise.task.question
        for line in (line for lines in proof.kept for line in lines):
            assert f"Turn {line.turn}:" in words
            assert line.square in words
        view = GAME.view(exercise.state, puzzle.seat)
        true = GAME.view(proof.told.state, puzzle.seat)
        assert GAME.position(view) == GAME.position(true)
        assert not view.notes
        assert not view.memory.ghosts
        assert len(view.memory.fallen) == proof.told.dead
        assert not any(token.label for token in GAME.scene(view).tokens if token.shape == "diamond")


@pytest.mark.proof
def test_there_are_more_answers_than_a_few_and_the_commander_is_often_one_of_the_diamonds():
    found = [puzzle for puzzle in puzzles() if puzzle.kind == "commander"]
    assert sum(puzzle.solution != ("fog",) for puzzle in found) >= len(found) * 0.7
    for puzzle in puzzles():
        assert len(GAME.analyst.exercise(puzzle).task.answers) >= 4


def test_diagonals_are_diagonals():
    assert WAYS["I"] == DIAGONAL
    assert walked({"a0"}, "I", 2, set(squares())) == {"a0", "b1", "c2", "c0", "a2"}


@pytest.mark.parametrize(
    ("number", "answer", "words"),
    [
        (5, "commander", "e6 can't be the Commander. The Commander couldn't be on e5 so early."),
        (5, "infiltrator", "e6 can't be an Infiltrator. An Infiltrator can't step from e3 to e4."),
        (
            5,
            "scout",
            "e6 must be a Scout. The Commander or a Decoy couldn't be on e5 so early; a Guardian can't take "
            "more than 2 steps in a turn; an Infiltrator can't step from e3 to e4.",
        ),
        (31, "scout", "b2 can't be a Scout. A Scout wouldn't have lived."),
        (
            39,
            "fog",
            "Each diamond in sight did what the Commander can't do, or must be another piece.",
        ),
        (27, "fog", "One of the diamonds in sight can't be anything but the Commander."),
    ],
)
def test_why_a_kind_is_ruled_out_is_told_by_what_it_can_do(number, answer, words):
    (puzzle,) = (puzzle for puzzle in puzzles() if puzzle.id == str(number))
    (right,) = puzzle.solution
    assert GAME.analyst.explain(puzzle, answer, None, right=answer == right).words == words
