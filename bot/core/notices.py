"""Messages to send after a commit, as rows of the outbox.

Texts are written when they are sent, from the recipient's own view, so a row holds no secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from bot.core.match_state import MatchState, is_posted, turn_began
from storage.rows import Challenge, Match, Message

CARD = "card"
THREAD = "thread"
BOARD = "board"
BRIEFING = "briefing"
PING = "ping"
RESULT = "result"
PANELS = "panels"
"""A match is over; for the messages that still show one of its players the board of a match under way."""
NOTE = "note"
REMINDER = "reminder"
CALL = "call"
PLACE = "place"
"""A match has lost its public place, and continues in private."""
BACK = "back"
"""A match has its public place again; for a player who hasn't been told that it was lost."""
REMATCH = "rematch"
"""The opponent asks for a rematch of a match that was on no server."""
MISSED = "missed"
"""The opponent's clock is stopped since they can't be notified; not sent if it runs again by then."""
DIGEST = "digest"
HOME = "home"
GREETING = "greeting"
"""The first message on a server."""
ABOUT_TURNS = (BRIEFING, PING, REMINDER, PLACE, BACK, DIGEST)
"""Kinds that may tell a player of a turn, now or soon: they go first if not everything can be sent."""
ASIDE = (HOME, CARD)
"""Kinds that are sent again and again, with the time in their nonces."""
PATIENCE: Mapping[str, int] = MappingProxyType(
    {
        THREAD: 60,
        BOARD: 60,
        HOME: 600,
        PANELS: 60,
        CARD: 600,
        GREETING: 600,
    }
)
"""Seconds for which a kind of message lets others go first while more wait than can be sent.

All others tell one person what they're waiting for, such as their turn, and never give way.
"""
HOME_SECONDS = 60
"""The home message is updated at most this often."""

PERSON_LANE = "person:"
"""The prefix of lanes for DMs."""

PANEL_GRACE_SECONDS = 20
"""How long the open panel may show what a DM would say, before that DM is sent."""


def match_lane(match_id: str) -> str:
    """Return the lane that keeps public posts of one match in order."""
    return f"match:{match_id}"


def person_lane(person: int) -> str:
    """Return the lane that keeps DMs to one person in order."""
    return f"{PERSON_LANE}{person}"


def start(match: Match, now: int, opener: int | None = None) -> tuple[Message, ...]:
    """Return the thread, the first board, and each person's briefing.

    The briefing of the `opener` waits, as the answer to their tap shows the same.
    """
    messages = list[Message]()
    if match.guild is not None:
        payload, nonce = {"match": match.id}, f"thread:{match.id}"
        messages.append(_message(match.id, match_lane(match.id), THREAD, payload, nonce, now))
        messages.append(board(match.id, 0, now))
    people = ((row.seat, row.person) for row in match.seats if row.person is not None)
    for seat, person in people:
        due_at = now + PANEL_GRACE_SECONDS if person == opener else now
        messages.append(briefing(match.id, seat, person, now, due_at))
    return (*messages, *homes(match, now))


def board(match_id: str, number: int, now: int) -> Message:
    """Return the public board after action `number`."""
    payload = {"match": match_id, "number": number}
    return _message(match_id, match_lane(match_id), BOARD, payload, f"board:{match_id}:{number}", now)


def briefing(match_id: str, seat: int, person: int, now: int, due_at: int) -> Message:
    """Return the private start of a match for one person."""
    payload, nonce = {"match": match_id, "seat": seat, "person": person}, f"briefing:{match_id}:{seat}"
    return _message(match_id, person_lane(person), BRIEFING, payload, nonce, now, due_at)


def ping(state: MatchState, seat: int, now: int, due_at: int) -> Message:
    """Return the DM that it is this seat's turn; raise ValueError for an AI."""
    match, person = state.match, state.seat_row(seat).person
    if person is None:
        raise ValueError("an AI isn't pinged")
    payload = {"match": match.id, "seat": seat, "person": person, "number": state.length}
    nonce = f"ping:{match.id}:{state.length}:{seat}"
    return _message(match.id, person_lane(person), PING, payload, nonce, now, due_at)


def reminder(state: MatchState, seat: int, left: int, where: str, due_at: int) -> Message:
    """Return the message that a turn has `left` seconds; `where`: in private, or (`thread`) in the match."""
    match, person = state.match, state.seat_row(seat).person
    payload = {
        "match": match.id,
        "seat": seat,
        "person": person,
        "turn": state.turn_number or 0,
        "left": left,
    }
    nonce = f"reminder:{match.id}:{turn_began(state)}:{seat}:{left}"
    lane = match_lane(match.id) if where == "thread" else person_lane(person or 0)
    return _message(match.id, lane, REMINDER, {**payload, "where": where}, nonce, due_at, due_at)


