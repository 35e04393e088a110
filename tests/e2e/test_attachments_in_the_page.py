"""Files in the page: chosen, dropped, removed, refused, sent with a command, and downloaded again."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import FilePayload, Locator, expect

from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.table import table
from tests.playground.bots import shelf

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

PHONE = 390
LARGEST = 10 * 1024 * 1024
CARDS = b'{"cards": [%s]}' % b", ".join(b"%d" % n for n in range(600))


@contextlib.asynccontextmanager
async def mara_with_a_shelf() -> AsyncIterator[Pane]:
    """Yield Mara's pane; the bot has the commands of `shelf`, such as “/shelf deck upload”."""
    async with table("mara") as t:
        t.running.bot.tree.add_command(shelf())
        await t.running.bot.tree.sync()
        async with page_of(t, "mara") as panes:
            yield panes["mara"]


def file(name: str, data: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/json", "buffer": data}


def chooser(pane: Pane) -> Locator:
    return pane.root.get_by_test_id("option-file")


def field(pane: Pane, option: str) -> Locator:
    return pane.root.locator(f'[data-option="{option}"]')


def notice(pane: Pane) -> Locator:
    return pane.root.get_by_test_id("notice")


async def upload(pane: Pane, name: str) -> None:
    """Upload the cards under this name."""
    await pane.slash("/shelf deck upload")
    await chooser(pane).set_input_files(file("deck.json", CARDS))
    await pane.root.locator('[data-option-name="name"]').fill(name)
    await pane.send()


async def download(pane: Pane, link: Locator) -> tuple[str, bytes]:
    """Click a link that saves a file, and return the file's name and content."""
    async with pane.page.expect_download() as started:
        await link.click()
    saved = await started.value
    return saved.suggested_filename, await asyncio.to_thread(Path(await saved.path()).read_bytes)


async def test_a_file_goes_out_with_a_command_below_a_group_and_comes_back_to_be_downloaded() -> None:
    async with mara_with_a_shelf() as mara:
        await upload(mara, "elves")
        size = len(CARDS)
        await mara.sees(f"elves: deck.json, {size} of {size} bytes, application/json; charset=utf-8")
        await expect(mara.root.get_by_test_id("used")).to_have_text("Mara used /shelf deck upload")
        cards = mara.root.locator("[data-ephemeral]").get_by_test_id("file")
        for count, card in enumerate(("False", "True"), 1):
            await mara.slash("/shelf deck show")
            await mara.offer("name", "elves")
            await mara.offer("card", card)
            await mara.send()
            await expect(cards).to_have_count(count)
            await expect(cards.last).to_contain_text("2.8 kB")
            links = cards.last.get_by_role("link")
            for link in (links.first, cards.last.get_by_test_id("download")):
                assert await download(mara, link) == ("elves.json", CARDS)


@pytest.mark.proof
async def test_a_chosen_file_is_shown_with_its_size_until_it_is_taken_away_and_is_needed() -> None:
    async with mara_with_a_shelf() as mara:
        await mara.slash("/shelf deck upload")
        await expect(field(mara, "file")).to_contain_text("Choose a file")
        for by_keys in (False, True):
            await chooser(mara).set_input_files(file("deck.json", CARDS))
            await expect(field(mara, "file")).to_contain_text("deck.json2.8 kB")
            await expect(mara.root.locator('[data-option-name="name"]')).to_be_focused()
            if by_keys:
                await mara.root.locator('[data-option-name="file"]').press("Backspace")
            else:
                await mara.root.get_by_role("button", name="Remove deck.json").click()
            await expect(field(mara, "file")).to_contain_text("Choose a file")
            await expect(mara.root.locator('[data-option-name="file"]')).to_be_focused()
        await mara.root.locator('[data-option-name="name"]').fill("elves")
        await mara.send()
        await expect(notice(mara)).to_have_text("file is needed: The file to keep")
        await expect(mara.root.get_by_test_id("message")).to_have_count(0)
        await chooser(mara).set_input_files(file("empty.json", b""))
        await mara.send()
        await mara.sees("elves: empty.json, 0 of 0 bytes")


@pytest.mark.proof
async def test_a_file_over_ten_megabytes_is_refused_at_once_and_one_of_ten_is_taken() -> None:
    async with mara_with_a_shelf() as mara:
        await mara.slash("/shelf deck upload")
        await chooser(mara).set_input_files(file("big.json", bytes(LARGEST + 1)))
        told = "“big.json” is too large: a file may have at most 10 MB. Choose a smaller one."
        await expect(notice(mara)).to_have_text(told)
        await mara.root.locator('[data-option-name="name"]').fill("big")
        await mara.send()
        await expect(notice(mara)).to_have_text(told)
        await expect(mara.root.get_by_test_id("message")).to_have_count(0)
        await chooser(mara).set_input_files(file("big.json", bytes(LARGEST)))
        await expect(notice(mara)).to_be_hidden()
        await mara.send()
        await mara.sees(f"big: big.json, {LARGEST} of {LARGEST} bytes")


@pytest.mark.proof
async def test_files_that_are_dropped_go_to_the_options_that_take_one() -> None:
    drop = """(where, names) => {
      const held = new DataTransfer();
      for (const name of names) held.items.add(new File(["{}"], name));
      const options = { dataTransfer: held, bubbles: true, cancelable: true };
      for (const name of ["dragenter", "dragover", "drop"])
        if (where.dispatchEvent(new DragEvent(name, options))) throw new Error(`the page leaves ${name}`);
    }"""
    async with mara_with_a_shelf() as mara:
        messages = mara.root.get_by_test_id("messages")
        await messages.evaluate(drop, ["a.json"])
        await expect(notice(mara)).to_contain_text("You can only send a file with a command that takes one.")
        await mara.slash("/shelf deck upload")
        await mara.root.locator('[data-option-name="name"]').fill("dropped")
        await messages.evaluate(drop, ["a.json", "b.txt", "c.txt"])
        await expect(field(mara, "file")).to_contain_text("a.json2 bytes")
        await expect(field(mara, "notes")).to_contain_text("b.txt2 bytes")
        await chooser(mara).first.set_input_files(file("another.json", b"[]"))
        await expect(mara.root.get_by_test_id("more")).to_be_focused()
        await mara.page.keyboard.press("Enter")
        await mara.sees("dropped: another.json, 2 of 2 bytes, application/json; charset=utf-8; with b.txt")


@pytest.mark.proof
async def test_what_is_typed_after_a_command_that_begins_with_a_file_finds_its_option() -> None:
    async with mara_with_a_shelf() as mara:
        await mara.root.get_by_test_id("composer").press_sequentially("/shelf deck upload ")
        await expect(mara.root.locator('[data-option-name="file"]')).to_be_focused()
        await mara.page.keyboard.type("name:elves")
        await expect(mara.root.locator('[data-option-name="name"]')).to_have_value("elves")


@pytest.mark.proof
async def test_a_phone_shows_a_file_with_a_long_name_without_scrolling_to_the_side() -> None:
    async with mara_with_a_shelf() as mara:
        await upload(mara, "my-deck-of-all-the-elves-" * 3)
        await mara.sees("bytes, application/json")
        await mara.slash("/shelf deck show")
        await mara.offer("name", "my-deck-of-all-the-elves-" * 3)
        await mara.send()
        await mara.root.get_by_test_id("file").wait_for()
        await mara.slash("/shelf deck upload")
        await chooser(mara).set_input_files(file("my-deck-of-all-the-elves-" * 3 + ".json", CARDS))
        await mara.page.set_viewport_size({"width": PHONE, "height": 800})
        await mara.root.get_by_test_id("drawer").wait_for()
        assert await mara.page.evaluate("document.scrollingElement.scrollWidth") == PHONE
        wide = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
        for part in (".scroller", ".command-form", ".command-field"):
            assert await mara.root.locator(part).evaluate_all(wide) == 0, part
        await expect(mara.root.get_by_test_id("remove-file")).to_be_in_viewport(ratio=1)
