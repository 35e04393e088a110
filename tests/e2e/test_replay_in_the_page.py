"""A session saved from the page and replayed there: steps, panes that follow, and no writing."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from playground.page.replaying import Replay, open_replay
from tests.e2e.inspector import PHONE, Inspector
from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.table import Table, table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]


async def save(pane: Pane, folder: Path) -> Path:
    """Save the session so far with the button in the page's panel."""
    await pane.page.get_by_test_id("clock-button").click()
    button = pane.page.get_by_test_id("save-recording")
    async with pane.page.expect_download() as started:
        await button.click()
    await expect(pane.page.get_by_test_id("recording-said")).to_contain_text("Saved, with")
    saved = folder / (await started.value).suggested_filename
    await (await started.value).save_as(saved)
    return saved


async def a_challenge(t: Table) -> None:
    await t.mara.slash("/creators challenge", opponent=t.tom)
    await t.tom.tap("Accept")
    await t.settled()
    t.advance(3600)
    await t.settled()


async def go_to(page: Page, words: str) -> None:
    """Choose a step from the list."""
    await page.get_by_test_id("replay-steps").get_by_role("button", name=words).click()
    await expect(page.get_by_test_id("replay-words")).to_have_text(words)


async def look_at(page: Page, replay: Replay) -> dict[str, Pane]:
    await page.goto(replay.cdn)
    await page.get_by_test_id("replay").wait_for()
    return {name: Pane(page, name) for name in ("mara", "tom")}


async def test_a_saved_session_is_gone_through_step_by_step_and_nothing_is_written(tmp_path: Path) -> None:
    async with table("mara", "tom", record=tmp_path / "traffic.jsonl") as t, page_of(t, "mara") as live:
        await a_challenge(t)
        replay = await open_replay(await save(live["mara"], tmp_path))
        page = live["mara"].page
        panes = await look_at(page, replay)
        last = replay.player.moments[-1].told.words
        await expect(page.get_by_test_id("replay-words")).to_have_text(last)
        await both_follow(page, panes)
        await it_is_for_everybody(page)
        await nothing_is_written(page, panes["tom"])
        await keys_and_play(page, last)
        await replay.close()


async def both_follow(page: Page, panes: dict[str, Pane]) -> None:
    """Check that both panes show what their people saw at a step, forward and backward."""
    mara, tom = panes["mara"], panes["tom"]
    await go_to(page, "Tom pressed “Accept”.")
    await expect(mara.button("Accept")).to_be_visible()
    await expect(tom.button("Accept")).to_have_css("outline-style", "solid")
    await expect(mara.button("Accept")).not_to_have_css("outline-style", "solid")
    await expect(mara.root.get_by_test_id("channel-title")).to_contain_text("games")
    picture = mara.root.locator('img[src*="/attachments/"]').last
    assert await picture.evaluate("one => one.decode().then(() => one.naturalWidth)") > 0
    await page.get_by_test_id("replay-last").click()
    await expect(mara.button("Show it now (then it counts)")).to_be_visible()
    await page.get_by_test_id("replay-first").click()
    await expect(page.get_by_test_id("replay-words")).to_have_text("The recording starts here.")
    await expect(mara.root.get_by_test_id("message")).to_have_count(0)
    for _ in range(3):
        await page.get_by_test_id("replay-forward").click()
    await expect(tom.root.get_by_test_id("message")).to_have_count(1)


async def it_is_for_everybody(page: Page) -> None:
    """Check that axe finds nothing, and that the page fits a phone's width."""
    inspector, usual = Inspector(page), page.viewport_size
    await inspector.look("a recording")
    assert inspector.found == []
    await page.set_viewport_size(PHONE)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.set_viewport_size(usual)


async def nothing_is_written(page: Page, pane: Pane) -> None:
    await expect(page.get_by_test_id("replay")).to_contain_text("you can't write or press")
    await expect(pane.root.get_by_test_id("composer")).to_be_hidden()
    await pane.tap("Accept")
    await expect(pane.root.get_by_test_id("failure")).to_contain_text("This is a recording")


async def keys_and_play(page: Page, last: str) -> None:
    """Check that the slider reacts to keys, and that the recording plays to its end."""
    slider = page.get_by_test_id("replay-slider")
    await slider.press("Home")
    await slider.press("ArrowRight")
    await expect(slider).to_have_value("1")
    await slider.press("End")
    await slider.press("ArrowLeft")
    await page.get_by_test_id("replay-speed").select_option("5")
    await page.get_by_test_id("replay-play").click()
    await expect(page.get_by_test_id("replay-words")).to_have_text(last)
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
