"""The crowd plays with the real bot: in this process, and through the command line."""

from __future__ import annotations

import asyncio
import json
import re
import signal
from pathlib import Path

import pytest

from bench.crowd.crowd import Habits
from bench.crowd.line import Line
from bench.crowd.processes import children
from bench.crowd.records import read_record
from bench.crowd.run import CannotRun, Plan, Run, acquaint, crowd_of
from bench.crowd.schedule import Stray
from tests.crowd.starting import GUARD, start
from tests.kit.stand_ins import draw_stand_ins
from tests.kit.table import table

ALL = {"challenge", "play", "accept", "open", "tap", "complete", "move", Stray.LOOK, Stray.NONSENSE}
QUICK = Habits(dawdle=0.03, think=0.01, by_text=0.3, twice=0.1)


@pytest.fixture(autouse=True)
def _stand_ins(monkeypatch):
    draw_stand_ins(monkeypatch)


async def done(line, plan, enough):
    crowd, people = await crowd_of(line, plan)
    await acquaint(crowd, people)
    run = Run(crowd, people, plan, enough)
    listening = asyncio.create_task(run.listen())
    await run.go()
    listening.cancel()
    return run


@pytest.mark.slow
async def test_people_begin_matches_move_and_misbehave_and_nothing_is_lost_or_goes_wrong():
    async with table() as t, Line(t.playground.cdn) as line:
        plan = Plan(
            people=4,
            matches=6,
            seconds=GUARD,
            seed=2,
            habits=QUICK,
            alone=0.2,
            whims=2.0,
            quiet=0.05,
            within=0.5,
        )

        def enough(crowd):
            return (
                len(crowd.begun) >= plan.matches and set(crowd.tally.took) >= ALL and crowd.ledger.moves() > 0
            )

        run = await done(line, plan, enough)
        crowd, traffic = run.crowd, await line.get("/traffic")
        assert crowd.timetable.faults == []
        assert len(crowd.begun) >= plan.matches
        assert crowd.ledger.moves() > 0
        assert crowd.ledger.find_lost(read_record(t.file)) == []
        assert sum(crowd.tally.failed.values()) == 0
        assert traffic["unknown_routes"] == []
        assert traffic["events"]["INTERACTION_CREATE"] >= len(crowd.tally.all())


@pytest.mark.proof
async def test_a_move_that_is_not_in_the_record_is_missed():
    async with table() as t, Line(t.playground.cdn) as line:
        writers = Habits(dawdle=0.03, think=0.01, by_text=1.0, twice=0.0)
        plan = Plan(
            people=4, matches=6, seconds=GUARD, habits=writers, alone=0.0, whims=0.0, within=0.0, quiet=0.05
        )
        run = await done(line, plan, lambda crowd: any(crowd.ledger.texts.values()))
        record = read_record(t.file)
        assert run.crowd.ledger.find_lost(record) == []
        assert run.crowd.ledger.find_lost(dict.fromkeys(record, ())) != []


@pytest.mark.slow
async def test_where_nobody_does_anything_people_go_in_by_the_public_board(monkeypatch):
    monkeypatch.setattr("bench.crowd.run._STALL_SECONDS", 0.1)
    async with table() as t, Line(t.playground.cdn) as line:
        asleep = Habits(dawdle=1000.0, think=0.01, by_text=0.0, twice=0.0)
        plan = Plan(
            people=2, matches=1, seconds=GUARD, habits=asleep, to_the_end=True, within=0.0, quiet=0.05
        )
        run = await done(line, plan, lambda crowd: "open" in crowd.tally.took)
        assert run.crowd.tally.took["open"]


async def test_with_fewer_people_than_asked_for_nothing_begins():
    async with table() as t, Line(t.playground.cdn) as line:
        with pytest.raises(CannotRun, match="only 4 people"):
            await crowd_of(line, Plan(people=5, matches=1, seconds=1.0))


# --- as a process ---------------------------------------------------------------------------------------


def runs(pid):
    return Path(f"/proc/{pid}").exists()


@pytest.mark.proof
async def test_the_command_opens_a_playground_starts_the_bot_and_ends_by_itself():
    process = await start(
        *("--people", "6", "--matches", "6", "--minutes", "0.1", "--dawdle", "0.3", "--think", "0.75"),
        *("--json",),
    )
    async with asyncio.timeout(GUARD):
        printed, said = (each.decode() for each in await process.communicate())
    assert process.returncode == 0, said
    found = json.loads(printed)
    assert (found["run"][0]["begun"], found["run"][0]["good"]) == (6, True)
    assert {"what": "moves lost", "count": 0} in found["faults"]
    assert re.search(r"^Seconds: \d+ of 6 \(\d+%\), \d:\d\d:\d\d(, about \d:\d\d:\d\d left)?$", said, re.M)


@pytest.mark.proof
async def test_two_people_play_a_match_to_its_end():
    wanted = ("--command", "decoy", "--option", "max_plies=50")
    process = await start("--people", "2", "--matches", "1", "--to-the-end", "--minutes", "1", *wanted)
    async with asyncio.timeout(GUARD + 30):
        printed, said = (each.decode() for each in await process.communicate())
    assert process.returncode == 0, said
    assert re.search(r"^\| +1 +\| +1 +\| +1 +\| +0 +\| yes +\|$", printed, re.M), printed
    assert "| http://127.0.0.1:" in printed.splitlines()[-1]


@pytest.mark.proof
async def test_interrupted_it_closes_what_it_has_started():
    process = await start("--people", "6", "--matches", "6", "--minutes", "5")
    async with asyncio.timeout(GUARD):
        assert "6 people come to the playground" in (await process.stderr.readline()).decode()
        family = [
            *children(process.pid),
            *(bot for child in children(process.pid) for bot in children(child)),
        ]
        process.send_signal(signal.SIGINT)
        await process.communicate()
    assert process.returncode == 130
    assert len(family) >= 2
    assert not [pid for pid in family if runs(pid)]
