"""People who don't show up get no new matches, so that opponents don't wait for them."""

from __future__ import annotations

import pytest

from bot.community.privacy import leaving
from bot.core.errors import UserError
from bot.matchmaking.contests.formats.advance import FORMATS
from bot.matchmaking.contests.formats.format_actions import Pair
from bot.matchmaking.contests.log import notifications
from bot.matchmaking.contests.log.contest import Contest, apply_events
from bot.matchmaking.contests.log.events import Decided, Left, Paired, Paused
from bot.matchmaking.contests.log.terms import DAY, Kind
from bot.matchmaking.contests.organizing import entering
from bot.matchmaking.contests.running import absences
from bot.play.endings import aborting
from games import MatchReason
from tests.kit.contests.seasons import entered
from tests.kit.contests.stage import Stage


def forfeited(contest: Contest, score: str) -> tuple[Contest, Decided]:
    """Add a match between persons 1 and 2 that ended by forfeit."""
    decided = Decided(at=9, match="m", score=score, why="forfeit")  # type: ignore[arg-type]
    paired = Paired(at=1, round=1, first=1, second=2, match="m")
    return apply_events(contest, (paired, decided)), decided


@pytest.mark.parametrize(("score", "absent"), [("win", [2]), ("loss", [1]), ("none", [1, 2])])
def test_who_got_nothing_by_a_forfeit_is_paused(score: str, absent: list[int]) -> None:
    contest, decided = forfeited(entered("ladder", 4), score)
    paused = absences.following(contest, [decided], 10)
    assert paused == tuple(Paused(at=10, person=person) for person in absent)


def test_in_a_swiss_they_are_out_so_that_no_round_waits_for_them_again() -> None:
    contest, decided = forfeited(entered("swiss", 4), "loss")
    [left] = absences.following(contest, [decided], 10)
    assert left == Left(at=10, person=1, why="no-show")
    steps = FORMATS["swiss"](apply_events(contest, (left,)), 10)
    assert {person for step in steps if isinstance(step, Pair) for person in (step.first, step.second)} < {
        2,
        3,
        4,
    }


@pytest.mark.parametrize("kind", ["round robin", "league", "knockout"])
def test_elsewhere_nobody_is(kind: Kind) -> None:
    contest, decided = forfeited(entered(kind, 4), "win")
    assert absences.following(contest, [decided], 10) == ()


def test_nor_is_who_lost_on_the_board_or_gets_no_matches_anyway() -> None:
    contest, decided = forfeited(entered("ladder", 4), "none")
    played = Decided(at=9, match="m", score="win", why="played")
    assert absences.following(contest, [played], 10) == ()
    away = apply_events(contest, (Paused(at=9, person=1), Left(at=9, person=2)))
    assert absences.following(away, [decided], 10) == ()


async def test_who_never_acts_is_told_once_and_gets_matches_again_by_resuming(on_stage: Stage) -> None:
    id = await on_stage.contest("ladder", game="ccc", starts_at=0, pace="1d")
    await on_stage.enter(id, 1, 2, 3)
    await on_stage.settle()
    [one] = (await on_stage.of(id)).open
    await on_stage.end(one, None, MatchReason.ABORTED)
    await on_stage.later(DAY)
    contest = await on_stage.of(id)
    [absent] = [entrant.person for entrant in contest.entrants.values() if entrant.paused]
    assert contest.pairing(one.match).score_of(absent) == "loss"  # type: ignore[union-attr]
    assert {person for pairing in contest.open for person in (pairing.first, pairing.second)} == {
        *contest.entrants
    } - {absent}
    async with on_stage.app.database.read() as r:
        told = await r.fetch("SELECT payload FROM outbox WHERE kind = :kind", {"kind": notifications.ABSENT})
    assert [f'"person":{absent}' in row["payload"] for row in told] == [True]
    await entering.pause(on_stage.app, id, absent, on=False)
    assert (await on_stage.of(id)).entrants[absent].plays


@pytest.mark.slow
@pytest.mark.parametrize("waits", [False, True])
async def test_nobody_aborts_a_match_of_a_contest_which_who_is_to_act_would_lose(
    on_stage: Stage, waits: bool
) -> None:
    one = (await on_stage.of(await on_stage.begun("swiss", 2, game="ccc"))).open[0]
    state = await on_stage.app.match_state(one.match)
    seat = state.to_act[0] if not waits else 1 - state.to_act[0]
    with pytest.raises(UserError, match="part of a contest, so you can't abort it"):
        await aborting.abort(on_stage.app, one.match, state.seat_row(seat).person or 0)
    assert await on_stage.is_under_way(one.match)


@pytest.mark.slow
@pytest.mark.parametrize("waits", [False, True])
async def test_who_deletes_themselves_loses_and_not_who_was_to_act(on_stage: Stage, waits: bool) -> None:
    id = await on_stage.begun("swiss", 2, game="ccc")
    one = (await on_stage.of(id)).open[0]
    state = await on_stage.app.match_state(one.match)
    seat = state.to_act[0] if not waits else 1 - state.to_act[0]
    await leaving.end_matches(on_stage.app, state.seat_row(seat).person or 0, "abort")
    await on_stage.later(2)
    assert (await on_stage.of(id)).pairings[0].score == ("loss" if seat == 0 else "win")
