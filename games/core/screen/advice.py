"""Advice: an action proposed to whoever is to act, in words and on a picture."""

from __future__ import annotations

import msgspec

from games.core.screen.scene import Mark, Scene


class Advice(msgspec.Struct, frozen=True):
    """An action as it is proposed: `words` go on from “I would”; `picture` shows it, its alt text says it;
    `why`: a sentence about what it does, from what the viewer sees (empty: it speaks for itself)."""

    words: str
    picture: Scene
    why: str = ""


def moved(source: str, target: str) -> tuple[Mark, ...]:
    """The marks of a piece that goes from one square to a free one."""
    return Mark("chosen", (source,)), Mark("landing", (target,)), Mark("arrow", (source, target))


def struck(source: str, target: str) -> tuple[Mark, ...]:
    """The marks of a piece that attacks what stands on another square."""
    return Mark("chosen", (source,)), Mark("strike", (target,)), Mark("arrow", (source, target))


def advised(words: str, picture: Scene, *marks: Mark, why: str = "") -> Advice:
    """Advice on a picture that has these marks alone: what has been played before would only confuse."""
    shown = msgspec.structs.replace(picture, marks=marks, alt=f"Hint: {words}. {picture.alt}")
    return Advice(words, shown, why)
