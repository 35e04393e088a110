"""The playground's page in headless Chromium: one pane per person, driven as a user drives it."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from playwright.async_api import FilePayload, Locator, Page, async_playwright, expect

from tests.kit.picture import CHROMIUM, QUIET
from tests.kit.table import Table

__all__ = ["CAN_SCROLL", "CHROMIUM", "PATIENCE_MILLISECONDS", "Pane", "page_of", "watch"]

PATIENCE_MILLISECONDS = 60_000


# An error in the page, once its document scrolls.
NEVER_SCROLLS = """document.addEventListener("scroll", ({ target }) => {
  if (target === document) throw new Error(`the document scrolled to ${scrollX}, ${scrollY}`);
}, { capture: true });"""


OPEN_GROUPS = "localStorage.setItem('playground-open-groups', 'people bot trouble more')"


# Whether there is something in the document to scroll to.
CAN_SCROLL = """() => {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.scrollingElement;
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}"""


class Pane:
    """One person's client in the page."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.root = page.get_by_test_id(f"pane-{name}")

    async def go_to(self, channel: str) -> None:
        """Open a channel, a thread or DMs by the name in the sidebar, which a phone hides."""
        await self.root.wait_for()
        drawer = self.root.get_by_test_id("drawer")
        is_open = "drawer-open" in (await self.root.get_attribute("class") or "").split()
        if await drawer.is_visible() and not is_open:
            await drawer.click()
        await self.root.locator(f'[data-channel-name^="{channel}"]').first.click()

    async def slash(self, command: str) -> None:
        """Write a command, choose its completion and send it."""
        composer = self.root.get_by_test_id("composer")
        await composer.click()
        await composer.press_sequentially(command)
        await self.root.get_by_test_id("completion-item").first.wait_for()
        await composer.press("Enter")
        await self.root.get_by_test_id("command-form").wait_for()

    async def offer(self, option: str, value: str, label: str = "") -> None:
        """Fill in one option of the command in the composer.

        `label` is the text of the completion to pick where it differs from `value`.
        """
        offered = self.root.locator(f'[data-offer="{option}"]')
        if await offered.count():
            await offered.click()
        field = self.root.locator(f'[data-option-name="{option}"]')
        await field.fill(value)
        items = self.root.get_by_test_id("completion-item")
        await items.filter(has=self.page.get_by_text(label or value, exact=True)).first.click()

    async def attach(self, name: str, content: bytes) -> None:
        """Choose a file for the command that is in the composer."""
        picked: FilePayload = {"name": name, "mimeType": "application/json", "buffer": content}
        await self.root.get_by_test_id("option-file").set_input_files(picked)

    async def download(self, link: Locator) -> tuple[str, bytes]:
        """Return the name and content of the file that a link saves."""
        async with self.page.expect_download() as started:
            await link.click()
        saved = await started.value
        return saved.suggested_filename, await asyncio.to_thread(Path(await saved.path()).read_bytes)

    async def write(self, option: str, text: str) -> None:
        """Fill in one option of the command that is in the composer with any text."""
        await self.root.locator(f'[data-offer="{option}"]').click()
        await self.root.locator(f'[data-option-name="{option}"]').fill(text)

    async def submit(self, words: str) -> None:
        """Write words into the one field of the open modal and send it."""
        modal = self.root.get_by_test_id("modal")
        await modal.locator("[data-custom-id]").fill(words)
        await modal.get_by_test_id("modal-submit").click()

    async def send(self) -> None:
        await self.root.get_by_test_id("send").click()

    def button(self, label: str) -> Locator:
        """Return the newest button with this label."""
        return self.root.get_by_role("button", name=label, exact=True).last

    async def tap(self, label: str) -> None:
        await self.button(label).click()

    async def choose(self, value: str) -> None:
        """Choose a value in one of the newest selects; a message has at most five."""
        option = self.page.locator(f'[data-testid="select-option"][data-value="{value}"]')
        selects = self.root.get_by_test_id("select")
        await selects.last.wait_for()
        for select in reversed((await selects.all())[-5:]):
            await select.click()
            if await option.count():
                break
            await self.page.keyboard.press("Escape")
        await option.click()

    async def sees(self, text: str) -> None:
        """Wait for a text in the newest messages."""
        await self.root.get_by_test_id("messages").get_by_text(text).last.wait_for()


async def watch(page: Page) -> list[str]:
    """Return a list that fills with the page's errors, scrolling included; open all groups of its panel."""
    page.set_default_timeout(PATIENCE_MILLISECONDS)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    await page.add_init_script(NEVER_SCROLLS)
    await page.add_init_script(OPEN_GROUPS)
    return faults


@contextlib.asynccontextmanager
async def page_of(
    table: Table, *names: str, width: int = 1500, height: int = 1000
) -> AsyncIterator[dict[str, Pane]]:
    """Open the page with a pane for each person, in the games channel.

    It fails if the page has an error, or if its document scrolls or could at the end.
    Playwright's `expect` gets the same timeout as the panes.
    """
    expect.set_options(timeout=PATIENCE_MILLISECONDS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=QUIET, timeout=PATIENCE_MILLISECONDS
        )
        page = await browser.new_page(viewport={"width": width, "height": height})
        faults = await watch(page)
        await page.goto(f"{table.playground.cdn}/?as={','.join(names)}")
        await page.get_by_role("button", name="Skip").click()
        panes = {name: Pane(page, name) for name in names}
        try:
            for pane in panes.values():
                await pane.go_to("games")
            yield panes
            assert not faults, faults
            assert not await page.evaluate(CAN_SCROLL), "the document can be scrolled"
        except Exception as error:
            picture = Path(tempfile.mkdtemp()) / "failure.png"
            await page.screenshot(path=picture)
            error.add_note(f"the page at that moment: {picture}")
            raise
        finally:
            await browser.close()
