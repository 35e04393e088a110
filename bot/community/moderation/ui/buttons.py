"""The buttons of moderators, and those by which people turn to them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Name, Number, PageNumber

PersonId = Annotated[int, Meta(ge=-(2**53), le=2**63 - 1)]
"""Below 0: somebody who has deleted themselves."""
ReportId = Annotated[int, Meta(ge=0, le=2**53)]


class ShowMatch(Button, frozen=True, tag="modmatch"):
    """What moderators can do about a match."""

    match: Name


class AskCancel(Button, frozen=True, tag="cancel-ask"):
    """Asks once more whether a match is to end without a result."""

    match: Name


class Cancel(Button, frozen=True, tag="cancel"):
    """Ends a match without a result."""

    acts = True
    match: Name


class Pause(Button, frozen=True, tag="halt"):
    """A match stands still."""

    match: Name


class Continue(Button, frozen=True, tag="unhalt"):
    """It goes on."""

    match: Name


class ListTexts(Button, frozen=True, tag="texts"):
    """A page of what was said in a match."""

    match: Name
    page: PageNumber


class ChooseText(Button, frozen=True, tag="text"):
    """A select whose value is the number of an action that said something."""

    match: Name
    page: PageNumber


class RemoveText(Button, frozen=True, tag="untext"):
    """Removes what was said with an action."""

    match: Name
    number: Number


class ShowPerson(Button, frozen=True, tag="person"):
    """What moderators know of a person, with a page of the reports about them."""

    person: PersonId
    page: PageNumber


class Suspend(Button, frozen=True, tag="suspend"):
    """They can't begin anything on this server."""

    person: PersonId


class Lift(Button, frozen=True, tag="lift"):
    """They can again."""

    person: PersonId


class ShowReport(Button, frozen=True, tag="see-report"):
    """A report."""

    report: ReportId


class RemoveReported(Button, frozen=True, tag="untext-of"):
    """Removes what a report is about from its match."""

    report: ReportId


class OpenReport(Button, frozen=True, tag="reported"):
    """A select whose value is a report about a person."""

    person: PersonId


class CloseReport(Button, frozen=True, tag="close"):
    """Closes a report. `person`: the person it's about; 0 for a request to end a pause."""

    person: PersonId
    report: ReportId


class SetWords(Button, frozen=True, tag="words"):
    """The modal with a server's word list. `kept`: lines at its end that don't fit into it and stay."""

    kept: Number = 0


class ReportText(Button, frozen=True, tag="report"):
    """Reports the latest that the opponent has said in a match; also the modal that asks why, which says what
    is reported: what was said with action `number`."""

    keeps_message = True
    match: Name
    number: Number = 0
