"""`slowplay ratings [--write]`: compute all ratings again from the matches, and compare or replace them.

The bot must not run meanwhile: one file has one host."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence

from bot.operations.backups.restoring import before_update
from bot.play.ratings.ratings import compute_again
from bot.runtime.settings import SettingsError, read_settings
from slowplay.terminal import Row, Table, add_json, show, tracked
from storage.engine.database import Database
from storage.engine.errors import AlreadyHosted, StorageError
from storage.engine.handle import Writer
from storage.engine.opening import open_database
from storage.tables import ratings
from storage.tables.ply import ENDINGS
from storage.tables.ratings import Rating

_TOLD = "Recompute all ratings from the matches, and print those that differ. Stop the bot first."


class _NotKept(Exception):
    """Takes back what a comparison has computed."""


async def compared(database: Database, *, write: bool) -> list[Row]:
    """A row for each rating that differs from what the matches give; with `write` they are replaced."""
    differing = list[Row]()
    try:
        async with database.write(ENDINGS) as w:
            differing = await _computed(w)
            if not write:
                raise _NotKept
    except _NotKept:
        pass
    return differing


async def _computed(w: Writer) -> list[Row]:
    before = await ratings.all_of_them(w)
    await compute_again(w, lambda rated: tracked(rated, "Matches", len(rated)))
    after = await ratings.all_of_them(w)
    known = {_key(rating): rating for rating in before}
    made = {_key(rating): rating for rating in after}
    keys = sorted({*known, *made})
    return [_row(key, known.get(key), made.get(key)) for key in keys if known.get(key) != made.get(key)]


def _key(rating: Rating) -> tuple[str, str, str]:
    return rating.game, rating.pool, rating.holder


def _row(key: tuple[str, str, str], before: Rating | None, after: Rating | None) -> Row:
    game, pool, holder = key
    kept, made = _figures("kept", before), _figures("computed", after)
    return {"game": game, "pool": pool, "holder": holder, **kept, **made}


def _figures(which: str, rating: Rating | None) -> Row:
    """A rating and its deviation; nothing where there is none."""
    return {
        which: None if rating is None else rating.rating,
        f"{which}_deviation": None if rating is None else rating.deviation,
    }


async def run(*, write: bool, as_json: bool = False) -> int:
    """The exit status: 1 when something differed and was not replaced."""
    settings = read_settings()
    where = settings.slowplay_database
    before = before_update(where, settings.slowplay_backups)
    async with await open_database(where, before=before) as database:
        if len(await database.alive()) > 1:
            # No match could end as long as this takes.
            raise AlreadyHosted("A bot is using this database: stop it first.")
        differing = await compared(database, write=write)
    done = "replaced" if write else "found"
    show([Table("differences", f"Differences {done}: {len(differing)}.", differing)], as_json=as_json)
    return 1 if differing and not write else 0


def main(arguments: Sequence[str]) -> int:
    """Run with the command line's choice; return the exit status."""
    parser = argparse.ArgumentParser(prog="slowplay ratings", description=_TOLD)
    parser.add_argument("--write", action="store_true", help="replace the ratings that differ")
    add_json(parser)
    parsed = parser.parse_args(arguments)
    try:
        return asyncio.run(run(write=parsed.write, as_json=parsed.json))
    except (SettingsError, StorageError) as error:
        print(error, file=sys.stderr)
        return 2
