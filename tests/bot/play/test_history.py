"""/history: a person's finished matches, latest first, with buttons for each board, replay and record."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.play.matches import ending
from bot.play.own_matches.histories import ON_A_PAGE, HistoryPage, history, outcome
from bot.play.records.ui import history as histories_ui
from bot.play.records.ui.buttons import ShowHistory
from storage import Seat
from storage.rows import Match
from storage.tables import matches, people
from storage.tables.histories import HistoryFilter, Past
from tests.kit.hosts.house import MARA, TOM, House, house
from tests.kit.inputs import START
from tests.kit.matches.decoy import crafted
from tests.kit.matches.tapped import (
    USUAL,
    Played,
    assert_refused,
    begin,
    begin_briefed,
    newest_match,
    nothing_changes,
)
from tests.kit.people import Person
from tests.kit.rows import end
from tests.kit.seen import Seen
from tests.kit.stored_samples import a_match
from tests.kit.table import Table


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as made:
        async with made.app.database.write("all") as w:
            for person in (MARA, TOM):
                await people.upsert(w, person.id, person.name, now=1)
        yield made


async def keep(here: House, id: str, winner: int | None, reason: str | None, **changes: Any) -> Match:
    """Keep a match of Mara as seat 0 against Tom or the level `against`; it's over when `reason` is given."""
    level = changes.pop("against", None)
    other = Seat(seat=1, level=level) if level else Seat(seat=1, person=TOM.id)
    match = a_match(id, seats=(Seat(seat=0, person=MARA.id), other), **changes)
    async with here.app.database.write("all") as w:
        await matches.add(w, match)
        if reason is not None:
            await end(w, id, winner, reason, 1000 + int(id[1:]))
    return match


async def listed(here: House, **wanted: Any) -> list[str]:
    page = await history(here.app, HistoryFilter(MARA.id, **wanted))
    return [past.match_id for past in page.entries]


async def test_finished_matches_stand_there_latest_first_and_no_running_one(here: House) -> None:
    await keep(here, "m1", 0, "pattern")
    await keep(here, "m3", 1, "held-out")
    await keep(here, "m2", None, "agreed")
    await keep(here, "m4", None, None)
    assert await listed(here) == ["m3", "m2", "m1"]
    assert [past.match_id for past in (await history(here.app, HistoryFilter(TOM.id))).entries] == [
        "m3",
        "m2",
        "m1",
    ]


async def test_a_game_a_person_or_the_bot_can_be_asked_for(here: House) -> None:
    await keep(here, "m1", 0, "pattern")
    await keep(here, "m2", 0, "quiet", game="decoy")
    await keep(here, "m3", 0, "quiet", game="decoy", against="easy")
    assert await listed(here, game="decoy") == ["m3", "m2"]
    assert await listed(here, opponent=TOM.id) == ["m2", "m1"]
    assert await listed(here, game="decoy", opponent=TOM.id) == ["m2"]
    assert await listed(here, level=True) == ["m3"]
    assert await listed(here, opponent=99) == []


async def test_only_what_was_asked_for_is_counted(here: House) -> None:
    await keep(here, "m1", 0, "pattern")
    for id in ("m2", "m3"):
        await keep(here, id, 0, "quiet", game="decoy")
    assert (await history(here.app, HistoryFilter(MARA.id, game="decoy"))).matches == 2
    assert (await history(here.app, HistoryFilter(MARA.id))).matches == 3


async def test_pages_hold_a_phones_fill_and_beyond_the_last_one_is_the_last_one(here: House) -> None:
    for number in range(ON_A_PAGE + 2):
        await keep(here, f"m{number}", 0, "pattern")
    first = await history(here.app, HistoryFilter(MARA.id))
    last = await history(here.app, HistoryFilter(MARA.id), 99)
    assert (first.pages, len(first.entries), first.matches) == (2, ON_A_PAGE, ON_A_PAGE + 2)
    assert (last.number, [past.match_id for past in last.entries]) == (1, ["m1", "m0"])


