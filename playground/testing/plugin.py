"""The pytest fixture `playground`, for tests that run with pytest-asyncio.

pytest finds this plugin where the playground is installed. Elsewhere, `-p playground.testing.plugin` loads
it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from playground.testing.stage import Stage, open_playground


@pytest.fixture
def playground_options() -> dict[str, Any]:
    """Return the options of `Playground.start` for the fixture `playground`; override it to change them."""
    return {}


@pytest_asyncio.fixture
async def playground(playground_options: dict[str, Any]) -> AsyncIterator[Stage]:
    """Yield an empty playground, which is closed after the test with the bot that it runs."""
    async with open_playground(**playground_options) as stage:
        yield stage
