"""Rules that a server's settings set for matches that begin there; matches on no server are exempt."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.core import person_settings
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.hooks import Beginning
from bot.core.seats import Place
from bot.core.server_settings import ServerSettings, presets_of, settings_of
from bot.core.terms import MatchTerms, fit_terms, join_names, own_words_refused, preset_of, terms_of
from bot.core.time_controls import TIME_CONTROLS
from games import GAMES, OptionError
from games.core.vocabulary.options import options_data
from storage.engine.handle import Reader
from storage.rows import Challenge, Person
from storage.tables import blocks, people
from storage.tables.blocks import Between

_MOST_NAMED = 5
"""How many channels a sentence names."""


async def check(r: Reader, beginning: Beginning, now: int) -> None:
    """Raise UserError if the settings of the match's server don't allow it."""
    if beginning.place.guild is None:
        return
    settings = await settings_of(r, beginning.place.guild)
    for check_rule in (_check_place, _check_role, _check_game, _check_preset, _check_time, _check_own_words):
        check_rule(settings, beginning)


def _check_place(settings: ServerSettings, beginning: Beginning) -> None:
    if not settings.channels or is_in(beginning.place, settings.channels):
        return
    named = tuple(f"<#{id}>" for id in settings.channels[:_MOST_NAMED])
    more = " and other channels" if len(settings.channels) > _MOST_NAMED else ""
    raise UserError(f"Matches here start in {join_names(named)}{more}.", live=named)


def is_in(place: Place, channels: Sequence[int]) -> bool:
    """Return whether a place is one of these channels, or a thread in one of them."""
    return place.channel in channels or place.parent in channels


def _check_role(settings: ServerSettings, beginning: Beginning) -> None:
    asks_a_person = beginning.level is None and not beginning.accepts
    if settings.role is None or not asks_a_person or settings.role in beginning.place.roles:
        return
    named = f"<@&{settings.role}>"
    raise UserError(f"On this server, you need the role {named} to challenge people.", live=(named,))


def _check_game(settings: ServerSettings, beginning: Beginning) -> None:
    if not settings.games or beginning.terms.game in settings.games:
        return
    titles = tuple(game.title for key, game in GAMES.items() if key in settings.games)
    raise UserError(f"This server only plays {join_names(titles, 'and')}.")


def _check_preset(settings: ServerSettings, beginning: Beginning) -> None:
    terms = beginning.terms
    allowed, game = presets_of(settings, terms.game), GAMES[terms.game]
    if not allowed:
        return
    found = preset_of(game, terms.options, terms.is_rematch)
    if found is None or found.name not in allowed:
        told = (
            f"On this server, {game.title} is only played as {join_names(allowed)}: choose it with `preset`."
        )
        raise UserError(told, option="preset")


def _check_time(settings: ServerSettings, beginning: Beginning) -> None:
    if not settings.times or beginning.terms.pace in settings.times:
        return
    allowed = tuple(pace.words for key, pace in TIME_CONTROLS.items() if key in settings.times)
    told = f"On this server, the time control has to be {join_names(allowed)}: choose it with `time`."
    raise UserError(told, option="time")


def _check_own_words(settings: ServerSettings, beginning: Beginning) -> None:
    """Raise UserError for free text on a server that doesn't allow it.

    `bot.core.terms` has already replaced it, unless an admin has changed the setting at this very moment.
    """
    for spec in GAMES[beginning.terms.game].option_specs:
        value = beginning.terms.options.get(spec.name, spec.default)
        if settings.own_words == "list" and spec.own_words is not None and value == spec.own_words:
            raise own_words_refused(spec)


def complete_terms(terms: MatchTerms) -> MatchTerms:
    """Return terms with complete options as JSON data; raise UserError for options that aren't allowed."""
    try:
        options = options_data(GAMES[terms.game].options(terms.options))
    except OptionError as error:
        raise UserError(str(error)) from None
    return msgspec.structs.replace(terms, options=options)


async def fitting(app: AppContext, terms: MatchTerms, place: Place) -> MatchTerms:
    """Return complete terms as the server wants them for a new match; raise UserError if they can't be."""
    async with app.database.read() as r:
        return complete_terms(await fit_terms(r, terms, place.guild))


async def fit_offer(r: Reader, offer: Challenge) -> Challenge:
    """Return an earlier offer with options that fit its server as the match begins."""
    terms = await fit_terms(r, terms_of(offer), offer.guild, asked_now=False)
    return msgspec.structs.replace(offer, options=terms.options)


async def casual_here(r: Reader, offer: Challenge) -> Challenge:
    """Return an offer, made casual if its server wants no rated matches."""
    counts = (await settings_of(r, offer.guild)).rated
    return msgspec.structs.replace(offer, rated=offer.rated and counts)


async def can_be_asked(r: Reader, person: int, other: int, guild: int | None) -> bool:
    """Return whether a person may ask another person to play on a server.

    Everything is always looked up, so that the time of an answer doesn't tell what's in the way.
    """
    known = await people.get(r, other)
    between = await blocks.between(r, person, other, guild)
    return is_there(known) and (person == other or is_welcome(known, between))


def is_there(known: Person | None) -> bool:
    """Return whether a person is known and not deleted; a deleted one has an id below 0."""
    return known is not None and known.id > 0


def is_welcome(known: Person | None, between: Between, *, accepts: bool = False) -> bool:
    """Return whether blocks, suspensions and the known person's settings let another person play them.

    With `accepts`, the known person has made the challenge, so who may challenge them doesn't matter.
    """
    if between.blocked or between.suspended:
        return False
    wanted = person_settings.from_row(known.settings if known else {}).challenges
    return accepts or wanted == "everyone" or (wanted == "met" and between.met)
