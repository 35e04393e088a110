"""Contests with real matches when people are late, leave, don't show up or disagree."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import pytest

from bot.core.errors import UserError
from bot.core.match_record import record_of
from bot.core.match_state import MatchState
from bot.matchmaking.contests.formats import ties as brackets
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.organizing import accepting, drafting, entering, making, organizing
from bot.matchmaking.contests.reading.standings import standings
from bot.matchmaking.contests.running import results, running
from bot.play.matches import ending, playing
from games import GAMES, MatchReason
from games.core.checks import checks
from games.core.record import read_record, write_record
from storage.tables import blocks, ratings
from storage.tables.ply import Ending
from tests.kit.contests.seasons import meetings
from tests.kit.contests.stage import HERE, NOW, ORGANIZER, Stage, user
from tests.kit.hosts.rated import a_rating

MANAGER = 900


def person(number: int) -> int:
    return user(number).id


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


# --- entering -----------------------------------------------------------------------------------------


async def test_seeds_follow_ratings(on_stage: Stage) -> None:
    async with on_stage.app.database.write("all") as w:
        for number, rating in ((1, 1400.0), (2, 1900.0), (3, 1600.0)):
            await entering.meet(w, user(number), NOW)
            await ratings.put(w, a_rating(person(number), rating, game="decoy"))
    id = await on_stage.begun("round robin", 3)
    assert [pairing.person - 1000 for pairing in (await on_stage.of(id)).list_seeded()] == [2, 3, 1]


async def test_who_may_not_enter_is_told_why(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", most=2, role=7)
    with pytest.raises(UserError, match="You need the role"):
        await on_stage.enter(id, 1)
    with pytest.raises(UserError, match="You need the role"):
        await on_stage.enter(id, 1, roles=frozenset({6, 8}))
    assert not (await on_stage.of(id)).entrants
    await on_stage.enter(id, 1, 2, roles=frozenset({7}))
    with pytest.raises(UserError, match="already taking part"):
        await on_stage.enter(id, 1, roles=frozenset({7}))
    with pytest.raises(UserError, match="This is full"):
        await on_stage.enter(id, 3, roles=frozenset({7}))
    strong = await on_stage.contest("swiss", least_rating=1800)
    with pytest.raises(UserError, match="from 1800"):
        await on_stage.enter(strong, 1)
    await on_stage.enter(await on_stage.contest("swiss", least_rating=1500, most_rating=1500), 1)


@pytest.mark.slow
async def test_a_late_entrant_of_a_swiss_is_paired_from_the_next_round_on(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4, rounds=3)
    await on_stage.enter(id, 5)
    contest = await on_stage.of(id)
    assert contest.entrants[person(5)].seed == 5
    assert contest.of(person(5)) == ()
    contest = await on_stage.play_out(id)
    assert len(contest.of(person(5))) + len(contest.byes_of(person(5))) == 2
    assert max(meetings(contest).values()) == 1


async def test_a_swiss_of_as_many_rounds_as_it_takes_takes_people_late_as_well(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4)
    await on_stage.enter(id, 5)
    contest = await on_stage.of(id)
    assert (contest.rounds, contest.entrants[person(5)].seed) == (3, 5)
    for pairing in contest.open:
        await on_stage.end(pairing, 0)
    await on_stage.later(2)
    with pytest.raises(UserError, match="no one can enter"):
        await on_stage.enter(id, 6)


async def test_a_full_swiss_has_a_list_while_it_would_take_people_late(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4, rounds=3, most=4)
    with pytest.raises(UserError, match="This is full"):
        await on_stage.enter(id, 5)
    await on_stage.list(id, 5, 6)
    await entering.leave(on_stage.app, id, person(1))
    for number in (6, 7):
        with pytest.raises(UserError, match="This is full"):
            await on_stage.enter(id, number)
    await on_stage.enter(id, 5)
    contest = await on_stage.of(id)
    assert contest.entrants[person(5)].seed == 5
    assert [*contest.substitutes] == [person(6)]


async def test_nobody_comes_in_once_a_knockout_has_begun(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 4)
    with pytest.raises(UserError, match="no one can enter"):
        await on_stage.enter(id, 5)
    with pytest.raises(UserError, match="No one can enter"):
        await organizing.invite(on_stage.app, id, user(5), MANAGER)


async def test_an_organizer_invites_somebody_when_it_is_late_for_all_others(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4, rounds=2)
    for pairing in (await on_stage.of(id)).open:
        await on_stage.end(pairing, 0)
    await on_stage.later(2)
    with pytest.raises(UserError, match="no one can enter"):
        await on_stage.enter(id, 5)
    contest = await organizing.invite(on_stage.app, id, user(5), MANAGER)
    assert person(5) not in contest.entrants, "only their own tap enters them"
    contest = await accepting.accept(on_stage.app, id, user(5), on_stage.tap())
    assert contest.entrants[person(5)].seed == 5


async def test_who_has_not_checked_in_is_left_out(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", check_in=1800)
    await on_stage.enter(id, 1, 2, 3)
    with pytest.raises(UserError, match="Check-in opens"):
        await entering.check_in(on_stage.app, id, person(1), on_stage.tap())
    await on_stage.later(1800)
    for number in (1, 3):
        await entering.check_in(on_stage.app, id, person(number), 7000 + number)
    with pytest.raises(UserError, match="already checked in"):
        await entering.check_in(on_stage.app, id, person(1), on_stage.tap())
    await on_stage.later(1800)
    contest = await on_stage.of(id)
    assert contest.entrants[person(2)].gone == "no-show"
    (one,) = contest.open
    assert {row.interaction for row in (await on_stage.match(one)).seats} == {7001, 7003}


# --- withdrawing, not showing up, substitutes ---------------------------------------------------------


async def test_who_withdraws_plays_on_but_gets_no_new_match(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 4)
    (under_way,) = (await on_stage.of(id)).of(person(2))
    await entering.leave(on_stage.app, id, person(2))
    await on_stage.settle()
    assert await on_stage.is_under_way(under_way.match)
    contest = await on_stage.play_out(id)
    assert [pairing.match for pairing in contest.of(person(2))] == [under_way.match]
    with pytest.raises(UserError, match="This is over"):
        await entering.leave(on_stage.app, id, person(2))


async def test_who_never_shows_up_loses_by_forfeit(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 2, ties=1, game="creators", options={"boardSize": 12, "rounds": 20})
    (one,) = (await on_stage.of(id)).open
    acting = (await on_stage.app.match_state(one.match)).to_act[0]
    await on_stage.end(one, None, MatchReason.ABORTED)
    await on_stage.later(2)
    (one,) = (await on_stage.of(id)).pairings
    assert (one.why, one.score) == ("forfeit", "loss" if acting == 0 else "win")


async def test_where_neither_shows_up_neither_gets_anything(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 2)
    (one,) = (await on_stage.of(id)).open
    await on_stage.end(one, None, MatchReason.ABORTED)
    await on_stage.later(2)
    contest = await on_stage.of(id)
    assert [standing.points for standing in standings(contest)] == [0.0, 0.0]
    assert contest.pairings[0].score == "none"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["round robin", "swiss", "knockout"])
async def test_a_substitute_has_the_results_and_plays_what_was_under_way_from_the_start(
    on_stage: Stage, kind: str
) -> None:
    id = await on_stage.begun(kind, 4, ties=1, cycles=2)
    for pairing in (await on_stage.of(id)).open:
        await on_stage.end(pairing, int(pairing.first > pairing.second))
    await on_stage.later(2)
    (under_way,) = [
        pairing.match for pairing in (await on_stage.of(id)).of(person(1)) if pairing.score is None
    ]
    before = await organizing.substitute(on_stage.app, id, person(1), user(9), on_stage.tap(), MANAGER)
    assert person(9) not in before.entrants, "only their own tap enters them"
    contest = await accepting.accept(on_stage.app, id, user(9), on_stage.tap())
    assert contest.entrants[person(9)].seed == 1
    old = [pairing.match for pairing in contest.of(person(1))]
    await on_stage.later(2)
    contest = await on_stage.of(id)
    assert old == []
    assert contest.dropped == (under_way,)
    assert not await on_stage.is_under_way(under_way)
    for pairing in contest.open:
        assert {row.person for row in (await on_stage.match(pairing)).seats} == {
            pairing.first,
            pairing.second,
        }
    contest = await on_stage.play_out(id)
    assert next(standing for standing in standings(contest) if standing.person == person(9)).wins >= 1
    assert person(1) not in {standing.person for standing in standings(contest)}


async def test_once_a_contest_is_over_nobody_takes_a_place_in_it(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 2)
    await on_stage.play_out(id)
    with pytest.raises(UserError, match="This is over"):
        await organizing.substitute(on_stage.app, id, person(1), user(9), on_stage.tap(), MANAGER)


async def test_a_place_that_comes_free_is_the_first_substitutes(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", most=2)
    await on_stage.enter(id, 1, 2)
    await on_stage.list(id, 3, 4)
    await entering.leave(on_stage.app, id, person(1))
    with pytest.raises(UserError, match="This is full"):
        await on_stage.enter(id, 5)
    listed = (await on_stage.of(id)).substitutes[person(3)].number
    await on_stage.later(2)
    contest = await on_stage.of(id)
    assert [entrant.person for entrant in contest.there] == [person(2), person(3)]
    assert [*contest.substitutes] == [person(4)]
    assert contest.entrants[person(3)].number == listed, "the number is that of their own tap"


async def test_who_does_not_check_in_leaves_their_place_to_a_substitute_who_has(on_stage: Stage) -> None:
    id = await on_stage.contest("round robin", most=3, check_in=3600)
    await on_stage.enter(id, 1, 2, 3)
    await on_stage.list(id, 4, 5)
    await on_stage.later(10)
    for number in (1, 2, 5):
        await entering.check_in(on_stage.app, id, person(number), on_stage.tap())
    await on_stage.later(3600)
    contest = await on_stage.of(id)
    assert {entrant.person for entrant in contest.there} == {person(1), person(2), person(5)}
    assert contest.entrants[person(3)].gone == "no-show"
    assert [*contest.substitutes] == [person(4)]


async def test_whoever_may_enter_is_no_substitute(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", most=3, role=7)
    await on_stage.enter(id, 1, 2, roles=frozenset({7}))
    refused = ((3, {7}, "No substitutes"), (2, {7}, "already taking"), (4, (), "need the role"))
    for number, roles, why in refused:
        with pytest.raises(UserError, match=why):
            await on_stage.list(id, number, roles=frozenset(roles))
    await on_stage.enter(id, 3, roles=frozenset({7}))
    await on_stage.list(id, 4, roles=frozenset({7}))
    with pytest.raises(UserError, match="on the list already"):
        await on_stage.list(id, 4, roles=frozenset({7}))


async def test_who_is_on_the_list_takes_a_place_with_their_own_number_or_leaves_it(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 2)
    await on_stage.list(id, 3, 4)
    listed = (await on_stage.of(id)).substitutes[person(3)].number
    await organizing.substitute(on_stage.app, id, person(1), user(3), on_stage.tap(), MANAGER)
    await entering.leave(on_stage.app, id, person(4))
    contest = await on_stage.of(id)
    assert contest.entrants[person(3)].number == listed
    assert not contest.substitutes
    assert await on_stage.read_again(id) == contest


async def test_who_left_before_it_began_can_be_a_substitute_and_who_left_with_results_can_not(
    on_stage: Stage,
) -> None:
    id = await on_stage.contest("round robin")
    await on_stage.enter(id, 1, 2, 3, 4)
    await entering.leave(on_stage.app, id, person(4))
    await on_stage.later(3600)
    await entering.leave(on_stage.app, id, person(3))
    with pytest.raises(UserError, match="No substitutes"):
        await on_stage.list(id, 3)
    with pytest.raises(UserError, match="hasn't played in it"):
        await organizing.substitute(on_stage.app, id, person(1), user(3), on_stage.tap(), MANAGER)
    await on_stage.list(id, 4)
    contest = await organizing.substitute(on_stage.app, id, person(1), user(4), on_stage.tap(), MANAGER)
    assert (contest.entrants[person(4)].seed, contest.entrants[person(4)].gone) == (1, "")
    assert not contest.substitutes
    with pytest.raises(UserError, match="not taking part"):
        await organizing.substitute(on_stage.app, id, person(1), user(5), on_stage.tap(), MANAGER)


async def test_who_is_taken_out_cannot_come_back(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss")
    await on_stage.enter(id, 1, 2, 3)
    await organizing.remove(on_stage.app, id, person(2), MANAGER)
    with pytest.raises(UserError, match="taken you out"):
        await on_stage.enter(id, 2)
    with pytest.raises(UserError, match="not taking part"):
        await organizing.remove(on_stage.app, id, person(2), MANAGER)


# --- decisions ----------------------------------------------------------------------------------------


async def test_what_an_organizer_decides_counts_and_ends_the_match_without_rating_it(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4)
    one = (await on_stage.of(id)).open[0]
    await organizing.decide(on_stage.app, id, one.match, "win", MANAGER)
    await on_stage.later(2)
    found = (await on_stage.of(id)).pairing(one.match)
    assert found is not None
    assert (found.score, found.why) == ("win", "decided")
    assert (await on_stage.match(one)).reason == "cancelled"
    assert len((await on_stage.of(id)).open) == 1, "and what has ended isn't for an organizer again"


async def test_who_decided_what_is_in_the_log(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4)
    one = (await on_stage.of(id)).open[0]
    await organizing.decide(on_stage.app, id, one.match, "draw", MANAGER)
    async with on_stage.app.database.read() as r:
        rows = await r.fetch("SELECT event FROM contest_events WHERE contest = :id", {"id": id})
    decided = [e for row in rows if (e := msgspec.json.decode(row["event"]))["type"] == "decided"]
    assert [(event["by"], event["match"]) for event in decided] == [(MANAGER, one.match)]


@pytest.mark.parametrize("kind", ["round robin", "knockout"])
async def test_a_voided_match_ends_and_is_played_again(on_stage: Stage, kind: str) -> None:
    id = await on_stage.begun(kind, 2, ties=1)
    (one,) = (await on_stage.of(id)).open
    await organizing.void(on_stage.app, id, one.match, MANAGER)
    await on_stage.later(2)
    contest = await on_stage.of(id)
    (again,) = contest.open
    assert again.match != one.match
    assert {again.first, again.second} == {one.first, one.second}
    assert (await on_stage.match(one)).reason == "cancelled"
    assert await on_stage.is_under_way(again.match)


async def test_a_match_that_a_moderator_cancels_waits_for_an_organizer(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 2)
    (one,) = (await on_stage.of(id)).open
    await on_stage.end(one, None, MatchReason.CANCELLED)
    await on_stage.later(2)
    assert (await on_stage.of(id)).open == (one,)
    await organizing.decide(on_stage.app, id, one.match, "loss", MANAGER)
    await on_stage.settle()
    assert (await on_stage.of(id)).status == "finished"


async def test_once_called_off_nothing_is_paired_and_matches_under_way_go_on(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 4)
    open_ = (await on_stage.of(id)).open
    await organizing.call_off(on_stage.app, id, MANAGER)
    await on_stage.settle()
    await on_stage.end(open_[0], 0)
    await on_stage.later(2)
    contest = await on_stage.of(id)
    assert (contest.status, len(contest.pairings)) == ("called off", len(open_))
    assert await on_stage.is_under_way(open_[1].match)
    with pytest.raises(UserError, match="This is over"):
        await organizing.call_off(on_stage.app, id, MANAGER)


@pytest.mark.slow
async def test_a_bye_counts_as_a_win_and_nobody_has_two(on_stage: Stage) -> None:
    contest = await on_stage.play_out(await on_stage.begun("swiss", 5, rounds=4))
    had = [bye.person for bye in contest.byes]
    assert len(had) == len(set(had)) == 4
    assert all(bye.points == 1.0 for bye in contest.byes)


# --- ladders ------------------------------------------------------------------------------------------


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


# --- a match that runs too long -----------------------------------------------------------------------


async def test_a_match_that_runs_too_long_is_decided_as_was_announced(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 2, ties=1, longest=10, pace="14d", game="ccc")
    (one,) = (await on_stage.of(id)).open
    await on_stage.both_begin(one)
    await on_stage.later(10 * 86_400 - 2)
    assert await on_stage.is_under_way(one.match)
    await on_stage.later(2)
    found = (await on_stage.of(id)).pairing(one.match)
    assert found is not None
    assert (found.score, found.why) == ("draw", "adjudicated"), "nobody has an advantage after a move"
    assert (await on_stage.match(one)).reason == "adjudicated"


async def test_the_record_of_an_adjudicated_match_is_a_record(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 2, ties=1, longest=10, pace="14d", game="ccc")
    (one,) = (await on_stage.of(id)).open
    await on_stage.both_begin(one)
    await on_stage.later(10 * 86_400)
    record = read_record(write_record(record_of(await on_stage.app.match_state(one.match))))
    assert (record.score, record.reason) == ("1/2-1/2", "adjudicated")
    failed = [check for check in checks(GAMES["ccc"], record) if check.fine is False]
    assert failed == []


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.key for game in drafting.playable()])
async def test_where_somebody_has_not_begun_to_play_nothing_is_judged_or_rated(
    on_stage: Stage, game: str
) -> None:
    id = await on_stage.begun("round robin", 2, longest=10, pace="14d", game=game)
    await on_stage.later(10 * 86_400)
    contest = await on_stage.of(id)
    assert [(pairing.score, pairing.why) for pairing in contest.pairings] == [("draw", "adjudicated")]
    assert contest.status == "finished"
    assert (await on_stage.match(contest.pairings[0])).reason == "cancelled"
    async with on_stage.app.database.read() as r:
        assert await ratings.find_rating(r, game, "people", str(person(1))) is None


async def test_a_match_that_ends_while_it_is_judged_has_its_own_result(
    on_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await on_stage.begun("round robin", 2, longest=10, pace="14d", game="ccc")
    (one,) = (await on_stage.of(id)).open
    await on_stage.both_begin(one)
    await meanwhile(on_stage, monkeypatch, lambda: ending.resign(on_stage.app, one.match, one.first))
    await on_stage.later(10 * 86_400)
    (found,) = (await on_stage.of(id)).pairings
    assert (found.score, found.why) == ("loss", "played")


async def test_a_move_while_a_match_is_judged_counts_and_it_is_judged_again_soon(
    on_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await on_stage.begun("round robin", 2, longest=10, pace="14d", game="ccc")
    (one,) = (await on_stage.of(id)).open
    await on_stage.both_begin(one)

    async def move() -> None:
        state = await on_stage.app.match_state(one.match)
        text = state.game.format(next(iter(state.game.actions(state.view(state.to_act[0])))))
        await playing.act(on_stage.app, one.match, state.seat_row(state.to_act[0]).person or 0, text)

    before = (await on_stage.app.match_state(one.match)).length
    await meanwhile(on_stage, monkeypatch, move)
    await on_stage.later(10 * 86_400)
    assert (await on_stage.of(id)).open == (one,)
    assert (await on_stage.app.match_state(one.match)).length > before
    await on_stage.later(600)
    (found,) = (await on_stage.of(id)).pairings
    assert found.why == "adjudicated"


async def meanwhile(
    on_stage: Stage, monkeypatch: pytest.MonkeyPatch, happens: Callable[[], Awaitable[object]]
) -> None:
    """Let something happen right before the next time that a match is judged."""
    loop, judged, times = asyncio.get_running_loop(), results.judge, iter((True,))

    def judge(state: MatchState) -> Ending:
        if next(times, False):
            asyncio.run_coroutine_threadsafe(_awaited(happens()), loop).result()
        return judged(state)

    monkeypatch.setattr(results, "judge", judge)


async def _awaited(happens: Awaitable[object]) -> None:
    await happens


async def test_a_canceled_match_that_no_organizer_decides_is_a_draw_in_the_end(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 2, longest=10)
    (one,) = (await on_stage.of(id)).open
    await on_stage.end(one, None, MatchReason.CANCELLED)
    await on_stage.later(11 * 86_400)
    assert (await on_stage.of(id)).status == "finished"
    assert (await on_stage.of(id)).pairings[0].score == "draw"


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
