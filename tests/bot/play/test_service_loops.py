"""The outbox and the deadlines, without Discord: order, retries, giving up."""

from __future__ import annotations

import logging

import pytest

from bot.core import notices
from bot.core.sending import Undeliverable
from bot.play.outbox import delivering
from bot.play.outbox.delivering import LEASE_SECONDS, MOST_ATTEMPTS, backoff
from storage import ScheduledJob
from storage.tables import scheduled_jobs
from tests.kit.hosts.house import House
from tests.kit.inputs import START
from tests.kit.rows import claim_next


async def set_fade(here: House, subject: str, after: int) -> None:
    """Schedule a preview to be emptied after this many seconds."""
    payload = {"subject": subject}
    async with here.app.database.write() as w:
        await scheduled_jobs.set(
            w, ScheduledJob(kind="fade", subject=subject, due_at=here.app.now() + after, payload=payload)
        )
    here.app.jobs.wake()


async def test_what_is_queued_is_delivered_without_time_passing(here: House) -> None:
    async with here.open() as hearing:
        await here.say("a")
        await hearing.rest()
        assert here.post.delivered == [("a", START)]


async def test_what_is_due_later_is_delivered_then(here: House) -> None:
    async with here.open() as hearing:
        await here.say("a", later=20)
        here.clock.advance(19)
        await hearing.rest()
        assert here.post.delivered == []
        here.clock.advance(1)
        await hearing.rest()
        assert here.post.delivered == [("a", START + 20)]


async def test_a_lane_keeps_its_order_and_waits_for_a_failure(here: House) -> None:
    here.post.failures["a"] = [OSError("away"), OSError("away")]
    async with here.open() as hearing:
        await here.say("a", "b")
        await here.say("c", lane="another")
        await hearing.rest()
        assert here.post.nonces() == ["c"]
        here.clock.advance(backoff(1))
        await hearing.rest()
        assert here.post.nonces() == ["c"]
        here.clock.advance(backoff(2))
        await hearing.rest()
        assert here.post.nonces() == ["c", "a", "b"]


async def test_attempts_grow_rarer_and_end(here: House) -> None:
    here.post.failures["a"] = [KeyError("oh") for _ in range(MOST_ATTEMPTS)]
    async with here.open() as hearing:
        await here.say("a", "b")
        await hearing.rest()
        for attempt in range(1, MOST_ATTEMPTS):
            assert len(here.post.tried) == attempt
            here.clock.advance(backoff(attempt) - 1)
            await hearing.rest()
            assert len(here.post.tried) == attempt
            here.clock.advance(1)
            await hearing.rest()
        assert here.post.nonces() == ["b"]
        here.clock.advance(10_000)
        await hearing.rest()
        assert [nonce for nonce, _ in here.post.tried].count("a") == MOST_ATTEMPTS


def test_the_backoff_doubles_up_to_a_quarter_of_an_hour() -> None:
    waits = [backoff(attempt) for attempt in range(1, MOST_ATTEMPTS + 1)]
    assert waits[:4] == [2, 4, 8, 16]
    assert waits == sorted(waits)
    assert waits[-1] == 900


async def test_what_can_never_be_delivered_is_given_up_at_once(here: House) -> None:
    here.post.failures["a"] = [Undeliverable("nobody there")]
    async with here.open() as hearing:
        await here.say("a", "b")
        await hearing.rest()
        assert here.post.nonces() == ["b"]
        here.clock.advance(10_000)
        await hearing.rest()
        assert [nonce for nonce, _ in here.post.tried] == ["a", "b"]


async def test_an_unforeseen_failure_is_logged_and_tried_again(
    here: House, caplog: pytest.LogCaptureFixture
) -> None:
    here.post.failures["a"] = [KeyError("oh")]
    async with here.open() as hearing:
        await here.say("a")
        await hearing.rest()
        assert [r.levelno for r in caplog.records if r.exc_info] == [logging.WARNING]
        here.clock.advance(backoff(1))
        await hearing.rest()
        assert here.post.nonces() == ["a"]


async def test_of_a_backlog_people_hear_of_their_turns_before_boards_and_lists_follow(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivering, "BATCH", 2)
    kinds = (notices.HOME, notices.CARD, notices.BOARD, notices.THREAD, notices.RESULT, notices.PING)
    for kind in kinds:
        for letter in "ab":
            await here.say(f"{kind}:{letter}", lane=f"{kind}:{letter}", kind=kind)
    async with here.open() as hearing:
        await hearing.rest()
    told = [nonce.partition(":")[0] for nonce, _ in here.post.tried]
    assert [sorted({*told[at : at + 4]}) for at in (0, 4, 8)] == [
        ["ping", "result"],
        ["board", "thread"],
        ["card", "home"],
    ]


async def test_what_a_dead_process_was_sending_is_sent_by_the_next(here: House) -> None:
    await here.say("a")
    async with here.app.database.write("outbox") as w:
        assert await claim_next(w, here.app.database.host, here.app.now(), LEASE_SECONDS, 16)
    async with here.open() as hearing:
        await hearing.rest()
        assert here.post.nonces() == ["a"]


async def test_deadlines_fall_in_their_order_however_far_time_leaps(here: House) -> None:
    async with here.open() as hearing:
        for subject, after in (("late", 300), ("soon", 100), ("middle", 200)):
            await set_fade(here, subject, after)
        here.clock.advance(99)
        await hearing.rest()
        assert here.post.emptied == []
        here.clock.advance(1000)
        await hearing.rest()
        assert [payload["subject"] for payload in here.post.emptied] == ["soon", "middle", "late"]


async def test_a_deadline_that_was_moved_falls_at_its_new_time_alone(here: House) -> None:
    async with here.open() as hearing:
        await set_fade(here, "one", 100)
        await set_fade(here, "one", 200)
        here.clock.advance(150)
        await hearing.rest()
        assert here.post.emptied == []
        here.clock.advance(50)
        await hearing.rest()
        assert len(here.post.emptied) == 1


async def test_a_deadline_set_earlier_wakes_the_loop(here: House) -> None:
    async with here.open() as hearing:
        await set_fade(here, "late", 1000)
        await hearing.rest()
        await set_fade(here, "soon", 10)
        here.clock.advance(10)
        await hearing.rest()
        assert [payload["subject"] for payload in here.post.emptied] == ["soon"]


async def test_a_deadline_that_fails_is_tried_again_and_stops_no_other(
    here: House, caplog: pytest.LogCaptureFixture
) -> None:
    here.post.failures["preview"] = [OSError("away")]
    async with here.open() as hearing:
        await set_fade(here, "first", 1)
        await set_fade(here, "second", 2)
        here.clock.advance(5)
        await hearing.rest()
        assert [payload["subject"] for payload in here.post.emptied] == ["second"]
        here.clock.advance(LEASE_SECONDS)
        await hearing.rest()
        assert [payload["subject"] for payload in here.post.emptied] == ["second", "first"]
    assert "deadline fade of first failed" in caplog.text
    caplog.clear()


async def test_a_deadline_of_something_unknown_is_dropped(here: House) -> None:
    async with here.open() as hearing:
        async with here.app.database.write() as w:
            for kind in ("challenge", "turn", "next-leg"):
                await scheduled_jobs.set(w, ScheduledJob(kind=kind, subject="nobody", due_at=here.app.now()))
        here.app.jobs.wake()
        await hearing.rest()
        async with here.app.database.read() as r:
            assert await scheduled_jobs.next_due(r, here.app.database.host) is None