def results(state: MatchState, viewer: int | None, now: int) -> Iterable[Message]:
    """Yield the end of a match, in private for each player but the viewer, who sees it."""
    match = state.match
    shown_at = now + PANEL_GRACE_SECONDS if viewer is not None and state.is_bot(viewer) else now
    for row in match.seats:
        if row.person is not None and row.seat != viewer:
            payload = {"match": match.id, "seat": row.seat, "person": row.person}
            result, panels = f"result:{match.id}:{row.seat}", f"{PANELS}:{match.id}:{row.seat}"
            yield _message(match.id, person_lane(row.person), RESULT, payload, result, now)
            yield _message(match.id, panels, PANELS, payload, panels, now, shown_at)
    yield from homes(match, now)


def note(person: int, text: str, nonce: str, now: int, topic: str | None = None) -> Message:
    """Return one sentence in private; `topic` names its subject if the reader can mute that."""
    more = {"topic": topic} if topic else {}
    payload = {"person": person, "text": text, **more}
    return _message(None, person_lane(person), NOTE, payload, nonce, now)


def rematch(challenge: str, person: int, now: int) -> Message:
    """Return the request for a rematch to a person, for when no card shows it."""
    payload = {"challenge": challenge, "person": person}
    return _message(None, person_lane(person), REMATCH, payload, f"{REMATCH}:{challenge}", now)


def greeting(guild: int, channel: int, now: int) -> Message:
    """Return the first message on a server."""
    return _message(None, f"guild:{guild}", GREETING, {"channel": channel}, f"greeting:{guild}:{now}", now)


def place(state: MatchState, seat: int, now: int) -> Message | None:
    """Return where a match continues after losing its public place, for the seat's person; None for an AI."""
    match, person = state.match, state.seat_row(seat).person
    if person is None:
        return None
    payload = {"match": match.id, "seat": seat, "person": person}
    return _message(match.id, person_lane(person), PLACE, payload, f"place:{match.id}:{person}", now)


def back(state: MatchState, seat: int, now: int) -> Message:
    """Return the news that a match has its public place again, for the seat's person, who is to act."""
    match, person = state.match, state.seat_row(seat).person
    payload = {"match": match.id, "seat": seat, "person": person}
    nonce = f"back:{match.id}:{state.turn_number}:{seat}"
    return _message(match.id, person_lane(person or 0), BACK, payload, nonce, now)


def build_missed(state: MatchState, seat: int, now: int) -> Message | None:
    """Return the news for the opponent that this seat's clock is stopped; None if the opponent is an AI."""
    match, person = state.match, state.seat_row(1 - seat).person
    if person is None:
        return None
    payload = {"match": match.id, "person": person, "missed": seat}
    nonce = f"missed:{match.id}:{state.turn_number}:{seat}"
    return _message(match.id, person_lane(person), MISSED, payload, nonce, now)


def unheard_since(message: Message) -> int | None:
    """Return since when a player's clock runs unnoticed if this message about a turn fails, or None.

    In epoch seconds; 0: since the turn began; None: the message is about no turn.
    """
    if message.kind == CALL:
        since: int | None = message.payload.get("since")
        return since
    if message.kind in (PING, BRIEFING):
        return 0
    return message.due_at if message.kind in (REMINDER, PLACE, BACK) else None


def call(match_id: str, unheard: Message, text: str, now: int, more: str = "") -> Message:
    """Return a public ping for a player with closed DMs, sent after the match has its place.

    `more` is said below it, and isn't on a lock screen.
    """
    since = unheard_since(unheard)
    person = unheard.payload["person"]
    payload = {"match": match_id, "person": person, "text": text, "more": more, "since": since}
    return _message(match_id, match_lane(match_id), CALL, payload, f"call:{unheard.nonce}", now)


def home(person: int, now: int) -> Message:
    """Return an update of a person's list of matches in their private channel."""
    due_at = (now // HOME_SECONDS + 1) * HOME_SECONDS
    # One row for everything until then: the outbox accepts each nonce once.
    lane, nonce = f"home:{person}", f"home:{person}:{due_at}"
    return _message(None, lane, HOME, {"person": person}, nonce, now, due_at)


def homes(match: Match, now: int) -> Iterable[Message]:
    """Return updates of the lists of matches of all people in a match."""
    return (home(row.person, now) for row in match.seats if row.person is not None)


def update_homes(challenge: Challenge, now: int) -> Iterable[Message]:
    """Return updates of the lists of matches of the people named in a challenge."""
    return (home(person, now) for person in (challenge.challenger, challenge.opponent) if person is not None)


def card(challenge: Challenge, now: int, posted: int | None = None) -> Message:
    """Return an update of a challenge card; `posted`: the card, if it wasn't there at the change."""
    lane, nonce = f"challenge:{challenge.id}", f"card:{challenge.id}:{posted or now}"
    return _message(None, lane, CARD, {"challenge": challenge.id}, nonce, now)


def after_action(
    after: MatchState, actor: int, viewer: int | None, now: int, *, waits: bool = False
) -> tuple[Message, ...]:
    """Return the messages after an action: the public board, and a ping for each person whose turn begins.

    `viewer`: the seat that sees a result at once. `waits`: the next action may follow by itself in a moment,
    and then no ping is needed.
    """
    messages = list[Message]()
    posted = is_posted(after, after.length)
    if posted and after.match.guild is not None:
        messages.append(board(after.match.id, after.length, now))
    if after.result is not None:
        return (*messages, *results(after, viewer, now))
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
