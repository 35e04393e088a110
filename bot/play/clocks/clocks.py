"""The clock of the turn under way: when it must be done, what its owner is reminded of, what stops it."""

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
    """When the clocks of a match rest, by seat: as its people have set it, within what its contest allows."""
    terms = await contest_matches.terms_of(r, match.id)
    policy = (terms or {}).get("holidays", _FREE)
    if policy == _FREE:
        return dict(hours)
    most = 0 if policy == _COUNT else int((terms or {}).get("holiday_days", 0)) * DAY
    return {seat: limited(one, match.created_at, most) for seat, one in hours.items()}


async def limited_against(r: Reader, person: int) -> frozenset[int]:
    """Opponents of somebody, in a contest that limits what holidays do to clocks."""
    found = await contest_matches.opponents(r, person)
    return frozenset([other for other, terms in found if terms.get("holidays", _FREE) != _FREE])


def limited(hours: ClockPauses, since: int, most: int) -> ClockPauses:
    """With the first `most` seconds of holiday since a moment, and no more."""
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
    what it has `left`. `heard`: when an owner was last known to hear of this turn who could not be told.
    `stopped`: since when a moderator has had the match stand still, so that no clock of it runs."""

    left: dict[int, int]
    since: int
    length: int
    turn: int
    hours: dict[int, ClockPauses]
    silent: dict[int, Silence] = {}
    heard: dict[int, int] = {}
    stopped: int | None = None


def urgency(moment: Due) -> tuple[bool, int]:
    """By what turns are sorted: those that must be done soonest first, then those without a time."""
    return not isinstance(moment, int), moment if isinstance(moment, int) else 0


def passing(app: AppContext, before: MatchState, seat: int, after: MatchState) -> Also:
    """That a turn passes with an action of a seat: its clock is done, and that of the next turn begins."""
    seen = heartbeats.noticed(app)

    async def write(w: Writer) -> None:
        bank = await _bank_after(w, seen, before, seat)
        if bank is not None:
            await matches.set_bank(w, before.match.id, seat, bank)
        following = await _beginning(w, seen, after)
        for kind in BESIDE if following else (TURN, *BESIDE):
            await scheduled_jobs.clear(w, kind, before.match.id, seen.now)
        for deadline in following:
            await scheduled_jobs.set(w, deadline)

    return write


async def turn_deadlines(r: Reader, app: AppContext, state: MatchState) -> tuple[ScheduledJob, ...]:
    """The deadline of the turn that begins now, and the first reminders; none without a clock, or while an AI
    alone is to act."""
    return await _beginning(r, heartbeats.noticed(app), state)


async def _beginning(r: Reader, seen: Noticed, state: MatchState) -> tuple[ScheduledJob, ...]:
    """The same of a turn that begins at a moment."""
    match, pace = state.match, TIME_CONTROLS[state.match.pace]
    people = {seat: state.seat_row(seat) for seat in state.to_act if not state.is_bot(seat)}
    lengths = {seat: length_of_turn(pace, row.bank) for seat, row in people.items()}
    left = {seat: length for seat, length in lengths.items() if length is not None}
    if not left:
        return ()
    settings = {seat: await settings_in(r, people[seat].person or 0) for seat in left}
    hours = await as_agreed(r, match, {seat: found.hours for seat, found in settings.items()})
    clock = TurnClock(left, seen.now, max(left.values()), state.turn_number or 0, hours)
    rests = (await seen.known(r)).of(match.guild)
    return _deadlines(state, clock, seen.now, rests, settings)


async def _bank_after(r: Reader, seen: Noticed, state: MatchState, seat: int) -> int | None:
    """What a seat has in its bank when its turn ends now; None where the pace has no bank."""
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
    """The deadline of a clock and its next reminders, by the `settings` of each seat; `rests`: outages."""
    beside = (
        [] if clock.stopped is not None else [_silence(state, clock, seat, rests) for seat in clock.silent]
    )
    for seat in running_of(clock, clock.left):
        beside += next_reminder(state, clock, seat, settings[seat], clock.left[seat], rests)
    payload = msgspec.to_builtins(clock, str_keys=True)
    if len(clock.left) == 1:
        # So that an overview can tell whose turn it is without folding the record.
        payload["seat"] = next(iter(clock.left))
    moment = _due(clock, clock.left, now, rests)
    return (ScheduledJob(kind=TURN, subject=state.match.id, due_at=moment, payload=payload), *beside)


def running_of(clock: TurnClock, seats: Collection[int]) -> list[int]:
    """Those of these seats whose clock runs."""
    if clock.stopped is not None:
        return []
    return [seat for seat in seats if seat in clock.left and seat not in clock.silent]


def _due(clock: TurnClock, seats: Collection[int], now: int, rests: Spans) -> int:
    """When the time of these seats is up. Both may be to act at once: nobody's night is the other one's loss.
    While no clock runs, it is so far away that the silence ends first."""
    running_ = running_of(clock, seats)
    if running_:
        return max(moment_of(clock, seat, 0, rests) for seat in running_)
    ends = [silence_ends(silence, rests) for silence in clock.silent.values()]
    return max((*ends, now)) + DAY


def silence_ends(silence: Silence, rests: Spans) -> int:
    """When a clock has been stopped for too long; an outage is nobody's silence."""
    return due(ClockPauses(holidays=rests), silence.since, LONGEST_SILENCE_SECONDS)


