"""A plugin for pytest that records which test runs which line, and how long each test takes.

It's used with `-p tests.mutants.recording` and the environment variable `MUTANTS_RECORD`: the folder in which
each process writes a file, and beside it the seconds of each test as JSON.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

PACKAGES = ("games", "bot", "storage", "render", "playground")
_FILE = Path(os.environ["MUTANTS_RECORD"]) / f"{os.environ.get('PYTEST_XDIST_WORKER', 'all')}.coverage"
_RECORDER = coverage.Coverage(
    data_file=str(_FILE), source=PACKAGES, branch=True, config_file=False, messages=False
)
_SECONDS: dict[str, float] = {}
_FAILED: set[str] = set()
_RECORDER.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Tell the recorder which test runs, including its fixtures."""
    _RECORDER.switch_context(item.nodeid)
    began = time.perf_counter()
    result = yield
    _SECONDS[item.nodeid] = time.perf_counter() - began
    _RECORDER.switch_context("")
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Exclude a test that fails without a fault."""
    if report.failed:
        _FAILED.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write the recording, if this process ran tests."""
    _RECORDER.stop()
    if not _SECONDS:
        return
    _RECORDER.save()
    passed = {test: seconds for test, seconds in _SECONDS.items() if test not in _FAILED}
    _FILE.with_suffix(".json").write_text(json.dumps(passed), encoding="utf-8")
