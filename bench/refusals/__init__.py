"""Scripts that refuse to play, one file for each game; each maps the scripts' names to players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.game import Player

Scripts = Mapping[str, Player[Any, Any]]
"""The scripts of a game by name. They know only a View, and need no search nodes."""
