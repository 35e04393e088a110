"""Team matches between two servers: both captains agree, boards follow ratings, and each side has a score."""

from __future__ import annotations

import io
import json
import re
import zipfile
from typing import Any

import pytest

from bot.core.errors import UserError
from bot.core.seats import Place
from bot.matchmaking.contests.formats import teams
from bot.matchmaking.contests.formats.advance import FORMATS
from bot.matchmaking.contests.log.contest import Contest, after, fold_events
from bot.matchmaking.contests.log.events import Agreed, Begun, Joined, Left
from bot.matchmaking.contests.log.terms import Team, Terms
from bot.matchmaking.contests.organizing import accepting, organizing, teaming
from bot.matchmaking.contests.reading import export
from bot.matchmaking.contests.reading.standings import standings
from bot.matchmaking.contests.teams import team_sides
from bot.matchmaking.contests.ui import both_teams, trees
from bot.play.matches import playing
from games import MatchReason
from render.names import Lettering
from storage.tables import contests
from storage.tables.contests import ContestRow
from tests.kit.contests.seasons import played_out
from tests.kit.contests.stage import HERE, Stage, user
from tests.kit.contests.teams import OLGA, OTTO, THERE, agreed, code, entered_by_both, proposed, under_way
from tests.kit.sql import sql

AGREED = [
    Agreed(at=0, by=900, side=0, team=0, guild=200, name="Reds"),
    Agreed(at=0, by=901, side=1, team=1, guild=201, name="Blues"),
]


def on_paper(first: int, second: int, **terms: Any) -> Contest:
    """Return a team match without database: persons 1, 2, … against 101, 102, …, the strongest first."""
    made = Terms(kind="teams", name="Friendly", game="ccc", **terms)
    people = [(n, 0) for n in range(1, first + 1)] + [(100 + n, 1) for n in range(1, second + 1)]
    joined = [
        Joined(at=0, person=person, number=person, rating=2000.0 - person % 100, team=team)
        for person, team in people
    ]
    order = tuple(sorted((person for person, _ in people), key=lambda one: one % 100))
    return fold_events(made, [*AGREED, *joined, Begun(at=0, order=order)])


def test_boards_follow_ratings_and_who_is_left_over_is_in_reserve() -> None:
    found = [(first.person, other.person) for first, other in teams.boards(on_paper(4, 3))]
    assert found == [(1, 101), (2, 102), (3, 103)]


@pytest.mark.parametrize(
    ("asked", "number", "boards"), [(-1, 0, (1, 16)), (0, 0, (1, 16)), (1, 1, (17, 20)), (2, 1, (17, 20))]
)
def test_boards_come_sixteen_to_a_page(asked: int, number: int, boards: tuple[int, int]) -> None:
    page = trees.page_of(on_paper(20, 20), asked)
    assert (page.number, page.pages) == (number, 2)
    assert (page.lines[0].number, page.lines[-1].number) == boards
    assert [line.people[0].person for line in page.lines] == list(range(boards[0], boards[1] + 1))
    assert trees.page_of(on_paper(16, 16), 0).pages == 1


async def test_a_picture_of_boards_tells_the_score_and_the_first_three_of_them() -> None:
    contest, written = on_paper(4, 4), {n: Lettering(f"P{n}") for n in (*range(1, 5), *range(101, 105))}
    told = []
    for played in (contest, played_out(contest)):
        page = trees.page_of(played, 0)
        told.append((await trees.picture(played, page, "about", written, ())).description)
    assert told == [
        "Friendly. about. Reds 0 – 0 Blues. Board 1: P1 – P101; Board 2: P2 – P102; Board 3: P3 – P103",
        "Friendly. about. Reds 4 – 0 Blues. "
        "Board 1: P1 1 – 0 P101; Board 2: P2 1 – 0 P102; Board 3: P3 1 – 0 P103",
    ]


@pytest.mark.parametrize("cycles", [1, 2])
def test_each_board_plays_its_cycles_with_sides_in_turns(cycles: int) -> None:
    contest = played_out(on_paper(4, 4, cycles=cycles))
    assert len(contest.pairings) == 4 * cycles
    firsts = [pairing.first for pairing in contest.pairings if pairing.round == 1]
    assert firsts == [1, 102, 3, 104]
    for number in range(1, 5):
        sides = [(pairing.first, pairing.second) for pairing in contest.in_slot(f"board {number}")]
        assert cycles == 1 or sides[0] == sides[1][::-1]


