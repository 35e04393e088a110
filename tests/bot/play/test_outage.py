"""A Discord outage: nothing is lost, and players aren't flooded when it's over."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from bot.core import notices, person_settings
from bot.core.match_state import opening
from bot.core.person_settings import PersonSettings
from bot.core.sending import RetryAfter
from bot.play.matches import ending
from bot.play.outbox.delivering import MOST_ATTEMPTS, backoff
from bot.play.outbox.digests import LATE_SECONDS
from bot.play.outbox.ui import digest
from bot.play.outbox.ui.digest import Contents, DigestEntry
from playground.people.defaults import BOT_ID
from storage import Match, Seat
from storage.rows import QueuedMessage
from storage.tables import outbox
from tests.kit.hosts.house import House
from tests.kit.matches.tapped import begin_briefed
from tests.kit.table import Table
from tests.kit.watching.outages import PRIVATE, calls_of_turns, opened, plays, private, several

pytestmark = pytest.mark.table("mara", "tom", "ines", "juri")

HOUR = 3600


async def away(t: Table, hours: float = 0) -> None:
    """Let Discord refuse all messages from now on, and let `hours` pass."""
    t.fault(PRIVATE, 503, times=1_000_000)
    await t.settled()
    t.advance(hours * HOUR)
    await t.settled()


async def back(t: Table) -> None:
    """End the outage, and wait as long as the outbox's longest delay."""
    t.playground.faults.clear()
    t.advance(900)
    await t.settled()


@pytest.mark.slow
async def test_however_long_discord_is_away_nothing_is_given_up_and_all_comes_in_order(here: House) -> None:
    here.post.failures["a"] = [OSError("away") for _ in range(10 * MOST_ATTEMPTS)]
    async with here.open() as hearing:
        await here.say("a", "b")
        await hearing.rest()
        for attempt in range(1, 10 * MOST_ATTEMPTS + 1):
            here.clock.advance(backoff(attempt))
            await hearing.rest()
        assert here.post.nonces() == ["a", "b"]


async def test_as_soon_as_one_message_goes_through_again_all_that_waited_goes_out(here: House) -> None:
    here.post.failures = {"early": [OSError("away")] * 9, "late": [OSError("away")] * 2}
    async with here.open() as hearing:
        await here.say("early", lane="one")
        await hearing.rest()
        for attempt in range(1, 9):
            here.clock.advance(backoff(attempt))
            await hearing.rest()
        await here.say("late", lane="other")
        await hearing.rest()
        here.clock.advance(backoff(1))
        await hearing.rest()
        assert here.post.nonces() == []
        here.clock.advance(backoff(2))
        await hearing.rest()
        assert here.post.nonces() == ["late", "early"]


async def test_the_wait_that_discord_asks_for_is_kept_and_stops_no_other_lane(here: House) -> None:
    here.post.failures["a"] = [RetryAfter(599.5)]
    async with here.open() as hearing:
        await here.say("a", "b")
        await here.say("c", lane="another")
        await hearing.rest()
        here.clock.advance(599)
        await hearing.rest()
        assert here.post.nonces() == ["c"]
        here.clock.advance(1)
        await hearing.rest()
        assert here.post.nonces() == ["c", "a", "b"]


