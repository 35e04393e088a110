"""The loop that delivers the outbox."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import Protocol

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.looping import alike, persistently, release, wait
from bot.core.sending import NoRoom, RetryAfter, ToldLater, Unavailable, Undeliverable, Unreachable
from bot.play.outbox import digests
from storage.engine.handle import Writer
from storage.rows import QueuedMessage, ScheduledJob
from storage.tables import outbox, scheduled_jobs

AHEAD = 256
"""The number of message ids to read at once."""
OFFERED = 64
"""The number of ids to try when claiming a few, since other processes may have taken some."""
FEW = 200
"""The number of rows that can be read in less than a millisecond."""
LASTS_SECONDS = 1


class Line:
    """The ids of sendable messages that were read a moment ago, most urgent first."""

    def __init__(self) -> None:
        self._ids: Sequence[int] = ()
        self._found_at = 0

    async def front(self, app: AppContext, now: int) -> Sequence[int]:
        """Return the ids that may be sent now, at most `OFFERED`."""
        if not self._ids or not 0 <= now - self._found_at <= LASTS_SECONDS:
            self._ids, self._found_at = await _find_sendable(app, now), now
        return self._ids[:OFFERED]

    def drop_tried(self, offered: Sequence[int], taken: Iterable[int], limit: int) -> None:
        """Drop the ids already tried: of the `offered` ones, `taken` were claimed, at most `limit`."""
        places = [offered.index(id) for id in taken]
        looked_at = max(places) + 1 if len(places) == limit else len(offered)
        self._ids = self._ids[looked_at:]


async def _find_sendable(app: AppContext, now: int) -> Sequence[int]:
    async with app.database.read() as r:
        anything, is_long = await outbox.waits(r, now, FEW)
    if not anything:
        return ()
    async with app.database.read(long=is_long) as r:
        return await outbox.line(r, app.database.host, now, AHEAD, app.hooks.patience)


log = logging.getLogger(__name__)

LEASE_SECONDS = 60
BATCH = 16
MOST_ATTEMPTS = 12
_FIRST_BACKOFF_SECONDS = 2
_LONGEST_BACKOFF_SECONDS = 900
_DOUBLINGS = 16
_DRAIN_SECONDS = 5.0


class Messenger(Protocol):
    """The part of the bot that sends messages to Discord."""

    async def deliver(self, message: QueuedMessage) -> int | None:
        """Send one message of the outbox.

        Returns:
            The id of the posted message, or None if there was nothing to say.

        Raises:
            Undeliverable: The message is given up; if Unreachable, until the person can be reached again.
            RetryAfter: It's tried again after that time.
            Unavailable: It's tried again as long as Discord is down.
            Exception: Any other error; it's tried `MOST_ATTEMPTS` times.
        """


async def deliver_forever(app: AppContext, messenger: Messenger) -> None:
    """Send due messages until canceled, each lane in order and the lanes concurrently."""
    running: dict[int, asyncio.Task[None]] = {}
    line = Line()
    await persistently(app, app.outbox, lambda: release(app, outbox.release))
    try:
        while True:
            await persistently(app, app.outbox, lambda: _deliver_next(app, messenger, running, line))
    finally:
        await _finish(app, set(running.values()))


async def _finish(app: AppContext, sending: set[asyncio.Task[None]]) -> None:
    """Wait a few seconds for running sends, then cancel them; don't wait if other processes now send them."""
    if sending and not app.database.lost.is_set():
        await asyncio.wait(sending, timeout=_DRAIN_SECONDS)
    for task in sending:
        task.cancel()
    await asyncio.gather(*sending, return_exceptions=True)


async def _deliver_next(
    app: AppContext, messenger: Messenger, running: dict[int, asyncio.Task[None]], line: Line
) -> None:
    """Start sending the due messages, or wait until one is due."""
    if len(running) >= BATCH:
        await app.outbox.wait()
        return
    now = app.now()
    if not await line.front(app, now):
        # For the same `now`, so that no message becomes due unnoticed in between.
        async with app.database.read() as r:
            moment = await outbox.next_due(r, app.database.host, now)
        await wait(app, app.outbox, moment)
        return
    for message in await _claim_due(app, line, BATCH - len(running)):
        if message.id not in running:
            running[message.id] = _start_sending(app, messenger, message, running)


