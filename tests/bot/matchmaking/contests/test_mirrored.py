"""Contests whose matches have two legs: the same dice again, with sides swapped. CVD-35."""

from __future__ import annotations

import zipfile
from io import BytesIO
from typing import Any

import pytest

from bot.core.match_state import MatchState
from bot.matchmaking.contests.log import dice
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.events import Decided, read_event
from bot.matchmaking.contests.log.terms import DAY
from bot.matchmaking.contests.organizing import organizing
from bot.matchmaking.contests.reading.export import archive
from bot.matchmaking.contests.reading.standings import standings
from bot.matchmaking.contests.running import running
from bot.matchmaking.contests.running.results import rule_in_words
from bot.play.clocks.clocks import TURN
from bot.play.legs.legs import outcome
from bot.play.matches import ending, playing
from games import GAMES, MatchReason
from storage.tables import contest_matches, contests, guilds, scheduled_jobs
from storage.tables.ply import Ending
from tests.kit.contests.stage import Stage, both_on_holiday
from tests.kit.hosts.house import SHORT
from tests.kit.matches.legs import CREATOR_WINS, DESTROYER_WINS
from tests.kit.matches.tapped import look

ORGANIZER = 900
TWO_LEGS: dict[str, Any] = {"game": "creators", "ties": 1, "options": {**SHORT, "pattern": "Y", "legs": 2}}


async def leg_of(on_stage: Stage, one: Pairing) -> MatchState:
    """Return the latest leg of a pairing."""
    async with on_stage.app.database.read() as r:
        known = await contest_matches.find_begun(r, [one.match])
    return await on_stage.app.match_state(known[one.match].match_id)


async def play(on_stage: Stage, leg: MatchState, winner: int) -> MatchState:
    """Play a leg to its end with this person as the winner."""
    app, match = on_stage.app, leg.match
    await look(app, match.id, 0, 1)
    sides = CREATOR_WINS if match.seats[0].person == winner else DESTROYER_WINS
    while (now := await app.match_state(match.id)).to_act:
        seat = now.to_act[0]
        await playing.act(app, match.id, now.seat_row(seat).person or 0, sides[seat](now, seat))
    return now


async def only(on_stage: Stage, id: str) -> Pairing:
    (one,) = (await on_stage.of(id)).pairings
    return one


async def second_leg(on_stage: Stage, id: str) -> tuple[Pairing, MatchState]:
    """Let the favorite win the first leg of the only pairing; return the pairing and its second leg."""
    one = await only(on_stage, id)
    first = await play(on_stage, await leg_of(on_stage, one), 1001)
    assert first.match.sealed
    await on_stage.later(2)
    second = await leg_of(on_stage, one)
    assert second.match.previous_leg == one.match
    return one, second


async def decisions(on_stage: Stage, id: str) -> list[Decided]:
    async with on_stage.app.database.read() as r:
        events = [read_event(line) for line in await contests.events(r, id)]
    return [event for event in events if isinstance(event, Decided)]


@pytest.mark.slow
async def test_a_knockout_with_mirrored_ties_is_played_to_its_end(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 4, **TWO_LEGS)
    for _ in range(3 * 2):
        leg = await leg_of(on_stage, (await on_stage.of(id)).open[0])
        await play(on_stage, leg, min(row.person or 0 for row in leg.match.seats))
        await on_stage.later(2)
    contest = await on_stage.of(id)
    assert contest.status == "finished"
    assert [standing.person for standing in standings(contest)][:2] == [1001, 1002]
    assert len(contest.pairings) == 3
    assert len(await decisions(on_stage, id)) == 3
    for pairing in contest.pairings:
        first, second = await on_stage.app.match_state(pairing.match), await leg_of(on_stage, pairing)
        assert [row.person for row in second.match.seats] == [row.person for row in first.match.seats][::-1]
        assert first.game.is_same_start(first.game_state, second.game_state)
        assert (pairing.score, pairing.why) == ("win" if pairing.first < pairing.second else "loss", "played")
    names = zipfile.ZipFile(BytesIO(await exported(on_stage, id, contest))).namelist()
    assert sum(name.startswith("records/") for name in names) == 6


async def exported(on_stage: Stage, id: str, contest: Contest) -> bytes:
    found = await archive(on_stage.app, await on_stage.row(id), contest, 10**7)
    assert found.missing == 0
    return found.data


@pytest.mark.slow
async def test_both_legs_are_decided_once_however_often_it_is_looked_at(on_stage: Stage) -> None:
    """Further runs at any moment, as after a kill, change nothing that was written."""
    id = await on_stage.begun("knockout", 2, **TWO_LEGS)
    one = await only(on_stage, id)
    for winner in (1001, 1002):
        await play(on_stage, await leg_of(on_stage, one), winner)
        for _ in range(3):
            await running.go_on(on_stage.app, id)
            assert len(await decisions(on_stage, id)) == (winner == 1002)
        await on_stage.later(2)
    (told,) = await decisions(on_stage, id)
    together = await outcome(on_stage.app, await leg_of(on_stage, one))
    assert together in (0, 1, "drawn")
    assert told.score == {1: "win", 0: "loss", "drawn": "draw"}[together]


async def test_who_leaves_in_the_first_leg_loses_and_there_is_no_second(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 2, **TWO_LEGS)
    one = await only(on_stage, id)
    await on_stage.end(one, 1)
    await on_stage.later(2)
    assert (await leg_of(on_stage, one)).match.id == one.match
    assert (await only(on_stage, id)).score == "loss"


