"""Which tests could notice a fault: those recorded as running its lines.

For SQL, these are the tests that run code which names the query, or else its file; for migrations, the tests
of storage.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path

from coverage import CoverageData

from tests.mutants.faults import Fault


class Recording:
    """The output of `tests.mutants.recording` in a folder: one file per part of the suite."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.files = [file.with_suffix(".coverage") for file in sorted(folder.glob("*.json"))]

    @cached_property
    def seconds(self) -> dict[str, float]:
        """The duration of each test."""
        found: dict[str, float] = {}
        for file in self.files:
            found |= json.loads(file.with_suffix(".json").read_bytes())
        return found

    @cache  # noqa: B019
    def tests_by_line(self, file: str) -> dict[int, set[str]]:
        """Return the tests that run each line of a file."""
        found: dict[int, set[str]] = {}
        for recorded in self._data:
            for line, tests in recorded.contexts_by_lineno(str(self.root / file)).items():
                found.setdefault(line, set()).update(self.seconds.keys() & tests)
        return found

    @cached_property
    def _data(self) -> list[CoverageData]:
        data = [CoverageData(str(file)) for file in self.files]
        for recorded in data:
            recorded.read()
        return data

    def could_notice(self, fault: Fault) -> list[str]:
        """Return the tests that run a fault's lines, or for import-time lines, those that run their users."""
        tests = self._running(fault.file, fault.lines)
        for name in fault.names if not tests else ():
            tests |= self._naming(name)
        if not tests and fault.file.endswith(".py"):
            tests = set().union(*self.tests_by_line(fault.file).values())
        elif not tests:
            storage = {test for test in self.seconds if test.startswith("tests/storage/")}
            tests = self._naming(f"queries.{Path(fault.file).stem}") or storage
        return self.in_order(tests, _words_of(fault.file))

    def _naming(self, name: str) -> set[str]:
        """Return the tests that run a line with this name."""
        return set().union(*(self._running(file, lines) for file, lines in _uses(self.root, name)))

    def _running(self, file: str, lines: Iterable[int]) -> set[str]:
        by_line = self.tests_by_line(file) if file.endswith(".py") else {}
        return set().union(*(by_line.get(line, ()) for line in lines))

    def in_order(self, tests: set[str], words: set[str]) -> list[str]:
        """Sort tests: first those of files with most of these words in their path, each fastest first."""
        rank: Counter[str] = Counter()
        keys = {}
        for test in sorted(tests, key=self.seconds.__getitem__):
            file = test.partition("::")[0]
            keys[test] = (-len(words & _words_of(file)), rank[file], self.seconds[test])
            rank[file] += 1
        return sorted(tests, key=keys.__getitem__)


@cache
def _words_of(file: str) -> set[str]:
    """Return the words in the path of a file: of its folders and its own name."""
    return set(re.findall(r"[a-z0-9]+", file.rpartition(".")[0]))


@cache
def _uses(root: Path, name: str) -> list[tuple[str, list[int]]]:
    """Return where the product's sources name something."""
    whole = re.compile(rf"(?<!\w){re.escape(name)}\b")
    found = []
    for package in ("games", "bot", "storage", "render", "playground"):
        for path in (root / package).rglob("*.py"):
            lines = [
                number for number, line in enumerate(path.read_text().splitlines(), 1) if whole.search(line)
            ]
            if lines:
                found.append((str(path.relative_to(root)), lines))
    return found
