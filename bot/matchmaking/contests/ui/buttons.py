"""The buttons and selects of contests."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Name, PageNumber
from bot.matchmaking.contests.organizing.drafting import AGAINST_A_SERVER, Field

DraftText = Annotated[str, Meta(pattern=r"^[a-z0-9.]{0,84}\Z")]
"""A contest that's being set up, as `drafting` writes it."""
Person = Annotated[int, Meta(ge=-(2**53), le=2**63 - 1)]
"""A person's id; below 0 after the person has deleted themselves."""
Tab = Literal["m", "w", "r"]
"""A tab of the panel on which a contest is set up: its matches, who plays, the rules."""
Which = Literal["here", "mine", "over", "wide"]
Scored = Literal["win", "draw", "loss", "none"]


class Menu(Button, frozen=True, tag="c-menu"):
    """A button that lists contests: those here, the person's (`mine`), those over, or ladders for all."""

    which: Which
    page: PageNumber = 0


class Show(Button, frozen=True, tag="c-show"):
    """A button that shows a contest with a page of its standings."""

    contest: Name
    page: PageNumber = 0


class ShowDetails(Button, frozen=True, tag="c-info"):
    """A button that shows a running contest's terms and the commitment to its secret."""

    contest: Name


class OpenChosen(Button, frozen=True, tag="c-open"):
    """A select of contests that opens the chosen one."""


class SetUp(Button, frozen=True, tag="c-new"):
    """A button that shows the panel on which a contest is set up."""

    tab: Tab
    draft: DraftText = ""


CHALLENGE = SetUp("m", AGAINST_A_SERVER)
"""The button that sets up a team match against another server."""


class Choose(Button, frozen=True, tag="c-set"):
    """A select that sets a field of a draft."""

    field: Field
    draft: DraftText = ""


class Announce(Button, frozen=True, tag="c-go"):
    """A button that asks for the name and the start; also the modal that creates the contest."""

    draft: DraftText = ""


class Change(Button, frozen=True, tag="c-change"):
    """A button that asks for the name and the start of a contest whose terms change; also the modal."""

    draft: DraftText


class Answer(Button, frozen=True, tag="c-answer"):
    """A button that asks for the code of another server's challenge; also the modal."""


class Accept(Button, frozen=True, tag="c-agree"):
    """A button that agrees to the challenge with a code; also the modal that names the team."""

    code: Name


class Join(Button, frozen=True, tag="c-join"):
    """A button that enters a contest."""

    contest: Name


class StandBy(Button, frozen=True, tag="c-list"):
    """A button that puts a person on the list of substitutes."""

    contest: Name


class Withdraw(Button, frozen=True, tag="c-leave"):
    """A button that asks whether to withdraw, or does it (`sure`)."""

    contest: Name
    sure: Literal["ask", "sure"] = "ask"


class CheckIn(Button, frozen=True, tag="c-in"):
    """A button that checks a person in."""

    contest: Name


class Pause(Button, frozen=True, tag="c-pause"):
    """A button that pauses new matches on a ladder or in a league, or resumes them."""

    contest: Name
    what: Literal["on", "off"]


class AtOnce(Button, frozen=True, tag="c-many"):
    """A select of how many matches to play at a time on a ladder."""

    contest: Name


class ShowPairings(Button, frozen=True, tag="c-pairs"):
    """A button that shows the pairings with their results, the newest first."""

    contest: Name
    page: PageNumber = 0


class ShowLog(Button, frozen=True, tag="c-log"):
    """A button that shows what organizers have decided."""

    contest: Name
    page: PageNumber = 0


class Manage(Button, frozen=True, tag="c-run"):
    """A button that shows the organizer's panel."""

    contest: Name


class StartNow(Button, frozen=True, tag="c-start"):
    """A button that starts a contest at once."""

    acts = True
    contest: Name


class AddEvent(Button, frozen=True, tag="c-event"):
    """A button that adds a contest to its server's scheduled events."""

    contest: Name


class CallOff(Button, frozen=True, tag="c-off"):
    """A button that asks whether to call a contest off, or does it (`sure`)."""

    contest: Name
    sure: Literal["ask", "sure"] = "ask"


class Invite(Button, frozen=True, tag="c-late"):
    """A select that invites a person after the start."""

    contest: Name


class ListPeople(Button, frozen=True, tag="c-people"):
    """A button that lists the entrants, for an organizer to remove or replace one."""

    contest: Name
    page: PageNumber = 0


class ChoosePerson(Button, frozen=True, tag="c-person"):
    """A select of an entrant."""

    contest: Name
    page: PageNumber


class Remove(Button, frozen=True, tag="c-remove"):
    """A button that takes an entrant out."""

    contest: Name
    person: Person


class Substitute(Button, frozen=True, tag="c-sub"):
    """A select that invites a person to an entrant's place."""

    contest: Name
    out: Person


class FromList(Button, frozen=True, tag="c-next"):
    """A select that gives an entrant's place to a person from the list of substitutes."""

    contest: Name
    out: Person


class ListMatches(Button, frozen=True, tag="c-matches"):
    """A button that lists the pairings, for an organizer to decide one."""

    contest: Name
    page: PageNumber = 0


class ChooseMatch(Button, frozen=True, tag="c-match"):
    """A select of a pairing."""

    contest: Name
    page: PageNumber


class Decide(Button, frozen=True, tag="c-decide"):
    """A button that decides a pairing; `score` is that of its first side."""

    contest: Name
    match: Name
    score: Scored


class Void(Button, frozen=True, tag="c-void"):
    """A button that voids a pairing, so that it counts for nothing."""

    contest: Name
    match: Name


class Export(Button, frozen=True, tag="c-export"):
    """A button that sends everything about a contest as files."""

    contest: Name
