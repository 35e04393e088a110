"""Analyses computed at once, without workers."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, cast

from msgspec import structs

from games.core.game import AnyGame
from games.core.record import Replayable
from games.core.search.adding import add_up
from games.core.teaching.analysis import Analysis, Plan, Step, done, doubtful
from games.core.teaching.judging import Decision, Effort, decisions, judge, replay_record, sample_playouts
from games.core.teaching.moments import moments
from games.core.teaching.samples import NONE, is_settled
from games.core.vocabulary.analyst import Analyst

EFFORT = Effort(nodes=200, thought=50)


def moves_of(game: AnyGame, texts: Sequence[str], **raw: Any) -> tuple[list[Any], list[tuple[int, str]]]:
    """Return the states and the moves of a match from the texts of its actions."""
    states, moves = [game.new(game.options(raw), bytes(32))], list[tuple[int, str]]()
    for text in texts:
        seat = game.to_act(states[-1])[0]
        moves.append((seat, text))
        action = game.parse(game.view(states[-1], seat), text)
        states.append(game.play(states[-1], seat, action).state)
    return states, moves


def plan_of(game: AnyGame, texts: Sequence[str], **raw: Any) -> Plan:
    """Return the plan for analyzing a match."""
    return Plan(game, *moves_of(game, texts, **raw))


def found_in(game: AnyGame, plan: Plan, found: Analysis | None = None, most: int = 10_000) -> Analysis:
    """Return an analysis after at most `most` steps of its plan."""
    analyst, found = game.analyst, found or plan.begin()
    assert analyst is not None
    while most and (step := plan.following(found)) is not None:
        found = plan.taken(found, step, done(game, analyst, step, EFFORT))
        most -= 1
    return found


def analyzed(game: AnyGame, texts: Sequence[str], **raw: Any) -> Analysis:
    """Return the complete analysis of a match."""
    return found_in(game, plan_of(game, texts, **raw))


def without(game: AnyGame, plan: Plan, fails: Callable[[Step], bool]) -> Analysis:
    """Return the analysis when the steps that `fails` names can't be done."""
    analyst, found = game.analyst, plan.begin()
    assert analyst is not None
    while (step := plan.following(found)) is not None:
        if fails(step):
            found = plan.mark_failed(found, step)
        else:
            found = plan.taken(found, step, done(game, analyst, step, EFFORT))
    return found


def played(game: AnyGame, level: str, number: int, **raw: Any) -> list[str]:
    """Return the actions of a match that a level plays against itself."""
    rng, state, texts = random.Random(number), game.new(game.options(raw), bytes(32)), list[str]()
    while acting := game.to_act(state):
        action = game.players[level](game.view(state, acting[0]), None, rng, 0)
        texts.append(game.format(action))
        state = game.play(state, acting[0], action).state
    return texts


# --- one decision of a match --------------------------------------------------------------------------


def choices(game: AnyGame, match: Replayable) -> list[Decision]:
    """Return the decisions in a record."""
    return list(decisions(game, *replay_record(game, match)))


def estimated(
    game: AnyGame, match: Replayable, effort: Effort | None = None, seat: int | None = None
) -> Analysis:
    """Return an analysis with every decision estimated, or only those of `seat`, and nothing measured."""
    analyst, found = (
        game.analyst,
        [decision for decision in choices(game, match) if seat in (None, decision.seat)],
    )
    assert analyst is not None
    return Analysis(
        len(found), tuple(judge(game, analyst, decision, effort or Effort()) for decision in found)
    )


def is_told(game: AnyGame, match: Replayable, number: int, effort: Effort | None = None) -> bool:
    """Return whether an analysis faults an action: it's picked for measuring, and measuring confirms it.

    Each side's actions are picked separately, so the opponent's aren't estimated.
    """
    (decision,) = (each for each in choices(game, match) if each.number == number)
    found = estimated(game, match, effort, decision.seat)
    return is_faulted(game, found, decision, effort or Effort())


def is_faulted(game: AnyGame, found: Analysis, decision: Decision, effort: Effort) -> bool:
    """Return whether measuring confirms the fault of an estimated decision."""
    analyst = game.analyst
    one = next((doubt for doubt in doubtful(found) if doubt.number == decision.number), None)
    if one is None or analyst is None:
        return False
    samples = NONE
    while not is_settled(samples):
        pair = sample_playouts(game, analyst, decision, one.rival, samples.count, False, effort)
        samples = samples.with_one(*pair)
    told = moments(structs.replace(found, known={decision.number: samples}))
    return any(moment.kind == "cost" and moment.judged.number == decision.number for moment in told)


TO_THE_END = Effort(nodes=0, turns=10_000, thought=0, plies=10_000)
"""Play every match until it's over."""


def cost_of(
    game: AnyGame, one: Decision, instead: str, count: int, *, level: str = "", effort: Effort = TO_THE_END
) -> float:
    """Return what a choice costs its player, averaged over `count` pairs of matches played on by a level.

    Hidden information is guessed for each pair. The level is the analyst's quick one by default.
    """
    analyst = cast(Analyst, _Playing(game.analyst, level))
    pairs = [sample_playouts(game, analyst, one, instead, number, False, effort) for number in range(count)]
    return add_up([other - played for played, other in pairs]) / count


class _Playing:
    """An analyst whose matches are played by another level."""

    def __init__(self, analyst: Any, level: str) -> None:
        self._analyst, self.quick = analyst, level or analyst.quick

    def __getattr__(self, name: str) -> Any:
        return getattr(self._analyst, name)
