"""The analysis of a match, made in steps: each player's costly and well-found decisions.

The results so far are plain data, so that any process can continue after any step. First, all decisions are
judged by estimates. Then the few that matter are measured by playouts; for each seat, their choice and number
depend only on what that seat could know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import structs

from games.core.game import AnyGame
from games.core.search.adding import add_up
from games.core.teaching.judging import (
    Decision,
    Effort,
    Judged,
    decisions,
    deduce_facts,
    judge,
    sample_playouts,
)
from games.core.teaching.samples import NONE, Samples, is_settled
from games.core.vocabulary.analyst import Analyst

VERSION = 1
"""The version of the results; an analysis of another version is redone."""
COSTLY, CLEAR = 0.04, 0.12
"""Winning chances that a decision must seem to cost, or to lead by, to be measured."""
MOST_COSTLY, MOST_CLEAR = 5, 2
"""The most costly and only-good decisions measured for each seat."""


class Fact(msgspec.Struct, frozen=True):
    """A fact that a seat could be sure of from a turn on.

    Attributes:
        key: Its id within the analysis.
        words: The fact in a sentence.
        rank: Its place among all facts the seat could then be sure of, 0 the most important.
    """

    seat: int
    turn: int
    key: str
    words: str
    rank: int


class Analysis(msgspec.Struct, frozen=True):
    """The results so far.

    Attributes:
        of: The total number of decisions.
        judged: The decisions judged so far.
        known: Samples by decision number, based on what the player could know.
        truth: Samples by decision number, based on the true state.
        facts: The deductions found.
        looked: The number of states searched for deductions.
        missed: The names of steps that failed.
    """

    of: int = 0
    judged: tuple[Judged, ...] = ()
    known: Mapping[int, Samples] = {}
    truth: Mapping[int, Samples] = {}
    facts: tuple[Fact, ...] = ()
    looked: int = 0
    missed: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """The next piece of work, which takes a moment and can be sent to another process.

    Attributes:
        decision: The decision to judge or to play on from; without one, `state` is searched for deductions.
        rival: The alternative, to play on from both (empty: only judge the decision).
        number: The sample's number, or without a decision the state's, from 0.
        truly: Whether to play on from the true state instead of a guess.
    """

    name: str
    decision: Decision | None = None
    rival: str = ""
    number: int = 0
    truly: bool = False
    state: Any = None


Answer = Judged | tuple[float, float] | tuple[Mapping[str, str], Mapping[str, str]]
"""The result of a step."""


def done(game: AnyGame, analyst: Analyst, step: Step, effort: Effort) -> Any:
    """Do a step and return its Answer."""
    decision = step.decision
    if decision is None:
        return deduce_facts(game, analyst, step.state)
    if not step.rival:
        return judge(game, analyst, decision, effort)
    return sample_playouts(game, analyst, decision, step.rival, step.number, step.truly, effort)


class Plan:
    """The steps of analyzing a finished match: its decisions, and the states to search for deductions."""

    def __init__(self, game: AnyGame, states: Iterable[Any], moves: Iterable[tuple[int, str]]) -> None:
        """Take all states, the initial one first, and the seat and text of each action."""
        kept, played = list(states), list(moves)
        self.decisions = tuple(decisions(game, kept, played))
        self._game, self._open = game, [state for state in kept if game.to_act(state)]

    def following(self, found: Analysis) -> Step | None:
        """Return the next step, or None when the analysis is complete."""
        steps = (self._judging, self._deducing, self._measuring, self._measuring_truly)
        return next((step for find in steps for step in find(found)), None)

    def begin(self) -> Analysis:
        """Return an analysis without results."""
        return Analysis(of=len(self.decisions))

    def _judging(self, found: Analysis) -> Iterator[Step]:
        known = {judgment.number for judgment in found.judged}
        for decision in self.decisions:
            if decision.number not in known:
                yield from _unless_missed(found, Step(f"judge {decision.number}", decision))

    def _deducing(self, found: Analysis) -> Iterator[Step]:
        places = () if self._game.perfect_information else range(found.looked, len(self._open))
        for place in places:
            yield Step(f"deduce {place}", number=place, state=self._open[place])

    def _measuring(self, found: Analysis) -> Iterator[Step]:
        for judgment in doubtful(found):
            yield from self._sampling(found, judgment, found.known, truly=False)

    def _measuring_truly(self, found: Analysis) -> Iterator[Step]:
        """Yield playouts from the true state, for decisions worth telling where something was hidden."""
        for judgment in doubtful(found):
            if judgment.fog and found.known.get(judgment.number, NONE).tells:
                yield from self._sampling(found, judgment, found.truth, truly=True)

    def _sampling(
        self, found: Analysis, judgment: Judged, so_far: Mapping[int, Samples], *, truly: bool
    ) -> Iterator[Step]:
        samples = so_far.get(judgment.number, NONE)
        if is_settled(samples):
            return
        name = f"{'truth' if truly else 'sample'} {judgment.number}"
        decision = next(decision for decision in self.decisions if decision.number == judgment.number)
        yield from _unless_missed(found, Step(name, decision, judgment.rival, samples.count, truly))

    def taken(self, found: Analysis, step: Step, answer: Any) -> Analysis:
        """Return the analysis with a step's answer added."""
        if step.decision is None:
            return self._with_facts(found, step.number, answer)
        if not step.rival:
            return structs.replace(found, judged=_in_order((*found.judged, answer)))
        name = "truth" if step.truly else "known"
        samples: Mapping[int, Samples] = getattr(found, name)
        number = step.decision.number
        more = {**samples, number: samples.get(number, NONE).with_one(*answer)}
        return structs.replace(found, **{name: more})

    def mark_failed(self, found: Analysis, step: Step) -> Analysis:
        """Return the analysis with a step marked as failed."""
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
    return tuple(sorted(found, key=lambda judgment: judgment.number))


