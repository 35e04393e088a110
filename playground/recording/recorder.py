"""Records a session: what changes in the world, into memory and into a file; the form is in `replay`.

A recorder hears every event of the world. Whatever an event may concern is compared with what was last
written of it, once the code that runs is done: by then the world is as its events told it.
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

# What of an event is written: nothing that its changes tell already, and no token.
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
    """Where a recording goes."""

    def start(self, header: Header, start: Step) -> None: ...

    def file(self, id: str, file: StoredFile) -> None: ...

    def step(self, step: Step) -> None: ...


class Recorder:
    """Records one world, into a file when there is a path, and into memory when there is one."""

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
        """A recorder as it is ordered; None when nothing is to be recorded."""
        if not path and not remember:
            return None
        return cls(world, Path(path) if path else None, Memory() if remember else None)

    def begin(self) -> None:
        """Write the world as it stands, and listen from now on."""
        for app in self._world.applications.values():
            known = {"name": app.name, "bot_user_id": app.bot_id, "connected": False}
            self._heard["application", app.id] = known
        self._touched.update(dict.fromkeys([*keys_of(self._world), *self._heard]))
        start = self._now("", {}, self._changes())
        for sink in self._sinks:
            sink.start(self._header(), start)
        self._world.listeners.append(self._hear)

    def kept(self) -> Memory | None:
        """What is kept in memory until now."""
        self.settle()
        return self._memory

    def lines(self) -> list[bytes]:
        """The session so far as a recording; no lines when nothing is kept in memory."""
        memory = self.kept()
        return [] if memory is None else list(memory.lines(self._header()))

    def now(self) -> str:
        """The present in Discord's text."""
        return self._world.now()

    def request(
        self, request: web.Request, body: bytes, response: web.StreamResponse, ordered: bool = False
    ) -> None:
        """A request of a bot and its answer; ordered: the answer is a fault on order."""
        raw = response.body if isinstance(response, web.Response) else None
        answer = decode(raw) if isinstance(raw, bytes) and raw.startswith((b"{", b"[")) else None
        asked: Json = {"method": request.method, "path": request.path}
        if self._lines is not None:
            self._lines.traffic("request", asked | _fields(request, body, response.status, answer))
        if response.status >= 400:
            refused = {"status": response.status, "answer": answer, "ordered": ordered}
            self._note("REFUSED", {**asked, "path": without_token(request.path), **refused})

    def dispatch(self, event: str, data: Json) -> None:
        """An event sent to a bot."""
        if self._lines is not None:
            self._lines.traffic("dispatch", {"event": event, "data": data})

    def settle(self) -> None:
        """Write what has happened until now; called by itself at the end of all that changes the world."""
        step, self._pending = self._pending, None
        changes = self._changes()
        if step is None and changes:
            step = self._now("", {}, [])
        if step is not None and (changes or step.event in TOLD):
            made = Step(step.at, step.offset, step.event, step.data, changes)
            for sink in self._sinks:
                sink.step(made)

    def close(self) -> None:
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
        if event.name == "TYPING_START" or _is_completion(event):
            return
        self._note(event.name, _told(event))
        heard = _heard(event)
        self._heard.update(heard)
        self._touched.update(dict.fromkeys([*heard, *self._concerned(event)]))

    def _note(self, event: str, data: Json) -> None:
        if self._pending is None:
            asyncio.get_running_loop().call_soon(self.settle)
        else:
            self.settle()
        self._pending = self._now(event, data, [])

    def _concerned(self, event: Event) -> Iterator[Key]:
        """The keys whose values an event may have changed, or will have once its cause is done."""
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
        """What is different from what was last written: additions first, messages after their channels."""
        touched, self._touched = self._touched, {}
        touched.update(dict.fromkeys(self._unheard()))
        changed = [(key, value) for key in touched if self._differs(key, value := self._value(key))]
        for _, value in changed:
            self._keep_files(value)
        changed.sort(key=_order)
        return [(what, id, value) for (what, id), value in changed]

    def _unheard(self) -> Iterator[Key]:
        """The keys that may change without an event: people, servers, and threads that somebody left."""
        world = self._world
        yield from (("user", id) for id in world.users)
        for id in world.guilds:
            yield "guild", id
            if self._known.get(("guild", id)) != take(world, ("guild", id)):
                yield from (("channel", one.id) for one in world.channels_of(id))

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
"""Events that are worth a step even when nothing of what is kept has changed."""


def without_token(path: str) -> str:
    """A path of the API without the token of an interaction."""
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


def _told(event: Event) -> Json:
    """What of an event is written."""
    data = event.data
    if event.name == "INTERACTION_CREATE":
        user = data.get("user") or data["member"]["user"]
        asked = {name: data["data"][name] for name in ASKED if name in data["data"]}
        source = (data.get("message") or {}).get("id")
        place = {"user": user["id"], "channel": data["channel_id"], "message": source}
        return {**place, "type": data["type"], "data": asked}
    return {name: data[name] for name in KEPT.get(event.name, ()) if name in data}


def _heard(event: Event) -> dict[Key, Value]:
    """What is known by the event alone."""
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
    """Everything that goes when a channel goes."""
    messages = (message for message in world.messages.values() if message.channel_id == channel)
    yield from (("message", message.id) for message in messages)
    yield from (unread_key(user, place) for user, place in world.unread if place == channel)


def _order(change: tuple[Key, Value]) -> tuple[bool, bool]:
    """Nothing is put into a channel that is not there, whether one goes forwards or backwards."""
    (what, _), value = change
    return value is None, (what == "channel") == (value is None)
