"""The puzzles of Alpha Duel as tasks on a board: the question, and when it is solved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from games.alpha.ai.exchanges import Boards, row, worth
from games.alpha.rules.notation import parse
from games.alpha.rules.options import Options, read_options
from games.alpha.rules.rules import play
from games.alpha.rules.state import State, new_state
from games.alpha.rules.view import view
from games.core.vocabulary.puzzles import Course, Puzzle
from games.core.vocabulary.tasks import Exercise, Goal

WIN, WIN_NEXT, EXCHANGE, TURN = "win-1", "win-2", "exchange", "turn"
KINDS: Mapping[str, str] = MappingProxyType(
    {WIN: "Win this turn", WIN_NEXT: "Win next turn", EXCHANGE: "Best trade", TURN: "Best turn"}
)
_MEASURE = (
    "Your total is the attack and health of all your creatures, minus those of the bot's. It's counted after "
    "the bot's next turn, in which it attacks as well as it can and plays no cards.\n"
)
_QUESTIONS = {
    WIN: "You can win this turn, whatever the bot is holding. How?",
    WIN_NEXT: "Play the turn that makes sure you win with your next one, whatever the bot is holding and "
    "whatever it does.",
    EXCHANGE: f"{_MEASURE}Which attacks lead to the highest total?",
    TURN: f"{_MEASURE}Which cards and attacks lead to the highest total?",
}
_MOST = 20
"""The most actions in a task; a turn holds fewer, and the task ends with it."""
Reached = Callable[[State, State], bool]


def exercise(puzzle: Puzzle) -> Exercise:
    """Return what a puzzle asks; raise the game's error if its match breaks the rules."""
    state = moment(puzzle.course)
    end = later(state, puzzle.solution)
    question = _rules_told(state.setup.options, puzzle.kind) + _QUESTIONS[puzzle.kind]
    reached = build_goal_test(puzzle.kind, puzzle.seat, end)
    tally = None if puzzle.kind in (WIN, WIN_NEXT) else _build_tally(puzzle.seat)
    return Exercise(state, puzzle.seat, Goal(question, reached, _MOST, tally=tally))


def _rules_told(options: Options, kind: str) -> str:
    """Return a line about a rule that a reader may not expect, or an empty text."""
    if options.summoning_sickness == "on":
        return "A creature can't attack in the turn it came in.\n"
    if kind in (WIN, WIN_NEXT) and options.milled:
        cards = "two of the bot's cards" if options.is_skirmish else "a card of the bot's deck"
        return f"An attack on an empty slot takes {cards}.\n"
    return ""


def _build_tally(seat: int) -> Callable[[State], str]:
    """Return a function that writes a seat's total in a state as a sum, such as “14 − 11 = 3”."""

    def tally(now: State) -> str:
        own, other = map(worth, boards(now, seat))
        return f"Your total now: {own} − {other} = {format_total(own - other)}."

    return tally


def format_total(total: int) -> str:
    """Return a total with a minus sign if it's below zero."""
    return str(total).replace("-", "−")


def moment(course: Course) -> State:
    """Return the state that a match has reached."""
    return later(new_state(read_options(course.options), course.seed), course.actions)


def later(state: State, texts: tuple[str, ...]) -> State:
    """Return the state after actions in notation, each played by the seat to act."""
    for text in texts:
        mover = state.table.mover
        state = play(state, mover, parse(view(state, mover), text)).state
    return state


def build_goal_test(kind: str, seat: int, end: State) -> Reached:
    """Return a test of whether a state solves the puzzle, like the end of its solution."""
    return _build_win_test(seat) if kind == WIN else _build_end_test(seat, end)


def _build_win_test(seat: int) -> Reached:
    return lambda _, now: now.table.outcome is not None and now.table.outcome.winner == seat


def _build_end_test(seat: int, end: State) -> Reached:
    """Return a test of whether a turn has ended as well as the solution.

    Both rows must be equal, in any slots, and the opponent may have no more cards in hand and deck.
    """

    def is_like(start: State, now: State) -> bool:
        over = now.table.ply != start.table.ply or now.table.outcome is not None
        return over and boards(now, seat) == boards(end, seat) and _cards(now, seat) <= _cards(end, seat)

    return is_like


def boards(state: State, seat: int) -> Boards:
    """Return attack and health of the creatures on the battlefield, the seat's own row first."""
    own, other = (state.table.sides[each].slots for each in (seat, 1 - seat))
    return (
        row((creature.card.attack, creature.health) for creature in own if creature),
        row((creature.card.attack, creature.health) for creature in other if creature),
    )


def _cards(state: State, seat: int) -> int:
    side = state.table.sides[1 - seat]
    return side.hand + side.deck
