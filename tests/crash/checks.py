"""Checks that must hold after any number of crashes; each yields violations that say what went wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from bot.core import match_record
from bot.core.match_state import MatchState
from bot.core.notices import PING
from bot.core.time_controls import TIME_CONTROLS
from games import GAMES, GameError
from games.core.game import MatchReason
from games.core.record import read_record, verify, write_record
from playground.model.world import World
from storage.rows import QueuedMessage
from tests.crash.books import Books
from tests.crash.notebook import PLAYED, Attempt, Notebook


def lost_moves(books: Books, notebook: Notebook) -> Iterator[str]:
    """Yield acknowledged moves that are missing from the record or differ there."""
    for attempt in notebook.attempts:
        if attempt.outcome == PLAYED:
            table = books.tables.get(attempt.match)
            if table is None:
                yield f"match {attempt.match}: acknowledged try {attempt.number}, but there is no such match"
            else:
                yield from _lost(table, attempt)


def _lost(table: MatchState, attempt: Attempt) -> Iterator[str]:
    seat = table.seat_of(attempt.person)
    numbers = _numbers_of(table, seat)
    place = f"action {attempt.version + 1} of seat {seat}"
    name = f"match {attempt.match}, try {attempt.number} of {attempt.person} ({place})"
    if attempt.version >= len(numbers):
        yield f"{name} was acknowledged; the record has only {len(numbers)} actions of this seat"
        return
    places = numbers[attempt.version :][: 2 if attempt.is_typed else 1]
    if any(_meant(table, place, attempt) == table.texts[place - 1] for place in places):
        return
    number = places[0]
    wanted, found = _meant(table, number, attempt), table.texts[number - 1]
    yield f"{name} was acknowledged as {wanted!r}; action {number} of the record is {found!r}"


def doubled_moves(books: Books, notebook: Notebook) -> Iterator[str]:
    """Yield recorded actions that their player never tried at that place."""
    tried = defaultdict[tuple[str, int, int], list[Attempt]](list)
    for attempt in notebook.attempts:
        tried[attempt.match, attempt.person, attempt.version].append(attempt)
    for match_id, table in books.tables.items():
        for row in table.match.seats:
            for version, number in enumerate(_numbers_of(table, row.seat)):
                step = table.steps[number - 1]
                if row.person is None or step.forced or step.automatic:
                    continue
                before = tried[match_id, row.person, version - 1]
                tries = [
                    *tried[match_id, row.person, version],
                    *(typed for typed in before if typed.is_typed),
                ]
                if not any(
                    _meant(table, number, candidate) == table.texts[number - 1] for candidate in tries
                ):
                    said = [_meant(table, number, candidate) for candidate in tries]
                    yield (
                        f"match {match_id}, action {number} ({table.texts[number - 1]!r}) of {row.person}: "
                        f"what was tried there is {said}"
                    )


def _numbers_of(table: MatchState, seat: int | None) -> list[int]:
    """Return the numbers of a seat's actions in the record."""
    return [number for number, step in enumerate(table.steps, 1) if step.seat == seat]


def _meant(table: MatchState, number: int, attempt: Attempt) -> str | None:
    """Return the action that an attempt meant, as the player saw the match before action `number`."""
    game = table.game
    view = game.view(_state_before(table, number), table.steps[number - 1].seat)
    try:
        text = attempt.text if attempt.key is None else _chosen(table, view, attempt)
        return None if text is None else game.format(game.parse(view, text))
    except GameError as error:
        return f"({error})"


def _chosen(table: MatchState, view: object, attempt: Attempt) -> str | None:
    game, key = table.game, attempt.key or ""
    choices = game.prompt(view, attempt.draft).choices
    found = next((choice for choice in choices if choice.key == key), None)
    if found is not None:
        return found.action
    typed = game.prompt(view, (*attempt.draft, key)).choices
    return typed[0].action if typed else None


def _state_before(table: MatchState, number: int) -> object:
    game = table.game
    state = game.new(game.options(table.match.options), table.match.seed)
    for step in table.steps[: number - 1]:
        state = game.play(state, step.seat, game.parse(game.view(state, step.seat), step.text)).state
    return state


def broken_promises(books: Books, notebook: Notebook) -> Iterator[str]:
    """Yield acknowledged challenges, matches and resignations that the database lacks."""
    yield from (
        f"challenge {id} stood there and is not known" for id in notebook.challenges - books.challenges
    )
    known = books.tables.keys() | books.unreadable.keys()
    yield from (f"match {id} was begun and is not known" for id in notebook.begun - known)
    for id in notebook.resigned & books.tables.keys():
        if books.tables[id].match.reason is None:
            yield f"match {id}: the resignation was acknowledged, and it is still open"


def unreadable_records(books: Books) -> Iterator[str]:
    """Yield records that can't be read or that break the rules of their game."""
    yield from (f"match {id} cannot be read: {why}" for id, why in books.unreadable.items())
    for id, table in books.tables.items():
        read = read_record(write_record(match_record.record_of(table)))
        verdict = verify(GAMES[read.game], read)
        if not verdict.identical:
            yield f"match {id} does not verify: {verdict.sentence}"


def turns_to_tell(table: MatchState) -> Iterator[tuple[int, int]]:
    """Yield (number, seat) of each player's turn that another seat's action started.

    Action `number` is the last one of that commit, including forced actions that followed automatically.
    """
    first = 1
    while first <= table.length:
        last = first
        while last < table.length and table.steps[last].forced:
            last += 1
        if table.moment(last).turn_number != table.moment(first - 1).turn_number:
            for seat in table.moment(last).acting:
                if seat != table.steps[first - 1].seat and not table.is_bot(seat):
                    yield last, seat
        first = last + 1


