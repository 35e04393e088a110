"""The lobby's form: the match that is wanted, the person's searches, and open challenges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.core.app_context import AppContext
from bot.core.person_settings import settings_in
from bot.core.server_settings import ServerSettings, presets_of, settings_of
from bot.core.time_controls import DEFAULT, TIME_CONTROLS
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.matchmaking.lobby.ui import sentences
from bot.matchmaking.lobby.ui.buttons import Choose, Draft, Find, StopLooking, TakeChallenge, What
from bot.matchmaking.lobby.waiting import Lobby
from bot.matchmaking.terms.search_request import SPREADS, Wanted, playable
from games import GAMES
from storage.rows import Challenge
from storage.tables.seeks import Seek


async def first(app: AppContext, person: int, here: int | None, game: str | None = None) -> Draft:
    """Return the initial form for a person on a server or on none; no `game` means the first allowed one."""
    async with app.database.read() as r:
        settings, mine = await settings_of(r, here), await settings_in(r, person)
    keys = [known.key for known in playable()]
    allowed = [key for key in keys if key in (settings.games or keys)]
    key = game if game in keys else next(iter(allowed), keys[0])
    return _first(settings, mine.presets.get(key), key, here is not None)


def _first(settings: ServerSettings, liked: str | None, game: str, here: bool) -> Draft:
    """Return the initial form of a game; `liked` is the preset from the person's settings."""
    names = [preset.name for preset in GAMES[game].presets]
    allowed = presets_of(settings, game) or tuple(names)
    preset = liked if liked in allowed else next((name for name in names if name in allowed), names[0])
    pace = next((key for key in TIME_CONTROLS if key in settings.times), DEFAULT)
    return Draft(game, names.index(preset), pace, 0, 0, int(not here))


def fields_of(draft: Draft) -> tuple[str, int, str, int, int, int]:
    """Return the fields of a draft, for another button with the same choices."""
    return draft.game, draft.preset, draft.pace, draft.rated, draft.spread, draft.wide


def read_draft(draft: Draft) -> Wanted:
    """Return a draft's search request; an index out of range becomes a value that `terms_of` refuses."""
    presets = next((game.presets for game in playable() if game.key == draft.game), ())
    return Wanted(
        game=draft.game,
        preset=presets[draft.preset].name if draft.preset < len(presets) else "",
        pace=draft.pace,
        rated=bool(draft.rated),
        spread=SPREADS[draft.spread] if draft.spread < len(SPREADS) else -1,
        everywhere=bool(draft.wide),
    )


_HEADING = (
    "### Find an opponent\nI'll look for someone who wants the same, and DM you when your match starts."
)
_LISTED = 3
"""How many open challenges fit into the form."""
_EVERYWHERE = (
    "-# Your opponent can be from any server. You both play in DMs, where they see your name and your moves, "
    "but nothing about your server."
)
_NEVER_RATED = "-# This can only be casual."


def screen(draft: Draft, lobby: Lobby, here: bool, shown: Sequence[Challenge], search: str) -> Screen:
    """Return the lobby's form.

    `here` says whether the viewer is on a server, and `shown` are the challenges there that they can see.
    `search` is the name that a search begun by this form gets.
    """
    title, where = GAMES[draft.game].title, "everywhere" if draft.wide else "on this server"
    rows = [_games(draft, lobby.settings), _presets(draft, lobby.settings), _paces(draft, lobby.settings)]
    asked = (items.row(select) for select in (*rows, _strengths(draft, lobby.rating)) if select is not None)
    notes = [_EVERYWHERE] if draft.wide else []
    notes += [_NEVER_RATED] if draft.rated and not lobby.can_count else []
    parts: list[ui.Item[Any]] = [items.text(_HEADING), *map(_mine, lobby.mine), *asked]
    parts += _switches(draft, lobby, here)
    parts.append(
        items.text(
            "\n".join((sentences.waits(lobby.waiting.people, lobby.waiting.usual, title, where), *notes))
        )
    )
    parts.append(items.row(items.button("Find an opponent", Find(*fields_of(draft), search), items.GOOD)))
    return Screen(items.message(*parts, *_challenges(shown)))


