"""All data stored about a person, as one archive of readable files for that person alone.

Of matches under way, it holds only what the person was told, as `/export` of one match does.
"""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from bot.community.privacy.inventory import KINDS, format_retention
from bot.core import match_record
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState, nickname
from bot.play.dealing.hidden_info import is_unbriefed
from games import GAMES
from storage.engine.handle import Reader, Row
from storage.tables import people, privacy
from storage.tables.privacy import About

NAME = "my-slowplay-data.zip"
SECONDS = 600
"""Seconds after which no more records are added; Discord takes the answer to a command for 15 minutes."""
_READ_ME_BYTES, _NAME_BYTES = 16 * 1024, 256
"""Bytes kept free in an archive for README.txt, and for the name and place of each file."""
_MOMENTS = frozenset(
    "began ended made expires at since queued due sent changed met briefed solved over".split()  # noqa: SIM905
)
_YES_OR_NO = ("rated", "everywhere", "present", "hinted", "organized", "entered")

Files = Mapping[str, str]


class Archive(msgspec.Struct, frozen=True):
    """The bytes of a zip file, and how many records were left out for lack of room or time."""

    data: bytes
    missing: int


async def is_known(app: AppContext, person: int) -> bool:
    """Return whether anything is stored about a person."""
    async with app.database.read() as r:
        return await people.get(r, person) is not None


async def archive(app: AppContext, person: int, most_bytes: int) -> Archive | None:
    """Return everything stored about a person as a zip file, or None if nothing is stored.

    Records of matches are added newest first, each that fits into the rest of `most_bytes` bytes within
    `SECONDS`. The other ones are counted as missing.
    """
    until = app.clock.now() + SECONDS
    async with app.database.read(long=True) as r:
        row = await people.get(r, person)
        if row is None:
            return None
        files = {"profile.json": _profile(row), "settings.json": _json(dict(row.settings))}
        files |= await _tables(r, person)
        found = await privacy.about(r, "matches", person)
    made = _Zip(app.now(), most_bytes)
    for name, text in files.items():
        made.add(name, text)
    missing = 0
    for match_row in found:
        fits = app.clock.now() < until and made.add_if_it_fits(
            *await _record(app, match_row["match"], person)
        )
        missing += not fits
    made.add("README.txt", _read_me(app, files, missing))
    return Archive(made.finish(), missing)


async def _tables(r: Reader, person: int) -> Files:
    async def rows(what: About) -> list[Row]:
        return [_readable(row) for row in await privacy.about(r, what, person)]

    conditions = [{**row, "lines": msgspec.json.decode(row["lines"])} for row in await rows("conditions")]
    messages = [{**row, "payload": None, "text": _text_of(row["payload"])} for row in await rows("messages")]
    moved = defaultdict[str, list[Any]](list)
    for row in await rows("moves"):
        moved[row["match"]].append(row["at"])
    tables: dict[str, Any] = {
        "matches": {
            "matches": [_match({**row, "moved": moved[row["match"]]}) for row in await rows("matches")],
            "conditional moves": conditions,
            "draw offers and takebacks": list(map(_without_nothing, await rows("offers"))),
        },
        "challenges": [_challenge(row) for row in await rows("challenges")],
        "searches": list(map(_without_nothing, await rows("seeks"))),
        "ratings": {"ratings": await rows("ratings"), "changes": await rows("rating_changes")},
        "hearts": await rows("hearts"),
        "messages": {"messages": list(map(_without_nothing, messages)), "due": await rows("due")},
        "servers": {
            "servers": await rows("servers"),
            "suspended on": await rows("suspensions"),
            "what you did as a moderator": await rows("server_log"),
        },
        "learning": {
            "tried": list(map(_without_nothing, await rows("exercises"))),
            "puzzle ratings": await rows("solvers"),
            "puzzles of the day": await rows("daily_solvers"),
            "matches for puzzles": await rows("consents"),
        },
        "analyses": {
            "of your matches": [
                {**row, "found": msgspec.json.decode(row["found"])} for row in await rows("analyses")
            ],
            "that you wait for": await rows("analysis_askers"),
        },
        "contests": _contests(person, await rows("contests"), await rows("contest_events")),
        "limits": await rows("uses"),
        "blocks": await rows("blocks"),
        "reports": await rows("reports"),
    }
    documents = {
        f"documents/{row['game']}/{number}.json": _json(
            {**row, "content": msgspec.json.decode(row["content"])}
        )
        for number, row in enumerate(await rows("documents"), 1)
    }
    return {f"{name}.json": _json(table) for name, table in tables.items()} | documents


def _contests(person: int, entered: list[Row], events: list[Row]) -> list[Row]:
    """Return the contests that a person entered or organized, with the events about them or caused by them.

    The opponents they were paired with are among their matches.
    """
    mine = defaultdict[str, list[Any]](list)
    for row in events:
        event = msgspec.json.decode(row["event"])
        about = {name: event.get(name) for name in ("person", "out", "by")}
        if person in about.values():
            told = {name: value for name, value in event.items() if name not in about}
            as_what = [name for name, id in about.items() if id == person]
            mine[row["contest"]].append(_readable({**told, "you are": ", ".join(as_what)}))
    return [
        {
            "name": msgspec.json.decode(row["terms"])["name"],
            **{name: value for name, value in row.items() if name not in ("terms", "contest")},
            "what happened": mine[row["contest"]],
        }
        for row in entered
    ]


