"""Matches in a row that a player lets time out: one rating change, and a wait before the next match."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot import features
from bot.community.moderation import canceling
from bot.community.peace.availability import UNAVAILABLE
from bot.core.errors import UserError
from bot.core.seats import User
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from bot.operations.ratings.command import compare_ratings
from bot.play.endings import aborting, draws
from bot.play.matches import ending
from bot.play.posts.ui.boards import ending_lines
from bot.play.ratings.glicko import Strength, after_games
from bot.play.ratings.ratings import compute_again
from storage import Challenge, Match
from storage.tables import people, ratings
from storage.tables.ply import Ending
from tests.kit.hosts.house import MARA, PLACE, TOM, House, turn
from tests.kit.matches.sealed_legs import play, rated_legs, second_leg

INES = User(13, "Ines")
DAY = 86_400
ONCE = "<@12> has let several matches in a row run out of time. Only the first one changes their rating."


async def offered(here: House, challenger: User, opponent: User | None, **more: Any) -> Challenge:
    terms = MatchTerms("ccc", {"first": "white"} if more.pop("plain", False) else {}, "3d", **more)
    return await offering.offer(here.app, challenger, opponent, 0, terms, PLACE, 901)


async def begun(here: House, rival: User = MARA, *, late: User | None = TOM, rated: bool = True) -> Match:
    """Begin a match of a rival against Tom in which both are bound and it's the turn of `late`."""
    made = await offered(here, rival, TOM, rated=rated)
    _, match = await challenging.accept(here.app, made.id, TOM, 902, 300)
    for _ in range(2):
        await turn(here, match)
    state = await here.app.match_state(match.id)
    if late is not None and state.seat_row(state.to_act[0]).person != late.id:
        await turn(here, match)
    return match


async def time_passes(here: House) -> None:
    """Let the player to act run out of time in every match."""
    async with here.open() as hearing:
        here.clock.advance(3 * DAY + 1)
        await hearing.rest()


async def timed_out(here: House, number: int = 1, **more: Any) -> list[Match]:
    """Let this many matches run out of Tom's time in the same second; return the oldest end first."""
    found = [await begun(here, **more) for _ in range(number)]
    await time_passes(here)
    ended = [await here.kept(match.id) for match in found]
    assert {match.reason for match in ended} == {"time"}
    assert len({match.ended_at for match in ended}) == 1
    return sorted(ended, key=lambda match: match.uncounted)


async def row(here: House, person: User = TOM) -> tuple[int, int]:
    """Return how many matches in a row a person has let time out, and how many of them were rated."""
    async with here.app.database.read() as r:
        found = await people.get(r, person.id)
    assert found is not None
    return found.timeouts, found.rated_timeouts


async def results(here: House) -> dict[str, tuple[int, int, int]]:
    """Return each holder's wins, losses and draws that have changed ratings."""
    return {
        holder: (rating.wins, rating.losses, rating.draws)
        for holder, rating in (await by_holder(here)).items()
    }


async def by_holder(here: House) -> dict[str, ratings.Rating]:
    async with here.app.database.read() as r:
        return {rating.holder: rating for rating in await ratings.all_of_them(r)}


async def refused(asked: Awaitable[Any]) -> str:
    with pytest.raises(UserError) as found:
        await asked
    return str(found.value)


# --- ratings -------------------------------------------------------------------------------------------


async def test_several_at_once_change_the_loser_s_rating_once_and_the_others_say_so(here: House) -> None:
    first, *later = await timed_out(here, 3)
    assert await row(here) == (3, 3)
    assert await results(here) == {"11": (3, 0, 0), "12": (0, 1, 0)}
    told = await ending_lines(here.app, await here.app.match_state(first.id))
    assert told.startswith("Ratings: <@11> 1500 → ")
    assert "<@12> 1500 → " in told
    for match in later:
        told = await ending_lines(here.app, await here.app.match_state(match.id))
        assert told.startswith("Ratings: <@11>")
        assert told.count("→") == 1
        assert told.endswith(ONCE)
    assert await compare_ratings(here.app.database, write=False) == []


