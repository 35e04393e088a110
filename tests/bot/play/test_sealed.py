"""A first leg counts nowhere until the second one is over: any count would tell of its pattern."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.community.moderation import canceling
from bot.community.profiles import profiles
from bot.core.errors import UserError
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering, rematching
from bot.operations.ratings.command import compare_ratings
from bot.play.endings import aborting
from bot.play.legs import legs
from bot.play.matches import ending
from bot.play.own_matches import histories
from bot.play.own_matches.histories import history
from bot.play.posts.ui.boards import ending_lines
from bot.play.ratings import leaderboards, ratings, statistics
from games import GAMES
from storage import Match
from storage.tables import matches
from storage.tables import ratings as rating_rows
from storage.tables.histories import HistoryFilter
from storage.tables.profiles import SeenBy
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.matches.sealed_legs import play, rated_legs, second_leg
from tests.kit.matches.tapped import first_legal, stands_aside

HOUR, DAY = 3600, 86_400
End = Callable[[House, Match], Awaitable[Any]]


async def all_that_is_counted(here: House) -> list[Any]:
    """Return statistics, histories, profiles, leaderboards, and what completions and commands offer."""
    app, counted = here.app, list[Any]()
    for guild in (None, PLACE.guild):
        counted += [await statistics.of_game(app, "creators", guild), await statistics.of_all(app, guild)]
        for which in leaderboards.boards_of(GAMES["creators"], guild):
            counted.append(await leaderboards.page_of(app, GAMES["creators"], which, 0, guild, MARA.id))
    for person, other in ((MARA.id, TOM.id), (TOM.id, MARA.id)):
        counted += [
            await profiles.profile_of(app, person, SeenBy(person, None)),
            await histories.latest(app, person, 25),
        ]
        for wanted in (
            HistoryFilter(person),
            HistoryFilter(person, "creators"),
            HistoryFilter(person, opponent=other),
        ):
            counted.append(await history(app, wanted))
    async with app.database.read() as r:
        counted.append(await rating_rows.all_of_them(r))
    return counted


async def played_out(here: House, match: Match) -> None:
    await play(here, match, (first_legal, stands_aside))


async def resigned(here: House, match: Match) -> None:
    await ending.resign(here.app, match.id, MARA.id)


async def out_of_time(here: House, match: Match) -> None:
    async with here.open() as hearing:
        here.clock.advance(3 * DAY + 1)
        await hearing.rest()


async def cancelled(here: House, match: Match) -> None:
    await canceling.cancel(here.app, match.id, PLACE.guild or 0)


ENDS: dict[str, tuple[End, int]] = {
    "played": (played_out, 2),
    "resigned": (resigned, 2),
    "time": (out_of_time, 2),
    "cancelled": (cancelled, 1),
}
"""The ways in which the second leg ends, and how many of both legs count then."""


@pytest.mark.slow
@pytest.mark.parametrize("how", ENDS)
async def test_a_first_leg_counts_nowhere_until_the_second_one_is_over(here: House, how: str) -> None:
    end, counting = ENDS[how]
    match = await rated_legs(here)
    before = await all_that_is_counted(here)
    first = await play(here, match)
    assert first.sealed
    assert await all_that_is_counted(here) == before, "even before there is a second leg"
    second = await second_leg(here)
    await here.turn(second)
    assert await all_that_is_counted(here) == before
    await end(here, second)
    assert not (await here.app.match_state(match.id)).sealed
    found = await statistics.of_game(here.app, "creators")
    assert found.results.matches == counting
    assert found.stats_groups[0][0].startswith("Pattern ")
    for person in (MARA.id, TOM.id):
        page = await history(here.app, HistoryFilter(person))
        assert (page.matches, len(page.entries)) == (1, 1), "two legs are one entry"
        (entry,) = page.entries
        together = await legs.outcome(here.app, await here.app.match_state(second.id))
        if how == "cancelled":
            assert (entry.match_id, entry.first_leg, entry.winner) == (match.id, None, first.match.winner)
        else:
            assert (entry.match_id, entry.first_leg, entry.winner) == (second.id, match.id, together)
        (stats_group,) = (await profiles.profile_of(here.app, person, SeenBy(person, None))).ratings
        assert stats_group.games == counting
        finished = await histories.latest(here.app, person, 25)
        assert {past.match_id for past in finished} == {match.id, second.id}


async def changes(here: House, match: Match) -> list[rating_rows.Change]:
    async with here.app.database.read() as r:
        return await rating_rows.changes_of_match(r, match.id)


@pytest.mark.slow
async def test_both_legs_are_rated_when_the_second_ends_the_first_one_first(here: House) -> None:
    match = await rated_legs(here)
    await play(here, match)
    second = await second_leg(here)
    here.clock.advance(DAY)
    await resigned(here, second)
    one, other = await changes(here, match), await changes(here, second)
    assert {change.at for change in (*one, *other)} == {here.app.now()}
    assert {c.person: c.after for c in one} == {c.person: c.before for c in other}
    async with here.app.database.read() as r:
        assert [found.id for found in await matches.list_rated(r)] == [match.id, second.id]
        for person in (MARA.id, TOM.id):
            graph = await rating_rows.changes_of(r, person, "creators", "people")
            assert [change.match_id for change in graph] == [match.id, second.id]


@pytest.mark.slow
async def test_ratings_with_sealed_legs_come_out_the_same_when_they_are_computed_again(here: House) -> None:
    """Other matches end between the legs, long after the first one: the order and the time must be kept."""
    match = await rated_legs(here)
    await play(here, match)
    second = await second_leg(here)
    for days, loser in ((9, TOM), (14, MARA)):
        here.clock.advance(days * HOUR)
        terms = MatchTerms("creators", {}, "3d")
        challenge = await offering.offer(here.app, MARA, TOM, 0, terms, PLACE, 901)
        _, between = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
        await ending.resign(here.app, between.id, loser.id)
        assert await compare_ratings(here.app.database, write=False) == [], "the sealed leg is not in it"
    here.clock.advance(30 * HOUR)
    await ending.resign(here.app, second.id, TOM.id)
    assert len(await changes(here, match)) == 2
    assert await compare_ratings(here.app.database, write=False) == []


async def test_a_leg_that_was_rated_before_legs_were_sealed_is_not_rated_twice(here: House) -> None:
    match = await rated_legs(here)
    first = (await play(here, match)).match
    async with here.app.database.write("all") as w:
        # As an earlier version left it, and as the migration finds it.
        await w.fetch("UPDATE matches SET ending = 1, counted_at = ended_at WHERE id = :id", {"id": first.id})
        await ratings.rate(w, first, first.winner, first.ended_at or 0)
    before = await changes(here, match)
    second = await second_leg(here)
    here.clock.advance(DAY)
    await resigned(here, second)
    assert await changes(here, match) == before
    assert await compare_ratings(here.app.database, write=False) == []


async def test_the_end_of_a_sealed_leg_says_that_ratings_follow_and_the_other_end_says_both(
    here: House,
) -> None:
    match = await rated_legs(here)
    first = await play(here, match)
    assert await ending_lines(here.app, first) == "Ratings follow when both legs are over."
    second = await second_leg(here)
    await resigned(here, second)
    told = await ending_lines(here.app, await here.app.match_state(second.id))
    after = {c.person: c.after for c in await changes(here, second)}
    for person in (MARA.id, TOM.id):
        assert f"<@{person}> 1500 → {after[person]:.0f}" in told


@pytest.mark.slow
async def test_a_second_leg_counts_as_the_first_one_although_it_names_the_pattern(here: House) -> None:
    match = await rated_legs(here)
    await play(here, match)
    second = await second_leg(here)
    assert second.options["pattern"] != "seeded"
    assert second.rated


async def test_a_rematch_of_both_legs_draws_a_new_pattern(here: House) -> None:
    match = await rated_legs(here)
    await play(here, match)
    second = await second_leg(here)
    await resigned(here, second)
    again = await rematching.again_with_person(here.app, second.id, TOM, 903)
    assert isinstance(again, challenging.Challenge)
    assert again.options == match.options
    assert again.rated


async def test_a_second_leg_cannot_be_left_for_nothing(here: House) -> None:
    match = await rated_legs(here)
    await play(here, match)
    second = await second_leg(here)
    for person in (MARA, TOM):
        with pytest.raises(UserError, match="if you leave, you lose it"):
            await aborting.abort(here.app, second.id, person.id)
        with pytest.raises(UserError, match="You're in this yourself"):
            await canceling.cancel(here.app, second.id, PLACE.guild or 0, person.id)
    await out_of_time(here, second)
    ended = (await here.app.match_state(second.id)).match
    assert (ended.reason, ended.winner) == ("time", 1)


@pytest.mark.slow
async def test_a_casual_second_leg_is_not_cancelled_by_who_plays_in_it(here: House) -> None:
    match = await here.match(legs=2)
    await play(here, match)
    second = await second_leg(here)
    assert not second.rated
    with pytest.raises(UserError, match="You're in this yourself"):
        await canceling.cancel(here.app, second.id, PLACE.guild or 0, MARA.id)
