"""The next steps of a large contest are computed outside of transactions, from a snapshot that must hold."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import msgspec
import pytest

from bot.matchmaking.contests.formats import advance
from bot.matchmaking.contests.log.contest import apply_events
from bot.matchmaking.contests.log.event_store import CONTEST
from bot.matchmaking.contests.log.events import Decided
from bot.matchmaking.contests.log.terms import DAY, Kind
from bot.matchmaking.contests.organizing import entering, organizing
from bot.matchmaking.contests.running import next_steps, running
from bot.play.matches import playing
from storage.tables import blocks, contests, people
from tests.kit.contests.seasons import entered
from tests.kit.contests.stage import MANAGER, Stage, person


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take every contest for a large one."""
    monkeypatch.setattr(next_steps, "SMALL", 0)


class Slow:
    """Work beside the event loop that takes until the test says that it's done."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[asyncio.Event] = asyncio.Queue()
        self.calls = 0

    async def __call__(self, seconds: float, work: Callable[..., Any], *given: Any) -> Any:
        self.calls += 1
        done = asyncio.Event()
        self.asked.put_nowait(done)
        await done.wait()
        return work(*given)


@asynccontextmanager
async def being_paired(on_stage: Stage, id: str) -> AsyncIterator[Slow]:
    """Look at a contest: within the block its next steps are being computed, and after it they're written."""
    usual, slow = on_stage.app.apart, Slow()
    on_stage.app.apart = slow
    looking = asyncio.create_task(running.look(on_stage.app, await on_stage.job(CONTEST, id)))
    done = await slow.asked.get()
    yield slow
    while not looking.done():
        done.set()
        again = asyncio.create_task(slow.asked.get())
        await asyncio.wait([looking, again], return_when=asyncio.FIRST_COMPLETED)
        done = again.result() if again.done() else done
        again.cancel()
    await looking
    on_stage.app.apart = usual


async def ladder_of(on_stage: Stage, people: int) -> str:
    """Return a ladder on which these people are about to be paired."""
    id = await on_stage.contest("ladder", game="ccc", starts_at=0)
    await on_stage.enter(id, *range(1, people + 1))
    return id


async def test_while_pairings_are_computed_a_tap_is_answered_and_others_write(on_stage: Stage) -> None:
    other = await on_stage.begun("round robin", 2, game="ccc")
    (one,) = (await on_stage.of(other)).open
    id = await ladder_of(on_stage, 4)
    async with being_paired(on_stage, id) as slow:
        state = await on_stage.app.match_state(one.match)
        mover = state.seat_row(state.to_act[0]).person or 0
        action = state.game.format(next(iter(state.game.actions(state.view(state.to_act[0])))))
        await playing.act(on_stage.app, one.match, mover, action)
        async with on_stage.app.database.write() as w:
            await people.upsert(w, 77, "new", now=1)
        assert (await on_stage.app.match_state(one.match)).length == state.length + 1
        assert (await on_stage.of(id)).pairings == ()
    assert slow.calls == 1
    assert len((await on_stage.of(id)).open) == 2


async def test_who_withdraws_meanwhile_is_not_paired(on_stage: Stage) -> None:
    id = await ladder_of(on_stage, 4)
    async with being_paired(on_stage, id) as slow:
        await entering.leave(on_stage.app, id, person(2))
        await entering.leave(on_stage.app, id, person(3))
    contest = await on_stage.of(id)
    assert slow.calls == 2
    assert [{pairing.first, pairing.second} for pairing in contest.open] == [{person(1), person(4)}]


async def test_who_is_blocked_meanwhile_is_not_met(on_stage: Stage) -> None:
    id = await ladder_of(on_stage, 2)
    async with being_paired(on_stage, id) as slow, on_stage.app.database.write() as w:
        await blocks.add(w, person(1), person(2), on_stage.app.now())
    assert slow.calls == 2
    assert (await on_stage.of(id)).open == ()


async def test_terms_that_change_meanwhile_count(on_stage: Stage) -> None:
    id = await on_stage.contest("round robin", game="ccc")
    await on_stage.enter(id, 1, 2, 3, 4)
    on_stage.house.clock.advance(3600)
    async with being_paired(on_stage, id) as slow:
        row = await on_stage.row(id)
        async with on_stage.app.database.write() as w:
            await contests.change(w, id, {**row.terms, "at_once": 3})
    assert slow.calls == 2
    assert len((await on_stage.of(id)).open) == 6


async def test_a_contest_that_is_called_off_meanwhile_pairs_nobody(on_stage: Stage) -> None:
    id = await ladder_of(on_stage, 4)
    async with being_paired(on_stage, id) as slow:
        await organizing.call_off(on_stage.app, id, MANAGER)
    contest = await on_stage.of(id)
    assert (slow.calls, contest.status, contest.pairings) == (1, "called off", ())


async def test_a_result_that_comes_meanwhile_counts_at_the_next_look(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 4, game="ccc", at_once=3)
    first, second, *_ = (await on_stage.of(id)).open
    await on_stage.end(first, 0)
    on_stage.house.clock.advance(100)
    async with on_stage.app.database.write() as w:
        await running.set_next(w, id, await on_stage.of(id), on_stage.app.now(), [], more=True)
    on_stage.house.clock.advance(2)
    async with being_paired(on_stage, id):
        await on_stage.end(second, 1)
    assert [pairing.match for pairing in (await on_stage.of(id)).pairings if pairing.score] == [first.match]
    await on_stage.settle()
    assert [pairing.score for pairing in (await on_stage.of(id)).pairings if pairing.score] == ["win", "loss"]


async def test_while_a_round_of_a_swiss_is_played_nothing_is_computed(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4, game="ccc", rounds=2)
    on_stage.app.apart = slow = Slow()
    await on_stage.end((await on_stage.of(id)).open[0], 0)
    await on_stage.later(2)
    assert slow.calls == 0


@pytest.mark.parametrize("kind", list(advance.FORMATS))
def test_an_encoded_contest_has_the_same_next_steps(kind: Kind) -> None:
    contest = entered(kind, 9)
    for now in (2 * DAY, 4 * DAY):
        found = next_steps.following(msgspec.msgpack.encode(contest), now, ())
        names = map(str, count(1))
        assert found == advance.following(contest, now, names.__next__, ())
        contest = apply_events(contest, found)
        ended = [Decided(at=now, match=pairing.match, score="win") for pairing in contest.open]
        contest = apply_events(contest, ended)


async def test_a_contest_that_keeps_changing_waits_for_its_next_look(on_stage: Stage) -> None:
    """Other jobs have their turn, however often someone leaves and comes back."""
    id, usual, calls = await ladder_of(on_stage, 3), on_stage.app.apart, 0

    async def compute_while_one_comes_and_goes(seconds: float, work: Callable[..., Any], *given: Any) -> Any:
        nonlocal calls
        calls += 1
        await entering.leave(on_stage.app, id, person(3))
        await on_stage.enter(id, 3)
        return work(*given)

    on_stage.app.apart = compute_while_one_comes_and_goes  # type: ignore[assignment]
    await running.look(on_stage.app, await on_stage.job(CONTEST, id))
    assert (calls, (await on_stage.of(id)).open) == (3, ())
    assert (await on_stage.job(CONTEST, id)).due_at == on_stage.app.now() + running.SOON_SECONDS
    on_stage.app.apart = usual
    await running.look(on_stage.app, await on_stage.job(CONTEST, id))
    assert len((await on_stage.of(id)).open) == 1
