"""Benchmark whether the bot stays responsive while AIs think: the lag of its event loop beside two searches.

`python -m bench.ai_pool [--seconds 5] [--rounds 3]`. A probe sleeps for a few milliseconds again and again
and notes how late it wakes up. Meanwhile no level thinks (idle); or the strongest levels think, two at once,
in the real `AiPool` with its worker processes (ours), also with four more requests waiting; or the same
searches run in two threads of this process (threads). Positions are from the middle of matches of every
game with more than one level. It also prints how long each move took.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from bench.figures import Goal, build_row, figure, ratios
from bot.core.move_request import MoveRequest
from bot.play.ai.ai_pool import AiPool
from bot.play.ai.worker import choose
from games import GAMES
from games.core.game import AnyGame
from games.core.selfplay import BUDGET, numbered_seed
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen

GOAL_MILLISECONDS = 20.0
SIDES = 4
_PROBE_SECONDS = 0.005
_AT_ONCE = 2
_MATCHES, _PLIES = 4, 24

Think = Callable[[MoveRequest], Awaitable[str]]


class Run(NamedTuple):
    """Lags of the event loop and durations of moves, in milliseconds, sorted."""

    lags: list[float]
    moves: list[float]


def strongest(game: AnyGame) -> str:
    """Return the name of the game's strongest level."""
    return list(game.players)[-1]


def questions() -> list[MoveRequest]:
    """Return positions from the middle of matches, all games in turn, as requests to the strongest level."""
    games = [game for game in GAMES.values() if len(game.players) > 1]
    return [middle(game, number) for number in range(_MATCHES) for game in games]


def middle(game: AnyGame, number: int) -> MoveRequest:
    """Return a move request for a position reached by some actions of the weakest level."""
    state, rng = game.new(game.options({}), numbered_seed(number)), random.Random(number)
    quick = next(iter(game.players.values()))
    for _ in range(_PLIES):
        seat = game.to_act(state)[0]
        action = quick(game.view(state, seat), game.briefing(state, seat), rng, BUDGET)
        after = game.play(state, seat, action).state
        if not game.to_act(after):
            break
        state = after
    seat = game.to_act(state)[0]
    view, briefing = game.view(state, seat), game.briefing(state, seat)
    return MoveRequest(
        game.key, strongest(game), seat, {}, view, briefing, rng, f"{game.key} {number}", number
    )


async def in_a_thread(question: MoveRequest) -> str:
    """Choose the move in a thread of this process."""
    asked = (question.game, question.level, question.view, question.briefing, question.rng)
    return await asyncio.to_thread(choose, *asked, BUDGET)


async def nobody(question: MoveRequest) -> str:
    """Sleep instead of thinking."""
    await asyncio.sleep(1.0)
    return ""


async def lags(until: float) -> list[float]:
    """Sleep again and again until the moment `until`; return how many milliseconds late each wake-up was."""
    found = []
    while (asleep := time.perf_counter()) < until:
        await asyncio.sleep(_PROBE_SECONDS)
        found.append(1000 * max(0.0, time.perf_counter() - asleep - _PROBE_SECONDS))
    return found


async def moves(think: Think, asked: Iterator[MoveRequest], until: float) -> list[float]:
    """Let an AI choose one move after another until the moment `until`; return the milliseconds of each."""
    found = []
    while (began := time.perf_counter()) < until:
        question = next(asked)
        await think(msgspec.structs.replace(question, rng=random.Random(7)))
        found.append(1000 * (time.perf_counter() - began))
    return found


async def measure_side(think: Think, positions: list[MoveRequest], seconds: float, at_once: int) -> Run:
    """Probe the event loop while `at_once` tasks think."""
    until, asked = time.perf_counter() + seconds, itertools.cycle(positions)
    thoughts = [asyncio.create_task(moves(think, asked, until)) for _ in range(at_once)]
    late = await lags(until)
    found = itertools.chain.from_iterable(await asyncio.gather(*thoughts))
    return Run(sorted(late), sorted(found))


def share(values: list[float], part: float) -> float:
    """Return the quantile `part` (0 to 1) of sorted values."""
    return values[min(len(values) - 1, int(part * len(values)))]


async def measure(seconds: float, rounds: int, advance: Advance = unseen) -> dict[str, list[Run]]:
    """Measure all sides in turn, once per round."""
    positions, thinkers = questions(), AiPool(_AT_ONCE)
    await asyncio.gather(*map(thinkers.think, positions[:_AT_ONCE]))
    sides: dict[str, tuple[Think, int]] = {
        "idle": (nobody, _AT_ONCE),
        "ours": (thinkers.think, _AT_ONCE),
        "ours, four wait": (thinkers.think, _AT_ONCE + 4),
        "threads": (in_a_thread, _AT_ONCE),
    }
    runs: dict[str, list[Run]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, (think, at_once) in sides.items():
            runs[name].append(await measure_side(think, positions, seconds, at_once))
            advance()
    return runs


def rows_of(runs: dict[str, list[Run]]) -> list[Row]:
    """Return the report's rows: figures, ratio and goal.

    A percentile is the median of the rounds' percentiles.
    """
    rows, worst = list[Row](), {name: [share(run.lags, 0.99) for run in of] for name, of in runs.items()}
    for name, of in runs.items():
        goal = Goal("below", GOAL_MILLISECONDS) if name == "ours" else None
        rows += [
            figure(name, "lag of the event loop, p50 (ms)", [share(run.lags, 0.5) for run in of]),
            figure(name, "lag of the event loop, p99 (ms)", worst[name], goal),
            figure(name, "longest lag (ms)", [run.lags[-1] for run in of]),
            *thoughts(name, of),
        ]
    rows.append(figure("ours / threads", "ratio of p99", ratios(worst["ours"], worst["threads"])))
    return rows


def thoughts(name: str, runs: list[Run]) -> list[Row]:
    """Return rows on how long moves took; none for the idle side."""
    took: list[float] = sorted(move for run in runs for move in run.moves)
    if name == "idle" or not took:
        return []
    return [
        build_row(name, "moves", len(took)),
        build_row(name, "move, p50 (ms)", share(took, 0.5)),
        build_row(name, "longest move (ms)", took[-1]),
    ]


def main(arguments: Any = None) -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(prog="python -m bench.ai_pool", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=3)
    add_json(parser)
    parsed = parser.parse_args(arguments)
    with progress("Runs", SIDES * parsed.rounds) as advance:
        runs = asyncio.run(measure(parsed.seconds, parsed.rounds, advance))
    title = f"The event loop while the bot thinks: medians of {parsed.rounds} rounds, lowest and highest"
    show([Table("figures", title, rows_of(runs))], as_json=parsed.json)


if __name__ == "__main__":
    main()
