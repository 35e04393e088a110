"""What a match could have taught its players, found step by step: what has been found so far is plain data,
so it can be written down after any step and gone on with anywhere.

First every decision is judged by estimates, then the few that matter are measured by playing on from there,
again and again. Which those are, and for how long, follows for each seat from what that seat could know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import structs

from games.core.game import AnyGame
from games.core.search.adding import added
from games.core.teaching.judging import Decision, Effort, Judged, decisions, deduced, judged, sampled
from games.core.teaching.samples import NONE, Samples, is_settled
from games.core.vocabulary.analyst import Analyst

VERSION = 1
"""Of what is found: an analysis with another one is made again."""
COSTLY, CLEAR = 0.04, 0.12
"""What a decision must seem to have cost, and by how much it must seem to be the only good one, to be
measured."""
MOST_COSTLY, MOST_CLEAR = 5, 2
"""So many of them for each seat."""


class Fact(msgspec.Struct, frozen=True):
    """What a seat could be sure of from a turn on: its key and sentence; `rank`: its place among all that it
    could be sure of then, the weightiest first."""

    seat: int
    turn: int
    key: str
    words: str
    rank: int


class Analysis(msgspec.Struct, frozen=True):
    """What has been found so far. `of`: how many decisions there are; `known` and `truth`: the samples of
    decisions by their numbers; `looked`: up to which place deductions were looked at; `missed`: the names of
    steps that couldn't be done."""

    of: int = 0
    judged: tuple[Judged, ...] = ()
    known: Mapping[int, Samples] = {}
    truth: Mapping[int, Samples] = {}
    facts: tuple[Fact, ...] = ()
    looked: int = 0
    missed: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """Something to be done next, which takes a moment: judge a `decision`, or with a `rival` play on from it
    once more, sample `number`; without one, look for what could be deduced from a `state`. It can be sent to
    another process."""

    name: str
    decision: Decision | None = None
    rival: str = ""
    number: int = 0
    truly: bool = False
    state: Any = None


Answer = Judged | tuple[float, float] | tuple[Mapping[str, str], Mapping[str, str]]
"""What comes of a step."""


def done(game: AnyGame, analyst: Analyst, step: Step, effort: Effort) -> Any:
    """Do a step; an Answer."""
    one = step.decision
    if one is None:
        return deduced(game, analyst, step.state)
    if not step.rival:
        return judged(game, analyst, one, effort)
    return sampled(game, analyst, one, step.rival, step.number, step.truly, effort)


