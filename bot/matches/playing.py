"""Playing a match: starting it, acting in it, ending it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec

from bot.clocks import clocks
from bot.clocks.clocks import TURN
from bot.core import limits
from bot.core.host import Host
from bot.core.refused import Onlooker, Refused, Stale, Unknown
from bot.core.table import Table, advanced, opening, turn_has_passed
from bot.matches.dealing import is_bound
from bot.outbox import notices
from bot.ratings import ratings
from bot.ratings.eligibility import may_count
from games import GAMES, GameError, MatchReason
from games.core.chance import fair_seed
from games.core.game import Result
from games.core.legs import second_leg_nonce
from games.core.options import options_data
from games.core.record import CHOSEN
from storage import conditions, matches, outbox
from storage import deadlines as deadline_rows
from storage import ratings as rated_rows
from storage.database import Database
from storage.handle import Writer
from storage.ply import Ending, Ply, commit_ply
from storage.rows import Action, Deadline, DueDeadline, Match, Message, Seat

ANSWER = "answer"
"""An AI is to act: set with the action that makes it so, so that a start finds it."""
ANSWER_SECONDS = 60
"""After this time it is called again."""
NEXT_LEG = "next-leg"
REPLY = "reply"
"""What a side has foreseen is played."""


Commit = Callable[[Database, Ply], Awaitable[bool]]
"""Writes a ply with what else belongs to it; False, and nothing written, when it cannot be."""
Accept = Callable[[Writer, Match], Awaitable[bool]]
"""Writes that an offer has become this match; False when it is not open any more."""


class Newcomer(msgspec.Struct, frozen=True):
    """Who takes a seat: a person with the interaction by which they came in, or an AI level."""

    person: int | None = None
    interaction: int | None = None
    level: str | None = None


class Place(msgspec.Struct, frozen=True):
    """Where a match is played: a channel of a server, or a private channel (no guild)."""

    channel: int
    guild: int | None = None


def make_match(
    host: Host,
    match_id: str,
    game_key: str,
    raw_options: Mapping[str, Any],
    pace: str,
    seats: tuple[Newcomer, Newcomer],
    place: Place,
    nonce: bytes,
    rated: bool = True,
    sides: str = CHOSEN,
    *,
    is_rematch: bool = False,
) -> Match:
    """The header of a new match, its seed made fairly from the nonce and both interactions; rated where it
    may be."""
    game = GAMES[game_key]
    options = game.options(raw_options)
    seed = fair_seed(nonce, seats[0].interaction, seats[1].interaction)
    levels = seats[0].level, seats[1].level
    rated = rated and may_count(game, options_data(options), pace, levels, is_rematch=is_rematch)
    rows = tuple(
        Seat(seat=n, person=s.person, level=s.level, interaction=s.interaction) for n, s in enumerate(seats)
    )
    return Match(
        id=match_id,
        game=game_key,
        ruleset=game.ruleset_of(options),
        options=options_data(options),
        seed=seed,
        nonce=nonce,
        pace=pace,
        guild=place.guild,
        channel=place.channel,
        created_at=host.now(),
        rated=rated,
        sides=sides,
        seats=rows,
    )


def _people(match: Match) -> tuple[int, ...]:
    return tuple(row.person for row in match.seats if row.person is not None)


async def add_match(w: Writer, host: Host, match: Match, brief_after: int = 0) -> None:
    """Write a new match, its first deadline, and what must be said at its start, in private after
    `brief_after` seconds.

    Until the first board is posted, `board_message` is the public card from which the thread starts."""
    await matches.add(w, match)
    await outbox.add(w, notices.start(match, host.now(), host.now() + brief_after))
    table = opening(match)
    for first in (*await clocks.turn_deadlines(host, table), *_answers(host, table)):
        await deadline_rows.set(w, first)


async def begin(host: Host, match: Match, accept: Accept) -> bool:
    """Start a match against an AI by a tap on its card; False, and nothing written, when that offer is not
    open any more.

    It is casual while another one is open that counts: else nobody would ever have to lose one. Its private
    start waits a moment, since the answer to the tap shows the same. Refused while as many are open as may
    be."""
    async with host.database.write() as w:
        if await rated_rows.is_open_with_ai(w, _people(match)[0], match.game):
            match = msgspec.structs.replace(match, rated=False)
        if not await accept(w, match):
            return False
        await limits.check_room_for_bot(w, _people(match)[0])
        await add_match(w, host, match, notices.PANEL_GRACE_SECONDS)
    await after_commit(host, match.id)
    return True


async def after_commit(host: Host, match_id: str) -> None:
    """Wake whoever has something to do now."""
    _wake(host, await host.table(match_id))


def seated(table: Table, person: int) -> int:
    """The person's seat; Onlooker for everybody else."""
    seat = table.seat_of(person)
    if seat is None:
        raise Onlooker(table.match.guild)
    return seat


def check_visible(table: Table, person: int, guild: int | None) -> None:
    """Unknown for those who neither play in a match nor are on its server, as if there were none."""
    if table.seat_of(person) is None and (guild is None or table.match.guild != guild):
        raise Unknown


