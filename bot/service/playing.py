"""Playing a match: starting it, acting in it, ending it."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec

from bot.service import clocks, notices, ratings
from bot.service.clocks import TURN
from bot.service.host import Host
from bot.service.refused import Refused, Stale
from bot.service.table import Table, advanced, opening, turn_has_passed
from games import GAMES, GameError, MatchReason
from games.core.chance import fair_seed
from games.core.game import AnyGame, Result
from games.core.options import options_data
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
_MOST_DRAWS = 256
_CARD_GRACE_SECONDS = 10


Commit = Callable[[Database, Ply], Awaitable[bool]]
"""Writes a ply with what else belongs to it; False, and nothing written, when it cannot be."""


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
) -> Match:
    """The header of a new match, its seed made fairly from the nonce and both interactions.

    Between people a match without a clock is never rated; against an AI only one by the usual options is, and
    one from a position of somebody's own is not rated at all: else a match could be won before it begins.
    Nor is one against a program of the host's, of which nobody knows how it plays."""
    game = GAMES[game_key]
    options = game.options(raw_options)
    seed = fair_seed(nonce, seats[0].interaction, seats[1].interaction)
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
        rated=rated and _may_count(game, options_data(options), pace, seats),
        seats=rows,
    )


def _may_count(
    game: AnyGame, options: Mapping[str, Any], pace: str, seats: tuple[Newcomer, Newcomer]
) -> bool:
    """Whether a match with these options can be rated."""
    if any(newcomer.level is not None and newcomer.level not in game.players for newcomer in seats):
        return False
    usual = options_data(game.options({}))
    changed = [spec for spec in game.option_specs if options[spec.name] != usual[spec.name]]
    if any(spec.free for spec in changed):
        return False
    ai = next((seat for seat, newcomer in enumerate(seats) if newcomer.person is None), None)
    if ai is None:
        return pace != "none"
    return all(spec.per_seat and options[spec.name][ai] == usual[spec.name][ai] for spec in changed)


def _people(match: Match) -> tuple[int, ...]:
    return tuple(row.person for row in match.seats if row.person is not None)


async def add_match(w: Writer, host: Host, match: Match, delay: int = 0) -> None:
    """Write a new match, its first deadline, and what must be said at its start after `delay` seconds.

    Until the first board is posted, `board_message` is the public card from which the thread starts."""
    await matches.add(w, match)
    await outbox.add(w, notices.start(match, host.now(), host.now() + delay))
    table = opening(match)
    for first in (*await clocks.turn_deadlines(host, table), *_answers(host, table)):
        await deadline_rows.set(w, first)


async def begin(host: Host, match: Match) -> Match:
    """Start a match at once, against an AI, and give it as it is kept; its public card is still to come
    (`carry_on`).

    It is casual while another one is open that counts: else nobody would ever have to lose one."""
    async with host.database.write() as w:
        if await rated_rows.is_open_with_ai(w, _people(match)[0], match.game):
            match = msgspec.structs.replace(match, rated=False)
        await add_match(w, host, match, _CARD_GRACE_SECONDS)
    return match


async def carry_on(host: Host, match_id: str, card: int | None) -> None:
    """The card of a match just begun stands: everything else may follow."""
    async with host.database.write() as w:
        await matches.set_board_message(w, match_id, card)
        await outbox.hasten(w, match_id, host.now())
    await after_commit(host, match_id)


async def after_commit(host: Host, match_id: str) -> None:
    """Wake whoever has something to do now."""
    _wake(host, await host.table(match_id))


def seated(table: Table, person: int) -> int:
    """The person's seat; Refused for onlookers."""
    seat = table.seat_of(person)
    if seat is None:
        raise Refused("You do not play in this match. Start one of your own with a challenge.")
    return seat


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
    ply = Ply(
        match_id=table.match.id,
        number=table.length + 1,
        at=host.now(),
        actions=tuple(zip(after.actors[table.length :], after.texts[table.length :], strict=True)),
        ending=_ending(after),
        messages=messages,
        also=ratings.following(table, _ending(after), host.now()),
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


def _ending(after: Table) -> Ending | None:
    result = after.result
    if result is None:
        return None
    return Ending(result.winner, str(result.reason), after.game.chapter(after.game.view(after.state, None)))


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


def leg_nonce(nonce: bytes, number: int) -> bytes:
    """The nonce of a second leg follows from that of the first, to which the host was committed."""
    return hashlib.sha256(nonce + f"leg 2:{number}".encode()).digest()


async def casual_if_enough(w: Writer, host: Host, match: Match) -> Match:
    """The match, casual where its people have begun enough rated ones lately, which they are told."""
    if not match.rated or not await ratings.is_enough(w, _people(match), host.now()):
        return match
    await outbox.add(w, notices.casual(match, ratings.MOST_RATED_A_DAY, host.now()))
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
    """A match like the first one, drawn again until it starts from the same set-up."""
    first, name = table.match, host.chance.name()
    one, other = (Newcomer(row.person, row.interaction, row.level) for row in reversed(first.seats))
    place = Place(first.channel or 0, first.guild)
    for number in range(_MOST_DRAWS):
        nonce = leg_nonce(first.nonce, number)
        players = (one, other)
        match = make_match(host, name, first.game, raw, first.pace, players, place, nonce, first.rated)
        if table.game.is_same_start(table.state, opening(match).state):
            break
    return msgspec.structs.replace(match, leg=2, previous_leg=first.id, thread=first.thread)


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
    """The side to move has let its time run out. GEN-7: aborted when it has not acted once yet."""
    if await clocks.put_off(host, deadline):
        return
    table = await host.table(deadline.subject)
    if await clocks.put_off(host, deadline, table.to_act):
        return
    async with host.database.read() as r:
        present = await deadline_rows.get(r, deadline.kind, deadline.subject)
        acted = {action.seat for action in await matches.actions(r, deadline.subject)}
    # A move between reading the table and here moves the deadline; one after here makes `end` stale.
    moved = present is None or present.due_at != deadline.due_at
    if moved or not table.to_act:
        return
    late = table.to_act[0]
    if len(table.to_act) > 1 or late not in acted:
        await end(host, table, Ending(None, MatchReason.ABORTED.value), None)
    else:
        await end(host, table, Ending(1 - late, MatchReason.TIME.value), None)


async def end(
    host: Host, table: Table, ending: Ending, actor: int | None, commit: Commit = commit_ply
) -> Table:
    """End a match by an act of the match; Stale when it moved on meanwhile, or `commit` refuses."""
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
        also=ratings.following(table, ending, now),
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
