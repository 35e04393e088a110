"""Fixtures for bots that run as separate processes in a playground."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from playground.app import Playground, start
from tests.kit.inputs import wait_long_for_answers


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    wait_long_for_answers(monkeypatch)
    made = await start()
    yield made
    await made.close()
