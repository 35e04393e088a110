"""The solver's part in a puzzle's solution."""

from __future__ import annotations

from games.core.vocabulary.puzzles import Puzzle
from games.core.vocabulary.tasks import Quiz
from tests.kit.games.known_games import GAMES


def mine_of(key: str, puzzle: Puzzle) -> tuple[str, ...]:
    """Return the solver's own actions in the solution, without the opponent's replies."""
    game = GAMES[key]
    assert game.analyst is not None
    exercise = game.analyst.exercise(puzzle)
    if isinstance(exercise.task, Quiz):
        return puzzle.solution
    state, mine = exercise.state, list[str]()
    for text in puzzle.solution:
        (seat, *_) = game.to_act(state)
        view = game.view(state, seat)
        if seat == puzzle.seat and game.forced(view) is None and game.automatic(view) is None:
            mine.append(text)
        state = game.play(state, seat, game.parse(view, text)).state
    return tuple(mine)
