"""The crowd: its people, what they share, and the timetable of their acts."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bench.crowd.ledger import Ledger
from bench.crowd.line import Line
from bench.crowd.offered import Leaf
from bench.crowd.reading import Tap
from bench.crowd.statistics import Tally
from playground.model.payload import Json

Act = Callable[[float], Awaitable[None]]
"""An act of a person, called with the moment at which it was due."""
_BOARDS_KEPT = 400


@dataclass(frozen=True)
class Habits:
    """How people behave.

    Attributes:
        dawdle: Mean seconds until they look at a message.
        think: Mean seconds between two taps.
        by_text: Share of answers that are written as a command.
        twice: Share of taps that are sent twice at once.
    """

    dawdle: float
    think: float
    by_text: float = 0.15
    twice: float = 0.05


class Timetable:
    """Starts acts when they are due, regardless of how many are running, until it is shut."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._under_way: set[asyncio.Future[None]] = set()
        self._shut = False
        self.faults: list[BaseException] = []

    def now(self) -> float:
        """Return the time in seconds, by the clock of all due moments."""
        return self._loop.time()

    def later(self, seconds: float, act: Act) -> None:
        """Schedule an act `seconds` from now."""
        self.at(self.now() + seconds, act)

    def at(self, due: float, act: Act) -> None:
        """Schedule an act for the moment `due`."""
        self._loop.call_at(due, self._start, act, due)

    def shut(self) -> None:
        """Start no more acts."""
        self._shut = True

    async def finish(self, seconds: float) -> None:
        """Wait for running acts, at most `seconds`."""
        if self._under_way:
            await asyncio.wait(set(self._under_way), timeout=seconds)

    def _start(self, act: Act, due: float) -> None:
        if self._shut:
            return
        task = asyncio.ensure_future(act(due))
        self._under_way.add(task)
        task.add_done_callback(self._note_end)

    def _note_end(self, task: asyncio.Future[None]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.faults.append(error)


@dataclass
class Board:
    """The newest public message with buttons in a channel or thread."""

    channel: str
    message: str
    taps: Sequence[Tap]

    @property
    def where(self) -> dict[str, str]:
        """Channel and message, as the control API wants them."""
        return {"channel": self.channel, "message": self.message}


@dataclass
class Crowd:
    """The state that all people share.

    Attributes:
        places: The channels in which people challenge, one in each server.
        other_places: The channels in which matches aren't begun.
        told: Values of options, from the command line.
        news: Set after each act.
    """

    line: Line
    timetable: Timetable
    habits: Habits
    rng: random.Random
    leaves: Sequence[Leaf]
    places: Sequence[str]
    other_places: Sequence[str]
    told: Mapping[str, str] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    ledger: Ledger = field(default_factory=Ledger)
    boards: dict[str, Board] = field(default_factory=dict)
    begun: set[str] = field(default_factory=set)
    finished: dict[str, Json] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def leaf(self, name: str) -> Leaf | None:
        """Return the top-level command of this name, or None."""
        return next((leaf for leaf in self.leaves if leaf.name == name and len(leaf.words) == 1), None)

    @property
    def place(self) -> str:
        """A channel to challenge in, drawn anew each time."""
        return self.rng.choice(self.places)

    def pause(self, mean: float) -> float:
        """Draw a pause of about this mean in seconds, between a fifth and three times of it."""
        return min(max(self.rng.expovariate(1 / mean), mean / 5), mean * 3) if mean else 0.0

    def keep_board(self, board: Board) -> None:
        """Remember the newest board of its channel, and forget the oldest boards beyond a limit."""
        self.boards.pop(board.channel, None)
        self.boards[board.channel] = board
        if len(self.boards) > _BOARDS_KEPT:
            del self.boards[next(iter(self.boards))]
