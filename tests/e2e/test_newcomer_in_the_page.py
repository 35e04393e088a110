"""A newcomer's first steps in the page: the first suggestions, an option, a preview, a drawer."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from games import GAMES
from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.matches.tapped import begin
from tests.kit.table import table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

WIDTH, HEIGHT, PHONE = 1000, 900, 390


async def test_offers_say_what_they_are_enter_takes_what_is_marked_what_was_pressed_stays_in_view() -> None:
    async with (
        table("mara", "tom") as t,
        page_of(t, "mara", "tom", width=WIDTH, height=HEIGHT) as panes,
    ):
        await an_empty_channel_says_what_there_is(panes["mara"])
        await enter_takes_the_opponent_who_is_marked(panes["mara"])
        await the_newest_is_in_view_though_the_offers_come_later(panes["mara"].page)
        await begin(t, t.mara, t.tom)
        await what_was_pressed_stays_in_view_whole_though_it_grows_above_the_newest(panes["mara"])
        await the_cross_in_a_drawer_closes_the_drawer_and_words_close_the_view(panes["mara"])


async def an_empty_channel_says_what_there_is(mara: Pane) -> None:
    offers = mara.root.get_by_test_id("start-offers")
    await expect(offers.get_by_role("button").first).to_have_text("/help")
    for key, game in GAMES.items():
        await expect(offers.get_by_role("button", name=f"/{key}")).to_contain_text(game.summary)
    first = mara.root.get_by_test_id("completion-item").first
    await offers.get_by_role("button", name="Type /").click()
    await expect(first).to_contain_text("/help")
    await mara.page.keyboard.press("Escape")
    await offers.get_by_role("button", name="/creators").click()
    await expect(first).to_contain_text("/creators")


async def enter_takes_the_opponent_who_is_marked(mara: Pane) -> None:
    keys = mara.page.keyboard
    await keys.press("Enter")
    await mara.root.locator('[data-offer="opponent"]').click()
    await keys.press("Enter")
    await expect(mara.root.locator('[data-option-name="opponent"]')).to_have_value("Tom")
    await keys.press("Enter")
    await mara.sees("challenges Tom")


async def the_newest_is_in_view_though_the_offers_come_later(page: Page) -> None:
    await page.reload()
    await page.wait_for_function(_ARE_AT_THE_NEWEST)


_ARE_AT_THE_NEWEST = """() => {
  const all = [...document.querySelectorAll(".scroller")];
  const isDone = one => one.querySelector(".start-card") && one.querySelector(".message");
  return all.length === 2 && all.every(one =>
    isDone(one) && one.scrollHeight - one.scrollTop - one.clientHeight < 2);
}"""


async def what_was_pressed_stays_in_view_whole_though_it_grows_above_the_newest(mara: Pane) -> None:
    await mara.go_to("Slowplay")
    composer = mara.root.get_by_test_id("composer")
    for line in ("one", "two", "three"):
        await composer.fill(line)
        await composer.press("Enter")
        await mara.sees(line)
    await mara.tap("Show it now (then it counts)")
    await mara.page.wait_for_function(_IS_WHOLE, arg="Got it")


_IS_WHOLE = """label => {
  const button = [...document.querySelectorAll(".message button")].find(one => one.textContent === label);
  const picture = button?.closest(".message").querySelector("img");
  if (!picture?.complete) return false;
  const message = button.closest(".message").getBoundingClientRect();
  const view = document.querySelector(".scroller").getBoundingClientRect();
  return message.height > 400 && message.top >= view.top - 1 && message.bottom <= view.bottom + 1;
}"""


async def the_cross_in_a_drawer_closes_the_drawer_and_words_close_the_view(mara: Pane) -> None:
    page, people = mara.page, mara.page.locator("[data-pane]")
    await page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    await page.get_by_test_id("tab-mara").click()
    await _open_drawer(mara)
    await mara.root.get_by_test_id("close-drawer").click()
    await expect(mara.root.get_by_test_id("drawer")).to_have_attribute("aria-expanded", "false")
    await expect(people).to_have_count(2)
    await _open_drawer(mara)
    await mara.root.get_by_role("button", name="Close Mara’s view").click()
    await expect(people).to_have_count(1)


async def _open_drawer(mara: Pane) -> None:
    await mara.root.get_by_test_id("drawer").click()
    await expect(mara.root.get_by_test_id("drawer")).to_have_attribute("aria-expanded", "true")
    assert await mara.root.get_by_test_id("close-pane").is_hidden()
