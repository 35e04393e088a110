"""The two loops that make things happen: the outbox is delivered, deadlines fall due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from bot.service import bots, briefings, challenging, playing
from bot.service.host import Host, Signal
from bot.service.refused import Refused
from storage import deadlines, outbox
from storage.rows import DueDeadline, QueuedMessage

log = logging.getLogger(__name__)

LEASE_SECONDS = 60
BATCH = 16
MOST_ATTEMPTS = 12
_FIRST_BACKOFF_SECONDS = 2
_LONGEST_BACKOFF_SECONDS = 900


class Undeliverable(Exception):
    """This message can never be delivered; trying again is of no use."""


class Messenger(Protocol):
    """Whatever talks to Discord."""

    async def deliver(self, message: QueuedMessage) -> int | None:
        """Send one message of the outbox; the id of what was posted, None when nothing had to be said.

        Undeliverable gives up; any other exception is tried again later."""

    async def empty_preview(self, payload: dict[str, Any]) -> None:
        """Take a preview away from the message that shows it."""


async def deliver_forever(host: Host, messenger: Messenger) -> None:
    """Send what is due, each lane in order; ends by cancellation."""
    async with host.database.write() as w:
        await outbox.release(w)
    while True:
        async with host.database.read() as r:
            moment = await outbox.next_due(r, host.now())
        if moment is None or moment > host.now():
            await _wait(host, host.outbox, moment)
            continue
        async with host.database.write() as w:
            due = await outbox.claim(w, host.now(), LEASE_SECONDS, BATCH)
        await asyncio.gather(*(_deliver_one(host, messenger, message) for message in due))


async def _deliver_one(host: Host, messenger: Messenger, message: QueuedMessage) -> None:
    try:
        posted = await messenger.deliver(message)
    except Undeliverable as error:
        log.warning("%s %s was given up: %s", message.kind, message.nonce, error)
        async with host.database.write() as w:
            await outbox.mark_failed(w, message.id, str(error), host.now())
    except Exception as error:
        await _try_again(host, message, error)
    else:
        async with host.database.write() as w:
            await outbox.mark_sent(w, message.id, posted, host.now())


async def _try_again(host: Host, message: QueuedMessage, error: Exception) -> None:
    reason = f"{type(error).__name__}: {error}"
    if not isinstance(error, OSError | TimeoutError | asyncio.TimeoutError):
        log.warning(
            "%s %s failed (attempt %d)", message.kind, message.nonce, message.attempts, exc_info=error
        )
    async with host.database.write() as w:
        if message.attempts >= MOST_ATTEMPTS:
            await outbox.mark_failed(w, message.id, reason, host.now())
        else:
            await outbox.mark_retry(w, message.id, reason, host.now() + backoff(message.attempts))


def backoff(attempts: int) -> int:
    """Seconds until the next attempt; doubles each time up to a quarter of an hour."""
    return int(min(_FIRST_BACKOFF_SECONDS * 2 ** (attempts - 1), _LONGEST_BACKOFF_SECONDS))


async def fall_due_forever(host: Host, messenger: Messenger) -> None:
    """Do what deadlines ask for, the earliest first; ends by cancellation."""
    async with host.database.write() as w:
        await deadlines.release(w)
    while True:
        async with host.database.read() as r:
            moment = await deadlines.next_due(r)
        if moment is None or moment > host.now():
            await _wait(host, host.deadlines, moment)
            continue
        async with host.database.write() as w:
            due = await deadlines.claim(w, host.now(), LEASE_SECONDS, BATCH)
        for deadline in due:
            await _fall_due(host, messenger, deadline)


async def _fall_due(host: Host, messenger: Messenger, deadline: DueDeadline) -> None:
    acts: dict[str, Callable[[], Awaitable[Any]]] = {
        playing.TURN: lambda: playing.time_out(host, deadline),
        playing.NEXT_LEG: lambda: playing.start_next_leg(host, deadline),
        challenging.EXPIRY: lambda: challenging.expire(host, deadline.subject),
        bots.ANSWER: lambda: host.bots.put(deadline.subject),
        briefings.FADE: lambda: messenger.empty_preview(dict(deadline.payload)),
    }
    try:
        await acts[deadline.kind]()
    except Refused as error:
        log.info("deadline %s of %s came too late: %s", deadline.kind, deadline.subject, error)
    except Exception:
        log.exception(
            "deadline %s of %s failed; tried again after its lease", deadline.kind, deadline.subject
        )
        return
    async with host.database.write() as w:
        await deadlines.done(w, deadline, host.now())


async def _wait(host: Host, signal: Signal, moment: int | None) -> None:
    """Until the signal, or the moment if there is one."""
    waits = {asyncio.ensure_future(signal.wait())}
    if moment is not None:
        waits.add(asyncio.ensure_future(host.clock.until(moment)))
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
