"""Contests at a table: set up, announced, and changed by organizers."""

from __future__ import annotations

import msgspec
import pytest

from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.roles.administrators import set_on_server
from tests.kit.servers.contest_table import (
    DAY,
    HOUR,
    all_join,
    card,
    choose,
    create,
    managing,
    organized,
    stands,
)
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=organized)

pytestmark = pytest.mark.table(at=organized)


@pytest.mark.slow
async def test_three_taps_make_a_tournament(t: Table) -> None:
    menu = await t.ines.slash("/compete")
    panel = await t.ines.tap("Organize one", menu)
    modal = await t.ines.tap_for_modal("Name and announce", panel)
    assert [field["component"]["value"] for field in modal["components"]][1] == "in 1 day"
    told = await t.ines.submit(modal, name="Cup", start="in 1 day")
    assert f"<t:{int(t.playground.world.clock.now()) + DAY}:F>" in told.text
    await t.settled()
    assert card(t, "Cup").buttons.keys() == {"Join", "Withdraw", "Details", "Manage"}
    assert not card(t, "Cup").ephemeral


@pytest.mark.slow
async def test_whatever_is_chosen_stays_chosen_and_is_on_the_card(t: Table) -> None:
    chosen = {"k": "r", "g": "decoy", "c": "7d", "f": "n", "s": "8", "l": "1000", "h": "2200", "i": "2"}
    seen = await create(t, **chosen, u="2", o="3", b="b,w", y="7", x="90")
    terms = (await stands(t)).terms
    assert (terms.kind, terms.game, terms.pace, terms.rated) == ("round robin", "decoy", "7d", False)
    assert (terms.most, terms.least_rating, terms.most_rating, terms.check_in) == (8, 1000, 2200, 2 * HOUR)
    assert (terms.groups, terms.at_once, terms.tie_breaks) == (2, 3, ("buchholz", "wins"))
    assert (terms.holidays, terms.holiday_days, terms.longest) == ("some", 7, 90)
    for words in (
        "**Round robin** · Decoy Patrol · Standard · 7 days a turn · casual",
        "Up to 8 players · ratings from 1000 to 2200",
        "Check-in opens at",
    ):
        assert words in seen.text, words
    details = await t.mara.tap("Details", seen)
    for words in (
        "your clock pauses for up to 7 days in each match; then it keeps running",
        "after 90 days",
        "Tie-breaks: Buchholz, wins.",
    ):
        assert words in details.text, words
        assert words not in seen.text, "it's small print"


@pytest.mark.slow
async def test_only_organizers_see_the_way_and_only_they_may_go_it(t: Table) -> None:
    assert "Organize one" not in (await t.mara.slash("/compete")).buttons
    seen = await create(t)
    async with nothing_changes(t):
        refused = await t.mara.tap("Manage", seen)
        assert_refused(refused, "Only members who can manage this server or its events can do that.")


async def test_a_game_that_the_server_does_not_want_is_refused(t: Table) -> None:
    await set_on_server(t, games=["ccc"])
    panel = await t.ines.tap("Organize one", await t.ines.slash("/compete"))
    modal = await t.ines.tap_for_modal("Name and announce", await choose(t.ines, panel, "g", "decoy"))
    assert_refused(await t.ines.submit(modal, name="Cup", start="in 1 day"), "This server only plays")


async def test_an_organizer_changes_the_terms_and_the_start_before_it_begins(t: Table) -> None:
    await create(t, k="k", g="decoy", s="8", i="1", c="7d", y="7")
    await all_join(t)
    before, pushes = (await stands(t)).terms, t.mara.pushes()
    panel = await t.ines.tap("Change terms", await managing(t))
    assert "Change the terms" in panel.text
    assert not [part for part in panel.parts() if str(part.get("custom_id")).startswith("sp|c-set|k")]
    panel = await choose(t.ines, await choose(t.ines, panel, "c", "3d"), "i", "0")
    modal = await t.ines.tap_for_modal("Name, start, and save", panel)
    told = await t.ines.submit(modal, name="Sunday Cup", start="in 3 days")
    await t.settled()
    assert "The terms are changed." in told.text
    after = (await stands(t)).terms
    kept = {"name": "Sunday Cup", "pace": "3d", "check_in": 0, "starts_at": after.starts_at}
    assert after == msgspec.structs.replace(before, **kept)
    assert after.starts_at == int(t.playground.world.clock.now()) + 3 * DAY
    assert "3 days a turn" in card(t, "Sunday Cup").text
    assert t.mara.pushes() == pushes, "the card is edited without a ping"
    assert "Changed the terms." in (await t.ines.tap("Log", told)).text


@pytest.mark.slow
async def test_what_is_not_touched_stays_to_the_second(t: Table) -> None:
    await create(t, k="d", g="creators", l="1000", h="2200", s="16")
    before = (await stands(t)).terms
    panel = await t.ines.tap("Change terms", await managing(t))
    modal = await t.ines.tap_for_modal("Name, start, and save", panel)
    written = {field["component"]["custom_id"]: field["component"]["value"] for field in modal["components"]}
    await t.ines.submit(modal, **written)
    await t.settled()
    assert (await stands(t)).terms == before
