"""Screenshots of what the people at a table see, for tests that have failed."""

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
"""Maximum number of pictures per process: when everything fails, the first ones are enough."""
_TAKEN = itertools.count(1)


async def picture_of(playground: Playground, seats: dict[str, str]) -> Path | None:
    """Save a PNG with a pane for each person (name to channel id), and return its path.

    Return None without a browser, or once the maximum number of pictures is reached.
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
