"""Measure how long an analysis takes beside playing the match, and whether it finds planted blunders.

`python -m bench.analysis [--matches 5] [--blunders 40] [--level hard] [--only creators] [--nodes 2000]`. A
level plays against itself in this process; the time of the match, of its analysis, and of the longest step
are taken (the bot's workers stop a step after three seconds). A blunder is planted by replacing a decision
of such a match, in which another action is clearly better, by a clearly worse one; the level then plays on.
It counts as found if the analysis reports it among its moments. "Clearly" is judged both by the analyst's
estimates and by matches played from there to their ends. Games without an analyst are only played.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from msgspec import structs

from bench.figures import Goal, build_row, figure
from bot.play.ai.ai_pool import PROCESSOR_SECONDS
from games import GAMES
from games.core.game import AnyGame
from games.core.selfplay import BUDGET, numbered_seed, rng_for
from games.core.teaching.analysis import Analysis, Plan, done
from games.core.teaching.judging import Decision, Effort, sample_playouts
from games.core.teaching.moments import moments
from games.core.vocabulary.analyst import Analyst
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen

FOUND_GOAL = 0.95
CLEAR = 0.3
"""Lowest loss in winning chance, by estimates, that a planted blunder must cause."""
_LISTED, _TRIES = 40, 20
"""Actions searched for a bad one, and decisions tried in each match."""
_PLAYED = 12
"""Matches played to their ends from a decision to confirm a blunder."""
_WORLDS = 24
"""Guesses of the hidden information; with few of them, luck looks like a blunder."""


class Course(NamedTuple):
    """The course of a match: its states, and the seat and text of each action."""

    states: list[Any]
    moves: list[tuple[int, str]]


class Taken(NamedTuple):
    """Seconds of a match, its analysis and the longest step; number of steps and of moments reported."""

    match: float
    analysis: float
    longest: float
    steps: int
    told: int


def level_of(game: AnyGame, wanted: str) -> str:
    """Return the wanted level, or the game's strongest if it has none of that name."""
    return wanted if wanted in game.players else list(game.players)[-1]


def play_match(game: AnyGame, level: str, number: int, course: Course | None = None) -> Course:
    """Play a match of a level against itself, or the rest of a match whose beginning is `course`."""
    seed, player = numbered_seed(number), game.players[level]
    states, moves = course or Course([game.new(game.options({}), seed)], [])
    states, moves = list(states), list(moves)
    briefings = [game.briefing(states[0], seat) for seat in (0, 1)]
    while acting := game.to_act(states[-1]):
        seat = acting[0]
        rng = rng_for(seed, seat, len(moves))
        action = player(game.view(states[-1], seat), briefings[seat], rng, BUDGET)
        moves.append((seat, game.format(action)))
        states.append(game.play(states[-1], seat, action).state)
    return Course(states, moves)


def analyze_match(
    game: AnyGame, analyst: Analyst, course: Course, effort: Effort
) -> tuple[Analysis, list[float]]:
    """Analyze a match; return the analysis and the seconds of each step."""
    plan = Plan(game, *course)
    found, seconds = plan.begin(), list[float]()
    while (step := plan.following(found)) is not None:
        began = time.perf_counter()
        found = plan.taken(found, step, done(game, analyst, step, effort))
        seconds.append(time.perf_counter() - began)
    return found, seconds


def time_match(game: AnyGame, level: str, number: int, effort: Effort) -> Taken:
    """Play and analyze one match, and return the time each took."""
    began = time.perf_counter()
    course = play_match(game, level, number)
    match = time.perf_counter() - began
    if game.analyst is None:
        return Taken(match, 0.0, 0.0, 0, 0)
    found, seconds = analyze_match(game, game.analyst, course, effort)
    return Taken(match, sum(seconds), max(seconds, default=0.0), len(seconds), len(moments(found)))


# --- planted blunders ---------------------------------------------------------------------------------


def plant_blunder(
    game: AnyGame, analyst: Analyst, level: str, number: int, effort: Effort
) -> tuple[Course, int] | None:
    """Return a match with a planted blunder and that action's number, or None if none could be planted."""
    rng, course = random.Random(number), play_match(game, level, number)
    choices = list(Plan(game, *course).decisions)
    for decision in rng.sample(choices, min(_TRIES, len(choices))):
        bad = _blunder(game, analyst, decision.state, decision.seat, rng, effort)
        if bad is not None and _is_bad(game, analyst, decision, game.format(bad), effort):
            states = [*course.states[: decision.number], game.play(decision.state, decision.seat, bad).state]
            moves = [*course.moves[: decision.number - 1], (decision.seat, game.format(bad))]
            return play_match(game, level, number, Course(states, moves)), decision.number
    return None


