"""Why an answer to a puzzle is right or wrong, in two sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from games.core.screen.advice import mark_move, mark_strike
from games.core.screen.scene import Mark
from games.core.vocabulary.puzzles import Puzzle, Reason
from games.creators.ai.chances import (
    Placed,
    chance_after_replies,
    get_pawns,
    next_round,
    play_move,
    table_of,
    winning_faces,
)
from games.creators.ai.exercises import WINS, at, glowing, key_of, nearly
from games.creators.rules import rules
from games.creators.rules.geometry import Move, geometry
from games.creators.rules.state import State, pattern_cells


def explain(puzzle: Puzzle, answer: str, now: State, *, right: bool) -> Reason:
    """Return why an answer is right or wrong; `now` is where a move led."""
    if puzzle.kind in _OF_MOVES:
        return Reason(_OF_MOVES[puzzle.kind](puzzle, at(puzzle.course), now, right))
    return (_roll if puzzle.kind == "roll" else _half)(puzzle, answer, right=right)


def _win(puzzle: Puzzle, start: State, now: State, right: bool) -> str:
    held, pattern = rules.count_held(now, puzzle.seat), start.setup.pattern
    need = rules.need(start.setup.options, len(pattern.cells), pattern.par, rules.round_of(start.ply))
    if right:
        return f"That fills one more cell. You hold {held} now, and {need} are enough in this round."
    than = "fewer than" if held < rules.count_held(start, puzzle.seat) else "as many as"
    return f"You hold {_count_cells(held)} after it, {than} before. To win, a move has to fill one more."


def _count_cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number} cells"


def _stop(puzzle: Puzzle, start: State, now: State, right: bool) -> str:
    number = next_round(start)
    faces = winning_faces(table_of(start), now.board, number)
    rolls = [str(face) for face, wins in enumerate(faces, 1) if wins]
    if not right:
        return f"The Creator still wins with {_list_rolls(rolls)}. One move leaves fewer rolls that win."
    least = sorted(
        sum(winning_faces(table_of(start), after.board, number)) for after in _after_each_move(start)
    )[1]
    return (
        f"Now the Creator wins with {_list_rolls(rolls)}. After any other move, at least {least} rolls win."
    )


def _list_rolls(rolls: list[str]) -> str:
    if not rolls:
        return "no roll"
    *first, last = rolls
    return f"a {', '.join(first)} or {last}" if first else f"a {last} only"


def _best(puzzle: Puzzle, start: State, now: State, right: bool) -> str:
    chance = _chance(start, get_pawns(now))
    if not right:
        best = max(_chance(start, after) for after in _after_each_move(start))
        return (
            f"If the Destroyer replies well, you win on your next turn {chance:.0%} of the time. "
            f"Another move makes that {best:.0%}."
        )
    second = sorted(_chance(start, after) for after in _after_each_move(start))[-2]
    return (
        f"However well the Destroyer replies, you win on your next turn {chance:.0%} of the time. "
        f"The next best move makes that {second:.0%}."
    )


def _chance(start: State, placed: Placed) -> float:
    return chance_after_replies(table_of(start), placed, rules.round_of(start.ply) + 1)


def _after_each_move(state: State) -> list[Placed]:
    table, cell_of = table_of(state), geometry(state.setup.options.board_size).cell_of
    legal = rules.moves(state.board, state.side, state.die, state.setup.options)
    return [
        play_move(table, get_pawns(state), state.side, cell_of[move.source], cell_of[move.target])
        for move in legal
    ]


def _roll(puzzle: Puzzle, answer: str, *, right: bool) -> Reason:
    state = at(puzzle.course)
    move = _find_filling(state, int(answer))
    if move is None:
        said = f"With a {answer}, no pawn from outside the pattern reaches a cell that's missing."
        return Reason(f"{said} With any other roll, one does." if right else said)
    said = f"With a {answer}, {move.source} to {move.target} fills the cell that's needed"
    more = ". No other roll does it." if right and puzzle.about == WINS else ", so it wins."
    return Reason(said + more, glowing(state), _marks(move))


def _find_filling(state: State, face: int) -> Move | None:
    """Return a move with a roll that takes a pawn from outside the pattern to a missing cell, or None."""
    cell_of = geometry(state.setup.options.board_size).cell_of
    cells, own = set(state.setup.pattern.cells), state.side + 1
    legal = rules.moves(state.board, state.side, face, state.setup.options)
    filling = (
        move
        for move in legal
        if cell_of[move.source] not in cells
        and cell_of[move.target] in cells
        and state.board[cell_of[move.target]] != own
    )
    return next(filling, None)


def _marks(move: Move) -> tuple[Mark, ...]:
    return (mark_strike if move.capture else mark_move)(move.source, move.target)


def _half(puzzle: Puzzle, answer: str, *, right: bool) -> Reason:
    state = at(puzzle.course)
    name = next(option for option in nearly(state) if key_of(option) == answer)
    size, shown = state.setup.options.board_size, state.setup.shown
    if right:
        return Reason(f"Here's all of “{name}”. Every other pattern lacks one of the cells.", glowing(state))
    cells, names = pattern_cells(name, False, size), geometry(size).names
    lacking = tuple(names[cell] for cell in shown if cell not in cells)
    lit = msgspec.structs.replace(state, setup=msgspec.structs.replace(state.setup, glowing=shown))
    marks = tuple(Mark("danger", (square,)) for square in lacking)
    return Reason(f"“{name}” has no cell on {' and '.join(lacking[:2])}.", lit, marks)


_OF_MOVES: Mapping[str, Callable[[Puzzle, State, State, bool], str]] = {
    "win": _win,
    "stop": _stop,
    "best": _best,
}
