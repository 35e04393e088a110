"""/stats: results, durations and kinds of ends; only of matches that are over and count."""

from __future__ import annotations

from typing import Any

import pytest

from bot.play.matches import ending
from bot.play.ratings import statistics
from bot.play.ratings.statistics import Ends, Results, Share
from bot.play.ratings.ui import stats
from games import GAMES
from storage import Seat
from storage.tables import matches
from tests.kit.hosts.house import MARA, TOM, House
from tests.kit.matches.finished import broken_off
from tests.kit.matches.tapped import assert_refused, begin_briefed, rebuilds, stands_aside
from tests.kit.rows import end
from tests.kit.stored_samples import a_match
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")

HERE, THERE = 200, 300


async def keep(
    here: House, winner: int | None, reason: str | None, stats_group: str = "", **changes: Any
) -> None:
    """Store another match with this end; with None as its reason, it's still running."""
    async with here.app.database.write("all") as w:
        ((number,),) = [row.values() for row in await w.fetch("SELECT COUNT(*) FROM matches", {})]
        seats = (Seat(seat=0, level="easy"), Seat(seat=1, level="easy"))
        match = a_match(f"m{number}", **{"guild": HERE, "length": 10, "seats": seats, **changes})
        await matches.add(w, match)
        if reason is not None:
            await end(w, match.id, winner, reason, 1000, stats_group)


async def test_wins_draws_ends_and_length_are_counted(here: House) -> None:
    for length, winner, reason in (
        (10, 0, "pattern"),
        (30, 1, "held-out"),
        (20, 1, "time"),
        (99, None, "agreed"),
    ):
        await keep(here, winner, reason, length=length)
    found = await statistics.of_game(here.app, "creators")
    assert found.results == Results((1, 2), 1)
    assert found.median == 20
    assert set(found.ends) == {
        Ends(0, "pattern", 1),
        Ends(1, "held-out", 1),
        Ends(1, "time", 1),
        Ends(None, "agreed", 1),
    }


async def test_running_aborted_and_cancelled_matches_do_not_count(here: House) -> None:
    await keep(here, 0, "pattern")
    before = await statistics.of_game(here.app, "creators"), await statistics.of_all(here.app)
    for reason in (None, "aborted", "cancelled"):
        await keep(here, None, reason, "Pattern A", length=500)
    assert (await statistics.of_game(here.app, "creators"), await statistics.of_all(here.app)) == before


async def test_here_counts_what_was_played_here_and_a_game_its_own(here: House) -> None:
    await keep(here, 0, "pattern")
    await keep(here, 1, "held-out", guild=THERE)
    await keep(here, 1, "held-out", guild=None)
    await keep(here, 1, "quiet", game="decoy")
    assert (await statistics.of_game(here.app, "creators", HERE)).results == Results((1, 0), 0)
    assert (await statistics.of_game(here.app, "creators")).results == Results((1, 2), 0)
    every = await statistics.of_all(here.app, HERE)
    assert (every["creators"], every["decoy"], every["ccc"]) == (Results((1, 0)), Results((0, 1)), Results())


async def test_chapters_are_counted_for_themselves_the_most_played_first(here: House) -> None:
    for winner, stats_group in ((0, "Pattern A"), (1, "Pattern B"), (1, "Pattern A"), (1, "")):
        await keep(here, winner, "pattern", stats_group)
    found = await statistics.of_game(here.app, "creators")
    assert found.stats_groups == (("Pattern A", Results((1, 1))), ("Pattern B", Results((0, 1))))


@pytest.mark.slow
@pytest.mark.parametrize("end", ["by the rules", "by an act"])
async def test_a_match_is_counted_in_the_chapter_of_its_pattern_however_it_ends(
    here: House, end: str
) -> None:
    match = await here.match(pattern="Y", ending="fading")
    assert (await statistics.of_game(here.app, "creators")).stats_groups == ()
    if end == "by an act":
        await here.turn(match)
        await ending.resign(here.app, match.id, TOM.id)
    while (now := await here.app.match_state(match.id)).to_act:
        await here.act(match, (rebuilds, stands_aside)[now.to_act[0]](now, now.to_act[0]))
    found = await statistics.of_game(here.app, "creators")
    assert found.stats_groups == (("Pattern Y", Results((1, 0))),)
    assert match.seats[0].person == MARA.id