def _blunder(
    game: AnyGame, analyst: Analyst, state: Any, seat: int, rng: random.Random, effort: Effort
) -> Any | None:
    """Return an action that costs much, judged by what its player can know, or None."""
    view, briefing = game.view(state, seat), game.briefing(state, seat)
    guesses = (analyst.guess(view, briefing, rng) for _ in range(_WORLDS))
    worlds = [world for world in guesses if world is not None] or [state]

    def worth(action: Any) -> float:
        after = (game.play(world, seat, action).state for world in worlds)
        chances = [analyst.estimate(world, random.Random(0), effort.nodes) for world in after]
        mean = sum(chances) / len(chances)
        return mean if seat == 0 else 1.0 - mean

    best = worth(analyst.candidates(view, rng, effort.nodes)[0])
    if best < CLEAR:
        return None
    listed = list(islice(game.actions(view), 10 * _LISTED))
    worst = min(rng.sample(listed, min(_LISTED, len(listed))), key=worth)
    return worst if best - worth(worst) >= CLEAR else None


def _is_bad(game: AnyGame, analyst: Analyst, one: Decision, bad: str, effort: Effort) -> bool:
    """Return whether the level's own action does clearly better in matches played to their ends."""
    whole = structs.replace(effort, turns=10_000, plies=10_000)
    planted = structs.replace(one, text=bad)
    lost = [
        best - worst
        for number in range(_PLAYED)
        for worst, best in [sample_playouts(game, analyst, planted, one.text, -1 - number, False, whole)]
    ]
    return sum(lost) / _PLAYED >= CLEAR


def finds(game: AnyGame, analyst: Analyst, level: str, number: int, effort: Effort) -> bool | None:
    """Return whether the analysis reports a planted blunder, or None if none was planted."""
    made = plant_blunder(game, analyst, level, number, effort)
    if made is None:
        return None
    found, _ = analyze_match(game, analyst, made[0], effort)
    return made[1] in {moment.judged.number for moment in moments(found) if moment.kind == "cost"}


# --- the report ---------------------------------------------------------------------------------------


def rows_of(name: str, runs: list[Taken], blunders: list[bool]) -> Iterator[Row]:
    """Yield the figures of one game."""
    yield figure(name, "playing a match (s)", [run.match for run in runs])
    if any(run.steps for run in runs):
        yield figure(name, "analysis (s)", [run.analysis for run in runs])
        yield figure(name, "analysis / match", [run.analysis / run.match for run in runs])
        longest = [run.longest for run in runs]
        yield figure(name, "longest step (s)", longest, Goal("below", PROCESSOR_SECONDS))
        yield figure(name, "steps", [run.steps for run in runs])
        yield figure(name, "moments told", [run.told for run in runs])
    if blunders:
        share = sum(blunders) / len(blunders)
        yield build_row(name, "planted blunders", len(blunders))
        yield build_row(name, "share of them found", share, Goal("at least", FOUND_GOAL))


def measure_game(game: AnyGame, asked: Any, advance: Advance = unseen) -> list[Row]:
    """Measure all figures of a game."""
    level, effort = level_of(game, asked.level), Effort(nodes=asked.nodes)
    runs, blunders = list[Taken](), list[bool]()
    for number in range(asked.matches):
        runs.append(time_match(game, level, number, effort))
        advance()
    for number in range(asked.blunders):
        if game.analyst is not None:
            told = finds(game, game.analyst, level, 1000 + number, effort)
            blunders += [told] if told is not None else []
        advance()
    return list(rows_of(game.key, runs, blunders))


def select_games(only: str | None) -> Mapping[str, AnyGame]:
    """Return the games to measure."""
    return {key: game for key, game in GAMES.items() if only in (None, key)}


def main(arguments: Any = None) -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(prog="python -m bench.analysis", description=__doc__)
    parser.add_argument("--matches", type=int, default=5)
    parser.add_argument("--blunders", type=int, default=40)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--only")
    parser.add_argument("--nodes", type=int, default=Effort().nodes)
    add_json(parser)
    asked = parser.parse_args(arguments)
    games, rows = select_games(asked.only), list[Row]()
    with progress("Matches", len(games) * (asked.matches + asked.blunders)) as advance:
        for game in games.values():
            rows += measure_game(game, asked, advance)
    title = f"Analyses of matches at {asked.level}: medians of {asked.matches} matches, lowest and highest"
    show([Table("figures", title, rows)], as_json=asked.json)


if __name__ == "__main__":
    main()
