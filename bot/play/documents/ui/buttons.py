"""The buttons of one's own documents."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Name

Counts = Annotated[str, Meta(pattern=r"^[0-9a-z]{1,60}\Z")]
"""How many there are of each part, a digit for each."""


class ShowDocument(Button, frozen=True, tag="document"):
    """Shows a document."""

    game: Name
    name: Name


class DeleteDocument(Button, frozen=True, tag="forget"):
    """Deletes one's own document."""

    game: Name
    name: Name


class Build(Button, frozen=True, tag="build"):
    """Shows the panel in which a document is put together, as far as it has come, about one of its parts."""

    game: Name
    counts: Counts
    part: Annotated[int, Meta(ge=0, le=99)]


class ChoosePart(Button, frozen=True, tag="part"):
    """A select whose value is the part that the panel is about."""

    game: Name
    counts: Counts


class BuildFrom(Button, frozen=True, tag="buildfrom"):
    """A select whose value is the document to start again from."""

    game: Name


class SaveBuilt(Button, frozen=True, tag="savebuilt"):
    """Asks for the name under which it is saved."""

    game: Name
    counts: Counts


class NameBuilt(Button, frozen=True, tag="namebuilt"):
    """A modal whose words are that name."""

    game: Name
    counts: Counts
