"""The clock of the turn under way: when it must be done, what its owner is reminded of, what stops it."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from bot.clocks.clock_pauses import DAY, ClockPauses, awake, due, running
from bot.clocks.people_settings import HALF, REMINDER_MARKS, PersonSettings, from_row
from bot.clocks.time_control import STOPPED, TIME_CONTROLS, Due, bank_after, length_of_turn
from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.outbox import notices
from storage import outbox, people, scheduled_jobs
from storage.handle import Writer
from storage.rows import DueJob, ScheduledJob

TURN = "turn"
REMINDERS = ("remind0", "remind1")
"""The kinds of the deadlines at which seat 0 and seat 1 are reminded next."""
SILENCES = ("silent0", "silent1")
"""Those at which a match ends since the clock of seat 0 or 1 has been stopped for too long."""
BESIDE = (*REMINDERS, *SILENCES)
"""What stands beside the deadline of a turn, and passes with it."""
LONGEST_SILENCE_SECONDS = 60 * DAY


class Silence(msgspec.Struct, frozen=True):
    """Somebody cannot be told of their turn since a moment; `unheard`: the nonce of what was to tell them."""

    since: int
    unheard: str


class TurnClock(msgspec.Struct, frozen=True):
    """Of the turn with this number, which may take `length` seconds: what each seat that is to act
    had `left` at the moment `since`, and by which `hours` its clock runs in this turn.

    The hours are those that held when it began, and only holidays, which are rationed, change them: moving
    one's night on again and again would stop the clock for ever. The clock of a `silent` seat is stopped with
    what it has `left`. `heard`: when an owner was last known to hear of this turn who could not be told."""

    left: dict[int, int]
    since: int
    length: int
    turn: int
    hours: dict[int, ClockPauses]
    silent: dict[int, Silence] = {}
    heard: dict[int, int] = {}


def urgency(moment: Due) -> tuple[bool, int]:
    """By what turns are sorted: those that must be done soonest first, then those without a time."""
    return not isinstance(moment, int), moment if isinstance(moment, int) else 0


async def turn_deadlines(app: AppContext, state: MatchState) -> tuple[ScheduledJob, ...]:
    """The deadline of the turn that begins now, and the first reminders; none without a clock, or while an AI
    alone is to act."""
    match, now = state.match, app.now()
    pace = TIME_CONTROLS[match.pace]
    people = {seat: state.seat_row(seat) for seat in state.to_act if not state.is_bot(seat)}
    lengths = {seat: length_of_turn(pace, row.bank) for seat, row in people.items()}
    left = {seat: length for seat, length in lengths.items() if length is not None}
    if not left:
        return ()
    hours = {seat: (await settings_of(app, people[seat].person or 0)).hours for seat in left}
    return await _deadlines(
        app, state, TurnClock(left, now, max(left.values()), state.turn_number or 0, hours), {}
    )


async def banks_after(app: AppContext, state: MatchState, seat: int) -> tuple[tuple[int, int], ...]:
    """What a seat has in its bank when its turn ends now; nothing where the pace has no bank."""
    pace, person = TIME_CONTROLS[state.match.pace], state.seat_row(seat).person
    if pace.bank is None or person is None:
        return ()
    async with app.database.read() as r:
        row = await scheduled_jobs.get(r, TURN, state.match.id)
    clock = clock_of(row)
    if clock is None or seat not in clock.left:
        return ()
    bank = bank_after(pace, time_left(app, clock, seat, app.now()))
    return () if bank is None else ((seat, bank),)


async def _deadlines(
    app: AppContext, state: MatchState, clock: TurnClock, changed: dict[int, PersonSettings]
) -> tuple[ScheduledJob, ...]:
    """The deadline of a clock and its next reminders; `changed`: settings that hold from now on."""
    beside = [_silence(app, state, clock, seat) for seat in clock.silent]
    for seat in _running(clock, clock.left):
        person = state.seat_row(seat).person or 0
        settings = changed.get(person) or await settings_of(app, person)
        beside += _next_reminder(app, state, clock, seat, settings, clock.left[seat])
    payload = msgspec.to_builtins(clock, str_keys=True)
    if len(clock.left) == 1:
        # So that an overview can tell whose turn it is without folding the record.
        payload["seat"] = next(iter(clock.left))
    moment = _due(app, clock, clock.left)
    return (ScheduledJob(kind=TURN, subject=state.match.id, due_at=moment, payload=payload), *beside)


def _running(clock: TurnClock, seats: Collection[int]) -> list[int]:
    """Those of these seats whose clock runs."""
    return [seat for seat in seats if seat in clock.left and seat not in clock.silent]


def _due(app: AppContext, clock: TurnClock, seats: Collection[int]) -> int:
    """When the time of these seats is up. Both may be to act at once: nobody's night is the other one's loss.
    While no clock runs, it is so far away that the silence ends first."""
    running_ = _running(clock, seats)
    if running_:
        return max(_moment_of(app, clock, seat, 0) for seat in running_)
    ends = [silence_ends(app, silence) for silence in clock.silent.values()]
    return max((*ends, app.now())) + DAY


def silence_ends(app: AppContext, silence: Silence) -> int:
    """When a clock has been stopped for too long; an outage is nobody's silence."""
    return due(ClockPauses(holidays=app.outages), silence.since, LONGEST_SILENCE_SECONDS)


