"""The rows as immutable values, and the way between them and the columns."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

Json = Mapping[str, Any]
T = TypeVar("T", bound=msgspec.Struct)


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whom the bot has met; `dm_channel`: where their DMs are, once that is known; `username`: their
    other name, in plain letters; `home_message`: the message that lists their matches, `home_said`: a digest
    of what it says; `locale`: the language of their Discord when they last acted; `welcomed_at`: when they
    were told how things work; `timeouts`: how many matches in a row they have let time out,
    `rated_timeouts`: how many of those were rated."""

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
    """An offer to play. challenger_seat None = drawn by lot; opponent None = open to anyone; `rematch_of`:
    the match that this one is to follow; `level`: of the bot, against which its challenger may start it;
    `parent`: the channel that has the thread in which it was made."""

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
        """Whether a match can come of it, or has."""
        return self.status in ("open", "accepted")


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a match: a person, or a level of the bot. `bank`: seconds left between turns, where the
    pace has a bank; None: what it begins with."""

    seat: int
    person: int | None = None
    level: str | None = None
    interaction: int | None = None
    briefed_at: int | None = None
    looks: int = 0
    bank: int | None = None


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """The header of a match; with its actions it is the whole match. length = number of actions so far.

    `sides`: "by lot" or "chosen", None in matches from before this was noted; `sealed`: a first leg that is
    over, whose second leg is not; `counted_at`: since when it counts; `redacted`: how often words were taken
    out of its record; `paused_at`, `paused_until`: since when and until when it stands still, `paused_by`:
    which moderator did that, `paused_for`: seconds of earlier pauses; `uncounted`: it was rated and doesn't
    change its loser's rating; `coached`: its person is shown around in it."""

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
    seats: tuple[Seat, ...]


class Action(msgspec.Struct, frozen=True):
    """One line of the record; number counts from 1."""

    number: int
    seat: int
    text: str
    at: int


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Something that must be said. Order is kept within a lane ("channel:123", "person:45")."""

    lane: str
    kind: str
    payload: Json
    nonce: str
    created_at: int
    due_at: int
    match_id: str | None = None


class QueuedMessage(Message, frozen=True, kw_only=True):
    """A message in the outbox. `waits_for`: "discord", to come back, or "addressee", to be reachable again;
    None: for its time alone. `lease_by`: the host that sends it just now."""

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
        """Whether it may be on its way to Discord just now."""
        return self.sent_at is None and self.failed_at is None and self.lease_until is not None


class ScheduledJob(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happens at due_at unless it is moved; subject: id of a match, challenge or person."""

    kind: str
    subject: str
    due_at: int
    payload: Json = {}


class DueJob(ScheduledJob, frozen=True, kw_only=True):
    """A deadline in the table; `lease_by`: the host that looks after it just now."""

    id: int
    lease_until: int | None
    lease_by: int | None


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """What a person made and keeps for a game, under a name of their own."""

    person: int
    game: str
    name: str
    content: Json
    created_at: int
    changed_at: int


def to_json(value: Json) -> str:
    """JSON text with its keys in order, so that equal values are equal texts."""
    return msgspec.json.encode(value, order="deterministic").decode()


def _as_written(value: Json) -> str:
    # A document goes back to its maker to be mended, so its keys keep their places.
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
    """The value of a row; columns that the kind does not have are left out, others are added as they are."""
    names = [name for name in kind.__struct_fields__ if name not in others]
    return kind(**{name: _convert(_FROM_COLUMN, name, row[name]) for name in names}, **others)


def dump(value: msgspec.Struct, **others: Any) -> dict[str, Any]:
    """The value as parameters of a statement."""
    names = value.__struct_fields__
    return {name: _convert(_TO_COLUMN, name, getattr(value, name)) for name in names} | others


def _convert(table: dict[str, Callable[[Any], Any]], name: str, value: Any) -> Any:
    return table[name](value) if name in table else value


class OpenPlace(NamedTuple):
    """A channel of a server in which so many matches are under way."""

    guild: int
    channel: int
    matches: int
