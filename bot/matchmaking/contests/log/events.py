"""What happens in a contest, one event after another. Nothing else is kept of it."""

from __future__ import annotations

from typing import Literal

import msgspec

Score = Literal["win", "draw", "loss", "none"]
"""For one side; “none”: neither showed up, so neither gets anything."""
Why = Literal["played", "forfeit", "decided", "adjudicated"]
"""How a pairing was decided: by its match, by somebody who didn't show up, by an organizer, or since it ran
too long, as was announced."""


class Happened(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`at`: epoch seconds; `by`: the organizer who brought it about, None: nobody, or whom it's about;
    `side`: in a team match, whose organizer that is."""

    at: int
    by: int | None = None
    side: int | None = None


class Joined(Happened, frozen=True, kw_only=True, tag="joined"):
    """Somebody enters, with the number of the interaction by which they did, and their rating then. `rank`:
    in a league, where they come from the season before (from 1, the best first; 0: they're new); `team`: 0 or
    1, in a team match."""

    person: int
    number: int
    rating: float
    rank: int = 0
    team: int = 0


class Listed(Happened, frozen=True, kw_only=True, tag="listed"):
    """Somebody who can't enter is on the list of substitutes, by this interaction."""

    person: int
    number: int
    rating: float


class Left(Happened, frozen=True, kw_only=True, tag="left"):
    """Somebody withdraws, doesn't show up, or is taken out; also from the list of substitutes."""

    person: int
    why: Literal["withdrew", "no-show", "removed"] = "withdrew"


class Paused(Happened, frozen=True, kw_only=True, tag="paused"):
    """Somebody on a ladder wants no new matches for now (`on`: or does again)."""

    person: int
    on: bool = True


class Limited(Happened, frozen=True, kw_only=True, tag="limited"):
    """How many matches somebody wants to play at a time."""

    person: int
    at_once: int


class CheckedIn(Happened, frozen=True, kw_only=True, tag="checked in"):
    """Somebody is there, by this interaction."""

    person: int
    number: int


class Agreed(Happened, frozen=True, kw_only=True, tag="agreed"):
    """A captain (`by`) wants the match on these terms, for a server and its team of this name: the first one
    proposes it, the second one agrees."""

    team: int
    guild: int
    name: str


class Begun(Happened, frozen=True, kw_only=True, tag="begun"):
    """It begins, with these entrants in the order of their seeds."""

    order: tuple[int, ...]


class Paired(Happened, frozen=True, kw_only=True, tag="paired"):
    """Two are to play: who is seat 0 and seat 1, in which round, and in which match. `slot`: where in a
    bracket, a group or a division."""

    round: int
    first: int
    second: int
    match: str
    slot: str = ""


class Bye(Happened, frozen=True, kw_only=True, tag="bye"):
    """Somebody has nobody to play in a round, and gets so many points for it."""

    round: int
    person: int
    points: float = 1.0
    slot: str = ""


class Decided(Happened, frozen=True, kw_only=True, tag="decided"):
    """How the pairing of a match ended, for its seat 0."""

    match: str
    score: Score
    why: Why = "played"


class Voided(Happened, frozen=True, kw_only=True, tag="voided"):
    """A pairing counts for nothing, and is paired again where it has to be."""

    match: str


class Substituted(Happened, frozen=True, kw_only=True, tag="substituted"):
    """Somebody takes the place of somebody, with what that one has won so far."""

    out: int
    person: int
    number: int
    rating: float


class Invited(Happened, frozen=True, kw_only=True, tag="invited"):
    """A person whom an organizer (`by`) invites to enter, or to take the place of another one (`out`, 0: a
    place of their own)."""

    person: int
    out: int = 0


class Closed(Happened, frozen=True, kw_only=True, tag="closed"):
    """It's over (`why`: “finished”, or an organizer has called it off)."""

    why: Literal["finished", "called off"] = "finished"


Event = (
    Joined
    | Listed
    | Left
    | Paused
    | Limited
    | CheckedIn
    | Agreed
    | Begun
    | Paired
    | Bye
    | Decided
    | Voided
    | Substituted
    | Invited
    | Closed
)


_READER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def write_event(event: Event) -> str:
    """The line of an event."""
    return msgspec.json.encode(event).decode()


def read_event(line: str) -> Event:
    """The event in a line; msgspec.ValidationError where it's none."""
    return _READER.decode(line)
