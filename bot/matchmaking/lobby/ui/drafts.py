"""What a form's draft says."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.person_settings import settings_in
from bot.core.server_settings import ServerSettings, presets_of, settings_of
from bot.core.time_controls import DEFAULT, TIME_CONTROLS
from bot.matchmaking.lobby.ui.buttons import Draft
from bot.matchmaking.terms.search_request import SPREADS, Wanted, playable
from games import GAMES


async def first(app: AppContext, person: int, here: int | None, game: str | None = None) -> Draft:
    """The form of a game (None: the first that's allowed) as it is at first for somebody on a server, or on
    none."""
    async with app.database.read() as r:
        settings, mine = await settings_of(r, here), await settings_in(r, person)
    keys = [one.key for one in playable()]
    allowed = [key for key in keys if key in (settings.games or keys)]
    key = game if game in keys else next(iter(allowed), keys[0])
    return _first(settings, mine.presets.get(key), key, here is not None)


def _first(settings: ServerSettings, liked: str | None, game: str, here: bool) -> Draft:
    """The same; `liked`: the preset that they like."""
    names = [preset.name for preset in GAMES[game].presets]
    allowed = presets_of(settings, game) or tuple(names)
    preset = liked if liked in allowed else next((name for name in names if name in allowed), names[0])
    pace = next((key for key in TIME_CONTROLS if key in settings.times), DEFAULT)
    return Draft(game, names.index(preset), pace, int(settings.rated), 0, int(not here))


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
