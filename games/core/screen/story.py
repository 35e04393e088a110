"""What a match that is over was like: what grew and shrank in it, and what happened."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import msgspec

MOST_POINTS = 3
"""Turning points that the end of a match tells."""
MOMENT = 2
"""So many turns belong together: a blow and the answer to it."""


class Gauge(msgspec.Struct, frozen=True):
    """How a match is going at one moment, in figures: what is counted, e.g. “Pieces”, and each side's value
    by what it is called. Each is drawn in the color of its seat."""

    title: str
    values: tuple[tuple[str, float], tuple[str, float]]


class Event(msgspec.Struct, frozen=True):
    """Something that happened, as a short sentence, e.g. “Cyan's Bomb takes a Scout.” `lost`: each piece
    that was lost by it, as (seat, name); `turns`: it may turn the match, so the story of its end tells it."""

    text: str
    lost: tuple[tuple[int, str], ...] = ()
    turns: bool = False


class Happening(msgspec.Struct, frozen=True):
    """An event and the number of the turn in which it happened."""

    turn: int
    event: Event


class Level(msgspec.Struct, frozen=True):
    """What a gauge showed after a turn, by the turn's number."""

    turn: int
    gauge: Gauge


class Story(msgspec.Struct, frozen=True):
    """A whole match: its gauge after each turn and its events, both in order."""

    levels: tuple[Level, ...] = ()
    happenings: tuple[Happening, ...] = ()


class Loss(msgspec.Struct, frozen=True):
    """What a side lost, e.g. “Scout”, and the turn of each that it lost."""

    name: str
    turns: tuple[int, ...]


def turning_points(story: Story) -> tuple[Happening, ...]:
    """The few events that say how the match went, in order: what ended it, then events that may have turned
    it, of these where the gauge swung most, and of equal ones the latest.

    A blow and the answer to it are one, unless they ended it."""
    swings = _swings(story.levels)
    found = [_weightiest(events) for _, events in groupby(story.happenings, key=lambda one: one.turn)]
    last = story.levels[-1].turn if story.levels else 0
    found.sort(
        key=lambda one: (one.event.turns, one.turn == last, swings.get(one.turn, 0), one.turn), reverse=True
    )
    chosen = list[Happening]()
    for one in found:
        apart = all(abs(one.turn - other.turn) > MOMENT for other in chosen if other.turn != last)
        if len(chosen) < MOST_POINTS and apart:
            chosen.append(one)
    return tuple(sorted(chosen, key=lambda one: one.turn))


def _weightiest(events: Iterable[Happening]) -> Happening:
    """Of one turn the last event that may turn the match, or else the last one."""
    return max(enumerate(events), key=lambda placed: (placed[1].event.turns, placed[0]))[1]


def _swings(levels: tuple[Level, ...]) -> dict[int, float]:
    """How far the lead moved in each turn and the next one: what is answered at once turned little."""
    leads = [_lead(level) for level in levels]
    return {
        level.turn: abs(leads[min(place + MOMENT, len(leads) - 1)] - leads[place])
        for place, level in enumerate(levels[1:])
    }


def _lead(level: Level) -> float:
    (_, first), (_, second) = level.gauge.values
    return first - second


def losses(story: Story, seat: int) -> tuple[Loss, ...]:
    """What a seat lost, each thing once, in the order in which it first lost one."""
    turns = dict[str, list[int]]()
    for one in story.happenings:
        for owner, name in one.event.lost:
            if owner == seat:
                turns.setdefault(name, []).append(one.turn)
    return tuple(Loss(name, tuple(lost)) for name, lost in turns.items())
