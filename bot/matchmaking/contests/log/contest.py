"""A contest as it stands: its event log, folded."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec
from msgspec import structs

from bot.matchmaking.contests.log.events import (
    Agreed,
    Begun,
    Bye,
    CheckedIn,
    Closed,
    Decided,
    Event,
    Invited,
    Joined,
    Left,
    Limited,
    Listed,
    Paired,
    Paused,
    Score,
    Substituted,
    Voided,
    Why,
)
from bot.matchmaking.contests.log.terms import Team, Terms

POINTS: Mapping[Score, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0, "none": 0.0}
OTHER: Mapping[Score, Score] = {"win": "loss", "draw": "draw", "loss": "win", "none": "none"}


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who takes part. `seed`: from 1, 0 before it begins; `number`: of the interaction by which they
    came in, or checked in later; `paused`: they want no new matches on a ladder, or no new season of a
    league; `at_once`: on a ladder; `gone`: why they don't play anymore; `rank`: as in
    `Joined`; `back_at`: when they last wanted matches again; `team`: of a team match."""

    person: int
    rating: float
    number: int
    joined_at: int
    seed: int = 0
    checked_in: bool = False
    paused: bool = False
    at_once: int = 1
    gone: str = ""
    rank: int = 0
    back_at: int = 0
    team: int = 0

    @property
    def plays(self) -> bool:
        """Whether they still play, and want new matches."""
        return not self.gone and not self.paused


class Pairing(msgspec.Struct, frozen=True):
    """Two who play, or have: `score` is that of `first`, who has seat 0 (None: it isn't decided); `meeting`:
    which one of these two seeds it is, from 1, those that count for nothing included."""

    round: int
    first: int
    second: int
    match: str
    at: int
    slot: str = ""
    score: Score | None = None
    why: Why | None = None
    ended_at: int | None = None
    meeting: int = 1

    def score_of(self, person: int) -> Score | None:
        """The same for one of the two."""
        return self.score if self.score is None or person == self.first else OTHER[self.score]

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


class Contest(msgspec.Struct, frozen=True, dict=True):
    """How it stands after so many events (`length`). `entrants`: in the order in which they came, those who
    are gone too; `substitutes`: who would play if there were a place, in that order; `dropped`: the matches
    that count for nothing anymore; `teams`: of a team match, those whose captains want it; `meetings`: how
    often two seeds have been paired; `deciders`: the organizers who have decided how somebody fares in it;
    `invited`: the latest invitation of those who haven't come in since."""

    terms: Terms
    entrants: Mapping[int, Entrant] = {}
    substitutes: Mapping[int, Entrant] = {}
    pairings: tuple[Pairing, ...] = ()
    byes: tuple[Free, ...] = ()
    dropped: tuple[str, ...] = ()
    teams: tuple[Team, ...] = ()
    status: Status = "open"
    begun_at: int | None = None
    ended_at: int | None = None
    length: int = 0
    meetings: Mapping[frozenset[int], int] = {}
    deciders: frozenset[int] = frozenset()
    invited: Mapping[int, Invited] = {}

    @property
    def there(self) -> tuple[Entrant, ...]:
        """Those who take part, and aren't gone."""
        return tuple(one for one in self.entrants.values() if not one.gone)

    @cached_property
    def open(self) -> tuple[Pairing, ...]:
        """The pairings that aren't decided."""
        return tuple(one for one in self.pairings if one.score is None)

    @cached_property
    def round(self) -> int:
        """The latest round; 0 before the first one."""
        rounds = [*(one.round for one in self.pairings), *(one.round for one in self.byes)]
        return max(rounds, default=0)

    @cached_property
    def rounds(self) -> int:
        """How many there are of a Swiss: as was set, or as many as it takes to find a winner."""
        return self.terms.rounds or max(1, math.ceil(math.log2(max(2, len(self.seeded())))))

    def is_checking_in(self, now: int) -> bool:
        """Whether people say now that they're there."""
        terms = self.terms
        return self.status == "open" and bool(terms.check_in) and now >= terms.starts_at - terms.check_in

    def of(self, person: int) -> tuple[Pairing, ...]:
        """The pairings of somebody."""
        return self._of.get(person, ())

    def byes_of(self, person: int) -> tuple[Free, ...]:
        """The byes of somebody."""
        return self._byes_of.get(person, ())

    def in_slot(self, slot: str) -> tuple[Pairing, ...]:
        """The pairings in a slot."""
        return self._in_slots.get(slot, ())

    def pairing(self, match: str) -> Pairing | None:
        """That of a match."""
        return self._by_match.get(match)

    def seeded(self) -> tuple[Entrant, ...]:
        """Those who began, by their seeds."""
        return self._seeded

    @cached_property
    def _of(self) -> Mapping[int, tuple[Pairing, ...]]:
        return _grouped((person, one) for one in self.pairings for person in (one.first, one.second))

    @cached_property
    def _byes_of(self) -> Mapping[int, tuple[Free, ...]]:
        return _grouped((one.person, one) for one in self.byes)

    @cached_property
    def _in_slots(self) -> Mapping[str, tuple[Pairing, ...]]:
        return _grouped((one.slot, one) for one in self.pairings)

    @cached_property
    def _by_match(self) -> Mapping[str, Pairing]:
        return {one.match: one for one in self.pairings}

    @cached_property
    def _seeded(self) -> tuple[Entrant, ...]:
        return tuple(sorted((e for e in self.entrants.values() if e.seed), key=lambda e: e.seed))


