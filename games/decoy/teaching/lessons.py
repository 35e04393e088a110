"""The lessons, one for each idea, from movement points to winning. The pupil is always Cyan."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec

from games.core.game import Result
from games.core.vocabulary.lessons import Lesson
from games.core.vocabulary.tasks import Answer, Exercise, Goal, Quiz
from games.decoy.rules.board import ALL, BIT, SQUARE_OF
from games.decoy.rules.memory import Ghost
from games.decoy.rules.notes import DIAGONALLY, Note, Seen
from games.decoy.rules.options import QUIET, read_options
from games.decoy.rules.pieces import COMMANDER, KINDS, SCOUT, damage_of, kind_of, square_of
from games.decoy.rules.positions import position
from games.decoy.rules.reaching import most_damage
from games.decoy.rules.state import ATTACK, MOVEMENT, POINTS, Blast, DecoyReason, State

Reached = Callable[[State, State], bool]

_CYAN, _MAGENTA = 0, 1


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons, in their order."""
    return (
        _points(),
        _sight(),
        _attacking(),
        _tells(),
        _steps(),
        _counting(),
        _surrounding(),
        _guarding(),
        _comparing(),
        _finishing(),
    )


def _at(name: str) -> int:
    return SQUARE_OF[name]


def _exercise(state: State, task: Goal | Quiz) -> Exercise:
    return Exercise(state, _CYAN, task)


def _which_kind(right: str) -> tuple[Answer, ...]:
    return tuple(Answer(kind.name.lower(), kind.name, kind.name == right) for kind in KINDS)


def _build_gone_test(*names: str) -> Reached:
    """Return a check that enemies were removed and none is left on these squares."""

    def is_reached(before: State, now: State) -> bool:
        theirs, fewer = now.sides[_MAGENTA], len(before.sides[_MAGENTA].pieces) - len(names)
        return len(theirs.pieces) <= fewer and not any(theirs.squares & BIT[_at(name)] for name in names)

    return is_reached


# --- steps and sight ----------------------------------------------------------------------------------


def _points() -> Lesson:
    cyan = "Cd0 Db0 Dc0 De0 Df0 Dg0 Gc1 Ge1 Id1 Ig1 Sc2 Sg2"
    magenta = "Cf9 Da9 Dc9 Dd9 Dg9 Di9 Ge9 Gh8 Ib8 If8 Sd8 Si8"

    def is_reached(before: State, now: State) -> bool:
        scouts = [square_of(piece) for piece in now.sides[_CYAN].pieces if kind_of(piece) == SCOUT]
        return _at("e3") in scouts

    return Lesson(
        key="points",
        title="Three points",
        text="Welcome to the fog. You're Cyan, and these twelve are yours: Commander, Scouts, Guardians, "
        "Infiltrators, Decoys. You have 3 points a turn, and each step costs 1. A Scout takes up to three "
        "steps, straight along rows and columns, and it can turn at each of them.",
        exercise=_exercise(position(cyan, magenta, ply=1), Goal("Bring a Scout to e3.", is_reached, most=3)),
        wrong="That spent points elsewhere. Look at the Scouts on c2 and g2: how many straight steps is e3 "
        "away?",
        right="All 3 points well spent. You could also have split them among three pieces.",
        hint="From c2 it's two columns and one row, in any order.",
        solutions=(("c2-c3", "c3-d3", "d3-e3"), ("c2-d2", "d2-e2", "e2-e3")),
    )


def _sight() -> Lesson:
    cyan = "Cd0 Db0 Dc0 De0 Df0 Dg0 Gc1 Ge1 Id1 Ig1 Sc2 Sg2"
    magenta = "Cf9 Da9 Dc9 Dd9 Dg9 Di9 Ge9 Gh8 Ib8 If8 Sd8 Sh7"
    ghost = Ghost(Note(_at("h7")), 12, BIT[_at("h7")], still=False)

    def is_reached(before: State, now: State) -> bool:
        return bool(now.sides[_CYAN].sight & BIT[_at("h7")])

    return Lesson(
        key="sight",
        title="Into the fog",
        text="Hatched squares are in the fog: none of your pieces sees them. A Scout sees four squares "
        "in every direction, a Commander three, Guardians and Infiltrators two, a Decoy one. The faded "
        "diamond on h7 is one that you saw on turn 12. Is it still there?",
        exercise=_exercise(
            position(cyan, magenta, ghosts=(ghost,)), Goal("See h7 again.", is_reached, most=2)
        ),
        wrong="h7 is still in the fog. Look at how far up a Scout sees, and which Scout is nearest.",
        right="There it is. Step, look, then decide: the fog is updated after every single step.",
        hint="h7 must be at most four rows and four columns away from a Scout.",
        solutions=(("g2-g3",), ("c2-c3", "c3-d3"), ("c2-d2", "d2-d3")),
    )


