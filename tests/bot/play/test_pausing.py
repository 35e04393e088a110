"""A moderator's pause: neither player can act, no clock runs, and both know who paused the match."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.play.clocks.clocks import TURN, clock_of
from storage.tables import matches, scheduled_jobs
from storage.tables.ply import Ply, write_ply
from tests.kit.inputs import WorksAside
from tests.kit.matches.ccc import begin, play_bot
from tests.kit.matches.ccc_words import ROOM
from tests.kit.matches.decoy import in_private, play
from tests.kit.matches.tapped import Played, assert_refused, nothing_changes
from tests.kit.roles.moderators import logged, moderated
from tests.kit.seen import Seen
from tests.kit.servers.pausing import pause
from tests.kit.table import Table
from tests.kit.watching.events import happens

pytestmark = pytest.mark.table(at=moderated)

HOUR = 3600.0
STANDS = "so no one can move. You can ask for an earlier end with /report."


async def resume(match: Played) -> Seen:
    ines = match.t.ines
    seen = await ines.tap("Resume the match", await ines.slash("/moderate match", match=match.id))
    await match.t.settled()
    return seen


async def left(match: Played) -> dict[int, int]:
    """Return the seconds left on each clock of the turn, as of its last start or stop."""
    async with match.t.database.read() as r:
        clock = clock_of(await scheduled_jobs.get(r, TURN, match.id))
    assert clock is not None
    return clock.left


@pytest.mark.slow
async def test_nobody_acts_and_no_clock_runs_until_it_goes_on(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM, time="1d")
    t.advance(20 * HOUR)
    await t.settled()
    await pause(match)
    until = int(t.running.bot.ctx.app.now()) + 14 * 86_400
    assert await left(match) == {0: 4 * 3600}
    said = f"**Ines has paused this match until <t:{until}:f>.**"
    assert said in match.posts()[-1].text
    for person, other in ((t.mara, "Tom"), (t.tom, "Mara")):
        told = in_private(person)[-1].text
        line = f"Ines has paused your match against {other} in Collapsable Construct Collision · {match.name}"
        assert f"{line} until <t:{until}:f>." in told
        assert person.pushes()[-1].startswith(f"{line}. No one can move")
        assert "/report" in told
    t.advance(100 * HOUR)
    await t.settled()
    async with nothing_changes(t):
        assert_refused(await t.mara.move("d4-d5"), STANDS)
        assert_refused(await t.tom.slash("/draw", match=match.id), "paused")
    assert "Move" not in match.posts()[-1].buttons
    panel = await t.mara.tap("Open", in_private(t.mara)[-1])
    assert said in panel.text
    listed = (await t.mara.slash("/matches")).text
    assert "**Paused** · 1" in listed
    assert f"paused until <t:{until}:f>" in listed
    assert "turn**" not in listed
    await resume(match)
    assert "Move" in match.posts()[-1].buttons
    assert await left(match) == {0: 4 * 3600}
    assert (await match.table()).match.reason is None
    t.advance(3 * HOUR)
    await t.settled()
    await play(match, ["d4-d5"])
    title = (await match.table()).title
    assert [line for line, *_ in await logged(t)] == [f"Resumed {title}.", f"Paused {title}."]


@pytest.mark.slow
async def test_the_clock_goes_on_with_just_what_it_had_left(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM, time="1d")
    t.advance(23 * HOUR)
    await t.settled()
    await pause(match)
    t.advance(300 * HOUR)
    await t.settled()
    await resume(match)
    t.advance(0.9 * HOUR)
    await t.settled()
    assert (await match.table()).match.reason is None
    t.advance(0.2 * HOUR)
    await t.settled()
    assert (await match.table()).match.reason is not None


class Slow(WorksAside):
    """An AI that thinks until the test frees it."""

    def __init__(self, t: Table) -> None:
        self._bots: Any = t.running.bot.ctx.bots
        self._pool = self._bots.ai_pool
        self._bots.ai_pool = self
        self.asked, self.free = asyncio.Event(), asyncio.Event()

    async def think(self, question: Any) -> str:
        self.asked.set()
        await self.free.wait()
        text: str = await self._pool.think(question)
        return text


async def test_the_bot_waits_too_and_then_answers(t: Table) -> None:
    match = await play_bot(t, t.mara, 0, ROOM)
    slow = Slow(t)
    await t.mara.move("d4-d5")
    await happens(slow.asked)
    await t.ines.tap("Pause the match", await t.ines.slash("/moderate match", match=match.id))
    slow.free.set()
    await t.settled()
    t.advance(200)
    await t.settled()
    assert (await match.table()).length == 1, "what it had thought about comes too late"
    await resume(match)
    assert (await match.table()).length == 2


@pytest.mark.slow
async def test_a_player_can_still_resign_and_a_moderator_cancel(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    await pause(match)
    await t.mara.tap("Resign", await t.mara.slash("/resign", match=match.id))
    await t.settled()
    assert (await match.table()).match.winner == 1
    other = await begin(t, t.mara, t.tom, ROOM)
    await pause(other)
    question = await t.ines.tap("Cancel the match", await t.ines.slash("/moderate match", match=other.id))
    await t.ines.tap("Cancel it", question)
    assert (await other.table()).is_void


@pytest.mark.slow
async def test_conditional_moves_wait_until_it_goes_on(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    app = t.running.bot.ctx.app
    await t.tom.slash("/conditional", match=match.id, they_play="d4-d5", you_reply="e7-e6")
    async with app.database.write("all") as w:
        # As if the match had been paused before the reply was played.
        state = await app.match_state_in(w, match.id)
        await write_ply(
            w, Ply(match_id=match.id, number=state.length + 1, at=app.now(), actions=((0, "d4-d5"),))
        )
        await matches.pause(w, match.id, app.now(), int(t.ines.id), app.now() + 100)
    await t.settled()
    await resume(match)
    assert (await match.table()).texts == ("d4-d5", "e7-e6")


async def test_twice_is_refused(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    stale = await t.ines.slash("/moderate match", match=match.id)
    await pause(match)
    assert_refused(await t.ines.tap("Pause the match", stale), "This match is already paused.")
    assert "Pause the match" not in (await t.ines.slash("/moderate match", match=match.id)).buttons
