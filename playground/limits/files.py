"""The `file_types` of attachment options and of file uploads in modals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from playground.model.errors import Form, Path

MOST = 10
GROUPS: dict[str, tuple[str, ...]] = {
    "image": (".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"),
    "video": (".mp4", ".mov", ".qt", ".webm"),
    "audio": (".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"),
}


def check_file_types(form: Form, path: Path, given: Any) -> None:
    """Add the faults of a list of at most ten file groups and extensions."""
    if given is None:
        return
    here = (*path, "file_types")
    if not isinstance(given, list):
        form.add(here, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return
    if len(given) > MOST:
        form.length(here, given, 0, MOST)
    for index, kind in enumerate(given):
        if kind not in GROUPS and not (isinstance(kind, str) and kind.startswith(".") and len(kind) > 1):
            form.add((*here, index), "BASE_TYPE_CHOICES", "Value must be a file group or a file extension.")


def is_taken(filename: str, file_types: Sequence[str]) -> bool:
    """Return whether a file may be chosen, by its extension; without types, any file may."""
    endings = [ending for kind in file_types for ending in GROUPS.get(kind, (kind,))]
    return not endings or PurePath(filename).suffix.lower() in [ending.lower() for ending in endings]
