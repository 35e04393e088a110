"""Matches: a header, two seats, and a record of actions that only grows."""

from collections.abc import AsyncIterator, Iterable
from itertools import groupby
from typing import Any

import msgspec

from storage.engine.handle import Reader, Row, Writer
from storage.rows import Action, Match, ScheduledJob, Seat, dump, load


class OpenCounts(msgspec.Struct, frozen=True):
    """How many matches of a person are under way: all, those against people, and those on one server."""

    everywhere: int
    with_people: int
    here: int


class OpenTurn(msgspec.Struct, frozen=True):
    """A match under way from a person's seat, with what says whose turn it is.

    Attributes:
        is_put_off: Whether the AI's answer was put off.
        clock: The job that ends the turn; None without a clock.
    """

    id: str
    guild: int | None
    pace: str
    created_at: int
    paused_at: int | None
    seat: int
    against_ai: bool
    is_put_off: bool
    clock: ScheduledJob | None


async def add(w: Writer, match: Match) -> None:
    """Add a match with its seats; its players must be people of the database."""
    await w.queries.matches.add(w, **dump(match))
    await w.queries.matches.add_seats(w, [dump(seat, match_id=match.id) for seat in match.seats])


async def get(r: Reader, id: str) -> Match | None:
    """Return a match with its seats, or None.

    Read it before the actions: a ply may be written in between, and the actions decide.
    """
    return next(iter(await _matches(r.queries.matches.get(r, id=id))), None)


async def actions(r: Reader, id: str, start: int = 1) -> list[Action]:
    """Return the actions from number `start` on, in order."""
    return [Action(**row) async for row in r.queries.matches.actions(r, match_id=id, start=start)]


async def open_of(r: Reader, person: int, limit: int = 100, offset: int = 0) -> list[Match]:
    """Return a person's matches under way, oldest first."""
    return await _matches(r.queries.matches.open_of(r, person=person, limit=limit, offset=offset))


async def open_turns(r: Reader, person: int, turn: str, answer: str) -> list[OpenTurn]:
    """Return whose turn it is in a person's matches under way.

    `turn` and `answer` are the kinds of the jobs that end a turn and that hold an AI's answer.
    """
    rows = r.queries.matches.open_turns(r, person=person, turn=turn, answer=answer)
    return [load(OpenTurn, row, clock=row["kind"] and load(ScheduledJob, row)) async for row in rows]


async def open_rated(r: Reader, person: int, game: str) -> list[str]:
    """Return the ids of a person's rated matches of a game that are under way."""
    return [row["id"] async for row in r.queries.matches.open_rated(r, person=person, game=game)]


async def count_open_with_ai(r: Reader, person: int) -> int:
    """Return the number of a person's matches under way against an AI."""
    count: int = await r.queries.matches.count_open_with_ai(r, person=person)
    return count


async def open_counts(r: Reader, person: int, guild: int | None) -> OpenCounts:
    """Return how many matches of a person are under way; `guild` is the server counted separately."""
    row = await r.queries.matches.open_counts(r, person=person, guild=guild)
    return load(OpenCounts, row)


async def set_uncounted(w: Writer, id: str) -> None:
    """Record that a rated match leaves its loser's rating unchanged."""
    await w.queries.matches.set_uncounted(w, id=id)


async def dismiss_coach(w: Writer, id: str) -> None:
    """Record that no coach shows the player around in a match anymore."""
    await w.queries.matches.dismiss_coach(w, id=id)


async def has_met_ai(r: Reader, person: int, game: str) -> bool:
    """Return whether a person ever began a match of a game against an AI."""
    return bool(await r.queries.matches.has_met_ai(r, person=person, game=game))


async def has_met(r: Reader, person: int, other: int, game: str, guild: int) -> bool:
    """Return whether two people ever began a match of a game against each other on a server."""
    return bool(await r.queries.matches.has_met(r, person=person, other=other, game=game, guild=guild))


