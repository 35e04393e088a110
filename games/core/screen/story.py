"""The story of a finished match: its evaluation over time, and its events."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import msgspec

MOST_POINTS = 3
"""The most turning points in the summary of a finished match."""
MOMENT = 2
"""Turns that belong together: an attack and the answer to it."""


class Gauge(msgspec.Struct, frozen=True):
    """What's counted in a position, e.g. “Pieces”, and each seat's (name, value), drawn in its color."""

    title: str
    values: tuple[tuple[str, float], tuple[str, float]]


class Event(msgspec.Struct, frozen=True):
    """An event as a short sentence, such as “Cyan's Bomb takes a Scout.”, possibly with losses.

    Attributes:
        lost: (seat, name) of each piece lost by it.
        turns: Whether it may decide the match, so that the summary at the end tells it.
    """

    text: str
    lost: tuple[tuple[int, str], ...] = ()
    turns: bool = False


class Happening(msgspec.Struct, frozen=True):
    """An event and the number of its turn."""

    turn: int
    event: Event


class Level(msgspec.Struct, frozen=True):
    """The evaluation after a turn, with the turn's number."""

    turn: int
    gauge: Gauge


class Story(msgspec.Struct, frozen=True):
    """A whole match: its evaluation after each turn and its events, both in order."""

    levels: tuple[Level, ...] = ()
    happenings: tuple[Happening, ...] = ()


class Loss(msgspec.Struct, frozen=True):
    """A kind of piece that a side lost, e.g. “Scout”, and the turn of each loss."""

    name: str
    turns: tuple[int, ...]


def turning_points(story: Story) -> tuple[Happening, ...]:
    """Return up to MOST_POINTS events that sum up the match, in order.

    Events that may decide the match come first, then those of the last turn, then those with the largest
    swing of the evaluation, then later ones. An event within MOMENT turns of a chosen one is left out, unless
    that one is of the last turn.
    """
    swings = _swings(story.levels)
    found = [
        _weightiest(events) for _, events in groupby(story.happenings, key=lambda happening: happening.turn)
    ]
    last = story.levels[-1].turn if story.levels else 0
    found.sort(
        key=lambda happening: (
            happening.event.turns,
            happening.turn == last,
            swings.get(happening.turn, 0),
            happening.turn,
        ),
        reverse=True,
    )
    chosen = list[Happening]()
    for point in found:
        apart = all(abs(point.turn - other.turn) > MOMENT for other in chosen if other.turn != last)
        if len(chosen) < MOST_POINTS and apart:
            chosen.append(point)
    return tuple(sorted(chosen, key=lambda happening: happening.turn))


def _weightiest(events: Iterable[Happening]) -> Happening:
    """Return the last event of a turn that may decide the match, or else its last event."""
    return max(enumerate(events), key=lambda placed: (placed[1].event.turns, placed[0]))[1]


def _swings(levels: tuple[Level, ...]) -> dict[int, float]:
    """Return how far the lead moved in each turn and the next: a loss answered at once changes little."""
    leads = [_lead(level) for level in levels]
    return {
        level.turn: abs(leads[min(place + MOMENT, len(leads) - 1)] - leads[place])
        for place, level in enumerate(levels[1:])
    }


def _lead(level: Level) -> float:
    (_, first), (_, second) = level.gauge.values
    return first - second


def losses(story: Story, seat: int) -> tuple[Loss, ...]:
    """Return what a seat lost, one Loss per name, in order of the first loss."""
    turns = dict[str, list[int]]()
    for happening in story.happenings:
        for owner, name in happening.event.lost:
            if owner == seat:
                turns.setdefault(name, []).append(happening.turn)
    return tuple(Loss(name, tuple(lost)) for name, lost in turns.items())
