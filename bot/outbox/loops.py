"""The two loops that make things happen: the outbox is delivered, deadlines fall due."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from bot.ai import bot_matches
from bot.challenges import challenging
from bot.clocks import away, clocks, silences
from bot.conditional_moves import foreseen
from bot.core.host import Host, Signal
from bot.core.refused import Refused
from bot.matches import briefings, ending, following, starting
from bot.outbox import digests
from storage import deadlines, outbox
from storage.handle import Writer
from storage.rows import DueDeadline, QueuedMessage

log = logging.getLogger(__name__)

LEASE_SECONDS = 60
BATCH = 16
MOST_ATTEMPTS = 12
_FIRST_BACKOFF_SECONDS = 2
_LONGEST_BACKOFF_SECONDS = 900
_DOUBLINGS = 16
_TROUBLE_SECONDS = 5
_DRAIN_SECONDS = 5.0


class Undeliverable(Exception):
    """This message can never be delivered; trying again is of no use."""


class Unheard(Undeliverable):
    """Nobody can be reached by this message; it is told when they can be again (`outbox.revive`)."""

    def __init__(self, why: str) -> None:
        super().__init__(outbox.UNHEARD + why)


class Away(Exception):
    """Discord is not to be reached, or is broken: however long that lasts, nothing is given up for it."""


class Later(Exception):
    """Discord wants to be left in peace for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"again in {seconds} seconds")
        self.seconds = math.ceil(seconds)


class Messenger(Protocol):
    """Whatever talks to Discord."""

    async def deliver(self, message: QueuedMessage) -> int | None:
        """Send one message of the outbox; the id of what was posted, None when nothing had to be said.

        Undeliverable gives up, Unheard until somebody comes back; Later is tried again when it says, Away as
        long as it takes, and any other exception MOST_ATTEMPTS times."""

    async def empty_preview(self, payload: dict[str, Any]) -> None:
        """Take a preview away from the message that shows it."""


async def deliver_forever(host: Host, messenger: Messenger) -> None:
    """Send what is due, each lane in order and beside the others; ends by cancellation."""
    running: dict[int, asyncio.Task[None]] = {}
    await _persistently(host, host.outbox, lambda: _release(host, outbox.release))
    try:
        while True:
            await _persistently(host, host.outbox, lambda: _deliver_next(host, messenger, running))
    finally:
        await _finish(set(running.values()))


async def _finish(sending: set[asyncio.Task[None]]) -> None:
    """Let what is being sent arrive and be noted, within a few seconds."""
    if sending:
        await asyncio.wait(sending, timeout=_DRAIN_SECONDS)
    for task in sending:
        task.cancel()
    await asyncio.gather(*sending, return_exceptions=True)


async def _deliver_next(host: Host, messenger: Messenger, running: dict[int, asyncio.Task[None]]) -> None:
    """Start on what is due now, or wait until something is."""
    async with host.database.read() as r:
        moment = await outbox.next_due(r, host.now())
    if len(running) >= BATCH:
        await host.outbox.wait()
    elif moment is None or moment > host.now():
        await _wait(host, host.outbox, moment)
    else:
        for message in await _claimed(host, BATCH - len(running)):
            if message.id not in running:
                running[message.id] = _started(host, messenger, message, running)


async def _claimed(host: Host, limit: int) -> list[QueuedMessage]:
    """What is to be sent now; what waits for one person becomes a digest first, which is claimed next."""
    async with host.database.write() as w:
        due = await outbox.claim(w, host.now(), LEASE_SECONDS, limit)
        return [message for message in due if not await digests.merged(w, message, host.now())]


def _started(
    host: Host, messenger: Messenger, message: QueuedMessage, running: dict[int, asyncio.Task[None]]
) -> asyncio.Task[None]:
    def ended(task: asyncio.Task[None]) -> None:
        del running[message.id]
        if not task.cancelled() and task.exception() is not None:
            log.error("what became of %s is not noted", message.nonce, exc_info=task.exception())
        host.outbox.wake()

    task = asyncio.create_task(_deliver_one(host, messenger, message), name=f"deliver {message.nonce}")
    task.add_done_callback(ended)
    return task


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
            if message.attempts > 1:
                await outbox.hasten_retries(w)


