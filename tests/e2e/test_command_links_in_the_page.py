"""Commands in sentences: a tap fills the command in, for people who may use it."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from playground.model.records import Message
from playground.posts import messages
from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.table import Table, table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]


async def test_a_command_in_a_sentence_is_filled_in_by_a_tap_and_by_enter() -> None:
    async with table("mara") as t, page_of(t, "mara", width=390, height=800) as panes:
        pane = panes["mara"]
        form = pane.root.get_by_test_id("command-form")
        await t.mara.tap("More", await t.mara.slash("/help"))
        await _link(pane, "/decoy play").click()
        await expect(form).to_have_attribute("data-command", "decoy play")
        await pane.root.get_by_test_id("cancel-command").click()
        await pane.tap("Next ▶")
        await _link(pane, "/move").press("Enter")
        await expect(form).to_have_attribute("data-command", "move")


@pytest.mark.proof
async def test_a_link_means_the_command_with_its_id() -> None:
    async with table("mara") as t, page_of(t, "mara", width=390, height=800) as panes:
        pane = panes["mara"]
        _say(t, "see </decoy play:123>")
        await _link(pane, "/decoy play").click()
        await expect(pane.root.get_by_test_id("composer")).to_have_value("/decoy play")
        await expect(pane.root.get_by_test_id("command-form")).to_be_hidden()


def _link(pane: Pane, name: str) -> Locator:
    return pane.root.get_by_test_id("messages").get_by_role("button", name=name, exact=True).first


def _say(t: Table, content: str) -> Message:
    world, channel = t.playground.world, t.mara.actor.channel("games")
    return messages.create(world, channel, t.mara.id, {"content": content})
