"""Tic-Tac-Toe as one value. CONTRIBUTING.md walks through it."""

from collections.abc import Iterator, Mapping

from examples.tictactoe.ai.players import careful, hasty
from examples.tictactoe.rules.rules import (
    SEATS,
    SQUARES,
    Options,
    State,
    View,
    board,
    open_rows,
    outcome,
    threats,
    to_act,
)
from games.core.base import BaseGame
from games.core.chance import check_seed
from games.core.game import Persona, Played, Player, Viewer
from games.core.screen.advice import Advice, build_advice
from games.core.screen.prompt import Choice, Prompt
from games.core.screen.scene import Mark, Scene, Token
from games.core.screen.story import Event, Gauge
from games.core.vocabulary.options import OptionSpec


class TicTacToe(BaseGame[Options, State, View, str]):
    """The game as the bot knows it. An action is the name of a square, and is written that way."""

    key, title, ruleset, seats = "tictactoe", "Tic-Tac-Toe", "tictactoe/1", SEATS
    summary = "Take turns to mark a square: three in a row win, a full board is a draw."
    option_specs, options_type = (OptionSpec("first", "Who begins", SEATS),), Options
    perfect_information = True
    players: Mapping[str, Player[View, str]] = {"easy": hasty, "medium": careful}
    level_ratings: Mapping[str, int] = {"easy": 1000, "medium": 1200}
    personas: Mapping[str, Persona] = {
        "easy": Persona("Hamster", "Runs to any square that is free, and looks neither left nor right."),
        "medium": Persona("Hedgehog", "Takes a win, stops yours, and otherwise goes anywhere it likes."),
    }

    def new(self, options: Options, seed: bytes) -> State:
        """Return the first state of a match."""
        check_seed(seed)
        return State(options)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that may act now."""
        return to_act(state)

    def turn_number(self, state: State) -> int:
        """Return the number of the turn in progress, counted from 0."""
        return len(state.moves)

    def view(self, state: State, who: Viewer) -> View:
        """Return what a seat or the public sees: everything."""
        return View(who, state.options, state.moves, state.outcome)

    def actions(self, view: View) -> Iterator[str]:
        """Return the free squares if it's the viewer's turn."""
        return (s for s in SQUARES if s not in view.moves and view.who in to_act(view))

    def play(self, state: State, seat: int, action: str) -> Played:
        """Return the state after an action, and what everyone is told."""
        self.check(self.view(state, seat), action)
        result = outcome(board(state) | {action: SEATS[seat]})
        told = (f"{SEATS[seat]} takes {action}.",)
        return Played(State(state.options, (*state.moves, action), result), {0: told, 1: told, None: told})

    def position(self, view: View) -> str:
        """Return the board in nine letters, and who moves."""
        taken, side = board(view), "".join(SEATS[seat] for seat in to_act(view))
        return "".join(taken.get(square, ".") for square in SQUARES) + f" {side or '-'}"

    def scene(self, view: View, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene:
        """Return the board to paint."""
        taken, step = board(view).items(), -1 if flip else 1
        turn = next(iter(to_act(view)), None)
        subtitle = "The end" if turn is None else f"{SEATS[turn]} to move"
        seen = ", ".join(f"{mark} on {square}" for square, mark in taken) or "An empty board"
        alt = f"{self.title}. {subtitle}. {seen}."
        tokens = tuple(Token(square, "letter", SEATS.index(mark), mark) for square, mark in taken)
        files, ranks = tuple("abc")[::step], tuple("321")[::step]
        return Scene(self.title, alt, files, ranks, subtitle, tokens=tokens, marks=marks, turn=turn)

    def prompt(self, view: View, draft: tuple[str, ...]) -> Prompt:
        """Return the nine squares as buttons."""
        taken, free = board(view), set(self.actions(view))
        pad = (Choice(s, taken.get(s, s), action=s, disabled=s not in free) for s in SQUARES)
        return Prompt("Which square?", "grid", tuple(pad), columns=3)

    def advice(self, view: View, action: str) -> Advice:
        """Return an action in words, with the rows it leaves open."""
        mark, other = SEATS[to_act(view)[0]], SEATS[1 - to_act(view)[0]]
        mine, yours = threats(board(view) | {action: mark}, mark), threats(board(view), other)
        why = f"Rows that then need one more square: {mark} {mine}, {other} {yours}."
        return build_advice(f"take {action}", self.scene(view), Mark("chosen", (action,)), why=why)

    def gauge(self, view: View) -> Gauge:
        """Return each side's rows that are still open."""
        values = ((mark, float(open_rows(board(view), mark))) for mark in SEATS)
        return Gauge("Open rows", (next(values), next(values)))

    def event(self, before: View, after: View) -> Event | None:
        """Return what was worth stopping for between two views, or None."""
        if len(after.moves) == len(before.moves):
            return None
        mark = board(after)[after.moves[-1]]
        if after.outcome and after.outcome.winner is not None:
            return Event(f"{mark} completes a row.", turns=True)
        threatens = threats(board(after), mark) > threats(board(before), mark)
        return Event(f"{mark} threatens to complete a row.", turns=True) if threatens else None