def still_open(table: Table) -> None:
    """Refused when the match has ended."""
    if table.match.reason is not None:
        raise Refused("This match is over.")


async def act(host: Host, match_id: str, person: int, text: str, version: int | None = None) -> Table:
    """A person plays an action; `version` is that of the panel that they saw.

    Refused (Stale when the board has moved on) changes nothing."""
    while True:
        table = await host.table(match_id)
        seat = seated(table, person)
        still_open(table)
        if version is not None and version != table.version(seat):
            raise Stale
        try:
            return await commit(host, table, seat, text)
        except Stale:
            # Whoever acts at the same time as the other side is not late.
            version = table.version(seat)


async def commit(host: Host, table: Table, seat: int, text: str) -> Table:
    """Append an action where its number is still free, with all that follows from it."""
    after = played(table, seat, text, host.now())
    foreseen = await _foreseen(host, after)
    messages = notices.after_action(after, seat, host.now(), waits=bool(foreseen))
    changes = await _deadlines(host, table, seat, after)
    ending = _ending(host, after)
    ply = Ply(
        match_id=table.match.id,
        number=table.length + 1,
        at=host.now(),
        actions=tuple(zip(after.actors[table.length :], after.texts[table.length :], strict=True)),
        ending=ending,
        messages=messages,
        also=await ratings.following(host, table.match, ending, host.now()),
        **{**changes, "deadlines": (*changes.get("deadlines", ()), *foreseen)},
    )
    if not await commit_ply(host.database, ply):
        raise Stale
    if ply.ending is not None:
        await after_commit(host, table.match.id)
        return await host.table(table.match.id)
    written = msgspec.structs.replace(after, match=msgspec.structs.replace(after.match, length=after.length))
    host.remember(written)
    _wake(host, written)
    return written


def played(table: Table, seat: int, text: str, at: int) -> Table:
    """The table after an action and what the match then plays by itself; Refused says what is wrong."""
    game = table.game
    try:
        canonical = game.format(game.parse(table.view(seat), text))
        return _with_forced(advanced(table, [Action(table.length + 1, seat, canonical, at)]), at)
    except GameError as error:
        raise Refused(str(error)) from None


def _with_forced(table: Table, at: int) -> Table:
    """The table when whoever has no choice has played what was left, e.g. a pass."""
    game = table.game
    while len(table.to_act) == 1 and table.result is None:
        seat = table.to_act[0]
        forced = game.forced(table.view(seat))
        if forced is None:
            break
        table = advanced(table, [Action(table.length + 1, seat, game.format(forced), at)])
    return table


def _answers(host: Host, table: Table) -> tuple[Deadline, ...]:
    """That an AI is to act, if it is."""
    if table.bot_to_act() is None:
        return ()
    return (Deadline(kind=ANSWER, subject=table.match.id, due_at=host.now() + ANSWER_SECONDS),)


async def call_bot(host: Host, match_id: str) -> None:
    """Call the AI that is to act in a match, if one is, and once more when it does not answer."""
    answers = _answers(host, await host.table(match_id))
    async with host.database.write() as w:
        for answer in answers:
            await deadline_rows.set(w, answer)
    if answers:
        host.bots.put_nowait(match_id)


def _wake(host: Host, table: Table) -> None:
    host.wake()
    if table.bot_to_act() is not None:
        host.bots.put_nowait(table.match.id)


def _ending(host: Host, after: Table) -> Ending | None:
    result = after.result
    if result is None:
        return None
    chapter = after.game.chapter(after.game.view(after.state, None))
    return Ending(result.winner, str(result.reason), chapter, sealed=bool(_next_leg(host, after)))


async def _deadlines(host: Host, before: Table, seat: int, after: Table) -> dict[str, Any]:
    """What an action of a seat changes about clocks and about who is called."""
    answers = _answers(host, after)
    answered = (ANSWER,) if before.bot_to_act() is not None and not answers else ()
    if after.result is not None:
        following = _next_leg(host, after)
        over = (TURN, *clocks.BESIDE, *answered)
        return {"clear": over, "supersede": (notices.PING, notices.BOARD), "deadlines": following}
    if not turn_has_passed(after):
        return {"clear": answered, "deadlines": answers}
    following = await clocks.turn_deadlines(host, after)
    every = clocks.BESIDE if following else (TURN, *clocks.BESIDE)
    return {
        "clear": (*every, *answered),
        "deadlines": (*following, *answers),
        "banks": await clocks.banks_after(host, before, seat),
        "supersede": (notices.PING, notices.BOARD),
    }


async def _foreseen(host: Host, after: Table) -> tuple[Deadline, ...]:
    """That the side to act now has foreseen something, which is played at once."""
    seats = [seat for seat in after.to_act if after.game.is_open and not after.is_bot(seat)]
    if after.result is not None or not turn_has_passed(after) or not seats:
        return ()
    async with host.database.read() as r:
        found = await conditions.get(r, after.match.id, seats[0])
    if found is None:
        return ()
    return (Deadline(kind=REPLY, subject=after.match.id, due_at=host.now(), payload={"seat": seats[0]}),)


