"""The buttons of documents that people keep."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Name

Counts = Annotated[str, Meta(pattern=r"^[0-9a-z]{1,60}\Z")]
"""The number of each part, one base-36 digit each."""


class ShowDocument(Button, frozen=True, tag="document"):
    """A button that shows a document."""

    game: Name
    name: Name


class ChooseDocument(Button, frozen=True, tag="choosedoc"):
    """A select menu whose value is the document to show."""

    game: Name
    whose: Literal["shipped", "own"]


class SendFile(Button, frozen=True, tag="sendfile"):
    """A button that asks for a document's file in a form, and that form."""

    game: Name


class DeleteDocument(Button, frozen=True, tag="forget"):
    """A button that deletes a document of the person."""

    game: Name
    name: Name


class Build(Button, frozen=True, tag="build"):
    """A button that shows the building panel with the current counts, for one of the parts."""

    game: Name
    counts: Counts
    part: Annotated[int, Meta(ge=0, le=99)]


class ChoosePart(Button, frozen=True, tag="part"):
    """A select menu whose value is the part that the panel changes."""

    game: Name
    counts: Counts


class BuildFrom(Button, frozen=True, tag="buildfrom"):
    """A select menu whose value is the document to start again from."""

    game: Name


class SaveBuilt(Button, frozen=True, tag="savebuilt"):
    """A button that asks for the name under which to save the document."""

    game: Name
    counts: Counts


class NameBuilt(Button, frozen=True, tag="namebuilt"):
    """A modal whose text is the name of the document."""

    game: Name
    counts: Counts
