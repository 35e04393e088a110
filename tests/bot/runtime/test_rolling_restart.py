"""Real processes on one PostgreSQL server, replaced one after another while people play, and killed."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from playground.app import Playground
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.people import Person
from tests.kit.postgres import fresh_database
from tests.kit.program import heard, process
from tests.kit.servers.shard_servers import found_server, listened_to
from tests.kit.servers.tapping import Answers, Tapping

SHARDS = 3


@pytest.mark.proof
async def test_processes_are_replaced_without_a_lost_tap_and_one_that_is_killed_is_taken_over(
    playground: Playground, tmp_path: Path
) -> None:
    people = [Person(playground.actor(name), "games") for name in ("mara", "tom", "ines")]
    for shard in range(SHARDS):
        found_server(playground, f"shard-{shard}", shard, SHARDS)
    playground.sessions.starts.max_concurrency = SHARDS
    answers = Answers()
    playground.witnesses.append(answers)
    async with fresh_database() as address:
        given = playground.environment() | {"SLOWPLAY_DATABASE": address, "SLOWPLAY_SHARDS": str(SHARDS)}
        async with process(tmp_path, **given) as first, process(tmp_path, **given) as second:
            await asyncio.gather(*(heard(bot, "online ") for bot in (first, second)))
            readings = [asyncio.create_task(heard(bot)) for bot in (first, second)]
            tapping = Tapping(*people)
            await tapping.go_on()
            async with process(tmp_path, **given) as third:
                await heard(third, "online ")
                readings.append(asyncio.create_task(heard(third)))
                for old in (first, second):
                    old.send_signal(signal.SIGTERM)
                    assert await old.wait() == 0
                    await tapping.go_on()
                await tapping.end()
                assert answers.refused == []
                assert set(answers.given.values()) == {1}
                async with process(tmp_path, **given) as fourth:
                    await heard(fourth, "online as")
                    readings.append(asyncio.create_task(heard(fourth)))
                    third.kill()
                    await third.wait()
                    await all_shards(playground)
                    for shard, person in enumerate(people):
                        await person.slash("/matches", channel=f"shard-{shard}")
                    fourth.send_signal(signal.SIGTERM)
                    assert await fourth.wait() == 0
        for log in await asyncio.gather(*readings):
            assert "Traceback" not in log, log
            assert "nobody has taken over" not in log, log


async def all_shards(playground: Playground) -> None:
    """Wait until each shard has a session; the playground's page hears of every session's begin and end."""
    told = asyncio.Event()
    playground.world.listeners.append(lambda event: told.set())
    async with asyncio.timeout(PATIENCE_SECONDS):
        while listened_to(playground) != set(range(SHARDS)):
            told.clear()
            await told.wait()