class Plan:
    """What there is to be looked at in a match that's over: its choices, and what could be known when."""

    def __init__(self, game: AnyGame, states: Iterable[Any], moves: Iterable[tuple[int, str]]) -> None:
        """From all its states, the opening first, and the seat and text of each action."""
        kept, played = list(states), list(moves)
        self.decisions = tuple(decisions(game, kept, played))
        self._game, self._open = game, [state for state in kept if game.to_act(state)]

    def following(self, found: Analysis) -> Step | None:
        """What is to be done next; None: everything has been."""
        steps = (self._judging, self._deducing, self._measuring, self._measuring_truly)
        return next((step for find in steps for step in find(found)), None)

    def begun(self) -> Analysis:
        """Nothing has been found yet."""
        return Analysis(of=len(self.decisions))

    def _judging(self, found: Analysis) -> Iterator[Step]:
        known = {one.number for one in found.judged}
        for one in self.decisions:
            if one.number not in known:
                yield from _unless_missed(found, Step(f"judge {one.number}", one))

    def _deducing(self, found: Analysis) -> Iterator[Step]:
        places = () if self._game.perfect_information else range(found.looked, len(self._open))
        for place in places:
            yield Step(f"deduce {place}", number=place, state=self._open[place])

    def _measuring(self, found: Analysis) -> Iterator[Step]:
        for one in doubtful(found):
            yield from self._sampling(found, one, found.known, truly=False)

    def _measuring_truly(self, found: Analysis) -> Iterator[Step]:
        """Only what is worth telling, and where something was hidden."""
        for one in doubtful(found):
            if one.fog and found.known.get(one.number, NONE).tells:
                yield from self._sampling(found, one, found.truth, truly=True)

    def _sampling(
        self, found: Analysis, one: Judged, so_far: Mapping[int, Samples], *, truly: bool
    ) -> Iterator[Step]:
        samples = so_far.get(one.number, NONE)
        if is_settled(samples):
            return
        name = f"{'truth' if truly else 'sample'} {one.number}"
        decision = next(decision for decision in self.decisions if decision.number == one.number)
        yield from _unless_missed(found, Step(name, decision, one.rival, samples.count, truly))

    def taken(self, found: Analysis, step: Step, answer: Any) -> Analysis:
        """What has been found after a step."""
        if step.decision is None:
            return self._with_facts(found, step.number, answer)
        if not step.rival:
            return structs.replace(found, judged=_in_order((*found.judged, answer)))
        name = "truth" if step.truly else "known"
        samples: Mapping[int, Samples] = getattr(found, name)
        number = step.decision.number
        more = {**samples, number: samples.get(number, NONE).with_one(*answer)}
        return structs.replace(found, **{name: more})

    def missed(self, found: Analysis, step: Step) -> Analysis:
        """The same after a step that couldn't be done."""
        looked = found.looked + (step.decision is None)
        return structs.replace(found, missed=(*found.missed, step.name), looked=looked)

    def _with_facts(
        self, found: Analysis, place: int, seats: tuple[Mapping[str, str], Mapping[str, str]]
    ) -> Analysis:
        known = {(fact.seat, fact.key) for fact in found.facts}
        turn = self._game.turn_number(self._open[place])
        new = (
            Fact(seat, turn, key, words, rank)
            for seat, facts in enumerate(seats)
            for rank, (key, words) in enumerate(facts.items())
            if (seat, key) not in known
        )
        return structs.replace(found, facts=(*found.facts, *new), looked=place + 1)


def _unless_missed(found: Analysis, step: Step) -> Iterator[Step]:
    if step.name not in found.missed:
        yield step


def _in_order(found: tuple[Judged, ...]) -> tuple[Judged, ...]:
    return tuple(sorted(found, key=lambda one: one.number))


def doubtful(found: Analysis) -> tuple[Judged, ...]:
    """The decisions that are to be measured: of each seat those that seem to have cost the most, and those
    that seem to have been the only good ones."""
    return tuple(one for seat in (0, 1) for one in _of_seat([j for j in found.judged if j.seat == seat]))


def _of_seat(found: list[Judged]) -> Iterator[Judged]:
    yield from sorted((one for one in found if one.lead >= COSTLY), key=lambda one: -one.lead)[:MOST_COSTLY]
    yield from sorted((one for one in found if one.lead <= -CLEAR), key=lambda one: one.lead)[:MOST_CLEAR]


def accuracy(found: Analysis, seat: int, *, truly: bool = False) -> float | None:
    """How well a seat chose, from 0 to 1: the mean of its decisions, each 1 if it cost nothing, and half as
    much for every HALVES of a chance that it cost; None without decisions. `truly`: by the truth, else by
    what its player could know."""
    counted = [0.5 ** (_cost(found, one, truly) / HALVES) for one in found.judged if one.seat == seat]
    return added(counted) / len(counted) if counted else None


HALVES = 0.15
"""What costs so much of a chance makes a decision count for half as much."""
_NOISE = 0.02
"""What two estimates may differ by without meaning anything."""


def _cost(found: Analysis, one: Judged, truly: bool) -> float:
    """What a decision cost, beyond noise. What was measured counts as that."""
    measured = (found.truth if truly and one.fog else found.known).get(one.number)
    if measured is not None:
        return measured.cost if measured.tells and one.lead > 0 else 0.0
    cost = one.truest - one.played.truth if truly else one.lead
    return cost if cost > _NOISE else 0.0
