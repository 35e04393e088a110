"""Tic-tac-toe: a whole game on one page. CONTRIBUTING.md walks through it."""

import random
from collections.abc import Iterator, Mapping

import msgspec

from games.core.base import BaseGame
from games.core.chance import check_seed
from games.core.game import Briefing, Persona, Played, Player, Reason, Result, Viewer
from games.core.screen.prompt import Choice, Prompt
from games.core.screen.scene import Mark, Scene, Token
from games.core.vocabulary.options import OptionSpec

SEATS = ("X", "O")
SQUARES = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
ROWS = ("a3 b3 c3", "a2 b2 c2", "a1 b1 c1", "a3 a2 a1", "b3 b2 b1", "c3 c2 c1", "a3 b2 c1", "a1 b2 c3")


class Ending(Reason):
    ROW, FULL = "row", "full"


class Options(msgspec.Struct, frozen=True):
    first: str


class State(msgspec.Struct, frozen=True):
    """The whole truth. `moves`: the squares in the order in which they were taken."""

    options: Options
    moves: tuple[str, ...] = ()
    outcome: Result | None = None


class View(msgspec.Struct, frozen=True):
    """What a viewer may know, field by field: here it's everything."""

    who: Viewer
    options: Options
    moves: tuple[str, ...]
    outcome: Result | None


def to_act(at: State | View) -> tuple[int, ...]:
    """The seat that is to move; none when the match is over."""
    return () if at.outcome else ((SEATS.index(at.options.first) + len(at.moves)) % 2,)


def board(at: State | View) -> dict[str, str]:
    """X or O for each square that is taken."""
    first = SEATS.index(at.options.first)
    return {square: SEATS[(first + number) % 2] for number, square in enumerate(at.moves)}


def outcome(taken: dict[str, str]) -> Result | None:
    """Three in a row win, a full board is a draw, and anything else goes on."""
    for seat, mark in enumerate(SEATS):
        if any(all(taken.get(square) == mark for square in row.split()) for row in ROWS):
            return Result(seat, Ending.ROW)
    return Result(None, Ending.FULL) if len(taken) == len(SQUARES) else None


def careful(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> str:
    """A level of the bot: takes a win, stops yours, or takes any free square."""
    taken, seat = board(view), to_act(view)[0]
    free = [square for square in SQUARES if square not in taken]
    urgent = (s for mark in (SEATS[seat], SEATS[1 - seat]) for s in free if outcome(taken | {s: mark}))
    return next(urgent, rng.choice(free))


class TicTacToe(BaseGame[Options, State, View, str]):
    """The game as the bot knows it. An action is the name of a square, and is written that way."""

    key, title, ruleset, seats = "tictactoe", "Tic-Tac-Toe", "tictactoe/1", SEATS
    summary = "Take turns to mark a square: three in a row win, a full board is a draw."
    option_specs, options_type = (OptionSpec("first", "Who begins", SEATS),), Options
    perfect_information = True
    players: Mapping[str, Player[View, str]] = {"easy": careful}
    personas: Mapping[str, Persona] = {"easy": Persona("Hamster", "Takes a win, and stops yours.")}

    def new(self, options: Options, seed: bytes) -> State:
        check_seed(seed)
        return State(options)

    def to_act(self, state: State) -> tuple[int, ...]:
        return to_act(state)

    def turn_number(self, state: State) -> int:
        return len(state.moves)

    def view(self, state: State, who: Viewer) -> View:
        return View(who, state.options, state.moves, state.outcome)

    def actions(self, view: View) -> Iterator[str]:
        return (s for s in SQUARES if s not in view.moves and view.who in to_act(view))

    def play(self, state: State, seat: int, action: str) -> Played:
        self.check(self.view(state, seat), action)
        result = outcome(board(state) | {action: SEATS[seat]})
        told = (f"{SEATS[seat]} takes {action}.",)
        return Played(State(state.options, (*state.moves, action), result), {0: told, 1: told, None: told})

    def position(self, view: View) -> str:
        taken, side = board(view), "".join(SEATS[seat] for seat in to_act(view))
        return "".join(taken.get(square, ".") for square in SQUARES) + f" {side or '-'}"

    def scene(self, view: View, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene:
        taken, step = board(view).items(), -1 if flip else 1
        alt = ", ".join(f"{mark} on {square}" for square, mark in taken) or "An empty board."
        tokens = tuple(Token(square, "letter", SEATS.index(mark), mark) for square, mark in taken)
        files, ranks, turn = tuple("abc")[::step], tuple("321")[::step], next(iter(to_act(view)), None)
        return Scene(self.title, alt, files, ranks, tokens=tokens, marks=marks, turn=turn)

    def prompt(self, view: View, draft: tuple[str, ...]) -> Prompt:
        taken, free = board(view), set(self.actions(view))
        pad = (Choice(s, taken.get(s, s), action=s, disabled=s not in free) for s in SQUARES)
        return Prompt("Which square?", "grid", tuple(pad), columns=3)
