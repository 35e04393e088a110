"""Walks through a game's prompts: all drafts, where they end, and the prompts after some taps."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from games.core.screen.prompt import Choice, Prompt
from games.core.screen.scene import Scene

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


class Asked:
    """The question that a player reads after tapping choices of a game's prompts, and taking some back."""

    def __init__(self, game: Any, view: Any, draft: Draft = ()) -> None:
        self.game, self.view = game, view
        self.prompt: Prompt = game.prompt(view, draft)
        while draft and self.prompt == game.prompt(view, draft[:-1]):
            draft = draft[:-1]
        self.draft = draft

    @property
    def labels(self) -> list[str]:
        """The labels of the choices that can be tapped."""
        return [choice.label for choice in open_choices(self.prompt)]

    @property
    def scene(self) -> Scene:
        """The picture above the question."""
        return self.prompt.picture or self.game.scene(self.view)

    def tap(self, *labels: str) -> Asked:
        """Return the question after tapping these labels or keys; “Back” takes the last choice back."""
        asked = self
        for label in labels:
            draft = asked.draft[:-1] if label == "Back" else following(asked.draft, asked.choice(label))
            assert label == "Back" or asked.choice(label).action is None, f"{label} plays"
            asked = Asked(self.game, self.view, draft)
        return asked

    def plays(self, label: str) -> str:
        """Return the action that a label or key plays."""
        action = self.choice(label).action
        assert action is not None, f"{label} asks on: {self.tap(label).prompt.question}"
        return action

    def choice(self, label: str) -> Choice:
        (found,) = (choice for choice in open_choices(self.prompt) if label in (choice.label, choice.key))
        return found
