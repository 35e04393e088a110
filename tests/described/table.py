"""The table of docs/playground.md: each route and event, whether it is here, checked, and used by the bot.

    DESCRIBED_SEEN=seen.txt make test slow
    python -m tests.described seen.txt

The tests write down what they saw, the second line makes the table anew. The suite fails when the bot uses
something of which the table says that it doesn't.
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
    """A route as “GET /users/@me” or an event by its name."""

    name: str
    described: bool
    checked: bool
    used: bool


def note_down(who: str, names: Iterable[str]) -> bool:
    """Write what was seen into the file named by DESCRIBED_SEEN; whether there is one."""
    file = os.environ.get(_SEEN)
    if file:
        with Path(file).open("a") as seen:
            seen.writelines(f"{who}\t{name}\n" for name in names)
    return bool(file)


def routes() -> set[str]:
    """The routes that are here, by Discord's names for what varies; our own names where Discord has none."""
    ours = {f"{method} {path}": _pattern(method, path) for method, path, _ in (*ROUTES, *PUBLIC_ROUTES)}
    described = {one.name: re.sub(r"\{[^}]+\}", "1", one.name) for one in operations()}
    found = {
        name for name, example in described.items() if any(one.fullmatch(example) for one in ours.values())
    }
    examples = [described[name] for name in found]
    undescribed = {name for name, one in ours.items() if not any(map(one.fullmatch, examples))}
    return found | {name.replace("{application}", "{application_id}") for name in undescribed}


def _pattern(method: str, path: str) -> re.Pattern[str]:
    """What varies is a number or, as “@original”, a name for one."""
    return re.compile(f"{method} " + re.sub(r"\\\{[^}]+\\\}", r"(1|@\\w+)", re.escape(path)))


def events() -> set[str]:
    """The events that are sent here."""
    return {*INTENTS, *ALWAYS}


@cache
def rows() -> dict[str, Row]:
    """The table as it is in the document, by name."""
    found = [
        Row(name, *(word == "yes" for word in words)) for name, *words in _ROW.findall(DOCUMENT.read_text())
    ]
    return {row.name: row for row in found}


def made(seen: dict[str, set[str]]) -> str:
    """The table, from who → names of what was seen."""
    described = {one.name for one in operations()}
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
    """The operations by the first part of their path, a line each."""
    groups: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name in names:
        method, path = name.split()
        groups[path.split("/")[1]][path].append(method)
    return [
        f"- {group}: " + ", ".join(f"`{'/'.join(methods)} {path}`" for path, methods in paths.items())
        for group, paths in groups.items()
    ]


def remake(file: str) -> None:
    """Make the table of the document anew from the file of what was seen."""
    seen: dict[str, set[str]] = {BOT: set(), SUITE: set()}
    for line in Path(file).read_text().splitlines():
        who, name = line.split("\t")
        seen[who].add(name)
    before, rest = DOCUMENT.read_text().split(BEGIN)
    after = rest.split(END)[1]
    DOCUMENT.write_text(f"{before}{BEGIN}\n{made(seen)}\n{END}{after}")
