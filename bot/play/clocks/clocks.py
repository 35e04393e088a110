"""The clock of the current turn: its deadline, its reminders, and what stops it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import msgspec

from bot.core.app_context import AppContext
from bot.core.clock import Spans
from bot.core.clock_pauses import DAY, ClockPauses, Span, due, running
from bot.core.match_state import MatchState
from bot.core.person_settings import HALF, REMINDER_MARKS, PersonSettings, settings_in
from bot.core.sending import NotHeard, Unavailable
from bot.core.time_controls import STOPPED, TIME_CONTROLS, Due, bank_after, length_of_turn
from bot.play.clocks import heartbeats
from bot.play.clocks.heartbeats import Noticed
from storage.engine.handle import Reader, Writer
from storage.rows import DueJob, Match, ScheduledJob
from storage.tables import contest_matches, matches, scheduled_jobs
from storage.tables.ply import Also

_COUNT, _FREE = "count", "free"


async def as_agreed(r: Reader, match: Match, hours: Mapping[int, ClockPauses]) -> dict[int, ClockPauses]:
    """Return the clock pauses of a match by seat: the players' settings, within what the contest allows."""
    terms = await contest_matches.terms_of(r, match.id)
    policy = (terms or {}).get("holidays", _FREE)
    if policy == _FREE:
        return dict(hours)
    most = 0 if policy == _COUNT else int((terms or {}).get("holiday_days", 0)) * DAY
    return {seat: limit_holidays(pauses, match.created_at, most) for seat, pauses in hours.items()}


async def find_limited_opponents(r: Reader, person: int) -> frozenset[int]:
    """Return the opponents of a person in contests that limit how holidays affect clocks."""
    found = await contest_matches.opponents(r, person)
    return frozenset([other for other, terms in found if terms.get("holidays", _FREE) != _FREE])


def limit_holidays(hours: ClockPauses, since: int, most: int) -> ClockPauses:
    """Return the pauses with only the first `most` seconds of holiday since the time `since`."""
    return msgspec.structs.replace(hours, holidays=tuple(_first(hours.holidays, since, most)))


def _first(holidays: tuple[Span, ...], since: int, most: int) -> Iterator[Span]:
    left = most
    for start, end in holidays:
        begin = max(start, since)
        lasts = min(left, end - begin)
        if lasts > 0:
            left -= lasts
            yield begin, begin + lasts


TURN = "turn"
REMINDERS = ("remind0", "remind1")
"""The kinds of the jobs that remind seat 0 and seat 1 next."""
SILENCES = ("silent0", "silent1")
"""The kinds of the jobs that end a match because the clock of seat 0 or 1 has been stopped for too long."""
BESIDE = (*REMINDERS, *SILENCES)
"""The kinds of the jobs that accompany the deadline of a turn and end with it."""
LONGEST_SILENCE_SECONDS = 60 * DAY


class Silence(msgspec.Struct, frozen=True):
    """The time since when a player can't be reached; `unheard` is the nonce of the undelivered message."""

    since: int
    unheard: str


class TurnClock(msgspec.Struct, frozen=True):
    """The clock of one turn. Times are Unix seconds, durations seconds.

    The hours are fixed when the turn begins. Only holidays, which are rationed, change them: otherwise a
    player could stop the clock forever by moving their night again and again.

    Attributes:
        left: What each seat that is to act had left at `since`; for a silent seat, what it still has.
        length: The longest time that a seat had for this turn.
        turn: The number of the turn.
        hours: The clock pauses of each seat in this turn.
        silent: The seats whose clock is stopped because their player can't be reached.
        heard: When a player who had been unreachable last heard of this turn.
        stopped: When a moderator paused the match, which stops all its clocks; or None.
    """

    left: dict[int, int]
    since: int
    length: int
    turn: int
    hours: dict[int, ClockPauses]
    silent: dict[int, Silence] = {}
    heard: dict[int, int] = {}
    stopped: int | None = None


def urgency(moment: Due) -> tuple[bool, int]:
    """Return the sort key of a turn: the earliest deadline first, turns without a deadline last."""
    return not isinstance(moment, int), moment if isinstance(moment, int) else 0


