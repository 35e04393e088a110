"""The end of a match as a story: hidden things, turning points, a curve, and each side's losses."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import discord
import msgspec
from discord import ui

from bot.core.match_state import MatchState
from bot.discord_kit.components import items
from bot.discord_kit.text import markdown
from bot.play.records import stories
from bot.play.wording import matches
from games.core.game import Viewer
from games.core.screen.scene import SeatColors
from games.core.screen.story import Level, Loss, Story, losses, turning_points
from render import cache, curve
from render.palette import NORMAL

CURVE = "curve.png"
_LAST_WORDS, _LONGEST, _KINDS, _EACH = 4, 160, 8, 3
"""Limits: last sentences told, characters of a revealed one, kinds of lost pieces, turns listed singly."""
_FEWEST = 3
"""With fewer levels, the start's included, there's no curve."""


@dataclass(frozen=True)
class Told:
    """The story as parts of a message, and their files."""

    parts: list[ui.Item[Any]] = field(default_factory=list)
    files: list[discord.File] = field(default_factory=list)


def last_words(state: MatchState, who: Viewer) -> str:
    """Return the last sentences that a viewer was told, and what was hidden if everything is open."""
    hidden = state.game.revealed(state.view(who)) if state.is_open_to_all else ()
    told = tuple(line for line in state.latest_narration(who) if line not in hidden)
    parts = told[-_LAST_WORDS:], tuple(map(_short, hidden))
    return matches.name_sides(state, "\n".join(filter(None, map(markdown.plain, parts))), who)


def _short(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rpartition(' ')[0]} …"


async def build_story(state: MatchState, who: Viewer, theme: str = NORMAL) -> Told:
    """Return the story of a match for a viewer, empty unless everything is open; `theme` is the reader's."""
    story = await stories.tell_story(state)
    lines = matches.name_sides(state, "\n".join((*_points(story), *_losses(state, story))), who)
    files = [await _picture(state, story, who, theme)] if len(story.levels) >= _FEWEST else []
    parts = [*map(items.show_picture, files), *([items.text(lines)] if lines else [])]
    return Told(parts, files)


def _points(story: Story) -> Iterator[str]:
    for point in turning_points(story):
        yield f"**Turn {point.turn}** · {markdown.plain((point.event.text,))}"


def _losses(state: MatchState, story: Story) -> Iterator[str]:
    """Yield “Cyan lost Scout (turn 4), 2 × Decoy (9, 12).” for each seat."""
    for seat, name in enumerate(state.game.side_names):
        found = losses(story, seat)
        words = [
            _format_loss(loss, "turn " if not place else "") for place, loss in enumerate(found[:_KINDS])
        ]
        more = sum(len(loss.turns) for loss in found[_KINDS:])
        words += [f"and {more} more"] if more else []
        if words:
            yield f"-# {name} lost {markdown.plain((', '.join(words),))}."


def _format_loss(loss: Loss, word: str) -> str:
    copies, turns = len(loss.turns), tuple(dict.fromkeys(loss.turns))
    when = ", ".join(map(str, turns)) if len(turns) <= _EACH else f"{turns[0]}–{turns[-1]}"
    name = f"{copies} × {loss.name}" if copies > 1 else loss.name
    return f"{name} ({'turns ' if word and len(turns) > 1 else word}{when})"


# --- the curve ----------------------------------------------------------------------------------------


async def _picture(state: MatchState, story: Story, who: Viewer, theme: str) -> discord.File:
    drawn, alt = curve_of(story, state.game.colors), in_words(story)
    if who is not None:
        first, second = (matches.name_sides(state, name, who) for name in drawn.names)
        drawn, alt = (
            msgspec.structs.replace(drawn, names=(first, second)),
            matches.name_sides(state, alt, who),
        )
    data = await cache.curve(drawn, theme)
    return discord.File(io.BytesIO(data), filename=CURVE, description=alt)


def curve_of(story: Story, colors: SeatColors) -> curve.Curve:
    """Return the curve of the evaluation after each turn, with the turning points marked."""
    (first, _), (second, _) = story.levels[0].gauge.values
    levels = (curve.Level(level.turn, _values(level)) for level in story.levels)
    marked = tuple(point.turn for point in turning_points(story))
    return curve.Curve(story.levels[0].gauge.title, (first, second), tuple(levels), marked, colors)


def in_words(story: Story) -> str:
    """Return the curve's alternative text: both values at the start, in the middle and at the end."""
    first, middle, last = (story.levels[place] for place in (0, len(story.levels) // 2, -1))
    said = [
        f"{name}: {_values(first)[side]:g} at first, {_values(middle)[side]:g} after turn {middle.turn}, "
        f"{_values(last)[side]:g} at the end."
        for side, (name, _) in enumerate(last.gauge.values)
    ]
    return f"{last.gauge.title} over {last.turn} turns. {' '.join(said)}"


def _values(level: Level) -> tuple[float, float]:
    (_, first), (_, second) = level.gauge.values
    return first, second
