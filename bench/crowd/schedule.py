"""Schedule of a run, drawn before it begins so that slow answers don't delay later acts. Pure."""

from __future__ import annotations

import random
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple


class Stray(StrEnum):
    """Acts of people beside playing."""

    LOOK = "look"
    OLD_BUTTON = "old button"
    WRONG_PERSON = "wrong person"
    NONSENSE = "nonsense"
    WRONG_PLACE = "wrong place"
    RESIGN = "resign"
    REMATCH = "rematch"


SHARES = {
    Stray.LOOK: 6,
    Stray.OLD_BUTTON: 4,
    Stray.WRONG_PERSON: 3,
    Stray.NONSENSE: 3,
    Stray.WRONG_PLACE: 2,
    Stray.RESIGN: 1,
    Stray.REMATCH: 1,
}


class Arrival(NamedTuple):
    """Person `who` begins a match with `other`, or the bot (None), at second `at`. People are numbers."""

    at: float
    who: int
    other: int | None


class Whim(NamedTuple):
    """Person `who` does something beside playing at second `at`."""

    at: float
    who: int
    what: Stray


def evenly(rng: random.Random, count: int, seconds: float) -> list[float]:
    """Draw `count` moments within `seconds`, one in each of `count` equal parts."""
    part = seconds / max(1, count)
    return [part * (number + rng.random()) for number in range(count)]


def arrivals(
    rng: random.Random, people: int, matches: int, seconds: float, alone: float
) -> tuple[Arrival, ...]:
    """Draw the beginnings of matches; `alone` is the share of those against the bot."""
    return tuple(_arrival(rng, at, people, alone) for at in evenly(rng, matches, seconds))


def _arrival(rng: random.Random, at: float, people: int, alone: float) -> Arrival:
    who, other = rng.sample(range(people), 2)
    return Arrival(at, who, None if rng.random() < alone else other)


def whims(rng: random.Random, people: int, count: int, seconds: float) -> tuple[Whim, ...]:
    """Draw the acts of people beside playing."""
    kinds: Sequence[Stray] = rng.choices(list(SHARES), list(SHARES.values()), k=count)
    moments = evenly(rng, count, seconds)
    return tuple(Whim(at, rng.randrange(people), kind) for at, kind in zip(moments, kinds, strict=True))
