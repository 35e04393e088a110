"""The folder of backups: their names, which of them stay, and when the last one was verified."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

from bot.operations.health.checks import FILE
from storage.engine.sqlite.copying import put_in_place
from storage.engine.sqlite.files import make_private

_NAME = re.compile(r"slowplay-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db")


def name_at(now: float) -> str:
    """What a backup of a moment is called; in order, the newest is the last one."""
    return f"slowplay-{stamp(now)}.db"


def stamp(now: float) -> str:
    """A moment as part of a file's name."""
    return f"{datetime.fromtimestamp(now, UTC):%Y-%m-%dT%H-%M-%SZ}"


def backups(folder: Path) -> list[Path]:
    """All backups in a folder, the newest first; each of them was verified before it got its name."""
    return sorted((path for path in folder.iterdir() if _NAME.fullmatch(path.name)), reverse=True)


def forget_old(folder: Path, keep: int) -> list[Path]:
    """Delete all but the newest ones; those that were deleted."""
    old = backups(folder)[keep:]
    for path in old:
        path.unlink()
    return old


def note_verified(folder: Path, name: str, now: float) -> None:
    """Write down which backup was verified last, and when."""
    path = folder / FILE
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.unlink(missing_ok=True)
    make_private(unfinished)
    unfinished.write_text(json.dumps({"at": int(now), "file": name}) + "\n", encoding="utf-8")
    put_in_place(unfinished, path)