# --- attacks ------------------------------------------------------------------------------------------


def _attacking() -> Lesson:
    cyan = "Cd0 Db0 Dc0 De0 Df5 Dg0 Gc1 Ge1 Id5 Ig1 Sc2 Sg2"
    magenta = "Cf9 Da9 Dc9 Dd9 Dg9 Di9 Ge6 Gh8 Ib9 If8 Sd8 Si8"
    notes = (Note(_at("e6"), power=4),)
    return Lesson(
        key="attack",
        title="Hit together",
        text="First you move, then you attack: each of your pieces that touches an enemy can hit one, once "
        "a turn. It doesn't hit back. A Commander hits for 5, a Guardian for 4, an Infiltrator for 3, a "
        "Scout for 2, a Decoy for 1, and each has as much health as that. This one is a Guardian (G).",
        exercise=_exercise(
            position(cyan, magenta, notes=notes),
            Goal("Destroy the Guardian on e6 this turn.", _build_gone_test("e6"), most=6),
        ),
        wrong="It's still there, and next turn it heals 1. Look at who touches e6: do both of them hit it?",
        right="3 and 1 make 4. Wounds heal, so bring enough to finish it in one turn.",
        hint="You don't have to move. End your movement, then attack e6 twice.",
        solutions=(("end", "d5xe6", "f5xe6"), ("end", "f5xe6", "d5xe6")),
    )


# --- who is who ---------------------------------------------------------------------------------------


def _tells() -> Lesson:
    cyan = "Cd0 Db0 Dc0 De0 Df0 Dg0 Gd4:3 Ge1 Id1 Ig1 Sc2 Sg2"
    magenta = "Cf9 Da9 Dc9 Dd9 Dg9 Di9 Ge9 Gh8 Ie5 If8 Sd8 Si8"
    hit = Seen(_at("e5"), _at("d4"), attack=True)
    state = position(cyan, magenta, seen=(hit,), mover=1, phase=ATTACK, points=0)
    blast = Blast(state.ply, _MAGENTA, hit.target or 0, destroyed=False)
    return Lesson(
        key="tells",
        title="A hit tells",
        text="All enemies look the same. But you're told how much health each of their hits takes, and "
        "no two kinds hit equally hard. It's Magenta's turn, and the diamond on e5 has just hit your "
        "Guardian on d4: it had all of its 4 health, and 1 is left.",
        exercise=_exercise(
            msgspec.structs.replace(state, blasts=(blast,)),
            Quiz("What's on e5?", _which_kind("Infiltrator")),
        ),
        wrong="Not quite. Look at the number on your Guardian: how much health did it lose, and who "
        "has that power?",
        right="4 less 3 is 1, and only Infiltrators hit for 3. In a match, your board writes its letter on "
        "the diamond.",
        hint="Power: Commander 5, Guardian 4, Infiltrator 3, Scout 2, Decoy 1.",
        solutions=(("infiltrator",),),
    )


def _steps() -> Lesson:
    cyan = "Cd0 Db0 Dc0 De0 Df0 Dg0 Gc1 Ge1 Id1 Ig1 Sc3 Sg2"
    magenta = "Cf9 Da9 Dc9 Dd9 Dg9 Di9 Gd5 Gh8 Ib9 If8 Sd8 Si8"
    steps = (Seen(_at("c7"), _at("c6")), Seen(_at("c6"), _at("d5")))
    return Lesson(
        key="steps",
        title="Steps tell, too",
        text="Arrows show what you saw of their last turn. Scouts step straight, Infiltrators diagonally, "
        "the others both ways. The Commander and the Decoys take one step a turn, a Guardian up to two, "
        "Scouts and Infiltrators up to three. This one went from c7 to c6, and on to d5.",
        exercise=_exercise(
            position(cyan, magenta, seen=steps), Quiz("What's on d5?", _which_kind("Guardian"))
        ),
        wrong="It can't have stepped like that. Look at both arrows: how many steps, and in which "
        "directions?",
        right="Two steps, one straight and one diagonal: no other piece does that. Your board keeps such "
        "notes for you.",
        hint="Two steps: not the Commander, not a Decoy. One of them straight, one diagonal.",
        solutions=(("guardian",),),
    )


