"""Decoy Patrol in the page, by taps: an assassination, an attrition, a surrounded piece."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.core.match_state import MatchState
from playground.people.defaults import BOT_ID
from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.matches.decoy import ASSASSINATION, begin_set_up, play
from tests.kit.rows import open_ids
from tests.kit.table import Table, table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

SCOUTS_IN_FRONT = "CGGII5/DDDDD5/1S2S5"
DECOYS_IN_FRONT = "CSSGGII3/10/DDDDD5"
SCOUTS_ON_THE_RIGHT = "CGGII5/DDDD6/7SSD"
A_SCOUT_ON_THE_EDGE = "CSGGII4/DDDDD5/9S"


async def only_match(t: Table) -> str:
    async with t.database.read() as r:
        (match_id,) = await open_ids(r)
    return match_id


async def match_now(t: Table, match_id: str) -> MatchState:
    return await t.running.bot.ctx.app.match_state(match_id)


async def challenge(t: Table, panes: dict[str, Pane]) -> str:
    """Let Mara challenge Tom as Cyan; both get their private setup. Return the match's id."""
    mara, tom = panes["mara"], panes["tom"]
    await mara.slash("/decoy challenge")
    await mara.offer("opponent", "Tom")
    await mara.offer("side", "Cyan")
    await mara.send()
    await tom.tap("Accept")
    await tom.sees("Set up your twelve pieces.")
    await t.tom.actor.open_dm(BOT_ID)
    await mara.go_to("Slowplay")
    await mara.button("Open").wait_for()
    return await only_match(t)


async def set_up(t: Table, panes: dict[str, Pane], cyan: str, magenta: str) -> str:
    """Start a match whose layouts are committed with typed commands."""
    match_id = await challenge(t, panes)
    await t.tom.move(f"setup {magenta}")
    await t.mara.move(f"setup {cyan}")
    await t.settled()
    await panes["tom"].go_to("Slowplay")
    await panes["mara"].tap("Open")
    return match_id


async def step(pane: Pane, *squares: str) -> None:
    """Choose the piece on the first square and move it over the other squares, one tap a step."""
    await pane.sees("Which piece do you want to move?")
    await pane.root.get_by_role("button", name=re.compile(rf"^[CSGID] {squares[0]}$")).last.click()
    await walk(pane, *squares)


async def go_on(pane: Pane, *squares: str) -> None:
    """Move the selected piece on, or another piece beside it."""
    await pane.sees("left.")
    other = pane.root.get_by_role("button", name=re.compile(rf"^[CSGID] {squares[0]}\b")).last
    if await other.count():
        await other.click()
    await walk(pane, *squares)


async def walk(pane: Pane, *squares: str) -> None:
    """Move the selected piece from the first square over the others."""
    await pane.root.get_by_text(re.compile(rf"^[A-Z][a-z]+ {squares[0]}: \d step")).last.wait_for()
    for target in squares[1:]:
        await pane.root.get_by_role("button", name=re.compile(rf"\b{target}$")).last.click()


async def attack(pane: Pane, text: str) -> None:
    await pane.sees("Which attack do you want to make?")
    label = re.compile(rf"^[CSGID] {text.replace('x', ' × ')}, ")
    await pane.root.get_by_role("button", name=label).last.click()


async def open_turn(t: Table, pane: Pane, match_id: str, seat: int) -> None:
    """Wait until the seat must act, and open the ping; an earlier tap would open the old position."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (await match_now(t, match_id)).to_act != (seat,):
            await pane.button("Open").count()
            await t.settled()
    call = pane.root.get_by_text(re.compile("^Your turn against")).last
    await call.wait_for()
    await pane.tap("Open")
    # The ping and the panel that replaces it have the same buttons; a tap for the panel must wait for it.
    await call.wait_for(state="hidden")


async def pass_turn(t: Table, pane: Pane, match_id: str, *labels: str) -> None:
    """Play Magenta's turn without any effect."""
    await open_turn(t, pane, match_id, 1)
    for label in labels:
        await pane.tap(label)
    await pane.sees("To move:")


@pytest.mark.proof
async def test_a_commander_is_found_and_falls() -> None:
    async with table("mara", "tom") as t, page_of(t, "mara", "tom") as panes:
        match_id = await challenge(t, panes)
        mara, tom = panes["mara"], panes["tom"]
        await mara.tap("Open")
        for pane in (mara, tom):
            await pane.choose("1DCD2D1D1/2G2D4/S2I1GI2S")
        # Tom moves his Commander to the front: piece, row, square.
        await tom.choose("c9")
        await tom.tap("Row 7 (front)")
        await tom.tap("e7")
        for pane in (mara, tom):
            await pane.tap("Confirm")
            await pane.sees("You can't change it afterward")
            await pane.tap("Confirm")
        await tom.sees("Your layout is set.")
        await tom.go_to("Slowplay")
        await open_turn(t, mara, match_id, 0)
        await step(mara, "d2", "e3", "f4", "e5")
        await mara.sees("Your turn is over.")
        await open_turn(t, tom, match_id, 1)
        await go_on(tom, "e7", "e6")
        await tom.tap("End movement")
        await tom.tap("End turn")
        await tom.sees("Your turn is over.")
        await open_turn(t, mara, match_id, 0)
        await go_on(mara, "g2", "f3", "g4", "f5")
        await attack(mara, "e5xe6")
        await attack(mara, "f5xe6")
        await mara.sees("Magenta's Commander is destroyed.")
        await tom.sees("Magenta's Commander is destroyed.")
        match = await match_now(t, match_id)
        assert (match.match.winner, match.match.reason) == (0, "assassination")
        await mara.go_to("Mara – Tom")
        await mara.sees("Cyan attacks e6 from f5: destroyed.")


