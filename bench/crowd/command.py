"""`python -m bench.crowd`: the command line, from start to exit status."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import shlex
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import aiohttp

from bench.crowd import report
from bench.crowd.crowd import Crowd, Habits
from bench.crowd.line import Line
from bench.crowd.person import Person
from bench.crowd.processes import DidNotStart, House, Usage, open_house, usage
from bench.crowd.records import read_record
from bench.crowd.report import Result
from bench.crowd.run import CannotRun, Plan, Run, acquaint, crowd_of
from playground.model.payload import Json
from terminal import Table, add_json, progress, show

PROGRAM = "python -m bench.crowd"
_LOOK_SECONDS = 1.0
_TOLD = "Let hundreds of robots play at once, and measure what it costs."


def parse(arguments: Sequence[str], program: str = PROGRAM) -> argparse.Namespace:
    """The command line; exits with a sentence for one that makes no sense."""
    parser = argparse.ArgumentParser(prog=program, description=_TOLD)
    add = parser.add_argument
    add("--people", type=int, default=500, help="how many take part (default: 500)")
    add(
        "--matches",
        type=int,
        default=2000,
        help="how many matches begin, spread evenly over the time (default: 2000)",
    )
    add(
        "--servers",
        type=int,
        default=100,
        help="on how many servers: Discord limits the threads of each (default: 100)",
    )
    add("--minutes", type=float, default=5.0, help="how long it lasts (default: 5)")
    add("--seed", type=int, default=1, help="for everything random (default: 1)")
    add("--dawdle", type=float, default=60.0, help="seconds until people look, on average (default: 60)")
    add("--think", type=float, default=4.0, help="seconds between two taps, on average (default: 4)")
    add("--alone", type=float, default=0.02, help="the share of matches against the bot (default: 0.02)")
    add("--command", metavar="NAME", help="begin matches with this command alone")
    add(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the command that begins a match; may be repeated",
    )
    add("--at", metavar="ADDRESS", help="a playground that's already running with its bot; only people come")
    add("--database", type=Path, help="with --at: the bot's database, to look for lost moves")
    add(
        "--port",
        type=int,
        help="for the playground it starts (default: the usual one, or a free one)",
    )
    add(
        "--run",
        default=f"{shlex.quote(sys.executable)} -m bot",
        metavar="COMMAND",
        help="the bot (default: ours)",
    )
    add("--log", type=Path, metavar="FILE", help="keep what playground and bot write in this file")
    add(
        "--to-the-end",
        action="store_true",
        help="quick people, who stop when all matches are over",
    )
    add_json(parser)
    parsed = parser.parse_args(arguments)
    if any("=" not in one for one in parsed.option):
        parser.error("--option takes NAME=VALUE")
    return parsed


def plan_of(parsed: argparse.Namespace) -> Plan:
    """What the run is to be."""
    quick = Habits(0.02, 0.0, by_text=0.1, twice=0.0)
    habits = quick if parsed.to_the_end else Habits(parsed.dawdle, parsed.think)
    return Plan(
        people=parsed.people,
        matches=parsed.matches,
        seconds=parsed.minutes * 60,
        seed=parsed.seed,
        habits=habits,
        alone=parsed.alone,
        command=parsed.command,
        options=dict(one.split("=", 1) for one in parsed.option),
        to_the_end=parsed.to_the_end,
        within=0.0 if parsed.to_the_end else None,
    )


async def serve(parsed: argparse.Namespace) -> int:
    """The exit status: 0 when all was good, 1 when not, 2 when nothing could begin, 130 when interrupted."""
    _stop_at_signals()
    plan = plan_of(parsed)
    try:
        if parsed.at:
            return await _at(parsed.at, plan, parsed.database, parsed.json)
        with tempfile.TemporaryDirectory() as folder:
            return await _with_house(Path(folder), plan, parsed)
    except (CannotRun, DidNotStart) as error:
        print(error, file=sys.stderr)
        return 2
    except asyncio.CancelledError:
        print("Interrupted.", file=sys.stderr)
        return 130


def _stop_at_signals() -> None:
    """The first signal stops what runs; further ones must not break off the tidying up."""
    task = asyncio.current_task()
    signals = itertools.count()

    def stop() -> None:
        if task is not None and next(signals) == 0:
            task.cancel()

    for one in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(one, stop)


async def _at(address: str, plan: Plan, database: Path | None, as_json: bool) -> int:
    """People alone, at a playground that runs already."""
    async with Line(address) as line:
        run, traffic = await _done(line, plan)
    return _told(_result(run, traffic, _lost(run, database)), run, as_json)


async def _with_house(folder: Path, plan: Plan, parsed: argparse.Namespace) -> int:
    """Everything in processes of its own. The bot is killed before the record is read."""
    house = await open_house(folder, plan.people, parsed.servers, parsed.port, parsed.run)
    try:
        async with Line(house.address) as line:
            run, traffic = await _done(line, plan)
        used = _usage(house)
        await house.kill_bot()
        return _told(_result(run, traffic, _lost(run, house.database), house.log(), used), run, parsed.json)
    except CannotRun as error:
        raise CannotRun(f"{error}\nThis was written:\n{house.log()}") from error
    finally:
        await house.close()
        if parsed.log is not None:
            parsed.log.write_text(house.log())


async def _done(line: Line, plan: Plan) -> tuple[Run, Json]:
    """A run after its end, and what has passed. Raises CannotRun."""
    try:
        crowd, people = await crowd_of(line, plan)
        await acquaint(crowd, people)
        before = await line.get("/traffic")
        run = await _run(crowd, people, plan)
        return run, report.since(before, await line.get("/traffic"))
    except aiohttp.ClientError as error:
        raise CannotRun(f"The playground at {line.address} cannot be reached ({error}).") from error


async def _run(crowd: Crowd, people: list[Person], plan: Plan) -> Run:
    print(
        f"{len(people)} people come to the playground at {crowd.line.address}/", file=sys.stderr, flush=True
    )
    run = Run(crowd, people, plan)
    listening, going, watching = map(asyncio.create_task, (run.listen(), run.go(), _watch(run)))
    try:
        await asyncio.wait({listening, going}, return_when=asyncio.FIRST_COMPLETED)
        if not going.done():
            raise CannotRun("The playground has closed its line.")
        going.result()
        return run
    finally:
        for task in (listening, going, watching):
            task.cancel()
        await asyncio.gather(listening, going, watching, return_exceptions=True)


async def _watch(run: Run) -> None:
    """Show how much of the time is over, or of the matches that are played to their end, until cancelled."""
    plan, crowd = run.plan, run.crowd
    what, total = ("Matches", plan.matches) if plan.to_the_end else ("Seconds", plan.seconds)
    began, done = crowd.timetable.now(), 0.0
    with progress(what, total) as advance:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            over = len(crowd.finished) if plan.to_the_end else crowd.timetable.now() - began
            advance(min(over, total) - done)
            done = min(over, total)


def _usage(house: House) -> dict[str, Usage]:
    return {
        "bot": usage([house.bot]),
        "its helpers": usage(house.helpers),
        "playground": usage([house.pid]),
        "people": usage([os.getpid()]),
    }


def _lost(run: Run, database: Path | None) -> list[str] | None:
    """What the record lacks; None where there is none to look into."""
    if database is None:
        return None
    try:
        return run.crowd.ledger.lost(read_record(database))
    except sqlite3.Error:
        return None


def _result(
    run: Run,
    traffic: Json,
    lost: list[str] | None,
    log: str = "",
    used: dict[str, Usage] | None = None,
) -> Result:
    crowd, plan = run.crowd, run.plan
    faults = [f"among the people: {error!r}" for error in crowd.timetable.faults]
    return Result(
        people=plan.people,
        matches=plan.matches,
        to_the_end=plan.to_the_end,
        seconds=run.seconds,
        begun=len(crowd.begun),
        finished=len(crowd.finished),
        moves=crowd.ledger.moves(),
        lost=lost,
        tally=crowd.tally,
        traffic=traffic,
        faults=faults,
        log=log,
        usage=used or {},
    )


def _told(result: Result, run: Run, as_json: bool) -> int:
    """Print what was found; the exit status."""
    page = f"{run.crowd.line.address}/?as={run.names}"
    finished = [
        {"page": f"{page}&channel={thread}", "message": message["id"]}
        for thread, message in run.crowd.finished.items()
        if run.plan.to_the_end
    ]
    ended = [Table("finished", "Where matches ended", finished)] if finished else []
    show([*report.tables(result), *ended], as_json=as_json)
    return 0 if result.is_good() else 1


def main(arguments: Sequence[str], program: str = PROGRAM) -> int:
    """Run as the command line says; the exit status. program: what help calls this."""
    return asyncio.run(serve(parse(arguments, program)))
