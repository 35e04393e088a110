"""One panel of a match is alive for each person, and none once the match is over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any

import pytest

from bot.discord_kit.components.items import PanelOf
from bot.discord_kit.interactions import live_panels
from bot.discord_kit.interactions.live_panels import TOKEN_SECONDS, LivePanel
from tests.kit.matches.decoy import calls, in_private
from tests.kit.matches.tapped import DAY, Played, newest_match
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table, table
from tests.kit.traffic import EVERYBODY, Traffic

pytestmark = pytest.mark.slow
NEWER = "is open in a newer message"


@pytest.fixture
async def t() -> AsyncIterator[Table]:
    async with table("mara", "tom") as made:
        yield made


async def begun(t: Table) -> Played:
    """Begin a match in which Mara has moved and Tom has been called in a DM."""
    await t.mara.slash("/ccc challenge", opponent=t.tom, side="White", first="white", time="3d", rated=False)
    await t.tom.tap("Accept")
    await t.settled()
    match = Played(t, await newest_match(t), (t.mara, t.tom))
    await match.act()
    await t.settled()
    return match


def called(person: Person) -> Seen:
    """Return the newest DM that calls a person to a turn."""
    return calls(person)[-1]


def is_stale(person: Person, message: Seen) -> bool:
    """Return whether a message says that a newer one has taken its place, and has no buttons."""
    now = person.again(message)
    return NEWER in now.text and not now.buttons and not now.pictures


def told_in(person: Person, message: Seen) -> tuple[str, list[str], int]:
    """Return the first line, the buttons and the number of pictures that a message has now."""
    now = person.again(message)
    return now.text.splitlines()[0].removeprefix("### "), list(now.buttons), len(now.pictures)


async def resign(match: Played, person: Person) -> None:
    """Resign as this person, by the command."""
    await person.tap("Resign", await person.slash("/resign"))
    await match.t.settled()


async def test_a_panel_elsewhere_takes_the_buttons_from_the_call_and_from_older_panels(t: Table) -> None:
    match = await begun(t)
    call = called(t.tom)
    first = await t.tom.tap("Move", match.posts()[-1])
    await t.settled()
    assert is_stale(t.tom, call)
    second = await t.tom.tap("Move", match.posts()[-1])
    await t.settled()
    assert is_stale(t.tom, first)
    assert "Hint" in t.tom.again(second).buttons


async def test_a_panel_stays_alive_while_its_own_buttons_are_tapped(t: Table) -> None:
    match = await begun(t)
    opened = await t.tom.tap("Move", match.posts()[-1])
    hint = await t.tom.tap("Hint", opened)
    await t.settled()
    await t.tom.tap("Back", t.tom.again(hint))
    await t.settled()
    assert t.tom.again(opened).id == hint.id
    assert "Hint" in t.tom.again(opened).buttons


async def test_a_newer_call_takes_the_buttons_from_the_one_before_even_much_later(t: Table) -> None:
    match = await begun(t)
    call = called(t.tom)
    await t.tom.tap("Open", call)
    await t.settled()
    t.advance(TOKEN_SECONDS * 10)
    await match.act()
    await match.act()
    await t.settled()
    assert called(t.tom).id != call.id
    assert is_stale(t.tom, call)
    assert called(t.tom).buttons


async def test_after_a_resignation_the_other_players_call_shows_the_result(t: Table) -> None:
    match = await begun(t)
    call = called(t.tom)
    await resign(match, t.mara)
    assert told_in(t.tom, call) == (f"You win: {t.mara.name} resigned.", ["Result"], 0)
    shown = await t.tom.tap("Result", t.tom.again(call))
    assert shown.id == call.id
    assert next(iter(shown.buttons)) == "Rematch"


async def test_after_a_restart_the_call_shows_the_result_all_the_same(t: Table) -> None:
    match = await begun(t)
    call = called(t.tom)
    await t.restart_bot()
    await resign(match, t.mara)
    assert told_in(t.tom, call) == (f"You win: {t.mara.name} resigned.", ["Result"], 0)


async def test_an_open_panel_becomes_the_end_of_the_match(t: Table) -> None:
    match = await begun(t)
    opened = await t.tom.tap("Move", match.posts()[-1])
    await t.settled()
    await resign(match, t.mara)
    ended = t.tom.again(opened)
    assert ended.ephemeral
    assert f"You win: {t.mara.name} resigned." in ended.text
    assert next(iter(ended.buttons)) == "Rematch"


async def test_whoever_resigns_elsewhere_keeps_no_board_either(t: Table) -> None:
    match = await begun(t)
    call = called(t.tom)
    await resign(match, t.tom)
    line, taps, pictures = told_in(t.tom, call)
    assert line.endswith("is over. /matches shows how it ended.")
    assert (taps, pictures) == ([], 0)


async def test_when_time_is_up_the_call_and_its_reminders_show_the_result(t: Table) -> None:
    match = await begun(t)
    await match.act()
    await match.act()
    await t.settled()
    call = called(t.tom)
    since = len(in_private(t.tom))
    t.advance(DAY * 2)
    await t.settled()
    t.advance(DAY)
    await t.settled()
    assert (await match.table()).match.reason == "time"
    reminders = [seen for seen in in_private(t.tom)[since:] if "Rematch" not in seen.buttons]
    assert reminders
    for message in (call, *reminders):
        assert told_in(t.tom, message)[1:] == (["Result"], 0)


async def test_a_panel_costs_one_request_if_an_older_one_is_there_and_none_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "traffic.jsonl"
    async with table("mara", "tom", record=file) as t:
        match = await begun(t)

        async def requests(person: Person, act: Awaitable[Any]) -> list[str]:
            """Return the edits that an act of this person brings about, besides its answer."""
            seen, before = (person.id, EVERYBODY), len(Traffic(file).sent)
            await act
            await t.settled()
            sent = [request for request in Traffic(file).sent[before:] if request.seer in seen]
            return [request.method for request in sent if request.method == "PATCH"]

        assert len(await requests(t.mara, t.mara.tap("My view", match.posts()[-1]))) == 1
        assert len(await requests(t.tom, t.tom.tap("Move", match.posts()[-1]))) == 1
        assert len(await requests(t.tom, t.tom.tap("Move", match.posts()[-1]))) == 1
        await resign(match, t.tom)
        assert not await requests(t.mara, t.mara.tap("Replay", match.posts()[-1]))


async def test_a_tap_on_a_panel_that_is_losing_its_buttons_leaves_the_newer_one_alive(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ctx, person = t.running.bot.ctx, int(t.tom.id)
    of, closed, closing, going_on = PanelOf("m", "Ivy 7", is_over=False), [], asyncio.Event(), asyncio.Event()

    async def replace(_: object, panel: LivePanel, __: object) -> None:
        closed.append(panel)
        closing.set()
        await going_on.wait()

    monkeypatch.setattr(live_panels, "replace", replace)
    older, newer = LivePanel(1, None, 5), LivePanel(2, None, 5)
    await live_panels._note(ctx, person, of, older)
    calling = asyncio.create_task(live_panels._note(ctx, person, of, newer))
    await closing.wait()
    await live_panels._note(ctx, person, of, older)
    going_on.set()
    await calling
    assert closed == [older]
    assert live_panels.panels_of(ctx).get(("m", person)) == newer
