"""A small game with hidden information, for tests.

One player hides a ball under one of three cups; the other looks under one cup and guesses. The player who
wins most rounds wins the match.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from math import comb
from typing import Any

import msgspec

from games.core.base import BaseGame
from games.core.chance import check_seed
from games.core.errors import Illegal
from games.core.game import Persona, Played, Player, Reason, Result, Viewer
from games.core.screen.briefing import Briefing
from games.core.screen.scene import Mark, Scene, Token
from games.core.vocabulary.analyst import Analyst
from games.core.vocabulary.options import OptionSpec
from games.core.vocabulary.puzzles import Course, Puzzle
from games.core.vocabulary.tasks import Exercise, Quiz

CUPS = ("a", "b", "c")
HIDE, LOOK, GUESS = "hide", "look", "guess"
_FOUND = 2 / 3
"""The chance that seat 1 wins a round, at its beginning."""


class Ending(Reason):
    ROUNDS = "rounds"


class Options(msgspec.Struct, frozen=True):
    rounds: int


class State(msgspec.Struct, frozen=True):
    """`cup`: where the ball is; `looked`: where seat 1 looked; `score`: rounds won by each seat."""

    options: Options
    done: int = 0
    cup: str = ""
    looked: str = ""
    score: tuple[int, int] = (0, 0)
    outcome: Result | None = None


class View(msgspec.Struct, frozen=True):
    """A viewer's knowledge. `found`: whether seat 1 saw the ball, visible to seat 1 alone."""

    who: Viewer
    options: Options
    done: int
    cup: str
    looked: str
    found: bool | None
    score: tuple[int, int]
    outcome: Result | None


def phase(at: State | View) -> str:
    """Return the next kind of action."""
    return (HIDE, LOOK, GUESS)[at.done % 3]


def chance(state: State) -> float:
    """Return the chance that seat 0 wins if seat 1 plays by what it has seen."""
    if state.outcome is not None:
        return 0.5 if state.outcome.winner is None else 1.0 - state.outcome.winner
    left = state.options.rounds - sum(state.score)
    now = _FOUND if phase(state) != GUESS else 1.0 if state.looked == state.cup else 0.5
    needed = state.options.rounds // 2 + 1 - state.score[0]
    return now * _at_least(needed, left - 1) + (1 - now) * _at_least(needed - 1, left - 1)


def _at_least(needed: int, of: int) -> float:
    """Return the chance that seat 0 wins at least `needed` of the remaining rounds."""
    won = 1 - _FOUND
    return sum(comb(of, k) * won**k * (1 - won) ** (of - k) for k in range(max(0, needed), of + 1))


