"""`slowplay ratings [--write]`: recompute all ratings and compare or replace them, while no bot runs."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence

from bot.operations.backups.restoring import before_update
from bot.play.ratings.ratings import compute_again
from bot.runtime.settings import SettingsError, read_settings
from slowplay.terminal import Row, Table, add_json, show, track
from storage.engine.database import Database
from storage.engine.errors import AlreadyHosted, StorageError
from storage.engine.handle import Writer
from storage.engine.opening import open_database
from storage.tables import ratings
from storage.tables.ply import ENDINGS
from storage.tables.ratings import Rating

_TOLD = "Recompute all ratings from the matches, and print those that differ. Stop the bot first."


class _NotKept(Exception):
    """Raised to roll back the transaction of a comparison."""


async def compare_ratings(database: Database, *, write: bool) -> list[Row]:
    """Return a row for each rating that differs from the recomputed one; `write` replaces them."""
    differing = list[Row]()
    try:
        async with database.write(ENDINGS) as w:
            differing = await _recompute(w)
            if not write:
                raise _NotKept
    except _NotKept:
        pass
    return differing


async def _recompute(w: Writer) -> list[Row]:
    before = await ratings.all_of_them(w)
    await compute_again(w, lambda rated: track(rated, "Matches", len(rated)))
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
    """Return the columns of a rating and its deviation, with None if there's no rating."""
    return {
        which: None if rating is None else rating.rating,
        f"{which}_deviation": None if rating is None else rating.deviation,
    }


async def run(*, write: bool, as_json: bool = False) -> int:
    """Run the command; return the exit status, 1 if ratings differ and weren't replaced."""
    settings = read_settings()
    where = settings.slowplay_database
    before = before_update(where, settings.slowplay_backups)
    async with await open_database(where, before=before) as database:
        if len(await database.alive()) > 1:
            # The transaction would keep every match from ending while it lasts.
            raise AlreadyHosted("A bot is using this database: stop it first.")
        differing = await compare_ratings(database, write=write)
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
