"""The fair queue: who goes first, and that each caller gets a turn. Time is a number that the test sets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable

import pytest

from bot.play.ai.queueing import HALF_LIFE_SECONDS, FairQueue


class Shop:
    """A queue with a single place, and the order in which callers were served."""

    def __init__(self) -> None:
        self.time = 0.0
        self.queue = FairQueue(1, lambda: self.time)
        self.served: list[tuple[Hashable, ...]] = []
        self._doors: dict[tuple[Hashable, ...], asyncio.Event] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def comes(self, *whom: Hashable, aside: bool = False) -> asyncio.Task[None]:
        """Let a caller join the queue; once served, they stay until `leaves` is called."""
        self._doors[whom] = asyncio.Event()
        task = asyncio.create_task(self._stay(whom, aside))
        self._tasks.append(task)
        await asyncio.sleep(0)
        return task

    async def _stay(self, whom: tuple[Hashable, ...], aside: bool) -> None:
        async with self.queue.place(*whom, aside=aside):
            self.served.append(whom)
            await self._doors[whom].wait()

    async def leaves(self, *whom: Hashable, after: float = 0.0) -> None:
        """Let the served caller leave after some seconds, so that the next one is served."""
        self.time += after
        self._doors[whom].set()
        for _ in range(5):
            await asyncio.sleep(0)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@pytest.fixture
async def shop() -> AsyncIterator[Shop]:
    made = Shop()
    yield made
    await made.close()


async def test_somebody_with_many_matches_does_not_keep_another_person_waiting(shop: Shop) -> None:
    for number in range(9):
        await shop.comes("mara", number)
    await shop.comes("tom", 100)
    await shop.leaves("mara", 0, after=1.0)
    assert shop.served == [("mara", 0), ("tom", 100)]
    assert shop.queue.waiting == 8


async def test_a_turn_of_many_actions_does_not_keep_another_match_of_the_same_person_waiting(
    shop: Shop,
) -> None:
    await shop.comes("mara", "decoy")
    await shop.leaves("mara", "decoy", after=1.0)
    await shop.comes("tom", "ccc")
    await shop.comes("mara", "decoy")
    await shop.comes("mara", "creators")
    await shop.leaves("tom", "ccc", after=2.0)
    assert shop.served[2:] == [("mara", "creators")]


async def test_of_equals_who_came_first_goes_first(shop: Shop) -> None:
    await shop.comes("ann", 0)
    for name in ("zoe", "ben", "mia"):
        await shop.comes(name, 1)
    await shop.leaves("ann", 0, after=1.0)
    await shop.leaves("zoe", 1)
    await shop.leaves("ben", 1)
    assert [name for name, _ in shop.served] == ["ann", "zoe", "ben", "mia"]


async def test_what_somebody_had_long_ago_no_longer_counts_much(shop: Shop) -> None:
    await shop.comes("mara", 1)
    await shop.leaves("mara", 1, after=8.0)
    shop.time += 5 * HALF_LIFE_SECONDS
    await shop.comes("tom", 1)
    await shop.leaves("tom", 1, after=1.0)
    await shop.comes("ann", 1)
    await shop.comes("tom", 2)
    await shop.comes("mara", 2)
    await shop.leaves("ann", 1, after=1.0)
    assert shop.served[-1] == ("mara", 2)


async def test_who_is_inside_counts_while_they_stay() -> None:
    shop = Shop()
    shop.queue = FairQueue(2, lambda: shop.time)
    await shop.comes("tom", 0)
    await shop.leaves("tom", 0, after=1.0)
    await shop.comes("mara", 1)
    await shop.comes("ann", 1)
    await shop.comes("mara", 2)
    await shop.comes("tom", 1)
    await shop.leaves("ann", 1, after=5.0)
    assert shop.served[-1] == ("tom", 1), "mara has been thought for all the time"
    await shop.close()


async def test_who_gives_up_waiting_leaves_no_gap(shop: Shop) -> None:
    await shop.comes("mara", 1)
    waiting = await shop.comes("tom", 1)
    await shop.comes("ann", 1)
    waiting.cancel()
    await shop.leaves("mara", 1, after=1.0)
    assert shop.served[-1] == ("ann", 1)


async def test_who_gives_up_when_called_gives_the_place_to_the_next(shop: Shop) -> None:
    await shop.comes("mara", 1)
    called = await shop.comes("tom", 1)
    await shop.comes("ann", 1)
    shop._doors["mara", 1].set()
    await asyncio.sleep(0)
    assert shop.queue.waiting == 1, "called, but not inside yet"
    called.cancel()
    await shop.leaves("mara", 1)
    assert shop.served == [("mara", 1), ("ann", 1)]


async def test_what_nobody_waits_for_comes_after_every_match_that_waits(shop: Shop) -> None:
    await shop.comes("ann", 9)
    await shop.comes("mara", aside=True)
    for number in range(3):
        await shop.comes("tom", number)
    await shop.leaves("ann", 9, after=1.0)
    for number in range(3):
        await shop.leaves("tom", number, after=5.0)
    assert shop.served == [("ann", 9), ("tom", 0), ("tom", 1), ("tom", 2), ("mara",)]


async def test_only_one_place_is_given_to_what_nobody_waits_for() -> None:
    shop = Shop()
    shop.queue = FairQueue(3, lambda: shop.time)
    await shop.comes("mara", aside=True)
    await shop.comes("tom", aside=True)
    await shop.comes("ann", 0)
    assert shop.served == [("mara",), ("ann", 0)]
    await shop.leaves("mara", after=1.0)
    assert shop.served[-1] == ("tom",)
    await shop.close()


async def test_what_is_done_aside_makes_nobody_wait_longer_for_a_match_nor_levels_play_badly(
    shop: Shop,
) -> None:
    await shop.comes("mara", aside=True)
    await shop.comes("tom", aside=True)
    assert (shop.queue.waiting, shop.queue.others_waiting("ann")) == (0, 0)
    await shop.comes("ann", 1)
    await shop.leaves("mara", after=30.0)
    await shop.comes("tom", 1)
    await shop.comes("mara", 1)
    await shop.leaves("ann", 1, after=1.0)
    assert shop.served == [("mara",), ("ann", 1), ("tom", 1)], "of equals who came first"


async def test_aside_too_whoever_has_had_the_least_goes_first(shop: Shop) -> None:
    await shop.comes("mara", aside=True)
    await shop.leaves("mara", after=9.0)
    await shop.comes("ann", 0)
    await shop.comes("mara", aside=True)
    await shop.comes("tom", aside=True)
    await shop.leaves("ann", 0)
    assert shop.served[-1] == ("tom",)