def missing_pings(books: Books, notebook: Notebook, world: World) -> Iterator[str]:
    """Yield turns of which neither a message nor a panel told the player.

    Turns that the player began, or in which the match ended, before a ping could be sent are excused.
    """
    for id, table in books.tables.items():
        pings = {message.nonce: message for message in books.messages[id] if message.kind == PING}
        for number, seat in turns_to_tell(table):
            person = table.seat_row(seat).person or 0
            version = table.count_actions(seat, number)
            ping = pings.get(f"ping:{id}:{number}:{seat}")
            if (person, id, version) in notebook.turns_seen or _is_shown(world, ping):
                continue
            known = _has_begun(table, number, seat) or _was_ended(table, number)
            if ping is not None and known and (ping.last_error == "superseded" or _needed_no_words(ping)):
                continue
            yield f"match {id}: {person} was not told of the turn after action {number}: {_fate(ping)}"


def _needed_no_words(ping: QueuedMessage) -> bool:
    """Return whether the sender had nothing left to send: a later action superseded the claimed ping."""
    return ping.sent_at is not None and ping.message_id is None


def _has_begun(table: MatchState, number: int, seat: int) -> bool:
    """Return whether the seat has acted in the turn that this action began, and so knows about it."""
    turn, later = table.moment(number).turn_number, range(number, table.length)
    return any(table.steps[at].seat == seat and table.moment(at).turn_number == turn for at in later)


def _was_ended(table: MatchState, number: int) -> bool:
    """Return whether a player ended the match in the turn that this action began, so that the end is told.

    A timeout doesn't count: the player must have learned of the turn while there was time.
    """
    turn, later = table.moment(number).turn_number, range(number, table.length)
    by_hand = table.match.reason not in (None, MatchReason.TIME.value)
    return by_hand and all(table.moment(at).turn_number == turn for at in later)


def _is_shown(world: World, message: QueuedMessage | None) -> bool:
    if message is None:
        return False
    shown = (posted.payload.get("nonce") == f"sp{message.id}" for posted in world.messages.values())
    return str(message.message_id) in world.messages or any(shown)


def _fate(ping: QueuedMessage | None) -> str:
    if ping is None:
        return "there is no ping in the outbox"
    if ping.failed_at is not None:
        return f"message {ping.id} was given up ({ping.last_error})"
    if ping.sent_at is None:
        return f"message {ping.id} was not sent in {ping.attempts} attempts"
    return f"message {ping.id} counts as sent as {ping.message_id}, which nobody sees"


def shown_twice(world: World) -> Iterator[str]:
    """Yield outbox messages that are posted more than once anywhere, found by their nonce."""
    shown = defaultdict[tuple[str, str], list[str]](list)
    for message in world.messages.values():
        nonce = str(message.payload.get("nonce") or "")
        if nonce.startswith("sp"):
            shown[message.channel_id, nonce].append(message.id)
    for (channel, nonce), ids in shown.items():
        if len(ids) > 1:
            yield f"{nonce} is shown {len(ids)} times in {channel}: {', '.join(ids)}"


def said_twice(books: Books, world: World) -> Iterator[str]:
    """Yield turns for which two different outbox messages are shown."""
    for id, rows in books.messages.items():
        shown = defaultdict[str, list[int]](list)
        for row in rows:
            if row.kind == PING and row.message_id and str(row.message_id) in world.messages:
                shown[f"{row.payload.get('person')} after action {row.payload.get('number')}"].append(row.id)
        yield from (
            f"match {id}: {turn} has the messages {ids}" for turn, ids in shown.items() if len(ids) > 1
        )


def said_in_the_same_words(notebook: Notebook) -> Iterator[str]:
    """Yield posts in one channel with the same words and pictures, whatever their nonces."""
    first = dict[tuple[str, str], str]()
    for post in notebook.posts:
        known = first.setdefault((post.channel, post.words), post.id)
        if known != post.id:
            yield f"{known} and {post.id} in {post.channel} say the same: {post.words[:80]!r}"


def given_up(books: Books) -> Iterator[str]:
    """Yield messages that were given up although no newer message superseded them."""
    for id, rows in books.messages.items():
        for row in rows:
            if row.failed_at is not None and row.last_error != "superseded":
                yield f"match {id}: message {row.id} ({row.nonce}) was given up: {row.last_error}"


def untold_ends(books: Books, notebook: Notebook, world: World) -> Iterator[str]:
    """Yield ends of matches that a player wasn't told about."""
    for id, table in books.tables.items():
        if table.match.reason is None:
            continue
        results = {row.payload.get("seat"): row for row in books.messages[id] if row.kind == "result"}
        for seat in (row for row in table.match.seats if row.person is not None):
            if (seat.person, id) not in notebook.ends_seen and not _is_shown(world, results.get(seat.seat)):
                yield f"match {id}: {seat.person} was not told of its end"


def stray_threads(books: Books, world: World) -> Iterator[str]:
    """Yield threads without a match, and matches whose thread is missing."""
    known = {str(table.match.thread) for table in books.tables.values() if table.match.thread}
    there = {channel.id for channel in world.channels.values() if channel.is_thread}
    yield from (f"thread {id} is that of no match" for id in sorted(there - known))
    yield from (f"thread {id} of a match is not there" for id in sorted(known - there))


def clocks_stopped(books: Books, running: list[str]) -> Iterator[str]:
    """Yield open matches with a clock in which a player is to move but no deadline is pending."""
    for id, table in books.tables.items():
        pace = TIME_CONTROLS.get(table.match.pace)
        timed = pace is not None and (pace.turn or pace.bank)
        if timed and table.to_act and id not in running:
            yield f"match {id}: seat {table.to_act[0]} is to move, and no deadline is to come"
