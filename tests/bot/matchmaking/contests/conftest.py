"""Fixtures for contests with real matches, without Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.discord_kit.components.items import Screen
from bot.play.outbox.ui.private_messages import PrivateMessages
from storage.rows import QueuedMessage
from tests.kit.contests.stage import Stage, stage
from tests.kit.seen import Seen, seen


@pytest.fixture
async def on_stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A stage for contests on a new database, without Discord."""
    async with stage(tmp_path) as made:
        yield made


@pytest.fixture
def dms(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, Seen]]:
    """The DMs that senders have built, each with its reader's id; none is sent."""
    built = list[tuple[int, Seen]]()

    async def by_itself(self: PrivateMessages, message: QueuedMessage, screen: Screen) -> int:
        built.append((message.payload["person"], seen(screen)))
        return len(built)

    monkeypatch.setattr(PrivateMessages, "by_itself", by_itself)
    return built
