"""The session so far, kept in limited memory so that it can be saved at any time."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from playground.model.media import StoredFile
from playground.recording.form import Header, Step, file_line, line_of
from playground.recording.state import Key, Value

LIMIT = 64 * 1024 * 1024
"""The default limit, in bytes."""


class _Kept(NamedTuple):
    line: bytes
    files: list[str]


class Memory:
    """The newest steps, with their files up to `limit` bytes; older steps become part of the start.

    Attributes:
        limit: Bytes of steps and files to keep; the newest step is kept in any case.
        size: Bytes kept now.
        left_out: The number of steps that became part of the start.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.size = 0
        self.left_out = 0
        self._start: Step | None = None
        self._world: dict[Key, Value] = {}
        self._steps: deque[_Kept] = deque()
        self._files: dict[str, StoredFile] = {}
        self._uses: Counter[str] = Counter()

    @property
    def steps(self) -> int:
        """The number of steps kept."""
        return len(self._steps)

    def start(self, header: Header, start: Step) -> None:
        """Begin with the world's current state; the header is ignored, since saving writes a new one."""
        self._start = start
        for what, id, value in start.changes:
            self._set((what, id), value)

    def file(self, id: str, file: StoredFile) -> None:
        """Keep a file of the CDN for the steps that follow."""
        self._files[id] = file
        self.size += len(file.data)

    def step(self, step: Step) -> None:
        """Keep a step, and drop the oldest ones beyond the limit."""
        kept = _Kept(line_of("step", step), [id for _, _, value in step.changes for id in _files_of(value)])
        self._steps.append(kept)
        self._uses.update(kept.files)
        self.size += len(kept.line)
        while self.size > self.limit and len(self._steps) > 1:
            self._leave_out(self._steps.popleft())

    def lines(self, header: Header) -> Iterator[bytes]:
        """Yield the lines of the whole recording, each file before the first step that shows it."""
        assert self._start is not None
        changes = [(what, id, value) for (what, id), value in self._world.items()]
        yield line_of("session", msgspec.structs.replace(header, left_out=self.left_out))
        yield line_of("start", msgspec.structs.replace(self._start, changes=changes))
        told: set[str] = set()
        yield from self._new_files([id for value in self._world.values() for id in _files_of(value)], told)
        for kept in list(self._steps):
            yield from self._new_files(kept.files, told)
            yield kept.line

    def _new_files(self, ids: list[str], told: set[str]) -> Iterator[bytes]:
        for id in ids:
            if id not in told and id in self._files:
                told.add(id)
                yield file_line(id, self._files[id])

    def _leave_out(self, kept: _Kept) -> None:
        """Merge a step into the start, and drop the files that are no longer shown."""
        step = msgspec.json.decode(kept.line, type=Step)
        self._start = msgspec.structs.replace(step, changes=[])
        for what, id, value in step.changes:
            self._set((what, id), value)
        self.left_out += 1
        self.size -= len(kept.line)
        self._release(kept.files)

    def _set(self, key: Key, value: Value) -> None:
        old = self._world.get(key)
        self._uses.update(_files_of(value))
        if value is None:
            self._world.pop(key, None)
        else:
            # A known key keeps its position, so that channels come before their messages.
            self._world[key] = value
        self._release(_files_of(old))

    def _release(self, files: list[str]) -> None:
        for id in files:
            self._uses[id] -= 1
            if self._uses[id] <= 0:
                del self._uses[id]
                if (gone := self._files.pop(id, None)) is not None:
                    self.size -= len(gone.data)


def _files_of(value: Value) -> list[str]:
    return list(value.get("files", ())) if value else []
