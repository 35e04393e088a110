"""The command line, `python -m playground`: serve the local Discord, and with --run a bot in it."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import shlex
import signal
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from playground.app import Playground, start
from playground.gateway.intents import NAMES, PRIVILEGED, read_names
from playground.page.program import Program, watch
from playground.page.replaying import Replay, open_replay
from playground.people.defaults import BOT_NAME
from playground.recording.comparison import compare
from playground.recording.form import RecordingError, read_all

DEFAULT_PORT = 8777
PORTS_TO_TRY = 20
Signals = asyncio.Queue[signal.Signals]
Opening = Callable[..., Awaitable[Playground | Replay]]


def parse(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line; print help or an error and exit where argparse does."""
    parser = argparse.ArgumentParser(
        prog="python -m playground",
        description="A Discord of your own on 127.0.0.1, for trying out bots. Open its address in a browser.",
        epilog="“python -m playground diff A B” compares two recordings.",
    )
    add = parser.add_argument
    add(
        "--run",
        metavar="COMMAND",
        help="start your bot with this command; its token and the addresses are in the environment",
    )
    add(
        "--watch",
        type=Path,
        nargs="?",
        const=Path(),
        metavar="FOLDER",
        help="start the bot again when code in this folder changes (default: the current one)",
    )
    add("--bot-name", default=BOT_NAME, metavar="NAME", help=f"what your bot is called (default: {BOT_NAME})")
    add("--port", type=int, help=f"the port (default: {DEFAULT_PORT}, or the next free one)")
    add("--record", type=Path, metavar="FILE", help="save the session and all traffic to FILE as it happens")
    add("--replay", type=Path, metavar="FILE", help="watch a recorded session instead, step by step")
    add(
        "--no-rate-limits",
        dest="rate_limits",
        action="store_false",
        help="let the bot make as many requests as it likes",
    )
    add("--guests", type=int, default=0, metavar="NUMBER", help="add this many people to the server")
    add("--servers", type=int, default=1, metavar="NUMBER", help="how many servers there are (default: 1)")
    add(
        "--intents",
        type=parse_intents,
        default=0,
        metavar="NAMES",
        help=f"grant the bot these privileged intents: {','.join(NAMES)}, or only some of them",
    )
    add(
        "--privileged-intents",
        action="store_const",
        const=PRIVILEGED,
        dest="intents",
        help="grant the bot all privileged intents",
    )
    add("--token", help="the bot's token, for a bot that can't be told one (default: drawn at each start)")
    return parser.parse_args(arguments)


def parse_intents(names: str) -> int:
    """Return the bits of privileged intents; raise ArgumentTypeError for an unknown name."""
    try:
        return read_names(names)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def what_to_open(arguments: argparse.Namespace) -> Opening:
    """Return the function that opens what the options ask for on a port: a recording or the playground."""
    if arguments.replay is not None:
        return partial(open_replay, arguments.replay)
    return partial(
        start,
        record=arguments.record,
        rate_limits=arguments.rate_limits,
        guests=arguments.guests,
        servers=arguments.servers,
        bot_name=arguments.bot_name,
        token=arguments.token,
        intents=arguments.intents,
        owned=True,
        # A session with many guests is too long to be worth saving from the page.
        remember=not arguments.guests,
    )


async def open_at(port: int | None, opening: Opening) -> Playground | Replay:
    """Open the recording or playground on `port`, or on the default port or the next free one.

    Raises:
        OSError: If `port` is given and taken.
        RecordingError: If a recording can't be shown or written.
    """
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
    """Serve until a signal arrives, and return the exit status."""
    try:
        playground = await open_at(arguments.port, what_to_open(arguments))
    except RecordingError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(
            f"Port {arguments.port} can't be used ({error.strerror}). Choose another with --port.",
            file=sys.stderr,
        )
        return 1
    signals = hear_signals()
    what = "playground" if isinstance(playground, Playground) else "recording"
    print(f"The {what} is open at {playground.cdn}/", flush=True)
    try:
        if isinstance(playground, Playground) and arguments.run is not None:
            return await run(playground, arguments, signals)
        if isinstance(playground, Playground):
            print(*list_variables(playground), sep="\n", flush=True)
        await signals.get()
        return 0
    finally:
        await playground.close()


def list_variables(playground: Playground) -> list[str]:
    """Return the lines that say with which environment a bot finds the playground."""
    variables = (f"{name}={value}" for name, value in playground.environment().items())
    return ["To log in, a bot needs this environment:", *variables]


def hear_signals() -> Signals:
    """Return a queue that receives SIGINT and SIGTERM from now on, instead of their ending the process."""
    signals: Signals = asyncio.Queue()
    loop = asyncio.get_running_loop()
    for ending in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(ending, signals.put_nowait, ending)
        except NotImplementedError:  # Windows has no such handlers.
            signal.signal(ending, partial(_hear, loop, signals))
    return signals


def _hear(loop: asyncio.AbstractEventLoop, signals: Signals, number: int, frame: object) -> None:
    loop.call_soon_threadsafe(signals.put_nowait, signal.Signals(number))


def split_command(command: str, windows: bool = os.name == "nt") -> list[str]:
    """Return the program and the arguments of a command; on Windows a backslash is part of a path."""
    parts = shlex.split(command, posix=not windows)
    return [part.strip('"') for part in parts] if windows else parts


async def run(playground: Playground, arguments: argparse.Namespace, signals: Signals) -> int:
    """Run the bot's command until a signal ends it; return its status, or 1 if it can't be started.

    When the bot ends by itself, the playground stays. As in a shell, a bot ended by a signal gives 128 plus
    its number.
    """
    program = Program(playground.world, split_command(arguments.run), playground.environment())
    playground.control.program = program
    try:
        await program.start()
    except OSError as error:
        print(f"The command of --run can't be started: {error.strerror}.", file=sys.stderr)
        return 1
    watching = asyncio.create_task(watch(arguments.watch, program)) if arguments.watch else None
    try:
        return await program.finish(signals)
    finally:
        if watching is not None:
            watching.cancel()


def diff(arguments: list[str]) -> int:
    """Print the first differences of two recordings; return 0 without any, 1 with some, 2 if unreadable."""
    parser = argparse.ArgumentParser(
        prog="python -m playground diff",
        description="Compare two recordings, without ids, tokens, and times; the status is 1 if they differ.",
    )
    for name in ("a", "b"):
        parser.add_argument(name, type=Path, metavar=name.upper(), help="a recording")
    files = parser.parse_args(arguments)
    try:
        found = compare(read_all(files.a), read_all(files.b))
    except RecordingError as error:
        print(error, file=sys.stderr)
        return 2
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


def main(arguments: list[str]) -> int:
    """Serve or compare as the command line says, and return the exit status."""
    if arguments[:1] == ["diff"]:
        return diff(arguments[1:])
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    return asyncio.run(serve(parse(arguments)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
