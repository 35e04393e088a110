"""Walks through a game's prompts: all drafts, and where they end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from games.core.screen.prompt import Choice, Prompt

Draft = tuple[str, ...]
TYPED = "Well played."
"""The answer to a prompt that asks for text."""

DRAWN = "123456789"
"""The number that the application draws where a choice asks for one."""

DEEPEST = 60
LONGEST_STROLL = 60


def open_choices(prompt: Prompt) -> list[Choice]:
    """Return the choices that can be tapped; a text prompt's only choice is TYPED."""
    if prompt.shape == "text":
        return [Choice(TYPED, TYPED)]
    return [choice for choice in prompt.choices if not choice.disabled]


def following(draft: Draft, choice: Choice) -> Draft:
    """Return the draft after a choice that isn't an action yet; a drawn number is DRAWN."""
    led = (*draft, choice.key) if choice.leads_to is None else choice.leads_to
    return (*led, DRAWN) if choice.drawn else led


def walk(game: Any, view: Any) -> Iterator[tuple[Draft, Prompt]]:
    """Yield every draft with its prompt once, in breadth-first order."""
    waiting: list[Draft] = [()]
    known = set(waiting)
    while waiting:
        draft = waiting.pop(0)
        prompt = game.prompt(view, draft)
        yield draft, prompt
        assert len(draft) < DEEPEST, "drafts do not end"
        for choice in open_choices(prompt):
            led = following(draft, choice)
            if choice.action is None and led not in known:
                known.add(led)
                waiting.append(led)


def stroll(game: Any, view: Any, rng: random.Random) -> Iterator[tuple[Draft, Prompt]]:
    """Yield one random path of at most LONGEST_STROLL drafts with their prompts."""
    draft: Draft = ()
    for _ in range(LONGEST_STROLL):
        prompt = game.prompt(view, draft)
        yield draft, prompt
        choices = open_choices(prompt)
        choice = rng.choice(choices) if choices else None
        if choice is None or choice.action is not None:
            return
        draft = following(draft, choice)


def every_prompt(game: Any, view: Any, most: int, rng: random.Random) -> list[tuple[Draft, Prompt]]:
    """Return at most `most` drafts with their prompts, and one random path."""
    return [*islice(walk(game, view), most), *stroll(game, view, rng)]
