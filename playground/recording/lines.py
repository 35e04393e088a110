"""A file with a recording and all traffic, written line by line."""

from __future__ import annotations

from pathlib import Path

from playground.model.media import StoredFile
from playground.model.payload import Json
from playground.recording.form import Header, RecordingError, Step, file_line, line_of


class Lines:
    """A writer of a new file, unbuffered; raises RecordingError if the file can't be opened."""

    def __init__(self, path: Path) -> None:
        try:
            self._file = path.open("wb", buffering=0)
        except OSError as error:
            sentence = f"{path} can't be written: {error.strerror}. Give --record another file."
            raise RecordingError(sentence) from error

    def start(self, header: Header, start: Step) -> None:
        """Write the header and the world at the beginning."""
        self._file.write(line_of("session", header))
        self._file.write(line_of("start", start))

    def file(self, id: str, file: StoredFile) -> None:
        """Write a file of the CDN."""
        self._file.write(file_line(id, file))

    def step(self, step: Step) -> None:
        """Write a step."""
        self._file.write(line_of("step", step))

    def traffic(self, kind: str, fields: Json) -> None:
        """Write a request of a bot, or an event sent to one."""
        self._file.write(line_of(kind, fields))

    def close(self) -> None:
        """Close the file."""
        self._file.close()
