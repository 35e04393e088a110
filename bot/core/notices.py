"""What must be said after a commit, as rows of the outbox. Texts are made when they are sent, from the
addressee's own view, so a row holds no secret."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from bot.core.match_state import MatchState, is_posted
from storage.rows import Challenge, Match, Message

CARD = "card"
THREAD = "thread"
BOARD = "board"
BRIEFING = "briefing"
PING = "ping"
RESULT = "result"
NOTE = "note"
REMINDER = "reminder"
CALL = "call"
PLACE = "place"
"""That a match has lost its place, and goes on in private."""
BACK = "back"
"""That it has its place again, to somebody who has not heard that it was lost."""
REMATCH = "rematch"
"""That somebody asks for a rematch of a match that was on no server."""
MISSED = "missed"
"""That somebody's clock is stopped since they cannot be told; nothing once it goes on."""
DIGEST = "digest"
HOME = "home"
GREETING = "greeting"
"""The first words on a server."""
ABOUT_TURNS = (BRIEFING, PING, REMINDER, PLACE, BACK, DIGEST)
"""What may tell somebody of a turn, now or soon: it goes first where not everything can be said at once."""
ASIDE = (HOME, CARD)
"""What is said again and again, with the time in its nonce."""
PATIENCE: Mapping[str, int] = MappingProxyType(
    {
        THREAD: 60,
        BOARD: 60,
        HOME: 600,
        CARD: 600,
        GREETING: 600,
    }
)
"""For how many seconds a kind of message lets others go first when more waits than can be sent. All others
tell one person what they're waiting for, such as their turn, and let nobody go first."""
HOME_SECONDS = 60
"""The home message follows at most so often."""

PERSON_LANE = "person:"
"""How the lanes of private messages begin."""

PANEL_GRACE_SECONDS = 20
"""How long an answer of the bot may be shown in the open panel before it is told by a ping."""


def match_lane(match_id: str) -> str:
    """Public posts of one match keep their order."""
    return f"match:{match_id}"


def person_lane(person: int) -> str:
    """Private messages to one person keep their order."""
    return f"{PERSON_LANE}{person}"


def start(match: Match, now: int, brief_at: int) -> tuple[Message, ...]:
    """Thread and first board for all, a briefing for each person, which is sent from `brief_at` on."""
    messages = list[Message]()
    if match.guild is not None:
        payload, nonce = {"match": match.id}, f"thread:{match.id}"
        messages.append(_message(match.id, match_lane(match.id), THREAD, payload, nonce, now))
        messages.append(board(match.id, 0, now))
    people = ((row.seat, row.person) for row in match.seats if row.person is not None)
    messages += (briefing(match.id, seat, person, now, brief_at) for seat, person in people)
    return (*messages, *homes(match, now))


def board(match_id: str, number: int, now: int) -> Message:
    """The public board after action `number`."""
    payload = {"match": match_id, "number": number}
    return _message(match_id, match_lane(match_id), BOARD, payload, f"board:{match_id}:{number}", now)


def briefing(match_id: str, seat: int, person: int, now: int, due_at: int) -> Message:
    """The private start of a match for one person."""
    payload, nonce = {"match": match_id, "seat": seat, "person": person}, f"briefing:{match_id}:{seat}"
    return _message(match_id, person_lane(person), BRIEFING, payload, nonce, now, due_at)


def ping(state: MatchState, seat: int, now: int, due_at: int) -> Message:
    """One private message that it is this seat's turn."""
    match, person = state.match, state.seat_row(seat).person
    if person is None:
        raise ValueError("an AI isn't pinged")
    payload = {"match": match.id, "seat": seat, "person": person, "number": state.length}
    nonce = f"ping:{match.id}:{state.length}:{seat}"
    return _message(match.id, person_lane(person), PING, payload, nonce, now, due_at)


def reminder(state: MatchState, seat: int, left: int, where: str, due_at: int) -> Message:
    """That a turn waits and has `left` seconds; in private, or (`thread`) where the match is played."""
    match, person = state.match, state.seat_row(seat).person
    payload = {
        "match": match.id,
        "seat": seat,
        "person": person,
        "turn": state.turn_number or 0,
        "left": left,
    }
    nonce = f"reminder:{match.id}:{payload['turn']}:{seat}:{left}"
    lane = match_lane(match.id) if where == "thread" else person_lane(person or 0)
    return _message(match.id, lane, REMINDER, {**payload, "where": where}, nonce, due_at, due_at)


def results(state: MatchState, actor: int | None, now: int) -> Iterable[Message]:
    """The end, told in private to everybody but the person who brought it about and sees it."""
    match = state.match
    for row in match.seats:
        if row.person is not None and row.seat != actor:
            payload = {"match": match.id, "seat": row.seat, "person": row.person}
            yield _message(
                match.id, person_lane(row.person), RESULT, payload, f"result:{match.id}:{row.seat}", now
            )
    yield from homes(match, now)


def note(person: int, text: str, nonce: str, now: int, topic: str | None = None) -> Message:
    """One sentence in private; `topic`: what it is about, if its reader may not want to hear of that."""
    more = {"topic": topic} if topic else {}
    payload = {"person": person, "text": text, **more}
    return _message(None, person_lane(person), NOTE, payload, nonce, now)


