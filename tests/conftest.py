"""Shared setup for all tests: repeatable examples, pictures of failed tables, and timeouts."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import importlib
import inspect
import os
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import budgets
from tests.failures import FAILED

HERE = Path(__file__).parent
GUARDED = (HERE / "playground", HERE / "clients", HERE / "crowd", HERE / "bot", HERE / "storage")
GUARD_SECONDS = 120.0
MEMORY = Path("/dev/shm")
ROOM_BYTES = 4 << 30
COLLECT_AFTER = 20_000
"""How many new objects start a garbage collection: the default of 700 costs a tenth of the time."""


def pytest_configure(config: pytest.Config) -> None:
    """Choose the budgets, and make Hypothesis repeat its examples and tolerate slow machines."""
    _work_in_memory()
    budgets.WHOLE = config.option.markexpr.startswith("proof")
    slow = [HealthCheck.too_slow]
    settings.register_profile(
        "ours",
        max_examples=budgets.budget(25, 100),
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=slow,
    )
    settings.load_profile("ours")


def _work_in_memory() -> None:
    """Keep temporary files in memory, if the machine has such a folder with enough room."""
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM_BYTES:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report: Any = yield
    if report.when == "call" and report.failed:
        FAILED.add(item.nodeid)
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark Hypothesis tests as budgeted, and set timeouts for tests that talk to the playground themselves.

    The verbs of the kit have timeouts of their own.
    """
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("budgeted")
        if (
            isinstance(item, pytest.Function)
            and _is_guarded(item.path)
            and inspect.iscoroutinefunction(item.obj)
        ):
            item.obj = guarded(item.obj)


@functools.cache
def _is_guarded(path: Path) -> bool:
    return any(map(path.is_relative_to, GUARDED))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Let each worker import a share of the files first, so that pytest compiles each of them once.

    The collection that follows reports what can't be imported.
    """
    worker: Any = getattr(session.config, "workerinput", None)
    if worker:
        number = int(worker["workerid"].removeprefix("gw"))
        for file in _files_of(session.config)[number :: worker["workercount"]]:
            with contextlib.suppress(Exception, pytest.skip.Exception):
                importlib.import_module(".".join(file.relative_to(HERE.parent).with_suffix("").parts))
    return (yield)


def _files_of(config: pytest.Config) -> list[Path]:
    """Return the files of tests that the arguments name, without those of installed packages, in order."""
    named = {(HERE.parent / arg.partition("::")[0]).resolve() for arg in config.args}
    found = {file for path in named for file in (path.rglob("test_*.py") if path.is_dir() else (path,))}
    left_out = config.getini("norecursedirs")
    return sorted(
        file
        for file in found
        if file.is_relative_to(HERE)
        and not any(
            fnmatch(part, skipped) for part in file.relative_to(HERE).parts[:-1] for skipped in left_out
        )
    )


def pytest_collection_finish() -> None:
    """Exclude loaded modules from garbage collection, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Drop aiohttp's cache, which keeps handlers of 1,024 servers, and so whole playgrounds, in memory."""
    if "aiohttp.web_app" in sys.modules:
        sys.modules["aiohttp.web_app"]._cached_build_middleware.cache_clear()


def guarded(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def run(*args: Any, **keywords: Any) -> None:
        async with asyncio.timeout(GUARD_SECONDS):
            await test(*args, **keywords)

    return run
