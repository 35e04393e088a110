"""Which matches can be rated: the usual game alone, so that nobody wins one before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.game import AnyGame
from games.core.options import OptionSpec, options_data

Levels = tuple[str | None, str | None]
"""By seat the level of an AI, None for a person."""
PEOPLE: Levels = (None, None)


def may_count(
    game: AnyGame,
    options: Mapping[str, Any],
    pace: str,
    levels: Levels = PEOPLE,
    *,
    is_rematch: bool = False,
) -> bool:
    """Whether a match with these checked options can be rated: one by the usual rules, between people with a
    clock, and against no program of the host's, of which nobody knows how it plays."""
    if any(level is not None and level not in game.players for level in levels):
        return False
    usual = is_usual(game, options, levels, is_rematch=is_rematch)
    return usual and (levels != PEOPLE or pace != "none")


def is_usual(
    game: AnyGame, options: Mapping[str, Any], levels: Levels = PEOPLE, *, is_rematch: bool = False
) -> bool:
    """Whether these are the usual rules. What helps nobody may differ, and what the rules decide of a
    rematch; of what comes with the game a person may choose, never what somebody has made."""
    usual = options_data(game.options({}))
    free = ("any", "rematch") if is_rematch else ("any",)
    rules = (spec for spec in game.option_specs if spec.rated_with not in free)
    return all(_fits(spec, options[spec.name], usual[spec.name], levels) for spec in rules)


def _fits(spec: OptionSpec, value: Any, usual: Any, levels: Levels) -> bool:
    if not spec.per_seat:
        return bool(value == usual)
    mine = zip(value, usual, levels, strict=True)
    return all(one in spec.values if level is None else one == expected for one, expected, level in mine)
