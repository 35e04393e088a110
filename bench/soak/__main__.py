"""Check whether the bot's memory stays the same size while matches come and go.

`python -m bench.soak [--matches 5000] [--minutes 9.5]`. The real bot runs in a separate process, connected
to a playground by sockets of 127.0.0.1. People begin matches of every game, half of them against the bot and
half against one another, play a few taps each, look at what they're shown, and resign. When a day's matches
have ended, the resident memory of the bot is read, and the clock of the playground advances by a day, so that
anything short-lived can be forgotten. It ends after that many matches, or that much time.

The table shows the memory of the bot and of its worker processes, and the bot's processor time so far. The
verdict is about the second half of the run, when all caches are full: how much the bot grew for each 1,000
matches, as the median between any two measurements; the first half is shown for comparison. Exit status: 1 if
it grew more than the goal, 2 if it couldn't be measured.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from bench.bot.people import PLACE, NotAnswered
from bench.bot.sides import Side, run_bot
from bench.crowd import offered
from bench.crowd.processes import children, usage
from bench.figures import Goal, build_row
from bench.soak.people import Plan, forget, people_needed, plans, play_out
from playground.model.errors import ControlError, DiscordError
from playground.model.events import Event
from playground.model.world import World
from playground.people.actor import Actor
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen

GOAL_MEGABYTES = 3.0
"""Growth in MB per 1,000 matches below which the bot counts as not growing."""
_FEWEST_SAMPLES = 6
_ENDED_SHARE = 0.9
"""Smallest share of begun matches that must have ended for the measurement to be valid."""
_DAY_SECONDS = 86_400.0
_QUIET_SECONDS = 0.5
_AT_ONCE = 16
_REASONS_TOLD = 5


class Sample(NamedTuple):
    """One measurement.

    Attributes:
        matches: Matches begun so far.
        seconds: Seconds since the beginning.
        bot: Resident memory of the bot in MB.
        workers: Resident memory of its workers in MB.
        processor: Processor seconds of the bot.
    """

    matches: int
    seconds: float
    bot: float
    workers: float
    processor: float


class Asked(NamedTuple):
    """What the command line asks for: matches in all, matches a day, and seconds."""

    matches: int
    day: int
    seconds: float


class CannotMeasure(Exception):
    """Raised if there is too little to judge; the text says why in a sentence."""


def resident(pid: int) -> float:
    """Return the resident memory of a process in MB; 0 if it is gone or there's no /proc."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")), 0) / 1024


class Soak:
    """People who play day by day."""

    def __init__(self, side: Side, asked: Asked, advance: Advance = unseen) -> None:
        self._side = side
        self._asked = asked
        self._advance = advance
        self._world = side.playground.world
        self._rng = random.Random(1)
        self._gate = asyncio.Semaphore(_AT_ONCE)
        self._began = perf_counter()
        self.tally = Counter[str]()
        self.samples: list[Sample] = []

    async def run(self) -> None:
        """Play day after day, until the matches or the time are used up."""
        people, began = self._people(), 0
        leaves = offered.leaves(people[0].commands(people[0].channel(PLACE).id))
        resign = next(leaf for leaf in leaves if leaf.name == offered.RESIGN)
        self._sample(began)
        while began < self._asked.matches and perf_counter() - self._began < self._asked.seconds:
            count = min(self._asked.day, self._asked.matches - began)
            await self._day(plans(people, leaves, self._rng, count), resign)
            began += count
            self._sample(began)
            forget(self._world)
            self._world.clock.advance(_DAY_SECONDS)
            await quiet(self._world)

    def _people(self) -> list[Actor]:
        users = (user for user in self._world.users.values() if user.payload["username"].startswith("guest"))
        return [self._side.playground.actor(user.id) for user in users]

    async def _day(self, today: Iterable[Plan], resign: offered.Leaf) -> None:
        async with asyncio.TaskGroup() as group:
            for plan in today:
                group.create_task(self._match(plan, resign))
        await quiet(self._world)

    async def _match(self, plan: Plan, resign: offered.Leaf) -> None:
        async with self._gate:
            try:
                await play_out(plan, resign, random.Random(self._rng.random()))
                self.tally["ended"] += 1
            except (NotAnswered, ControlError, DiscordError) as error:
                self.tally[f"/{' '.join(plan.leaf.words)}: {error}"] += 1
            self._advance()

    def _sample(self, began: int) -> None:
        bot = self._side.bot
        seconds, workers = perf_counter() - self._began, sum(map(resident, children(bot)))
        sample = Sample(began, seconds, resident(bot), workers, usage([bot]).processor)
        self.samples.append(sample)