async def _record(app: AppContext, match_id: str, person: int) -> tuple[str, str]:
    """Return the file name and text of a match's record; of a match under way, what the player knows."""
    return await asyncio.to_thread(_write_record, await app.match_state(match_id), person)


def _write_record(state: MatchState, person: int) -> tuple[str, str]:
    seat = state.seat_of(person)
    name = f"{state.match.game}-{state.match.id}.txt"
    if seat is not None and not state.match.reason and is_unbriefed(state, seat):
        return f"records/{name}", "You haven't looked at your preview of this match yet.\n"
    try:
        name, text = match_record.file_of(state, seat)
    except UserError as error:
        text = f"{error}\n"
    return f"records/{name}", text


def _match(row: Row) -> Row:
    """Return a match's row from its player's side: the side and outcome instead of the seat and winner."""
    game, seat, winner = GAMES.get(row["game"]), row["seat"], row["winner"]
    side = game.seats[seat] if game else str(seat)
    outcome = (
        "" if "ended" not in row else "no winner" if winner is None else "won" if winner == seat else "lost"
    )
    found = {name: value for name, value in row.items() if name not in ("seat", "winner")}
    return _without_nothing({"name": nickname(row["match"]), "side": side, **found, "outcome": outcome})


def _challenge(row: Row) -> Row:
    mine, other = row["mine"], row["other"] or "anyone"
    found = {name: value for name, value in row.items() if name not in ("mine", "other")}
    if row["options"] is not None:
        found["options"] = _open_options(row["game"], msgspec.json.decode(row["options"]))
    return _without_nothing({("to" if mine else "from"): other, **found})


def _open_options(game_key: str, options: Row) -> Row:
    """Return the options without the secret ones, which stand for what a preview shows."""
    game = GAMES.get(game_key)
    secret = {spec.name for spec in game.option_specs if spec.secret} if game else set[str]()
    return {name: value for name, value in options.items() if name not in secret}


def _profile(row: Any) -> str:
    found: Row = {
        "id": row.id,
        "name": row.name,
        "username": row.username,
        "language": row.locale,
        "met": row.created_at,
        "DM channel": row.dm_channel,
        "DMs are open": row.dms_open,
        "message with your matches": row.home_message,
        "welcomed": row.welcomed_at is not None,
        "matches in a row that ran out of time": row.timeouts,
        "rated ones among them": row.rated_timeouts,
    }
    return _json(_readable(found))


def _text_of(payload: str | None) -> str | None:
    return msgspec.json.decode(payload).get("text") if payload else None


def _readable(row: Row) -> Row:
    """Return a row with times as dates, and with 0 and 1 as false and true; omit an `ended` that is None."""
    return {
        name: _format_value(name, value)
        for name, value in row.items()
        if name != "ended" or value is not None
    }


def _format_value(name: str, value: Any) -> Any:
    if name in _MOMENTS and value is not None:
        return f"{datetime.fromtimestamp(value, UTC):%Y-%m-%d %H:%M:%S} UTC"
    return bool(value) if name in _YES_OR_NO else value


def _without_nothing(row: Row) -> Row:
    return {name: value for name, value in row.items() if value not in (None, "", [])}


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def _read_me(app: AppContext, files: Files, missing: int) -> str:
    """Return the text of README.txt: what's in the archive, why it is stored, and for how long."""
    kinds = "\n".join(
        f"{kind.name}: {kind.what}.\n  Why: {kind.why}.\n"
        f"  Kept: {format_retention(kind, app.keep_days)}.\n  Here: {kind.export}.\n"
        for kind in KINDS
    )
    more = f"\n{missing} records didn't fit. Get them with /export.\n" if missing else ""
    return (
        "This is what the bot stores about you.\n\n"
        "Of a match that isn't over, it holds only what you know of it so far. What others have told a "
        "server's moderators about you isn't in it, nor who blocked you.\n"
        f"{more}\n{kinds}"
    )


class _Zip:
    """A zip file that is filled up to a limit in bytes; all its files have the same date."""

    def __init__(self, now: int, most_bytes: int) -> None:
        self._bytes = io.BytesIO()
        self._zip = zipfile.ZipFile(self._bytes, "w", zipfile.ZIP_DEFLATED)
        self._moment = datetime.fromtimestamp(now, UTC).timetuple()[:6]
        self._most = most_bytes - _READ_ME_BYTES

    def add(self, name: str, text: str) -> None:
        self._zip.writestr(zipfile.ZipInfo(name, self._moment), text, zipfile.ZIP_DEFLATED)

    def add_if_it_fits(self, name: str, text: str) -> bool:
        """Add a file if it fits even where it can't be compressed; return False if there's no room."""
        names = _NAME_BYTES * (len(self._zip.filelist) + 1)
        fits = self._bytes.tell() + len(text.encode()) + names < self._most
        if fits:
            self.add(name, text)
        return fits

    def finish(self) -> bytes:
        self._zip.close()
        return self._bytes.getvalue()
