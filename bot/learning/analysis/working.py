"""What runs in a worker process: one step of an analysis."""

from __future__ import annotations

from typing import Any

from games import GAMES
from games.core.teaching.analysis import Step, done
from games.core.teaching.judging import Effort


def worked(game_key: str, step: Step, effort: Effort) -> Any:
    """What comes of a step; ValueError for a game without an analyst."""
    game = GAMES[game_key]
    if game.analyst is None:
        raise ValueError(f"{game_key} has no analyst")
    return done(game, game.analyst, step, effort)
