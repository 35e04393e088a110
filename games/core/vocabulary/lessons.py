"""First steps in a game: lessons of one idea each, and what a coach says in somebody's first match."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.core.vocabulary.tasks import Exercise


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """One idea: a position, a few sentences, and something to do, which the engine checks.

    `key`: short, of small letters, digits and dashes; `text`: at most 600 characters; `wrong`: a kind answer
    to a try that fails, which says what to look at; `right`: what was done, and why it matters; `hint`: the
    way, without the whole answer; `solutions`: some of the ways, each as the actions (or the answer's key)
    that somebody would choose."""

    key: str
    title: str
    text: str
    exercise: Exercise
    wrong: str
    right: str
    hint: str
    solutions: tuple[tuple[str, ...], ...]


class Tip(msgspec.Struct, frozen=True):
    """What a coach says when something is so for the first time: `key` names what is."""

    key: str
    words: str


def new_tip(moments: Iterable[tuple[Tip, ...]]) -> Tip | None:
    """What the coach says at the last of these moments, each with the tips that apply to it, the weightiest
    first: one that wasn't said at an earlier one. None: nothing is new."""
    said, tip = set[str](), None
    for tips in moments:
        tip = next((one for one in tips if one.key not in said), None)
        if tip is not None:
            said.add(tip.key)
    return tip
