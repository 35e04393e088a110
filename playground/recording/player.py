"""A recording at one of its steps: a world that can be moved forwards and backwards."""

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
    """Shows the moment that it was set to."""

    def __init__(self) -> None:
        self.moment = 0.0

    def now(self) -> float:
        return self.moment


class RecordedLinks(Links):
    """Addresses at the place where the recording is shown: without a signature, and they never expire.

    A page may ask for a picture long after its day is over. recorded: the address before the paths of
    files at the time of the recording.
    """

    def __init__(self, clock: Clock, recorded: str) -> None:
        super().__init__(clock)
        self.base = self._recorded = recorded

    def signed(self, address: str) -> str:
        if any(address.startswith(self._recorded + folder) for folder in FOLDERS):
            return self.base + address.removeprefix(self._recorded)
        return address

    def is_valid(self, path: str, query: Mapping[str, str]) -> bool:
        return True


class RecordedFiles(FileStore):
    """The files of a recording, whatever became of them later."""

    def __init__(self, world: World, files: dict[str, StoredFile], base: str) -> None:
        super().__init__(world.ids, world.clock)
        self.links = RecordedLinks(world.clock, base)
        self._recorded = files

    def get(self, id: str) -> StoredFile | None:
        return self._recorded.get(id)


@dataclass
class Moment:
    """What is shown as one step: a sentence, who sees it, and all changes up to the next one.

    seen_by: ids of the people before whose eyes it happens, None when it happens nowhere.
    """

    told: Told
    event: str
    at: float
    offset: float
    seen_by: list[str] | None = None
    changes: list[Change] = field(default_factory=list)
    undo: list[Change] = field(default_factory=list)


class Player:
    """A recording, first at its end. Position 0 is its beginning, position n is after step n."""

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
        """The applications as the control API shows them."""
        return [
            {"id": id, **(value or {})} for (what, id), value in self._heard.items() if what == "application"
        ]

    def faults(self) -> Json:
        """What was on order, as the control API shows it."""
        return self._heard.get(("faults", "now")) or {"calls": 0, "seconds": 0.0}

    def go(self, position: int) -> None:
        """Go to a position, and tell whoever looks on what is different there."""
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
        """Make a step of the recording a moment of its own, or part of the one before it."""
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
