"""The lines below the page's top: the bot's program has ended, or the playground itself has failed."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from playground.posts import messages
from tests.e2e.inspector import PHONE
from tests.e2e.page_states import program_of
from tests.kit.browser import CHROMIUM, page_of
from tests.kit.table import table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

# A bot that ends with status 3 when it's started for the first time.
ENDS_ONCE = """import pathlib, signal, sys
mark = pathlib.Path({mark!r})
if mark.exists():
    signal.pause()
mark.touch()
for n in range(20):
    print("line", n)
sys.exit(3)"""
SHOWS_ITS_END = """one => {
  const { bottom } = one.firstElementChild.getBoundingClientRect();
  return one.scrollHeight > one.clientHeight && bottom <= one.getBoundingClientRect().bottom;
}"""


async def test_the_end_of_the_bot_and_a_failure_of_the_playground_are_told_as_what_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = messages.create

    def fail_once(*given: Any, **more: Any) -> Any:
        monkeypatch.setattr(messages, "create", create)
        raise KeyError("x")

    async with table("mara") as t, page_of(t, "mara") as panes:
        mara, page = panes["mara"], panes["mara"].page
        ended, failure = page.get_by_test_id("program-ended"), page.get_by_test_id("own-failure")
        await expect(ended).to_be_hidden()
        async with program_of(t, ENDS_ONCE.format(mark=str(tmp_path / "mark"))) as program:
            await expect(ended).to_contain_text("Your bot ended with status 3.")
            lines = ended.get_by_role("group", name="What your bot wrote last")
            await expect(lines).to_have_text("\n".join(f"line {n}" for n in range(8, 20)))
            await page.set_viewport_size(PHONE)
            assert await lines.evaluate(SHOWS_ITS_END)
            await page.reload()
            await expect(ended).to_be_visible()
            await page.get_by_test_id("program-start").click()
            await expect(ended).to_be_hidden()
            assert program.is_running
            program.send(signal.SIGTERM)
            await expect(ended).to_contain_text("Your bot ended with status 143.")
        monkeypatch.setattr(messages, "create", fail_once)
        await mara.root.get_by_test_id("composer").fill("well met")
        await mara.send()
        await expect(failure).to_contain_text("The playground itself failed at POST")
        await expect(failure).to_contain_text("KeyError. Your bot isn't to blame.")
        await expect(mara.root.get_by_test_id("composer")).to_have_value("well met")
        await failure.get_by_role("button", name="Close").click()
        await expect(failure).to_be_hidden()
        await mara.send()
        await mara.sees("well met")