def _next_leg(host: Host, after: Table) -> tuple[Deadline, ...]:
    if after.match.leg != 1 or after.game.next_leg(after.view(None)) is None:
        return ()
    return (Deadline(kind=NEXT_LEG, subject=after.match.id, due_at=host.now()),)


async def casual_if_enough(w: Writer, host: Host, match: Match) -> Match:
    """The match, casual where its people have begun enough rated ones lately, which they are told."""
    if not match.rated or not await ratings.is_enough(w, _people(match), host.now()):
        return match
    await outbox.add(w, notices.casual(match, host.now()))
    return msgspec.structs.replace(match, rated=False)


async def start_next_leg(host: Host, deadline: DueDeadline) -> None:
    """The second leg of a finished first one: the same pattern, sides swapped. CVD-35."""
    table = await host.table(deadline.subject)
    raw = table.game.next_leg(table.game.view(table.state, None))
    if raw is None:
        return
    match = _second_leg(host, table, raw)
    async with host.database.write() as w:
        if not await deadline_rows.done(w, deadline, host.now()):
            return
        match = await casual_if_enough(w, host, match)
        await add_match(w, host, match)
    await after_commit(host, match.id)


def _second_leg(host: Host, table: Table, raw: Mapping[str, Any]) -> Match:
    """A match like the first one, which starts from the same set-up; its nonce follows from the first one's,
    to which the host was committed."""
    first, name = table.match, host.chance.name()
    one, other = (Newcomer(row.person, row.interaction, row.level) for row in reversed(first.seats))
    place, taps = Place(first.channel or 0, first.guild), (one.interaction, other.interaction)
    nonce = second_leg_nonce(table.game, table.state, raw, first.nonce, taps)
    match = make_match(host, name, first.game, raw, first.pace, (one, other), place, nonce, first.rated)
    # It counts as the first one does, although the same pattern had to be named.
    rest = {"rated": first.rated, "leg": 2, "previous_leg": first.id, "thread": first.thread}
    return msgspec.structs.replace(match, **rest)


async def resign(host: Host, match_id: str, person: int) -> Table:
    """The person gives up; the other side wins. GEN-6."""
    while True:
        table = await host.table(match_id)
        seat = seated(table, person)
        still_open(table)
        try:
            return await end(host, table, Ending(1 - seat, MatchReason.RESIGNED.value), seat)
        except Stale:
            continue


async def time_out(host: Host, deadline: DueDeadline) -> None:
    """The side to move has let its time run out. GEN-7: aborted when nothing binds it yet."""
    table = await host.table(deadline.subject)
    if await clocks.put_off(host, deadline, table.to_act):
        return
    async with host.database.read() as r:
        table = await host.table_in(r, deadline.subject)
        present = await deadline_rows.get(r, deadline.kind, deadline.subject)
    # Neither a move nor a look from here on is lost: both make `end` stale, and a move moves the deadline.
    moved = present is None or present.due_at != deadline.due_at
    if moved or not table.to_act:
        return
    try:
        await _end_late(host, table)
    except Stale:
        await time_out(host, deadline)


async def _end_late(host: Host, table: Table) -> None:
    late, aborted = table.to_act[0], Ending(None, MatchReason.ABORTED.value)
    if len(table.to_act) > 1:
        await end(host, table, aborted, None)
    elif is_bound(table, late):
        await end(host, table, Ending(1 - late, MatchReason.TIME.value), None)
    else:
        await end(host, table, aborted, None, unbriefed=(late,))


async def end(
    host: Host,
    table: Table,
    ending: Ending,
    actor: int | None,
    commit: Commit = commit_ply,
    unbriefed: tuple[int, ...] = (),
) -> Table:
    """End a match by an act of the match; Stale when it moved on meanwhile, one of the seats `unbriefed` has
    seen what it was dealt, or `commit` refuses."""
    now, match = host.now(), table.match
    messages: list[Message] = list(notices.results(table, actor, now))
    if match.guild is not None:
        messages.insert(0, _final_board(table, now))
    ply = Ply(
        match_id=match.id,
        number=table.length + 1,
        at=now,
        ending=_with_chapter(table, ending),
        clear=(TURN, *clocks.BESIDE, ANSWER),
        supersede=(notices.PING, notices.BOARD),
        messages=tuple(messages),
        unbriefed=unbriefed,
        also=await ratings.following(host, match, ending, now),
    )
    if not await commit(host.database, ply):
        raise Stale
    host.wake()
    return await host.table(match.id)


def _with_chapter(table: Table, ending: Ending) -> Ending:
    game, result = table.game, Result(ending.winner, MatchReason(ending.reason))
    view = game.view(game.ended(table.state, result), None)
    return msgspec.structs.replace(ending, chapter=game.chapter(view))


def _final_board(table: Table, now: int) -> Message:
    message = notices.board(table.match.id, table.length, now)
    return msgspec.structs.replace(message, nonce=f"{message.nonce}:end")
