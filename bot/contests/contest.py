"""A contest as it stands: its event log, folded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
from msgspec import structs

from bot.contests.events import (
    Begun,
    Bye,
    CheckedIn,
    Closed,
    Decided,
    Event,
    Joined,
    Left,
    Limited,
    Paired,
    Paused,
    Score,
    Substituted,
    Voided,
    Why,
)
from bot.contests.terms import Terms

POINTS: Mapping[Score, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0, "none": 0.0}
_OTHER: Mapping[Score, Score] = {"win": "loss", "draw": "draw", "loss": "win", "none": "none"}


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who takes part. `seed`: from 1, 0 before it begins; `number`: of the interaction by which they
    came in, or checked in later; `paused`, `at_once`: on a ladder; `gone`: why they don't play anymore."""

    person: int
    rating: float
    number: int
    joined_at: int
    seed: int = 0
    checked_in: bool = False
    paused: bool = False
    at_once: int = 1
    gone: str = ""

    @property
    def plays(self) -> bool:
        """Whether they still play, and want new matches."""
        return not self.gone and not self.paused


class Pairing(msgspec.Struct, frozen=True):
    """Two who play, or have: `score` is that of `first`, who has seat 0 (None: it isn't decided)."""

    round: int
    first: int
    second: int
    match: str
    at: int
    slot: str = ""
    score: Score | None = None
    why: Why | None = None
    ended_at: int | None = None

    def score_of(self, person: int) -> Score | None:
        """The same for one of the two."""
        return self.score if self.score is None or person == self.first else _OTHER[self.score]

    def other(self, person: int) -> int:
        """Whom one of the two plays."""
        return self.second if person == self.first else self.first

    def has(self, *people: int) -> bool:
        """Whether all of these play in it."""
        return {*people} <= {self.first, self.second}


class Free(msgspec.Struct, frozen=True):
    """A bye: a round without an opponent, for so many points."""

    round: int
    person: int
    points: float
    slot: str = ""


Status = Literal["open", "running", "finished", "called off"]


class Contest(msgspec.Struct, frozen=True):
    """How it stands after so many events (`length`). `entrants`: in the order in which they came, those who
    are gone too."""

    terms: Terms
    entrants: Mapping[int, Entrant] = {}
    pairings: tuple[Pairing, ...] = ()
    byes: tuple[Free, ...] = ()
    status: Status = "open"
    begun_at: int | None = None
    ended_at: int | None = None
    length: int = 0

    @property
    def open(self) -> tuple[Pairing, ...]:
        """The pairings that aren't decided."""
        return tuple(one for one in self.pairings if one.score is None)

    @property
    def round(self) -> int:
        """The latest round; 0 before the first one."""
        rounds = [*(one.round for one in self.pairings), *(one.round for one in self.byes)]
        return max(rounds, default=0)

    def of(self, person: int) -> tuple[Pairing, ...]:
        """The pairings of somebody."""
        return tuple(one for one in self.pairings if one.has(person))

    def seeded(self) -> tuple[Entrant, ...]:
        """Those who began, by their seeds."""
        return tuple(sorted((e for e in self.entrants.values() if e.seed), key=lambda e: e.seed))


def folded(terms: Terms, events: Iterable[Event]) -> Contest:
    """How a contest stands after its events."""
    contest = Contest(terms)
    for event in events:
        contest = after(contest, event)
    return contest


def after(contest: Contest, event: Event) -> Contest:
    """How it stands after one more. What can't be anymore, e.g. the end of a match that was voided, changes
    nothing."""
    changed = _after(contest, event)
    return structs.replace(changed, length=contest.length + 1)


def _after(contest: Contest, event: Event) -> Contest:
    match event:
        case Joined():
            return _joined(contest, event)
        case Left():
            return _entrant(contest, event.person, gone=event.why)
        case Paused():
            return _entrant(contest, event.person, paused=event.on)
        case Limited():
            return _entrant(contest, event.person, at_once=event.at_once)
        case CheckedIn():
            return _entrant(contest, event.person, checked_in=True, number=event.number)
        case Begun():
            return _begun(contest, event)
        case Paired():
            one = Pairing(event.round, event.first, event.second, event.match, event.at, event.slot)
            return structs.replace(contest, pairings=(*contest.pairings, one))
        case Bye():
            free = Free(event.round, event.person, event.points, event.slot)
            return structs.replace(contest, byes=(*contest.byes, free))
        case Decided():
            changes = {"score": event.score, "why": event.why, "ended_at": event.at}
            return _pairing(contest, event.match, changes)
        case Voided():
            left = tuple(one for one in contest.pairings if one.match != event.match)
            return structs.replace(contest, pairings=left)
        case Substituted():
            return _substituted(contest, event)
        case Closed():
            return structs.replace(contest, status=event.why, ended_at=event.at)


def _joined(contest: Contest, event: Joined) -> Contest:
    """Somebody who comes back keeps their seed."""
    was = contest.entrants.get(event.person)
    entrant = Entrant(event.person, event.rating, event.number, event.at, seed=was.seed if was else 0)
    late = contest.status == "running" and not entrant.seed
    if late:
        entrant = structs.replace(
            entrant, seed=1 + max((e.seed for e in contest.entrants.values()), default=0)
        )
    return structs.replace(contest, entrants={**contest.entrants, event.person: entrant})


def _entrant(contest: Contest, person: int, **changes: object) -> Contest:
    was = contest.entrants.get(person)
    if was is None:
        return contest
    return structs.replace(contest, entrants={**contest.entrants, person: structs.replace(was, **changes)})


def _begun(contest: Contest, event: Begun) -> Contest:
    seeds = {person: seed for seed, person in enumerate(event.order, 1)}
    entrants = {
        person: structs.replace(one, seed=seeds.get(person, 0), gone=one.gone or _absent(person, seeds))
        for person, one in contest.entrants.items()
    }
    return structs.replace(contest, entrants=entrants, status="running", begun_at=event.at)


def _absent(person: int, seeds: Mapping[int, int]) -> str:
    return "" if person in seeds else "no-show"


def _pairing(contest: Contest, match: str, changes: Mapping[str, object]) -> Contest:
    pairings = tuple(
        structs.replace(one, **changes) if one.match == match else one for one in contest.pairings
    )
    return structs.replace(contest, pairings=pairings)


def _substituted(contest: Contest, event: Substituted) -> Contest:
    """The new one has everything of the old one: seed, results, byes; open matches end by themselves."""
    was = contest.entrants.get(event.out)
    if was is None:
        return contest
    new = structs.replace(
        was, person=event.person, rating=event.rating, number=event.number, joined_at=event.at, gone=""
    )
    entrants = {**contest.entrants, event.out: structs.replace(was, seed=0, gone="substituted")}

    def swapped(person: int) -> int:
        return event.person if person == event.out else person

    pairings = tuple(
        structs.replace(one, first=swapped(one.first), second=swapped(one.second)) for one in contest.pairings
    )
    byes = tuple(structs.replace(one, person=swapped(one.person)) for one in contest.byes)
    return structs.replace(contest, entrants={**entrants, event.person: new}, pairings=pairings, byes=byes)
