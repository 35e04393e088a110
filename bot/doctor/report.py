"""What the probe found beside what was expected, as a page that can be attached to an issue.

It has no token, no names and no texts, and of ids the last four digits."""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from bot.doctor.findings import FINE, NOT_ALL_CHECKED, TO_MEND, counted
from bot.doctor.shapes import Step, Steps, answer_of, differences

EXPECTED = Path(__file__).parent / "expected.json"
"""What the playground answers, recorded by `python -m tests.bot.probed`."""
_PACKAGES = ("slowplay", "discord.py", "aiohttp")


def expected_steps() -> Steps:
    """What the playground answered when it was recorded."""
    return msgspec.json.decode(EXPECTED.read_bytes(), type=Steps)


def as_json(steps: Steps) -> bytes:
    """Steps as they are recorded."""
    return msgspec.json.format(msgspec.json.encode(steps), indent=1) + b"\n"


def compared(expected: Steps, found: Steps) -> dict[str, list[str]]:
    """In what each step differs, as far as it was done."""
    known = {name: differences(step, found[name]) for name, step in expected.items() if name in found}
    return {name: lines for name, lines in known.items() if lines}


def not_done(expected: Steps, found: Steps) -> list[str]:
    """The steps that were left aside, because no one tapped or an earlier one failed."""
    return [name for name in expected if name not in found]


def status_of(expected: Steps, found: Steps) -> int:
    """The exit status of a probe: 1 where something differs, 2 where something wasn't tested."""
    if compared(expected, found):
        return TO_MEND
    return NOT_ALL_CHECKED if not_done(expected, found) else FINE


def summary(expected: Steps, found: Steps) -> str:
    """The result in a sentence or two."""
    differing, rest = len(compared(expected, found)), not_done(expected, found)
    told = f"{counted(differing, 'answer differs', 'answers differ')} from the playground's."
    return f"{told} {counted(len(rest), 'step', 'steps')} couldn't be tested." if rest else told


def versions() -> dict[str, str]:
    """Of what the probe runs on."""
    ours = {name: _version(name) for name in _PACKAGES}
    return {**ours, "Python": platform.python_version(), "SQLite": sqlite3.sqlite_version}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "from a checkout"


def shortened(id: str) -> str:
    return f"…{id[-4:]}"


def page(expected: Steps, found: Steps, left: Iterable[str], channel: str, on: Mapping[str, str]) -> str:
    """The report. left: what couldn't be taken away. on: the versions."""
    differing = compared(expected, found)
    parts = [
        "# What Discord does, and what the playground does",
        f"Channel {shortened(channel)}. " + ", ".join(f"{name} {one}" for name, one in on.items()) + ".",
        _table(expected, found, differing),
        *_differences(differing),
        *_listed("Not tested", not_done(expected, found)),
        *_listed("Left behind", list(left)),
    ]
    return "\n\n".join(parts) + "\n"


def _table(expected: Steps, found: Steps, differing: Mapping[str, list[str]]) -> str:
    rows = [
        f"| {name} | {_told(step)} | {_told(found.get(name))} | {'yes' if name in differing else ''} |"
        for name, step in expected.items()
    ]
    return "\n".join(["| step | expected | found | differs |", "|---|---|---|---|", *rows])


def _told(step: Step | None) -> str:
    if step is None:
        return "not tested"
    return ", ".join([answer_of(step), *(f"{name}: {value}" for name, value in step.seen.items())])


def _differences(differing: Mapping[str, list[str]]) -> list[str]:
    if not differing:
        return ["Nothing differs."]
    return [f"## {name}\n\n" + "\n".join(f"- {line}" for line in lines) for name, lines in differing.items()]


def _listed(title: str, names: list[str]) -> list[str]:
    return [f"## {title}\n\n" + "\n".join(f"- {name}" for name in names)] if names else []
