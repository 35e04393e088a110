"""What was found: a sentence each, and what to do about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

OK, WARNING, PROBLEM, UNCHECKED = "ok", "warning", "problem", "unchecked"
FINE, TO_MEND, NOT_ALL_CHECKED = 0, 1, 2
"""Exit statuses."""
_SAMPLES = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """level: one of the four above. about: what was looked at, in a word or two. told: a sentence.
    to_do: another one; empty where nothing is to be done."""

    level: str
    about: str
    told: str
    to_do: str = ""


def ok(about: str, told: str) -> Finding:
    return Finding(OK, about, told)


def warning(about: str, told: str, to_do: str) -> Finding:
    """The bot works, though not for everyone or not for long."""
    return Finding(WARNING, about, told, to_do)


def problem(about: str, told: str, to_do: str) -> Finding:
    """The bot doesn't work, or people will notice."""
    return Finding(PROBLEM, about, told, to_do)


def unchecked(about: str, told: str, to_do: str) -> Finding:
    """Nobody knows; what keeps the doctor from looking may keep the bot from working, too."""
    return Finding(UNCHECKED, about, told, to_do)


def exit_status(findings: Iterable[Finding]) -> int:
    """1 where there's a problem, 2 where none was found but not everything could be checked, otherwise 0."""
    levels = {finding.level for finding in findings}
    if PROBLEM in levels:
        return TO_MEND
    return NOT_ALL_CHECKED if UNCHECKED in levels else FINE


def summary(findings: Sequence[Finding]) -> str:
    """The last line: how many findings there are of each kind."""
    number = Counter(finding.level for finding in findings)
    told = [counted(number[level], level, f"{level}s") for level in (PROBLEM, WARNING) if number[level]]
    rest = " Not everything could be checked." if number[UNCHECKED] else ""
    return f"{' and '.join(told) or 'No problems found'}.{rest}"


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun: “1 server”, “2,000 servers”."""
    return f"{number:,} {one if number == 1 else many}"


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: “A”, “A and B”, “A, B, and C”, and of many the first few."""
    all_of_them = list(names)
    if len(all_of_them) > _SAMPLES + 1:
        rest = len(all_of_them) - _SAMPLES
        all_of_them = [*all_of_them[:_SAMPLES], f"{rest:,} others"]
    *first, last = all_of_them
    if not first:
        return last
    return f"{first[0]} and {last}" if len(first) == 1 else f"{', '.join(first)}, and {last}"
