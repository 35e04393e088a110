"""Contests with real matches from their start to their end."""

from __future__ import annotations

import msgspec
import pytest

from bot.core.errors import UserError
from bot.matchmaking.contests.formats import ties as brackets
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.organizing import entering, making, organizing
from bot.matchmaking.contests.reading.standings import standings
from bot.matchmaking.contests.running import running
from storage.tables import blocks
from tests.kit.contests.seasons import meetings
from tests.kit.contests.stage import HERE, MANAGER, NOW, ORGANIZER, Stage, person, user


def order(contest: Contest) -> list[int]:
    return [standing.person - 1000 for standing in standings(contest)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["round robin", "swiss", "knockout", "double elimination", "league"])
async def test_a_contest_is_played_from_its_start_to_its_end(on_stage: Stage, kind: str) -> None:
    contest = await on_stage.play_out(await on_stage.begun(kind, 5, season=0, pace="bank"))
    assert contest.status == "finished"
    assert order(contest)[0] == 1
    assert all(pairing.why == "played" for pairing in contest.pairings)


async def test_nobody_is_paired_twice_however_often_it_goes_on(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 6, at_once=2)
    before = await on_stage.of(id)
    for _ in range(5):
        await running.go_on(on_stage.app, id)
    assert await on_stage.of(id) == before
    assert max(meetings(before).values()) == 1


@pytest.mark.slow
async def test_folded_again_from_its_log_it_stands_as_it_did_at_every_step(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 6)
    while (contest := await on_stage.of(id)).ended_at is None:
        assert await on_stage.read_again(id) == contest
        await on_stage.end(contest.open[0], 0)
        await on_stage.later(2)
    assert await on_stage.read_again(id) == contest


async def test_it_begins_only_when_it_is_time(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss")
    await on_stage.enter(id, 1, 2, 3)
    await on_stage.later(3599)
    assert (await on_stage.of(id)).status == "open"
    await on_stage.later(1)
    assert (await on_stage.of(id)).status == "running"


async def test_where_too_few_have_entered_it_is_called_off(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", fewest=4)
    await on_stage.enter(id, 1, 2, 3)
    await on_stage.later(3600)
    assert (await on_stage.of(id)).status == "called off"
    assert (await on_stage.row(id)).ended_at is not None


async def test_what_cannot_be_played_is_refused_with_what_to_do(on_stage: Stage) -> None:
    with pytest.raises(UserError, match="clock is a bank"):
        await on_stage.contest("league", pace="3d")


async def test_a_server_has_only_so_many_open_and_another_server_as_many(on_stage: Stage) -> None:
    made = [await on_stage.contest("swiss") for _ in range(making.MOST_OPEN)]
    with pytest.raises(UserError, match=f"has {making.MOST_OPEN} contests open"):
        await on_stage.contest("swiss")
    elsewhere = msgspec.structs.replace(HERE, guild=201)
    terms = (await on_stage.of(made[0])).terms
    await making.create(on_stage.app, ORGANIZER, terms, elsewhere)
    await organizing.call_off(on_stage.app, made[0], MANAGER)
    await on_stage.contest("swiss")


async def test_the_loser_of_a_knockout_tie_is_out_and_the_final_has_the_winners(on_stage: Stage) -> None:
    contest = await on_stage.play_out(await on_stage.begun("knockout", 4))
    *_, final = brackets.single(contest)
    assert final.winner == person(1)
    assert {final.one, final.other} == {person(1), person(2)}


async def test_the_place_of_a_contest_is_where_its_matches_are(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 2)
    match = await on_stage.match((await on_stage.of(id)).open[0])
    assert (match.guild, match.channel) == (HERE.guild, HERE.channel)


@pytest.mark.parametrize(
    ("terms", "refused"),
    [
        ({"kind": "swiss", "options": {"quiet": -1}}, "quiet"),
        ({"kind": "league", "pace": "1d"}, "a league's clock is a bank"),
    ],
)
async def test_a_contest_on_impossible_terms_is_not_made(
    on_stage: Stage, terms: dict[str, object], refused: str
) -> None:
    with pytest.raises(UserError, match=refused):
        await on_stage.contest(**terms)  # type: ignore[arg-type]
    async with on_stage.app.database.read() as r:
        assert not await r.fetch("SELECT id FROM contests", {})


async def test_on_a_ladder_people_are_paired_as_they_come_and_again_as_they_are_free(on_stage: Stage) -> None:
    id = await on_stage.contest("ladder", starts_at=0)
    await on_stage.enter(id, 1, 2)
    await on_stage.settle()
    (one,) = (await on_stage.of(id)).open
    await on_stage.enter(id, 3)
    await on_stage.end(one, 0)
    await on_stage.later(43_200)
    (again,) = (await on_stage.of(id)).open
    assert again.has(person(3)), "and the same two don't meet again"


async def test_on_a_ladder_nobody_meets_whom_they_have_blocked(on_stage: Stage) -> None:
    id = await on_stage.contest("ladder", starts_at=0)
    await on_stage.enter(id, 1)
    async with on_stage.app.database.write("all") as w:
        await entering.meet(w, user(2), NOW)
        await blocks.add(w, person(2), person(1), NOW)
    await on_stage.enter(id, 2)
    await on_stage.later(5 * 86_400)
    assert (await on_stage.of(id)).pairings == ()


async def test_who_pauses_on_a_ladder_is_left_alone_and_who_wants_two_gets_two(on_stage: Stage) -> None:
    id = await on_stage.contest("ladder", starts_at=0)
    await on_stage.enter(id, 1)
    await entering.limit(on_stage.app, id, person(1), 2)
    await entering.pause(on_stage.app, id, person(1), on=True)
    await on_stage.enter(id, 2)
    await on_stage.later(86_400)
    assert (await on_stage.of(id)).open == ()
    await entering.pause(on_stage.app, id, person(1), on=False)
    await on_stage.enter(id, 3)
    await on_stage.later(2 * 86_400)
    assert len((await on_stage.of(id)).of(person(1))) == 2
    with pytest.raises(UserError, match="1 to 5"):
        await entering.limit(on_stage.app, id, person(1), 6)


@pytest.mark.parametrize("rated", [True, False])
async def test_matches_are_rated_where_the_preset_is_and_the_organizer_wants_it(
    on_stage: Stage, rated: bool
) -> None:
    id = await on_stage.begun("swiss", 4, game="ccc", pace="3d", rated=rated)
    assert [(await on_stage.match(begun)).rated for begun in (await on_stage.of(id)).open] == [rated, rated]


async def test_who_lets_the_clock_run_out_without_a_move_forfeits_and_the_round_goes_on(
    on_stage: Stage,
) -> None:
    id = await on_stage.begun("swiss", 4, game="ccc", pace="3d")
    one, other = (await on_stage.of(id)).open
    await on_stage.both_begin(other)
    await on_stage.end(other, 0)
    state = await on_stage.app.match_state(one.match)
    [absent] = (state.seat_row(seat).person for seat in state.to_act)
    async with on_stage.house.open() as hearing:
        on_stage.house.clock.advance(3 * 86_400 - 1)
        await hearing.rest()
        assert await on_stage.is_under_way(one.match)
        on_stage.house.clock.advance(2)
        await hearing.rest()
    contest = await on_stage.of(id)
    forfeited = contest.pairing(one.match)
    assert forfeited is not None
    assert (forfeited.score, forfeited.why) == ("loss" if absent == one.first else "win", "forfeit")
    assert contest.round == 2
