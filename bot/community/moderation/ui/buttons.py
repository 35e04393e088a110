"""The buttons for moderators, and those with which players turn to them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Name, Number, PageNumber

PersonId = Annotated[int, Meta(ge=-(2**53), le=2**63 - 1)]
"""The id of a person; below 0 if they have deleted their data."""
ReportId = Annotated[int, Meta(ge=0, le=2**53)]


class ShowMatch(Button, frozen=True, tag="modmatch"):
    """A button that shows what moderators can do about a match."""

    match: Name


class AskCancel(Button, frozen=True, tag="cancel-ask"):
    """A button that asks once more whether a match is to end without a result."""

    match: Name


class Cancel(Button, frozen=True, tag="cancel"):
    """A button that ends a match without a result."""

    acts = True
    match: Name


class Pause(Button, frozen=True, tag="halt"):
    """A button that pauses a match."""

    match: Name


class Continue(Button, frozen=True, tag="unhalt"):
    """A button that lets a paused match continue."""

    match: Name


class ListTexts(Button, frozen=True, tag="texts"):
    """A button for a page of the texts in a match."""

    match: Name
    page: PageNumber


class ChooseText(Button, frozen=True, tag="text"):
    """A select whose value is the number of an action with a text."""

    match: Name
    page: PageNumber


class RemoveText(Button, frozen=True, tag="untext"):
    """A button that removes the text of an action."""

    match: Name
    number: Number


class ShowPerson(Button, frozen=True, tag="person"):
    """A button that shows what moderators know of a person, with a page of the reports about them."""

    person: PersonId
    page: PageNumber


class Suspend(Button, frozen=True, tag="suspend"):
    """A button that suspends a person on this server."""

    person: PersonId


class Lift(Button, frozen=True, tag="lift"):
    """A button that lifts a person's suspension."""

    person: PersonId


class ShowReport(Button, frozen=True, tag="see-report"):
    """A button that shows a report."""

    report: ReportId


class RemoveReported(Button, frozen=True, tag="untext-of"):
    """A button that removes the text that a report is about from its match."""

    report: ReportId


class OpenReport(Button, frozen=True, tag="reported"):
    """A select whose value is a report about a person."""

    person: PersonId


class CloseReport(Button, frozen=True, tag="close"):
    """A button that closes a report about `person`, or (0) about the pause of a match."""

    person: PersonId
    report: ReportId


class SetWords(Button, frozen=True, tag="words"):
    """The modal with a server's word list; `kept` lines at the list's end don't fit into it and stay."""

    kept: Number = 0


class ReportText(Button, frozen=True, tag="report"):
    """A button that reports what the opponent last said in a match; also the modal that asks for the reason.

    In the modal, `number` is the action whose text is reported.
    """

    keeps_message = True
    match: Name
    number: Number = 0
