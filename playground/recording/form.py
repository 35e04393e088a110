"""The lines of a recording: written, and read with patience for a file that was cut off."""

from __future__ import annotations

import base64
import tomllib
import zlib
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from playground.model.media import StoredFile
from playground.model.payload import Json, encode
from playground.recording.state import Value

VERSION = 1
GZIP = b"\x1f\x8b"
PROJECT = Path(__file__).parents[2] / "pyproject.toml"
DAMAGED = (msgspec.MsgspecError, AttributeError, KeyError, TypeError, ValueError)
Change = tuple[str, str, Value]


class RecordingError(Exception):
    """A file that cannot be shown or written; its text is one sentence that says what to do."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line; the package `playground.recording` says what is in it."""

    version: int
    playground: str
    when: str
    base: str
    left_out: int = 0


class Step(msgspec.Struct, frozen=True):
    """Something that happened at a moment, and what is different since; the start of a recording too."""

    at: float
    offset: float
    event: str = ""
    data: Json = {}
    changes: list[Change] = []


class Recording(msgspec.Struct, frozen=True):
    """A whole recording. cut: whether the file ends in the middle."""

    header: Header
    start: Step
    steps: list[Step]
    files: dict[str, StoredFile]
    cut: bool


@lru_cache(maxsize=1)
def playground_version() -> str:
    """The version of this program."""
    try:
        return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])
    except (OSError, KeyError):
        return _installed_version()


def _installed_version() -> str:
    """That of the package, where there is no project beside it."""
    names = metadata.packages_distributions().get("playground", ())
    return next((metadata.version(name) for name in names), "unknown")


def line_of(kind: str, value: object) -> bytes:
    """A line of a recording."""
    fields: Json = msgspec.to_builtins(value) if isinstance(value, Header | Step) else dict(value)  # type: ignore[call-overload]
    return encode({"kind": kind, **fields}) + b"\n"


def file_line(id: str, file: StoredFile) -> bytes:
    """The line of a file of the CDN, with its bytes in base64."""
    data = base64.b64encode(file.data).decode()
    return line_of("file", {"id": id, "name": file.name, "content_type": file.content_type, "data": data})


def read(path: Path) -> Recording:
    """The recording in a file; raises RecordingError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordingError(f"{path} can't be read: {error.strerror}. Check its name.") from error
    text, whole = _unpacked(data)
    return _read_lines(path.name, text, whole)


def _unpacked(data: bytes) -> tuple[bytes, bool]:
    """The text, and whether all of it is there."""
    if not data.startswith(GZIP):
        return data, True
    unpacking = zlib.decompressobj(wbits=31)
    try:
        text = unpacking.decompress(data)
    except zlib.error:
        return b"", False
    return text, unpacking.eof


def _read_lines(name: str, text: bytes, whole: bool) -> Recording:
    first, _, rest = text.partition(b"\n")
    header = _header(name, first)
    reading = _Reading()
    for line in rest.split(b"\n"):
        try:
            reading.take(line)
        except DAMAGED:
            whole = False
            break
    if reading.start is None:
        raise RecordingError(f"{name} ends before anything happens in it. Save it again.")
    return Recording(header, reading.start, reading.steps, reading.files, not whole)


class _Reading:
    """What was read so far."""

    def __init__(self) -> None:
        self.start: Step | None = None
        self.steps: list[Step] = []
        self.files: dict[str, StoredFile] = {}

    def take(self, line: bytes) -> None:
        """Take in a line; raises all sorts of errors for one that is damaged."""
        value: Any = msgspec.json.decode(line or b"{}")
        kind = value.get("kind")
        if kind == "start":
            self.start = msgspec.convert(value, Step)
        elif kind == "step":
            self.steps.append(msgspec.convert(value, Step))
        elif kind == "file":
            data = base64.b64decode(value["data"])
            self.files[value["id"]] = StoredFile(value["name"], value["content_type"], data)


def _header(name: str, line: bytes) -> Header:
    try:
        found = msgspec.json.decode(line)
    except msgspec.DecodeError:
        found = None
    if not isinstance(found, dict) or found.get("kind") != "session":
        raise RecordingError(
            f"{name} isn't a playground recording. To make one, press the clock and then “Save a recording”."
        )
    if found.get("version") != VERSION:
        raise RecordingError(
            f"{name} is a recording of version {found.get('version')}, and this playground reads version "
            f"{VERSION}. Open it with the playground that wrote it ({found.get('playground', 'unknown')})."
        )
    try:
        return msgspec.convert(found, Header)
    except msgspec.ValidationError as error:
        raise RecordingError(f"{name} has a first line that can't be read: {error}.") from error
