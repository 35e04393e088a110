"""Button positions on a phone."""

from __future__ import annotations

from typing import Any

from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Nothing
from tests.kit.seen import Seen

Place = tuple[int, int, int]


def rows_of(seen: Seen) -> list[list[dict[str, Any]]]:
    return [part["components"] for part in seen.parts() if part["type"] == 1]


def places(seen: Seen) -> dict[str, Place]:
    """Return each component's place by custom_id: its row from the top and the bottom, and its column."""
    rows = rows_of(seen)
    return {
        tap["custom_id"]: (number, len(rows) - 1 - number, column)
        for number, row in enumerate(rows)
        for column, tap in enumerate(row)
    }


def tap(key: str) -> items.Tap:
    return items.button(key, Nothing(key))