async def test_a_loop_outlives_a_database_that_fails_for_a_while(
    here: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = asyncio.Event()

    async def full_disk(*arguments: Any) -> list[QueuedMessage]:
        failed.set()
        raise OSError("no space left on device")

    async with here.open() as hearing:
        with monkeypatch.context() as broken:
            broken.setattr(outbox, "claim", full_disk)
            await here.say("a")
            await failed.wait()
        here.app.wake()
        await hearing.rest()
        assert here.post.nonces() == ["a"]
    assert "a loop failed" in caplog.text
    caplog.clear()


@pytest.mark.slow
async def test_after_an_outage_one_message_lists_every_turn_with_a_way_in_and_every_result(t: Table) -> None:
    one, two, three = await several(t, t.mara, [t.tom, t.ines, t.juri])
    before = len(private(t.mara))
    await away(t)
    await plays(one)
    await plays(two)
    await ending.resign(t.running.bot.ctx.app, three.id, int(t.juri.id))
    await away(t, hours=5)
    assert len(private(t.mara)) == before
    await back(t)
    (told,) = private(t.mara)[before:]
    assert "Your turn in 2 matches" in told.text
    assert opened(told) == {one.id, two.id, three.id}
    assert "You win: Juri resigned." in told.text
    panel = await t.mara.tap(one.name, told)
    assert "Roll the die" in panel.buttons


@pytest.mark.slow
async def test_a_turn_that_was_played_meanwhile_and_a_finished_match_are_not_called(t: Table) -> None:
    one, two, three = await several(t, t.mara, [t.tom, t.ines, t.juri])
    before = len(private(t.mara))
    await away(t)
    for match in (one, two, three):
        await plays(match)
    await away(t, hours=2)
    await plays(two)
    await ending.resign(t.running.bot.ctx.app, three.id, int(t.mara.id))
    await back(t)
    (told,) = private(t.mara)[before:]
    assert opened(told) == {one.id}
    for other in (t.ines, t.juri):
        assert len(calls_of_turns(other)) + len([s for s in private(other) if "Rematch" in s.buttons]) == 1


@pytest.mark.slow
async def test_a_digest_whose_answer_was_lost_is_not_shown_twice(t: Table) -> None:
    one, two = await several(t, t.mara, [t.tom, t.ines])
    dm = await t.mara.actor.open_dm(BOT_ID)
    before = len(private(t.mara))
    await away(t)
    await plays(one)
    await plays(two)
    await away(t, hours=2)
    t.playground.faults.clear()
    t.fault(f"POST /channels/{dm['id']}/messages$", 503, after=True)
    for attempt in range(1, 4):
        t.advance(backoff(attempt))
        await t.settled()
    assert not t.playground.faults.waiting
    assert len(private(t.mara)) == before + 1


@pytest.mark.slow
async def test_after_an_outage_only_the_newest_board_is_posted(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await away(t)
    await plays(match)
    await plays(match)
    await plays(match)
    await away(t, hours=1)
    await back(t)
    first, newest = match.posts()
    assert not first.buttons
    assert "To move" in newest.text
    assert "Move" in newest.buttons


@pytest.mark.slow
async def test_a_restart_after_hours_tells_each_person_in_one_message(t: Table) -> None:
    one, two = await several(t, t.mara, [t.tom, t.ines])
    before = len(private(t.mara))
    t.fault(PRIVATE, 503, times=1_000_000)
    await plays(one)
    await plays(two)
    await t.settled()
    await t.stop_bot()
    t.playground.faults.clear()
    t.advance(3 * HOUR)
    await t.start_bot()
    await t.settled()
    assert len(private(t.mara)) == before + 1


@pytest.mark.slow
async def test_a_note_about_a_match_keeps_its_way_in_when_it_is_told_in_a_digest(t: Table) -> None:
    one, two = await several(t, t.mara, [t.tom, t.ines])
    before, app = len(private(t.mara)), t.running.bot.ctx.app
    await away(t)
    await plays(one)
    offer = notices.note(int(t.mara.id), "Ines offers a draw.", "offer", app.now())
    offer = msgspec.structs.replace(offer, payload={**offer.payload, "match": two.id})
    async with app.database.write() as w:
        await outbox.add(w, [offer])
    await away(t, hours=2)
    await back(t)
    (told,) = private(t.mara)[before:]
    assert "Ines offers a draw." in told.text
    assert opened(told) == {one.id, two.id}


@pytest.mark.slow
async def test_what_its_reader_has_muted_is_left_out_of_a_digest(t: Table) -> None:
    one, two = await several(t, t.mara, [t.tom, t.ines])
    before, app = len(private(t.mara)), t.running.bot.ctx.app
    await away(t)
    await plays(one)
    offer = notices.note(int(t.mara.id), "Ines offers a draw.", "offer", app.now())
    offer = msgspec.structs.replace(offer, payload={**offer.payload, "match": two.id})
    async with app.database.write() as w:
        await outbox.add(w, [offer])
    await away(t, hours=2)
    # A message that was muted before wouldn't have waited.
    async with app.database.write() as w:
        await person_settings.keep(w, int(t.mara.id), PersonSettings(muted=("turns",)))
    await back(t)
    (told,) = private(t.mara)[before:]
    assert opened(told) == {two.id}


@pytest.mark.slow
async def test_turns_that_wait_at_the_same_moment_are_called_in_one_message(t: Table) -> None:
    one, two = await several(t, t.mara, [t.tom, t.ines])
    before, app = len(private(t.mara)), t.running.bot.ctx.app
    tables = [await one.table(), await two.table()]
    for match in (one, two):
        await plays(match)
        await t.settled()
    assert len(private(t.mara)) == before + 2, "one after the other, each has its own message"
    later = app.now() + HOUR
    tables = [await one.table(), await two.table()]
    async with app.database.write() as w:
        await outbox.add(w, [notices.reminder(made, 1, HOUR, "dm", later) for made in tables])
    t.advance(HOUR)
    app.wake()
    await t.settled()
    (told,) = private(t.mara)[before + 2 :]
    assert opened(told) == {one.id, two.id}


async def test_in_quick_succession_messages_of_other_kinds_stay_apart(here: House) -> None:
    lane, now = notices.person_lane(11), here.app.now()
    async with here.app.database.write() as w:
        await outbox.add(w, [notices.note(11, text, f"note:{text}", now) for text in ("a", "b")])
    async with here.open() as hearing:
        await hearing.rest()
        assert here.post.nonces() == ["note:a", "note:b"]
    async with here.app.database.read() as r:
        assert not await outbox.waiting(r, lane, now)


@pytest.mark.parametrize(("length", "last"), [(500, (2, 4, 5)), (400, (3, 5))])
async def test_notes_that_are_too_long_for_one_digest_make_several_in_order(
    here: House, length: int, last: tuple[int, ...]
) -> None:
    now = here.app.now()
    texts = [f"{number}" * length for number in range(5)]
    async with here.app.database.write() as w:
        await outbox.add(w, [notices.note(11, text, f"note:{text[0]}", now) for text in texts])
    here.clock.advance(LATE_SECONDS)
    async with here.open() as hearing:
        await hearing.rest()
        assert here.post.nonces() == [f"digest:{number}" for number in last]


def entry(match_id: str, seed: bytes, seat: int) -> DigestEntry:
    header = Match(
        id=match_id,
        game="creators",
        ruleset="creators/3",
        options={"boardSize": 12, "rounds": 20},
        seed=seed,
        nonce=b"n",
        pace="3d",
        created_at=0,
        rated=True,
        seats=(Seat(seat=0, person=11), Seat(seat=1, person=12)),
    )
    return DigestEntry(opening(header), seat, 1000)


def components(contents: Contents) -> list[dict[str, Any]]:
    return digest.screen(contents, 0).view.to_components()


def counted(parts: list[dict[str, Any]]) -> int:
    """Return the number of components at any depth."""
    inner = [more for part in parts for more in part.get("components", [])]
    beside = [part["accessory"] for part in parts if "accessory" in part]
    return len(parts) + (counted(inner + beside) if inner or beside else 0)


def words_of(parts: list[dict[str, Any]]) -> str:
    """Return all text in these components."""
    return "".join(str(part.get("content", "")) + words_of(part.get("components", [])) for part in parts)


def test_a_digest_of_many_matches_keeps_discords_limits_and_counts_the_rest() -> None:
    many = [entry(f"match{number}", bytes(32), 0) for number in range(60)]
    shown = components(Contents(tuple(many[:40]), tuple(many[40:50]), tuple(many[50:]), ("x" * 1200,)))
    assert counted(shown) <= 40
    assert len(words_of(shown)) <= 4000
    assert f"and {60 - digest.MOST_ENTRIES} more" in words_of(shown)
    assert " more: " not in words_of(components(Contents(tuple(many[: digest.MOST_ENTRIES]))))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_digest_is_the_same_whatever_its_reader_may_not_know(seat: int) -> None:
    worlds = [entry("match", bytes([number]) * 32, seat) for number in range(8)]
    patterns = {str(world.state.game_state.setup.pattern) for world in worlds}
    assert len(patterns) > 1
    assert len({str(components(Contents(turns=(world,), others=(world,)))) for world in worlds}) == 1
