"""First steps: ten lessons of one idea each, on a small board with few pawns."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from games.core.vocabulary.lessons import Lesson
from games.core.vocabulary.tasks import Answer, Exercise, Goal, Quiz
from games.creators.rules.geometry import DIE_FACES, geometry
from games.creators.rules.rules import count_held, moves
from games.creators.rules.state import State
from games.creators.teaching.lesson_positions import SIZE, position, squares, whole

CREATOR = 0
EARLY, ROUND_19, ROUND_20 = 3, 37, 39
"""Plies in which the Creator is to move; the Destroyer's ply of the same round is one later."""


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons, in order."""
    return (
        _exactly(),
        _leaping(),
        _capturing(),
        _coming_home(),
        _filling(),
        _holding(),
        _fading(),
        _remembering(),
        _all_six(),
        _stopping(),
    )


# --- goals --------------------------------------------------------------------------------------------


def _lands_on(square: str, seat: int) -> Callable[[State, State], bool]:
    """Return a check of whether a pawn of a seat is on a square."""
    (cell,) = squares(square)
    return lambda before, now: now.board[cell] == seat + 1


def _wins(before: State, now: State) -> bool:
    return now.outcome is not None and now.outcome.winner == CREATOR


def _keeps(before: State, now: State) -> bool:
    """Return whether a pawn moved, and each cell that the Creator held is still held."""
    held = (cell for cell in before.setup.pattern.cells if before.board[cell] == CREATOR + 1)
    return now.board != before.board and all(now.board[cell] == CREATOR + 1 for cell in held)


def _takes_a_cell(before: State, now: State) -> bool:
    return count_held(now, CREATOR) < count_held(before, CREATOR)


def _is_reached_by_four(before: State, now: State) -> bool:
    """Return whether at least four faces of the die bring a Creator's pawn to the glowing square."""
    (cell,) = now.setup.glowing
    square = geometry(SIZE).names[cell]
    faces = (moves(now.board, CREATOR, die, now.setup.options) for die in DIE_FACES)
    return now.board != before.board and sum(any(m.target == square for m in legal) for legal in faces) >= 4


def _goal(state: State, question: str, reached: Callable[[Any, Any], bool]) -> Exercise:
    return Exercise(state, state.side, Goal(question, reached))


def _quiz(state: State, seat: int, question: str, right: str, *answers: tuple[str, str]) -> Exercise:
    return Exercise(
        state, seat, Quiz(question, tuple(Answer(key, text, key == right) for key, text in answers))
    )


# --- the lessons --------------------------------------------------------------------------------------


def _exactly() -> Lesson:
    state = position("c12 f11 i11 e9 h9", "d2 g2 i1", die=3, ply=EARLY, glowing=squares("f8"))
    return Lesson(
        key="exact",
        title="Exactly as far as you rolled",
        text="You're the Creator, in blue, and win by rebuilding a pattern with your pawns. Moving comes "
        "first. You rolled a 3, so one of your pawns moves exactly 3 squares, in one straight line: along a "
        "row, along a column or diagonally.",
        exercise=_goal(state, "Land on the glowing square.", _lands_on("f8", CREATOR)),
        wrong="That pawn is somewhere else now. Start from the glowing square, count 3 squares along each "
        "line, and see where you meet a pawn of yours.",
        right="Exactly 3, in one straight line. A pawn right beside the square couldn't get there, since "
        "you can't move it less far than you rolled.",
        hint="Go 3 squares from the glowing square: along its column, along its row, along its diagonals.",
        solutions=(("f11-f8",), ("i11-f8",)),
    )


def _leaping() -> Lesson:
    state = position("b12 j12 f11 f10 e9 g8", "f9 f8 e8 e1 h2", die=4, ply=EARLY, glowing=squares("f7"))
    return Lesson(
        key="leap",
        title="Leap over anyone",
        text="Only the square where a pawn lands matters. On its way it leaps over friends and enemies "
        "alike, and harms none of them. You rolled a 4.",
        exercise=_goal(
            state, "Land on the glowing square. Never mind who's in the way.", _lands_on("f7", CREATOR)
        ),
        wrong="Not that one. Look for a pawn that's 4 squares away in a straight line, and don't mind who "
        "is between.",
        right="It leaped over three pawns, and all of them are still there. Nothing blocks the way in this "
        "game.",
        hint="Look straight along the f file.",
        solutions=(("f11-f7",),),
    )