def passing(app: AppContext, before: MatchState, seat: int, after: MatchState) -> Also:
    """Return the transaction step that stops the clock of a seat's turn and starts that of the next."""
    seen = heartbeats.take_snapshot(app)

    async def write(w: Writer) -> None:
        bank = await _bank_after(w, seen, before, seat)
        if bank is not None:
            await matches.set_bank(w, before.match.id, seat, bank)
        await _begin(w, seen, after)

    return write


def starting(app: AppContext, after: MatchState) -> Also:
    """Return the transaction step that starts the clock of the turn that begins after a takeback.

    What the seats have in their time banks stays as it is.
    """
    seen = heartbeats.take_snapshot(app)
    return lambda w: _begin(w, seen, after)


async def _begin(w: Writer, seen: Noticed, after: MatchState) -> None:
    """Write the clock of the turn that begins, in place of the one before."""
    following = await _beginning(w, seen, after)
    for kind in BESIDE if following else (TURN, *BESIDE):
        await scheduled_jobs.clear(w, kind, after.match.id, seen.now)
    for deadline in following:
        await scheduled_jobs.set(w, deadline)


async def turn_deadlines(r: Reader, app: AppContext, state: MatchState) -> tuple[ScheduledJob, ...]:
    """Return the deadline and first reminders of the turn that begins now.

    Empty without a clock, or if only an AI is to act.
    """
    return await _beginning(r, heartbeats.take_snapshot(app), state)


async def _beginning(r: Reader, seen: Noticed, state: MatchState) -> tuple[ScheduledJob, ...]:
    """Return the deadline and first reminders of a turn that begins when `seen` was noted."""
    match, pace = state.match, TIME_CONTROLS[state.match.pace]
    people = {seat: state.seat_row(seat) for seat in state.to_act if not state.is_bot(seat)}
    lengths = {seat: length_of_turn(pace, row.bank) for seat, row in people.items()}
    left = {seat: length for seat, length in lengths.items() if length is not None}
    if not left:
        return ()
    settings = {seat: await settings_in(r, people[seat].person or 0) for seat in left}
    hours = await as_agreed(r, match, {seat: found.hours for seat, found in settings.items()})
    clock = TurnClock(left, seen.now, max(left.values()), state.turn_number or 0, hours)
    rests = (await seen.load_outages(r)).of(match.guild)
    return _deadlines(state, clock, seen.now, rests, settings)


async def _bank_after(r: Reader, seen: Noticed, state: MatchState, seat: int) -> int | None:
    """Return what a seat has in its time bank if its turn ends now, or None if the pace has no bank."""
    pace, person = TIME_CONTROLS[state.match.pace], state.seat_row(seat).person
    if pace.bank is None or person is None:
        return None
    clock = clock_of(await scheduled_jobs.get(r, TURN, state.match.id))
    if clock is None or seat not in clock.left:
        return None
    rests = await seen.until_now(r, state.match.guild)
    return bank_after(pace, time_left(clock, seat, seen.now, rests))


def _deadlines(
    state: MatchState, clock: TurnClock, now: int, rests: Spans, settings: Mapping[int, PersonSettings]
) -> tuple[ScheduledJob, ...]:
    """Return the deadline of a clock and its next reminders; `rests` are outages."""
    beside = (
        [] if clock.stopped is not None else [_silence(state, clock, seat, rests) for seat in clock.silent]
    )
    for seat in running_of(clock, clock.left):
        beside += next_reminder(state, clock, seat, settings[seat], clock.left[seat], rests)
    payload = msgspec.to_builtins(clock, str_keys=True)
    moment = _due(clock, clock.left, now, rests)
    return (ScheduledJob(kind=TURN, subject=state.match.id, due_at=moment, payload=payload), *beside)


def running_of(clock: TurnClock, seats: Collection[int]) -> list[int]:
    """Return those of the seats whose clock runs."""
    if clock.stopped is not None:
        return []
    return [seat for seat in seats if seat in clock.left and seat not in clock.silent]


