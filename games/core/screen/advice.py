"""Advice: an action suggested to the player who is to act, in words and as a picture."""

from __future__ import annotations

import msgspec

from games.core.screen.scene import Mark, Scene


class Advice(msgspec.Struct, frozen=True):
    """A suggested action.

    Attributes:
        words: Continues “I would”.
        picture: Shows it, also in its alt text.
        why: A sentence about the effect, based only on what the viewer sees (empty: self-evident).
    """

    words: str
    picture: Scene
    why: str = ""


def mark_move(source: str, target: str) -> tuple[Mark, ...]:
    """Return the marks for a piece that moves from one square to an empty one."""
    return Mark("chosen", (source,)), Mark("landing", (target,)), Mark("arrow", (source, target))


def mark_strike(source: str, target: str) -> tuple[Mark, ...]:
    """Return the marks for a piece that attacks a piece on another square."""
    return Mark("chosen", (source,)), Mark("strike", (target,)), Mark("arrow", (source, target))


def build_advice(words: str, picture: Scene, *marks: Mark, why: str = "") -> Advice:
    """Return advice whose picture has only these marks; marks of earlier moves would confuse."""
    shown = msgspec.structs.replace(picture, marks=marks, alt=f"Hint: {words}. {picture.alt}")
    return Advice(words, shown, why)
