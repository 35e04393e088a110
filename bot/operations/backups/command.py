"""`slowplay backup`, `restore FILE`, and `copy FROM TO`: the operator's commands for the data."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from bot.operations.backups.replaying import SAMPLE
from bot.operations.backups.restoring import back_up, move, restore
from bot.operations.health.checks import folder_of
from bot.runtime.settings import Settings, SettingsError, read_all_but_token
from slowplay.terminal import Row, Table, add_json, progress, show
from storage.engine.errors import NotEmpty, StorageError

_PLACE = "the path of a SQLite file, or postgresql://…"
_TOLD = {
    "backup": "Copy the matches to a file while the bot runs, and verify it by playing some of them again.",
    "restore": "Make the bot's database what it was when a backup was made. Stop the bot first.",
    "copy": "Copy all matches to a new database of either kind, and verify it by playing all of them again. "
    "Stop the bot first.",
}
Run = Callable[[argparse.Namespace, Settings], Awaitable[Table]]


async def _backup(chosen: argparse.Namespace, settings: Settings) -> Table:
    folder, keep = chosen.to or _folder(settings), chosen.keep or settings.slowplay_keep_backups
    most = None if chosen.all else SAMPLE
    with progress("Playing matches again") as advance:
        made = await back_up(str(settings.slowplay_database), folder, keep, time.time(), most, advance)
    row: Row = {
        "file": str(made.file),
        "bytes": made.file.stat().st_size,
        **made.verification._asdict(),
        "deleted": ", ".join(path.name for path in made.deleted),
    }
    return Table("backup", "The backup was made and verified.", [row])


def _folder(settings: Settings) -> Path:
    folder = folder_of(str(settings.slowplay_database), settings.slowplay_backups)
    if folder is None:
        raise SettingsError("There's no folder for backups: set SLOWPLAY_BACKUPS, or name one with --to.")
    return folder


async def _restore(chosen: argparse.Namespace, settings: Settings) -> Table:
    where, most = chosen.to or str(settings.slowplay_database), None if chosen.all else SAMPLE
    with progress("Playing matches again") as advance:
        done = await restore(
            chosen.file,
            where,
            folder_of(str(where), settings.slowplay_backups) or chosen.file.parent,
            time.time(),
            replace=chosen.replace,
            most=most,
            advance=advance,
        )
    row: Row = {
        "file": str(chosen.file),
        **done.verification._asdict(),
        "before": str(done.old) if done.old else None,
    }
    kept = f" What was there before is kept as {done.old}." if done.old else ""
    return Table("restored", f"The backup was restored; start the bot.{kept}", [row])


async def _copy(chosen: argparse.Namespace, settings: Settings) -> Table:
    moved = await move(chosen.source, chosen.target, progress)
    rows: list[Row] = [{"table": name, **sum._asdict()} for name, sum in moved.tables.items()]
    title = f"Everything is copied, and all {moved.matches.replayed} matches were played again."
    return Table("tables", title, rows)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="slowplay")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    made = {name: commands.add_parser(name, description=told, help=told) for name, told in _TOLD.items()}
    made["backup"].add_argument(
        "--to", type=Path, metavar="FOLDER", help="default: SLOWPLAY_BACKUPS, or beside the database"
    )
    made["backup"].add_argument(
        "--keep", type=_number, metavar="N", help="keep the newest N (default: SLOWPLAY_KEEP_BACKUPS)"
    )
    made["restore"].add_argument("file", type=Path, metavar="FILE", help="a backup")
    made["restore"].add_argument("--to", metavar="DATABASE", help=f"{_PLACE} (default: SLOWPLAY_DATABASE)")
    made["restore"].add_argument(
        "--replace", action="store_true", help="keep what's there under another name, and take its place"
    )
    for name in ("backup", "restore"):
        made[name].add_argument(
            "--all", action="store_true", help=f"play all matches again, not a sample of {SAMPLE}"
        )
    made["copy"].add_argument("source", metavar="FROM", help=_PLACE)
    made["copy"].add_argument("target", metavar="TO", help=f"{_PLACE}; it must be empty")
    for command in made.values():
        add_json(command)
    return parser


def _number(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("it must be a whole number above 0")
    return int(text)


_RUNS: dict[str, Run] = {"backup": _backup, "restore": _restore, "copy": _copy}


def main(arguments: Sequence[str]) -> int:
    """Run with the command line's choice; return the exit status, 2 if it couldn't be done."""
    chosen = _parser().parse_args(arguments)
    try:
        table = asyncio.run(_run(_RUNS[chosen.command], chosen))
    except (SettingsError, StorageError) as error:
        is_in_the_way = chosen.command == "restore" and isinstance(error, NotEmpty)
        hint = " Or add --replace, which keeps it under another name." if is_in_the_way else ""
        print(f"{error}{hint}", file=sys.stderr)
        return 2
    show([table], as_json=chosen.json)
    return 0


async def _run(run: Run, chosen: argparse.Namespace) -> Table:
    return await run(chosen, read_all_but_token())
