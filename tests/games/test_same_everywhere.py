"""Levels play the same on every machine, whatever its Python version."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from games import GAMES
from games.core.selfplay import numbered_seed
from tests.budgets import first_slow

BUDGET = 300
MATCHES, ACTIONS = 6, 40
NUMBER_OF_EACH = 5
"""Every fifth position of a match is checked."""


def compensated(numbers: Iterable[Any], start: Any = 0) -> Any:
    """Return the sum as Python has rounded it since 3.12, adding each addition's error at the end."""
    total, lost = start, 0.0
    for number in numbers:
        after = total + number
        if isinstance(after, float):
            more, less = (total, number) if abs(total) >= abs(number) else (number, total)
            lost += (more - after) + less
        total = after
    return total + lost if lost else total


def views(game: Any) -> Iterator[tuple[Any, Any]]:
    """Yield (view, briefing) of the seat to act, at intervals in a few matches."""
    for match in range(MATCHES):
        rng, state = random.Random(match), game.new(game.options({}), numbered_seed(match))
        for number in range(ACTIONS):
            if not game.to_act(state):
                break
            seat = game.to_act(state)[0]
            view, briefing = game.view(state, seat), game.briefing(state, seat)
            if number % NUMBER_OF_EACH == NUMBER_OF_EACH - 1:
                yield view, briefing
            level = game.players[rng.choice(sorted(game.players))]
            state = game.play(state, seat, level(view, briefing, rng, BUDGET)).state


@pytest.mark.proof
@pytest.mark.parametrize("key", first_slow(["creators", "decoy"]))
def test_a_level_plays_the_same_however_python_rounds_sums(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, seen = GAMES[key], list(views(GAMES[key]))

    def played() -> list[str]:
        choices: Iterator[tuple[Callable[..., Any], Any, Any]] = (
            (level, view, briefing) for level in game.players.values() for view, briefing in seen
        )
        return [
            game.format(level(view, briefing, random.Random(1), BUDGET)) for level, view, briefing in choices
        ]

    usual = played()
    for name, module in list(sys.modules.items()):
        if name.startswith("games."):
            monkeypatch.setattr(module, "sum", compensated, raising=False)
    assert played() == usual
