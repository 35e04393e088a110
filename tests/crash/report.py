"""What a run is asked to do, and what it has found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Plan:
    """A run: until how many were killed; `matches`: so many each person plays at once; `processes`: one alone
    has a file, several share a server of PostgreSQL; `troubled`: Discord stumbles, and that server, too;
    `logs`: a folder where the processes' logs stay.
    """

    kills: int
    seed: int = 1
    matches: int = 4
    processes: int = 1
    troubled: bool = False
    logs: Path | None = None


@dataclass
class Report:
    """What a run counted, and the violations by the name of their check."""

    happened: Counter[str] = field(default_factory=Counter)
    """Kills, joins, drains, and what was done to the database."""
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
        """How many violations of a check."""
        return len(self.violations.get(name, ()))

    def all_violations(self) -> list[str]:
        """Every violation, with the name of its check."""
        return [f"{name}: {violation}" for name, found in self.violations.items() for violation in found]


def complaints(logs: list[Path]) -> Counter[str]:
    """The errors in the logs of all lives of the bot, without what differs from one to the next."""
    lines = [line for log in logs for line in log.read_text(errors="replace").splitlines()]
    return Counter(
        " ".join(line.split()[2:])[:110] for line in lines if " ERROR " in line or " CRITICAL " in line
    )