def _mine(seek: Seek) -> ui.Section[Any]:
    text = f"You're looking for: {sentences.about(seek)}\n-# Until <t:{seek.expires_at}:f>"
    return ui.Section(items.text(text), accessory=items.button("Stop", StopLooking(seek.id)))


def _challenges(shown: Sequence[Challenge]) -> list[ui.Item[Any]]:
    if not shown:
        return []
    more = f"\n-# And {len(shown) - _LISTED} more." if len(shown) > _LISTED else ""
    return [items.text(f"**Open challenges here**{more}"), *map(_challenge, shown[:_LISTED])]


def _challenge(challenge: Challenge) -> ui.Section[Any]:
    tap = items.button("Accept", TakeChallenge(challenge.id), items.GOOD)
    return ui.Section(items.text(sentences.challenge(challenge)), accessory=tap)


# --- selects and switches -----------------------------------------------------------------------------


def _select(draft: Draft, what: What, options: list[discord.SelectOption]) -> ui.Select[Any] | None:
    """Return a select, or None if there's only one thing to choose."""
    return items.select("Choose one", Choose(*fields_of(draft), what), options) if len(options) > 1 else None


def _games(draft: Draft, settings: ServerSettings) -> ui.Select[Any] | None:
    options = [
        discord.SelectOption(label=game.title, value=game.key, default=game.key == draft.game)
        for game in playable()
        if not settings.games or game.key in settings.games
    ]
    return _select(draft, "game", options)


def _presets(draft: Draft, settings: ServerSettings) -> ui.Select[Any] | None:
    allowed = presets_of(settings, draft.game)
    options = [
        discord.SelectOption(
            label=preset.name,
            value=str(number),
            description=f"{'' if preset.rated else 'Casual. '}{preset.about}"[:100],
            default=number == draft.preset,
        )
        for number, preset in enumerate(GAMES[draft.game].presets)
        if not allowed or preset.name in allowed
    ]
    return _select(draft, "preset", options)


def _paces(draft: Draft, settings: ServerSettings) -> ui.Select[Any] | None:
    options = [
        discord.SelectOption(label=pace.words.capitalize(), value=key, default=key == draft.pace)
        for key, pace in TIME_CONTROLS.items()
        if not settings.times or key in settings.times
    ]
    return _select(draft, "pace", options)


def _strengths(draft: Draft, rating: int) -> ui.Select[Any] | None:
    options = [
        discord.SelectOption(
            label="Any strength" if spread is None else f"Within {spread} points of your {rating}",
            value=str(number),
            default=number == draft.spread,
        )
        for number, spread in enumerate(SPREADS)
    ]
    return _select(draft, "spread", options)


def _switches(draft: Draft, lobby: Lobby, here: bool) -> list[ui.Item[Any]]:
    rated = bool(draft.rated) and lobby.can_count
    kinds = [
        _switch("Rated", _with(draft, rated=1), rated, lobby.can_count),
        _switch("Casual", _with(draft, rated=0), not rated),
    ]
    may_go = lobby.settings.lobby == "everywhere"
    places = [
        _switch("This server", _with(draft, wide=0), not draft.wide, here),
        _switch("Everywhere", _with(draft, wide=1), bool(draft.wide), may_go),
    ]
    return [items.row(*kinds), items.row(*places)]


def _switch(text: str, to: Draft, is_on: bool, is_there: bool = True) -> items.Tap:
    """Return one of two buttons; one that is on, or isn't available here, can't be tapped."""
    if is_on or not is_there:
        return items.label(text, text, items.STRONG if is_on else items.QUIET)
    return items.button(text, to)


def _with(draft: Draft, rated: int | None = None, wide: int | None = None) -> Draft:
    game, preset, pace, was_rated, spread, was_wide = fields_of(draft)
    return Draft(
        game,
        preset,
        pace,
        was_rated if rated is None else rated,
        spread,
        was_wide if wide is None else wide,
    )
