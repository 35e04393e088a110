"""Metrics of this process, for the operator's dashboard.

Each bot has a separate registry, so nothing here is global. Labels say what kind of thing was counted, never
which or whose: no ids, no names, no texts, and for computer players no game and no level, since how long and
how often they think may depend on what's hidden.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from http import HTTPStatus
from itertools import product
from time import perf_counter
from typing import TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric

from games import GAMES
from storage.engine.database import Database, Work
from storage.engine.handle import Writer

T = TypeVar("T")
OTHER = "other"

_ANSWER_SECONDS = (0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5, 10)
_THOUGHT_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, 60)
_DATABASE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_LAG_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
_FAMILIES = (
    ("interaction answers", r"/interactions/\d+/[^/]+/callback"),
    ("interaction messages", r"/webhooks/"),
    ("DM channels", r"/users/@me/channels"),
    ("threads", r"/channels/\d+/(?:messages/\d+/)?thread"),
    ("messages", r"/channels/\d+/messages"),
    ("typing", r"/channels/\d+/typing"),
    ("channels", r"/channels/"),
    ("commands", r"/applications/\d+/(?:guilds/\d+/)?commands"),
    ("gateway", r"/gateway|^/?$"),
    ("account", r"/users/@me|/oauth2/"),
)
FAMILIES = (*(name for name, _ in _FAMILIES), OTHER)
_FAMILY = re.compile("|".join(f"({pattern})" for _, pattern in _FAMILIES))
KINDS = ("command", "button", "select", "words", OTHER)
OUTCOMES = ("answered", "late", "unanswered", "repeated")
_STATUSES = ("200", "201", "204", "400", "401", "403", "404", "429", "500", "502", "503", "504")
STATUSES = (*_STATUSES, "5xx", OTHER)
"""The usual statuses of Discord's responses, its other server errors, and all others."""


class Registry(CollectorRegistry):
    """A registry that starts its series when it's read, without their creation times.

    Those are unused and would double what's sent.
    """

    def __init__(self, start_series: Callable[[], None]) -> None:
        super().__init__()
        self._start_series = start_series

    def collect(self) -> Iterable[Metric]:
        """Yield all metrics, each without its `_created` samples."""
        self._start_series()
        for metric in super().collect():
            metric.samples = [sample for sample in metric.samples if not sample.name.endswith("_created")]
            yield metric


class Metrics:
    """The metrics. Their names and help texts are what the operator reads."""

    def __init__(self) -> None:
        self.registry = registry = Registry(self._start_series)
        self._interactions = Counter(
            "slowplay_interactions",
            "Taps, commands, and words sent, by what became of them",
            ("kind", "outcome"),
            registry=registry,
        )
        self._interaction_seconds = Histogram(
            "slowplay_interaction_seconds",
            "From when an interaction came in until it was dealt with",
            ("kind",),
            buckets=_ANSWER_SECONDS,
            registry=registry,
        )
        self._requests = Counter(
            "slowplay_requests",
            "Requests to Discord, by the kind of address and the status of the answer",
            ("family", "status"),
            registry=registry,
        )
        self.dms_opened = Counter("slowplay_dm_channels_opened", "New DM channels", registry=registry)
        self._thoughts = Histogram(
            "slowplay_ai_seconds",
            "How long the bot's moves and hints took, waiting for a worker included",
            buckets=_THOUGHT_SECONDS,
            registry=registry,
        )
        self._thinking = Gauge(
            "slowplay_ai_pending", "Moves and hints that are being thought about or wait", registry=registry
        )
        self._started = Counter("slowplay_matches_started", "Matches begun", ("game",), registry=registry)
        self._ended = Counter("slowplay_matches_ended", "Matches ended", ("game",), registry=registry)
        self.transactions = Histogram(
            "slowplay_database_transaction_seconds",
            "Writing transactions, from when one asks for its turn until it's through",
            buckets=_DATABASE_SECONDS,
            registry=registry,
        )
        self.lag = Histogram(
            "slowplay_event_loop_lag_seconds",
            "How much later than planned the event loop did something, looked at every second",
            buckets=_LAG_SECONDS,
            registry=registry,
        )

    def _start_series(self) -> None:
        """Start every series at 0: Prometheus sees no increase in a series that starts with an event."""
        for kind, outcome in product(KINDS, OUTCOMES):
            self._interactions.labels(kind, outcome)
            self._interaction_seconds.labels(kind)
        for family, status in product(FAMILIES, STATUSES):
            self._requests.labels(family, status)
        for game in (*GAMES, OTHER):
            self._started.labels(game)
            self._ended.labels(game)

    def interaction(self, kind: str, outcome: str, seconds: float) -> None:
        """Count an interaction with its outcome and the seconds it took."""
        self._interactions.labels(kind, outcome).inc()
        self._interaction_seconds.labels(kind).observe(seconds)

    def request(self, path: str, status: int) -> None:
        """Count a request that Discord has answered."""
        self._requests.labels(family_of(path), status_label(status)).inc()

    def match_started(self, game: str) -> None:
        """Count a match that begins."""
        self._started.labels(game_label(game)).inc()

    def match_ended(self, game: str) -> None:
        """Count a match that has ended."""
        self._ended.labels(game_label(game)).inc()

    async def time_thought(self, think: Callable[[], Awaitable[T]]) -> T:
        """Return the result of a computer player's `think`, and record the time it takes."""
        with self._thinking.track_inprogress(), self._thoughts.time():
            return await think()


def family_of(path: str) -> str:
    """Return the kind of a request's address, without ids and tokens."""
    found = _FAMILY.search(path)
    return FAMILIES[found.lastindex - 1] if found and found.lastindex else OTHER


def status_label(status: int) -> str:
    """Return the label of a response's status, one of `STATUSES`."""
    if str(status) in _STATUSES:
        return str(status)
    return "5xx" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else OTHER


def game_label(game: str) -> str:
    """Return the key of a registered game, else `OTHER`, which bounds the number of labels."""
    return game if game in GAMES else OTHER


class Written:
    """The time when a database was last written to, in epoch seconds."""

    def __init__(self, at: float) -> None:
        self.at = at


def measure(
    database: Database, written: Written, now: Callable[[], float], observe: Callable[[float], None]
) -> None:
    """Wrap a database's transactions to report each one's seconds to `observe` and its end to `written`.

    The seconds count from when a transaction asks for its turn.
    """
    write, transact = database.write, database.transact

    def wrote(began: float) -> None:
        observe(perf_counter() - began)
        written.at = now()

    @asynccontextmanager
    async def measure_write(*alone: str) -> AsyncIterator[Writer]:
        began = perf_counter()
        async with write(*alone) as w:
            yield w
        wrote(began)

    async def measure_transact(work: Work[T], *alone: str) -> T:
        began = perf_counter()
        done = await transact(work, *alone)
        wrote(began)
        return done

    vars(database).update(write=measure_write, transact=measure_transact)