async def quiet(world: World) -> None:
    """Wait until nothing has happened for a moment."""
    happened = asyncio.Event()

    def hear(event: Event) -> None:
        happened.set()

    world.listeners.append(hear)
    with suppress(TimeoutError):
        while True:
            await asyncio.wait_for(happened.wait(), _QUIET_SECONDS)
            happened.clear()
    world.listeners.remove(hear)


# --- results --------------------------------------------------------------------------------------------


def growth(samples: Sequence[Sample]) -> float:
    """Return the growth in MB per 1,000 matches: the median of the slopes between any two measurements.

    The median ignores a single step, when the C library reserves memory in advance. Source: Theil and Sen.
    """
    pairs = combinations(samples, 2)
    return 1000 * median(
        (later.bot - earlier.bot) / (later.matches - earlier.matches) for earlier, later in pairs
    )


def halves(samples: Sequence[Sample]) -> tuple[Row, Row]:
    """Return the growth within each half; the second one has the goal."""
    half = len(samples) // 2
    first, last = samples[: half + 1], samples[half:]
    return _build_growth_row(first), _build_growth_row(last, Goal("below", GOAL_MEGABYTES))


def _build_growth_row(samples: Sequence[Sample], goal: Goal | None = None) -> Row:
    span = f"from {samples[0].matches:,} to {samples[-1].matches:,} matches"
    return build_row(span, "growth for each 1,000 (MB)", growth(samples), goal)


def check(samples: Sequence[Sample], ended: int) -> None:
    """Raise CannotMeasure if too much went wrong, or there is too little to judge."""
    if not all(sample.bot for sample in samples):
        raise CannotMeasure("The size of a process cannot be read here: that needs /proc, as on Linux.")
    if ended < _ENDED_SHARE * samples[-1].matches:
        raise CannotMeasure("Too many matches did not come to their end.")
    if len(samples) < _FEWEST_SAMPLES:
        raise CannotMeasure(
            "These are too few days to judge. Ask for more --matches, or give more --minutes."
        )


def row(sample: Sample) -> Row:
    """Return a line of the table."""
    return {
        "matches": sample.matches,
        "seconds": sample.seconds,
        "bot_MB": sample.bot,
        "workers_MB": sample.workers,
        "processor_s": sample.processor,
    }


def ends(samples: Sequence[Sample], tally: Counter[str]) -> list[Row]:
    """Return how many matches were begun and ended, and why others failed."""
    told = [("begun", samples[-1].matches), ("ended", tally["ended"])]
    failed = Counter({reason: times for reason, times in tally.items() if reason != "ended"})
    return [{"what": what, "times": times} for what, times in (*told, *failed.most_common(_REASONS_TOLD))]


async def measure(asked: Asked, advance: Advance = unseen) -> tuple[list[Sample], Counter[str]]:
    """Run a bot with an empty database and play all matches; return the samples and the tally."""
    with tempfile.TemporaryDirectory() as folder:
        async with run_bot(Path(folder), "slowplay", "serve", guests=people_needed(asked.day)) as side:
            soak = Soak(side, asked, advance)
            await soak.run()
    return soak.samples, soak.tally


def main() -> int:
    """Measure with the settings of the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--minutes", type=float, default=9.5, help="no new day begins after that")
    parser.add_argument("--day", type=int, default=125, help="matches between two measurements")
    add_json(parser)
    parsed = parser.parse_args()
    asked = Asked(parsed.matches, parsed.day, 60 * parsed.minutes)
    with progress("Matches", asked.matches) as advance:
        samples, tally = asyncio.run(measure(asked, advance))
    tables = [
        Table("samples", "The size of the bot after each day", [row(sample) for sample in samples]),
        Table("matches", "What became of the matches", ends(samples, tally)),
    ]
    try:
        check(samples, tally["ended"])
    except CannotMeasure as error:
        show(tables, as_json=parsed.json)
        print(error, file=sys.stderr)
        return 2
    grown = halves(samples)
    show([*tables, Table("growth", "How much it grew", grown)], as_json=parsed.json)
    return 0 if grown[-1]["met"] else 1


if __name__ == "__main__":
    sys.exit(main())
