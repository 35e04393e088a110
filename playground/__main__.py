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
from pathlib import Path

from playground.app import Playground, start

DEFAULT_PORT = 8777
PORTS_TO_TRY = 20


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m playground", description="A local Discord on 127.0.0.1.")
    parser.add_argument("--port", type=int, help=f"port of the page and the API (default {DEFAULT_PORT})")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write all traffic to FILE as JSON lines")
    parser.add_argument("--run", metavar="COMMAND", help="start COMMAND, a bot, once the playground listens")
    return parser.parse_args(arguments)


async def open_playground(port: int | None, record: Path | None) -> Playground:
    """The playground on the port asked for; without one the default port or the next free one."""
    if port is not None:
        return await start(port=port, record=record)
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY):
        try:
            return await start(port=candidate, record=record)
        except OSError:
            if candidate == DEFAULT_PORT:
                print(f"Port {candidate} is taken, so the next free one is used.", file=sys.stderr)
    return await start(port=0, record=record)


async def serve(arguments: argparse.Namespace) -> int:
    """Serve until a signal comes or the bot ends; returns the exit status."""
    try:
        playground = await open_playground(arguments.port, arguments.record)
    except OSError as error:
        print(
            f"Port {arguments.port} cannot be used ({error.strerror}). Choose another with --port.",
            file=sys.stderr,
        )
        return 1
    print(f"The playground is open at {playground.cdn}/", flush=True)
    try:
        return await run(playground, arguments.run)
    finally:
        await playground.close()


async def run(playground: Playground, command: str | None) -> int:
    """Wait for a signal; with a command, run it, pass signals on and end with it."""
    signals: asyncio.Queue[signal.Signals] = asyncio.Queue()
    for one in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(one, signals.put_nowait, one)
    if command is None:
        await signals.get()
        return 0
    try:
        bot = await asyncio.create_subprocess_exec(
            *shlex.split(command), env={**os.environ, **playground.environment()}, start_new_session=True
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


def main() -> int:
    """Serve as the command line says; returns the exit status."""
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    return asyncio.run(serve(parse(sys.argv[1:])))


if __name__ == "__main__":
    sys.exit(main())
