"""The states of the page, one after the other, for tests that look at each of them."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from playwright.async_api import Page, ViewportSize, expect

from playground.model.payload import Json
from playground.model.records import Upload
from playground.page.program import Program
from playground.posts import messages
from tests.kit.browser import Pane
from tests.kit.table import Table

LONG = "a name of an option that is rather long, for up to a hundred letters are allowed"
LABELS = (LONG[:80], "W" * 80, "ok")
STACKED = "".join(f"{letter}\u0489\u035d\u0301\u0301" for letter in "a word that spreads itself far and wide")
WORDY = f"""# {"W" * 60}
- **{"unbroken" * 30}**
  - {LONG}
> `{"x" * 90}` and https://example.com/{"a" * 200}
```py
{"print('a line that may be scrolled')  " * 5}
```
-# ||a spoiler|| {STACKED}"""
DOT = (
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,"
    b"\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x01D\x00;"
)
EMBED = {
    "author": {"name": "The sky, as it is seen from a hill " * 3, "icon_url": "attachment://dot.gif"},
    "title": f"Weather for the week {'W' * 70}",
    "url": "https://example.com/",
    "description": f"Clouds, then **sun**.\n{'unbroken' * 20}",
    "color": 0x3366CC,
    "fields": [{"name": f"Day {n} {LONG}", "value": f"rain {'x' * 60}", "inline": n != 5} for n in range(7)],
    "thumbnail": {"url": "attachment://dot.gif"},
    "image": {"url": "https://example.com/rain.png"},
    "footer": {"text": f"as it was {LONG}", "icon_url": "https://example.com/sky.png"},
    "timestamp": "2026-01-01T12:00:00+00:00",
}
LAST_WORDS = f"""import sys
for n in range(20):
    print("line", n, "x" * 90)
print({STACKED!r})
sys.exit(3)"""


OFFER_ALL = """() => {
  for (let offer; (offer = document.querySelector("[data-offer]")); ) offer.click();
}"""
WIDE, *_ = SIZES = tuple(
    ViewportSize(width=width, height=height)
    for width, height in ((1500, 1000), (1024, 768), (768, 1024), (390, 844), (320, 568))
)
PHONES = SIZES[-2:]


@dataclass
class Stage:
    """The table and its page, as Mara has it open."""

    t: Table
    page: Page
    mara: Pane
    sizes: Sequence[ViewportSize] = SIZES
    """The sizes in which the present state is to be looked at."""

    def post(self, body: Json, *uploads: Upload) -> None:
        """Let the bot post into the channel “games”."""
        world, [app] = self.t.playground.world, self.t.playground.world.applications.values()
        messages.create(world, self.t.mara.actor.channel("games"), app.bot_id, body, uploads)

    async def seat(self, *names: str) -> None:
        """Open the page with these people, in the channel “games”."""
        await self.page.goto(f"{self.t.playground.cdn}/?as={','.join(names)}&channel=games")
        for name in names:
            await expect(self.page.get_by_test_id(f"pane-{name}")).to_have_attribute("data-status", "live")

    async def slash(self, command: str) -> None:
        await self.mara.slash(command)
        await self.mara.send()


async def states(stage: Stage) -> AsyncIterator[str]:
    """Bring the page into each of its states, and yield what each is."""
    await stage.seat("mara")
    yield "a channel with nothing in it"
    for chapter in (match_states, list_states, message_states, panel_states, people_states, notice_states):
        async for state in chapter(stage):
            yield state


async def match_states(stage: Stage) -> AsyncIterator[str]:
    t, mara = stage.t, stage.mara
    await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator", board_size=12)
    await mara.root.get_by_test_id("message").last.wait_for()
    yield "a channel with a challenge"
    await t.tom.tap("Accept")
    for person in (t.tom, t.mara):
        await person.tap("Got it", await person.tap("Show it now (then it counts)"))
    await t.mara.tap("Roll the die")
    await mara.go_to("Slowplay")
    await mara.root.get_by_text("Where do you want to land?").wait_for()
    yield "a direct message with a board"
    await mara.go_to(t.threads()[0]["name"])
    await mara.root.get_by_test_id("picture").last.wait_for()
    yield "the thread of a match"
    await mara.root.get_by_test_id("channel-menu").click()
    await stage.page.get_by_test_id("rename").click()
    await mara.root.get_by_test_id("modal").wait_for()
    yield "a form"
    await mara.root.get_by_test_id("modal-cancel").click()
    await mara.go_to("games")


