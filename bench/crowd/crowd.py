"""The crowd: its people, what they share, and a timetable of what each will do when."""

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
"""Something done at its due moment, which it is given."""
_BOARDS_KEPT = 400


@dataclass(frozen=True)
class Habits:
    """How people are. dawdle: seconds until they look, on average; think: seconds between two taps.

    by_text, twice: shares of the answers that are written, and of the taps that are done twice at once.
    """

    dawdle: float
    think: float
    by_text: float = 0.15
    twice: float = 0.05


class Timetable:
    """Starts acts when they are due, however many are under way; once it is shut it begins nothing more."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._under_way: set[asyncio.Future[None]] = set()
        self._shut = False
        self.faults: list[BaseException] = []

    def now(self) -> float:
        """Seconds by the clock of all due moments."""
        return self._loop.time()

    def later(self, seconds: float, act: Act) -> None:
        """Do it in so many seconds, counted from now."""
        self.at(self.now() + seconds, act)

    def at(self, due: float, act: Act) -> None:
        """Do it at that moment."""
        self._loop.call_at(due, self._start, act, due)

    def shut(self) -> None:
        """Begin nothing more."""
        self._shut = True

    async def finish(self, seconds: float) -> None:
        """Wait for what is under way, at most so long."""
        if self._under_way:
            await asyncio.wait(set(self._under_way), timeout=seconds)

    def _start(self, act: Act, due: float) -> None:
        if self._shut:
            return
        task = asyncio.ensure_future(act(due))
        self._under_way.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Future[None]) -> None:
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
    """What all people share. places: the channels in which they challenge, one of each server; other_places:
    those in which nobody plays; told: values of options that the command line gives; news: set when something
    was done.
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
        """The command whose last word is `name`, if there is exactly one kind of it."""
        return next((leaf for leaf in self.leaves if leaf.name == name and len(leaf.words) == 1), None)

    @property
    def place(self) -> str:
        """Where somebody challenges, drawn anew each time."""
        return self.rng.choice(self.places)

    def pause(self, mean: float) -> float:
        """A drawn pause of that mean, neither instant nor endless."""
        return min(max(self.rng.expovariate(1 / mean), mean / 5), mean * 3) if mean else 0.0

    def keep_board(self, board: Board) -> None:
        """Remember it as the newest one of its channel; of old channels none."""
        self.boards.pop(board.channel, None)
        self.boards[board.channel] = board
        if len(self.boards) > _BOARDS_KEPT:
            del self.boards[next(iter(self.boards))]
