"""The buttons of a match's panel, board and messages."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Draft, Name, Number, PageNumber


class ShowDraft(Button, frozen=True, tag="draft"):
    """A button that shows the question after a draft, or another page of its answers."""

    match: Name
    version: Number
    draft: Draft
    page: PageNumber = 0


class Pick(Button, frozen=True, tag="pick"):
    """A button that chooses the last key of its draft."""

    acts = True
    match: Name
    version: Number
    draft: Draft


class Choose(Button, frozen=True, tag="choose"):
    """A select whose value is the next key of the draft."""

    match: Name
    version: Number
    draft: Draft
    page: PageNumber


class Write(Button, frozen=True, tag="typed"):
    """A button for a modal whose words are the next key of the draft."""

    match: Name
    version: Number
    draft: Draft


class Play(Button, frozen=True, tag="play"):
    """A button that plays a proposed action, given as text."""

    match: Name
    version: Number
    action: Annotated[str, Meta(min_length=1)]


class Surely(Button, frozen=True, tag="sure"):
    """A button that chooses the last key of its draft, in a confirmation."""

    acts = True
    match: Name
    version: Number
    draft: Draft


class PlaySurely(Button, frozen=True, tag="playsure"):
    """A button that plays an action, given as text, in a confirmation."""

    acts = True
    match: Name
    version: Number
    action: Annotated[str, Meta(min_length=1)]


class Look(Button, frozen=True, tag="brief"):
    """A button that shows what the player may look at once, or a few times.

    `number` is that of the look, from 0, so that a second tap spends nothing; older buttons have none.
    """

    match: Name
    number: Number | None = None


class PutAway(Button, frozen=True, tag="ready"):
    """A button that ends a look early."""

    match: Name
    look: int
