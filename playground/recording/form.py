"""The lines of a recording, writing and reading them; a file that was cut off can be read, too."""

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
PROJECT = Path(__file__).parents[1] / "pyproject.toml"
DAMAGED = (msgspec.MsgspecError, AttributeError, KeyError, TypeError, ValueError)
"""The errors that reading a damaged line can raise."""
Change = tuple[str, str, Value]


class RecordingError(Exception):
    """A recording that can't be shown or written; the text is one sentence that says what to do."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a recording; `playground.recording` describes its fields."""

    version: int
    playground: str
    when: str
    base: str
    left_out: int = 0


class Step(msgspec.Struct, frozen=True):
    """An event with its time and the changes since; also used for the start of a recording.

    Attributes:
        at: The clock in epoch seconds.
        offset: The seconds by which the clock has been moved on so far.
        event: The event's name, empty for the start or if no event is known.
        changes: (kind, id, new value, or None if it's removed) each.
    """

    at: float
    offset: float
    event: str = ""
    data: Json = {}
    changes: list[Change] = []


class Recording(msgspec.Struct, frozen=True):
    """A whole recording; `cut` tells whether its file is incomplete."""

    header: Header
    start: Step
    steps: list[Step]
    files: dict[str, StoredFile]
    cut: bool


@lru_cache(maxsize=1)
def playground_version() -> str:
    """Return the version of the playground."""
    try:
        return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])
    except (OSError, KeyError):
        return _find_installed_version()


def _find_installed_version() -> str:
    """Return the version of the installed package, for when there's no project folder around it."""
    names = metadata.packages_distributions().get("playground", ())
    return next((metadata.version(name) for name in names), "unknown")


def line_of(kind: str, value: object) -> bytes:
    """Return a line of a recording."""
    fields: Json = msgspec.to_builtins(value) if isinstance(value, Header | Step) else dict(value)  # type: ignore[call-overload]
    return encode({"kind": kind, **fields}) + b"\n"


def file_line(id: str, file: StoredFile) -> bytes:
    """Return the line for a file of the CDN, with its bytes in base64."""
    data = base64.b64encode(file.data).decode()
    return line_of("file", {"id": id, "name": file.name, "content_type": file.content_type, "data": data})


def read(path: Path) -> Recording:
    """Read the recording in a file, or raise RecordingError."""
    text, whole = _load(path)
    return _read_lines(path.name, text, whole)


def read_all(path: Path) -> list[Json]:
    """Return every line of a recording, traffic included, or raise RecordingError if one is damaged."""
    text, whole = _load(path)
    first, *rest = text.split(b"\n")
    try:
        _header(path.name, first)
        lines: list[Json] = [msgspec.json.decode(line, type=dict) for line in (first, *rest) if line]
    except msgspec.MsgspecError:
        whole = False
    if not whole:
        raise RecordingError(f"{path.name} is damaged or cut off. Save it again.")
    return lines


def _load(path: Path) -> tuple[bytes, bool]:
    """Return a file's text and whether it's complete, or raise RecordingError if there's no such file."""
    try:
        return _unpack(path.read_bytes())
    except OSError as error:
        raise RecordingError(f"{path} can't be read: {error.strerror}. Check its name.") from error


def _unpack(data: bytes) -> tuple[bytes, bool]:
    """Return the text and whether it's complete; of damaged gzip data nothing is kept."""
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
    """The contents of the lines read so far."""

    def __init__(self) -> None:
        self.start: Step | None = None
        self.steps: list[Step] = []
        self.files: dict[str, StoredFile] = {}

    def take(self, line: bytes) -> None:
        """Read a line; a damaged one raises one of the DAMAGED errors."""
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
