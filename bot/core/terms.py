"""The terms on which a match is offered and played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.server_settings import settings_of
from games import GAMES, AnyGame
from games.core.vocabulary.options import OptionSpec, options_data
from games.core.vocabulary.presets import Preset
from storage.engine.handle import Reader
from storage.rows import Challenge

_DAY_SECONDS = 86_400
OPEN_SECONDS = 7 * _DAY_SECONDS
"""Seconds that an offer stays open."""
REMATCH_SECONDS = 30 * _DAY_SECONDS
"""Seconds that a request for a rematch stays open: longer than any holiday lasts."""


class MatchTerms(msgspec.Struct, frozen=True):
    """The game and the way it is played.

    Attributes:
        game: The key of the game.
        options: The game's options, complete unless a function says otherwise.
        pace: The key of the pace.
        rated: Whether the match is rated, where it may be.
        rematch_of: The id of the match that this one follows, or None.
    """

    game: str
    options: Mapping[str, Any]
    pace: str
    rated: bool = True
    rematch_of: str | None = None

    @property
    def is_rematch(self) -> bool:
        """Whether the match is a rematch."""
        return self.rematch_of is not None


def terms_of(offer: Challenge) -> MatchTerms:
    """Return the terms of a challenge, or of an offered match against the bot."""
    return MatchTerms(offer.game, offer.options, offer.pace, offer.rated, offer.rematch_of)


Levels = tuple[str | None, str | None]
"""The level of the AI in each seat, None for a person."""
PEOPLE: Levels = (None, None)


def may_count(terms: MatchTerms, levels: Levels = PEOPLE) -> bool:
    """Return whether a match on these terms can be rated.

    It needs a rated preset, and a clock between two people. An engine that the operator added never counts,
    since its strength is unknown.
    """
    if any(level is not None and level not in GAMES[terms.game].personas for level in levels):
        return False
    preset = preset_of(GAMES[terms.game], terms.options, terms.is_rematch)
    return preset is not None and preset.rated and (levels != PEOPLE or terms.pace != "none")


def preset_of(game: AnyGame, options: Mapping[str, Any], is_rematch: bool = False) -> Preset | None:
    """Return the preset that has these options, or None.

    Options that help neither player may differ, and in a rematch those that the rules decide. All others,
    including documents that a player made, must be the preset's.
    """
    complete = options_data(game.options(options))
    free = ("any", "rematch") if is_rematch else ("any",)
    names = [spec.name for spec in game.option_specs if spec.rated_with not in free]
    for preset in game.presets:
        usual = options_data(game.options(preset.options))
        if all(complete[name] == usual[name] for name in names):
            return preset
    return None


def own_words_refused(spec: OptionSpec) -> UserError:
    """Return the error that this server allows no free text for an option."""
    told = f"This server doesn't allow {spec.words} in your own words. Leave out `{spec.slug}`."
    return UserError(told, option=spec.slug)


async def fit_terms(r: Reader, terms: MatchTerms, guild: int | None, *, asked_now: bool = True) -> MatchTerms:
    """Return terms that fit a server's settings, before missing options get their defaults.

    Where the server doesn't allow free text, players choose their words from a list. Terms agreed on earlier
    (`asked_now` is false) and those of a rematch are changed silently.

    Raises:
        UserError: The terms ask for free text now, and the server doesn't allow it.
    """
    if guild is None or (await settings_of(r, guild)).own_words == "free":
        return terms
    options = dict(terms.options)
    for spec in GAMES[terms.game].option_specs:
        if spec.own_words is None or options.get(spec.name, spec.default) != spec.own_words:
            continue
        if spec.name in options and asked_now and not terms.is_rematch:
            raise own_words_refused(spec)
        options[spec.name] = _from_a_list(spec)
    return MatchTerms(terms.game, options, terms.pace, terms.rated, terms.rematch_of)


def among_strangers(terms: MatchTerms) -> MatchTerms:
    """Return the terms of a match without moderators, in which players choose their words from a list."""
    specs = (spec for spec in GAMES[terms.game].option_specs if spec.own_words is not None)
    options = {**terms.options, **{spec.name: _from_a_list(spec) for spec in specs}}
    return MatchTerms(terms.game, options, terms.pace, terms.rated, terms.rematch_of)


def _from_a_list(spec: OptionSpec) -> Any:
    return next(value for value in spec.values if value != spec.own_words)


def texts_in(state: MatchState) -> tuple[str, ...]:
    """Return what people have written into a match's options, each text once, without removed ones."""
    return state.game.texts(state.game.options(state.match.options))


def without_texts(state: MatchState) -> Mapping[str, Any]:
    """Return the options of a match as JSON data, with hashes in place of what people have written."""
    found: Mapping[str, Any] = options_data(state.game.without_texts(state.game.options(state.match.options)))
    return found


def writers(state: MatchState) -> tuple[int, ...]:
    """Return the seats of the people in a match if its options hold anything that people have written."""
    return tuple(row.seat for row in state.match.seats if row.person is not None) if texts_in(state) else ()


def join_names(names: Sequence[str], last: str = "or") -> str:
    """Join names as in a sentence: “a”, “a or b”, “a, b, or c”."""
    if len(names) < 3:
        return f" {last} ".join(names)
    return f"{', '.join(names[:-1])}, {last} {names[-1]}"