def doubtful(found: Analysis) -> tuple[Judged, ...]:
    """Return the decisions to measure: each seat's costliest ones, and those that seem the only good ones."""
    return tuple(
        judgment for seat in (0, 1) for judgment in _of_seat([j for j in found.judged if j.seat == seat])
    )


def _of_seat(found: list[Judged]) -> Iterator[Judged]:
    yield from sorted(
        (judgment for judgment in found if judgment.lead >= COSTLY), key=lambda judgment: -judgment.lead
    )[:MOST_COSTLY]
    yield from sorted(
        (judgment for judgment in found if judgment.lead <= -CLEAR), key=lambda judgment: judgment.lead
    )[:MOST_CLEAR]


def accuracy(found: Analysis, seat: int, *, truly: bool = False) -> float | None:
    """Return how well a seat chose, from 0 to 1, or None if it had no decisions.

    It's the mean over its decisions, each 1 if it cost nothing and halved for every HALVES of a winning
    chance that it cost. `truly` counts the cost in the true state, otherwise that by what the player could
    know.
    """
    counted = [
        0.5 ** (_cost(found, judgment, truly) / HALVES) for judgment in found.judged if judgment.seat == seat
    ]
    return add_up(counted) / len(counted) if counted else None


HALVES = 0.15
"""The cost, as a winning chance, that halves a decision's accuracy."""
_NOISE = 0.02
"""The largest meaningless difference between two estimates."""


def _cost(found: Analysis, judgment: Judged, truly: bool) -> float:
    """Return a decision's cost beyond noise, from measurements if there are any, otherwise by estimates."""
    measured = (found.truth if truly and judgment.fog else found.known).get(judgment.number)
    if measured is not None:
        return measured.cost if measured.tells and judgment.lead > 0 else 0.0
    cost = judgment.truest - judgment.played.truth if truly else judgment.lead
    return cost if cost > _NOISE else 0.0
