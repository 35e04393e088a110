"""The rows of the database as immutable values, and their conversion from and to columns."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec

Json = Mapping[str, Any]
T = TypeVar("T", bound=msgspec.Struct)


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A person that the bot knows.

    Attributes:
        dm_channel: The channel of the person's direct messages; None while unknown.
        username: The Discord account name, in plain letters.
        home_message: The message that lists the person's matches; `home_said` is a digest of its content.
        locale: The language of the person's Discord when they last acted.
        welcomed_at: When the bot explained itself to the person.
        timeouts: How many matches in a row the person let time out; `rated_timeouts` of them were rated.
    """

    id: int
    name: str
    created_at: int
    dms_open: bool = True
    dm_channel: int | None = None
    settings: Json = {}
    username: str | None = None
    home_message: int | None = None
    home_said: str | None = None
    locale: str | None = None
    welcomed_at: int | None = None
    timeouts: int = 0
    rated_timeouts: int = 0


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """An offer to play a match.

    Attributes:
        challenger_seat: The challenger's seat; None if it is drawn by lot.
        opponent: The person challenged; None if anyone may accept.
        rematch_of: The match that this one would follow.
        level: The level of the AI to play against; the challenger may start that match alone.
        parent: The channel of the thread in which the challenge was made.
    """

    id: str
    game: str
    options: Json
    pace: str
    challenger: int
    challenger_seat: int | None = None
    opponent: int | None = None
    guild: int | None = None
    channel: int
    message: int | None = None
    nonce: bytes
    interaction_challenger: int
    interaction_accepter: int | None = None
    status: str = "open"
    created_at: int
    expires_at: int
    match_id: str | None = None
    level: str | None = None
    rematch_of: str | None = None
    rated: bool = True
    parent: int | None = None

    @property
    def is_alive(self) -> bool:
        """Whether the challenge is open or has led to a match."""
        return self.status in ("open", "accepted")


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a match: a person or a level of the AI.

    `bank` is the seconds left between turns in a time control with a bank; None is its initial value.
    """

    seat: int
    person: int | None = None
    level: str | None = None
    interaction: int | None = None
    briefed_at: int | None = None
    looks: int = 0
    bank: int | None = None


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """The header of a match; together with its actions it is the whole match.

    Attributes:
        length: The number of actions so far.
        sides: "by lot" or "chosen"; None in matches older than this field.
        sealed: Whether this is a finished first leg whose second leg isn't over.
        counted_at: Since when the result counts.
        redacted: How often words were removed from the record.
        paused_at: Since when the match is paused, until `paused_until`, by the moderator `paused_by`.
        paused_for: Seconds of earlier pauses.
        has_offer: Whether an offer of a seat is open; read only together with a single match.
        uncounted: Whether the match was rated but leaves its loser's rating unchanged.
        coached: Whether the bot shows the player around during the match.
    """

    id: str
    game: str
    ruleset: str
    options: Json
    seed: bytes
    nonce: bytes
    pace: str
    guild: int | None = None
    channel: int | None = None
    thread: int | None = None
    board_message: int | None = None
    created_at: int
    ended_at: int | None = None
    winner: int | None = None
    reason: str | None = None
    rated: bool
    length: int = 0
    leg: int = 1
    previous_leg: str | None = None
    sides: str | None = None
    sealed: bool = False
    counted_at: int | None = None
    redacted: int = 0
    paused_at: int | None = None
    paused_by: int | None = None
    paused_until: int | None = None
    paused_for: int = 0
    uncounted: bool = False
    coached: bool = False
    has_offer: bool = False
    seats: tuple[Seat, ...]


class Action(msgspec.Struct, frozen=True):
    """One action of a match's record; `number` counts from 1."""

    number: int
    seat: int
    text: str
    at: int


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """A message to send.

    Attributes:
        lane: Messages of a lane ("channel:123", "person:45") are sent in order.
        nonce: Unique; adding a message with a known one does nothing.
        due_at: Epoch seconds before which it isn't sent.
    """

    lane: str
    kind: str
    payload: Json
    nonce: str
    created_at: int
    due_at: int
    match_id: str | None = None


