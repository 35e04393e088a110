"""Matches that run out of time, as it's told and shown: GEN-7, by the playground's clock."""

from __future__ import annotations

import re

import pytest

from tests.kit.inputs import START
from tests.kit.matches.tapped import DAY, begin, begin_briefed
from tests.kit.people import Person
from tests.kit.table import Table


def told(person: Person, text: str) -> int:
    """Return how many DMs with this text a person has, without earlier ones that lead to the result."""
    dms = {dm["id"] for dm in person.actor.home()["dms"]}
    found = [seen for seen in person.messages() if seen.channel in dms and text in seen.text]
    return len([seen for seen in found if "Result" not in seen.buttons])


@pytest.mark.slow
async def test_GEN_7_time_that_runs_out_loses(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, time="1d")
    for _ in range(3):
        await match.turn()
    await t.settled()
    t.advance(DAY)
    await t.settled()
    assert told(t.mara, "You win: Tom ran out of time.") == 1
    assert told(t.tom, "You lose: you ran out of time.") == 1
    assert "(Creator) wins on time." in match.posts()[-1].text
    assert not any(seen.buttons for seen in match.posts()[:-1])


@pytest.mark.slow
async def test_GEN_7_who_has_neither_acted_nor_seen_the_pattern_aborts_the_match(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, time="1d")
    t.advance(DAY)
    await t.settled()
    for person in (t.mara, t.tom):
        assert told(person, "The match was aborted before both players had started.") == 1
    assert not any("Move" in seen.buttons for seen in match.posts())


@pytest.mark.slow
async def test_after_the_end_by_time_everything_is_revealed(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, pattern="☂", time="1d")
    t.advance(DAY)
    await t.settled()
    assert "☂" in match.posts()[-1].text
    for person in (t.mara, t.tom):
        assert told(person, "☂") == 1


@pytest.mark.slow
async def test_after_a_resignation_everything_is_revealed(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, pattern="☂")
    panel = await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await t.settled()
    assert "☂" in match.posts()[-1].text
    assert "☂" in panel.text
    assert told(t.mara, "☂") == 1


@pytest.mark.slow
async def test_without_a_clock_a_match_waits_for_ever(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, time="none")
    await match.turn()
    await t.settled()
    t.advance(1000 * DAY)
    await t.settled()
    assert (await match.table()).match.reason is None
    assert "until" not in match.posts()[-1].text


async def test_a_deadline_is_told_as_it_is(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, time="7d")
    shown = re.search(r"until <t:(\d+):f>, <t:\1:R>", match.posts()[-1].text)
    assert shown is not None
    assert int(shown[1]) == START + 7 * DAY


@pytest.mark.slow
async def test_a_match_that_timed_out_is_in_no_list(t: Table) -> None:
    await begin_briefed(t, t.mara, t.tom, time="1d")
    assert "**Creators vs Destroyers** as Creator" in (await t.mara.slash("/matches")).text
    t.advance(DAY)
    await t.settled()
    assert "You have no open matches." in (await t.mara.slash("/matches")).text
