"""The state of a contest, folded from its event log."""

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
    Scheduled,
    Score,
    Substituted,
    Voided,
    Why,
)
from bot.matchmaking.contests.log.terms import Team, Terms

POINTS: Mapping[Score, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0, "none": 0.0}
OTHER: Mapping[Score, Score] = {"win": "loss", "draw": "draw", "loss": "win", "none": "none"}


class Entrant(msgspec.Struct, frozen=True):
    """A person who takes part, or has.

    Attributes:
        number: Of the interaction by which they entered, or checked in later.
        seed: From 1; 0 before the contest begins.
        paused: They want no new matches on a ladder, or no new season of a league.
        at_once: Their most matches at a time on a ladder.
        gone: Why they don't play anymore; empty while they do.
        back_at: When they last wanted matches again, in epoch seconds.
        rank, team: As in `Joined`.
    """

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
        """Whether the entrant still plays, and wants new matches."""
        return not self.gone and not self.paused


def find_stage(round: int, slot: str) -> str:
    """Return the round to which a pairing or a bye belongs: “2”, or “W2” in a bracket."""
    return slot.partition("-")[0] or str(round)


class Pairing(msgspec.Struct, frozen=True):
    """Two entrants who play each other, or have.

    `score` is that of `first`, who has seat 0, or None if undecided. `meeting` says which meeting of these
    two seeds it is, from 1, voided ones included.
    """

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
        """Return the score of either person, or None if it isn't decided."""
        return self.score if self.score is None or person == self.first else OTHER[self.score]

    @property
    def stage(self) -> str:
        """The round to which it belongs: “2”, or “W2” in a bracket."""
        return find_stage(self.round, self.slot)

    def other(self, person: int) -> int:
        """Return the opponent of either person."""
        return self.second if person == self.first else self.first

    def has(self, *people: int) -> bool:
        """Return whether all of these persons play in it."""
        return {*people} <= {self.first, self.second}


class Free(msgspec.Struct, frozen=True):
    """A bye: a round without an opponent, for `points`."""

    round: int
    person: int
    points: float
    slot: str = ""

    @property
    def stage(self) -> str:
        """The round to which it belongs: “2”, or “W2” in a bracket."""
        return find_stage(self.round, self.slot)


Status = Literal["open", "running", "finished", "called off"]


class Contest(msgspec.Struct, frozen=True, dict=True):
    """A contest's state after the first `length` events.

    Attributes:
        entrants: In the order in which they came, including those who are gone.
        substitutes: Persons who would play if there were a place, in that order.
        dropped: The matches that count for nothing anymore.
        teams: Of a team match, those whose captains want it.
        meetings: How often two seeds have been paired.
        deciders: The organizers who have decided how a person fares in it.
        invited: The latest invitation of each person who hasn't come in since.
        event: The id of the server's scheduled event for it; 0 for none.
    """

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
    event: int = 0

    @property
    def there(self) -> tuple[Entrant, ...]:
        """The entrants who aren't gone."""
        return tuple(entrant for entrant in self.entrants.values() if not entrant.gone)

    @cached_property
    def open(self) -> tuple[Pairing, ...]:
        """The pairings that aren't decided."""
        return tuple(pairing for pairing in self.pairings if pairing.score is None)

    @cached_property
    def round(self) -> int:
        """The latest round; 0 before the first one."""
        rounds = [*(pairing.round for pairing in self.pairings), *(bye.round for bye in self.byes)]
        return max(rounds, default=0)

    @cached_property
    def rounds(self) -> int:
        """The number of rounds of a Swiss: as set, or as many as a knockout takes."""
        return self.terms.rounds or max(1, math.ceil(math.log2(max(2, len(self.list_seeded())))))

    def is_checking_in(self, now: int) -> bool:
        """Return whether people can check in now."""
        terms = self.terms
        return self.status == "open" and bool(terms.check_in) and now >= terms.starts_at - terms.check_in

    def of(self, person: int) -> tuple[Pairing, ...]:
        """Return the pairings of a person."""
        return self._of.get(person, ())

    def byes_of(self, person: int) -> tuple[Free, ...]:
        """Return the byes of a person."""
        return self._byes_of.get(person, ())

    def in_slot(self, slot: str) -> tuple[Pairing, ...]:
        """Return the pairings in a slot."""
        return self._in_slots.get(slot, ())

    def pairing(self, match: str) -> Pairing | None:
        """Return the pairing of a match, or None."""
        return self._by_match.get(match)

    def list_seeded(self) -> tuple[Entrant, ...]:
        """Return the entrants who began, by their seeds."""
        return self._seeded

    @cached_property
    def _of(self) -> Mapping[int, tuple[Pairing, ...]]:
        return _group(
            (person, pairing) for pairing in self.pairings for person in (pairing.first, pairing.second)
        )

    @cached_property
    def _byes_of(self) -> Mapping[int, tuple[Free, ...]]:
        return _group((bye.person, bye) for bye in self.byes)

    @cached_property
    def _in_slots(self) -> Mapping[str, tuple[Pairing, ...]]:
        return _group((pairing.slot, pairing) for pairing in self.pairings)

    @cached_property
    def _by_match(self) -> Mapping[str, Pairing]:
        return {pairing.match: pairing for pairing in self.pairings}

    @cached_property
    def _seeded(self) -> tuple[Entrant, ...]:
        return tuple(sorted((e for e in self.entrants.values() if e.seed), key=lambda e: e.seed))


