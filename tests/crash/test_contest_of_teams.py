"""A match of two servers, killed at its statements while it's proposed, accepted and played."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.matchmaking.contests.formats import teams
from bot.matchmaking.contests.organizing import teaming
from tests.crash.contest_checks import check, check_log
from tests.crash.contests import Crashes, File, Plan
from tests.kit.contests.stage import Stage
from tests.kit.contests.teams import OTTO, THERE, code, proposed

PLAN = Plan("teams", 4, 2, ("withdraw",))


async def _agreed_and_entered(on_stage: Stage, id: str, numbers: list[int]) -> None:
    contest = await on_stage.of(id)
    if len(contest.teams) < 2:
        await teaming.agree(on_stage.app, await code(on_stage, id), OTTO, "Blues", THERE)
    await on_stage.enter(id, *(n for n in numbers if n <= 2))
    await on_stage.enter(id, *(n for n in numbers if n > 2), guild=THERE.guild)


@pytest.mark.proof
@pytest.mark.sqlite
def test_a_match_of_teams_killed_at_every_step_has_each_board_once(tmp_path: Path) -> None:
    crashes = Crashes(tmp_path / "slowplay.db", PLAN, proposed, _agreed_and_entered)
    kills, _ = crashes.to_the_end()
    assert kills > 50
    file = File(crashes.file)
    check(file, PLAN)
    contest = check_log(file, file.contests[0])
    assert [team.name for team in contest.teams] == ["Reds", "Blues"]
    (part,) = file.parts
    assert (part["parent"], part["guild"], part["secret"]) == (file.contests[0].row["id"], THERE.guild, b"")
    assert sorted(pairing.slot for pairing in contest.pairings) == ["board 1", "board 2"]
    assert sum(teams.score(contest)) == 2.0
