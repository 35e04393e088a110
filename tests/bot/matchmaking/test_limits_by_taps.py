"""Limits as people meet them: one private sentence with the time from which it works again."""

from __future__ import annotations

import re
import threading
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from bot.core import limits
from bot.play.records import verifying
from tests.kit.matches import sketches
from tests.kit.matches.documents import upload
from tests.kit.matches.sketches import SKETCHES, a_sketch, play_doodle_here
from tests.kit.matches.tapped import assert_refused, begin, nothing_changes
from tests.kit.people import Person, PickedFile
from tests.kit.seen import Seen
from tests.kit.servers import own_settings
from tests.kit.table import Table, table

HOUR = 3600.0
TWICE = 2


@pytest.fixture
async def t(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A table at which everything with an hourly limit may be done twice."""
    few = {
        name: limit if limit.seconds is None else msgspec.structs.replace(limit, most=TWICE)
        for name, limit in limits.LIMITS.items()
    }
    monkeypatch.setattr(limits, "LIMITS", few)
    async with table("mara", "tom", "ines") as made:
        yield made


def assert_told_when(t: Table, seen: Seen, *words: str) -> None:
    """Assert that the refusal has these words and a live timestamp an hour ahead."""
    for word in words:
        assert_refused(seen, word)
    moment = int(t.playground.world.clock.now()) + int(HOUR)
    assert re.findall(r"<t:(\d+):R>", seen.text) == [str(moment)]


async def over(t: Table) -> str:
    """Play a match between Mara and Tom to its end and return its id."""
    match = await begin(t, t.mara, t.tom)
    await t.mara.move("roll")
    await t.mara.slash("/resign")
    await t.mara.tap("Resign")
    await t.settled()
    return match.id


async def answered(t: Table, person: Person, command: str, **options: Any) -> Seen:
    """Return the command's final answer."""
    answer = await person.slash(command, **options)
    await t.settled()
    return person.again(answer)


@pytest.mark.slow
async def test_verifying_is_limited_whether_it_is_of_a_file_or_of_a_match(t: Table) -> None:
    match = await over(t)
    too_long = PickedFile("a.txt", b" " * (verifying.MOST_BYTES + 1))
    for _ in range(TWICE):
        refused = await answered(t, t.mara, "/verify", file=too_long)
        assert "the limit is 256 KiB" in refused.text, "that's unread and costs nothing"
    assert "You" not in (await answered(t, t.mara, "/verify", match=match)).text.splitlines()[0]
    await answered(t, t.mara, "/verify", file=PickedFile("a.txt", b"nothing"))
    told = await answered(t, t.mara, "/verify", match=match)
    assert_told_when(t, told, "I've checked 2 records for you")
    t.advance(HOUR)
    assert "Can't verify this now" not in (await answered(t, t.mara, "/verify", match=match)).text


async def test_a_film_is_made_twice_an_hour(t: Table) -> None:
    match = await over(t)
    shown = await t.mara.slash("/replay", match=match)
    for _ in range(TWICE):
        await t.mara.tap("GIF", shown)
        await t.settled()
    assert_told_when(t, await t.mara.tap("GIF", shown), "I've made 2 GIFs for you")


@pytest.mark.slow
async def test_uploads_are_limited_before_anything_is_fetched(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(TWICE):
        await upload(t, t.mara, b"no deck", f"d{number}.json")
    with monkeypatch.context() as patched:
        patched.setattr(t.playground.world.files, "get", lambda id: None)
        told = await upload(t, t.mara)
    assert_told_when(t, told, "You've sent 2 files within an hour.")
    assert "Saved “" in (await upload(t, t.tom)).text
    t.advance(HOUR)
    assert "Saved “" in (await upload(t, t.mara)).text


async def test_a_holiday_is_changed_so_often_an_hour_and_no_more(t: Table) -> None:
    await own_settings.holiday(t.mara, hours=1)
    await own_settings.switch(t.mara, "Time", "End vacation")
    async with nothing_changes(t):
        told = await own_settings.holiday(t.mara, hours=1)
        assert_told_when(t, told, "You've started or ended a vacation 2 times")
    assert "Weekends" in (await own_settings.switch(t.mara, "Time", "Pause weekends")).text


# --- off the event loop -------------------------------------------------------------------------------


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list to which each reading, description or drawing of a sketch adds its thread's id."""
    found = list[int]()

    def watched(work: Any) -> Any:
        def worked(given: Any) -> Any:
            found.append(threading.get_ident())
            return work(given)

        return worked

    kind = msgspec.structs.replace(
        SKETCHES, read=watched(SKETCHES.read), about=watched(SKETCHES.about), page=watched(SKETCHES.page)
    )
    monkeypatch.setattr(sketches.Doodle, "documents", kind)
    return found


async def test_documents_are_read_described_and_drawn_off_the_event_loop(
    threads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table("mara") as t:
        play_doodle_here(monkeypatch)
        await t.restart_bot()
        for command, given in (
            ("upload", {"file": PickedFile("winter.json", a_sketch(1, 2))}),
            ("upload", {"file": PickedFile("autumn.json", a_sketch(99))}),
            ("list", {}),
            ("show", {"name": "winter"}),
        ):
            threads.clear()
            await answered(t, t.mara, f"/doodle sketch {command}", **given)
            assert threads, command
            assert threading.get_ident() not in threads, command
        monkeypatch.setattr("tests.kit.matches.sketches.LONGEST_STROKE", 1)
        threads.clear()
        assert "doesn't fit" in (await t.mara.slash("/doodle sketch show", name="winter")).text
        assert_refused(await t.mara.slash("/doodle play", sketch="winter"), "doesn't fit the current rules")
        assert len(threads) == 2
        assert threading.get_ident() not in threads


async def test_a_record_is_read_off_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    found = list[int]()
    read = verifying.read_record

    def watched(text: str) -> Any:
        found.append(threading.get_ident())
        return read(text)

    monkeypatch.setattr(verifying, "read_record", watched)
    async with table("mara") as t:
        await answered(t, t.mara, "/verify", file=PickedFile("a.txt", b"1. a\n2. b"))
    assert len(found) == 2
    assert threading.get_ident() not in found
