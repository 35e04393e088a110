"""The clock of the turn under way: when it must be done, what its owner is reminded of, what stops it."""

from __future__ import annotations

import logging

import msgspec

from bot.clock import GRACE_SECONDS
from bot.service import notices, outages, people_settings
from bot.service.host import Host
from bot.service.hours import DAY, Hours, awake, due, running
from bot.service.pace import PACES, bank_after, length_of_turn
from bot.service.people_settings import HALF, REMINDER_MARKS, PersonSettings, settings_of
from bot.service.table import Table
from storage import deadlines, heartbeat, matches, outbox
from storage.handle import Writer
from storage.rows import Deadline, DueDeadline

log = logging.getLogger(__name__)

TURN = "turn"
REMINDERS = ("remind0", "remind1")
"""The kinds of the deadlines at which seat 0 and seat 1 are reminded next."""
BEAT_SECONDS = 60
_LONGEST_TURN_SECONDS = 365 * DAY
"""An outage longer ago than this touches no turn under way."""


class TurnClock(msgspec.Struct, frozen=True):
    """Of the turn with this number, which may take `length` seconds: what each seat that is to act
    had `left` at the moment `since`, and by which `hours` its clock runs in this turn.

    The hours are those that held when it began, and only holidays, which are rationed, change them: moving
    one's night on again and again would stop the clock for ever."""

    left: dict[int, int]
    since: int
    length: int
    turn: int
    hours: dict[int, Hours]


async def turn_deadlines(host: Host, table: Table) -> tuple[Deadline, ...]:
    """The deadline of the turn that begins now, and the first reminders; none without a clock, or while an AI
    alone is to act."""
    match, now = table.match, host.now()
    pace = PACES[match.pace]
    people = {seat: table.seat_row(seat) for seat in table.to_act if not table.is_bot(seat)}
    lengths = {seat: length_of_turn(pace, row.bank) for seat, row in people.items()}
    left = {seat: length for seat, length in lengths.items() if length is not None}
    if not left:
        return ()
    hours = {seat: (await settings_of(host, people[seat].person or 0)).hours for seat in left}
    return await _deadlines(
        host, table, TurnClock(left, now, max(left.values()), table.turns[-1] or 0, hours), {}
    )


async def banks_after(host: Host, table: Table, seat: int) -> tuple[tuple[int, int], ...]:
    """What a seat has in its bank when its turn ends now; nothing where the pace has no bank."""
    pace, person = PACES[table.match.pace], table.seat_row(seat).person
    if pace.bank is None or person is None:
        return ()
    async with host.database.read() as r:
        row = await deadlines.get(r, TURN, table.match.id)
    clock = _clock_of(row)
    if clock is None or seat not in clock.left:
        return ()
    bank = bank_after(pace, _left(host, clock, seat, host.now()))
    return () if bank is None else ((seat, bank),)


async def _deadlines(
    host: Host, table: Table, clock: TurnClock, changed: dict[int, PersonSettings]
) -> tuple[Deadline, ...]:
    """The deadline of a clock and its next reminders; `changed`: settings that hold from now on."""
    moments, reminders = list[int](), list[Deadline]()
    for seat, left in clock.left.items():
        person = table.seat_row(seat).person or 0
        settings = changed.get(person) or await settings_of(host, person)
        moments.append(due(_resting(host, clock, seat), clock.since, left))
        reminders += _next_reminder(host, table, clock, seat, settings, left)
    payload = msgspec.to_builtins(clock, str_keys=True)
    if len(clock.left) == 1:
        # So that an overview can tell whose turn it is without folding the record.
        payload["seat"] = next(iter(clock.left))
    # Both may be to act at once: nobody's night is the other one's loss.
    turn = Deadline(kind=TURN, subject=table.match.id, due_at=max(moments), payload=payload)
    return (turn, *reminders)


