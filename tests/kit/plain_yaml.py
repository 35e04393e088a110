"""Reads the little of YAML that our own files use; whatever else is in a file is an error.

Blocks of mappings and lists, lists and mappings in one line, scalars in quotes or without."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_PAIR = re.compile(r"([\w.\-/]+):(?: (.*))?")
_PART = re.compile(r"""\s*("[^"]*"|'[^']*'|[^,\[\]{}"']+)\s*(?:,|$)""")

Line = tuple[int, str]


def read_yaml(text: str) -> Any:
    """The document."""
    lines = list(_lines(text))
    found = _block(lines, lines[0][0])
    assert not lines, f"what is {lines[0][1]!r}?"
    return found


def _lines(text: str) -> Iterator[Line]:
    for line in text.splitlines():
        content = line.strip()
        if content and not content.startswith("#"):
            assert "\t" not in line
            yield len(line) - len(line.lstrip()), content


def _block(lines: list[Line], depth: int) -> Any:
    return _list(lines, depth) if lines[0][1].startswith("- ") else _mapping(lines, depth)


def _list(lines: list[Line], depth: int) -> list[Any]:
    found = []
    while lines and lines[0][0] == depth and lines[0][1].startswith("- "):
        content = lines.pop(0)[1][2:]
        if _PAIR.fullmatch(content):
            lines.insert(0, (depth + 2, content))
            found.append(_mapping(lines, depth + 2))
        else:
            found.append(_value(content))
    return found


def _mapping(lines: list[Line], depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    while lines and lines[0][0] == depth:
        pair = _PAIR.fullmatch(lines[0][1])
        assert pair is not None, f"what is {lines[0][1]!r}?"
        assert pair[1] not in found, f"{pair[1]} twice"
        lines.pop(0)
        below = bool(lines) and lines[0][0] > depth
        assert not (pair[2] and below), f"{pair[1]} has a value and a block"
        found[pair[1]] = _value(pair[2]) if pair[2] else _block(lines, lines[0][0]) if below else None
    return found


def _value(text: str) -> Any:
    if text.startswith("["):
        assert text.endswith("]"), text
        return [_scalar(part) for part in _parts(text[1:-1])]
    if text.startswith("{"):
        assert text.endswith("}"), text
        pairs = (part.partition(": ") for part in _parts(text[1:-1]))
        return {key: _scalar(value) for key, _, value in pairs}
    return _scalar(text)


def _parts(text: str) -> list[str]:
    found = [match[1].strip() for match in _PART.finditer(text)]
    assert "".join(found).replace(" ", "") == re.sub(r"[,\s]", "", text) or '"' in text, text
    return found


def _scalar(text: str) -> Any:
    if text[0] in "'\"":
        assert len(text) > 1, text
        assert text[-1] == text[0], text
        assert text[0] not in text[1:-1], text
        assert "\\" not in text, text
        return text[1:-1]
    assert ": " not in text, text
    assert " #" not in text, text
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"\d+", text) else text
