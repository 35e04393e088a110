"""The answer to a puzzle, in words."""

from __future__ import annotations

from bot.core.seats import known_game
from bot.discord_kit.text import markdown
from bot.learning.puzzles.collection import analyst_of
from games.core.vocabulary.puzzles import Puzzle
from games.core.vocabulary.tasks import Quiz


def in_words(game_key: str, puzzle: Puzzle) -> str:
    """What its solver would do, one thing after another, and what's replied; or what's right."""
    game = known_game(game_key)
    exercise = analyst_of(game).exercise(puzzle)
    if isinstance(exercise.task, Quiz):
        right = (one.label for one in exercise.task.answers if one.right)
        return f"The answer: {markdown.plain((' or '.join(right),))}."
    state, parts = exercise.state, list[str]()
    for text in puzzle.solution:
        (seat, *_) = game.to_act(state)
        view = game.view(state, seat)
        action = game.parse(view, text)
        if game.forced(view) is None and game.automatic(view) is None:
            mine = seat == puzzle.seat
            words = game.advice(view, action).words
            parts.append(words if mine else f"{game.seats[seat]} replies {text}")
        state = game.play(state, seat, action).state
    return f"The answer: {markdown.plain(('; then '.join(parts),))}."
