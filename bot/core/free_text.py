"""Whether people write to each other in words of their own in a match: only where its server allows that."""

from __future__ import annotations

from typing import Any

from bot.core.errors import UserError
from bot.core.server_settings import settings_of
from bot.core.terms import MatchTerms
from games import GAMES
from games.core.vocabulary.options import OptionSpec
from storage.engine.handle import Reader


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
