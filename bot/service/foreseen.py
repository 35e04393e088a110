"""Conditional actions: “if they play this, I play that”, for games in which everything is open.

They are private to their owner, cancelled by anything unforeseen, and checked again when they are played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.service import notices
from bot.service.host import Host
from bot.service.playing import commit, seated, still_open
from bot.service.refused import Refused, Stale
from bot.service.table import Table
from games import GameError
from storage import conditions, outbox
from storage.conditions import Conditions, Lines
from storage.rows import DueDeadline

MOST_LINES, LONGEST_LINE = 20, 20


async def foresee(
    host: Host, match_id: str, person: int, theirs: str, mine: str, after: int | None = None
) -> Lines:
    """If the other side plays `theirs`, `mine` is replied; `after`: the number of the line that goes on so.

    All lines that there are then."""
    table, seat, lines = await _waiting(host, match_id, person)
    line = _read(table, seat, _line(lines, after), theirs, mine)
    kept = (*(known for known in lines if not _replaced_by(known, line)), line)
    if len(kept) > MOST_LINES or len(line) > LONGEST_LINE:
        raise Refused(f"There are at most {MOST_LINES} lines of at most {LONGEST_LINE} actions.")
    async with host.database.write() as w:
        await conditions.put(w, match_id, seat, Conditions(table.length, kept))
    return kept


def _line(lines: Lines, number: int | None) -> tuple[str, ...]:
    if number is None:
        return ()
    if not 1 <= number <= len(lines):
        raise Refused(f"There is no line {number}; you have {len(lines)}.")
    return lines[number - 1]


async def forget(host: Host, match_id: str, person: int) -> None:
    """Nothing is replied by itself any more."""
    table = await host.table(match_id)
    async with host.database.write() as w:
        await conditions.drop(w, match_id, seated(table, person))


async def foreseen(host: Host, match_id: str, person: int) -> Lines:
    """The person's lines in a match, as they hold now."""
    table = await host.table(match_id)
    return await _going_on(host, table, seated(table, person))


async def _waiting(host: Host, match_id: str, person: int) -> tuple[Table, int, Lines]:
    table = await host.table(match_id)
    seat = seated(table, person)
    still_open(table)
    if not table.game.is_open:
        raise Refused(
            f"Conditional moves are for games in which everything is open; {table.game.title} is not."
        )
    if seat in table.to_act:
        raise Refused("It is your turn: play. Conditional moves are for while you wait.")
    return table, seat, await _going_on(host, table, seat)


async def _going_on(host: Host, table: Table, seat: int) -> Lines:
    """What is left of the lines that the record has followed so far."""
    async with host.database.read() as r:
        found = await conditions.get(r, table.match.id, seat)
    return () if found is None else _left(found, table.texts)


def _left(found: Conditions, texts: tuple[str, ...]) -> Lines:
    played = texts[found.length :]
    ahead = (line for line in found.lines if line[: len(played)] == played)
    return tuple(line[len(played) :] for line in ahead if len(line) > len(played))


def _read(table: Table, seat: int, start: tuple[str, ...], theirs: str, mine: str) -> tuple[str, ...]:
    """The line with both actions as the game writes them. The game is open: its state holds no secret."""
    try:
        state = _after(table, start)
        their_text, state = _played(table, state, 1 - seat, theirs)
        my_text, _ = _played(table, state, seat, mine)
    except GameError as error:
        raise Refused(str(error)) from None
    return (*start, their_text, my_text)


async def answers(host: Host, match_id: str, person: int, theirs: str, after: int | None) -> Iterator[str]:
    """What the other side may play after a line; with `theirs`, what may be replied to that."""
    table, seat, lines = await _waiting(host, match_id, person)
    try:
        state = _after(table, _line(lines, after))
        if theirs:
            _, state = _played(table, state, 1 - seat, theirs)
    except GameError:
        return iter(())
    game, who = table.game, seat if theirs else 1 - seat
    return map(game.format, game.actions(game.view(state, who)))


def _after(table: Table, texts: tuple[str, ...]) -> Any:
    state = table.state
    for text in texts:
        _, state = _played(table, state, table.game.to_act(state)[0], text)
    return state


def _played(table: Table, state: Any, seat: int, text: str) -> tuple[str, Any]:
    action = table.game.parse(table.game.view(state, seat), text)
    return table.game.format(action), table.game.play(state, seat, action).state


def _replaced_by(known: tuple[str, ...], line: tuple[str, ...]) -> bool:
    """Whether a new line goes on where a known one ends, or answers the same otherwise."""
    return line[: len(known)] == known or known[: len(line) - 1] == line[:-1]


async def reply(host: Host, deadline: DueDeadline) -> None:
    """Play what was foreseen; anything else cancels it, and its owner is told."""
    table, seat = await host.table(deadline.subject), int(deadline.payload["seat"])
    async with host.database.read() as r:
        found = await conditions.get(r, table.match.id, seat)
    if found is None or seat not in table.to_act:
        return
    left = _left(found, table.texts)
    if not left:
        # A line that was played to its end is over; nothing unforeseen has happened.
        done = any(line == table.texts[found.length : -1] for line in found.lines)
        await _cancel(host, table, seat, "" if done else "Something that you did not foresee was played")
        return
    try:
        await commit(host, table, seat, left[0][0])
    except Stale:
        return
    except Refused:
        await _cancel(host, table, seat, "What you foresaw cannot be played any more")


async def _cancel(host: Host, table: Table, seat: int, why: str) -> None:
    """Forget the lines and call their owner to the board; `why`: what they are told besides."""
    person = table.seat_row(seat).person
    async with host.database.write() as w:
        await conditions.drop(w, table.match.id, seat)
        if person is not None and why:
            text = f"{why}: your conditional moves in {table.game.title} are over."
            nonce = f"foreseen:{table.match.id}:{table.length}"
            await outbox.add(w, [notices.note(person, text, nonce, host.now())])
        await outbox.hasten(w, table.match.id, host.now())
    host.wake()
