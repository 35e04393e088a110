"""Lessons of one idea each, on a small board; the engine checks the player's solution."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from games.ccc.rules.geometry import geometry
from games.ccc.rules.moves import is_frozen, zone_of
from games.ccc.rules.options import QUIET, read_options
from games.ccc.rules.pieces import Piece
from games.ccc.rules.state import State, new_state
from games.core.vocabulary.lessons import Lesson
from games.core.vocabulary.tasks import Exercise, Goal

_SEED = bytes(32)
_STRONG = 7
_SQUARES = geometry(8).square_of
Reached = Callable[[State, State], bool]


def _there(state: State, name: str) -> Piece | None:
    return state.position.board[_SQUARES[name]]


def _is(state: State, name: str, seat: int) -> bool:
    """Return whether a piece of a seat is on a square."""
    piece = _there(state, name)
    return piece is not None and piece.seat == seat


def _black_flats(state: State) -> int:
    return sum(piece.flats for piece in state.position.board if piece is not None and piece.seat == 1)


# --- goals of the exercises -----------------------------------------------------------------------------


def _took_and_kept(before: State, now: State) -> bool:
    return _is(now, "e5", 0)


def _took_three(before: State, now: State) -> bool:
    return _black_flats(now) <= _black_flats(before) - 3


def _is_strong(before: State, now: State) -> bool:
    own = (piece for piece in now.position.board if piece is not None and piece.seat == 0)
    return any(piece.strength >= _STRONG for piece in own)


def _build_gone_test(*names: str) -> Reached:
    """Return a check that no black piece is left on any of these squares."""
    return lambda before, now: not any(_is(now, name, 1) for name in names)


def _froze_it(before: State, now: State) -> bool:
    torus, zone = _there(now, "d6"), zone_of(geometry(8), now.position, 1)
    return torus is not None and is_frozen(torus, _SQUARES["d6"], zone)


def _is_thawed(before: State, now: State) -> bool:
    torus, zone = _there(now, "c5"), zone_of(geometry(8), now.position, 0)
    return torus is not None and not is_frozen(torus, _SQUARES["c5"], zone)


def _is_won(before: State, now: State) -> bool:
    return now.outcome is not None and now.outcome.winner == 0


def _exercise(position: str, question: str, reached: Reached, quiet: int = 0) -> Exercise:
    """Return an exercise in which White plays one action; `quiet` is the option."""
    state = new_state(read_options({"position": position, "quiet": quiet}), _SEED)
    return Exercise(state, 0, Goal(question, reached))


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return the lessons in order; White is always to move."""
    return (
        _strength(),
        _chain(),
        _stack(),
        _topple(),
        _barricade(),
        _slide(),
        _flag(),
        _thaw(),
        _tower(),
        _quiet(),
    )


# --- Strength and Flats ---------------------------------------------------------------------------------


def _strength() -> Lesson:
    return Lesson(
        key="strength",
        title="Strength against Strength",
        text="Destroy all three enemy Pyramids, and you win. To attack, go onto an enemy. Both pieces lose "
        "Strength, point by point, until one has none left. So the stronger one survives, but weaker than "
        "before.\n"
        "A Flat has 1. Pyramids have 2, 4 and 6, and go diagonally. Your Torus goes straight and has 4 "
        "left here: the numbers on the board tell you.",
        exercise=_exercise(
            "4n1t1/2s5/1f4f1/T3m2f/2F1F3/8/1L5S/4N1M1 w 4,10 00 0 9",
            "Destroy the Medium Pyramid on e5, and keep the piece you do it with.",
            _took_and_kept,
        ),
        wrong="Your piece and theirs lose the same number of points. The Medium Pyramid has 4, so you need "
        "more than 4 to have something left.",
        right="6 against 4: theirs is gone, and yours is left with 2. Lost Strength never comes back, so "
        "choose well what you fight with.",
        hint="Four of your pieces reach e5. Only one of them has more Strength than 4.",
        solutions=(("b2xe5",),),
    )


def _chain() -> Lesson:
    return Lesson(
        key="chain",
        title="Hop, and hop again",
        text="When a Flat attacks a Flat, both are gone. It's better to hop: a Flat leaps over a lone enemy "
        "Flat next to it, left, right, forward or diagonally forward, if the square behind is empty. The "
        "enemy is gone, and yours loses nothing.\n"
        "Then it may hop again, as often as it likes and in every direction, backward, too. Landing next to "
        "the enemy's Nice Flag ends the chain.",
        exercise=_exercise(
            "s6n/6l1/2f1f1f1/2f5/1f6/1F4F1/4F3/2L1N3 w 0,0 00 0 9",
            "Take at least three black Flats in one turn.",
            _took_three,
        ),
        wrong="That took too few. After each landing look all around for the next Flat with an empty square "
        "behind it, and confirm only when you have three.",
        right="Three Flats or more in one turn, and yours is still there. Look at your own Flats the same "
        "way: one with an empty square behind it can be hopped over.",
        hint="Start with your Flat on b3: over b4 to b5. From there you can go two ways.",
        solutions=(("b3^b5^d7^f5",), ("b3^b5^d5^f7",), ("b3^b5^d5^b7",)),
    )