def _silence(app: AppContext, state: MatchState, clock: TurnClock, seat: int) -> ScheduledJob:
    person = state.seat_row(seat).person
    payload = {"seat": seat, "turn": clock.turn, "person": person, "guild": state.match.guild}
    moment = silence_ends(app, clock.silent[seat])
    return ScheduledJob(kind=SILENCES[seat], subject=state.match.id, due_at=moment, payload=payload)


def _next_reminder(
    app: AppContext, state: MatchState, clock: TurnClock, seat: int, settings: PersonSettings, below: int
) -> tuple[ScheduledJob, ...]:
    """The next mark at which less than `below` seconds are left. A mark is reached while the clock runs, so
    nobody is reminded while it rests."""
    lengths = {mark: clock.length // 2 if mark == HALF else REMINDER_MARKS[mark] for mark in settings.marks}
    passed = {mark: length for mark, length in lengths.items() if length < min(below, clock.length)}
    if not passed or settings.where == "nowhere":
        return ()
    mark = max(passed, key=passed.__getitem__)
    payload = {"seat": seat, "turn": clock.turn, "left": passed[mark]}
    moment = _moment_of(app, clock, seat, passed[mark])
    return (ScheduledJob(kind=REMINDERS[seat], subject=state.match.id, due_at=moment, payload=payload),)


def _resting(app: AppContext, clock: TurnClock, seat: int) -> ClockPauses:
    """When a seat's clock rests in this turn: in its hours, and in outages."""
    spans = tuple(outage for outage in app.outages if outage[1] > clock.since)
    hours = clock.hours[seat]
    return msgspec.structs.replace(hours, holidays=tuple(sorted((*hours.holidays, *spans))))


def _moment_of(app: AppContext, clock: TurnClock, seat: int, left: int) -> int:
    """When a seat has so many seconds left."""
    return due(_resting(app, clock, seat), clock.since, max(0, clock.left[seat] - left))


async def due_in(app: AppContext, match_id: str, told: int | None = None) -> Due:
    """When the turn under way in a match must be done; `told` as in `due_at`."""
    async with app.database.read() as r:
        deadline = await scheduled_jobs.get(r, TURN, match_id)
    return due_at(app, deadline, told) if deadline else None


def due_at(app: AppContext, row: DueJob, told: int | None = None) -> Due:
    """When a turn must be done; what follows from it when seat `told` hears of it now.

    An outage since the row was written moves it on, without a row being touched: there may be very many."""
    clock = clock_of(row)
    if clock is None:
        return row.due_at
    if told in clock.silent:
        clock = resumed(app, clock, told, app.now())
    if not _running(clock, clock.left):
        return STOPPED
    if told is None and not any(ended > clock.since for _, ended in app.outages):
        return row.due_at
    return _due(app, clock, clock.left)


async def postpone(app: AppContext, deadline: DueJob, to_act: Collection[int] = ()) -> bool:
    """Move the deadline of a turn that is not truly due: after an outage, or while the clocks of those are
    stopped who still are `to_act` in it."""
    # Looked first: what has become of time since then moves the deadline.
    now, clock = app.now(), clock_of(deadline)
    seats = clock and (set(to_act) & set(clock.left) or clock.left)
    moment = _due(app, clock, seats) if clock and seats else deadline.due_at
    return moment > now and await move(app, deadline, moment)


def resumed(app: AppContext, clock: TurnClock, seat: int, now: int) -> TurnClock:
    """The clock when that of a seat goes on now, with what it had left."""
    silent = {other: silence for other, silence in clock.silent.items() if other != seat}
    left = {other: time_left(app, clock, other, now) for other in clock.left}
    heard = {**clock.heard, seat: now}
    return msgspec.structs.replace(clock, left=left, since=now, silent=silent, heard=heard)


def paused(app: AppContext, clock: TurnClock, seat: int, silence: Silence) -> TurnClock:
    """The clock when that of a seat has been stopped since a moment of this turn."""
    left = {**clock.left, seat: time_left(app, clock, seat, silence.since)}
    return msgspec.structs.replace(clock, left=left, silent={**clock.silent, seat: silence})


async def move(app: AppContext, deadline: DueJob, moment: int) -> bool:
    """Let a deadline fall at another moment, unless it was moved meanwhile; True."""
    async with app.database.write(f"match:{deadline.subject}") as w:
        present = await scheduled_jobs.get(w, deadline.kind, deadline.subject)
        if present is not None and present.due_at == deadline.due_at:
            await scheduled_jobs.set(w, msgspec.structs.replace(_plain(present), due_at=moment))
    return True


def _plain(row: DueJob) -> ScheduledJob:
    return ScheduledJob(kind=row.kind, subject=row.subject, due_at=row.due_at, payload=row.payload)


def clock_of(row: DueJob | None) -> TurnClock | None:
    """The clock in a deadline; None for one that was set before there were such clocks."""
    if row is None or not row.payload:
        return None
    return msgspec.convert(row.payload, TurnClock, strict=False)


async def remind(app: AppContext, deadline: DueJob) -> None:
    """Remind the seat of a deadline, unless it has acted meanwhile, and set its next reminder."""
    state, payload = await app.match_state(deadline.subject), deadline.payload
    seat = int(payload["seat"])
    person = state.seat_row(seat).person
    async with app.database.read() as r:
        clock = clock_of(await scheduled_jobs.get(r, TURN, deadline.subject))
    stale = person is None or clock is None or clock.turn != payload["turn"] or seat not in state.to_act
    if stale or person is None or clock is None or seat not in _running(clock, (seat,)):
        return
    now, moment = app.now(), _moment_of(app, clock, seat, int(payload["left"]))
    if moment > now:
        await move(app, deadline, moment)
        return
    settings = await settings_of(app, person)
    moment = awake(clock.hours[seat], now)
    async with app.database.write() as w:
        if not await scheduled_jobs.done(w, deadline, app.now()):
            return
        await outbox.add(w, [notices.reminder(state, seat, int(payload["left"]), settings.where, moment)])
        for following in _next_reminder(app, state, clock, seat, settings, int(payload["left"])):
            await scheduled_jobs.set(w, following)
    app.wake()


def time_left(app: AppContext, clock: TurnClock, seat: int, now: int) -> int:
    """What a seat still has at a moment that has just been looked at."""
    if seat in clock.silent:
        return clock.left[seat]
    return max(0, clock.left[seat] - running(_resting(app, clock, seat), clock.since, now))


async def keep(
    w: Writer,
    app: AppContext,
    state: MatchState,
    clock: TurnClock,
    changed: dict[int, PersonSettings] | None = None,
) -> None:
    """Write a changed clock of the turn under way, with what stands beside it."""
    for kind in BESIDE:
        await scheduled_jobs.clear(w, kind, state.match.id, app.now())
    for deadline in await _deadlines(app, state, clock, changed or {}):
        await scheduled_jobs.set(w, deadline)


async def settings_of(app: AppContext, person: int) -> PersonSettings:
    """The settings of a person; kept in memory, since one host alone writes them."""
    known = app.settings.get(person)
    if known is None:
        async with app.database.read() as r:
            row = await people.get(r, person)
        known = from_row(row.settings) if row else PersonSettings()
        app.settings[person] = known
    return known
