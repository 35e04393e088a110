"""Verification of a database: each match is played again from its record."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bot.core.match_state import MatchState, apply_actions, opening
from bot.play.records import verifying
from games import GAMES
from games.core.game import MatchReason
from storage.engine.copying import Advance, ignore_progress
from storage.engine.errors import CopyDiffers
from storage.engine.handle import Reader
from storage.engine.schema import newest_version
from storage.engine.sqlite.copying import asking, check_whole, explaining, reading, snapshot
from storage.engine.sqlite.migrator import migrate
from storage.rows import Match
from storage.tables import matches

_ACTS = frozenset(reason.value for reason in MatchReason)
_UNEVEN = """SELECT m.id FROM matches AS m LEFT JOIN actions AS a ON a.match_id = m.id
GROUP BY m.id, m.length HAVING m.length <> COUNT(a.number) OR m.length <> COALESCE(MAX(a.number), 0)
ORDER BY m.id"""


class Replayed(NamedTuple):
    """The numbers of all matches and of those played again, and a line per faulty match."""

    matches: int
    replayed: int
    faults: tuple[str, ...]


async def replay_matches(
    r: Reader, most: int | None, rng: random.Random, advance: Advance = ignore_progress
) -> Replayed:
    """Check the number of actions of all matches, and play some of them again.

    `most` limits how many: the newest half of that number and a random sample; None means all.
    """
    ids = [row["id"] for row in await r.fetch("SELECT id FROM matches ORDER BY created_at DESC, id", {})]
    uneven = [row["id"] for row in await r.fetch(_UNEVEN, {})]
    faults = [f"{match_id}: its actions aren't as many as its length says" for match_id in uneven]
    chosen = ids if most is None or most >= len(ids) else _sample(ids, most, rng)
    async for fault in _faults(r, (match_id for match_id in chosen if match_id not in uneven), advance):
        faults.append(fault)
    return Replayed(len(ids), len(chosen), tuple(faults))


def _sample(ids: list[str], most: int, rng: random.Random) -> list[str]:
    newest = most // 2
    return ids[:newest] + rng.sample(ids[newest:], most - newest)


async def _faults(r: Reader, ids: Iterable[str], advance: Advance) -> AsyncIterator[str]:
    for match_id in ids:
        fault = await _fault_of(r, match_id)
        if fault:
            yield f"{match_id}: {fault}"
        advance(1)


async def _fault_of(r: Reader, match_id: str) -> str:
    match = await matches.get(r, match_id)
    if match is None:
        return "it has no seats"
    if match.game not in GAMES:
        return f"there's no game “{match.game}” here; set SLOWPLAY_GAMES as for the bot"
    first = await matches.get(r, match.previous_leg) if match.previous_leg else None
    try:
        state = apply_actions(opening(match), await matches.actions(r, match_id))
    except Exception as error:
        # An invalid record can make a game raise anything.
        return f"its record can't be played ({type(error).__name__})"
    return _wrong_end(state) or _wrong_record(state, first)


def _wrong_end(state: MatchState) -> str:
    """Return how the match's stored end differs from the rules, or an empty text."""
    match, result = state.match, state.result
    if result is None:
        by_the_rules = match.reason is not None and match.reason not in _ACTS
        return "it has ended, but its record hasn't" if by_the_rules else ""
    if (match.winner, match.reason) != (result.winner, result.reason.value):
        return "its end isn't the one of its record"
    return ""


def _wrong_record(state: MatchState, first: Match | None) -> str:
    """Return the checks that fail in the public verification of the match's record."""
    if not state.is_open_to_all:
        return ""
    report = verifying.of_match(state, first)
    return "; ".join(check.subject.lower() for check in report.checks if check.fine is False)


SAMPLE = 200
"""Number of matches in a backup that are played again by default."""


class Verification(NamedTuple):
    """A verified file: its version, its matches and rows, and the number of matches played again."""

    version: int
    matches: int
    rows: int
    replayed: int


async def verify(
    file: Path,
    counts: Mapping[str, int] | None = None,
    most: int | None = SAMPLE,
    rng: random.Random | None = None,
    advance: Advance = ignore_progress,
) -> Verification:
    """Read everything in a file, and play up to `most` of its matches again (None for all).

    Raises:
        DamagedDatabase: If the file is damaged.
        CopyDiffers: If its rows by table differ from `counts`, or a match can't have happened.
    """
    found = check_whole(file)
    if counts is not None and dict(counts) != found:
        differing = ", ".join(sorted(name for name in counts if counts[name] != found.get(name)))
        raise CopyDiffers(f"{file.name} doesn't have all rows of {differing}: make another one.")
    with reading(file) as source:
        version = source.version
    with of_this_version(file, version) as readable, asking(readable) as r:
        again = await replay_matches(r, most, rng or random.Random(), advance)
    if again.faults:
        more = f" and {len(again.faults) - 1} more" if len(again.faults) > 1 else ""
        raise CopyDiffers(f"{file.name} has a match that can't have happened ({again.faults[0]}{more}).")
    return Verification(version, again.matches, sum(found.values()), again.replayed)


@contextmanager
def of_this_version(file: Path, version: int) -> Iterator[Path]:
    """Provide the file, or a temporary copy migrated to this program's version."""
    if version == newest_version():
        yield file
        return
    with explaining(file), TemporaryDirectory(dir=file.parent, prefix=".verifying-") as folder:
        copy = Path(folder) / file.name
        snapshot(file, copy)
        migrate(copy)
        yield copy
