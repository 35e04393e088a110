"""The page's switches: a slow Discord, failing requests, deadlines; light and dark mode."""

from __future__ import annotations

import base64
import re

import pytest
from playwright.async_api import Page, expect

from bot.runtime.addresses import Address
from playground.model.records import Upload
from playground.posts import messages
from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.table import Table, table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]


OPEN = "playground-open-groups"
DOT = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")


@pytest.mark.proof
async def test_each_switch_does_what_it_says_is_to_be_seen_while_it_is_on_and_heals_in_one_press() -> None:
    async with table("mara") as t, page_of(t, "mara") as panes:
        await panes["mara"].page.get_by_test_id("clock-button").click()
        await trouble_comes_and_goes(t, panes["mara"].page)
        await conditions_leave_a_mark(panes["mara"])
        await groups_fold_and_are_remembered(panes["mara"].page)
        await limits_of_rates_hold_and_hold_no_more(t, panes["mara"].page)
        await commands_and_presses_go_to_a_url_that_is_good(t, panes["mara"].page)
        await the_clock_goes_to_the_next_moment_that_a_message_names(t, panes["mara"])
        await the_picture_of_yesterday_is_still_to_be_had(t, panes["mara"])
        await light_or_dark_is_chosen_and_stays(panes["mara"])


async def trouble_comes_and_goes(t: Table, page: Page) -> None:
    faults, clock = t.playground.faults, page.get_by_test_id("clock-button")
    state = page.get_by_test_id("faults-left")
    await expect(page.get_by_test_id("bot-state")).to_have_text("Slowplay: connected")
    await page.get_by_test_id("slow-2").press("Space")
    await expect(clock).to_contain_text("2 s late")
    await page.get_by_test_id("fault-match").fill("GET /gateway")
    await page.get_by_test_id("fault-set").click()
    await expect(state).to_have_text("3 more requests will fail.")
    faults.take("GET", "/gateway")
    await expect(state).to_have_text("2 more requests will fail.")
    await page.get_by_test_id("fault-clear").click()
    await expect(state).to_be_hidden()
    await expect(page.get_by_test_id("slow-0")).to_be_checked()
    assert faults.state() == {"calls": 0, "seconds": 0}
    await expect(clock).not_to_contain_text("late")


async def conditions_leave_a_mark(mara: Pane) -> None:
    """Check that the clock shows which conditions are on, and that a time-out is told to the person."""
    page, clock = mara.page, mara.page.get_by_test_id("clock-button")
    widths = await page.locator(".switch input").evaluate_all("all => all.map(one => one.offsetWidth)")
    assert len(set(widths) - {0}) == 1
    await page.get_by_test_id("condition-quarantine").press("Space")
    await expect(clock).to_contain_text("The bot is quarantined")
    await page.get_by_test_id("condition-timed_out").press("Enter")
    await page.get_by_test_id("condition-timed_out-mara").press("Space")
    await expect(clock).to_have_attribute("title", "The bot is quarantined\nIn a time-out (Mara)")
    await expect(clock).to_have_attribute("aria-label", re.compile(r"on now: .*, In a time-out \(Mara\)$"))
    await mara.root.get_by_test_id("composer").fill("may I?")
    await mara.root.get_by_test_id("composer").press("Enter")
    await expect(mara.root.get_by_test_id("toast")).to_have_text("You're timed out, so you can only read.")
    await page.get_by_test_id("condition-timed_out-mara").press("Space")
    await page.get_by_test_id("condition-quarantine").press("Space")
    await expect(clock).to_have_attribute("title", "")
    await mara.root.get_by_test_id("composer").fill("")


async def groups_fold_and_are_remembered(page: Page) -> None:
    state, summary = page.get_by_test_id("bot-state"), page.get_by_test_id("group-bot").locator("summary")
    await summary.press("Enter")
    await expect(state).to_be_hidden()
    await page.wait_for_function(f"() => localStorage.getItem('{OPEN}') === 'people trouble more'")
    await summary.press("Enter")
    await expect(state).to_be_visible()


async def limits_of_rates_hold_and_hold_no_more(t: Table, page: Page) -> None:
    await page.get_by_test_id("rate-limits").press("Space")
    await expect(page.get_by_test_id("panel-said")).to_have_text("Rate limits are on.")
    assert t.playground.rate_limits.on
    await page.get_by_test_id("rate-limits").press("Space")
    await expect(page.get_by_test_id("panel-said")).to_have_text("Rate limits are off.")
    assert not t.playground.rate_limits.on


async def commands_and_presses_go_to_a_url_that_is_good(t: Table, page: Page) -> None:
    field, bot = page.get_by_test_id("endpoint-url"), t.running.bot
    use, said = page.get_by_test_id("endpoint-set"), page.get_by_test_id("panel-said")
    await field.fill("http://127.0.0.1:1/")
    await use.click()
    await expect(said).to_have_text("The specified interactions endpoint url could not be verified.")
    await bot.listen(Address("127.0.0.1", 0))
    assert bot.interactions is not None
    await field.fill(f"http://127.0.0.1:{bot.interactions.port}/")
    await use.click()
    await expect(said).to_have_text("Commands and presses go over HTTP now.")
    assert (await t.mara.slash("/help")).ephemeral
    assert t.playground.traffic.counts()["responses"] == 1
    await field.fill("")
    await use.click()
    await expect(said).to_have_text("Commands and presses go over the gateway now.")


async def the_clock_goes_to_the_next_moment_that_a_message_names(t: Table, mara: Pane) -> None:
    button, now = mara.page.get_by_test_id("advance-deadline"), t.playground.world.clock.now
    await expect(button).to_be_disabled()
    first = int(now()) + 5000
    await t.mara.actor.say("games", f"open until <t:{first}:f>, and not until <t:{first + 9000}:R>")
    await expect(button).to_be_enabled()
    await button.scroll_into_view_if_needed()
    place = await button.bounding_box()
    await button.click()
    await expect(mara.page.get_by_test_id("panel-said")).to_contain_text("Moved the clock to")
    assert await button.bounding_box() == place, "a second press meets the same button"
    assert now() == first + 1


async def the_picture_of_yesterday_is_still_to_be_had(t: Table, mara: Pane) -> None:
    """Check that a picture still loads after its first address has expired."""
    world = t.playground.world
    channel, file = world.channel(t.mara.actor.channel("games").id), Upload("0", "dot.gif", DOT)
    messages.create(world, channel, t.mara.id, {"content": "look"}, [file])
    picture = mara.root.get_by_test_id("picture").locator("img")
    before = await picture.get_attribute("src")
    t.advance(2 * 86_400)
    await expect(picture).not_to_have_attribute("src", before or "")
    after = await picture.get_attribute("src")
    assert (await mara.page.request.get(before or "")).status == 404
    assert (await mara.page.request.get(after or "")).status == 200


async def light_or_dark_is_chosen_and_stays(mara: Pane) -> None:
    page = mara.page
    ground = "getComputedStyle(document.body).backgroundColor"
    light = await page.evaluate(ground)
    await page.get_by_test_id("look").click()
    await page.get_by_test_id("look-dark").click()
    dark = await page.evaluate(ground)
    await page.reload()
    await mara.root.wait_for()
    assert await page.evaluate(ground) == dark != light
    await page.get_by_test_id("look").click()
    await expect(page.get_by_test_id("look-dark")).to_have_attribute("aria-checked", "true")
    await page.get_by_test_id("look-system").click()
    assert await page.evaluate(ground) == light
    await page.emulate_media(color_scheme="dark")
    assert await page.evaluate(ground) == dark
