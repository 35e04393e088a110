"""The curves of winning chances, as pictures with alt texts."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

import discord

from bot.core.match_state import MatchState
from bot.learning.analysis.sentences import end_of
from games.core.teaching.analysis import Analysis
from games.core.teaching.moments import Level, Moment, curve, hopes
from render import cache
from render.curve import Curve
from render.curve import Level as Drawn

_FEWEST = 3
"""Fewest levels that make a curve worth showing."""
_APART = 0.05
"""Smallest difference between two chances at which the curves count as different."""
_TRUE, _HOPED = "Winning chances in %", "As each side could know, in %"


async def pictures(
    state: MatchState, found: Analysis, theme: str, told: Iterable[Moment]
) -> list[discord.File]:
    """Return the curve of the true chances, and that of what each side could know if it differs.

    The turns of the moments that are told are marked.
    """
    end = end_of(state)
    truth, hoped = curve(found, end), hopes(found, end)
    named = {"chances.png": (_TRUE, truth), "hopes.png": (_HOPED, hoped if _differ(truth, hoped) else ())}
    marked = tuple(sorted(moment.judged.turn for moment in told))
    return [
        await _picture(state, name, title, levels, marked, theme)
        for name, (title, levels) in named.items()
        if len(levels) >= _FEWEST
    ]


def _differ(truth: Sequence[Level], hoped: Sequence[Level]) -> bool:
    """Return whether the curves differ noticeably anywhere."""
    pairs = (
        pair
        for level, other in zip(truth, hoped, strict=False)
        for pair in zip(level.chances, other.chances, strict=True)
    )
    return any(abs(chance - other) >= _APART for chance, other in pairs)


async def _picture(
    state: MatchState, name: str, title: str, levels: Sequence[Level], marked: tuple[int, ...], theme: str
) -> discord.File:
    drawn = Curve(
        title, state.game.side_names, tuple(map(_round_level, levels)), marked, state.game.colors, 100.0
    )
    data = await cache.curve(drawn, theme)
    return discord.File(io.BytesIO(data), filename=name, description=in_words(drawn))


def _round_level(level: Level) -> Drawn:
    first, second = (float(round(100 * chance)) for chance in level.chances)
    return Drawn(level.turn, (first, second))


def in_words(drawn: Curve) -> str:
    """Return the alt text of a curve: both values at the start, in the middle and at the end."""
    levels = drawn.levels
    first, middle, last = levels[0], levels[len(levels) // 2], levels[-1]
    said = [
        f"{name}: {first.values[side]:g} at first, {middle.values[side]:g} in turn {middle.turn}, "
        f"{last.values[side]:g} at the end."
        for side, name in enumerate(drawn.names)
    ]
    return f"{drawn.title} over {last.turn} turns. {' '.join(said)}"