def test_the_score_of_a_team_is_that_of_all_its_boards() -> None:
    assert teams.score(played_out(on_paper(3, 3))) == (3.0, 0.0)
    contest = played_out(on_paper(3, 3), lambda first, second: "draw")
    assert teams.score(contest) == (1.5, 1.5)
    assert [standing.points for standing in standings(contest)] == [0.5] * 6


def test_who_is_gone_before_a_board_begins_leaves_the_point_to_the_other_one() -> None:
    contest = after(on_paper(2, 2), Left(at=0, person=1))
    contest = played_out(contest)
    assert [(bye.person, bye.points) for bye in contest.byes] == [(101, 1.0)]
    assert teams.score(contest) == (1.0, 1.0)
    first, second = teams.boards(contest)
    assert teams.points_on(contest, 1, first) == (0.0, 1.0)
    assert teams.points_on(contest, 2, second) == (1.0, 0.0)
    assert both_teams.by_board(contest, str)[:2] == ["**Board 1**", "101 gets the point without a match"]


def test_a_board_has_no_points_until_something_on_it_is_decided() -> None:
    contest = on_paper(1, 1)
    [board] = teams.boards(contest)
    assert teams.points_on(contest, 1, board) is None


def test_it_is_over_when_all_boards_are() -> None:
    gone = after(after(on_paper(1, 1), Left(at=0, person=1)), Left(at=0, person=101))
    assert [type(step).__name__ for step in FORMATS["teams"](gone, 0)] == ["Finish"]
    assert teams.score(gone) == (0.0, 0.0)


# --- with real matches --------------------------------------------------------------------------------


async def test_two_servers_play_and_neither_is_shown_the_other_one(on_stage: Stage) -> None:
    id = await under_way(on_stage)
    contest = await on_stage.of(id)
    assert contest.teams == (Team(200, "Reds"), Team(201, "Blues"))
    assert {(pairing.first, pairing.second) for pairing in contest.open} == {(1001, 1003), (1004, 1002)}
    for pairing in contest.open:
        match = await on_stage.match(pairing)
        assert (match.guild, match.channel) == (None, None), "it's followed in DMs"
    contest = await on_stage.play_out(id)
    assert (contest.status, teams.score(contest)) == ("finished", (2.0, 0.0))
    assert await on_stage.read_again(id) == contest


async def test_each_server_has_it_with_its_own_channel_and_captain(on_stage: Stage) -> None:
    id = await agreed(on_stage)
    async with on_stage.app.database.read() as r:
        row = await on_stage.row(id)
        kept = await team_sides.faces_of(r, row)
        found = [await team_sides.face_of(r, on_stage.app, stored) for stored in kept]
        assert [await team_sides.find_row(r, row, team) for team in (0, 1)] == [side.row for side in found]
        for guild in (200, 201):
            assert [contest.id for contest in await contests.open_of(r, guild)] == [id]
    assert [(f.row.id, f.row.guild, f.row.channel, f.row.organizer, f.team) for f in found] == [
        (id, 200, 100, 900, 0),
        (id, 201, 101, 901, 1),
    ]
    assert {side.row.secret for side in found} == {row.secret}, (
        "one secret, to which both cards commit the bot"
    )


async def test_once_it_is_over_no_server_has_it_open(on_stage: Stage) -> None:
    id = await under_way(on_stage)
    await on_stage.play_out(id)
    async with on_stage.app.database.read() as r:
        assert [await contests.open_of(r, guild) for guild in (200, 201)] == [[], []]


@pytest.mark.parametrize("enters", [False, True])
async def test_without_another_server_or_its_people_it_is_called_off(on_stage: Stage, enters: bool) -> None:
    id = await (agreed if enters else proposed)(on_stage)
    await on_stage.enter(id, 1, 2)
    await on_stage.later(3600)
    assert (await on_stage.of(id)).status == "called off"


async def test_a_code_that_is_wrong_used_over_or_from_here_changes_nothing(on_stage: Stage) -> None:
    id = await proposed(on_stage)
    right = await code(on_stage, id)

    async def refused(why: str, code: str = right, place: Place = THERE, name: str = "Blues") -> None:
        before = await on_stage.of(id)
        with pytest.raises(UserError, match=why):
            await teaming.agree(on_stage.app, code, OTTO, name, place)
        assert await on_stage.of(id) == before

    for wrong in ("", id, f"{id}-00000000", "é" * 40, right[:-1], f"{right}0"):
        await refused("I don't know this code", wrong)
    await refused("comes from this server", place=HERE)
    await refused("between two servers", place=Place(channel=1))
    await refused("has this name already", name="REDS")
    await teaming.agree(on_stage.app, f" `{right.upper()}` ", OTTO, "Blues", THERE)
    await refused("agreed already")
    await refused("taken already", place=Place(channel=1, guild=9))
    gone = await proposed(on_stage)
    await organizing.call_off(on_stage.app, gone, OLGA.id, 0)
    await refused("is over", await code(on_stage, gone))


