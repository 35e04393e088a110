"""The worlds of every game, from its module `worlds_KEY`; `twins` describes an entry."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from tests.kit.games.known_games import GAMES
from tests.kit.worlds.twins import Worlds

WORLDS: Mapping[str, Worlds] = {
    key: getattr(import_module(f"tests.kit.worlds.worlds_{key}"), key.upper()) for key in GAMES
}