def _grouped(pairs: Iterable[tuple[Any, Any]]) -> Mapping[Any, tuple[Any, ...]]:
    found: dict[Any, list[Any]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}


def folded(terms: Terms, events: Iterable[Event]) -> Contest:
    """How a contest stands after its events."""
    return grown(Contest(terms), events)


def after(contest: Contest, event: Event) -> Contest:
    """How it stands after one more; what can't be anymore changes nothing."""
    return grown(contest, (event,))


def grown(contest: Contest, events: Iterable[Event]) -> Contest:
    """How it stands after more of them."""
    growing = _Growing(contest)
    for event in events:
        growing.take(event)
    return growing.contest()


class _Growing:
    """A contest while it takes in events: a year's log is read in one go, so nothing is copied for each."""

    def __init__(self, contest: Contest) -> None:
        self._was = contest
        self._length = contest.length
        self._entrants, self._substitutes = dict(contest.entrants), dict(contest.substitutes)
        self._pairings = {one.match: one for one in contest.pairings}
        self._byes, self._meetings = list(contest.byes), dict(contest.meetings)
        self._invited = dict(contest.invited)
        self._dropped, self._teams = list(contest.dropped), contest.teams
        self._status, self._begun_at, self._ended_at = contest.status, contest.begun_at, contest.ended_at
        self._deciders = contest.deciders

    def contest(self) -> Contest:
        """How it stands now."""
        return Contest(
            self._was.terms,
            self._entrants,
            self._substitutes,
            tuple(self._pairings.values()),
            tuple(self._byes),
            tuple(self._dropped),
            self._teams,
            self._status,
            self._begun_at,
            self._ended_at,
            self._length,
            self._meetings,
            self._deciders,
            self._invited,
        )

    def take(self, event: Event) -> None:
        """One more has happened."""
        self._length += 1
        if event.by is not None and isinstance(event, Decided | Left | Substituted | Voided):
            self._deciders |= {event.by}
        match event:
            case Joined():
                self._join(event)
            case Listed():
                listed = Entrant(event.person, event.rating, event.number, event.at)
                self._substitutes.setdefault(event.person, listed)
            case Left():
                self._leave(event)
            case Paused():
                back = {} if event.on else {"back_at": event.at}
                self._change(event.person, paused=event.on, **back)
            case Limited():
                self._change(event.person, at_once=event.at_once)
            case CheckedIn():
                self._check_in(event)
            case Agreed():
                self._teams += (Team(event.guild, event.name),)
            case Begun():
                self._begin(event)
            case Paired():
                self._pair(event)
            case Bye() if event.person in self._entrants:
                self._byes.append(Free(event.round, event.person, event.points, event.slot))
            case Decided():
                self._decide(event)
            case Voided():
                self._drop(event.match)
            case Substituted():
                self._substitute(event)
            case Invited():
                self._invited[event.person] = event
            case Closed():
                self._status, self._ended_at = event.why, event.at

    def _join(self, event: Joined) -> None:
        """Somebody who comes back keeps their seed; who comes late gets the next one."""
        self._invited.pop(event.person, None)
        listed = self._substitutes.pop(event.person, None)
        was = self._entrants.get(event.person)
        seed = was.seed if was else 0
        if self._status == "running" and not seed:
            seed = 1 + max((e.seed for e in self._entrants.values()), default=0)
        entrant = Entrant(event.person, event.rating, event.number, event.at, seed=seed)
        is_there = listed is not None and listed.checked_in
        self._entrants[event.person] = structs.replace(
            entrant, rank=event.rank, team=event.team, checked_in=is_there
        )

    def _leave(self, event: Left) -> None:
        """Somebody on the list of substitutes is only taken off it."""
        if self._substitutes.pop(event.person, None) is None:
            self._change(event.person, gone=event.why)

    def _check_in(self, event: CheckedIn) -> None:
        was = self._substitutes.get(event.person)
        if was is None:
            self._change(event.person, checked_in=True, number=event.number)
        else:
            self._substitutes[event.person] = structs.replace(was, checked_in=True, number=event.number)

    def _change(self, person: int, **changes: object) -> None:
        was = self._entrants.get(person)
        if was is not None:
            self._entrants[person] = structs.replace(was, **changes)

    def _begin(self, event: Begun) -> None:
        seeds = {person: seed for seed, person in enumerate(event.order, 1)}
        for person, one in self._entrants.items():
            gone = one.gone or ("" if person in seeds else "no-show")
            self._entrants[person] = structs.replace(one, seed=seeds.get(person, 0), gone=gone)
        self._status, self._begun_at = "running", event.at
        self._invited.clear()

    def _pair(self, event: Paired) -> None:
        is_new = event.match not in self._pairings and event.match not in self._dropped
        if is_new and event.first in self._entrants and event.second in self._entrants:
            seeds = frozenset(self._entrants[person].seed for person in (event.first, event.second))
            self._meetings[seeds] = meeting = self._meetings.get(seeds, 0) + 1
            one = Pairing(event.round, event.first, event.second, event.match, event.at, event.slot)
            self._pairings[event.match] = structs.replace(one, meeting=meeting)

    def _decide(self, event: Decided) -> None:
        was = self._pairings.get(event.match)
        if was is not None:
            self._pairings[event.match] = structs.replace(
                was, score=event.score, why=event.why, ended_at=event.at
            )

    def _drop(self, match: str) -> None:
        if self._pairings.pop(match, None) is not None:
            self._dropped.append(match)

    def _can_come(self, person: int) -> bool:
        """Whether somebody who is known can take a place: who is out and has no seed, or in reserve in a team
        match, with a place of their own and no results."""
        known = self._entrants[person]
        if known.gone:
            return not known.seed
        if self._was.terms.kind != "teams":
            return False
        played = any(one.has(person) for one in self._pairings.values())
        return not played and all(bye.person != person for bye in self._byes)

    def _substitute(self, event: Substituted) -> None:
        """The new one has everything of the old one: seed, results, byes."""
        self._invited.pop(event.person, None)
        self._substitutes.pop(event.person, None)
        was = self._entrants.get(event.out)
        if was is None or (event.person in self._entrants and not self._can_come(event.person)):
            return
        new = structs.replace(
            was, person=event.person, rating=event.rating, number=event.number, joined_at=event.at, gone=""
        )
        self._entrants[event.out] = structs.replace(was, seed=0, gone="substituted")
        self._entrants[event.person] = new
        swapped = {event.out: event.person}
        for match, one in self._pairings.items():
            if one.has(event.out):
                first, second = (swapped.get(person, person) for person in (one.first, one.second))
                self._pairings[match] = structs.replace(one, first=first, second=second)
        self._byes = [structs.replace(one, person=swapped.get(one.person, one.person)) for one in self._byes]
