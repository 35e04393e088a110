"""The page with the keyboard alone: part of a match, the tour, and where the focus moves."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.table import table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

FAR = 60


async def walk_to(goal: Locator, key: str = "Tab") -> None:
    """Press a key until the focus is on `goal`."""
    await goal.wait_for()
    for _ in range(FAR):
        if await goal.evaluate("one => one === document.activeElement"):
            return
        await goal.page.keyboard.press(key)
    here = await goal.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    raise AssertionError(f"{key} never leads there; it is now on {here}")


async def press_in_newest(pane: Pane, label: str | re.Pattern[str]) -> None:
    """Move from the composer up to the newest message and to its button, and press it."""
    newest = pane.root.get_by_test_id("message").last
    button = newest.get_by_role("button", name=label, exact=True).first
    await button.wait_for()
    await pane.page.keyboard.press("Escape")
    await expect(pane.root.get_by_test_id("composer")).to_be_focused()
    await pane.page.keyboard.press("ArrowUp")
    await expect(newest).to_be_focused()
    await walk_to(button)
    await pane.page.keyboard.press("Enter")


async def test_a_challenge_its_acceptance_and_a_move_need_no_mouse() -> None:
    async with table("mara", "tom") as t, page_of(t, "mara", "tom") as panes:
        mara, tom, keys = panes["mara"], panes["tom"], panes["mara"].page.keyboard
        await keys.press("F6")
        await expect(mara.root.get_by_test_id("composer")).to_be_focused()
        await keys.type("/creators challenge opponent:Tom side:Creator")
        await keys.press("Enter")
        await tom.button("Accept").wait_for()
        await expect(mara.page.locator("#news")).to_contain_text("Slowplay: ")
        await keys.press("F6")
        await press_in_newest(tom, "Accept")
        await t.tom.tap("Got it", await t.tom.tap("Show it now (then it counts)"))
        await keys.press("Shift+F6")
        await walk_to(mara.root.locator('[data-channel-name="Slowplay"]'), "Shift+Tab")
        await keys.press("Enter")
        for label in ("Show it now (then it counts)", "Got it", "Roll the die"):
            await press_in_newest(mara, label)
        await press_in_newest(mara, "1")
        await press_in_newest(mara, re.compile(r"^[a-z]\d+ \W+$"))
        await mara.sees("To move: Tom")
        assert "moves" in (await t.tom.sees("Your turn")).text


async def walk_through_the_tour(page: Page) -> list[str]:
    """Go through the first visit's tour with Enter, and return its sentences."""
    await page.evaluate("localStorage.clear()")
    await page.reload()
    tour, told = page.get_by_test_id("tour"), []
    await expect(page.get_by_test_id("tour-next")).to_be_focused()
    while await tour.count():
        told.append(await tour.locator("p").inner_text())
        await page.keyboard.press("Enter")
    return told


async def opens_and_goes_back(anchor: Locator, opened: Locator) -> None:
    """Check that Enter opens a menu or panel and focuses it, and Escape closes it and restores the focus."""
    await anchor.press("Enter")
    await expect(opened).to_be_visible()
    assert await opened.evaluate("one => one.contains(document.activeElement)")
    await anchor.page.keyboard.press("Escape")
    await expect(opened).to_be_hidden()
    await expect(anchor).to_be_focused()


@pytest.mark.proof
async def test_escape_closes_what_is_open_the_focus_goes_back_and_the_tour_of_four_sentences_comes_once() -> (
    None
):
    async with table("mara") as t, page_of(t, "mara") as panes:
        mara, page = panes["mara"], panes["mara"].page
        menu = mara.root.get_by_test_id("channel-menu")
        await opens_and_goes_back(page.get_by_test_id("look"), page.get_by_role("menu"))
        await opens_and_goes_back(page.get_by_test_id("clock-button"), page.get_by_test_id("panel"))
        await opens_and_goes_back(menu, page.get_by_role("menu"))
        members = mara.root.get_by_role("button", name="Members")
        await opens_and_goes_back(members, page.get_by_role("dialog"))
        await menu.press("Enter")
        await page.get_by_test_id("rename").press("Enter")
        modal = mara.root.get_by_test_id("modal")
        for _ in range(6):
            assert await modal.evaluate("one => one.contains(document.activeElement)")
            await page.keyboard.press("Tab")
        await page.keyboard.press("Escape")
        await expect(menu).to_be_focused()
        await page.get_by_role("link", name="Skip to where you write").press("Enter")
        await expect(mara.root.get_by_test_id("composer")).to_be_focused()
        told = await walk_through_the_tour(page)
        assert len(told) == len(set(told)) == 4
        assert all(sentence.count(".") == 1 for sentence in told)
        await expect(mara.root.get_by_test_id("composer")).to_be_focused()
        await page.reload()
        await expect(mara.root).to_have_attribute("data-status", "live")
        await expect(page.get_by_test_id("tour")).to_have_count(0)
