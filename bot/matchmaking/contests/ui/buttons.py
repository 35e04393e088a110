"""The buttons of contests."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Name, PageNumber
from bot.matchmaking.contests.organizing.drafting import AGAINST_A_SERVER, Field

DraftText = Annotated[str, Meta(pattern=r"^[a-z0-9.]{0,84}\Z")]
"""A contest that's being set up, as `drafting` writes it."""
Person = Annotated[int, Meta(ge=-(2**53), le=2**63 - 1)]
"""Below 0: somebody who has deleted themselves."""
Tab = Literal["m", "w", "r"]
"""A part of the panel by which a contest is set up: its matches, who plays, the rules."""
Which = Literal["here", "mine", "wide"]
Scored = Literal["win", "draw", "loss", "none"]


class Menu(Button, frozen=True, tag="c-menu"):
    """What there is: on this server, what somebody takes part in (`mine`), or the ladders of everybody
    (`wide`)."""

    which: Which
    page: PageNumber = 0


class Show(Button, frozen=True, tag="c-show"):
    """A contest, with a page of its standings."""

    contest: Name
    page: PageNumber = 0


class OpenChosen(Button, frozen=True, tag="c-open"):
    """A select whose value is a contest."""


class SetUp(Button, frozen=True, tag="c-new"):
    """The panel by which a contest is set up."""

    tab: Tab
    draft: DraftText = ""


CHALLENGE = SetUp("m", AGAINST_A_SERVER)
"""The same for a match against another server."""


class Choose(Button, frozen=True, tag="c-set"):
    """A select by which a field of a draft is chosen."""

    field: Field
    draft: DraftText = ""


class Announce(Button, frozen=True, tag="c-go"):
    """Asks for the name and the start; also the modal, with which it's made."""

    draft: DraftText = ""


class Answer(Button, frozen=True, tag="c-answer"):
    """Asks for the code of a challenge by another server; also the modal."""


class Accept(Button, frozen=True, tag="c-agree"):
    """Agrees to a challenge with this code; also the modal, in which a team gets its name."""

    code: Name


class Join(Button, frozen=True, tag="c-join"):
    """Enters a contest."""

    contest: Name


class StandBy(Button, frozen=True, tag="c-list"):
    """Goes on the list of substitutes."""

    contest: Name


class Withdraw(Button, frozen=True, tag="c-leave"):
    """Asks whether somebody wants to withdraw; `sure`: they do."""

    contest: Name
    sure: Literal["ask", "sure"] = "ask"


class CheckIn(Button, frozen=True, tag="c-in"):
    """Says that somebody is there."""

    contest: Name


class Pause(Button, frozen=True, tag="c-pause"):
    """On a ladder: no new matches for now, or again."""

    contest: Name
    what: Literal["on", "off"]


class AtOnce(Button, frozen=True, tag="c-many"):
    """A select of how many matches somebody wants to play at a time."""

    contest: Name


class ShowPairings(Button, frozen=True, tag="c-pairs"):
    """Who plays whom, and how it ended; the newest first."""

    contest: Name
    page: PageNumber = 0


class ShowLog(Button, frozen=True, tag="c-log"):
    """What organizers have decided."""

    contest: Name
    page: PageNumber = 0


class Manage(Button, frozen=True, tag="c-run"):
    """What organizers can do."""

    contest: Name


class StartNow(Button, frozen=True, tag="c-start"):
    """It begins at once."""

    acts = True
    contest: Name


class CallOff(Button, frozen=True, tag="c-off"):
    """Asks whether it's to be called off; `sure`: it is."""

    contest: Name
    sure: Literal["ask", "sure"] = "ask"


class Invite(Button, frozen=True, tag="c-late"):
    """A select of a person who is invited once it has begun."""

    contest: Name


class ListPeople(Button, frozen=True, tag="c-people"):
    """Those who take part, to take one out, or to put somebody in their place."""

    contest: Name
    page: PageNumber = 0


class ChoosePerson(Button, frozen=True, tag="c-person"):
    """A select of somebody who takes part."""

    contest: Name
    page: PageNumber


class Remove(Button, frozen=True, tag="c-remove"):
    """Takes somebody out."""

    contest: Name
    person: Person


class Substitute(Button, frozen=True, tag="c-sub"):
    """A select of a person who is invited to take the place of another one."""

    contest: Name
    out: Person


class FromList(Button, frozen=True, tag="c-next"):
    """The same from the list of substitutes."""

    contest: Name
    out: Person


class ListMatches(Button, frozen=True, tag="c-matches"):
    """The pairings, for an organizer to decide one."""

    contest: Name
    page: PageNumber = 0


class ChooseMatch(Button, frozen=True, tag="c-match"):
    """A select of a pairing."""

    contest: Name
    page: PageNumber


class Decide(Button, frozen=True, tag="c-decide"):
    """How a pairing counts, for its first side."""

    contest: Name
    match: Name
    score: Scored


class Void(Button, frozen=True, tag="c-void"):
    """A pairing counts for nothing."""

    contest: Name
    match: Name


class Export(Button, frozen=True, tag="c-export"):
    """Everything about a contest, as files."""

    contest: Name