def _counting() -> Lesson:
    cyan = "Cd0 Db0 Dc0 De0 Df0 Dg0 Gc3 Gf3 Id1 Ig1 Sb3 Sg3"
    magenta = "Ce6 Da9 Dc9 Dg9 Dh9 Di9 Gb5 Gg5 Ib9 Id6 Sf9 Si8"
    notes = (
        Note(_at("b5"), power=4),
        Note(_at("g5"), power=4),
        Note(_at("d6"), most=2, directions=DIAGONALLY),
        Note(_at("e6"), damage=2, survived=3, worst=2),
    )
    squares = tuple(Answer(name, name, name == "e6") for name in ("b5", "g5", "d6", "e6"))
    return Lesson(
        key="counting",
        title="Count the army",
        text="You know their whole army: 1 Commander, 2 Scouts, 2 Guardians, 2 Infiltrators, 5 Decoys. The "
        "diamonds on b5 and g5 each hit you for 4. The one on d6 took two diagonal steps in a turn. The one "
        "on e6 was hit for 3 and lived, so it's the Commander or a Guardian (CG).",
        exercise=_exercise(
            position(cyan, magenta, notes=notes), Quiz("Which one is the Commander?", squares)
        ),
        wrong="That one has shown what it is. Look at the Guardians: how many are there, and where are they?",
        right="Both Guardians are found, so e6 can't be one. What's left is the Commander: go and get it.",
        hint="Hits for 4 come from Guardians, and there are only two of those.",
        solutions=(("e6",),),
    )


# --- groups, and the Commander ------------------------------------------------------------------------


def _surrounding() -> Lesson:
    cyan = "Cd0 Db0 Da3 De0 Df0 Dg0 Gg3 Ge1 Ic7 Ig1 Sb4 Sg2"
    magenta = "Cf9 Dg8 Dj9 Dj7 Dg9 Di9 Ga4 Gj8 Ih8 Ii8 Sh9 Sh7"
    return Lesson(
        key="surround",
        title="Surrounded",
        text="As in Go, a group without a liberty is lost, no matter how healthy. Liberties are the empty "
        "squares next to it, along rows and columns. It takes four of your pieces to surround a lone "
        "diamond, but only three at the edge of the board, and two in a corner.",
        exercise=_exercise(
            position(cyan, magenta), Goal("Surround the diamond on a4.", _build_gone_test("a4"), most=3)
        ),
        wrong="It still has a liberty. Look at the squares beside a4: which one is empty, and who gets there "
        "while the others stay?",
        right="Gone at once, and you didn't even need to know what it was. Keep your own pieces together.",
        hint="The Infiltrator on c7 can be on a5 in two steps.",
        solutions=(("c7-b6", "b6-a5"),),
    )


def _guarding() -> Lesson:
    cyan = "Cd1 Db0 Dc0 De0 Df0 Dg0 Gh3 Gj2 Ii1 Ig1 Sb1 Si3"
    magenta = "Cf9 Da9 Dc9 Dd9 Dg9 Di9 Ge3 Gj8 Ib4 Ie9 Sh9 Sb9"
    notes = (Note(_at("b4"), power=3), Note(_at("e3"), power=4))
    goal = Goal("End your turn so that they can't destroy your Commander next turn.", _is_safe, most=6)
    return Lesson(
        key="guard",
        title="Guard your Commander",
        text="Your Commander on d1 has 5 health. The Guardian (G) on e3 can step next to it and hit for 4, "
        "and the Infiltrator (I) on b4 for 3: together they have 3 points to spend, as you do. They'd need "
        "1 step and 2 steps. Don't let it come to that.",
        exercise=_exercise(position(cyan, magenta, notes=notes), goal),
        wrong="Now both of them get there, and 4 and 3 are more than 5. Look at the squares they need.",
        right="Safe for now. Before you end a turn, always count what could reach your Commander.",
        hint="Let the Commander step away from them, or put a piece on a square that they need.",
        solutions=(("d1-d0", "end"), ("d1-c1", "b1-b2", "end")),
    )


