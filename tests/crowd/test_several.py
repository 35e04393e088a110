"""Several bot processes under the crowd: reading their output, excused faults, and a whole run."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

import pytest

from bench.crowd.host import Host, Work, read_work
from bench.crowd.options import parse
from bench.crowd.processes import Usage
from bench.crowd.records import read_record_of_server
from bench.crowd.statistics import Gap, Tally
from bot.core.metrics import Metrics
from playground.page.replaying import open_replay
from playground.people.defaults import default_world
from tests.crowd.results import result, told
from tests.crowd.starting import GUARD, start
from tests.kit.postgres import fresh_database
from tests.kit.servers.shard_servers import shard_of


def page_of(metrics: Metrics) -> str:
    from prometheus_client import generate_latest

    return generate_latest(metrics.registry).decode()


def test_what_a_process_counts_is_read_from_its_own_page() -> None:
    metrics = Metrics()
    for kind, outcome in (("button", "answered"), ("command", "answered"), ("button", "late")):
        metrics.interaction(kind, outcome, 0.1)
    assert read_work(page_of(metrics)) == Work(answered=2, late=1, unanswered=0)


def troubled(*due: float, failed: bool = True) -> Tally:
    tally = Tally()
    for event in due:
        tally.count_answer("tap", event, event + (0.1 if failed else 3.5), failed=failed)
    return tally


@pytest.mark.parametrize("failed", [True, False])
def test_what_failed_because_a_process_was_killed_is_excused_and_told(failed: bool) -> None:
    gaps = [Gap(100.0, 104.0)]
    met = result(tally=troubled(97.5, 101.0, 103.9, failed=failed), gaps=gaps)
    assert met.is_good()
    assert told("kills", met) == [
        {"taken_over_after_s": 4.0, "failed": 3 * failed, "missed": 3 * (not failed)}
    ]


@pytest.mark.parametrize("failed", [True, False])
@pytest.mark.parametrize("due", [96.9, 104.1])
def test_what_failed_before_or_after_is_not_excused(failed: bool, due: float) -> None:
    assert not result(tally=troubled(101.0, due, failed=failed), gaps=[Gap(100.0, 104.0)]).is_good()


def test_each_process_has_a_row_in_the_report() -> None:
    host = Host(None, 2, "", "")  # type: ignore[arg-type]
    host.joined, host.left, host.end = 0.0, 41.5, "drained"
    host.usage, host.work = Usage(180.0, 12.5), Work(answered=70, late=1, unanswered=2)
    assert told("hosts", result(hosts=[host])) == [
        {
            "process": 2,
            "joined_s": 0.0,
            "left_s": 41.5,
            "end": "drained",
            "most_MB": 180.0,
            "processor_s": 12.5,
            "taps_answered": 70,
            "too_late": 1,
            "unanswered": 2,
        }
    ]


@pytest.mark.parametrize("option", ["--http", "--kill=3", "--drain=3"])
def test_one_process_alone_can_not_be_replaced(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse([option])
    assert "--processes 2" in capsys.readouterr().err


def test_the_servers_of_a_playground_are_spread_over_the_shards() -> None:
    shards = Counter(shard_of(id, 3) for id in default_world(servers=6).guilds)
    assert shards == {0: 2, 1: 2, 2: 2}


@pytest.mark.proof
@pytest.mark.postgresql
async def test_the_schema_of_a_server_has_what_is_read() -> None:
    async with fresh_database() as address:
        assert await read_record_of_server(address) == {}


# --- as a process ---------------------------------------------------------------------------------------


def is_about_time(line: str) -> bool:
    """Return whether the fault is a timeout: the machine was too busy to answer within three seconds."""
    return line.endswith("the interaction failed") or " 404 10062 POST " in line


@pytest.mark.proof
@pytest.mark.parametrize("way", [[], ["--http"]], ids=["gateway", "http"])
async def test_one_of_three_is_killed_one_is_drained_nothing_is_lost_and_all_of_it_can_be_watched(
    way: list[str], tmp_path: Any
) -> None:
    recording, log = tmp_path / "session.jsonl", tmp_path / "log"
    process = await start(
        *("--processes", "3", "--kill", "2", "--drain", "4", "--people", "6", "--matches", "6"),
        *("--minutes", "0.25", "--servers", "3", "--dawdle", "1", "--think", "1", "--json"),
        *("--record", str(recording), "--log", str(log), *way),
    )
    async with asyncio.timeout(2 * GUARD):
        printed, said = (each.decode() for each in await process.communicate())
    assert process.returncode in (0, 1), said
    found = json.loads(printed)
    assert {"what": "moves lost", "count": 0} in found["faults"]
    faults = [detail["line"] for detail in found.get("details", ()) if not is_about_time(detail["line"])]
    assert faults == [], log.read_text()
    assert [host["end"] for host in found["hosts"]] == ["killed", "drained", "", "", ""]
    assert sum(host["taps_answered"] for host in found["hosts"]) > 0
    replay = await open_replay(recording)
    try:
        steps = len(replay.player.moments)
        replay.player.go(steps)
        assert found["run"][0]["begun"] <= len(replay.player.world.channels)
        assert not replay.player.recording.cut
    finally:
        await replay.close()
