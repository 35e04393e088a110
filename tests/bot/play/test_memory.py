"""Memory: nothing is kept of a match that's over, or of a message that was sent."""

from __future__ import annotations

import gc

import msgspec
import pytest
from discord import ui

from bot.core.app_context import Recent
from bot.core.match_state import MatchState
from bot.play.matches import ending
from tests.kit.hosts.house import MARA, House
from tests.kit.matches.tapped import DAY
from tests.kit.table import table


def living(kind: type[object]) -> int:
    """Return how many objects of a type are alive in this process."""
    gc.collect()
    return sum(isinstance(thing, kind) for thing in gc.get_objects())


# --- what was used last ---------------------------------------------------------------------------------


def test_what_was_used_longest_ago_leaves_when_the_weight_is_too_much() -> None:
    recent = Recent[str, str](10, len)
    for key in "abc":
        recent[key] = "xxx"
    assert recent.get("a") == "xxx"
    recent["d"] = "xxxxx"
    assert [recent.get(key) for key in "abcd"] == ["xxx", None, None, "xxxxx"]


def test_what_is_kept_again_or_forgotten_weighs_no_more_than_it_does() -> None:
    recent = Recent[str, str](10, len)
    for _ in range(5):
        recent["a"] = "xxxx"
    recent["b"] = "xxxxxx"
    recent.forget("a")
    recent.forget("a")
    recent["c"] = "xxxx"
    assert [recent.get(key) for key in "abc"] == [None, "xxxxxx", "xxxx"]


def test_what_weighs_too_much_by_itself_is_not_kept() -> None:
    recent = Recent[str, str](10, len)
    recent["a"] = "x" * 11
    assert recent.get("a") is None
    assert len(recent) == 0


# --- matches and people ---------------------------------------------------------------------------------


@pytest.mark.proof
async def test_of_a_hundred_matches_that_are_over_most_have_left_memory(here: House) -> None:
    before = living(MatchState)
    for _ in range(100):
        match = await here.match()
        await here.act(match, "roll")
        await ending.resign(here.app, match.id, MARA.id)
        here.clock.advance(DAY)
    assert living(MatchState) - before <= 50


@pytest.mark.slow
async def test_a_match_that_was_just_played_is_not_folded_again_although_many_have_ended(here: House) -> None:
    running = await here.match()
    kept = await here.act(running, "roll")
    for _ in range(100):
        match = await here.match()
        await ending.resign(here.app, match.id, MARA.id)
        here.clock.advance(DAY)
    assert (await here.app.match_state(running.id)).game_state is kept.game_state


@pytest.mark.slow
async def test_the_tables_of_matches_under_way_are_bounded_by_what_they_hold(here: House) -> None:
    match = await here.match()
    long = await here.act(match, "roll")
    long = msgspec.structs.replace(long, steps=long.steps * 2000)
    before = living(MatchState)
    for number in range(40):
        named = msgspec.structs.replace(long.match, id=str(number))
        here.app.remember(msgspec.structs.replace(long, match=named))
    assert living(MatchState) - before < 20


# --- messages -------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_no_message_that_was_sent_is_kept_to_wait_for_taps() -> None:
    async with table("mara", "tom") as t:
        for _ in range(3):
            await t.mara.slash("/ccc challenge", opponent=t.tom)
            await t.tom.tap("Accept")
            await t.settled()
            question = await t.mara.slash("/resign")
            assert question.ephemeral
            await t.mara.tap("Resign", question)
            await t.settled()
        assert living(ui.LayoutView) == 0