def _capturing() -> Lesson:
    state = position("b12-d12 h11 e10 g10 c9", "e8 h7 f2 b1-k1", die=2, ply=EARLY, glowing=squares("e8"))
    return Lesson(
        key="capture",
        title="Land on an enemy",
        text="An enemy, in red, is on the square that you want. Land on it and you capture it: your pawn "
        "takes its place. You rolled a 2.",
        exercise=_goal(state, "Capture the pawn on the glowing square.", _lands_on("e8", CREATOR)),
        wrong="The enemy is still there. Which of your pawns is exactly 2 squares away from it, in a "
        "straight line?",
        right="Captured. It isn't lost, though: it went home to its back row at once, and can come again.",
        hint="Two of your pawns can do it: one along the e file, one along a diagonal.",
        solutions=(("e10xe8",), ("g10xe8",)),
    )


def _coming_home() -> Lesson:
    state = position(
        "a12-d12 f12-i12 k12 l12 c11 f11 i11 h7",
        "e4 c2 i2 d1-g1",
        die=3,
        ply=EARLY + 1,
        glowing=squares("h7"),
    )
    return Lesson(
        key="home",
        title="Where a captured pawn comes home",
        text="The Destroyer rolled a 3 and captures your pawn on h7. It comes home at once: to your back "
        "row, rank 12, on the empty square that's closest to the column where it was captured.",
        exercise=_quiz(
            state,
            CREATOR,
            "Where will your pawn be?",
            "j12",
            ("h11", "On h11, the nearest empty home square"),
            ("e12", "On e12"),
            ("j12", "On j12"),
            ("h8", "On h8, one square back"),
            ("gone", "Nowhere: it's out of the game"),
        ),
        wrong="Not quite. Look at rank 12 first, and count columns from h to each of its two empty squares.",
        right="j12 is two columns from h, and e12 is three. The front row gets its turn only when the back "
        "row is full. No pawn is ever out of the game.",
        hint="The back row comes first, even if a square of the front row is nearer.",
        solutions=(("j12",),),
    )


def _filling() -> Lesson:
    state = position(
        "a12 b12 k12 l12 d11 h11 c10 d10 f10 h10 f9 f7 i7",
        "g10 e6 a1-d1 h1 j2",
        die=3,
        ply=ROUND_20,
        glowing=whole(),
    )
    return Lesson(
        key="fill",
        title="Fill one more and win",
        text="This is how the Creator wins. Here all of the pattern glows. You hold 6 of its cells, and 7 "
        "are enough in this round. Fill a cell so that you hold enough, and you win at once. You rolled a 3.",
        exercise=_goal(state, "Win with this move.", _wins),
        wrong="Now you don't hold 7. A pawn that leaves one cell for another fills nothing: bring one from "
        "outside to an empty cell.",
        right="Seven cells at once, and you've won. Only your own move can do it, and only one that fills.",
        hint="One of your pawns is neither on the pattern nor at home. It can win in two ways.",
        solutions=(("i7-i10",), ("i7-f4",)),
    )


def _holding() -> Lesson:
    state = position("a12 k12 c10 e10 f10 i10 f8 f6", "d8 h6 c1-f1 i2", die=2, ply=ROUND_19, glowing=whole())
    return Lesson(
        key="hold",
        title="Leave good squares alone",
        text="A cell counts only while your pawn is on it. A pawn on a right square has done its job, so "
        "leave it there and move another one. You rolled a 2.",
        exercise=_goal(state, "Move without giving up a cell.", _keeps),
        wrong="That pawn was on a cell, and even on another cell it would have filled nothing. Leave the "
        "pawns that are on glowing squares where they are.",
        right="You still hold the same 6 cells. With nothing better to do, move a pawn that isn't on the "
        "pattern.",
        hint="Two of your pawns are still at home.",
        solutions=(("a12-a10",), ("k12-i12",)),
    )