@pytest.mark.parametrize("key", GAMES)
def test_a_running_match_has_no_chapter(key: str) -> None:
    running = broken_off(key, None)
    assert [running.game.stats_group(running.view(who)) for who in (0, 1, None)] == [""] * 3


@pytest.mark.parametrize(
    ("count", "of", "low", "high"), [(5, 10, 0.2366, 0.7634), (0, 5, 0.0, 0.4345), (5, 5, 0.5655, 1.0)]
)
def test_an_interval_is_wilsons(count: int, of: int, low: float, high: float) -> None:
    assert Share(count, of).interval == pytest.approx((low, high), abs=0.0001)


@pytest.mark.parametrize(
    ("lengths", "median"),
    [([], None), ([(7, 1)], 7), ([(1, 1), (9, 1)], 1), ([(1, 1), (2, 1), (9, 1)], 2), ([(1, 2), (9, 3)], 9)],
)
def test_half_of_the_matches_take_the_median_at_most(
    lengths: list[tuple[int, int]], median: int | None
) -> None:
    assert statistics.median(lengths) == median


# --- the page -------------------------------------------------------------------------------------------


async def page_of(here: House, game: str) -> str:
    return stats.of_game(await statistics.of_game(here.app, game), here=False)


async def test_with_fewer_than_five_matches_it_is_too_early_to_tell(here: House) -> None:
    for _ in range(4):
        await keep(here, 0, "pattern", "Pattern A")
    early = await page_of(here, "creators")
    assert "4 finished matches. Too early to tell" in early
    assert "%" not in early
    assert "%" not in stats.of_all(await statistics.of_all(here.app), here=False)
    await keep(here, 1, "held-out", "Pattern B")
    told = await page_of(here, "creators")
    assert "5 finished matches; half of them take 10 actions or fewer." in told
    assert "Creator **80%** (38–96%) · Destroyer **20%**" in told
    assert "- Creator wins, pattern: 4 (80%)" in told
    assert "too early to tell: 2 more" in told


async def test_a_chapter_with_enough_matches_has_its_share(here: House) -> None:
    for winner in (0, 0, 0, 1, 1):
        await keep(here, winner, "pattern", "Pattern *")
    assert "**How often Creator wins**\n- Pattern \\*: **60%** (23–88%) of 5" in await page_of(
        here, "creators"
    )


async def test_a_game_without_chapters_speaks_of_none(here: House) -> None:
    for _ in range(5):
        await keep(here, None, "quiet", game="ccc")
    told = await page_of(here, "ccc")
    assert "How often" not in told
    assert "- Drawn, quiet: 5 (100%)" in told


async def test_all_games_stand_on_one_page_and_each_has_its_own(t: Table) -> None:
    seen = await t.mara.slash("/stats")
    assert seen.ephemeral
    assert all(game.title in seen.text for game in GAMES.values())
    assert "None finished yet." in seen.text
    chosen = await t.mara.choose("decoy", seen)
    assert chosen.text.startswith("### Decoy Patrol\n0 finished matches")
    here = await t.mara.slash("/stats", game="ccc", here=True)
    assert here.text.startswith("### Collapsable Construct Collision, played here")
    assert "played here" in (await t.mara.choose("-", here)).text


async def test_here_is_refused_where_the_bot_is_no_member(t: Table) -> None:
    direct = t.mara.actor.home()["dms"]
    if not direct:
        await begin_briefed(t, t.mara, t.tom)
        direct = t.mara.actor.home()["dms"]
    assert_refused(await t.mara.slash("/stats", direct[0]["id"], here=True), "not on a server here")


@pytest.mark.slow
async def test_what_goes_on_in_a_running_match_changes_no_statistics(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, pattern="Y")
    before = [(await t.mara.slash("/stats", **given)).text for given in ({}, {"game": "creators"})]
    await match.turn()
    await match.turn()
    await t.settled()
    after = [(await t.mara.slash("/stats", **given)).text for given in ({}, {"game": "creators"})]
    assert after == before
