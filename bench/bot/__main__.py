"""Benchmark whole moves per second, and how long a tap waits for its picture, against a bare discord.py bot.

`python -m bench.bot [--seconds 5] [--rounds 5] [--matches 12]`. Playground and bot are two processes that
talk over sockets of 127.0.0.1; the playground's own cost counts on both sides. A whole move is all its taps:
look at the board, choose where to land, and which pawn goes there if several can. Every tap is answered with
a picture drawn for it; the move, and the roll for the next one, are committed to disk first, and each move is
also posted for everyone and sent to the opponent. (At full load fewer are: outdated boards and pings are
skipped; the figures count the posts.) The bare bot (`bench.bot.bare_bot`) answers as many taps with one ready
picture of the same size and about as many components. A second one also posts as many messages with that
picture as ours did; the remaining difference is the rules, the drawing and the disk. Full load: each person
taps as soon as the last answer is there. Half load: taps are due at random at half of that rate, and are
timed from when they were due; it begins when the bot has sent all that was left, and its cost counts until
the bot has done so again.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import statistics
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from bench.bot import bare_bot
from bench.bot.load import Load, has_move, has_tap, percentile, run_closed_loop, run_open_loop
from bench.bot.people import PEOPLE, BareTapper, MatchTapper, components_of, pairs, show_panel, sit_down
from bench.bot.sides import Cost, Side, run_bot
from bench.figures import Goal, build_row, extremes, figure, warn_when_busy
from playground.app import Playground
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen

RATIO_GOAL, LATENCY_GOAL_MILLISECONDS, BOT_GOAL_MILLISECONDS = 0.5, 150.0, 4.5
RUNS_A_ROUND = 4
HALF = "ours, half load"
_MOST_SECONDS_TO_SIT_DOWN = 5.0
_WARM_UP_SHARE = 0.3
_MOST_SECONDS_TO_SAY_ALL = 120.0
_ANSWERS_KEPT = 500

BareSide = tuple[Side, list[BareTapper]]


class Answers:
    """The first answers of our bot, which the bare bot imitates."""

    def __init__(self, playground: Playground) -> None:
        self._files = playground.world.files
        self._pictures: list[bytes] = []
        self._components: list[int] = []
        self._options: list[int] = []

    def see(self, message: dict[str, Any]) -> None:
        """Keep the picture of an answer, and count its components."""
        if len(self._components) == _ANSWERS_KEPT:
            return
        parts = list(components_of(message))
        self._components.append(len(parts))
        self._options.append(sum(len(part.get("options", ())) for part in parts))
        for item in (item for part in parts for item in part.get("items", ())):
            found = self._files.get(item["media"]["attachment_id"])
            if found is not None:
                self._pictures.append(found.data)

    def picture(self) -> bytes:
        """Return the picture of median size."""
        return sorted(self._pictures, key=len)[len(self._pictures) // 2]

    def components(self) -> int:
        """Return the mean number of components of an answer."""
        return round(statistics.mean(self._components))

    def options(self) -> int:
        """Return the mean number of options of the selects in an answer."""
        return round(statistics.mean(self._options))


class Ours:
    """Our bot with its matches."""

    def __init__(self, side: Side, matches: int) -> None:
        self.side = side
        self.answers = Answers(side.playground)
        self._pairs = pairs(matches)
        self._tappers: list[MatchTapper] = []
        self._rng = random.Random(7)

    async def tappers(self) -> list[MatchTapper]:
        """Return the running matches, after starting new ones for those that ended."""
        self._tappers = [tapper for tapper in self._tappers if not tapper.over]
        for names in self._pairs[len(self._tappers) :]:
            rng = random.Random(self._rng.random())
            self._tappers.append(await sit_down(self.side.playground, names, rng, self.answers.see))
        return self._tappers


class Run(NamedTuple):
    """One run of one side: its load and its cost."""

    load: Load
    cost: Cost

    def milliseconds_a_tap(self) -> float:
        """Return the processor time of both processes per tap, in milliseconds."""
        return 1000 * self.cost.both / max(1, len(self.load.taps))

    def bot_milliseconds_a_tap(self) -> float:
        """Return the processor time of the bot alone per tap, in milliseconds."""
        return 1000 * self.cost.bot / max(1, len(self.load.taps))


class Round(NamedTuple):
    """One round: all sides at full load, ours also at half load."""

    ours: Run
    bare: Run
    posting: Run
    half: Run

    def moves_a_second(self, side: Run) -> float:
        """Return the moves per second that a side's taps amount to, at our number of taps per move."""
        return side.load.taps_a_second * self.ours.load.moves / len(self.ours.load.taps)

    def ratio(self, bare: Run) -> float:
        """Return the ratio of our moves per second to a bare bot's."""
        return self.ours.load.moves_a_second / self.moves_a_second(bare)


