"""`python -m playground`: start the local Discord, and with --run a bot beside it."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import shlex
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from playground.app import Playground, start
from playground.crowd.command import main as crowd
from playground.replay.form import RecordingError
from playground.replay.server import Replay, open_replay

DEFAULT_PORT = 8777
PORTS_TO_TRY = 20
Opening = Callable[..., Awaitable[Playground | Replay]]


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m playground",
        description="A local Discord on 127.0.0.1.",
        epilog="“python -m playground crowd --help”: hundreds of people who play at once, measured.",
    )
    parser.add_argument("--port", type=int, help=f"port of the page and the API (default {DEFAULT_PORT})")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="write the session with all traffic to FILE as JSON lines"
    )
    parser.add_argument(
        "--replay", type=Path, metavar="FILE", help="show a recorded session instead, step by step"
    )
    parser.add_argument("--run", metavar="COMMAND", help="start COMMAND, a bot, once the playground listens")
    parser.add_argument(
        "--no-rate-limits",
        dest="rate_limits",
        action="store_false",
        help="let bots ask as often as they like",
    )
    parser.add_argument("--guests", type=int, default=0, help="so many more people on the server")
    return parser.parse_args(arguments)


def what_to_open(arguments: argparse.Namespace) -> Opening:
    """What is to be opened on a port: a recording, or the playground."""
    if arguments.replay is not None:
        return partial(open_replay, arguments.replay)
    return partial(
        start,
        record=arguments.record,
        rate_limits=arguments.rate_limits,
        guests=arguments.guests,
        # A crowd makes more of a session than anybody looks through.
        remember=not arguments.guests,
    )


async def open_at(port: int | None, opening: Opening) -> Playground | Replay:
    """Open it on the port asked for; without one on the default port or the next free one."""
    if port is not None:
        return await opening(port=port)
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY):
        try:
            return await opening(port=candidate)
        except OSError:
            if candidate == DEFAULT_PORT:
                print(f"Port {candidate} is taken, so the next free one is used.", file=sys.stderr)
    return await opening(port=0)


async def serve(arguments: argparse.Namespace) -> int:
    """Serve until a signal comes or the bot ends; returns the exit status."""
    try:
        playground = await open_at(arguments.port, what_to_open(arguments))
    except RecordingError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(
            f"Port {arguments.port} cannot be used ({error.strerror}). Choose another with --port.",
            file=sys.stderr,
        )
        return 1
    what = "playground" if isinstance(playground, Playground) else "recording"
    print(f"The {what} is open at {playground.cdn}/", flush=True)
    try:
        return await run(playground.environment(), arguments.run)
    finally:
        await playground.close()


async def run(environment: dict[str, str], command: str | None) -> int:
    """Wait for a signal; with a command, run it, pass signals on and end with it."""
    signals: asyncio.Queue[signal.Signals] = asyncio.Queue()
    for one in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(one, signals.put_nowait, one)
    if command is None:
        await signals.get()
        return 0
    try:
        bot = await asyncio.create_subprocess_exec(
            *shlex.split(command), env={**os.environ, **environment}, start_new_session=True
        )
    except OSError as error:
        print(f"The command of --run cannot be started: {error.strerror}.", file=sys.stderr)
        return 1
    passing = asyncio.create_task(pass_on(signals, bot))
    status = await bot.wait()
    passing.cancel()
    return status if status >= 0 else 128 - status


async def pass_on(signals: asyncio.Queue[signal.Signals], bot: Process) -> None:
    while True:
        bot.send_signal(await signals.get())


def main(arguments: list[str]) -> int:
    """Serve as the command line says, or send a crowd; returns the exit status."""
    if arguments[:1] == ["crowd"]:
        return crowd(arguments[1:])
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    return asyncio.run(serve(parse(arguments)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
