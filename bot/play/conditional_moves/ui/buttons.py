"""The buttons by which conditional moves are entered.

A tap is about a match after a number of actions and about the line begun so far, of which it holds a sign."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Draft, Name, Number, PageNumber

Mark = Annotated[str, Meta(pattern=r"^[0-9a-f]{5}\Z")]


class ShowLines(Button, frozen=True, tag="foresee"):
    """Shows the conditional moves of a match."""

    match: Name


class BeginLine(Button, frozen=True, tag="if-new"):
    """Begins another line."""

    match: Name
    length: Number


class ExtendLine(Button, frozen=True, tag="if-after"):
    """A select of the lines that can go on."""

    match: Name
    length: Number


class ForgetLines(Button, frozen=True, tag="if-none"):
    """Forgets all lines."""

    match: Name
    length: Number


class PickInLine(Button, frozen=True, tag="if"):
    """Chooses the last key of a draft."""

    match: Name
    length: Number
    mark: Mark
    draft: Draft


class ChooseInLine(Button, frozen=True, tag="if-of"):
    """A select whose value is the next key of a draft."""

    match: Name
    length: Number
    mark: Mark
    draft: Draft
    page: PageNumber


class ShowDraftInLine(Button, frozen=True, tag="if-at"):
    """Shows the question after a draft, or another page of its answers."""

    match: Name
    length: Number
    mark: Mark
    draft: Draft
    page: PageNumber = 0


class WriteInLine(Button, frozen=True, tag="if-typed"):
    """A modal whose words are the next key of a draft."""

    match: Name
    length: Number
    mark: Mark
    draft: Draft
