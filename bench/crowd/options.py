"""The options of `python -m bench.crowd`, and the settings they stand for."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.crowd.crowd import Habits
from bench.crowd.processes import Room
from bench.crowd.run import Plan
from bench.crowd.team import Team
from slowplay.terminal import add_json

PROGRAM = "python -m bench.crowd"
_TOLD = "Let hundreds of robots play at once, and measure what it costs."


def parse(arguments: Sequence[str], program: str = PROGRAM) -> argparse.Namespace:
    """Parse the command line; exit with an error message if it makes no sense."""
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
        default=f"{shlex.quote(sys.executable)} -m slowplay serve",
        metavar="COMMAND",
        help="the bot (default: ours)",
    )
    add("--processes", type=int, default=1, help="how many processes the bot has (default: 1)")
    add("--http", action="store_true", help="send taps over HTTP, to all processes in turn")
    add("--kill", type=float, metavar="SECONDS", help="when a process is killed and a new one joins")
    add("--drain", type=float, metavar="SECONDS", help="when a new process joins and an old one is drained")
    add("--record", type=Path, metavar="FILE", help="record the session, for playground --replay")
    add("--log", type=Path, metavar="FILE", help="keep what playground and bot write in this file")
    add(
        "--to-the-end",
        action="store_true",
        help="quick people, who stop when all matches are over",
    )
    add_json(parser)
    parsed = parser.parse_args(arguments)
    if any("=" not in option for option in parsed.option):
        parser.error("--option takes NAME=VALUE")
    several = parsed.http or parsed.kill is not None or parsed.drain is not None
    if parsed.processes < 1 or (several and parsed.processes == 1):
        parser.error("--http, --kill, and --drain take --processes 2 or more")
    return parsed


def plan_of(parsed: argparse.Namespace) -> Plan:
    """Return the plan of the run."""
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
        options=dict(option.split("=", 1) for option in parsed.option),
        to_the_end=parsed.to_the_end,
        within=0.0 if parsed.to_the_end else None,
    )


def room_of(parsed: argparse.Namespace) -> Room:
    """Return how large the playground has to be."""
    return Room(parsed.people, parsed.servers, parsed.port, parsed.record)


def team_of(parsed: argparse.Namespace) -> Team:
    """Return how many processes the bot has, and what happens to them."""
    return Team(parsed.processes, parsed.http, parsed.kill, parsed.drain)