class QueuedMessage(Message, frozen=True, kw_only=True):
    """A message in the outbox.

    Attributes:
        waits_for: "discord" (to come back), "addressee" (to be reachable again), or None (only its time).
        lease_until: Epoch seconds at which it's tried again; None unless it's being sent or awaits a retry.
        lease_by: The process that is sending it now.
        message_id: The Discord message that it became.
    """

    id: int
    attempts: int
    last_error: str | None
    waits_for: str | None
    lease_until: int | None
    lease_by: int | None
    sent_at: int | None
    failed_at: int | None
    message_id: int | None

    @property
    def is_under_way(self) -> bool:
        """Whether the message is leased: being sent, or awaiting its next attempt."""
        return self.sent_at is None and self.failed_at is None and self.lease_until is not None


class ScheduledJob(msgspec.Struct, frozen=True, kw_only=True):
    """A job that runs at `due_at` unless it is moved; `subject` is the id of a match, challenge or person."""

    kind: str
    subject: str
    due_at: int
    payload: Json = {}


class DueJob(ScheduledJob, frozen=True, kw_only=True):
    """A scheduled job with its database row; `lease_by` is the process that is running it now."""

    id: int
    lease_until: int | None
    lease_by: int | None


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A document that a person made for a game and keeps under a name."""

    person: int
    game: str
    name: str
    content: Json
    created_at: int
    changed_at: int


def to_json(value: Json) -> str:
    """Return JSON text with sorted keys, so that equal values give equal texts."""
    return msgspec.json.encode(value, order="deterministic").decode()


def _as_written(value: Json) -> str:
    # People edit their documents, so the keys keep their order.
    return msgspec.json.encode(value).decode()


_FROM_COLUMN: dict[str, Callable[[Any], Any]] = {
    "content": msgspec.json.decode,
    "options": msgspec.json.decode,
    "terms": msgspec.json.decode,
    "payload": msgspec.json.decode,
    "settings": msgspec.json.decode,
    "rated": bool,
    "sealed": bool,
    "uncounted": bool,
    "coached": bool,
    "dms_open": bool,
    "agreed": bool,
    "draining": bool,
}
_TO_COLUMN: dict[str, Callable[[Any], Any]] = {
    "content": _as_written,
    "options": to_json,
    "terms": to_json,
    "payload": to_json,
    "settings": to_json,
    "rated": int,
    "sealed": int,
    "uncounted": int,
    "coached": int,
    "dms_open": int,
    "agreed": int,
    "draining": int,
}


def load(kind: type[T], row: Mapping[str, Any], **others: Any) -> T:
    """Return a row as a value.

    Columns that the type lacks are ignored; `others` are further fields, passed on without conversion.

    Raises:
        KeyError: The row lacks a column.
    """
    plain, converted = _columns(kind)
    values = {name: row[name] for name in plain if name not in others}
    for name, convert in converted:
        values[name] = convert(row[name])
    return kind(**values, **others)


@cache
def _columns(kind: type[msgspec.Struct]) -> tuple[list[str], list[tuple[str, Callable[[Any], Any]]]]:
    """Return the fields that are as their columns are, and those that are converted, each with how."""
    names = kind.__struct_fields__
    converted = [(name, _FROM_COLUMN[name]) for name in names if name in _FROM_COLUMN]
    return [name for name in names if name not in _FROM_COLUMN], converted


def dump(value: msgspec.Struct, **others: Any) -> dict[str, Any]:
    """Return a value's fields, and `others` as they are, as parameters of a statement."""
    names = value.__struct_fields__
    return {name: _convert(_TO_COLUMN, name, getattr(value, name)) for name in names} | others


def _convert(table: dict[str, Callable[[Any], Any]], name: str, value: Any) -> Any:
    return table[name](value) if name in table else value


class OpenPlace(NamedTuple):
    """A channel of a server, and how many matches are under way in it."""

    guild: int
    channel: int
    matches: int
