"""`/ccc rules`."""

from __future__ import annotations

from games.core.game import RulesPage


def rules_pages() -> tuple[RulesPage, ...]:
    """The pages, in reading order."""
    return ()
