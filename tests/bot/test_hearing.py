"""A test goes on when the bot has come to rest, and not a moment before."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from storage import outbox
from storage.handle import Reader
from tests.bot.hosted import house


async def test_after_work_begun_and_ended_while_the_database_is_read_it_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, reads_by_then = 0, 0
    async with house(tmp_path) as here, here.open() as hearing:

        async def read_while_the_bot_works(r: Reader, now: int) -> int | None:
            nonlocal reads, reads_by_then
            reads += 1
            moment = await outbox.next_due(r, now)
            if reads == 1:
                await here.say("a")
                await hearing.rest()
                reads_by_then = reads
            return moment

        monkeypatch.setattr("tests.kit.hearing.outbox", SimpleNamespace(next_due=read_while_the_bot_works))
        await hearing.rest()
        assert here.post.nonces() == ["a"]
    assert reads > reads_by_then > 1