async def _claim_due(app: AppContext, line: Line, limit: int) -> list[QueuedMessage]:
    """Claim due messages; return those to send now. What waits for one person is merged into a digest."""
    now = app.now()
    front = await line.front(app, now)

    async def claim(w: Writer) -> tuple[list[QueuedMessage], list[QueuedMessage]]:
        due = await outbox.claim(w, app.database.host, now, LEASE_SECONDS, limit, front)
        return due, [message for message in due if not await digests.merge_waiting(w, message, now)]

    # A move may supersede these very rows; on a deadlock `transact` tries again.
    due, alone = await app.database.transact(claim, "outbox")
    line.drop_tried(front, [message.id for message in due], limit)
    return alone


def _start_sending(
    app: AppContext, messenger: Messenger, message: QueuedMessage, running: dict[int, asyncio.Task[None]]
) -> asyncio.Task[None]:
    def finish_task(task: asyncio.Task[None]) -> None:
        del running[message.id]
        if not task.cancelled() and task.exception() is not None:
            log.error("couldn't note what became of %s", message.nonce, exc_info=task.exception())
        app.outbox.wake()

    task = asyncio.create_task(_deliver_one(app, messenger, message), name=f"deliver {message.nonce}")
    task.add_done_callback(finish_task)
    return task


async def _deliver_one(app: AppContext, messenger: Messenger, message: QueuedMessage) -> None:
    try:
        posted = await messenger.deliver(message)
    except Undeliverable as error:
        unheard = isinstance(error, Unreachable)
        told = (message.kind, message.nonce, error)
        if isinstance(error, Unreachable | ToldLater):
            # The code that finds a person unreachable logs the details.
            log.info("%s %s waits until it can be told: %s", *told, extra=alike("waits to be told"))
        else:
            log.warning("gave up on %s %s: %s", *told)
        async with app.database.write() as w:
            held = await outbox.mark_failed(w, message, str(error), app.now(), unheard=unheard)
        _say_if_taken(message, held)
    except Exception as error:
        await _try_again(app, message, error)
    else:
        async with app.database.write() as w:
            held = await outbox.mark_sent(w, message, posted, app.now())
            if held and message.attempts > 1:
                await outbox.make_retries_due(w)
        _say_if_taken(message, held)


async def _try_again(app: AppContext, message: QueuedMessage, error: Exception) -> None:
    reason, again_at = f"{type(error).__name__}: {error}", app.now() + backoff(message.attempts)
    away = isinstance(error, Unavailable | OSError | TimeoutError)
    foreseen = away or isinstance(error, RetryAfter)
    if isinstance(error, RetryAfter):
        again_at = app.now() + error.seconds
    level, unforeseen = (logging.INFO, None) if foreseen else (logging.WARNING, error)
    if isinstance(error, NoRoom):
        level = logging.DEBUG
    told = (message.kind, message.nonce, message.attempts, reason)
    log.log(level, "%s %s failed (attempt %d): %s", *told, exc_info=unforeseen)
    async with app.database.write() as w:
        if foreseen or message.attempts < MOST_ATTEMPTS:
            held = await outbox.mark_retry(w, message, reason, again_at, away=away)
        else:
            held = await outbox.mark_failed(w, message, reason, app.now())
    _say_if_taken(message, held)


def _say_if_taken(message: QueuedMessage, held: bool) -> None:
    """Log that another process has taken over a message, and so records its outcome."""
    if not held:
        log.warning("%s %s is another process's by now, which looks after it", message.kind, message.nonce)


def backoff(attempts: int) -> int:
    """Return the seconds until the next attempt; they double each time, up to a quarter of an hour."""
    return min(_FIRST_BACKOFF_SECONDS << min(attempts - 1, _DOUBLINGS), _LONGEST_BACKOFF_SECONDS)


REACH = "reach"


async def later(app: AppContext, person: int, moment: int) -> None:
    """Schedule the undelivered messages to a person for a moment, in epoch seconds."""
    async with app.database.write() as w:
        await scheduled_jobs.set(w, ScheduledJob(kind=REACH, subject=str(person), due_at=moment))
    app.jobs.wake()


async def again(app: AppContext, person: str) -> None:
    """Make the undelivered messages to a person due now."""
    async with app.database.write() as w:
        await outbox.revive(w, notices.person_lane(int(person)))
    app.outbox.wake()
