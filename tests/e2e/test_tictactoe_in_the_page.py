"""The tic-tac-toe example in the page, by taps of two people."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from examples.tictactoe import TicTacToe
from playground.people.defaults import BOT_ID
from tests.kit.browser import CHROMIUM, page_of
from tests.kit.hosts.registry import play_here
from tests.kit.table import table

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.mark.proof
async def test_the_example_is_played_tap_by_tap_until_three_are_in_a_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play_here(monkeypatch, TicTacToe())
    async with table("mara", "tom") as t, page_of(t, "mara", "tom") as panes:
        mara, tom = panes["mara"], panes["tom"]
        await mara.slash("/tictactoe challenge")
        await mara.offer("opponent", "Tom")
        await mara.offer("side", "X")
        await mara.send()
        await tom.tap("Accept")
        await t.tom.actor.open_dm(BOT_ID)
        for pane in (mara, tom):
            await pane.go_to("Slowplay")
        await mara.tap("Open")
        for pane, square in [(mara, "b2"), (tom, "a1"), (mara, "a3"), (tom, "c1")]:
            await pane.tap(square)
            await expect(pane.button(square)).to_have_count(0)
        await expect(mara.button("X").last).to_be_disabled()
        await expect(mara.button("b1")).to_be_enabled()
        await mara.tap("b1")
        await tom.tap("a2")
        await mara.tap("b3")
        await mara.sees("You win.")
        await tom.sees("You lose.")
