"""Walks through a game's prompts: which drafts there are and where they end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from games.core.prompt import Choice, Prompt

Draft = tuple[str, ...]
TYPED = "Well played."
"""What is written into a prompt that asks for a text."""

DEEPEST = 60


def open_choices(prompt: Prompt) -> list[Choice]:
    """What can be tapped; a text prompt is answered by TYPED."""
    if prompt.shape == "text":
        return [Choice(TYPED, TYPED)]
    return [choice for choice in prompt.choices if not choice.disabled]


def walk(game: Any, view: Any) -> Iterator[tuple[Draft, Prompt]]:
    """Every draft with its prompt, shortest first."""
    waiting: list[Draft] = [()]
    while waiting:
        draft = waiting.pop(0)
        prompt = game.prompt(view, draft)
        yield draft, prompt
        assert len(draft) < DEEPEST, "drafts do not end"
        waiting += [(*draft, choice.key) for choice in open_choices(prompt) if choice.action is None]


def stroll(game: Any, view: Any, rng: random.Random) -> Iterator[tuple[Draft, Prompt]]:
    """One random path of drafts with their prompts."""
    draft: Draft = ()
    while True:
        prompt = game.prompt(view, draft)
        yield draft, prompt
        assert len(draft) < DEEPEST, "drafts do not end"
        choices = open_choices(prompt)
        if not choices:
            return
        choice = rng.choice(choices)
        if choice.action is not None:
            return
        draft = (*draft, choice.key)


def every_prompt(game: Any, view: Any, most: int, rng: random.Random) -> list[tuple[Draft, Prompt]]:
    """All drafts with their prompts, at most `most` of them, and one random path."""
    found = []
    for number, entry in enumerate(walk(game, view)):
        if number >= most:
            break
        found.append(entry)
    return [*found, *stroll(game, view, rng)]