@pytest.mark.slow
@pytest.mark.parametrize("late_first", [False, True])
async def test_each_of_six_winners_gains_and_the_loser_loses_once_in_whatever_order_they_end(
    here: House, late_first: bool
) -> None:
    rivals = [User(20 + number, f"Rival {number}") for number in range(6)]
    begun_ = [await begun(here, rival) for rival in rivals]
    for match in reversed(begun_) if late_first else begun_:
        state = await here.app.match_state(match.id)
        await ending.end(here.app, state, Ending(1 - state.to_act[0], "time"), None)
    found = await by_holder(here)
    gains = [found[str(rival.id)].rating - 1500 for rival in rivals]
    assert all(gain > 50 for gain in gains), "a win is worth something to each of them"
    assert [found[str(rival.id)].games for rival in rivals] == [1] * 6
    assert found["12"].games == 1
    alone = after_games(Strength(), [(Strength(), 0.0)], 0.0)
    assert found["12"].rating == pytest.approx(alone.rating), "as if it had been one loss"
    assert await compare_ratings(here.app.database, write=False) == []


async def test_one_after_the_other_they_cost_once_whoever_the_opponent_is(here: House) -> None:
    (first,), (second,) = await timed_out(here), await timed_out(here, rival=INES)
    assert (first.uncounted, second.uncounted) == (False, True)
    assert await results(here) == {"11": (1, 0, 0), "12": (0, 1, 0), "13": (1, 0, 0)}
    assert await compare_ratings(here.app.database, write=False) == []


@pytest.mark.slow
async def test_what_was_lost_on_time_is_computed_again_as_it_was(here: House) -> None:
    await timed_out(here, 2)
    await timed_out(here, rival=INES)
    before = await by_holder(here)
    async with here.app.database.write("all") as w:
        await compute_again(w)
    assert await by_holder(here) == before


async def resigns(here: House, match: Match) -> None:
    await ending.resign(here.app, match.id, TOM.id)


async def wins(here: House, match: Match) -> None:
    await ending.resign(here.app, match.id, MARA.id)


async def agrees(here: House, match: Match) -> None:
    await draws.offer_draw(here.app, match.id, TOM.id)
    await draws.agree(here.app, match.id, MARA.id, 1)


async def is_let_down(here: House, match: Match) -> None:
    await turn(here, match)
    await time_passes(here)


async def aborts(here: House, match: Match) -> None:
    fresh = await offered(here, MARA, TOM)
    _, other = await challenging.accept(here.app, fresh.id, TOM, 903, 300)
    await aborting.abort(here.app, other.id, TOM.id)
    await canceling.cancel(here.app, match.id, PLACE.guild or 0)


ENDS: dict[str, tuple[Callable[[House, Match], Awaitable[None]], bool]] = {
    "resigned": (resigns, True),
    "won": (wins, True),
    "drawn": (agrees, True),
    "the opponent's time": (is_let_down, True),
    "aborted and canceled": (aborts, False),
}
"""The ways in which a match of a player with a run ends, and whether the run is over then."""


@pytest.mark.slow
@pytest.mark.parametrize("how", ENDS)
async def test_a_run_ends_with_a_match_that_ends_in_another_way(here: House, how: str) -> None:
    end, is_over = ENDS[how]
    await timed_out(here)
    await end(here, await begun(here))
    assert await row(here) == ((0, 0) if is_over else (1, 1))
    here.clock.advance(DAY)
    (match,) = await timed_out(here)
    assert match.uncounted != is_over
    assert await compare_ratings(here.app.database, write=False) == []


@pytest.mark.slow
async def test_a_casual_match_out_of_time_leaves_the_change_to_a_rated_one(here: House) -> None:
    (casual,) = await timed_out(here, rated=False)
    (rated,) = await timed_out(here)
    (third,) = await timed_out(here, rated=False)
    assert [match.uncounted for match in (casual, rated, third)] == [False, False, False]
    assert await row(here) == (3, 1)
    assert await ending_lines(here.app, await here.app.match_state(third.id)) == ""
    assert await results(here) == {"11": (1, 0, 0), "12": (0, 1, 0)}


