"""Server against server: both captains agree, boards follow ratings, and there's one score for each side."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.contests import organizing, teaming
from bot.contests.contest import Contest, after, folded
from bot.contests.events import Agreed, Begun, Joined, Left
from bot.contests.formats import teams
from bot.contests.formats.all_of_them import FORMATS
from bot.contests.standings import standings
from bot.contests.terms import Team, Terms
from bot.core.errors import UserError
from bot.core.seats import Place, User
from tests.contests.seasons import played_out
from tests.contests.stage import HERE, NOW, Stage, user

THERE = Place(channel=101, guild=201)
OLGA, OTTO = User(900, "Olga"), User(901, "Otto")
TEAMS = (Team(200, "Reds", 900), Team(201, "Blues", 901))


def on_paper(first: int, second: int, **terms: Any) -> Contest:
    """Teams of so many, persons 1, 2, … and 101, 102, …, the strongest first."""
    made = Terms(kind="teams", name="Friendly", game="ccc", teams=TEAMS, **terms)
    people = [(n, 0) for n in range(1, first + 1)] + [(100 + n, 1) for n in range(1, second + 1)]
    joined = [
        Joined(at=0, person=person, number=person, rating=2000.0 - person % 100, team=team)
        for person, team in people
    ]
    order = tuple(sorted((person for person, _ in people), key=lambda one: one % 100))
    return folded(made, [Agreed(at=0, team=0), Agreed(at=0, team=1), *joined, Begun(at=0, order=order)])


def test_boards_follow_ratings_and_who_is_left_over_is_in_reserve() -> None:
    found = [(one.person, other.person) for one, other in teams.boards(on_paper(4, 3))]
    assert found == [(1, 101), (2, 102), (3, 103)]


@pytest.mark.parametrize("cycles", [1, 2])
def test_each_board_plays_its_cycles_with_sides_in_turns(cycles: int) -> None:
    contest = played_out(on_paper(4, 4, cycles=cycles))
    assert len(contest.pairings) == 4 * cycles
    firsts = [one.first for one in contest.pairings if one.round == 1]
    assert firsts == [1, 102, 3, 104]
    for number in range(1, 5):
        sides = [(one.first, one.second) for one in contest.in_slot(f"board {number}")]
        assert cycles == 1 or sides[0] == sides[1][::-1]


def test_the_score_of_a_team_is_that_of_all_its_boards() -> None:
    assert teams.score(played_out(on_paper(3, 3))) == (3.0, 0.0)
    contest = played_out(on_paper(3, 3), lambda first, second: "draw")
    assert teams.score(contest) == (1.5, 1.5)
    assert [one.points for one in standings(contest)] == [0.5] * 6


def test_who_is_gone_before_a_board_begins_leaves_the_point_to_the_other_one() -> None:
    contest = after(on_paper(2, 2), Left(at=0, person=1))
    contest = played_out(contest)
    assert [(one.person, one.points) for one in contest.byes] == [(101, 1.0)]
    assert teams.score(contest) == (1.0, 1.0)


def test_it_is_over_when_all_boards_are() -> None:
    gone = after(after(on_paper(1, 1), Left(at=0, person=1)), Left(at=0, person=101))
    assert [type(step).__name__ for step in FORMATS["teams"](gone, 0)] == ["Finish"]
    assert teams.score(gone) == (0.0, 0.0)


# --- with real matches --------------------------------------------------------------------------------


async def proposed(on_stage: Stage) -> str:
    terms = Terms(kind="teams", name="Friendly", game="decoy", starts_at=NOW + 3600)
    return (await teaming.propose(on_stage.app, OLGA, terms, TEAMS[1], "Reds", HERE)).id


async def entered_by_both(on_stage: Stage, id: str) -> None:
    await on_stage.enter(id, 1, 2)
    await on_stage.enter(id, 3, 4, guild=201)


async def test_two_servers_play_and_neither_is_shown_the_other_one(on_stage: Stage) -> None:
    id = await proposed(on_stage)
    await teaming.agree(on_stage.app, id, OTTO, THERE)
    await entered_by_both(on_stage, id)
    await on_stage.later(3600)
    contest = await on_stage.of(id)
    assert {(one.first, one.second) for one in contest.open} == {(1001, 1003), (1004, 1002)}
    for one in contest.open:
        match = await on_stage.match(one)
        assert (match.guild, match.channel) == (None, None), "it's followed in DMs"
    contest = await on_stage.play_out(id)
    assert (contest.status, teams.score(contest)) == ("finished", (2.0, 0.0))
    assert await on_stage.read_again(id) == contest


async def test_without_the_other_captain_it_is_called_off(on_stage: Stage) -> None:
    id = await proposed(on_stage)
    await entered_by_both(on_stage, id)
    await on_stage.later(3600)
    assert (await on_stage.of(id)).status == "called off"


async def test_without_anybody_on_one_side_it_is_called_off(on_stage: Stage) -> None:
    id = await proposed(on_stage)
    await teaming.agree(on_stage.app, id, OTTO, THERE)
    await on_stage.enter(id, 1, 2)
    await on_stage.later(3600)
    assert (await on_stage.of(id)).status == "called off"


async def test_only_the_captain_of_the_other_server_agrees_and_once(on_stage: Stage) -> None:
    id = await proposed(on_stage)
    for who, where in ((OLGA, THERE), (OTTO, HERE), (user(5), THERE), (OTTO, Place(channel=1, guild=9))):
        with pytest.raises(UserError, match="captain"):
            await teaming.agree(on_stage.app, id, who, where)
    await teaming.agree(on_stage.app, id, OTTO, THERE)
    with pytest.raises(UserError, match="agreed already"):
        await teaming.agree(on_stage.app, id, OTTO, THERE)


async def test_people_of_a_third_server_cannot_enter(on_stage: Stage) -> None:
    with pytest.raises(UserError, match="two other servers"):
        await on_stage.enter(await proposed(on_stage), 1, guild=999)


async def test_a_server_does_not_play_itself(on_stage: Stage) -> None:
    terms = Terms(kind="teams", name="Friendly", game="decoy", starts_at=NOW + 3600)
    theirs = msgspec.structs.replace(TEAMS[1], guild=200)
    with pytest.raises(UserError, match="between two servers"):
        await teaming.propose(on_stage.app, OLGA, terms, theirs, "Reds", HERE)


async def test_a_substitute_plays_for_the_team_of_whoever_goes(on_stage: Stage) -> None:
    id = await proposed(on_stage)
    await teaming.agree(on_stage.app, id, OTTO, THERE)
    await entered_by_both(on_stage, id)
    await on_stage.later(3600)
    await organizing.substitute(on_stage.app, id, 1004, user(9), on_stage.tap(), OTTO.id)
    await on_stage.later(2)
    contest = await on_stage.play_out(id)
    assert contest.entrants[1009].team == 1
    assert {one.person for pair in teams.boards(contest) for one in pair} == {1001, 1002, 1003, 1009}
