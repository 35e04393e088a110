"""One run: people act by the schedule, receive events, and stop when the time is over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bench.crowd import offered, reading, schedule
from bench.crowd.crowd import Board, Crowd, Habits, Timetable
from bench.crowd.line import Line, is_connected, people_of, text_channels
from bench.crowd.offered import Leaf
from bench.crowd.person import Person
from bench.crowd.schedule import Arrival, Whim
from bench.crowd.whims import indulge
from playground.model.payload import Json

_READY_SECONDS = 60.0
_AT_ONCE = 20
_BREATH_SECONDS = 0.1
_STALL_SECONDS = 5.0
_LONGEST_WAIT_SECONDS = 60.0
_LAST_ANSWERS_SECONDS = 10.0


class CannotRun(Exception):
    """Raised if people, commands or a bot are missing; the text is one clear sentence."""


@dataclass(frozen=True)
class Plan:
    """What the command line asks for.

    Attributes:
        whims: Stray acts per match.
        quiet: Seconds without any event after which the run counts as settled.
        within: Seconds in which all matches begin, instead of nearly the whole run.
    """

    people: int
    matches: int
    seconds: float
    seed: int = 1
    habits: Habits = field(default_factory=lambda: Habits(30.0, 3.0))
    alone: float = 0.05
    whims: float = 0.5
    command: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    place: str = "games"
    to_the_end: bool = False
    quiet: float = 2.0
    within: float | None = None


async def crowd_of(line: Line, plan: Plan) -> tuple[Crowd, list[Person]]:
    """Return the people of a playground, ready to begin. Raises CannotRun."""
    state = await _with_bot(line)
    users = people_of(state, plan.people)
    if len(users) < max(2, plan.people):
        raise CannotRun(f"There are only {len(users)} people. Start the playground with more --guests.")
    home = await line.get(f"/users/{users[0]['id']}/home")
    channels = text_channels(home)
    places = [channel["id"] for channel in channels if channel["name"] == plan.place]
    if not places:
        names = ", ".join(channel["name"] for channel in channels)
        raise CannotRun(f"There is no channel “{plan.place}”. There are: {names}.")
    others = [channel["id"] for channel in channels if channel["id"] not in places]
    commands = await line.get(f"/users/{users[0]['id']}/commands?channel={places[0]}")
    leaves = offered.leaves(commands, plan.command)
    if not offered.beginnings(leaves, alone=False):
        raise CannotRun("No command is offered by which people could challenge one another.")
    rng = random.Random(plan.seed)
    crowd = Crowd(line, Timetable(), plan.habits, rng, leaves, places, others, plan.options)
    return crowd, [Person(user["id"], user["username"], crowd) for user in users]


async def acquaint(crowd: Crowd, people: Sequence[Person]) -> None:
    """Let each person look at something in their DM with the bot, as returning people have done before.

    Discord lets bots open few new DMs a minute, so hundreds of newcomers would measure only that limit.
    """
    looks = [leaf for leaf in crowd.leaves if leaf.name in offered.LOOKS and leaf.is_easy]
    bots = [user["id"] for user in (await crowd.line.get("/state"))["users"] if user["bot"]]
    if looks and bots:
        for start in range(0, len(people), _AT_ONCE):
            some = people[start : start + _AT_ONCE]
            await asyncio.gather(*(_look(crowd.line, person.id, bots[0], looks[-1]) for person in some))


async def _look(line: Line, person: str, bot: str, leaf: Leaf) -> None:
    dm = await line.post(person, "dms", recipient=bot)
    await line.post(person, "slash", channel=dm["id"], command=leaf.words[0], options=leaf.nest_options({}))


async def _with_bot(line: Line) -> Json:
    """Return the state of the playground once a bot is connected. Raises CannotRun if none comes."""
    state: Json = await line.get("/state")
    with suppress(TimeoutError):
        async with asyncio.timeout(_READY_SECONDS):
            if is_connected(state):
                return state
            async for _ in line.events(("APPLICATIONS",)):
                state = await line.get("/state")
                if is_connected(state):
                    return state
    raise CannotRun("No bot has come on line.")


class Run:
    """A crowd at work. Build it with `crowd_of`, then run `listen` beside `go`.

    The run ends early once `enough` returns true; by default, once all matches that were to be played to
    their end have ended.
    """

    def __init__(
        self,
        crowd: Crowd,
        people: Sequence[Person],
        plan: Plan,
        enough: Callable[[Crowd], bool] | None = None,
    ) -> None:
        self.crowd = crowd
        self.plan = plan
        self._enough = enough or self._is_ended
        self._people = list(people)
        self._by_id = {person.id: person for person in people}
        self.names = ",".join(person.name for person in people[:2])
        self._something = asyncio.Event()
        self.seconds = 0.0
        self.connected = asyncio.Event()

    # --- hearing ----------------------------------------------------------------------------------------

    async def listen(self) -> None:
        """Pass events on to the people they concern, until canceled."""
        async for event in self.crowd.line.events():
            self.connected.set()
            self._something.set()
            self._hear(event["event"], event["data"], event["people"])

    def _hear(self, name: str, data: Json, people: list[str] | None) -> None:
        if name == "THREAD_CREATE":
            self._thread(data)
        elif people is not None:
            for person in filter(None, map(self._by_id.get, people)):
                _tell(person, name, data)
        elif name != "MESSAGE_DELETE":
            self._hear_in_public(name, data)

    def _thread(self, data: Json) -> None:
        self.crowd.begun.add(data["id"])

    def _hear_in_public(self, name: str, message: Json) -> None:
        taps = reading.taps(message)
        if taps:
            where = message["channel_id"]
            self.crowd.keep_board(Board(where, message["id"], taps))
            if reading.is_over(message) and where in self.crowd.begun:
                self.crowd.finished.setdefault(where, message)
                self.crowd.news.set()
        if name == "MESSAGE_CREATE":
            for person in filter(None, (self._by_id.get(user["id"]) for user in message["mentions"])):
                person.read_mention(message)

    # --- acting -----------------------------------------------------------------------------------------

    async def go(self) -> None:
        """Perform everything on schedule, stop in time, and wait until the bot is quiet."""
        await self.connected.wait()
        table, began = self.crowd.timetable, self.crowd.timetable.now() + _BREATH_SECONDS
        for arrival in self._arrivals():
            table.at(began + arrival.at, self._beginning(arrival))
        for whim in self._whims():
            table.at(began + whim.at, self._whim(whim))
        await self._until_over(began)
        self.seconds = table.now() - began
        table.shut()
        await table.finish(_LAST_ANSWERS_SECONDS)
        await self._quiet()

    def _arrivals(self) -> Sequence[Arrival]:
        plan, rng = self.plan, random.Random(f"arrivals {self.plan.seed}")
        alone = 0.0 if plan.to_the_end else plan.alone
        return schedule.arrivals(rng, len(self._people), plan.matches, self._last_beginning(), alone)

    def _whims(self) -> Sequence[Whim]:
        plan, rng = self.plan, random.Random(f"whims {self.plan.seed}")
        count = 0 if plan.to_the_end else round(plan.matches * plan.whims)
        return schedule.whims(rng, len(self._people), count, plan.within or plan.seconds)

    def _last_beginning(self) -> float:
        """Return the second of the last beginning, leaving a challenged person some time to accept."""
        if self.plan.within is not None:
            return self.plan.within
        return max(self.plan.seconds / 2, self.plan.seconds - 4 * self.plan.habits.think)

    def _beginning(self, arrival: Arrival) -> Any:
        person = self._people[arrival.who]
        other = None if arrival.other is None else self._people[arrival.other].id
        return lambda due: begin(person, other, due)

    def _whim(self, whim: Whim) -> Any:
        return lambda due: indulge(self._people[whim.who], whim.what, due)

    async def _until_over(self, began: float) -> None:
        """Wait until the time is over, or the run is ended early."""
        left = began + self.plan.seconds - self.crowd.timetable.now()
        with suppress(TimeoutError):
            async with asyncio.timeout(left):
                while not self._enough(self.crowd):
                    self.crowd.news.clear()
                    if not await _within(self.crowd.news.wait(), _STALL_SECONDS) and self.plan.to_the_end:
                        self._nudge()

    def _nudge(self) -> None:
        """Let all people look at the newest board of their matches, since none has acted for a while."""
        for person in self._people:
            for board in map(self.crowd.boards.get, person.threads or self.crowd.begun):
                if board is not None and board.channel not in self.crowd.finished:
                    self.crowd.timetable.later(0.0, partial(person.look_at, board))

    def _is_ended(self, crowd: Crowd) -> bool:
        return self.plan.to_the_end and len(crowd.finished) >= self.plan.matches

    async def _quiet(self) -> None:
        """Wait until no event has come for a while, so that the bot has sent everything."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_LONGEST_WAIT_SECONDS):
                while await _within(self._something.wait(), self.plan.quiet):
                    self._something.clear()


async def _within(waiting: Coroutine[Any, Any, object], seconds: float) -> bool:
    """Return whether the coroutine ended within `seconds`."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await waiting
        return True
    return False


def _tell(person: Person, name: str, data: Json) -> None:
    if name == "MESSAGE_DELETE":
        person.forget(data["id"])
    elif data["author"].get("bot"):
        person.read_private(data)


async def begin(person: Person, other: str | None, due: float) -> None:
    """Challenge a person or play the bot; retry once with the default terms if the terms are refused."""
    crowd = person.crowd
    alone = other is None
    leaf = crowd.rng.choice(offered.beginnings(crowd.leaves, alone=alone))
    terms = [
        offered.draw_values(leaf, other, crowd.told, crowd.rng),
        offered.draw_values(leaf, other, {"": ""}, crowd.rng),
    ]
    for values in terms:
        place = {"channel": crowd.place, "command": leaf.words[0]}
        kind = "play" if alone else "challenge"
        outcome = await person.do(kind, due, "slash", **place, options=leaf.nest_options(values))
        message = outcome["message"] if outcome is not None else None
        if message is not None and not reading.is_ephemeral(message):
            if alone:
                person.follow(message)
            return
        due = crowd.timetable.now()
