"""The table of docs/playground.md: whether each route and event is implemented, checked, and used by the bot.

    DESCRIBED_SEEN=seen.txt make test slow
    python -m tests.described seen.txt

The first command's tests record what they saw, and the second regenerates the table. The suite fails when the
bot uses something that the table says it doesn't.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from playground.gateway.intents import INTENTS
from playground.rest.routes import PUBLIC_ROUTES, ROUTES
from tests.described.description import operations
from tests.described.events import PARTS
from tests.paths import ROOT

DOCUMENT = ROOT / "docs" / "playground.md"
BEGIN, END = "<!-- made by python -m tests.described -->", "<!-- to here -->"
BOT, SUITE = "bot", "suite"
ALWAYS = ("READY", "RESUMED", "GUILD_CREATE", "GUILD_MEMBERS_CHUNK")
"""Events that no intent governs."""
_SEEN = "DESCRIBED_SEEN"
_ROW = re.compile(r"^\| `([^`]+)` \| (\w*) \| (\w*) \| (\w*) \|$", re.M)


class Row(NamedTuple):
    """A row for a route, such as “GET /users/@me”, or for an event."""

    name: str
    described: bool
    checked: bool
    used: bool


def note_down(who: str, names: Iterable[str]) -> bool:
    """Append the seen names to the file named by DESCRIBED_SEEN; return whether there is one."""
    file = os.environ.get(_SEEN)
    if file:
        with Path(file).open("a") as seen:
            seen.writelines(f"{who}\t{name}\n" for name in names)
    return bool(file)


def routes() -> set[str]:
    """Return the implemented routes, with Discord's names for path parameters where it has any."""
    ours = {f"{method} {path}": _pattern(method, path) for method, path, _ in (*ROUTES, *PUBLIC_ROUTES)}
    described = {operation.name: re.sub(r"\{[^}]+\}", "1", operation.name) for operation in operations()}
    found = {
        name
        for name, example in described.items()
        if any(pattern.fullmatch(example) for pattern in ours.values())
    }
    examples = [described[name] for name in found]
    undescribed = {name for name, pattern in ours.items() if not any(map(pattern.fullmatch, examples))}
    return found | {name.replace("{application}", "{application_id}") for name in undescribed}


def _pattern(method: str, path: str) -> re.Pattern[str]:
    """Return a route's pattern, in which path parameters are numbers or names such as “@original”."""
    return re.compile(f"{method} " + re.sub(r"\\\{[^}]+\\\}", r"(1|@\\w+)", re.escape(path)))


def events() -> set[str]:
    """Return the events that the playground sends."""
    return {*INTENTS, *ALWAYS}


@cache
def rows() -> dict[str, Row]:
    """Return the rows of the document's current table by name."""
    found = [
        Row(name, *(word == "yes" for word in words)) for name, *words in _ROW.findall(DOCUMENT.read_text())
    ]
    return {row.name: row for row in found}


def made(seen: dict[str, set[str]]) -> str:
    """Return the table, made from the names that the bot and the suite used."""
    described = {operation.name for operation in operations()}
    with_schema = {event for event, places in PARTS.items() if any(places.values())}
    everything = seen[BOT] | seen[SUITE]
    listed = [
        Row(
            name,
            name in described | with_schema,
            name in everything & (described | with_schema),
            name in seen[BOT],
        )
        for name in (*sorted(routes(), key=_by_path), *sorted(events()))
    ]
    missing = sorted(described - routes(), key=_by_path)
    return "\n".join(
        [
            "| route or event | described | checked | used by the bot |",
            "|---|---|---|---|",
            *(
                f"| `{row.name}` | {_word(row.described)} | {_word(row.checked)} | {_word(row.used)} |"
                for row in listed
            ),
            "",
            f"Discord describes {len(missing)} more operations that aren't here:",
            "",
            *_grouped(missing),
        ]
    )


def _word(holds: bool) -> str:
    return "yes" if holds else "no"


def _by_path(name: str) -> tuple[str, str]:
    method, path = name.split()
    return path, method


def _grouped(names: list[str]) -> list[str]:
    """Return the operations grouped by the first part of their path, one line per group."""
    groups: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name in names:
        method, path = name.split()
        groups[path.split("/")[1]][path].append(method)
    return [
        f"- {group}: " + ", ".join(f"`{'/'.join(methods)} {path}`" for path, methods in paths.items())
        for group, paths in groups.items()
    ]


def remake(file: str) -> None:
    """Regenerate the document's table from a file of seen names."""
    seen: dict[str, set[str]] = {BOT: set(), SUITE: set()}
    for line in Path(file).read_text().splitlines():
        who, name = line.split("\t")
        seen[who].add(name)
    before, rest = DOCUMENT.read_text().split(BEGIN)
    after = rest.split(END)[1]
    DOCUMENT.write_text(f"{before}{BEGIN}\n{made(seen)}\n{END}{after}")