@pytest.mark.parametrize(
    ("winner", "reason", "mine", "theirs"),
    [
        (0, "pattern", "won", "lost"),
        (1, "resigned", "lost", "won"),
        (None, "agreed", "drawn", "drawn"),
        (None, "aborted", "aborted", "aborted"),
        (None, "cancelled", "canceled", "canceled"),
    ],
)
async def test_an_outcome_is_that_of_the_readers_seat(
    here: House, winner: int | None, reason: str, mine: str, theirs: str
) -> None:
    await keep(here, "m1", winner, reason)
    for person, expected in ((MARA.id, mine), (TOM.id, theirs)):
        page = await history(here.app, HistoryFilter(person))
        assert [outcome(past) for past in page.entries] == [expected]


async def test_the_rating_stands_there_with_what_the_match_changed(here: House) -> None:
    match = await here.match(usual=True)
    await here.turn(match)
    await here.turn(match)
    await ending.resign(here.app, match.id, TOM.id)
    (mine,) = (await history(here.app, HistoryFilter(MARA.id))).entries
    (theirs,) = (await history(here.app, HistoryFilter(TOM.id))).entries
    assert mine.before == theirs.before == 1500
    assert mine.after
    assert theirs.after
    assert mine.after > 1500 > theirs.after
    texts = [texts_of(histories_ui.screen(await history(here.app, HistoryFilter(p.id)))) for p in (MARA, TOM)]
    assert f"rating {round(mine.after)} (+{round(mine.after) - 1500})" in texts[0]
    assert f"rating {round(theirs.after)} (−{1500 - round(theirs.after)})" in texts[1]


def texts_of(screen: Any) -> str:
    """Return all words of a screen that hasn't been sent."""
    return Seen({"id": "1", "channel_id": "1", "components": screen.view.to_components()}).text


async def test_a_match_that_did_not_count_tells_no_rating(here: House) -> None:
    await keep(here, "m1", 0, "pattern", rated=False)
    assert "rating" not in texts_of(histories_ui.screen(await history(here.app, HistoryFilter(MARA.id))))


def test_the_longest_way_to_a_page_fits_into_a_button() -> None:
    assert len(ShowHistory(-9999, "creators", 2**63 - 1).custom_id) <= 100


# --- in Discord -----------------------------------------------------------------------------------------


async def resigned(t: Table, match: Played, person: Person) -> None:
    await match.turn()
    await person.tap("Resign", await person.slash("/resign", match=match.id))
    await t.settled()


def lines(seen: Seen) -> list[str]:
    return [part["content"] for part in seen.parts() if part["type"] == 10 and "\n-# " in part["content"]]


@pytest.mark.slow
async def test_a_line_tells_result_game_side_opponent_why_length_and_when(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, **USUAL)
    await resigned(t, match, t.tom)
    seen = await t.mara.slash("/history")
    assert seen.ephemeral
    heading, line = lines(seen)
    assert heading == "### Your history\n-# 1 match"
    assert line.startswith(
        f"**Won** · Creators vs Destroyers as Creator against **Tom**\n-# {match.name} · by resignation · "
    )
    assert f" actions · <t:{int(START)}:d> · rating " in line
    theirs = lines(await t.tom.slash("/history"))[1]
    assert theirs.startswith("**Lost** · Creators vs Destroyers as Destroyer against **Mara**")


