"""What all tests share: examples that are the same each time, a picture where a test at the table failed, and
an end to waiting for ever."""

from __future__ import annotations

import asyncio
import functools
import gc
import inspect
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.failures import FAILED

HERE = Path(__file__).parent
GUARDED = (HERE / "playground", HERE / "clients", HERE / "crowd")
GUARD_SECONDS = 120.0


def pytest_configure() -> None:
    """Hypothesis draws the same examples in every run, and no machine is too slow for them."""
    slow = [HealthCheck.too_slow]
    settings.register_profile(
        "ours", derandomize=True, deadline=None, database=None, suppress_health_check=slow
    )
    settings.load_profile("ours")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report: Any = yield
    if report.when == "call" and report.failed:
        FAILED.add(item.nodeid)
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that speak to the playground themselves have so many seconds; the kit's verbs have their own."""
    for item in items:
        ours = isinstance(item, pytest.Function) and any(map(item.path.is_relative_to, GUARDED))
        if ours and inspect.iscoroutinefunction(item.obj):
            item.obj = guarded(item.obj)


def pytest_collection_finish() -> None:
    """What's loaded now stays: looking through it for garbage again and again takes a twelfth of the time."""
    gc.collect()
    gc.freeze()


def guarded(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def run(*args: Any, **keywords: Any) -> None:
        async with asyncio.timeout(GUARD_SECONDS):
            await test(*args, **keywords)

    return run
