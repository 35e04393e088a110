"""A contest as files: a report for a Swiss, tables, and the records of its matches."""

from __future__ import annotations

import asyncio
import csv
import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import structs

from bot.core import match_record
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.matchmaking.contests.formats import trf
from bot.matchmaking.contests.formats.advance import sort_by_seed
from bot.matchmaking.contests.formats.teams import is_on_a_board
from bot.matchmaking.contests.log import dice
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.reading.standings import standings
from storage.engine.handle import Reader
from storage.tables import contest_matches, contests, people
from storage.tables.contests import ContestRow

_PEOPLE = ("person", "out", "first", "second")


def find_shown_names(contest: Contest, names: Mapping[int, str], team: int | None) -> Mapping[int, str]:
    """Return the names shown for the other team's people: empty off the boards; {} if no name is hidden."""
    if team is None:
        return {}
    others = (entrant.person for entrant in contest.entrants.values() if entrant.team != team)
    return {person: names.get(person, "") if is_on_a_board(contest, person) else "" for person in others}


def redact_lines(log: Iterable[str], others: Mapping[int, str], team: int | None) -> Iterable[str]:
    """Return the log as one team's organizer may have it; all of it if `team` is None.

    The other team's people are names without ratings, and its server, organizers and their invitations are
    left out.
    """
    if team is None:
        return log
    events = (event for event in map(msgspec.json.decode, log) if not _is_their_invitation(event, team))
    return [msgspec.json.encode(_line(event, others, team)).decode() for event in events]


def _is_their_invitation(event: dict[str, Any], team: int) -> bool:
    return bool(event["type"] == "invited" and event.get("side", team) != team)


def _line(event: dict[str, Any], others: Mapping[int, str], team: int) -> dict[str, Any]:
    about = {event[key] for key in _PEOPLE if key in event}
    made = {key: others.get(value, value) if key in _PEOPLE else value for key, value in event.items()}
    if about & others.keys():
        made.pop("rating", None)
    if "order" in made:
        made["order"] = [others.get(person, person) for person in made["order"]]
    hidden = {"by", "guild"} if made.get("side", team) != team else set()
    return {key: value for key, value in made.items() if key not in hidden}


_CALCULATED = ("=", "+", "-", "@", "\t", "\r")
"""The characters with which a spreadsheet takes a cell for a formula."""
_NAME_BYTES = 256


class Archive(msgspec.Struct, frozen=True):
    """The bytes of a zip, and how many records had no room in it."""

    data: bytes
    missing: int


async def archive(
    app: AppContext, row: ContestRow, contest: Contest, most_bytes: int, team: int | None = None
) -> Archive:
    """Return a zip of at most `most_bytes` bytes: the tables first, then as many records as fit.

    Of a match that continues, it holds only what everyone knows. `team` is that of the organizer of a team
    match who gets it.
    """
    async with app.database.read(long=True) as r:
        names = await _names(r, contest)
        lines = await contests.events(r, row.id)
        told = await dice.format_dice(r, row, contest)
    others = find_shown_names(contest, names, team)
    lines, names = list(redact_lines(lines, others, team)), {**names, **others}
    files = {
        "standings.csv": _csv(_standings(contest, names, others)),
        "pairings.csv": _csv(_pairings(contest, names)),
        "log.jsonl": "".join(f"{line}\n" for line in lines),
        "dice.txt": f"{told}\n",
    }
    if contest.terms.kind == "swiss":
        played = reportable(contest)
        places = {standing.person: standing.place for standing in standings(played)}
        files["report.trf"] = trf.report(played, names, places)
    made, missing = _Zip(app.now(), most_bytes), 0
    for name, text in files.items():
        made.add(name, text)
    for match_id in await _legs(app, contest):
        found = await _record(app, match_id)
        missing += found is not None and not made.add(*found)
    return Archive(made.close(), missing)