# --- Structures -----------------------------------------------------------------------------------------


def _stack() -> Lesson:
    return Lesson(
        key="stack",
        title="Stack up",
        text="Move onto a piece of your own, and the two become one Structure with the Strength of both. "
        "Up to five Flats make a Flat Stack; a Pyramid can go onto Flats, and onto a larger Pyramid. It "
        "takes your turn, and only Structures can collapse, which is what this game is about.",
        exercise=_exercise(
            "2ltn3/1f3t2/6f1/1S6/8/2F(FFF)3L/8/4NM2 w 0,6 00 0 9",
            "Build a piece with a Strength of 7 or more.",
            _is_strong,
        ),
        wrong="That doesn't come to 7. Add up: a Flat has 1, the Pyramids have 2, 4 and 6, and a stack has "
        "as much as its parts together.",
        right="A Pyramid on Flats is a Pyramid Stack; Pyramids on each other are a Constructed Pyramid. And "
        "two lone Pyramids can **swap** places, wherever they are: that takes a turn, too.",
        hint="Your Medium Pyramid goes diagonally. What can it reach that's yours?",
        solutions=(("f1&d3",), ("f1&h3",)),
    )


def _topple() -> Lesson:
    return Lesson(
        key="topple",
        title="A Flat Stack collapses",
        text="Lift some Flats from the top of a stack, choose a straight line, and drop at least one on "
        "every square, until your hand is empty. What you drop on an enemy attacks it with its Strength: "
        "one Flat with 1, two together with 2. So one turn can strike several enemies.",
        exercise=_exercise(
            "6n1/5l2/f3f3/8/1(FFFF)ffs3/6F1/8/2L1N3 w 0,0 00 0 9",
            "Destroy both Flats and the Small Pyramid beside your stack in one turn.",
            _build_gone_test("c4", "d4", "e4"),
        ),
        wrong="Something is left. A Flat needs 1 Strength, and the Small Pyramid 2. Count how many Flats "
        "you have to lift for that, and where each must fall.",
        right="Four Flats for two Flats and a Pyramid, all in one turn: a good bargain.",
        hint="Lift all four and go right. One is enough on c4 and on d4; what about e4?",
        solutions=(("4b4>112",),),
    )


def _barricade() -> Lesson:
    return Lesson(
        key="barricade",
        title="Barricades",
        text="An enemy Structure is a **barricade**: it blocks your collapse if it has more parts than you "
        "have Flats in your hand when you reach it. Then your Flats all fall on the square before. Lone "
        "enemies never block the way. And a Flat Stack gets at Structures only by collapsing: its step "
        "can't attack them.",
        exercise=_exercise(
            "t3n3/2l5/8/5f2/3(fff)4/1F6/3(FFFFF)4/4N2L w 0,10 00 0 9",
            "Destroy Black's stack of three on d4.",
            _build_gone_test("d4"),
        ),
        wrong="The stack on d4 has three Flats. When you get there, you need three in your hand, and at "
        "least three must fall on it to destroy it.",
        right="You came with three or more in your hand, so it couldn't stop you. With two, they would have "
        "fallen on d3.",
        hint="At least one Flat has to fall on d3. How many must you lift to have three left after that?",
        solutions=(("4d2+13",), ("5d2+14",), ("5d2+23",), ("5d2+131",)),
    )


def _slide() -> Lesson:
    return Lesson(
        key="slide",
        title="A Constructed Pyramid collapses",
        text="Pyramids on each other are a Constructed Pyramid. It collapses along a diagonal, and passes "
        "over everything, friends and enemies. On each square you drop as many as you like, or none, and "
        "**the lowest in your hand always falls first**. What falls together fights together.",
        exercise=_exercise(
            "1s2n1t1/8/3f2m1/8/4f3/8/2CF1F2/1(LMS)2N3 w 0,10 00 0 9",
            "Destroy the Flat on e4 and the Medium Pyramid on g6 in one turn.",
            _build_gone_test("e4", "g6"),
        ),
        wrong="The Medium Pyramid on g6 has 4, so what falls there needs 4 or more. Which of your Pyramids "
        "falls first depends on how many you lift.",
        right="The Large one took the Flat, and what fell on g6 after it had the 4 it needed. On the way "
        "they passed over your own Cube on c2.",
        hint="Lift all three. Pass c2 and d3, and let the Large one take care of the Flat.",
        solutions=(("3b1+>00102",), ("3b1+>001011",)),
    )