def _due(clock: TurnClock, seats: Collection[int], now: int, rests: Spans) -> int:
    """Return when the time of all these seats is up; if both are to act, the later of their moments counts.

    While no clock runs, this is so far away that the silence ends first.
    """
    running_ = running_of(clock, seats)
    if running_:
        return max(moment_of(clock, seat, 0, rests) for seat in running_)
    ends = [silence_ends(silence, rests) for silence in clock.silent.values()]
    return max((*ends, now)) + DAY


def silence_ends(silence: Silence, rests: Spans) -> int:
    """Return when a clock has been stopped for too long; outages don't count toward a silence."""
    return due(ClockPauses(holidays=rests), silence.since, LONGEST_SILENCE_SECONDS)


def _silence(state: MatchState, clock: TurnClock, seat: int, rests: Spans) -> ScheduledJob:
    person = state.seat_row(seat).person
    payload = {"seat": seat, "turn": clock.turn, "person": person, "guild": state.match.guild}
    moment = silence_ends(clock.silent[seat], rests)
    return ScheduledJob(kind=SILENCES[seat], subject=state.match.id, due_at=moment, payload=payload)


def next_reminder(
    state: MatchState, clock: TurnClock, seat: int, settings: PersonSettings, below: int, rests: Spans
) -> tuple[ScheduledJob, ...]:
    """Return the reminder at the next mark below `below` seconds left, or nothing.

    Marks are reached only while the clock runs, so no reminder falls in a pause.
    """
    lengths = {mark: clock.length // 2 if mark == HALF else REMINDER_MARKS[mark] for mark in settings.marks}
    passed = {mark: length for mark, length in lengths.items() if length < min(below, clock.length)}
    if not passed or settings.where == "nowhere":
        return ()
    mark = max(passed, key=passed.__getitem__)
    payload = {"seat": seat, "turn": clock.turn, "left": passed[mark]}
    moment = moment_of(clock, seat, passed[mark], rests)
    return (ScheduledJob(kind=REMINDERS[seat], subject=state.match.id, due_at=moment, payload=payload),)


def _resting(clock: TurnClock, seat: int, rests: Spans) -> ClockPauses:
    """Return a seat's clock pauses in this turn, outages included."""
    spans = tuple(outage for outage in rests if outage[1] > clock.since)
    hours = clock.hours[seat]
    return msgspec.structs.replace(hours, holidays=tuple(sorted((*hours.holidays, *spans))))


def moment_of(clock: TurnClock, seat: int, left: int, rests: Spans) -> int:
    """Return when a seat has `left` seconds left."""
    return due(_resting(clock, seat, rests), clock.since, max(0, clock.left[seat] - left))


async def due_in(app: AppContext, match: Match, told: int | None = None) -> Due:
    """Return when the current turn of a match must be done; for `told`, see `due_at`."""
    async with app.database.read() as r:
        return await find_due(r, app, match, told)


async def find_due(r: Reader, app: AppContext, match: Match, told: int | None = None) -> Due:
    """Return when the current turn must be done, as `due_in` does, by the caller's reader."""
    deadline = await scheduled_jobs.get(r, TURN, match.id)
    if deadline is None:
        return None
    return due_at(deadline, app.now(), await heartbeats.of_match(r, app, match.guild), told)


def due_at(row: ScheduledJob, now: int, rests: Spans, told: int | None = None) -> Due:
    """Return when a turn must be done, given the outages `rests`.

    If the seat `told` is silent, its clock counts as resumed now. An outage since the row was written moves
    the deadline without changing the row, since there may be very many rows.
    """
    clock = clock_of(row)
    if clock is None:
        return row.due_at
    if told in clock.silent and clock.stopped is None:
        clock = resume_seat(clock, told, now, rests)
    if not running_of(clock, clock.left):
        return STOPPED
    if told is None and not any(ended > clock.since for _, ended in rests):
        return row.due_at
    return _due(clock, clock.left, now, rests)


async def postpone(app: AppContext, state: MatchState, deadline: DueJob) -> bool:
    """Reschedule a turn's deadline if it isn't really due; return whether it was rescheduled.

    That happens after an outage, or while the clocks of the seats still to act are stopped. Raises like
    `is_early`.
    """
    async with app.database.read() as r:
        rests = await heartbeats.of_match(r, app, state.match.guild)
    clock = clock_of(deadline)
    seats = clock and (set(state.to_act) & set(clock.left) or clock.left)
    moment = _due(clock, seats, app.now(), rests) if clock and seats else deadline.due_at
    return await is_early(app, state.match.guild, deadline, moment)


async def is_early(app: AppContext, guild: int | None, deadline: DueJob, moment: int) -> bool:
    """Return whether `moment` is yet to come; if so, reschedule the deadline to it.

    Raises Unavailable, or NotHeard for another process's shard, while it isn't certain that the players could
    reach the bot until that moment: if they couldn't, the moment changes.
    """
    # The time is read first: an outage noted since then moves the deadline.
    now = app.now()
    if moment > now:
        return await move(app, deadline, moment)
    async with app.database.read() as r:
        heard = await heartbeats.find_reachable_until(r, app, guild)
    if heard is None or heard < moment:
        ours = app.shards.of(guild) is not None
        raise (Unavailable if ours else NotHeard)("players of this match may not reach us right now")
    return False


def resume_seat(clock: TurnClock, seat: int, now: int, rests: Spans) -> TurnClock:
    """Return the clock as it is when a silent seat's clock resumes now with what it had left."""
    silent = {other: silence for other, silence in clock.silent.items() if other != seat}
    left = {other: time_left(clock, other, now, rests) for other in clock.left}
    heard = {**clock.heard, seat: now}
    return msgspec.structs.replace(clock, left=left, since=now, silent=silent, heard=heard)


def pause_seat(clock: TurnClock, seat: int, silence: Silence, rests: Spans) -> TurnClock:
    """Return the clock as it is when a seat's clock stopped at the start of its silence."""
    left = {**clock.left, seat: time_left(clock, seat, silence.since, rests)}
    return msgspec.structs.replace(clock, left=left, silent={**clock.silent, seat: silence})


async def move(app: AppContext, deadline: DueJob, moment: int) -> bool:
    """Reschedule a deadline unless another process changed it. Always return True ("handled")."""
    async with app.database.write(f"match:{deadline.subject}") as w:
        present = await scheduled_jobs.get(w, deadline.kind, deadline.subject)
        if present is not None and _get_lease(present) == _get_lease(deadline):
            await scheduled_jobs.set(w, msgspec.structs.replace(_plain(present), due_at=moment))
    return True


def _get_lease(row: DueJob) -> tuple[int, int | None]:
    """Return when a deadline falls and which process holds it, to notice changes."""
    return row.due_at, row.lease_by


def _plain(row: DueJob) -> ScheduledJob:
    return ScheduledJob(kind=row.kind, subject=row.subject, due_at=row.due_at, payload=row.payload)


def clock_of(row: ScheduledJob | None) -> TurnClock | None:
    """Return the clock in a deadline's payload, or None for a row older than such clocks."""
    if row is None or not row.payload:
        return None
    return msgspec.convert(row.payload, TurnClock, strict=False)


def time_left(clock: TurnClock, seat: int, now: int, rests: Spans) -> int:
    """Return the seconds that a seat has left at the current time `now`, given the outages `rests`."""
    if seat in clock.silent or clock.stopped is not None:
        return clock.left[seat]
    return max(0, clock.left[seat] - running(_resting(clock, seat, rests), clock.since, now))


async def keep(w: Writer, app: AppContext, state: MatchState, clock: TurnClock, rests: Spans) -> None:
    """Write a changed clock of the current turn, with its deadline, reminders and silences."""
    now = app.now()
    for kind in BESIDE:
        await scheduled_jobs.clear(w, kind, state.match.id, now)
    settings = {seat: await settings_in(w, state.seat_row(seat).person or 0) for seat in clock.left}
    for deadline in _deadlines(state, clock, now, rests, settings):
        await scheduled_jobs.set(w, deadline)


async def settings_of(app: AppContext, person: int) -> PersonSettings:
    """Return the current settings of a person from the database; any process may have changed them."""
    async with app.database.read() as r:
        return await settings_in(r, person)