async def measure_cost(side: Side, load: Awaitable[Load]) -> Run:
    """Run a load and measure its cost."""
    before = side.cost()
    done = await load
    return Run(done, side.cost().since(before))


async def wait_until_sent(side: Side, quiet: float) -> None:
    """Wait until the bot has sent everything left: no request for `quiet` seconds.

    Raises TimeoutError if that takes too long.
    """
    async with asyncio.timeout(_MOST_SECONDS_TO_SAY_ALL):
        before, counted = -1, side.cost().requests.total()
        while before != counted:
            await asyncio.sleep(quiet)
            before, counted = counted, side.cost().requests.total()


async def run_until_sent(load: Awaitable[Load], side: Side, quiet: float) -> Load:
    """Run a load and wait until the bot has sent everything, so that its whole cost counts."""
    done = await load
    await wait_until_sent(side, quiet)
    return done


@asynccontextmanager
async def bare_side(folder: Path, answers: Answers, panels: int, posts: float) -> AsyncIterator[BareSide]:
    """Provide a bare bot with `panels` panels that posts `posts` messages per tap."""
    picture = folder / "ready.png"
    picture.write_bytes(answers.picture())
    like = (str(picture), str(answers.components()), str(answers.options()), str(posts))
    async with run_bot(folder, bare_bot.__name__, *like) as side:
        names = [PEOPLE[number % len(PEOPLE)] for number in range(panels)]
        yield side, [await show_panel(side.playground, name, bare_bot.COMMAND) for name in names]


@asynccontextmanager
async def bare_sides(
    folder: Path, answers: Answers, panels: int, posts: float
) -> AsyncIterator[tuple[BareSide, BareSide]]:
    """Provide the bare bot that only answers, and the one that also posts."""
    apart = folder / "posting"
    apart.mkdir()
    only, also = bare_side(folder, answers, panels, 0.0), bare_side(apart, answers, panels, posts)
    async with only as bare, also as posting:
        yield bare, posting


async def one_round(
    ours: Ours,
    bare: tuple[BareSide, BareSide],
    seconds: float,
    quiet: float,
    number: int,
    advance: Advance,
) -> Round:
    """Measure our bot, the bare bots, and our bot at half load."""
    full = await measure_cost(ours.side, run_closed_loop(await ours.tappers(), seconds, has_move))
    advance()
    ready, posting = [
        await measure_cost(side, run_closed_loop(panels, seconds, has_tap)) for side, panels in bare
    ]
    advance(2)
    rate, rng = full.load.taps_a_second / 2, random.Random(number)
    tappers = await ours.tappers()
    await wait_until_sent(ours.side, quiet)
    half = await measure_cost(
        ours.side, run_until_sent(run_open_loop(tappers, seconds, rate, rng), ours.side, quiet)
    )
    advance()
    return Round(full, ready, posting, half)


