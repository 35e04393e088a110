"""The files of a database: nobody else may read them, and each has one name."""

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from storage.engine.errors import AlreadyHosted, UnusableDatabase, explained
from storage.engine.sqlite.file_lock import is_hosted

log = logging.getLogger(__name__)

OURS_ALONE, OUR_FOLDER = 0o600, 0o700
_OTHERS = 0o077
_COMPANIONS = ("", "-wal", "-shm", "-journal", ".host", ".host-journal")


def place(path: Path) -> Path:
    """The file itself, its folder made: two names of one file must not have two hosts.

    Raises UnusableDatabase and UnwritableDatabase where no file can be.
    """
    try:
        make_folder(path.parent)
        found = path.resolve()
        refuse_other_kinds(path, found)
    except OSError as error:
        raise explained(error, path) from error
    return found


def refuse_other_kinds(path: Path, found: Path) -> None:
    """Raise UnusableDatabase where what a path leads to is there and no file."""
    if found.is_dir():
        raise UnusableDatabase(f"{path} is a folder: name a file in it, such as {path / 'slowplay.db'}.")
    if found.exists() and not found.is_file():
        raise UnusableDatabase(f"{path} isn't an ordinary file: choose another one.")


def make_folder(folder: Path) -> None:
    """A folder that only its owner enters, if there is none."""
    if not folder.exists():
        folder.mkdir(parents=True)
        folder.chmod(OUR_FOLDER)


def make_private(file: Path) -> None:
    """Make an empty file that only its owner reads and writes, if there is none, whatever the umask.

    A file that is there is not opened: closing it would free the locks that SQLite holds on it.
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
    """Take everybody else's rights to a database of ours and to what belongs to it away.

    SQLite gives companions that it makes the rights of the file.
    """
    for file in path.parent.iterdir():
        if _belongs(file.name, path.name):
            _tighten(file)


def refuse_other_names(path: Path) -> None:
    """Raise AlreadyHosted or UnusableDatabase for a file with a second name (a hard link).

    SQLite keeps what is not in the file yet in companions beside each name, so two names would tear it.
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