def _silence(state: MatchState, clock: TurnClock, seat: int, rests: Spans) -> ScheduledJob:
    person = state.seat_row(seat).person
    payload = {"seat": seat, "turn": clock.turn, "person": person, "guild": state.match.guild}
    moment = silence_ends(clock.silent[seat], rests)
    return ScheduledJob(kind=SILENCES[seat], subject=state.match.id, due_at=moment, payload=payload)


def next_reminder(
    state: MatchState, clock: TurnClock, seat: int, settings: PersonSettings, below: int, rests: Spans
) -> tuple[ScheduledJob, ...]:
    """The next mark at which less than `below` seconds are left. A mark is reached while the clock runs, so
    nobody is reminded while it rests."""
    lengths = {mark: clock.length // 2 if mark == HALF else REMINDER_MARKS[mark] for mark in settings.marks}
    passed = {mark: length for mark, length in lengths.items() if length < min(below, clock.length)}
    if not passed or settings.where == "nowhere":
        return ()
    mark = max(passed, key=passed.__getitem__)
    payload = {"seat": seat, "turn": clock.turn, "left": passed[mark]}
    moment = moment_of(clock, seat, passed[mark], rests)
    return (ScheduledJob(kind=REMINDERS[seat], subject=state.match.id, due_at=moment, payload=payload),)


def _resting(clock: TurnClock, seat: int, rests: Spans) -> ClockPauses:
    """When a seat's clock rests in this turn: in its hours, and in outages."""
    spans = tuple(outage for outage in rests if outage[1] > clock.since)
    hours = clock.hours[seat]
    return msgspec.structs.replace(hours, holidays=tuple(sorted((*hours.holidays, *spans))))


def moment_of(clock: TurnClock, seat: int, left: int, rests: Spans) -> int:
    """When a seat has so many seconds left."""
    return due(_resting(clock, seat, rests), clock.since, max(0, clock.left[seat] - left))


async def due_in(app: AppContext, match: Match, told: int | None = None) -> Due:
    """When the turn under way in a match must be done; `told` as in `due_at`."""
    async with app.database.read() as r:
        deadline = await scheduled_jobs.get(r, TURN, match.id)
        if deadline is None:
            return None
        return due_at(deadline, app.now(), await heartbeats.of_match(r, app, match.guild), told)


def due_at(row: DueJob, now: int, rests: Spans, told: int | None = None) -> Due:
    """When a turn must be done, in a match with these outages; what follows from it when seat `told` hears of
    it now.

    An outage since the row was written moves it on, without a row being touched: there may be very many."""
    clock = clock_of(row)
    if clock is None:
        return row.due_at
    if told in clock.silent and clock.stopped is None:
        clock = resumed(clock, told, now, rests)
    if not running_of(clock, clock.left):
        return STOPPED
    if told is None and not any(ended > clock.since for _, ended in rests):
        return row.due_at
    return _due(clock, clock.left, now, rests)


async def postpone(app: AppContext, state: MatchState, deadline: DueJob) -> bool:
    """Move the deadline of a turn that is not truly due: after an outage, or while the clocks of those are
    stopped who still are to act in it."""
    async with app.database.read() as r:
        rests = await heartbeats.of_match(r, app, state.match.guild)
    clock = clock_of(deadline)
    seats = clock and (set(state.to_act) & set(clock.left) or clock.left)
    moment = _due(clock, seats, app.now(), rests) if clock and seats else deadline.due_at
    return await is_early(app, state.match.guild, deadline, moment)


async def is_early(app: AppContext, guild: int | None, deadline: DueJob, moment: int) -> bool:
    """Whether what is to happen at a moment has to wait for it; then its deadline is moved there.

    Unavailable while it isn't certain that the people of the match could reach us until that moment: if they
    couldn't, it will be another one."""
    # Looked first: what has become of time since then moves the deadline.
    now = app.now()
    if moment > now:
        return await move(app, deadline, moment)
    async with app.database.read() as r:
        heard = await heartbeats.heard_until(r, app, guild)
    if heard is None or heard < moment:
        ours = app.shards.of(guild) is not None
        raise (Unavailable if ours else NotHeard)("players of this match may not reach us right now")
    return False


def resumed(clock: TurnClock, seat: int, now: int, rests: Spans) -> TurnClock:
    """The clock when that of a seat goes on now, with what it had left."""
    silent = {other: silence for other, silence in clock.silent.items() if other != seat}
    left = {other: time_left(clock, other, now, rests) for other in clock.left}
    heard = {**clock.heard, seat: now}
    return msgspec.structs.replace(clock, left=left, since=now, silent=silent, heard=heard)


def paused(clock: TurnClock, seat: int, silence: Silence, rests: Spans) -> TurnClock:
    """The clock when that of a seat has been stopped since a moment of this turn."""
    left = {**clock.left, seat: time_left(clock, seat, silence.since, rests)}
    return msgspec.structs.replace(clock, left=left, silent={**clock.silent, seat: silence})


async def move(app: AppContext, deadline: DueJob, moment: int) -> bool:
    """Let a deadline fall at another moment, unless it was moved meanwhile; True."""
    async with app.database.write(f"match:{deadline.subject}") as w:
        present = await scheduled_jobs.get(w, deadline.kind, deadline.subject)
        if present is not None and _held(present) == _held(deadline):
            await scheduled_jobs.set(w, msgspec.structs.replace(_plain(present), due_at=moment))
    return True


def _held(row: DueJob) -> tuple[int, int | None]:
    """When a deadline falls, and who looks after it."""
    return row.due_at, row.lease_by


def _plain(row: DueJob) -> ScheduledJob:
    return ScheduledJob(kind=row.kind, subject=row.subject, due_at=row.due_at, payload=row.payload)


def clock_of(row: DueJob | None) -> TurnClock | None:
    """The clock in a deadline; None for one that was set before there were such clocks."""
    if row is None or not row.payload:
        return None
    return msgspec.convert(row.payload, TurnClock, strict=False)


def time_left(clock: TurnClock, seat: int, now: int, rests: Spans) -> int:
    """What a seat still has at a moment that has just been looked at, where there were these outages."""
    if seat in clock.silent or clock.stopped is not None:
        return clock.left[seat]
    return max(0, clock.left[seat] - running(_resting(clock, seat, rests), clock.since, now))


async def keep(w: Writer, app: AppContext, state: MatchState, clock: TurnClock, rests: Spans) -> None:
    """Write a changed clock of the turn under way, with what stands beside it."""
    now = app.now()
    for kind in BESIDE:
        await scheduled_jobs.clear(w, kind, state.match.id, now)
    settings = {seat: await settings_in(w, state.seat_row(seat).person or 0) for seat in clock.left}
    for deadline in _deadlines(state, clock, now, rests, settings):
        await scheduled_jobs.set(w, deadline)


async def settings_of(app: AppContext, person: int) -> PersonSettings:
    """The settings of a person, as they are now; any process may have changed them."""
    async with app.database.read() as r:
        return await settings_in(r, person)
