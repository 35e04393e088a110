"""The recorder of a session: writes changes of the world into memory and into a file.

A recorder receives every event of the world. When the code that is running has finished, and the world is
as its events said, everything that an event may concern is compared with its last recorded value. The
package `playground.recording` describes the format.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from aiohttp import web

from playground.model.events import Event
from playground.model.media import StoredFile
from playground.model.payload import Json, decode
from playground.model.world import World
from playground.recording.form import VERSION as FORM
from playground.recording.form import Change, Header, Step, playground_version
from playground.recording.lines import Lines
from playground.recording.memory import Memory
from playground.recording.state import HEARD, Key, Value, keys_of, take, unread_key

# The fields of an event that are recorded: none that its changes contain already, and no token.
KEPT: dict[str, tuple[str, ...]] = {
    "MESSAGE_CREATE": ("id",),
    "MESSAGE_UPDATE": ("id",),
    "MESSAGE_DELETE": ("id",),
    "MESSAGE_DELETE_BULK": ("ids", "channel_id"),
    "INTERACTION_FAILED": ("user", "channel", "error"),
    "MODAL": ("user", "channel", "modal"),
    "REFUSED": ("method", "path", "status", "answer", "ordered"),
}
ASKED = ("name", "type", "options", "custom_id", "component_type", "values", "components")
AUTOCOMPLETE = 4


class Sink(Protocol):
    """A destination of a recording."""

    def start(self, header: Header, start: Step) -> None:
        """Begin with the world's current state."""
        ...

    def file(self, id: str, file: StoredFile) -> None:
        """Take a file of the steps that follow."""
        ...

    def step(self, step: Step) -> None:
        """Take a step."""
        ...


class Recorder:
    """A recorder of one world, into a file if there's a path, and into a memory if there's one."""

    def __init__(self, world: World, path: Path | None = None, memory: Memory | None = None) -> None:
        self._world = world
        self._lines = Lines(path) if path else None
        self._memory = memory
        self._sinks: list[Sink] = [sink for sink in (self._lines, memory) if sink is not None]
        self._known: dict[Key, Value] = {}
        self._heard: dict[Key, Value] = {}
        self._files: set[str] = set()
        self._touched: dict[Key, None] = {}
        self._pending: Step | None = None

    @classmethod
    def of(cls, world: World, path: Path | str | None, remember: bool) -> Recorder | None:
        """Return a recorder into a file, memory or both, or None if neither is wanted.

        Raises:
            RecordingError: If the file can't be written.
        """
        if not path and not remember:
            return None
        return cls(world, Path(path) if path else None, Memory() if remember else None)

    def begin(self) -> None:
        """Record the world's current state, and record all changes from now on."""
        for app in self._world.applications.values():
            known = {"name": app.name, "bot_user_id": app.bot_id, "connected": False}
            self._heard["application", app.id] = known
        self._touched.update(dict.fromkeys([*keys_of(self._world), *self._heard]))
        start = self._now("", {}, self._changes())
        for sink in self._sinks:
            sink.start(self._header(), start)
        self._world.listeners.append(self._hear)

    def settle_memory(self) -> Memory | None:
        """Return the memory, up to date, or None if nothing is kept in memory."""
        self.settle()
        return self._memory

    def lines(self) -> list[bytes]:
        """Return the session so far as the lines of a recording; none if nothing is kept in memory."""
        memory = self.settle_memory()
        return [] if memory is None else list(memory.lines(self._header()))

    def now(self) -> str:
        """Return the current time as Discord writes it."""
        return self._world.now()

    def request(
        self, request: web.Request, body: bytes, response: web.StreamResponse, ordered: bool = False
    ) -> None:
        """Record a bot's request and the response; `ordered` tells that the response is an ordered fault."""
        raw = response.body if isinstance(response, web.Response) else None
        answer = decode(raw) if isinstance(raw, bytes) and raw.startswith((b"{", b"[")) else None
        asked: Json = {"method": request.method, "path": request.path}
        if self._lines is not None:
            self._lines.traffic("request", asked | _fields(request, body, response.status, answer))
        if response.status >= 400:
            refused = {"status": response.status, "answer": answer, "ordered": ordered}
            self._note("REFUSED", {**asked, "path": without_token(request.path), **refused})

    def dispatch(self, event: str, data: Json) -> None:
        """Record an event sent to a bot, in the file alone."""
        if self._lines is not None:
            self._lines.traffic("dispatch", {"event": event, "data": data})

    def settle(self) -> None:
        """Record what has happened until now; after an event this happens automatically."""
        step, self._pending = self._pending, None
        changes = self._changes()
        if step is None and changes:
            step = self._now("", {}, [])
        if step is not None and (changes or step.event in TOLD):
            made = Step(step.at, step.offset, step.event, step.data, changes)
            for sink in self._sinks:
                sink.step(made)

    def close(self) -> None:
        """Record the last changes and stop recording."""
        self.settle()
        if self._hear in self._world.listeners:
            self._world.listeners.remove(self._hear)
        if self._lines is not None:
            self._lines.close()

    def _header(self) -> Header:
        base = self._world.files.base
        return Header(version=FORM, playground=playground_version(), when=self._world.now(), base=base)

    def _now(self, event: str, data: Json, changes: list[Change]) -> Step:
        clock = self._world.clock
        return Step(clock.now(), clock.offset, event, data, changes)

    def _hear(self, event: Event) -> None:
        if event.name in ("COMMANDS", "TYPING_START") or _is_completion(event):
            return
        self._note(event.name, _select_fields(event))
        heard = _extract_values(event)
        self._heard.update(heard)
        self._touched.update(dict.fromkeys([*heard, *self._find_touched(event)]))

    def _note(self, event: str, data: Json) -> None:
        if self._pending is None:
            asyncio.get_running_loop().call_soon(self.settle)
        else:
            self.settle()
        self._pending = self._now(event, data, [])

    def _find_touched(self, event: Event) -> Iterator[Key]:
        """Yield the keys whose values an event may have changed, or that the code behind it still changes."""
        data, world = event.data, self._world
        if event.channel is not None:
            yield "channel", event.channel
        if event.name == "MESSAGE_DELETE_BULK":
            yield from (("message", id) for id in data["ids"])
        elif event.name.startswith("MESSAGE_"):
            yield "message", data["id"]
        elif event.name == "UNREAD":
            yield unread_key(event.user or "", data["channel_id"])
        elif event.name.startswith(("CHANNEL_", "THREAD_")) and "id" in data:
            yield "channel", data["id"]
        if event.name in ("CHANNEL_DELETE", "THREAD_DELETE"):
            yield from _inside(world, data["id"])

    def _changes(self) -> list[Change]:
        """Return the changes since the last record, in an order in which they can be applied (`_order`)."""
        touched, self._touched = self._touched, {}
        touched.update(dict.fromkeys(self._unheard()))
        changed = [(key, value) for key in touched if self._differs(key, value := self._value(key))]
        for _, value in changed:
            self._keep_files(value)
        changed.sort(key=_order)
        return [(what, id, value) for (what, id), value in changed]

    def _unheard(self) -> Iterator[Key]:
        """Yield the state keys that change without an event: users, servers, and their changed channels."""
        world = self._world
        yield from (("user", id) for id in world.users)
        for id in world.guilds:
            yield "guild", id
            if self._known.get(("guild", id)) != take(world, ("guild", id)):
                yield from (("channel", channel.id) for channel in world.channels_of(id))

    def _value(self, key: Key) -> Value:
        return self._heard.get(key) if key[0] in HEARD else take(self._world, key)

    def _differs(self, key: Key, value: Value) -> bool:
        if self._known.get(key) == value:
            return False
        if value is None:
            del self._known[key]
        else:
            self._known[key] = value
        return True

    def _keep_files(self, value: Value) -> None:
        for id in value.get("files", ()) if value else ():
            file = self._world.files.get(id)
            if id not in self._files and file is not None:
                self._files.add(id)
                for sink in self._sinks:
                    sink.file(id, file)


