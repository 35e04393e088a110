"""What a match that is over was like: what grew and shrank in it, and what happened."""

from __future__ import annotations

import msgspec


class Gauge(msgspec.Struct, frozen=True):
    """How a match is going at one moment, in figures: what is counted, e.g. “Pieces”, and each side's value
    by what it is called. The first is drawn in blue, the second in orange."""

    title: str
    values: tuple[tuple[str, float], tuple[str, float]]


class Event(msgspec.Struct, frozen=True):
    """Something that happened, as a short sentence, e.g. “Cyan's Bomb takes a Scout.” `lost`: each piece
    that was lost by it, as (seat, name); `turns`: it may turn the match, so the story of its end tells it."""

    text: str
    lost: tuple[tuple[int, str], ...] = ()
    turns: bool = False
