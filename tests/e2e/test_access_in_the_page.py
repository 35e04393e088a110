"""The page's accessibility: axe checks its main states, light and dark, large and small."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from tests.e2e.inspector import PHONE, Inspector
from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.table import Table, table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]


async def to_the_panel(t: Table) -> None:
    """Let Mara challenge Tom, both see the preview, and Mara roll the die."""
    await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator", board_size=12)
    await t.tom.tap("Accept")
    for person in (t.tom, t.mara):
        await person.tap("Got it", await person.tap("Show it now (then it counts)"))
    await t.mara.tap("Roll the die")


async def pin_a_greeting(t: Table) -> None:
    """Pin a message in the channel “games” without any event."""
    world, said = t.playground.world, await t.tom.actor.say("games", "well met")
    world.channel(said["channel_id"]).pins[said["id"]] = world.now()
    world.messages[said["id"]].payload["pinned"] = True


@contextlib.asynccontextmanager
async def inspected() -> AsyncIterator[tuple[Inspector, Pane, Pane]]:
    """Yield an inspector with Mara at her board and Tom at the challenge; assert that it finds nothing."""
    async with table("mara", "tom") as t:
        await to_the_panel(t)
        await pin_a_greeting(t)
        async with page_of(t, "mara", "tom") as panes:
            mara, tom = panes["mara"], panes["tom"]
            await mara.page.emulate_media(reduced_motion="reduce")
            await mara.go_to("Slowplay")
            await mara.root.get_by_text("Where do you want to land?").wait_for()
            inspector = Inspector(mara.page)
            yield inspector, mara, tom
    assert inspector.found == []


async def begin_to_rename(pane: Pane) -> None:
    await pane.root.get_by_test_id("channel-menu").click()
    await pane.page.get_by_test_id("rename").click()
    await pane.root.get_by_test_id("modal").wait_for()


async def first_visit(page: Page) -> None:
    await page.evaluate("localStorage.clear()")
    await page.reload()
    await page.get_by_test_id("tour").wait_for()


async def test_axe_finds_nothing_wrong_with_a_board_a_modal_the_switches_and_a_first_visit() -> None:
    async with inspected() as (inspector, mara, tom):
        await inspector.look("a board and its panel beside a challenge and its thread")
        await begin_to_rename(tom)
        await mara.page.get_by_test_id("clock-button").click()
        await mara.page.get_by_test_id("slow-1").press("Space")
        await inspector.look("a modal beside the switches, one of which is on")
        await mara.page.set_viewport_size(PHONE)
        await first_visit(mara.page)
        await inspector.look("a first visit with a phone")


@pytest.mark.proof
async def test_axe_finds_nothing_wrong_with_whatever_opens_in_the_page() -> None:
    async with inspected() as (inspector, mara, tom):
        await look_at_the_lists(inspector, mara, tom)
        await look_at_the_commands(inspector, mara)
        await look_at_a_phone(inspector, mara)
        await look_at_the_first_moment(inspector, mara)


async def look_at_the_lists(inspector: Inspector, mara: Pane, tom: Pane) -> None:
    keys = mara.page.keyboard
    await mara.slash("/settings")
    await mara.send()
    await mara.root.get_by_test_id("select").last.click()
    await mara.page.get_by_test_id("select-option").first.wait_for()
    await inspector.look("an open select", ".select-list")
    await keys.press("Escape")
    await mara.root.get_by_role("button", name=re.compile("^Enlarge")).last.click()
    await inspector.look("a board enlarged", ".lightbox")
    await keys.press("Escape")
    await tom.root.get_by_test_id("pins").click()
    await inspector.look("the pinned messages", ".pin-board")
    await keys.press("Escape")
    await tom.root.get_by_role("button", name="Members").click()
    await inspector.look("the members of the server", ".menu")
    await keys.press("Escape")


async def look_at_the_commands(inspector: Inspector, mara: Pane) -> None:
    composer = mara.root.get_by_test_id("composer")
    await composer.fill("/")
    await mara.root.get_by_test_id("completion-item").first.wait_for()
    await inspector.look("the list of commands", ".front .composer")
    await composer.press("Escape")
    await composer.fill("")
    await mara.slash("/creators challenge")
    await inspector.look("a command with its options", ".front .composer")
    await mara.page.keyboard.press("Escape")
    await mara.page.keyboard.press("Escape")


async def look_at_a_phone(inspector: Inspector, mara: Pane) -> None:
    await mara.page.set_viewport_size(PHONE)
    await mara.page.get_by_test_id("tab-mara").click()
    await inspector.look("a phone")
    await mara.root.get_by_test_id("drawer").click()
    await inspector.look("the drawer on a phone", ".front .sidebar")
    await mara.page.keyboard.press("Escape")
    await mara.page.get_by_test_id("clock-button").click()
    await inspector.look("the switches on a phone")


async def look_at_the_first_moment(inspector: Inspector, mara: Pane) -> None:
    """Look at a page whose people don't know their channels yet."""
    await mara.page.route("**/home", lambda route: route.abort())
    await mara.page.reload()
    composer = mara.root.get_by_test_id("composer")
    await expect(composer).to_have_accessible_name("No channel is open.")
    await expect(mara.root.get_by_role("heading", name="No channel is open")).to_be_visible()
    await inspector.look("the first moment")
