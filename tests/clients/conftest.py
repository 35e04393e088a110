"""Whoever waits for a client that never answers fails after a while; the clock here stands still."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

GUARD = 30.0
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test of this folder has so many seconds."""
    for item in items:
        ours = isinstance(item, pytest.Function) and item.path.is_relative_to(HERE)
        if ours and inspect.iscoroutinefunction(item.obj):
            item.obj = guarded(item.obj)


def guarded(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def run(*args: Any, **keywords: Any) -> None:
        async with asyncio.timeout(GUARD):
            await test(*args, **keywords)

    return run
