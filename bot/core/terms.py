"""On what terms a match is offered and played."""

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
"""So long an offer waits."""
REMATCH_SECONDS = 30 * _DAY_SECONDS
"""A request for a rematch waits for an opponent who is away, and longer than any holiday lasts."""


class MatchTerms(msgspec.Struct, frozen=True):
    """What is played and how. `game`, `pace`: by their keys; `options`: of the game, complete unless said
    otherwise; `rated`: where it may be; `rematch_of`: the id of the match that this one follows."""

    game: str
    options: Mapping[str, Any]
    pace: str
    rated: bool = True
    rematch_of: str | None = None

    @property
    def is_rematch(self) -> bool:
        return self.rematch_of is not None


def terms_of(offer: Challenge) -> MatchTerms:
    """Those of a challenge, or of a match that is offered against the bot."""
    return MatchTerms(offer.game, offer.options, offer.pace, offer.rated, offer.rematch_of)


Levels = tuple[str | None, str | None]
"""By seat the level of an AI, None for a person."""
PEOPLE: Levels = (None, None)


def may_count(terms: MatchTerms, levels: Levels = PEOPLE) -> bool:
    """Whether a match on these terms can be rated: one by a rated preset, between people with a clock, and
    against no program of the host's, of which nobody knows how it plays."""
    if any(level is not None and level not in GAMES[terms.game].players for level in levels):
        return False
    preset = preset_of(GAMES[terms.game], terms.options, terms.is_rematch)
    return preset is not None and preset.rated and (levels != PEOPLE or terms.pace != "none")


def preset_of(game: AnyGame, options: Mapping[str, Any], is_rematch: bool = False) -> Preset | None:
    """The preset that these options are, if any. What helps nobody may differ, and what the rules decide of a
    rematch; nothing else may, nor what somebody has made."""
    complete = options_data(game.options(options))
    free = ("any", "rematch") if is_rematch else ("any",)
    names = [spec.name for spec in game.option_specs if spec.rated_with not in free]
    for preset in game.presets:
        usual = options_data(game.options(preset.options))
        if all(complete[name] == usual[name] for name in names):
            return preset
    return None


def own_words_refused(spec: OptionSpec) -> UserError:
    """That a server wants no words of people's own."""
    told = f"This server doesn't allow {spec.words} in your own words. Leave out `{spec.slug}`."
    return UserError(told, option=spec.slug)


async def fitted(r: Reader, terms: MatchTerms, guild: int | None, *, asked_now: bool = True) -> MatchTerms:
    """Terms as a server wants them, before what was left out becomes as usual: people write to each other in
    words of their own only where it allows that. UserError where just that is asked for; what was agreed on
    before, and a rematch, is as the server wants it now."""
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
    """The same where no server's moderators look after what people write: they choose from a list."""
    specs = (spec for spec in GAMES[terms.game].option_specs if spec.own_words is not None)
    options = {**terms.options, **{spec.name: _from_a_list(spec) for spec in specs}}
    return MatchTerms(terms.game, options, terms.pace, terms.rated, terms.rematch_of)


def _from_a_list(spec: OptionSpec) -> Any:
    return next(value for value in spec.values if value != spec.own_words)


def texts_in(state: MatchState) -> tuple[str, ...]:
    """Return what people have written into a match's options, each text once, without what was removed."""
    return state.game.texts(state.game.options(state.match.options))


def without_texts(state: MatchState) -> Mapping[str, Any]:
    """Return the options of a match as JSON data, with hashes in place of what people have written."""
    found: Mapping[str, Any] = options_data(state.game.without_texts(state.game.options(state.match.options)))
    return found


def writers(state: MatchState) -> tuple[int, ...]:
    """Return the seats of the people in a match if its options hold anything that people have written."""
    return tuple(row.seat for row in state.match.seats if row.person is not None) if texts_in(state) else ()


def listed(names: Sequence[str], last: str = "or") -> str:
    """Join names as in a sentence: “a”, “a or b”, “a, b, or c”."""
    if len(names) < 3:
        return f" {last} ".join(names)
    return f"{', '.join(names[:-1])}, {last} {names[-1]}"