@pytest.mark.slow
async def test_a_first_leg_that_was_played_ends_a_run_when_both_are_over(here: House) -> None:
    """A leg that runs out of time has no second leg, and is a match like any other."""
    await timed_out(here)
    match = await rated_legs(here)
    await play(here, match)
    second = await second_leg(here)
    assert await row(here) == (1, 1), "a sealed leg counts nowhere"
    await time_passes(here)
    legs = [await here.kept(leg.id) for leg in (match, second)]
    assert [(leg.reason == "time", leg.uncounted) for leg in legs] == [(False, False), (True, False)]
    assert (legs[1].winner, await row(here)) == (1, (1, 1)), "tom's second leg is the first of a new run"
    (third,) = await timed_out(here)
    assert third.uncounted
    assert await compare_ratings(here.app.database, write=False) == []


# --- another match -------------------------------------------------------------------------------------


@pytest.fixture
async def stuck(here: House) -> Match:
    """Begin a match of Tom's after he has let two time out, with every feature's checks on."""
    here.app.hooks = replace(here.app.hooks, checks=features.load().hooks.checks)
    await timed_out(here, 2, rated=False)
    return await begun(here)


@pytest.mark.slow
async def test_after_two_in_a_row_another_match_waits_until_an_open_one_is_finished(
    here: House, stuck: Match
) -> None:
    card, named = await offered(here, MARA, None), await offered(here, INES, TOM)
    told = (
        "Your last 2 matches ran out of time. Finish one of your open matches to start a new one; "
        "/matches lists them."
    )
    for asked in (
        offered(here, TOM, INES),
        offered(here, TOM, None),
        challenging.accept(here.app, card.id, TOM, 904, 300),
        challenging.accept(here.app, named.id, TOM, 904, 300),
    ):
        assert await refused(asked) == told
    await ending.resign(here.app, stuck.id, TOM.id)
    await challenging.accept(here.app, named.id, TOM, 904, 300)
    await challenging.accept(here.app, card.id, TOM, 905, 300)


@pytest.mark.slow
async def test_it_waits_against_the_bot_too(here: House) -> None:
    here.app.hooks = replace(here.app.hooks, checks=features.load().hooks.checks)
    offer = await here.offered(0)
    for _ in range(2):
        match = await begun(here, late=MARA, rated=False)
        await time_passes(here)
        assert (await here.kept(match.id)).winner == 1
    await begun(here, late=None)
    assert "Your last 2 matches ran out of time." in await refused(here.offered(0))
    assert "Your last 2 matches ran out of time." in await refused(here.started(offer))


@pytest.mark.slow
async def test_one_alone_keeps_nobody_from_anything(here: House) -> None:
    here.app.hooks = replace(here.app.hooks, checks=features.load().hooks.checks)
    await timed_out(here)
    await begun(here)
    assert (await offered(here, TOM, INES)).status == "open"


async def test_without_an_open_match_they_may_begin_exactly_one(here: House) -> None:
    here.app.hooks = replace(here.app.hooks, checks=features.load().hooks.checks)
    await timed_out(here, 2, rated=False)
    cards = [await offered(here, TOM, None) for _ in range(2)]
    named = await offered(here, INES, TOM)
    taken = [challenging.accept(here.app, card.id, INES, 905 + n, 300) for n, card in enumerate(cards)]
    both = await asyncio.gather(*taken, return_exceptions=True)
    assert sorted(type(result).__name__ for result in both) == ["UserError", "tuple"]
    (no,) = [result for result in both if isinstance(result, UserError)]
    assert str(no) == UNAVAILABLE, "others hear no reason"
    assert "ran out of time" in await refused(challenging.accept(here.app, named.id, TOM, 907, 300))
