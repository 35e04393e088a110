"""The plan of a run, and its findings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Plan:
    """The options of a run, which ends after `kills` kills.

    Each person plays `matches` at once. One process uses a file; several `processes` share a PostgreSQL
    server. `troubled` makes Discord and that server fail at times. `logs` is a folder for the processes'
    logs.
    """

    kills: int
    seed: int = 1
    matches: int = 4
    processes: int = 1
    troubled: bool = False
    logs: Path | None = None


@dataclass
class Report:
    """The counts of a run, and the violations by the name of their check."""

    happened: Counter[str] = field(default_factory=Counter)
    """Kills, joins, shutdowns, and faults of the database."""
    troubles: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    outcomes: dict[str, int] = field(default_factory=dict)
    matches: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    actions: int = 0
    turns: int = 0
    violations: dict[str, list[str]] = field(default_factory=dict)
    sentences: Counter[str] = field(default_factory=Counter)
    log: Counter[str] = field(default_factory=Counter)

    def count(self, name: str) -> int:
        """Return the number of violations of a check."""
        return len(self.violations.get(name, ()))

    def all_violations(self) -> list[str]:
        """Return every violation, with the name of its check."""
        return [f"{name}: {violation}" for name, found in self.violations.items() for violation in found]


def complaints(logs: list[Path]) -> Counter[str]:
    """Count the errors in the logs of all processes, without timestamps and other varying parts."""
    lines = [line for log in logs for line in log.read_text(errors="replace").splitlines()]
    return Counter(
        " ".join(line.split()[2:])[:110] for line in lines if " ERROR " in line or " CRITICAL " in line
    )