# --- the Nice Flag, and the end -------------------------------------------------------------------------


def _flag() -> Lesson:
    return Lesson(
        key="flag",
        title="The Nice Flag, and a compliment",
        text="Your Nice Flag can go to any empty square of the board, though not on two of your turns in a "
        "row. Enemies next to it are **frozen**: they can't do anything, unless they have a Pyramid. In "
        "return, you say something nice about your opponent's last turn. Choose a line, or write your own.",
        exercise=_exercise(
            "t1l1nm2/8/1f1t2f1/7f/5F2/1FC3F1/3M4/1L2N1S1 w 0,10 00 0 9",
            "Black's Torus on d6 is about to take your Medium Pyramid on d2. Freeze that Torus.",
            _froze_it,
        ),
        wrong="The Torus on d6 can still move. Your Flag has to be right next to it, and diagonally counts.",
        right="The Torus is stuck, and you were nice about it. Your **Cube** could have blocked it, too: it "
        "leaps up to five squares in any direction, can't attack, and is never destroyed. Any piece that "
        "attacks a Cube is gone.",
        hint="Choose your Flag on e1, and one of the empty squares around d6.",
        solutions=tuple((f"N@{square}{{Cool move.}}",) for square in ("d5", "c6", "e7")),
    )


def _thaw() -> Lesson:
    return Lesson(
        key="thaw",
        title="Frozen, and free again",
        text="Now it's Black's Flag, and your Torus, your Cube and your Flats around it are frozen. Only "
        "pieces with a Pyramid are immune: they move, attack and collapse next to a Flag as they do "
        "everywhere. So only they can destroy a Flag, and that costs them 1 Strength.",
        exercise=_exercise(
            "1l4s1/7m/f3C1f1/2Tn4/2F(FF)4/8/S7/4NM1L w 10,0 00 0 9",
            "Get your Torus on c5 free again.",
            _is_thawed,
        ),
        wrong="Your Torus is still in the ice. It's free when the Flag on d5 is gone. Which of your Pyramids "
        "reaches d5?",
        right="The Flag is gone, and everything around it can move again. Black can put it back later: that "
        "takes a turn, and a compliment on your whole game. You can do the same with yours.",
        hint="Pyramids attack along diagonals, from any distance. Follow the long one through d5.",
        solutions=(("h1xd5",),),
    )


def _tower() -> Lesson:
    return Lesson(
        key="tower",
        title="A Pyramid Stack collapses",
        text="Flats with Pyramids on top are a Pyramid Stack, the mightiest piece. When it collapses, it "
        "goes one square at a time, **turning as you like**, never twice onto a square. At least one part "
        "falls on each, the lowest first. No enemy blocks it, and no Flag freezes it.",
        exercise=_exercise(
            "4n3/t1f5/1f4(m3)1/4s2f/3(FFFM)4/1F6/5F2/1L2N3 w 0,10 00 0 9",
            "Black has two Pyramids left, with 2 and 3 Strength. Destroy both, and win.",
            _is_won,
        ),
        wrong="A Pyramid is left. The Flats fall before your Pyramid does: see how many you need for the "
        "Small one on e5, and what that leaves for g6.",
        right="Both in one turn, around a corner. Black has no Pyramid left, so you win. A match can end in "
        "another way, too: see the last lesson.",
        hint="Lift all four. How many must fall on e5, so that your Pyramid is what's left for g6?",
        solutions=(("4d4:+>2:>1:+>1",), ("4d4:+>2:+>1:>1",)),
    )


def _quiet() -> Lesson:
    return Lesson(
        key="quiet",
        title="When no one attacks",
        text="After 14 turns in a row without an attack or a hop, 7 each, the match ends. The side whose "
        "Pyramids have more Strength left wins; if that's the same, Flats and Toruses decide. An attack on a "
        "Nice Flag doesn't count as one. The picture shows the count, and who leads.\n"
        "It's a draw if a position comes up for the third time, if both lose their last Pyramids in one "
        "turn, or if you and your opponent agree on it.",
        exercise=_exercise(
            "t2l2s1/2c5/5fn1/2f4f/2F1L3/8/1(M3)3F1F/1C2N3 w 0,2 00 13 41",
            "13 turns have passed without an attack, and your Pyramids lead 9 to 8. Win this turn.",
            _is_won,
            quiet=QUIET,
        ),
        wrong="An attack or a hop starts the count again, so the match continues. And an attack on the Nice "
        "Flag costs your Pyramid 1: then it's 8 to 8, and Black has more in Flats and Toruses.",
        right="No attack for 14 turns, and your Pyramids are stronger: you win. If you're behind, attack in "
        "time. You've seen the whole game now: try it in a match.",
        hint="You lead, so you don't have to fight. Move a piece to an empty square, or stack.",
        solutions=(("f2-f3",), ("b1-d1",), ("e4-d3",)),
    )
