"""Who may enter a contest and when; check-in, withdrawals, no-shows, and substitutes."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import pytest

from bot import features
from bot.core.errors import UserError
from bot.core.seats import Place
from bot.matchmaking.contests.log.event_store import CAME_IN, CHECK_IN
from bot.matchmaking.contests.log.terms import Kind
from bot.matchmaking.contests.organizing import accepting, entering, organizing, places
from bot.matchmaking.contests.reading.standings import standings
from bot.matchmaking.contests.running import absences
from bot.matchmaking.contests.ui import results
from games import MatchReason
from storage.tables import ratings, suspensions
from storage.tables.suspensions import Suspension
from tests.kit.contests.seasons import meetings
from tests.kit.contests.stage import HERE, MANAGER, NOW, Stage, person, user
from tests.kit.hosts.rated import a_rating
from tests.kit.seen import Seen

DMs = list[tuple[int, Seen]]


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
    with pytest.raises(UserError, match="This tournament is full"):
        await on_stage.enter(id, 3, roles=frozenset({7}))
    strong = await on_stage.contest("swiss", least_rating=1800)
    with pytest.raises(UserError, match=r"This tournament is for ratings from 1800\. Yours is 1500\."):
        await on_stage.enter(strong, 1)
    assert not (await on_stage.of(strong)).entrants
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
    with pytest.raises(UserError, match="This tournament is full"):
        await on_stage.enter(id, 5)
    await on_stage.list(id, 5, 6)
    await entering.leave(on_stage.app, id, person(1))
    for number in (6, 7):
        with pytest.raises(UserError, match="This tournament is full"):
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


async def test_only_people_on_its_server_enter_and_who_is_suspended_there_does_not(on_stage: Stage) -> None:
    on_stage.app.hooks = replace(on_stage.app.hooks, checks=features.load().hooks.checks)
    async with on_stage.app.database.write("all") as w:
        for number in (1, 2):
            await entering.meet(w, user(number), NOW)
        await suspensions.add(w, Suspension(guild=200, person=person(1), by_person=None, at=NOW))
    found = await on_stage.found(await on_stage.contest("swiss"))
    await places.check_place(on_stage.app, found, person(2), HERE)
    with pytest.raises(UserError, match=r"A moderator has suspended you on this server\."):
        await places.check_place(on_stage.app, found, person(1), HERE)
    for elsewhere in (201, None):
        with pytest.raises(UserError, match="Join on the server where it's played"):
            await places.check_place(on_stage.app, found, person(2), Place(channel=1, guild=elsewhere))


async def test_all_who_have_a_place_or_wait_for_one_are_asked_once_to_check_in(
    on_stage: Stage, dms: DMs
) -> None:
    id = await on_stage.contest("swiss", check_in=1800, most=3)
    await on_stage.enter(id, 1, 2, 3)
    await on_stage.list(id, 4, 5)
    await entering.leave(on_stage.app, id, person(3))
    await on_stage.later(1799)
    assert [*(await on_stage.of(id)).substitutes] == [person(5)]
    assert await on_stage.told(CHECK_IN) == []
    due = await on_stage.job(CHECK_IN, id)
    await on_stage.later(1)
    asked = [person(number) for number in (1, 2, 4, 5)]
    assert await on_stage.told_people(CHECK_IN) == asked
    await entering.check_in(on_stage.app, id, person(1), on_stage.tap())
    await absences.ask(on_stage.app, due)
    assert await on_stage.told_people(CHECK_IN) == asked
    for message in await on_stage.told(CHECK_IN):
        await results.send_check_in(on_stage.ctx, message)
    assert [whom for whom, _ in dms] == asked[1:], "who has checked in meanwhile isn't asked"
    assert all("Check in to play." in told.text and "Check in" in told.buttons for _, told in dms)


async def test_a_substitute_who_gets_a_place_during_check_in_hears_that_it_takes_one(
    on_stage: Stage, dms: DMs
) -> None:
    id = await on_stage.contest("swiss", check_in=1800, most=2)
    await on_stage.enter(id, 1, 2)
    await on_stage.list(id, 3)
    await on_stage.later(1800)
    await entering.leave(on_stage.app, id, person(1))
    await on_stage.settle()
    assert await on_stage.told_people(CAME_IN) == [person(3)]
    [message] = await on_stage.told(CAME_IN)
    await results.send_place(on_stage.ctx, message)
    await entering.check_in(on_stage.app, id, person(3), on_stage.tap())
    await results.send_place(on_stage.ctx, message)
    [(_, before), (_, after)] = dms
    assert "You have a place in **Cup**. Check in before it begins, or you'll lose it." in before.text
    assert list(before.buttons) == ["Check in", "Open it"]
    assert "You have a place in **Cup**. I'll DM you when your next match starts." in after.text
    assert list(after.buttons) == ["Open it"]


async def test_who_has_not_checked_in_is_left_out(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", check_in=1800)
    await on_stage.enter(id, 1, 2, 3, 4)
    with pytest.raises(UserError, match="Check-in opens"):
        await entering.check_in(on_stage.app, id, person(1), on_stage.tap())
    await on_stage.later(1800)
    for number in (1, 3, 4):
        await entering.check_in(on_stage.app, id, person(number), 7000 + number)
    with pytest.raises(UserError, match="already checked in"):
        await entering.check_in(on_stage.app, id, person(1), on_stage.tap())
    await on_stage.later(1800)
    contest = await on_stage.of(id)
    assert contest.entrants[person(2)].gone == "no-show"
    assert not contest.of(person(2))
    (one,), (bye,) = contest.pairings, contest.byes
    there = {one.first, one.second}
    assert there | {bye.person} == {person(1), person(3), person(4)}
    assert {row.interaction for row in (await on_stage.match(one)).seats} == {id + 6000 for id in there}


async def test_who_withdraws_plays_on_but_gets_no_new_match(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 4)
    (under_way,) = (await on_stage.of(id)).of(person(2))
    await entering.leave(on_stage.app, id, person(2))
    await on_stage.settle()
    assert await on_stage.is_under_way(under_way.match)
    contest = await on_stage.play_out(id)
    assert [pairing.match for pairing in contest.of(person(2))] == [under_way.match]
    with pytest.raises(UserError, match="This tournament is over"):
        await entering.leave(on_stage.app, id, person(2))


async def test_who_withdraws_from_a_swiss_is_in_no_further_round_and_leaves_a_bye(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4)
    await entering.leave(on_stage.app, id, person(2))
    for pairing in (await on_stage.of(id)).open:
        assert await on_stage.is_under_way(pairing.match)
        await on_stage.end(pairing, 0)
    await on_stage.later(2)
    contest = await on_stage.of(id)
    assert (contest.round, contest.entrants[person(2)].gone) == (2, "withdrew")
    assert len(contest.of(person(2))) == 1
    assert [(bye.round, bye.person in {person(1), person(3), person(4)}) for bye in contest.byes] == [
        (2, True)
    ]


async def test_who_has_left_a_ladder_joins_it_again(on_stage: Stage) -> None:
    id = await on_stage.contest("ladder", starts_at=0)
    await on_stage.enter(id, 1)
    left = await entering.leave(on_stage.app, id, person(1))
    assert left.entrants[person(1)].gone == "withdrew"
    with pytest.raises(UserError, match="not taking part"):
        await entering.leave(on_stage.app, id, person(1))
    await on_stage.enter(id, 1)
    assert not (await on_stage.of(id)).entrants[person(1)].gone


@pytest.mark.parametrize(
    ("kind", "pauses", "limits"),
    [("ladder", True, True), ("league", True, False), ("swiss", False, False), ("round robin", False, False)],
)
async def test_only_where_people_come_and_go_they_pause_and_say_how_much_they_play(
    on_stage: Stage, kind: Kind, pauses: bool, limits: bool
) -> None:
    id = await on_stage.contest(kind, pace="bank")
    await on_stage.enter(id, 1)
    before = await on_stage.of(id)
    for allowed, asked in (
        (pauses, lambda: entering.pause(on_stage.app, id, person(1), on=True)),
        (limits, lambda: entering.limit(on_stage.app, id, person(1), 3)),
    ):
        with (
            nullcontext() if allowed else pytest.raises(UserError, match="everyone plays what they're paired")
        ):
            await asked()
    mine = (await on_stage.of(id)).entrants[person(1)]
    assert (mine.paused, mine.at_once == 3) == (pauses, limits)
    assert pauses or await on_stage.of(id) == before


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
    with pytest.raises(UserError, match="This tournament is over"):
        await organizing.substitute(on_stage.app, id, person(1), user(9), on_stage.tap(), MANAGER)


async def test_a_place_that_comes_free_is_the_first_substitutes(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", most=2)
    await on_stage.enter(id, 1, 2)
    await on_stage.list(id, 3, 4)
    await entering.leave(on_stage.app, id, person(1))
    with pytest.raises(UserError, match="This tournament is full"):
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