async def _try_again(host: Host, message: QueuedMessage, error: Exception) -> None:
    reason, again_at = f"{type(error).__name__}: {error}", host.now() + backoff(message.attempts)
    level, foreseen = logging.INFO, isinstance(error, Later | Away | OSError | TimeoutError)
    if isinstance(error, Later):
        again_at = host.now() + error.seconds
    elif foreseen:
        reason = outbox.AWAY + reason
    else:
        level = logging.WARNING
    told = (message.kind, message.nonce, message.attempts, reason)
    log.log(level, "%s %s failed (attempt %d): %s", *told, exc_info=None if foreseen else error)
    async with host.database.write() as w:
        if foreseen or message.attempts < MOST_ATTEMPTS:
            await outbox.mark_retry(w, message.id, reason, again_at)
        else:
            await outbox.mark_failed(w, message.id, reason, host.now())


def backoff(attempts: int) -> int:
    """Seconds until the next attempt; doubles each time up to a quarter of an hour."""
    return min(_FIRST_BACKOFF_SECONDS << min(attempts - 1, _DOUBLINGS), _LONGEST_BACKOFF_SECONDS)


async def fall_due_forever(host: Host, messenger: Messenger) -> None:
    """Do what deadlines ask for, the earliest first; ends by cancellation."""
    await _persistently(host, host.deadlines, lambda: _release(host, deadlines.release))
    while True:
        await _persistently(host, host.deadlines, lambda: _fall_due_next(host, messenger))


async def _fall_due_next(host: Host, messenger: Messenger) -> None:
    """Do what is due now, or wait until something is."""
    async with host.database.read() as r:
        moment = await deadlines.next_due(r)
    if moment is None or moment > host.now():
        await _wait(host, host.deadlines, moment)
        return
    async with host.database.write() as w:
        due = await deadlines.claim(w, host.now(), LEASE_SECONDS, BATCH)
    for deadline in due:
        await _fall_due(host, messenger, deadline)


async def _release(host: Host, release: Callable[[Writer], Awaitable[None]]) -> None:
    """Forget all leases: whoever held them is gone."""
    async with host.database.write() as w:
        await release(w)


async def _persistently(host: Host, signal: Signal, step: Callable[[], Awaitable[None]]) -> None:
    """A step of a loop; the loop outlives what goes wrong in it, a full disk for example."""
    try:
        await step()
    except Exception:
        log.exception("a loop stumbled and goes on in %d seconds", _TROUBLE_SECONDS)
        await _wait(host, signal, host.now() + _TROUBLE_SECONDS)


async def _fall_due(host: Host, messenger: Messenger, deadline: DueDeadline) -> None:
    acts: dict[str, Callable[[], Awaitable[Any]]] = {
        clocks.TURN: lambda: _timed(host, lambda: ending.time_out(host, deadline)),
        **dict.fromkeys(clocks.REMINDERS, lambda: _timed(host, lambda: clocks.remind(host, deadline))),
        away.AWAY: lambda: away.tell_opponents(host, deadline),
        **dict.fromkeys(clocks.SILENCES, lambda: _timed(host, lambda: silences.give_up(host, deadline))),
        following.REPLY: lambda: foreseen.reply(host, deadline),
        following.NEXT_LEG: lambda: starting.start_next_leg(host, deadline),
        challenging.EXPIRY: lambda: challenging.expire(host, deadline.subject),
        bot_matches.EXPIRY: lambda: bot_matches.expire(host, deadline.subject),
        following.ANSWER: lambda: following.call_bot(host, deadline.subject),
        briefings.FADE: lambda: messenger.empty_preview(dict(deadline.payload)),
    }
    try:
        await acts[deadline.kind]()
    except Refused as error:
        log.info("deadline %s of %s came too late: %s", deadline.kind, deadline.subject, error)
    except (Away, Later) as error:
        log.info("deadline %s of %s waits for Discord: %s", deadline.kind, deadline.subject, error)
        return
    except Exception:
        log.exception(
            "deadline %s of %s failed; tried again after its lease", deadline.kind, deadline.subject
        )
        return
    async with host.database.write() as w:
        await deadlines.done(w, deadline, host.now())


async def _timed(host: Host, act: Callable[[], Awaitable[Any]]) -> None:
    """What a clock brings about, while people can be reached; an outage is given back before it is done."""
    if not host.reachable:
        raise Away("nobody reaches us just now")
    await act()


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
