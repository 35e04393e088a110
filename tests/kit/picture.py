"""What the people at a table see at this moment, as a picture of the page: for a test that has failed."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from pathlib import Path

from playwright.async_api import Error, async_playwright

from playground.app import Playground

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDTH, HEIGHT = 640, 1100
PATIENCE_MILLISECONDS = 30_000
MOST = 5
"""So many pictures in one process: where everything fails, the first ones tell enough."""
_TAKEN = itertools.count(1)


async def picture_of(playground: Playground, seats: dict[str, str]) -> Path | None:
    """A PNG with a pane for each person by name, in the channel by id beside it.

    None without a browser, and when there have been enough.
    """
    if CHROMIUM is None or next(_TAKEN) > MOST:
        return None
    file = Path(tempfile.mkdtemp(prefix="conversation-")) / "conversation.png"
    address = f"{playground.cdn}/?as={','.join(seats)}&channel={','.join(seats.values())}"
    try:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
            page = await browser.new_page(viewport={"width": WIDTH * max(len(seats), 2), "height": HEIGHT})
            page.set_default_timeout(PATIENCE_MILLISECONDS)
            await page.goto(address)
            await page.wait_for_load_state("networkidle")
            await page.screenshot(path=file)
            await browser.close()
    except Error:
        return None
    return file
