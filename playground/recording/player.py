"""A recording at one of its steps: a world that can be moved forward and backward."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from playground.model.clock import Clock
from playground.model.events import Event
from playground.model.links import FOLDERS, Links
from playground.model.media import FileStore, StoredFile
from playground.model.payload import Json
from playground.model.world import World
from playground.recording.difference import people, tell_difference, views
from playground.recording.form import Change, Recording, Step
from playground.recording.scene import Scene, Told
from playground.recording.state import HEARD, Key, Value, put, take
from playground.recording.words import tell


class StoppedClock:
    """A clock that shows the time it was set to."""

    def __init__(self) -> None:
        self.moment = 0.0

    def now(self) -> float:
        """Return the time it was set to, in epoch seconds."""
        return self.moment


class RecordedLinks(Links):
    """File addresses on the server that shows the recording; unsigned, and they never expire.

    The page may need a picture long after its address would have expired. `recorded` is the address before
    the paths of files at the time of recording.
    """

    def __init__(self, clock: Clock, recorded: str) -> None:
        super().__init__(clock)
        self.base = self._recorded = recorded

    def sign(self, address: str) -> str:
        """Return an address on this server for a recorded file; any other address is returned unchanged."""
        if any(address.startswith(self._recorded + folder) for folder in FOLDERS):
            return self.base + address.removeprefix(self._recorded)
        return address

    def is_valid(self, path: str, query: Mapping[str, str]) -> bool:
        """Return True: every request for a file is answered."""
        return True


class RecordedFiles(FileStore):
    """The files of a recording, which aren't deleted with their messages."""

    def __init__(self, world: World, files: dict[str, StoredFile], base: str) -> None:
        super().__init__(world.ids, world.clock)
        self.links = RecordedLinks(world.clock, base)
        self._recorded = files

    def get(self, id: str) -> StoredFile | None:
        """Return a file by id, or None."""
        return self._recorded.get(id)


@dataclass
class Moment:
    """A step as it's shown, with all changes until the next one.

    Attributes:
        told: The sentence about it.
        at: The clock in epoch seconds.
        offset: The seconds by which the clock has been moved on so far.
        seen_by: The ids of the people who see it happen, or None if it happens in no channel.
        undo: The changes that lead back.
    """

    told: Told
    event: str
    at: float
    offset: float
    seen_by: list[str] | None = None
    changes: list[Change] = field(default_factory=list)
    undo: list[Change] = field(default_factory=list)


class Player:
    """A recording, at first at its end. Position 0 is its beginning; position n is after step n."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self._clock = StoppedClock()
        self.world = World(self._clock)
        self.world.files = RecordedFiles(self.world, recording.files, recording.header.base)
        self._heard: dict[Key, Value] = {}
        self._advanced = recording.start.offset
        self.moments: list[Moment] = []
        self._begin(recording.start)
        for step in recording.steps:
            self._take_in(step)
        self.position = len(self.moments)
        self._show_time()

    def applications(self) -> list[Json]:
        """Return the applications in the form of the control API."""
        return [
            {"id": id, **(value or {})} for (what, id), value in self._heard.items() if what == "application"
        ]

    def faults(self) -> Json:
        """Return the faults that were ordered, in the form of the control API."""
        return self._heard.get(("faults", "now")) or {"calls": 0, "seconds": 0.0}

    def go(self, position: int) -> None:
        """Move to a position, and emit an event for each difference."""
        position = max(0, min(position, len(self.moments)))
        before = views(self.world)
        touched: dict[str, Value] = {}
        for what, id, value in self._way(position):
            if what == "message":
                touched.setdefault(id, self._value((what, id)))
            self._put((what, id), value)
        self.position = position
        self._show_time()
        tell_difference(self.world, before, touched)
        self._tell_heard()

    def _tell_heard(self) -> None:
        clock = {"now": self.world.clock.now(), "offset": self.world.clock.offset}
        self.world.emit(Event(name="CLOCK", data=clock, bots=False))
        self.world.emit(Event(name="APPLICATIONS", data={"applications": self.applications()}, bots=False))
        self.world.emit(Event(name="FAULTS", data=self.faults(), bots=False))

    def _begin(self, start: Step) -> None:
        for what, id, value in start.changes:
            self._put((what, id), value)

    def _take_in(self, step: Step) -> None:
        """Add a step as a moment, or merge it into the one before if it isn't worth telling."""
        changed = {(what, id): value for what, id, value in step.changes}
        scene = Scene(self.world, step, step.offset - self._advanced, self._heard, changed)
        told = tell(scene)
        if step.event == "CLOCK":
            self._advanced = step.offset
        before = self._onlookers(told)
        undo = [(what, id, self._value((what, id))) for what, id, _ in step.changes]
        for what, id, value in step.changes:
            self._put((what, id), value)
        if told is not None:
            self.moments.append(
                Moment(told, step.event, step.at, step.offset, self._onlookers(told) or before)
            )
        if self.moments:
            self.moments[-1].changes += step.changes
            self.moments[-1].undo[:0] = reversed(undo)

    def _onlookers(self, told: Told | None) -> list[str] | None:
        channel = self.world.channels.get(told.channel or "") if told else None
        if told is None or channel is None:
            return None
        if told.person is not None:
            return [told.person]
        return [person for person in people(self.world) if self.world.sees(person, channel)]

    def _value(self, key: Key) -> Value:
        return self._heard.get(key) if key[0] in HEARD else take(self.world, key)

    def _put(self, key: Key, value: Value) -> None:
        if key[0] in HEARD:
            self._heard[key] = value
        else:
            put(self.world, key, value)

    def _way(self, position: int) -> Iterator[Change]:
        if position >= self.position:
            for moment in self.moments[self.position : position]:
                yield from moment.changes
        else:
            for moment in reversed(self.moments[position : self.position]):
                yield from moment.undo

    def _show_time(self) -> None:
        now = self.moments[self.position - 1] if self.position else self.recording.start
        self._clock.moment = now.at - now.offset
        self.world.clock.offset = now.offset