@pytest.mark.slow
@pytest.mark.parametrize("reason", [MatchReason.RESIGNED, MatchReason.TIME])
async def test_who_leaves_in_the_second_leg_without_having_won_the_first_loses(
    on_stage: Stage, reason: MatchReason
) -> None:
    id = await on_stage.begun("knockout", 2, **TWO_LEGS)
    one, second = await second_leg(on_stage, id)
    assert one.first == 1001, "who won the first leg was the Creator in it"
    await ending.end(on_stage.app, second, Ending(1, reason.value), None)
    await on_stage.later(2)
    assert (await only(on_stage, id)).score == "win"


@pytest.mark.slow
async def test_a_second_leg_that_is_aborted_is_lost_by_who_was_to_act(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 2, **TWO_LEGS)
    _, second = await second_leg(on_stage, id)
    absent = second.seat_row(second.to_act[0]).person
    await ending.end(on_stage.app, second, Ending(None, MatchReason.ABORTED.value), None)
    await on_stage.later(2)
    now = await only(on_stage, id)
    assert now.why == "forfeit"
    assert now.score_of(absent or 0) == "loss"


@pytest.mark.slow
@pytest.mark.parametrize("what", ["void", "decide"])
@pytest.mark.parametrize("has_begun", [True, False], ids=["under way", "about to begin"])
async def test_a_second_leg_ends_when_its_match_is_voided_or_decided(
    on_stage: Stage, what: str, has_begun: bool
) -> None:
    id = await on_stage.begun("knockout", 2, **TWO_LEGS)
    one = await only(on_stage, id)
    if has_begun:
        await second_leg(on_stage, id)
    else:
        await play(on_stage, await leg_of(on_stage, one), 1001)
    if what == "void":
        await organizing.void(on_stage.app, id, one.match, ORGANIZER)
    else:
        await organizing.decide(on_stage.app, id, one.match, "win", ORGANIZER)
    await on_stage.later(2)
    await on_stage.later(2)
    second = await leg_of(on_stage, one)
    assert (second.match.leg, second.match.reason) == (2, MatchReason.CANCELLED.value)
    contest = await on_stage.of(id)
    assert [pairing.match for pairing in contest.open] == (
        [contest.pairings[0].match] if what == "void" else []
    )


async def test_two_legs_have_twice_as_long_before_they_are_decided(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 2, longest=14, **TWO_LEGS)
    one, _ = await second_leg(on_stage, id)
    await on_stage.later(27 * DAY)
    assert (await only(on_stage, id)).score is None
    await on_stage.later(DAY)
    await on_stage.later(2)
    second = await leg_of(on_stage, one)
    assert second.match.reason == MatchReason.ADJUDICATED.value
    now = await only(on_stage, id)
    assert (now.why, now.score is None) == ("adjudicated", False)
    assert "An unfinished match of two legs is decided after 28 days" in rule_in_words(
        (await on_stage.of(id)).terms
    )


@pytest.mark.slow
@pytest.mark.parametrize(("policy", "days"), [("count", 3), ("free", 3 + 5)])
async def test_holidays_count_in_the_second_leg_as_its_contest_says(
    on_stage: Stage, policy: str, days: int
) -> None:
    id = await on_stage.begun("knockout", 2, holidays=policy, pace="3d", **TWO_LEGS)
    one = await only(on_stage, id)
    await play(on_stage, await leg_of(on_stage, one), 1001)
    await both_on_holiday(on_stage)
    await on_stage.later(2)
    second = await leg_of(on_stage, one)
    async with on_stage.app.database.read() as r:
        turn = await scheduled_jobs.get(r, TURN, second.match.id)
    assert turn is not None
    assert abs(turn.due_at - (second.match.created_at + days * DAY)) <= 2


@pytest.mark.slow
async def test_both_legs_are_rated_where_the_preset_is_whatever_changes_in_between(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 2, game="creators", ties=1, options={"legs": 2}, pace="3d")
    first = await on_stage.match(await only(on_stage, id))
    async with on_stage.app.database.write("all") as w:
        await guilds.set_settings(w, first.guild or 0, {"rated": False})
    _, second = await second_leg(on_stage, id)
    assert first.rated
    assert second.match.rated, "though its server wants none that begin now"


@pytest.mark.parametrize("key", GAMES)
def test_a_game_mirrors_each_of_its_presets_in_two_legs_or_none(key: str) -> None:
    game = GAMES[key]
    raws = [game.mirrored(game.options(preset.options)) for preset in game.presets]
    assert all(game.legs(game.options(raw)) == 2 for raw in raws if raw is not None)
    assert len({raw is None for raw in raws}) == 1


@pytest.mark.slow
async def test_the_secret_is_closed_between_the_legs_of_what_is_called_off(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 2, **TWO_LEGS)
    one = await only(on_stage, id)
    await organizing.call_off(on_stage.app, id, ORGANIZER)
    first = await play(on_stage, await leg_of(on_stage, one), 1001)
    assert first.match.sealed
    row, contest = await on_stage.row(id), await on_stage.of(id)
    async with on_stage.app.database.read() as r:
        assert await dice.open_secret(r, row, contest) is None, "the second leg has the same pattern"
    await on_stage.later(2)
    await play(on_stage, await leg_of(on_stage, one), 1001)
    async with on_stage.app.database.read() as r:
        assert await dice.open_secret(r, row, await on_stage.of(id)) is not None