async def measure(
    seconds: float, rounds: int, matches: int, quiet: float, advance: Advance = unseen
) -> tuple[list[Row], list[Round]]:
    """Start everything, warm up, measure in turns; return the rows on an answer, and the rounds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with run_bot(folder, "slowplay", "serve") as side:
            ours = Ours(side, matches)
            warm = await measure_cost(
                side, run_closed_loop(await ours.tappers(), seconds * _WARM_UP_SHARE, has_move)
            )
            posts = warm.cost.messages / len(warm.load.taps)
            async with bare_sides(folder, ours.answers, matches, posts) as bare:
                for _, panels in bare:
                    await run_closed_loop(panels, seconds * _WARM_UP_SHARE, has_tap)
                advance()
                done = [
                    await one_round(ours, bare, seconds, quiet, number, advance) for number in range(rounds)
                ]
                return describe_answer(ours.answers), done


def describe_answer(answers: Answers) -> list[Row]:
    """Return rows on the size of an answer, the same on both sides."""
    return [
        build_row("an answer", "picture (kB)", len(answers.picture()) / 1000),
        build_row("an answer", "components", answers.components()),
        build_row("an answer", "options", answers.options()),
    ]


def rows_of(rounds: list[Round]) -> list[Row]:
    """Return the figures, ratios and goals."""
    sides = {
        "ours": [turn.ours for turn in rounds],
        "bare": [turn.bare for turn in rounds],
        "bare that posts as much": [turn.posting for turn in rounds],
    }
    rows = list[Row]()
    for name, runs in sides.items():
        goal = Goal("at most", BOT_GOAL_MILLISECONDS) if name == "ours" else None
        moves = [turn.moves_a_second(run) for turn, run in zip(rounds, runs, strict=True)]
        rows += [figure(name, "moves a second", moves), *figures(name, runs, processor=goal)]
    half = [turn.half for turn in rounds]
    rows += figures(HALF, half, Goal("below", LATENCY_GOAL_MILLISECONDS))
    rows += by_route("ours", [turn.ours for turn in rounds]) + by_route(HALF, half)
    only, also = [turn.ratio(turn.bare) for turn in rounds], [turn.ratio(turn.posting) for turn in rounds]
    return [
        *rows,
        figure("ours / bare", "ratio of moves a second", only, Goal("at least", RATIO_GOAL)),
        figure("ours / bare that posts as much", "ratio of moves a second", also),
    ]


def figures(name: str, runs: list[Run], goal: Goal | None = None, processor: Goal | None = None) -> list[Row]:
    """Return rows on taps per second, latencies, and the cost of a tap and a move.

    Args:
        name: The side.
        runs: Its runs, one per round.
        goal: Goal of the 99th percentile of latency.
        processor: Goal of the bot's own processor time per tap.
    """
    loads = [run.load for run in runs]
    return [
        figure(name, "taps a second", [load.taps_a_second for load in loads]),
        latency(name, loads, 50),
        latency(name, loads, 99, goal),
        figure(name, "bot's processor (ms a tap)", [run.bot_milliseconds_a_tap() for run in runs], processor),
        figure(name, "both processors (ms a tap)", [run.milliseconds_a_tap() for run in runs]),
        each(name, "posts", runs, sum(run.cost.messages for run in runs)),
        each(name, "requests", runs, sum(run.cost.requests.total() for run in runs)),
    ]


def each(name: str, what: str, runs: list[Run], count: int) -> Row:
    """Return the count per whole move, or per tap if no move was counted."""
    moves, taps = sum(run.load.moves for run in runs), sum(len(run.load.taps) for run in runs)
    # On a very busy machine there may have been no tap at all.
    by, of = ("move", moves) if moves else ("tap", max(1, taps))
    return build_row(name, f"{what} a {by}", count / of)


def by_route(name: str, runs: list[Run]) -> list[Row]:
    """Return the requests per whole move by route, most frequent first."""
    counted = sum((run.cost.requests for run in runs), Counter[str]())
    return [each(name, route, runs, count) for route, count in counted.most_common()]


def latency(name: str, loads: list[Load], percent: int, goal: Goal | None = None) -> Row:
    """Return a percentile of all rounds together, with the lowest and highest of the rounds."""
    whole = percentile([tap.took for load in loads for tap in load.taps], percent)
    low, high = extremes([load.milliseconds(percent) for load in loads])
    return {**build_row(name, f"p{percent} (ms)", whole, goal), "low": low, "high": high}


async def run(
    seconds: float, rounds: int, matches: int, quiet: float, advance: Advance = unseen
) -> list[Row]:
    """Measure in bounded time, with orderly cleanup on SIGTERM."""
    task = asyncio.current_task()
    if task is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    of_a_round = 5 * (seconds + 5) + 2 * _MOST_SECONDS_TO_SAY_ALL
    async with asyncio.timeout(60 + matches * _MOST_SECONDS_TO_SIT_DOWN + rounds * of_a_round):
        answer, done = await measure(seconds, rounds, matches, quiet, advance)
    return [*answer, *rows_of(done)]


def main() -> None:
    """Measure with the settings of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.bot", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each side in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--matches", type=int, default=12, help="running at the same time")
    parser.add_argument(
        "--quiet",
        type=float,
        default=6.0,
        help="seconds without a request until all is said; a full channel has room again after 5",
    )
    add_json(parser)
    parsed = parser.parse_args()
    warn_when_busy()
    with progress("Runs", 1 + RUNS_A_ROUND * parsed.rounds) as advance:
        rows = asyncio.run(run(parsed.seconds, parsed.rounds, parsed.matches, parsed.quiet, advance))
    title = f"Moves by taps beside a bare bot: medians of {parsed.rounds} rounds, lowest and highest"
    show([Table("figures", title, rows)], as_json=parsed.json)


if __name__ == "__main__":
    main()
