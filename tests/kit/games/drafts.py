"""Walks through a game's prompts: which drafts there are and where they end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from games.core.screen.prompt import Choice, Prompt

Draft = tuple[str, ...]
TYPED = "Well played."
"""What's written into a prompt that asks for a text."""

DRAWN = "123456789"
"""The number that the host draws where a choice asks for one."""

DEEPEST = 60
LONGEST_STROLL = 60


def open_choices(prompt: Prompt) -> list[Choice]:
    """What can be tapped; a text prompt is answered by TYPED."""
    if prompt.shape == "text":
        return [Choice(TYPED, TYPED)]
    return [choice for choice in prompt.choices if not choice.disabled]


def following(draft: Draft, choice: Choice) -> Draft:
    """The draft after a choice without an action; what the host draws is DRAWN."""
    led = (*draft, choice.key) if choice.leads_to is None else choice.leads_to
    return (*led, DRAWN) if choice.drawn else led


def walk(game: Any, view: Any) -> Iterator[tuple[Draft, Prompt]]:
    """Every draft with its prompt, each once, nearest first."""
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
    """One random path of drafts with their prompts, of at most LONGEST_STROLL."""
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
    """All drafts with their prompts, at most `most` of them, and one random path."""
    return [*islice(walk(game, view), most), *stroll(game, view, rng)]