@pytest.mark.proof
async def test_five_decoys_fall_one_by_one() -> None:
    async with table("mara", "tom") as t, page_of(t, "mara", "tom") as panes:
        match_id = await set_up(t, panes, SCOUTS_IN_FRONT, DECOYS_IN_FRONT)
        mara, tom = panes["mara"], panes["tom"]
        await step(mara, "e2", "e3", "e4", "e5")
        await mara.sees("Your turn is over.")
        await pass_turn(t, tom, match_id, "End turn", "End turn anyway")
        await open_turn(t, mara, match_id, 0)
        await go_on(mara, "e5", "e6")
        await go_on(mara, "b2", "b3", "b4")
        await attack(mara, "e6xd7")
        await mara.sees("Your turn is over.")
        await pass_turn(t, tom, match_id, "End movement", "End turn", "End turn anyway")
        await open_turn(t, mara, match_id, 0)
        await go_on(mara, "e6", "d6")
        await go_on(mara, "b4", "b5", "b6")
        await attack(mara, "d6xc7")
        await attack(mara, "b6xa7")
        await pass_turn(t, tom, match_id, "End movement", "End turn", "End turn anyway")
        await open_turn(t, mara, match_id, 0)
        await mara.tap("End movement")
        await attack(mara, "d6xe7")
        await attack(mara, "b6xb7")
        await mara.sees("Magenta has no Decoys left.")
        await tom.sees("Magenta has no Decoys left.")
        match = await match_now(t, match_id)
        assert (match.match.winner, match.match.reason) == (0, "attrition")


@pytest.mark.proof
async def test_a_lone_scout_on_the_edge_is_surrounded() -> None:
    async with table("mara", "tom") as t, page_of(t, "mara", "tom") as panes:
        match_id = await set_up(t, panes, SCOUTS_ON_THE_RIGHT, A_SCOUT_ON_THE_EDGE)
        mara, tom = panes["mara"], panes["tom"]
        await step(mara, "h2", "h3", "h4", "h5")
        await mara.sees("Your turn is over.")
        await open_turn(t, tom, match_id, 1)
        await go_on(tom, "j7", "j6", "j5", "j4")
        await open_turn(t, mara, match_id, 0)
        await go_on(mara, "i2", "i3", "i4")
        await go_on(mara, "j2", "j3")
        await mara.sees("Which attack do you want to make?")
        await mara.tap("End turn")
        await pass_turn(t, tom, match_id, "End movement", "End turn", "End turn anyway")
        await open_turn(t, mara, match_id, 0)
        await go_on(mara, "h5", "i5", "j5 surrounds")
        await mara.sees("Surrounded: 1 of Magenta's pieces.")
        await mara.tap("End turn")
        await tom.sees("You lost your Scout on j4.")
        match = await match_now(t, match_id)
        assert len(match.game_state.sides[1].pieces) == 11
        await mara.go_to("Mara – Tom")
        await mara.sees("Surrounded: 1 of Magenta's pieces.")


IN_SIGHT = """() => {
  const scroller = [...document.querySelectorAll(".scroller")].find((one) => one.offsetParent);
  scroller.scrollTop = scroller.scrollHeight;
  const picture = [...scroller.querySelectorAll(".container img, .embed img")].at(-1).getBoundingClientRect();
  const room = scroller.getBoundingClientRect();
  const high = Math.min(picture.bottom, room.bottom) - Math.max(picture.top, room.top);
  return Math.max(0, high) / picture.height;
}"""
"""JavaScript that scrolls down and returns the visible share of the newest picture."""


@pytest.mark.slow
async def test_a_phone_shows_the_board_beside_the_pad_and_all_twelve_pieces() -> None:
    async with table("mara", "tom") as t:
        match = await begin_set_up(t, t.mara, t.tom)
        await play(match, ASSASSINATION[:5])
        async with page_of(t, "mara", width=390, height=844) as panes:
            mara = panes["mara"]
            await mara.go_to("Slowplay")
            for _ in ("the ping", "the panel"):
                await mara.sees("Guardian e4: 2 steps, 3 points left.")
                await mara.page.wait_for_function(f"({IN_SIGHT})() > 0.6")
                await mara.tap("Open")
