"""What a form's draft says."""

from __future__ import annotations

from bot.lobby.ui.buttons import Draft
from bot.lobby.wanted import SPREADS, Wanted, playable


def fields_of(draft: Draft) -> tuple[str, int, str, int, int, int]:
    """What's chosen, for another button about the same."""
    return draft.game, draft.preset, draft.pace, draft.rated, draft.spread, draft.wide


def wanted_of(draft: Draft) -> Wanted:
    """What a draft says; where nothing has this place in its list, what's never there."""
    presets = next((game.presets for game in playable() if game.key == draft.game), ())
    return Wanted(
        game=draft.game,
        preset=presets[draft.preset].name if draft.preset < len(presets) else "",
        pace=draft.pace,
        rated=bool(draft.rated),
        spread=SPREADS[draft.spread] if draft.spread < len(SPREADS) else -1,
        everywhere=bool(draft.wide),
    )