async def test_a_server_that_keeps_to_itself_or_wants_no_rated_matches_does_not_agree(
    on_stage: Stage,
) -> None:
    id = await proposed(on_stage)
    await sql(on_stage.app.database, "INSERT INTO guilds (id) VALUES (201)")
    for settings, why in (('{"lobby": "here"}', "who are here"), ('{"rated": false}', "for rated matches")):
        await sql(on_stage.app.database, f"UPDATE guilds SET settings = '{settings}'")
        with pytest.raises(UserError, match=why):
            await teaming.agree(on_stage.app, await code(on_stage, id), OTTO, "Blues", THERE)
    assert len((await on_stage.of(id)).teams) == 1


async def test_people_of_a_third_server_cannot_enter(on_stage: Stage) -> None:
    with pytest.raises(UserError, match="two other servers"):
        await on_stage.enter(await agreed(on_stage), 1, guild=999)


async def test_each_team_has_its_own_places(on_stage: Stage) -> None:
    id = await agreed(on_stage, most=2)
    await entered_by_both(on_stage, id)
    with pytest.raises(UserError, match="full: 2"):
        await on_stage.enter(id, 5)


async def test_a_match_without_a_result_is_a_draw_since_no_one_is_on_neither_side(on_stage: Stage) -> None:
    id = await under_way(on_stage)
    one, _ = (await on_stage.of(id)).open
    await on_stage.end(one, None, MatchReason.CANCELLED)
    await on_stage.later(2)
    found = (await on_stage.of(id)).pairing(one.match)
    assert found is not None
    assert (found.score, found.why) == ("draw", "adjudicated")


# --- what organizers may do ---------------------------------------------------------------------------


async def test_neither_starts_it_early_nor_calls_it_off_once_it_has_begun(on_stage: Stage) -> None:
    id = await agreed(on_stage)
    await entered_by_both(on_stage, id)
    with pytest.raises(UserError, match="Both captains agreed on its start"):
        await organizing.start_now(on_stage.app, id, OLGA.id)
    await on_stage.later(3600)
    for side in (0, 1):
        with pytest.raises(UserError, match="neither team can call it off"):
            await organizing.call_off(on_stage.app, id, OLGA.id, side)
    assert (await on_stage.of(id)).status == "running"


@pytest.mark.parametrize("side", [0, 1])
async def test_either_one_calls_it_off_before_it_begins(on_stage: Stage, side: int) -> None:
    id = await agreed(on_stage)
    assert (await organizing.call_off(on_stage.app, id, OTTO.id, side)).status == "called off"


async def test_an_organizer_gives_points_away_and_takes_none(on_stage: Stage) -> None:
    id = await under_way(on_stage)
    first, second = (await on_stage.of(id)).open
    for score in ("win", "draw", "none"):
        with pytest.raises(UserError, match="only give a match of your own team"):
            await organizing.decide(on_stage.app, id, first.match, score, OLGA.id, 0)
    for side in (0, 1, None):
        with pytest.raises(UserError, match="no match can be voided"):
            await organizing.void(on_stage.app, id, first.match, OLGA.id)
        with pytest.raises(UserError, match="only give"):
            await organizing.decide(on_stage.app, id, first.match, "draw", OLGA.id, side)
    await organizing.decide(on_stage.app, id, first.match, "loss", OLGA.id, 0)
    contest = await organizing.decide(on_stage.app, id, second.match, "loss", OTTO.id, 1)
    assert teams.score(contest) == (1.0, 1.0)


async def test_nobody_touches_the_people_of_the_other_team(on_stage: Stage) -> None:
    id = await under_way(on_stage)
    before = await on_stage.of(id)
    for side in (0, None):
        with pytest.raises(UserError, match="look after your own team only"):
            await organizing.remove(on_stage.app, id, 1003, OLGA.id, side)
        with pytest.raises(UserError, match="look after your own team only"):
            await organizing.substitute(on_stage.app, id, 1003, user(9), on_stage.tap(), OLGA.id, side)
    assert await on_stage.of(id) == before
    after = await organizing.remove(on_stage.app, id, 1003, OTTO.id, 1)
    assert after.entrants[1003].gone == "removed"