def sensible(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> str:
    """Play as a level that guesses where it saw the ball, and otherwise one of the other cups."""
    if phase(view) != GUESS:
        return f"{phase(view)} {rng.choice(CUPS)}"
    cup = view.looked if view.found else rng.choice([cup for cup in CUPS if cup != view.looked])
    return f"{GUESS} {cup}"


class Seer:
    """The analyst of Cups."""

    kinds: Mapping[str, str] = {}
    quick = "sensible"

    def exercise(self, puzzle: Puzzle) -> Exercise:
        return Exercise(None, 0, Quiz("", ()))

    def puzzles(self, course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
        return iter(())

    def candidates(self, view: View, rng: random.Random, budget: int) -> tuple[str, ...]:
        return tuple(f"{phase(view)} {cup}" for cup in CUPS)

    def estimate(self, state: State, rng: random.Random, budget: int) -> float:
        return chance(state)

    def guess(self, view: View, briefing: Briefing | None, rng: random.Random) -> Any:
        if view.who == 0:
            return None
        may_be = [cup for cup in CUPS if (cup == view.looked) == view.found] if view.looked else CUPS
        cup = rng.choice(may_be) if phase(view) != HIDE else ""
        return State(view.options, view.done, cup, view.looked, view.score, view.outcome)

    def deduced(self, view: View) -> Mapping[str, str]:
        if view.who != 1 or not view.found:
            return {}
        return {f"ball{view.done // 3}": f"The ball is under cup {view.looked}."}


class Cups(BaseGame[Options, State, View, str]):
    """Cups, in which an action is a verb and a cup: “look a”."""

    key, title, ruleset, seats = "cups", "Cups", "cups/1", ("Hider", "Seeker")
    summary = "One hides a ball, the other looks for it."
    option_specs, options_type = (OptionSpec("rounds", "Rounds", (3, 1, 5)),), Options
    players: Mapping[str, Player[View, str]] = {"sensible": sensible}
    personas: Mapping[str, Persona] = {"sensible": Persona("Mole", "Believes its eyes.")}

    @property
    def analyst(self) -> Analyst:
        return Seer()

    def left_to_chance(self, options: Options) -> str:
        return ""

    def new(self, options: Options, seed: bytes) -> State:
        check_seed(seed)
        return State(options)

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.outcome else (0 if phase(state) == HIDE else 1,)

    def turn_number(self, state: State) -> int:
        return 1 + state.done // 3 * 2 + (state.done % 3 > 0)

    def view(self, state: State, who: Viewer) -> View:
        cup = state.cup if who == 0 or state.outcome else ""
        found = state.looked == state.cup if who == 1 and state.looked else None
        return View(who, state.options, state.done, cup, state.looked, found, state.score, state.outcome)

    def public_from(self, seat_view: View) -> View:
        cup = seat_view.cup if seat_view.outcome else ""
        return msgspec.structs.replace(seat_view, who=None, cup=cup, found=None)

    def actions(self, view: View) -> Iterator[str]:
        acting = None if view.outcome else 0 if phase(view) == HIDE else 1
        return iter([f"{phase(view)} {cup}" for cup in CUPS] if view.who == acting else [])

    def play(self, state: State, seat: int, action: str) -> Played:
        self.check(self.view(state, seat), action)
        what, cup = action.split()
        if what == HIDE:
            told = {0: (f"The ball is under cup {cup}.",), 1: ("The ball is hidden.",)}
            return _played(msgspec.structs.replace(state, done=state.done + 1, cup=cup), told)
        if what == LOOK:
            said = "There's the ball." if cup == state.cup else "There's nothing."
            told = {0: (f"Seeker looks under cup {cup}.",), 1: (f"You look under cup {cup}. {said}",)}
            return _played(msgspec.structs.replace(state, done=state.done + 1, looked=cup), told)
        return _guessed(state, cup)

    def position(self, view: View) -> str:
        found = {None: "?", True: "!", False: "."}[view.found]
        return f"{view.done} {view.cup or '-'} {view.looked or '-'}{found} {view.score[0]}:{view.score[1]}"

    def scene(self, view: View, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene:
        ball = view.cup or (view.looked if view.found else "")
        tokens = (Token(f"{ball}1", "disc", 0, "O"),) if ball else ()
        alt = f"Cups, {view.score[0]} to {view.score[1]}. The ball: {ball or 'hidden'}."
        return Scene(self.title, alt, CUPS, ("1",), tokens=tokens, marks=marks, turn=None)


def _played(state: State, told: dict[Viewer, tuple[str, ...]]) -> Played:
    return Played(state, {**told, None: ("Something is done with a cup.",)})


def _guessed(state: State, cup: str) -> Played:
    """Return the end of a round, which reveals the ball."""
    if not state.cup:
        raise Illegal("There's no ball yet.")
    winner = 1 if cup == state.cup else 0
    score = (state.score[0] + (winner == 0), state.score[1] + (winner == 1))
    last = sum(score) == state.options.rounds
    outcome = Result(0 if score[0] > score[1] else 1, Ending.ROUNDS) if last else None
    kept = state.cup if last else ""
    after = State(state.options, state.done + 1, kept, "", score, outcome)
    line = (f"Seeker guesses cup {cup}. The ball was under cup {state.cup}.",)
    return Played(after, {0: line, 1: line, None: line})