def _is_safe(before: State, now: State) -> bool:
    """Return whether it is Magenta's turn and no hits in it can destroy Cyan's Commander."""
    if now.mover != _MAGENTA or now.phase != MOVEMENT:
        return False
    mine, theirs = now.sides[_CYAN], now.sides[_MAGENTA]
    commander = next(piece for piece in mine.pieces if kind_of(piece) == COMMANDER)
    free = ALL & ~(mine.squares | theirs.squares)
    health = KINDS[COMMANDER].power - damage_of(commander)
    return most_damage(theirs.pieces, free, square_of(commander), POINTS) < health


def _comparing() -> Lesson:
    cyan = "Cd4 Da0 Dc4 Dd3 Df0 Dg0 Gb2 Gh2 Ia2 Ig1 Sb1 Sj2"
    magenta = "Cg5 Da9 Dc9 Dd9 Dh8 Di9 Ge9 Gj8 Ib9 Ig9 Sa8 Sf9"
    state = position(cyan, magenta, notes=(Note(_at("g5"), power=5),), ply=QUIET)

    def is_reached(before: State, now: State) -> bool:
        return now.outcome == Result(_CYAN, DecoyReason.TIEBREAK)

    return Lesson(
        key="limit",
        title="The last turn",
        text="A match ends after 30 turns in which no piece is lost, or after 80 turns in all. Then the "
        "Commander that's more rows in front of its home wins; if they're equal, more Decoys win, then more "
        "pieces. This is the last turn, as the picture says. Your Commander on d4 and theirs (C) on g5 are "
        "both 2 rows in front of home. You have as many Decoys and pieces as they have.",
        exercise=_exercise(
            msgspec.structs.replace(state, options=read_options({"first": "magenta"})),
            Goal("Win by ending your turn.", is_reached, most=4),
        ),
        wrong="Your Commander isn't ahead of theirs. Which of its steps takes it one row farther from home?",
        right="3 rows against 2: you win. With equal rows, Decoys and pieces it's a draw. So bring your "
        "Commander out in time, with Decoys beside it.",
        hint="Step straight ahead or diagonally forward from d4, then end your turn.",
        solutions=(("d4-d5", "end"), ("d4-c5", "end"), ("d4-e5", "end"), ("d3-e3", "d4-d5", "end")),
    )


def _finishing() -> Lesson:
    cyan = "Cd0 Db0 Dc0 De4 Df0 Dg0 Gb4 Ge1 Id1 If4 Sc3 Sg2"
    magenta = "Cd6 Da9 Dc9 Dd9 Dg9 Di9 Ge9 Gh8 Ib9 If9 Sh9 Si8"
    notes = (Note(_at("d6"), power=5),)

    def is_reached(before: State, now: State) -> bool:
        return now.outcome == Result(_CYAN, DecoyReason.ASSASSINATION)

    return Lesson(
        key="finish",
        title="The last blow",
        text="There are two ways to win at once: destroy their Commander, or all five of their Decoys. The "
        "diamond on d6 hit you for 5, so it's their Commander (C), with 5 health. A Guardian hits for 4, an "
        "Infiltrator for 3, a Scout for 2, a Decoy for 1. Bring enough of them next to it with your 3 "
        "points, then attack.",
        exercise=_exercise(
            position(cyan, magenta, notes=notes), Goal("Destroy the Commander this turn.", is_reached, most=6)
        ),
        wrong="It lives, and now it's warned. Look at who can get next to d6, and add up what they hit for.",
        right="Assassination! You found it, you counted, and you came with enough. The same goes for you: if "
        "your Commander is destroyed, or the last of your five Decoys, you've lost.",
        hint="The Guardian needs 2 steps to get next to d6. It hits for 4, so you need 1 more from another "
        "piece.",
        solutions=(
            ("b4-b5", "b5-c5", "e4-e5", "c5xd6", "e5xd6"),
            ("f4-e5", "c3-c4", "c4-c5", "e5xd6", "c5xd6"),
        ),
    )