async def test_its_board_opens_and_its_replay_and_record_can_be_had(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await resigned(t, match, t.tom)
    seen = await t.mara.slash("/history")
    replayed = await t.mara.choose(f"replay:{match.id}", seen)
    assert replayed.pictures
    record = await t.mara.choose(f"record:{match.id}", seen)
    assert [file["filename"] for file in record.attachments] == [f"creators-{match.id}.txt"]
    opened = await t.mara.tap("Open", seen)
    assert "You're the Creator (blue) against" in opened.text


@pytest.mark.slow
async def test_the_next_page_keeps_what_was_asked_for(t: Table) -> None:
    for _ in range(ON_A_PAGE + 1):
        await t.mara.start("/alpha play")
        await t.settled()
        match = Played(t, await newest_match(t), (t.mara, None))
        await t.mara.tap("Resign", await t.mara.slash("/resign", match=match.id))
        await t.settled()
    await resigned(t, await begin_briefed(t, t.mara, t.tom), t.tom)
    first = await t.mara.slash("/history", game="alpha")
    assert "### Your history: Alpha Duel" in first.text
    second = await t.mara.tap("▶", first)
    assert "### Your history: Alpha Duel" in second.text
    assert len(lines(second)) == 2
    assert "Creators" not in second.text


@pytest.mark.slow
async def test_who_has_finished_nothing_is_told_how_to_begin(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    async with nothing_changes(t):
        assert_refused(await t.mara.slash("/history"), "You haven't finished a match yet.")
    await resigned(t, await begin_briefed(t, t.mara, t.tom), t.tom)
    assert_refused(await t.mara.slash("/history", game="decoy"), "any matches like that")


@pytest.mark.slow
async def test_what_goes_on_in_a_running_match_changes_no_history(t: Table) -> None:
    await resigned(t, await begin_briefed(t, t.mara, t.tom), t.tom)
    match = await begin_briefed(t, t.mara, t.tom)
    before = [(await person.slash("/history")).text for person in (t.mara, t.tom)]
    await match.turn()
    await match.turn()
    await t.settled()
    assert [(await person.slash("/history")).text for person in (t.mara, t.tom)] == before
    assert match.id not in str([(await t.mara.slash("/history")).payload])


@pytest.mark.parametrize(
    ("bot", "wanted"),
    [(True, HistoryFilter(MARA.id, "ccc", level=True)), (False, HistoryFilter(MARA.id, "ccc", TOM.id))],
)
def test_the_bot_as_an_opponent_stands_for_all_its_levels(bot: bool, wanted: HistoryFilter) -> None:
    opponent = cast(Any, SimpleNamespace(bot=bot, id=TOM.id))
    assert histories_ui._build_filter(MARA.id, "ccc", opponent) == wanted


def page_of(past: Past, **wanted: Any) -> Seen:
    page = HistoryPage(HistoryFilter(MARA.id, **wanted), (past,), 0, 1, 1)
    components = histories_ui.screen(page).view.to_components()  # type: ignore[union-attr]
    return Seen({"id": "1", "channel_id": "1", "components": components})


def test_the_heading_says_against_whom() -> None:
    assert "### Your history: against the bot" in page_of(a_past(), level=True).text
    assert "### Your history: against Tom" in page_of(a_past(), opponent=TOM.id).text


def test_two_legs_are_one_line_with_a_replay_of_each() -> None:
    seen = page_of(a_past(first_leg="first"))
    assert "as Cyan" not in seen.text
    assert ", both legs, against **Tom**" in seen.text
    (select,) = seen.selects
    values = [option["value"] for option in select["options"]]
    assert values == ["replay:first", "replay:m", "record:first", "record:m"]
    assert " of leg 1" in select["options"][0]["label"]


@pytest.mark.slow
async def test_nothing_but_replays_and_records_can_be_had(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    post = await crafted(match, "sp|take", f"secrets:{match.id}")
    async with nothing_changes(t):
        assert_refused(await t.tom.choose(f"secrets:{match.id}", post), "You can't get that.")


def a_past(**changes: Any) -> Past:
    past = Past(
        match_id="m",
        first_leg=None,
        game="decoy",
        seat=0,
        winner=0,
        reason="quiet",
        length=3,
        ended_at=5,
        channel=None,
        thread=None,
        opponent="Tom",
        level=None,
        before=None,
        after=None,
    )
    return replace(past, **changes)


def test_a_name_of_somebody_has_no_effect_in_the_list() -> None:
    past = a_past(opponent="**[x](http://y)** @everyone")
    assert "@everyone" not in histories_ui.opponent(past)
    assert "\\*\\*" in histories_ui.opponent(past)