async def list_states(stage: Stage) -> AsyncIterator[str]:
    mara, keys = stage.mara, stage.page.keyboard
    await mara.root.get_by_test_id("composer").fill("/")
    await mara.root.get_by_test_id("completion-item").first.wait_for()
    yield "the list of commands"
    await mara.root.get_by_test_id("composer").fill("")
    await mara.slash("/creators challenge")
    await mara.offer("opponent", "Tom")
    await stage.page.evaluate(OFFER_ALL)
    yield "a command with all its options"
    await keys.press("Escape")
    await keys.press("Escape")
    await mara.slash("/settings")
    await mara.send()
    await mara.root.get_by_test_id("select").last.click()
    await stage.page.get_by_test_id("select-option").first.wait_for()
    yield "an open select"
    await keys.press("Escape")
    await stage.page.set_viewport_size(PHONES[0])
    await mara.root.get_by_test_id("select").last.click()
    await stage.page.get_by_test_id("select-option").first.wait_for()
    stage.sizes = PHONES
    yield "an open select on a phone"
    await keys.press("Escape")
    await mara.root.get_by_test_id("drawer").click()
    yield "the channels on a phone"
    await mara.root.get_by_test_id("close-drawer").click()
    stage.sizes = SIZES
    await stage.page.set_viewport_size(WIDE)


async def message_states(stage: Stage) -> AsyncIterator[str]:
    mara = stage.mara
    stage.post({"embeds": [EMBED]}, Upload("0", "dot.gif", DOT))
    await mara.root.get_by_test_id("embed").wait_for()
    yield "an embed"
    options = [{"label": f"{n} {LONG}", "value": str(n), "default": n < 20} for n in range(25)]
    labels = [{"type": 2, "style": 2, "custom_id": f"b{n}", "label": label} for n, label in enumerate(LABELS)]
    select = {"type": 3, "custom_id": "s", "max_values": 25, "options": options}
    rows = [{"type": 1, "components": inside} for inside in (labels, [select])]
    stage.post({"content": STACKED, "components": rows})
    await mara.button("ok").wait_for()
    yield "long labels, stacked marks, and many chosen options"
    stage.post({"content": WORDY})
    await mara.root.locator("pre").wait_for()
    yield "long words"
    stage.post(
        {"content": "Two files"}, Upload("0", f"{'deck' * 30}.json", b"{}"), Upload("1", "dot.gif", DOT)
    )
    await mara.root.get_by_test_id("file").wait_for()
    yield "uploaded files"


async def panel_states(stage: Stage) -> AsyncIterator[str]:
    page = stage.page
    await page.get_by_test_id("clock-button").click()
    await page.get_by_test_id("slow-1").press("Space")
    await expect(page.get_by_test_id("clock-button")).to_contain_text("1 s late")
    yield "the switches, one of which is on"
    await page.get_by_test_id("slow-0").press("Space")
    await page.get_by_test_id("clock-button").click()


async def people_states(stage: Stage) -> AsyncIterator[str]:
    await stage.seat("mara", "tom")
    yield "two people"
    await stage.seat("mara", "tom", "ines")
    yield "three people"
    await stage.seat("mara")


async def notice_states(stage: Stage) -> AsyncIterator[str]:
    page, mara = stage.page, stage.mara
    await mara.root.get_by_test_id("composer").fill("x" * 2001)
    await mara.root.get_by_test_id("composer").press("Enter")
    await expect(mara.root.get_by_test_id("notice")).to_be_visible()
    yield "a message that is too long"
    await mara.root.get_by_test_id("composer").fill("")
    async with program_of(stage.t, LAST_WORDS):
        await expect(page.get_by_test_id("program-ended")).to_be_visible()
        yield "a bot that has ended"
    await page.evaluate("localStorage.clear()")
    await page.reload()
    await page.get_by_test_id("tour").wait_for()
    yield "the first moment"


@asynccontextmanager
async def program_of(t: Table, code: str) -> AsyncIterator[Program]:
    """Let Python code run as the bot's program."""
    program = Program(t.playground.world, [sys.executable, "-c", code], {})
    t.playground.control.program = program
    await program.start()
    try:
        yield program
    finally:
        t.playground.control.program = None
        if program.is_running:
            signals: asyncio.Queue[signal.Signals] = asyncio.Queue()
            signals.put_nowait(signal.SIGKILL)
            await program.finish(signals)