def _group(pairs: Iterable[tuple[Any, Any]]) -> Mapping[Any, tuple[Any, ...]]:
    found: dict[Any, list[Any]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}


def fold_events(terms: Terms, events: Iterable[Event]) -> Contest:
    """Return the state of a contest after its events."""
    return apply_events(Contest(terms), events)


def after(contest: Contest, event: Event) -> Contest:
    """Return the state after one more event; an event that's no longer possible changes nothing."""
    return apply_events(contest, (event,))


def apply_events(contest: Contest, events: Iterable[Event]) -> Contest:
    """Return the state after more events."""
    events = tuple(events)
    if not events:
        return contest
    growing = _Growing(contest)
    for event in events:
        growing.take(event)
    return growing.contest()


class _Growing:
    """A contest that takes in events in place: a year's log is read without a copy for each."""

    def __init__(self, contest: Contest) -> None:
        self._was = contest
        self._length = contest.length
        self._entrants, self._substitutes = dict(contest.entrants), dict(contest.substitutes)
        self._pairings = {pairing.match: pairing for pairing in contest.pairings}
        self._byes, self._meetings = list(contest.byes), dict(contest.meetings)
        self._invited = dict(contest.invited)
        self._dropped, self._teams = list(contest.dropped), contest.teams
        self._status, self._begun_at, self._ended_at = contest.status, contest.begun_at, contest.ended_at
        self._deciders, self._event = contest.deciders, contest.event

    def contest(self) -> Contest:
        """Return the state after the events so far."""
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
            self._event,
        )

    def take(self, event: Event) -> None:
        """Apply an event."""
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
            case Scheduled():
                self._event = event.event
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
        """Add an entrant: a returning one keeps their seed, a late one gets the next seed."""
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
        """Take a person off the list of substitutes, or else mark the entrant as gone."""
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
        for person, entrant in self._entrants.items():
            gone = entrant.gone or ("" if person in seeds else "no-show")
            self._entrants[person] = structs.replace(entrant, seed=seeds.get(person, 0), gone=gone)
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
        """Return whether a known person can take a place: out and unseeded, or in a team's reserve."""
        known = self._entrants[person]
        if known.gone:
            return not known.seed
        if self._was.terms.kind != "teams":
            return False
        played = any(pairing.has(person) for pairing in self._pairings.values())
        return not played and all(bye.person != person for bye in self._byes)

    def _substitute(self, event: Substituted) -> None:
        """Give the new entrant everything of the old one: seed, results, byes."""
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
        for match, pairing in self._pairings.items():
            if pairing.has(event.out):
                first, second = (swapped.get(person, person) for person in (pairing.first, pairing.second))
                self._pairings[match] = structs.replace(pairing, first=first, second=second)
        self._byes = [structs.replace(bye, person=swapped.get(bye.person, bye.person)) for bye in self._byes]
