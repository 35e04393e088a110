"""Adding games to the registry for a test."""

from __future__ import annotations

import sys
from types import MappingProxyType

import pytest

from bot import features
from games import GAMES
from games.core.game import AnyGame


def play_here(monkeypatch: pytest.MonkeyPatch, game: AnyGame) -> None:
    """Put a game into the registry of every loaded module until the test is over."""
    features.load()
    before = GAMES
    registry = MappingProxyType({**before, game.key: game})
    for module in list(sys.modules.values()):
        if getattr(module, "GAMES", None) is before:
            monkeypatch.setattr(module, "GAMES", registry)
