"""The buttons of a match's panel, board and messages."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Draft, Name, Number, PageNumber


class ShowDraft(Button, frozen=True, tag="draft"):
    """Shows the question after a draft, or another page of its answers."""

    match: Name
    version: Number
    draft: Draft
    page: PageNumber = 0


class Pick(Button, frozen=True, tag="pick"):
    """Chooses the last key of a draft."""

    acts = True
    match: Name
    version: Number
    draft: Draft


class Choose(Button, frozen=True, tag="choose"):
    """A select whose value is the next key of a draft."""

    match: Name
    version: Number
    draft: Draft
    page: PageNumber


class Write(Button, frozen=True, tag="typed"):
    """A modal whose words are the next key of a draft."""

    match: Name
    version: Number
    draft: Draft


class Play(Button, frozen=True, tag="play"):
    """Plays an action that was proposed, by its text."""

    match: Name
    version: Number
    action: Annotated[str, Meta(min_length=1)]


class Surely(Button, frozen=True, tag="sure"):
    """Chooses the last key of a draft, by somebody who was asked once more."""

    acts = True
    match: Name
    version: Number
    draft: Draft


class PlaySurely(Button, frozen=True, tag="playsure"):
    """Plays an action by its text, by somebody who was asked once more."""

    acts = True
    match: Name
    version: Number
    action: Annotated[str, Meta(min_length=1)]


class Look(Button, frozen=True, tag="brief"):
    """Shows what the reader may look at once, or a few times. `number`: of the look, from 0, so that a second
    tap spends nothing; buttons that are older have none."""

    match: Name
    number: Number | None = None


class PutAway(Button, frozen=True, tag="ready"):
    """Ends a look: the reader has it."""

    match: Name
    look: int