TOLD = {
    "INTERACTION_CREATE",
    "INTERACTION_FAILED",
    "MODAL",
    "REFUSED",
    "CLOCK",
}
"""The events that are recorded as a step even if no recorded value has changed."""


def without_token(path: str) -> str:
    """Return a path of the API without the interaction token in it."""
    parts = path.split("/")
    for place, name in enumerate(parts[:-2]):
        if name in ("interactions", "webhooks"):
            parts[place + 2] = "…"
    return "/".join(parts)


def _fields(request: web.Request, body: bytes, status: int, answer: object) -> Json:
    return {
        "query": dict(request.query),
        "content_type": request.headers.get("Content-Type", ""),
        "body": base64.b64encode(body).decode(),
        "status": status,
        "response": answer,
    }


def _select_fields(event: Event) -> Json:
    """Return the part of an event's data that is recorded."""
    data = event.data
    if event.name == "INTERACTION_CREATE":
        user = data.get("user") or data["member"]["user"]
        asked = {name: data["data"][name] for name in ASKED if name in data["data"]}
        source = (data.get("message") or {}).get("id")
        place = {"user": user["id"], "channel": data["channel_id"], "message": source}
        return {**place, "type": data["type"], "data": asked}
    return {name: data[name] for name in KEPT.get(event.name, ()) if name in data}


def _extract_values(event: Event) -> dict[Key, Value]:
    """Return the values that only the event contains."""
    if event.name == "FAULTS":
        return {("faults", "now"): event.data}
    if event.name == "APPLICATIONS":
        return {
            ("application", app["id"]): {name: app[name] for name in app if name != "id"}
            for app in event.data["applications"]
        }
    return {}


def _is_completion(event: Event) -> bool:
    return event.name == "INTERACTION_CREATE" and event.data["type"] == AUTOCOMPLETE


def _inside(world: World, channel: str) -> Iterator[Key]:
    """Yield the keys of all entries that disappear with a channel."""
    messages = (message for message in world.messages.values() if message.channel_id == channel)
    yield from (("message", message.id) for message in messages)
    yield from (unread_key(user, place) for user, place in world.unread if place == channel)


def _order(change: tuple[Key, Value]) -> tuple[bool, bool]:
    """Return a sort key that adds channels before their messages, and removes them after these."""
    (what, _), value = change
    return value is None, (what == "channel") == (value is None)
