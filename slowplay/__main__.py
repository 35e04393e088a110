"""The command line `slowplay COMMAND`, or `python -m slowplay COMMAND`, which runs a command's program.

Each program is imported only when it runs, so that help and mistakes are answered at once.
"""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

PROGRAM = "slowplay"
HELP_FLAGS = ("-h", "--help")


class Command(NamedTuple):
    """A command: `run` takes the arguments after its name and returns the exit status; `told` is its help."""

    run: Callable[[list[str]], int]
    told: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the first argument names; return its exit status, 2 for an unknown command."""
    try:
        try:
            return _run(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # The output's reader, such as “head”, has closed the pipe; keep Python from flushing to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE


def _run(arguments: Sequence[str] | None) -> int:
    name, *rest = (sys.argv[1:] if arguments is None else arguments) or [""]
    if name in HELP_FLAGS:
        print(help_text())
        return 0
    if name not in COMMANDS:
        print(_unknown(name), file=sys.stderr)
        return 2
    try:
        return COMMANDS[name].run(rest)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def help_text() -> str:
    """Return the text of `slowplay --help`: one screen of 24 lines of 80 characters."""
    commands = "\n".join(f"  {name:<10}{command.told}" for name, command in COMMANDS.items())
    return (
        f"usage: {PROGRAM} COMMAND [OPTIONS]\n\n"
        "A Discord bot for slow two-player board games with secrets, and its tools.\n\n"
        f"{commands}\n\n"
        f"“{PROGRAM} COMMAND --help” explains one command. Settings come from .env in the\n"
        "current folder; the bot keeps its matches there, in data/slowplay.db."
    )


def _unknown(name: str) -> str:
    if not name:
        return f"Which command? Try “{PROGRAM} play”, or “{PROGRAM} --help” for all of them."
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, n=1)
    guess = f"Did you mean “{near[0]}”? " if near else ""
    return f"There's no command “{name}”. {guess}“{PROGRAM} --help” lists them all."


def _play(arguments: list[str]) -> int:
    """Run the playground with the bot in it; its matches are gone when it ends."""
    parser = _parser("play", "A small Discord of your own, with the bot in it. It starts fresh each time.")
    _add_port(parser)
    parser.add_argument(
        "--record", metavar="FILE", help="save the session to FILE, for “slowplay replay FILE”"
    )
    parser.add_argument("--game", metavar="NAME", help="add a game, such as examples.tictactoe.TicTacToe")
    parsed = parser.parse_args(arguments)
    from tempfile import TemporaryDirectory

    from playground.__main__ import main as playground

    if parsed.game is not None:
        os.environ["SLOWPLAY_GAMES"] = parsed.game
    with TemporaryDirectory(prefix="slowplay-") as folder:
        os.environ["SLOWPLAY_DATABASE"] = str(Path(folder) / "slowplay.db")
        record = [] if parsed.record is None else ["--record", parsed.record]
        return playground([*_port(parsed), *record, "--bot-name", "Slowplay", "--run", bot_command()])


def bot_command() -> str:
    """Return the command line that starts the bot with this interpreter."""
    return shlex.join([sys.executable, *([] if _is_in_the_checkout() else ["-P"]), "-m", PROGRAM, "serve"])


def _is_in_the_checkout() -> bool:
    """Return whether the current folder is the one that holds our packages.

    In any other folder, `slowplay` or `bot` may be an unrelated package, and Python must not look there.
    """
    return Path.cwd() == Path(__file__).resolve().parents[1]


def _serve(arguments: list[str]) -> int:
    _parser("serve", "Run the bot on Discord with the settings in .env. Ctrl+C stops it.").parse_args(
        arguments
    )
    _exit_on_sigterm()
    from bot.program import main as bot

    return bot()


def _exit_on_sigterm() -> None:
    """Exit normally on SIGTERM while the bot is imported; nothing has to be closed yet."""
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))


def _doctor(arguments: list[str]) -> int:
    from bot.doctor.command import main as doctor

    return doctor(arguments)


def _health(arguments: list[str]) -> int:
    from bot.operations.health.command import main as health

    return health(arguments)


def _replay(arguments: list[str]) -> int:
    parser = _parser("replay", "Show a recorded playground session step by step, in your browser.")
    _add_port(parser)
    parser.add_argument("file", metavar="FILE", help="a recording that the playground saved")
    parsed = parser.parse_args(arguments)
    from playground.__main__ import main as playground

    return playground([*_port(parsed), "--replay", parsed.file])


def _games(name: str) -> Callable[[list[str]], int]:
    def run(arguments: list[str]) -> int:
        from games.__main__ import main as games

        return games([name, *arguments], PROGRAM)

    return run


def _ratings(arguments: list[str]) -> int:
    from bot.operations.ratings.command import main as ratings

    return ratings(arguments)


def _backups(name: str) -> Callable[[list[str]], int]:
    def run(arguments: list[str]) -> int:
        from bot.operations.backups.command import main as backups

        return backups([name, *arguments])

    return run


def _crowd(arguments: list[str]) -> int:
    from bench.crowd.command import main as crowd

    if not _is_in_the_checkout():
        os.environ["PYTHONSAFEPATH"] = "1"
    return crowd(arguments, f"{PROGRAM} crowd")


def _parser(name: str, description: str) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(prog=f"{PROGRAM} {name}", description=description)


def _add_port(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, help="the port of the page (default: 8777, or the next free one)")


def _port(parsed: argparse.Namespace) -> list[str]:
    return [] if parsed.port is None else ["--port", str(parsed.port)]


COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "play": Command(_play, "try it: a small Discord of your own, in your browser"),
        "serve": Command(_serve, "run the bot on Discord, with the settings in .env"),
        "doctor": Command(_doctor, "find out what keeps the bot from working, and what to do"),
        "health": Command(_health, "ask the running bot whether it's alive, or ready"),
        "backup": Command(_backups("backup"), "copy the matches while the bot runs, and verify the copy"),
        "restore": Command(_backups("restore"), "put a backup in the place of the database"),
        "copy": Command(_backups("copy"), "move all matches to another database"),
        "verify": Command(_games("verify"), "check that the record of a match is genuine"),
        "selfplay": Command(_games("selfplay"), "let the bot's levels play each other"),
        "perft": Command(_games("perft"), "count the move sequences of a game, to test an engine"),
        "ratings": Command(_ratings, "recompute all ratings from the matches"),
        "crowd": Command(_crowd, "let hundreds of robots play, and measure it"),
        "replay": Command(_replay, "watch a recorded playground session again"),
    }
)


if __name__ == "__main__":
    raise SystemExit(main())