async def test_a_substitute_plays_for_the_team_of_whoever_goes(on_stage: Stage) -> None:
    id = await under_way(on_stage)
    await organizing.substitute(on_stage.app, id, 1004, user(9), on_stage.tap(), OTTO.id, 1)
    await accepting.accept(on_stage.app, id, user(9), on_stage.tap())
    await on_stage.later(2)
    contest = await on_stage.play_out(id)
    assert contest.entrants[1009].team == 1
    assert {entrant.person for pair in teams.boards(contest) for entrant in pair} == {1001, 1002, 1003, 1009}


async def test_who_has_moved_finishes_the_match_and_no_substitute_begins_it_anew(on_stage: Stage) -> None:
    id = await under_way(on_stage, game="ccc")
    one = (await on_stage.of(id)).open[0]
    state = await on_stage.app.match_state(one.match)
    [seat] = state.to_act
    person = (one.first, one.second)[seat]
    text = state.game.format(next(iter(state.game.actions(state.view(seat)))))
    await playing.act(on_stage.app, one.match, person, text)
    contest = await on_stage.of(id)
    side = contest.entrants[person].team
    with pytest.raises(UserError, match="already begun a match"):
        await organizing.substitute(on_stage.app, id, person, user(9), on_stage.tap(), 900, side)
    other = one.other(person)
    await organizing.substitute(on_stage.app, id, other, user(9), on_stage.tap(), 900, 1 - side)
    await accepting.accept(on_stage.app, id, user(9), on_stage.tap())
    assert (await on_stage.of(id)).entrants[1009].plays, "who hasn't moved can be replaced"


async def test_somebody_in_reserve_can_take_a_place(on_stage: Stage) -> None:
    id = await agreed(on_stage)
    await on_stage.enter(id, 1, 2, 5)
    await on_stage.enter(id, 3, 4, guild=201)
    await on_stage.later(3600)
    with pytest.raises(UserError, match="hasn't played in it"):
        await organizing.substitute(on_stage.app, id, 1001, user(2), on_stage.tap(), OLGA.id, 0)
    await organizing.substitute(on_stage.app, id, 1001, user(5), on_stage.tap(), OLGA.id, 0)
    await on_stage.later(2)
    contest = await on_stage.play_out(id)
    assert [tuple(entrant.person for entrant in pair) for pair in teams.boards(contest)] == [
        (1005, 1003),
        (1002, 1004),
    ]
    assert contest.status == "finished"


async def test_the_files_of_a_team_hold_no_ids_organizers_or_ratings_of_the_other_one(
    on_stage: Stage,
) -> None:
    id = await agreed(on_stage)
    await entered_by_both(on_stage, id)
    await on_stage.enter(id, 5, guild=200)
    await on_stage.enter(id, 6, guild=201)
    for person, by, side in ((1005, OLGA, 0), (1006, OTTO, 1)):
        await organizing.remove(on_stage.app, id, person, by.id, side)
    await on_stage.later(3600)
    for old, new, by, side in ((1001, 7, OLGA, 0), (1003, 8, OTTO, 1)):
        await organizing.substitute(on_stage.app, id, old, user(new), on_stage.tap(), by.id, side)
        await accepting.accept(on_stage.app, id, user(new), on_stage.tap())
    row, contest = await on_stage.row(id), await on_stage.of(id)
    teams_ = (
        (0, {"1001", "1002", "1005", "1007", "900", "200"}, "P5", "P4"),
        (1, {"1003", "1004", "1006", "1008", "901", "201"}, "P6", "P2"),
    )
    found = [await files_of(on_stage, row, contest, team) for team, *_ in teams_]
    for (_, ours, _, theirs_on_a_board), (_, theirs, taken_out, _), files in zip(
        teams_, teams_[::-1], found, strict=True
    ):
        words = {*re.findall(r"\w+", "\n".join(files.values()))}
        assert ours <= words
        assert not theirs & words
        assert theirs_on_a_board in words
        assert taken_out not in words
        log = map(json.loads, files["log.jsonl"].splitlines())
        assert {str(line["person"]) for line in log if "rating" in line} == ours - {
            "900",
            "901",
            "200",
            "201",
        }


async def files_of(on_stage: Stage, row: ContestRow, contest: Contest, team: int) -> dict[str, str]:
    """Return the files that a team's organizer can export, without the records."""
    data = (await export.archive(on_stage.app, row, contest, 10**7, team)).data
    with zipfile.ZipFile(io.BytesIO(data)) as made:
        return {name: made.read(name).decode() for name in made.namelist() if "records/" not in name}
