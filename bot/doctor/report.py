"""Findings, and the probe's report on expected and found answers, which can be attached to an issue.

The report contains no token, names or texts, and only the last four digits of ids.
"""

from __future__ import annotations

import platform
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from bot.doctor.shapes import Step, Steps, answer_of, differences

OK, WARNING, PROBLEM, UNCHECKED = "ok", "warning", "problem", "unchecked"
FINE, TO_MEND, NOT_ALL_CHECKED = 0, 1, 2
"""The doctor's exit statuses."""
_SAMPLES = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check.

    Attributes:
        level: One of the four levels above.
        about: The subject, in a word or two.
        told: A sentence.
        to_do: A sentence on what to do; empty if nothing is to be done.
    """

    level: str
    about: str
    told: str
    to_do: str = ""


def ok(about: str, told: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(OK, about, told)


def warning(about: str, told: str, to_do: str) -> Finding:
    """Return a finding that the bot works, though not for everyone or not for long."""
    return Finding(WARNING, about, told, to_do)


def problem(about: str, told: str, to_do: str) -> Finding:
    """Return a finding that the bot doesn't work, or that people will notice."""
    return Finding(PROBLEM, about, told, to_do)


def unknown(about: str, told: str, to_do: str) -> Finding:
    """Return a finding that a check wasn't possible; its cause may keep the bot from working, too."""
    return Finding(UNCHECKED, about, told, to_do)


def exit_status(findings: Iterable[Finding]) -> int:
    """Return 1 if there is a problem, 2 if there is none but not everything could be checked, else 0."""
    levels = {finding.level for finding in findings}
    if PROBLEM in levels:
        return TO_MEND
    return NOT_ALL_CHECKED if UNCHECKED in levels else FINE


def count_findings(findings: Sequence[Finding]) -> str:
    """Return the last line: the number of problems and warnings, and whether anything is unchecked."""
    number = Counter(finding.level for finding in findings)
    told = [format_count(number[level], level, f"{level}s") for level in (PROBLEM, WARNING) if number[level]]
    rest = " Not everything could be checked." if number[UNCHECKED] else ""
    return f"{' and '.join(told) or 'No problems found'}.{rest}"


def format_count(number: int, one: str, many: str) -> str:
    """Return a number with its noun: “1 server”, “2,000 servers”."""
    return f"{number:,} {one if number == 1 else many}"


def join_names(names: Iterable[str]) -> str:
    """Return names for a sentence: “A”, “A and B”, “A, B, and C”; only the first few of many."""
    all_of_them = list(names)
    if len(all_of_them) > _SAMPLES + 1:
        rest = len(all_of_them) - _SAMPLES
        all_of_them = [*all_of_them[:_SAMPLES], f"{rest:,} others"]
    *first, last = all_of_them
    if not first:
        return last
    return f"{first[0]} and {last}" if len(first) == 1 else f"{', '.join(first)}, and {last}"


EXPECTED = Path(__file__).parent / "expected.json"
"""The playground's answers, recorded by `python -m tests.kit.watching.doctor_probe`."""
_PACKAGES = ("slowplay", "discord.py", "aiohttp")


def load_expected() -> Steps:
    """Return the recorded answers of the playground."""
    return msgspec.json.decode(EXPECTED.read_bytes(), type=Steps)


def as_json(steps: Steps) -> bytes:
    """Encode steps in the format of the recording."""
    return msgspec.json.format(msgspec.json.encode(steps), indent=1) + b"\n"


def compare_steps(expected: Steps, found: Steps) -> dict[str, list[str]]:
    """Return the differences of each step that was done and differs, by its name."""
    known = {name: differences(step, found[name]) for name, step in expected.items() if name in found}
    return {name: lines for name, lines in known.items() if lines}


def not_done(expected: Steps, found: Steps) -> list[str]:
    """Return the steps that were skipped because a tap didn't come or an earlier step failed."""
    return [name for name in expected if name not in found]


def status_of(expected: Steps, found: Steps) -> int:
    """Return a probe's exit status: 1 if an answer differs, 2 if a step wasn't tested, else 0."""
    if compare_steps(expected, found):
        return TO_MEND
    return NOT_ALL_CHECKED if not_done(expected, found) else FINE


def summary(expected: Steps, found: Steps) -> str:
    """Return the result in a sentence or two."""
    differing, rest = len(compare_steps(expected, found)), not_done(expected, found)
    told = f"{format_count(differing, 'answer differs', 'answers differ')} from the playground's."
    return f"{told} {format_count(len(rest), 'step', 'steps')} couldn't be tested." if rest else told


def versions() -> dict[str, str]:
    """Return the versions of the software that the probe runs on."""
    ours = {name: _version(name) for name in _PACKAGES}
    return {**ours, "Python": platform.python_version(), "SQLite": sqlite3.sqlite_version}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "from a checkout"


def shorten_id(id: str) -> str:
    """Return the last four digits of an id."""
    return f"…{id[-4:]}"


def page(expected: Steps, found: Steps, left: Iterable[str], channel: str, on: Mapping[str, str]) -> str:
    """Return the report in markdown; `left` names what couldn't be deleted, `on` has versions by name."""
    differing = compare_steps(expected, found)
    parts = [
        "# What Discord does, and what the playground does",
        f"Channel {shorten_id(channel)}. "
        + ", ".join(f"{name} {release}" for name, release in on.items())
        + ".",
        _table(expected, found, differing),
        *_differences(differing),
        *_format_list("Not tested", not_done(expected, found)),
        *_format_list("Left behind", list(left)),
    ]
    return "\n\n".join(parts) + "\n"


def _table(expected: Steps, found: Steps, differing: Mapping[str, list[str]]) -> str:
    rows = [
        f"| {name} | {_format_step(step)} | {_format_step(found.get(name))} "
        f"| {'yes' if name in differing else ''} |"
        for name, step in expected.items()
    ]
    return "\n".join(["| step | expected | found | differs |", "|---|---|---|---|", *rows])


def _format_step(step: Step | None) -> str:
    if step is None:
        return "not tested"
    return ", ".join([answer_of(step), *(f"{name}: {value}" for name, value in step.seen.items())])


def _differences(differing: Mapping[str, list[str]]) -> list[str]:
    if not differing:
        return ["Nothing differs."]
    return [f"## {name}\n\n" + "\n".join(f"- {line}" for line in lines) for name, lines in differing.items()]


def _format_list(title: str, names: list[str]) -> list[str]:
    return [f"## {title}\n\n" + "\n".join(f"- {name}" for name in names)] if names else []
