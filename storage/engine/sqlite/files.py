"""The files of a database: private to their owner, and each with a single name."""

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from storage.engine.errors import AlreadyHosted, UnusableDatabase, explain
from storage.engine.sqlite.file_lock import is_hosted

log = logging.getLogger(__name__)

OURS_ALONE, OUR_FOLDER = 0o600, 0o700
_OTHERS = 0o077
_COMPANIONS = ("", "-wal", "-shm", "-journal", ".host", ".host-journal")


def place(path: Path) -> Path:
    """Return the resolved path of a database file, so that two names share one lock; create its folder.

    Raise UnusableDatabase or UnwritableDatabase if no file can be there.
    """
    try:
        make_folder(path.parent)
        found = path.resolve()
        refuse_other_kinds(path, found)
    except OSError as error:
        raise explain(error, path) from error
    return found


def refuse_other_kinds(path: Path, found: Path) -> None:
    """Raise UnusableDatabase if the resolved path `found` exists and isn't an ordinary file."""
    if found.is_dir():
        raise UnusableDatabase(f"{path} is a folder: name a file in it, such as {path / 'slowplay.db'}.")
    if found.exists() and not found.is_file():
        raise UnusableDatabase(f"{path} isn't an ordinary file: choose another one.")


def make_folder(folder: Path) -> None:
    """Create a folder that only its owner can enter, unless it exists."""
    if not folder.exists():
        folder.mkdir(parents=True)
        folder.chmod(OUR_FOLDER)


def make_private(file: Path) -> None:
    """Create an empty file that only its owner can read and write, whatever the umask, unless it exists.

    An existing file isn't opened: closing it would free SQLite's locks on it.
    """
    try:
        descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, OURS_ALONE)
    except FileExistsError:
        return
    try:
        os.fchmod(descriptor, OURS_ALONE)
    finally:
        os.close(descriptor)


def tighten_all(path: Path) -> None:
    """Remove other users' permissions on a database and its companion files.

    Companions that SQLite creates later get the permissions of the file.
    """
    for file in path.parent.iterdir():
        if _belongs(file.name, path.name):
            _tighten(file)


def refuse_other_names(path: Path) -> None:
    """Raise AlreadyHosted or UnusableDatabase for a file with a second name (a hard link).

    SQLite keeps recent changes in companions beside each name, so two names would corrupt the file.
    """
    here = path.stat()
    if here.st_nlink == 1:
        return
    others = sorted(other.name for other in _names_of(here, path.parent) if other != path)
    for other in others:
        if is_hosted(path.with_name(other)):
            raise AlreadyHosted(
                f"Another program is already using {path.name} under its other name, {other}: stop that one."
            )
    where = f": {', '.join(others)}" if others else ", in another folder"
    raise UnusableDatabase(
        f"{path.name} also has another name (a hard link){where}. SQLite loses data when one file has two "
        "names: keep one, and delete the other or replace it with a copy."
    )


def _names_of(file: os.stat_result, folder: Path) -> Iterator[Path]:
    for other in folder.iterdir():
        found = other.lstat()
        if (found.st_dev, found.st_ino) == (file.st_dev, file.st_ino):
            yield other


def _belongs(name: str, database: str) -> bool:
    rest = name.removeprefix(database)
    return name.startswith(database) and (rest in _COMPANIONS or rest.startswith(".before-"))


def _tighten(file: Path) -> None:
    mode = stat.S_IMODE(file.stat().st_mode)
    if not mode & _OTHERS:
        return
    try:
        file.chmod(mode & ~_OTHERS)
    except OSError as error:
        log.warning("others can read %s, and that can't be changed (%s)", file.name, error.strerror)