def _next_reminder(
    host: Host, table: Table, clock: TurnClock, seat: int, settings: PersonSettings, below: int
) -> tuple[Deadline, ...]:
    """The next mark at which less than `below` seconds are left. A mark is reached while the clock runs, so
    nobody is reminded while it rests."""
    lengths = {mark: clock.length // 2 if mark == HALF else REMINDER_MARKS[mark] for mark in settings.marks}
    passed = {mark: length for mark, length in lengths.items() if length < min(below, clock.length)}
    if not passed or settings.where == "nowhere":
        return ()
    mark = max(passed, key=passed.__getitem__)
    payload = {"seat": seat, "turn": clock.turn, "left": passed[mark]}
    moment = _moment_of(host, clock, seat, passed[mark])
    return (Deadline(kind=REMINDERS[seat], subject=table.match.id, due_at=moment, payload=payload),)


def _resting(host: Host, clock: TurnClock, seat: int) -> Hours:
    """When a seat's clock rests in this turn: in its hours, and in outages."""
    spans = tuple(outage for outage in host.outages if outage[1] > clock.since)
    hours = clock.hours[seat]
    return msgspec.structs.replace(hours, holidays=tuple(sorted((*hours.holidays, *spans))))


def _moment_of(host: Host, clock: TurnClock, seat: int, left: int) -> int:
    """When a seat has so many seconds left."""
    return due(_resting(host, clock, seat), clock.since, max(0, clock.left[seat] - left))


def due_at(host: Host, row: DueDeadline) -> int:
    """When a turn must be done. An outage since the row was written moves it on, without a row being touched:
    there may be very many."""
    clock = _clock_of(row)
    if clock is None or not any(ended > clock.since for _, ended in host.outages):
        return row.due_at
    return max(_moment_of(host, clock, seat, 0) for seat in clock.left)


async def put_off(host: Host, deadline: DueDeadline) -> bool:
    """Move a turn's deadline that an outage has moved on; False when it is truly due."""
    # Looked first: what an outage has become of time moves the deadline.
    now, moment = host.now(), due_at(host, deadline)
    if moment <= now:
        return False
    return await _move(host, deadline, moment)


async def _move(host: Host, deadline: DueDeadline, moment: int) -> bool:
    async with host.database.write() as w:
        present = await deadlines.get(w, deadline.kind, deadline.subject)
        if present is not None and present.due_at == deadline.due_at:
            await deadlines.set(w, msgspec.structs.replace(_plain(present), due_at=moment))
    return True


def _plain(row: DueDeadline) -> Deadline:
    return Deadline(kind=row.kind, subject=row.subject, due_at=row.due_at, payload=row.payload)


def _clock_of(row: DueDeadline | None) -> TurnClock | None:
    """The clock in a deadline; None for one that was set before there were such clocks."""
    if row is None or not row.payload:
        return None
    return msgspec.convert(row.payload, TurnClock, strict=False)


async def remind(host: Host, deadline: DueDeadline) -> None:
    """Remind the seat of a deadline, unless it has acted meanwhile, and set its next reminder."""
    table, payload = await host.table(deadline.subject), deadline.payload
    seat = int(payload["seat"])
    person = table.seat_row(seat).person
    async with host.database.read() as r:
        clock = _clock_of(await deadlines.get(r, TURN, deadline.subject))
    stale = person is None or clock is None or clock.turn != payload["turn"] or seat not in table.to_act
    if stale or person is None or clock is None or seat not in clock.left:
        return
    now, moment = host.now(), _moment_of(host, clock, seat, int(payload["left"]))
    if moment > now:
        await _move(host, deadline, moment)
        return
    settings = await settings_of(host, person)
    moment = awake(clock.hours[seat], now)
    async with host.database.write() as w:
        if not await deadlines.done(w, deadline, host.now()):
            return
        await outbox.add(w, [notices.reminder(table, seat, int(payload["left"]), settings.where, moment)])
        for following in _next_reminder(host, table, clock, seat, settings, int(payload["left"])):
            await deadlines.set(w, following)
    host.wake()


async def change_settings(host: Host, person: int, settings: PersonSettings) -> None:
    """Keep a person's settings. Holidays and reminders hold at once, everything else from their next turn on;
    nobody loses or gains a second of what was left."""
    async with host.database.read() as r:
        open_matches = await matches.open_of(r, person, limit=1000)
    moved = list[Deadline]()
    for match in open_matches:
        table = await host.table(match.id)
        if any(table.seat_row(seat).person == person for seat in table.to_act):
            moved += await _moved(host, table, {person: settings})
    async with host.database.write() as w:
        await people_settings.keep(w, person, settings)
        await _set(w, moved, host.now())
    host.settings[person] = settings
    host.wake()


async def _moved(host: Host, table: Table, changed: dict[int, PersonSettings]) -> tuple[Deadline, ...]:
    """The deadlines of a turn whose clock goes on now with the changed settings."""
    async with host.database.read() as r:
        clock = _clock_of(await deadlines.get(r, TURN, table.match.id))
    if clock is None:
        return ()
    hours = dict(clock.hours)
    for seat in clock.left:
        new = changed.get(table.seat_row(seat).person or 0)
        if new is not None:
            hours[seat] = msgspec.structs.replace(hours[seat], holidays=new.hours.holidays)
    now = host.now()
    left = {seat: _left(host, clock, seat, now) for seat in clock.left}
    going_on = msgspec.structs.replace(clock, left=left, since=now, hours=hours)
    return await _deadlines(host, table, going_on, changed)


def _left(host: Host, clock: TurnClock, seat: int, now: int) -> int:
    """What a seat still has at a moment that has just been looked at."""
    return max(0, clock.left[seat] - running(_resting(host, clock, seat), clock.since, now))


async def _set(w: Writer, moved: list[Deadline], now: int) -> None:
    """Write moved deadlines, but for those of turns that have passed since they were read."""
    turns = {deadline.subject: deadline.payload["turn"] for deadline in moved}
    for subject, turn in turns.items():
        clock = _clock_of(await deadlines.get(w, TURN, subject))
        if clock is None or clock.turn != turn:
            continue
        for kind in REMINDERS:
            await deadlines.clear(w, kind, subject, now)
        for deadline in moved:
            if deadline.subject == subject:
                await deadlines.set(w, deadline)


async def give_back(host: Host) -> int:
    """The host can be reached again: nobody's clock has run since it was last heard. The seconds of the
    outage; 0 when there was none.

    It costs the same however many matches there are: an outage is a rest of all clocks (`due_at`)."""
    lasted = await _beat(host, is_back=True)
    if lasted > GRACE_SECONDS:
        log.info("nobody could move for %d seconds, which are given back", lasted)
    host.wake()
    return lasted if lasted > GRACE_SECONDS else 0


async def _beat(host: Host, *, is_back: bool) -> int:
    """Write the heartbeat, and in the same transaction what it would hide: how long nobody could reach us, by
    jumps of time and, where the host `is_back`, since the last one. The seconds since then."""
    async with host.database.write() as w:
        heard, now = await heartbeat.last(w) if is_back else None, host.now()
        jumps, since = host.unwritten, now if heard is None else heard
        await outages.write(w, jumps)
        if now - since > GRACE_SECONDS:
            await heartbeat.add_outage(w, since, now)
        elif now < since and not any(jump.after < jump.before for jump in jumps):
            # The machine's clock was put back while the host was down.
            await outages.go_back(w, since, now)
        await heartbeat.beat(w, now)
        known = await heartbeat.outages(w, now - _LONGEST_TURN_SECONDS)
    host.remember_outages(known, jumps)
    return now - since


async def beat_forever(host: Host) -> None:
    """Say again and again that the host can be reached, while it can; ends by cancellation."""
    while True:
        try:
            if host.reachable:
                await _beat(host, is_back=False)
        except Exception:
            log.exception("the heartbeat could not be written")
        await host.clock.until(host.now() + BEAT_SECONDS)


async def tell_opponents(host: Host, person: int, about: str, occasion: int) -> None:
    """Tell everybody who plays against a person something about them, once for each occasion."""
    async with host.database.read() as r:
        open_matches = await matches.open_of(r, person, limit=1000)
    others = {row.person for match in open_matches for row in match.seats if row.person not in (None, person)}
    told = [
        notices.note(other, f"<@{person}> {about}", f"about:{occasion}:{other}", host.now())
        for other in sorted(other for other in others if other is not None)
    ]
    async with host.database.write() as w:
        await outbox.add(w, told)
    host.wake()