def reportable(contest: Contest) -> Contest:
    """Return the contest without the round that's being played: the format has no unfinished matches.

    Before it begins, entrants have the seeds that they would have now.
    """
    before = min((pairing.round for pairing in contest.open), default=contest.round + 1)
    kept = structs.replace(
        contest,
        pairings=tuple(pairing for pairing in contest.pairings if pairing.round < before),
        byes=tuple(bye for bye in contest.byes if bye.round < before),
    )
    if contest.begun_at is not None:
        return kept
    order = enumerate(sort_by_seed(contest.there), 1)
    return structs.replace(
        kept, entrants={entrant.person: structs.replace(entrant, seed=seed) for seed, entrant in order}
    )


async def _names(r: Reader, contest: Contest) -> Mapping[int, str]:
    found = [await people.get(r, person) for person in contest.entrants]
    return {row.id: row.name for row in found if row is not None}


async def _legs(app: AppContext, contest: Contest) -> Sequence[str]:
    """Return the ids of all matches that have begun; of two legs both, one after the other."""
    async with app.database.read() as r:
        known = await contest_matches.find_begun(r, [pairing.match for pairing in contest.pairings])
    return [id for first, leg in known.items() for id in dict.fromkeys((first, leg.match_id))]


async def _record(app: AppContext, match_id: str) -> tuple[str, str] | None:
    """Return the name and the text of a match's record, or None if it can't be had."""
    state = await app.match_state(match_id)
    try:
        name, text = await asyncio.to_thread(match_record.file_of, state, None)
    except UserError:
        return None
    return f"records/{name}", text


# --- tables -------------------------------------------------------------------------------------------

Row = Sequence[object]


def _standings(contest: Contest, names: Mapping[int, str], others: Mapping[int, str]) -> Iterable[Row]:
    yield ("place", "name", "id", "points", "wins", "draws", "losses", *contest.terms.tie_breaks, "left")
    for standing in standings(contest):
        gone = contest.entrants[standing.person].gone
        name = names.get(standing.person, "")
        counts = (standing.wins, standing.draws, standing.losses)
        id = "" if standing.person in others else standing.person
        yield (standing.place, name, id, standing.points, *counts, *standing.breaks, gone)


def _pairings(contest: Contest, names: Mapping[int, str]) -> Iterable[Row]:
    yield ("round", "slot", "first", "second", "result", "why", "match", "began", "ended", "dice")
    for pairing in contest.pairings:
        two = (names.get(pairing.first, ""), names.get(pairing.second, ""))
        moments = (_moment(pairing.at), _moment(pairing.ended_at))
        known = (pairing.score or "", pairing.why or "", pairing.match)
        yield (pairing.round, pairing.slot, *two, *known, *moments, dice.name_of(contest, pairing))
    for bye in contest.byes:
        yield (bye.round, bye.slot, names.get(bye.person, ""), "", bye.points, "bye", "", "", "", "")


def _moment(at: int | None) -> str:
    return "" if at is None else f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _csv(rows: Iterable[Row]) -> str:
    """Return a table as spreadsheets read it; nothing in it is a formula."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_CALCULATED) else value


class _Zip:
    """An archive of limited size while it is filled; all its files have the same timestamp."""

    def __init__(self, now: int, most_bytes: int) -> None:
        self._bytes = io.BytesIO()
        self._zip = zipfile.ZipFile(self._bytes, "w", zipfile.ZIP_DEFLATED)
        self._moment = datetime.fromtimestamp(now, UTC).timetuple()[:6]
        self._most = most_bytes

    def add(self, name: str, text: str) -> bool:
        """Add a file that fits even if it can't be compressed; return False if there's no room."""
        names = _NAME_BYTES * (len(self._zip.filelist) + 2)
        if self._bytes.tell() + len(text.encode()) + names > self._most:
            return False
        self._zip.writestr(zipfile.ZipInfo(name, self._moment), text, zipfile.ZIP_DEFLATED)
        return True

    def close(self) -> bytes:
        self._zip.close()
        return self._bytes.getvalue()