def _fading() -> Lesson:
    state = position(
        "a12-e12 h12-l12 c10 d10 g10 i10 f9 f7 f5", "e8 f6 a1-l1", die=2, ply=ROUND_19, glowing=whole()
    )
    return Lesson(
        key="fade",
        title="Memory fades",
        text="In round 1 every cell is needed. From then on fewer and fewer are, down to the pattern's par "
        "in the last round. You hold 7 of 13. Until now 8 were needed, and in this round 7 are enough.",
        exercise=_quiz(
            state,
            CREATOR,
            "What wins now?",
            "fill",
            ("won", "Nothing more: I've won already"),
            ("any", "Any move that keeps my 7 cells"),
            ("fill", "A move that fills an eighth cell"),
            ("swap", "A move from one cell to another"),
        ),
        wrong="Remember what wins: your own move, and it has to fill. What does a falling number fill?",
        right="When the number falls to what you hold, you still have to fill one more. Then you have 8, "
        "and that's more than enough.",
        hint="A falling number alone never wins a match.",
        solutions=(("fill",),),
    )


def _remembering() -> Lesson:
    state = position(
        "a12-d12 h12 k12 l12 c10-i10 f9 f8 f7 f5 f4 b6 j11 j7",
        "d8 h5 g3 a1-l1",
        die=4,
        ply=EARLY,
        glowing=(),
    )
    return Lesson(
        key="memory",
        title="Nothing glows in a match",
        text="You see the pattern once, before the match. After that nothing glows and nothing is counted: "
        "it's in your memory alone. This one was a T, upside down from your side: a bar of seven near your "
        "home, and a stem of six more squares from its middle. You hold all of it but one square. You "
        "rolled a 4.",
        exercise=_goal(state, "Fill the gap.", _wins),
        wrong="The gap is still there. Follow the stem of the T from the bar to its end: on which square "
        "have you no pawn?",
        right="That's all of it. Remember a pattern as a shape with a name, and its corners first.",
        hint="The stem is on the f file, from f9 to f4.",
        solutions=(("b6-f6",),),
    )


def _all_six() -> Lesson:
    state = position(
        "b12 k11 g8 d7 i4 c10 d10 i10", "h8 e5 c1-g1 j2", die=1, ply=ROUND_19, glowing=squares("f7")
    )
    return Lesson(
        key="rolls",
        title="Be ready for every roll",
        text="You need the glowing square on your next turn. Your pawns reach it with a 1, a 2 or a 3, and "
        "you don't choose what you'll roll. Pawns at different distances make more rolls count. You rolled a "
        "1.",
        exercise=_goal(state, "Move so that four rolls reach the square.", _is_reached_by_four),
        wrong="That doesn't add a roll. Bring a pawn to a straight line with the glowing square, 4, 5 or 6 "
        "squares away, and leave the three that are ready.",
        right="Four rolls of six. Five pawns that all need a 3 are worth one; spread out, and nearly any "
        "roll will do.",
        hint="Look at the long diagonals through f7, and at your pawns near their ends.",
        solutions=(("b12-b11",), ("k11-k12",)),
    )


def _stopping() -> Lesson:
    state = position(
        "a12-e12 h12-l12 e11 h11 c10 e10 f10 g10 f8 f6 b8",
        "e3 i5 h8 d9 b2 a1-l1",
        die=2,
        ply=ROUND_19 + 1,
        glowing=whole(),
    )
    return Lesson(
        key="stop",
        title="Stop the Creator",
        text="Now you're the Destroyer, in red: you win if the last round ends and the Creator hasn't won. "
        "They hold 6 cells, have one turn left, and 7 are enough then. Whatever they roll, you want them to "
        "be two cells short. You rolled a 2.",
        exercise=_goal(state, "Take a cell from the Creator.", _takes_a_cell),
        wrong="They still hold 6 cells, so one more wins. Look at the blue pawns on glowing squares: which "
        "of them is 2 squares away from a pawn of yours?",
        right="Down to 5: no roll of theirs can win anymore, so you win when the round is over. A match "
        "ends in one of these two ways, unless a player resigns or runs out of time, and then the other one "
        "wins.",
        hint="You have a pawn on h8. Where can it land with a 2?",
        solutions=(("h8xf8",), ("h8xf6",)),
    )
