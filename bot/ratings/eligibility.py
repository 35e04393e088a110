"""Which matches can be rated: the usual game alone, so that nobody wins one before it begins."""

from __future__ import annotations

from typing import Any

from bot.core.terms import MatchTerms
from games import GAMES
from games.core.options import OptionSpec, options_data

Levels = tuple[str | None, str | None]
"""By seat the level of an AI, None for a person."""
PEOPLE: Levels = (None, None)


def may_count(terms: MatchTerms, levels: Levels = PEOPLE) -> bool:
    """Whether a match on these terms can be rated: one by the usual rules, between people with a
    clock, and against no program of the host's, of which nobody knows how it plays."""
    if any(level is not None and level not in GAMES[terms.game].players for level in levels):
        return False
    return is_usual(terms, levels) and (levels != PEOPLE or terms.pace != "none")


def is_usual(terms: MatchTerms, levels: Levels = PEOPLE) -> bool:
    """Whether these are the usual rules. What helps nobody may differ, and what the rules decide of a
    rematch; of what comes with the game a person may choose, never what somebody has made."""
    game = GAMES[terms.game]
    usual = options_data(game.options({}))
    free = ("any", "rematch") if terms.is_rematch else ("any",)
    rules = (spec for spec in game.option_specs if spec.rated_with not in free)
    return all(_fits(spec, terms.options[spec.name], usual[spec.name], levels) for spec in rules)


def _fits(spec: OptionSpec, value: Any, usual: Any, levels: Levels) -> bool:
    if not spec.per_seat:
        return bool(value == usual)
    mine = zip(value, usual, levels, strict=True)
    return all(one in spec.values if level is None else one == expected for one, expected, level in mine)
