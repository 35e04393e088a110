"""The events of a contest, from which all that's known of it follows."""

from __future__ import annotations

from typing import Literal

import msgspec

Score = Literal["win", "draw", "loss", "none"]
"""The score of one side; “none” means that neither showed up, so neither gets anything."""
Why = Literal["played", "forfeit", "decided", "adjudicated"]
"""How a pairing was decided: by its match, by a no-show, by an organizer, or for running too long."""


class Happened(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The fields of all events.

    Attributes:
        at: Epoch seconds.
        by: The organizer who caused it, or None: the program did, or the person concerned.
        side: In a team match, that organizer's team.
    """

    at: int
    by: int | None = None
    side: int | None = None


class Joined(Happened, frozen=True, kw_only=True, tag="joined"):
    """A person's entry, with the number of its interaction and the person's rating then.

    `rank` is a place in a league's order from the season before (from 1, the best first; 0: new), `team` 0 or
    1.
    """

    person: int
    number: int
    rating: float
    rank: int = 0
    team: int = 0


class Listed(Happened, frozen=True, kw_only=True, tag="listed"):
    """The listing as a substitute of a person who can't enter, with the number of its interaction."""

    person: int
    number: int
    rating: float


class Left(Happened, frozen=True, kw_only=True, tag="left"):
    """A withdrawal, no-show or removal; also from the list of substitutes."""

    person: int
    why: Literal["withdrew", "no-show", "removed"] = "withdrew"


class Paused(Happened, frozen=True, kw_only=True, tag="paused"):
    """A pause of a person who wants no new matches or no new season, or its end (`on` is False)."""

    person: int
    on: bool = True


class Limited(Happened, frozen=True, kw_only=True, tag="limited"):
    """How many matches a person wants to play at a time."""

    person: int
    at_once: int


class CheckedIn(Happened, frozen=True, kw_only=True, tag="checked in"):
    """A person's check-in, with the number of its interaction."""

    person: int
    number: int


class Agreed(Happened, frozen=True, kw_only=True, tag="agreed"):
    """A captain's (`by`) consent to the terms for a server and team: one proposes, the other agrees."""

    team: int
    guild: int
    name: str


class Changed(Happened, frozen=True, kw_only=True, tag="changed"):
    """A change of the terms before the beginning; the contest's row has the new ones."""


class Scheduled(Happened, frozen=True, kw_only=True, tag="scheduled"):
    """The addition of the contest to its server's scheduled events; `event` is the id there."""

    event: int


class Begun(Happened, frozen=True, kw_only=True, tag="begun"):
    """The beginning, with the entrants in the order of their seeds."""

    order: tuple[int, ...]


class Paired(Happened, frozen=True, kw_only=True, tag="paired"):
    """A new match, `first` in seat 0; `slot` is its place in a bracket, group or division, or its board."""

    round: int
    first: int
    second: int
    match: str
    slot: str = ""


class Bye(Happened, frozen=True, kw_only=True, tag="bye"):
    """A round in which a person has no opponent, and gets `points`."""

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
    """An event: a pairing was voided. Formats that need its result pair the two again."""

    match: str


class Substituted(Happened, frozen=True, kw_only=True, tag="substituted"):
    """A substitution: `person` takes the place of `out`, with the results so far."""

    out: int
    person: int
    number: int
    rating: float


class Invited(Happened, frozen=True, kw_only=True, tag="invited"):
    """An organizer's (`by`) invitation to enter, or to take the place of `out` (0: a new place)."""

    person: int
    out: int = 0


class Closed(Happened, frozen=True, kw_only=True, tag="closed"):
    """The end (`why`): the contest is finished, or called off by an organizer or for lack of people."""

    why: Literal["finished", "called off"] = "finished"


Event = (
    Joined
    | Listed
    | Left
    | Paused
    | Limited
    | CheckedIn
    | Agreed
    | Changed
    | Scheduled
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
    """Return the line of an event, in JSON."""
    return msgspec.json.encode(event).decode()


def read_event(line: str) -> Event:
    """Return the event in a line; raise msgspec.ValidationError if there's none."""
    return _READER.decode(line)