async def list_drawn_since(r: Reader, game: str, person: int, opponent: int | None, since: int) -> list[str]:
    """Return the ids of a person's matches of a game without a winner that ended at or after a moment.

    `opponent` is None for matches against an AI. Matches that ended without a result, such as aborted ones,
    are included.
    """
    found = r.queries.matches.drawn_since(r, game=game, person=person, opponent=opponent, since=since)
    return [row["id"] async for row in found]


async def list_rated(r: Reader) -> list[Match]:
    """Return all rated matches that count, in the order in which they began to count."""
    return await _matches(r.queries.matches.rated(r))


async def pause(w: Writer, id: str, at: int, by: int, until: int) -> bool:
    """Pause a match; return False if it's paused or over. The moderator must be in the database."""
    return await w.queries.matches.pause(w, id=id, at=at, by=by, until=until) is not None


async def end_pause_at(w: Writer, id: str, until: int) -> None:
    """Store when the pause of a match ends."""
    await w.queries.matches.end_pause_at(w, id=id, until=until)


async def resume(w: Writer, id: str, at: int) -> bool:
    """End the pause of a match; return False if it isn't paused or is over."""
    return await w.queries.matches.resume(w, id=id, at=at) is not None


async def set_thread(w: Writer, id: str, thread: int | None) -> None:
    """Store the thread of a match, or None once it's deleted."""
    await w.queries.matches.set_thread(w, id=id, thread=thread)


async def set_board_message(w: Writer, id: str, message: int | None) -> None:
    """Store the newest public message with the board."""
    await w.queries.matches.set_board_message(w, id=id, message=message)


async def set_bank(w: Writer, id: str, seat: int, seconds: int) -> None:
    """Store the seconds left in a seat's time bank between its turns."""
    await w.queries.matches.set_bank(w, [{"match_id": id, "seat": seat, "bank": seconds}])


async def set_briefed(w: Writer, id: str, seat: int, at: int) -> bool:
    """Record that a seat has seen its dealt information; return False if it had, or if the match is over."""
    return await w.queries.matches.set_briefed(w, id=id, seat=seat, at=at) is not None


async def unset_briefed(w: Writer, id: str, seat: int) -> None:
    """Record that a seat hasn't seen its dealt information after all."""
    await w.queries.matches.unset_briefed(w, id=id, seat=seat)


async def add_look(
    w: Writer, id: str, seat: int, most: int | None = None, taken: int | None = None
) -> int | None:
    """Count one more private look of a seat.

    Returns:
        The new count. None, with nothing counted, if the seat has had `most` looks already (None: no limit),
        or not exactly `taken` (None: any number).
    """
    looks: int | None = await w.queries.matches.add_look(w, id=id, seat=seat, most=most, taken=taken)
    return looks


async def find_recalled(r: Reader, id: str, seat: int) -> tuple[str, ...]:
    """Return the squares that a player has marked as remembered, for hints."""
    return tuple((await r.queries.matches.recalled(r, id=id, seat=seat) or "").split())


async def set_recalled(w: Writer, id: str, seat: int, squares: Iterable[str]) -> None:
    """Replace the squares that a player has marked as remembered."""
    await w.queries.matches.set_recalled(w, id=id, seat=seat, squares=" ".join(squares))


async def take_back_look(w: Writer, id: str, seat: int) -> None:
    """Undo the count of one look of a seat."""
    await w.queries.matches.take_back_look(w, id=id, seat=seat)


async def _matches(rows: AsyncIterator[Row]) -> list[Match]:
    grouped = groupby([row async for row in rows], key=lambda row: row["id"])
    return [_match(list(seats)) for _, seats in grouped]


def _match(rows: list[dict[str, Any]]) -> Match:
    seats, has_offer = tuple(load(Seat, row) for row in rows), bool(rows[0].get("has_offer"))
    return load(Match, rows[0], seats=seats, has_offer=has_offer)
