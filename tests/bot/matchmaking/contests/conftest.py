"""A fixture for contests with real matches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.kit.contests.stage import Stage, stage


@pytest.fixture
async def on_stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A stage for contests on a new database, without Discord."""
    async with stage(tmp_path) as made:
        yield made
