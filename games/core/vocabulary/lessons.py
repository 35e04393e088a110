"""First steps in a game: lessons of one idea each, and the coach's tips in a player's first match."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.core.vocabulary.tasks import Exercise


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """One idea: a position, a few sentences, and an exercise that the engine checks.

    Attributes:
        key: A short id of lowercase letters, digits and dashes.
        text: At most 600 characters.
        wrong: A kind answer to a failed attempt, which says what to look at.
        right: The answer to a solved one: what was done, and why it matters.
        hint: How to go about it, without the whole answer.
        solutions: Some solutions, each as the player's actions or the answer's key.
    """

    key: str
    title: str
    text: str
    exercise: Exercise
    wrong: str
    right: str
    hint: str
    solutions: tuple[tuple[str, ...], ...]


class Tip(msgspec.Struct, frozen=True):
    """A coach's tip, given the first time that its situation, named by `key`, occurs."""

    key: str
    words: str


def new_tip(moments: Iterable[tuple[Tip, ...]]) -> Tip | None:
    """Return the coach's tip at the last of these moments, or None if there's no new one.

    Each moment has the tips that apply, the most important first; each tip is given once.
    """
    said, tip = set[str](), None
    for tips in moments:
        tip = next((candidate for candidate in tips if candidate.key not in said), None)
        if tip is not None:
            said.add(tip.key)
    return tip