def rematch(challenge: str, person: int, now: int) -> Message:
    """To whom somebody asks for a rematch, where no card says so."""
    payload = {"challenge": challenge, "person": person}
    return _message(None, person_lane(person), REMATCH, payload, f"{REMATCH}:{challenge}", now)


def greeting(guild: int, channel: int, now: int) -> Message:
    """The first words on a server."""
    return _message(None, f"guild:{guild}", GREETING, {"channel": channel}, f"greeting:{guild}:{now}", now)


def place(state: MatchState, seat: int, now: int) -> Message | None:
    """To the person in a seat: where the match goes on when its public place is lost. Nothing for an AI."""
    match, person = state.match, state.seat_row(seat).person
    if person is None:
        return None
    payload = {"match": match.id, "seat": seat, "person": person}
    return _message(match.id, person_lane(person), PLACE, payload, f"place:{match.id}:{person}", now)


def back(state: MatchState, seat: int, now: int) -> Message:
    """To the person in a seat who is to act: that the match has its public place again."""
    match, person = state.match, state.seat_row(seat).person
    payload = {"match": match.id, "seat": seat, "person": person}
    nonce = f"back:{match.id}:{state.turn_number}:{seat}"
    return _message(match.id, person_lane(person or 0), BACK, payload, nonce, now)


def missed(state: MatchState, seat: int, now: int) -> Message | None:
    """To the other side: the clock of this seat is stopped. Nothing for an AI."""
    match, person = state.match, state.seat_row(1 - seat).person
    if person is None:
        return None
    payload = {"match": match.id, "person": person, "missed": seat}
    nonce = f"missed:{match.id}:{state.turn_number}:{seat}"
    return _message(match.id, person_lane(person), MISSED, payload, nonce, now)


def unheard_since(message: Message) -> int | None:
    """From when on somebody's clock runs unheard when a message about their turn does not reach them; 0: from
    when the turn began. None: it is about no turn."""
    if message.kind == CALL:
        since: int | None = message.payload.get("since")
        return since
    if message.kind in (PING, BRIEFING):
        return 0
    return message.due_at if message.kind in (REMINDER, PLACE, BACK) else None


def call(match_id: str, unheard: Message, text: str, now: int, more: str = "") -> Message:
    """A call in public for somebody whose private messages are closed, after the match has its place; `more`
    is said below it, and is on no lock screen."""
    since = unheard_since(unheard)
    person = unheard.payload["person"]
    payload = {"match": match_id, "person": person, "text": text, "more": more, "since": since}
    return _message(match_id, match_lane(match_id), CALL, payload, f"call:{unheard.nonce}", now)


def home(person: int, now: int) -> Message:
    """The list of somebody's matches, in their private channel, follows what has happened."""
    due_at = (now // HOME_SECONDS + 1) * HOME_SECONDS
    # One row for all that happens until then: the outbox keeps a nonce once.
    lane, nonce = f"home:{person}", f"home:{person}:{due_at}"
    return _message(None, lane, HOME, {"person": person}, nonce, now, due_at)


def homes(match: Match, now: int) -> Iterable[Message]:
    """The same for everybody in a match."""
    return (home(row.person, now) for row in match.seats if row.person is not None)


def challenged(challenge: Challenge, now: int) -> Iterable[Message]:
    """The same for those whom a challenge names."""
    return (home(person, now) for person in (challenge.challenger, challenge.opponent) if person is not None)


def card(challenge: Challenge, now: int, posted: int | None = None) -> Message:
    """The challenge card shows its new status; `posted`: the card, if it wasn't there when that changed."""
    lane, nonce = f"challenge:{challenge.id}", f"card:{challenge.id}:{posted or now}"
    return _message(None, lane, CARD, {"challenge": challenge.id}, nonce, now)


def after_action(after: MatchState, actor: int, now: int, *, waits: bool = False) -> tuple[Message, ...]:
    """What follows an action of `actor`: the public board, one ping for each person whose turn begins.

    `waits`: the next action may follow by itself in a moment, and then nobody need be called."""
    messages = list[Message]()
    posted = is_posted(after, after.length)
    if posted and after.match.guild is not None:
        messages.append(board(after.match.id, after.length, now))
    if after.result is not None:
        return (*messages, *results(after, actor, now))
    if posted:
        delay = PANEL_GRACE_SECONDS if waits or after.is_bot(actor) else 0
        others = (seat for seat in after.to_act if seat != actor)
        messages += (ping(after, seat, now, now + delay) for seat in others)
        messages += homes(after.match, now)
    return tuple(messages)


def _message(
    match_id: str | None,
    lane: str,
    kind: str,
    payload: Mapping[str, object],
    nonce: str,
    now: int,
    due_at: int | None = None,
) -> Message:
    return Message(
        lane=lane,
        kind=kind,
        payload=payload,
        nonce=nonce,
        created_at=now,
        due_at=now if due_at is None else due_at,
        match_id=match_id,
    )
