"""Roles, privileged intents, context menus and file requests in the page."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from playwright.async_api import FilePayload, Page, async_playwright, expect

import playground.app
from playground.app import Playground
from playground.gateway.intents import GUILD_MEMBERS
from playground.model import permissions as perms
from tests.kit.browser import CHROMIUM, Pane, watch
from tests.kit.picture import QUIET
from tests.playground.conftest import UNPRIVILEGED, Rest
from tests.playground.sockets import Listener, dial, identity

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]
PHONE = 390
FILE = {"type": 11, "name": "file", "description": "A deck", "required": True, "file_types": [".json"]}
COMMANDS = [
    {"name": "upload", "description": "Keep a deck", "options": [FILE]},
    {"name": "settle", "description": "Settle it", "default_member_permissions": perms.MANAGE_MESSAGES},
    {"name": "Wave at", "type": 2},
    {"name": "Read aloud", "type": 3},
]
DECK = {"type": 19, "custom_id": "deck", "file_types": [".json"]}
BACKS = [{"label": "Red", "value": "r", "default": True}, {"label": "Blue", "value": "b"}]
BACK = {"type": 3, "custom_id": "back", "options": BACKS}
FIELDS = [
    {"type": 18, "label": "Deck", "description": "As you exported it", "component": DECK},
    {"type": 18, "label": "Back", "description": "The color", "component": BACK},
]
FORM = {"title": "A deck", "custom_id": "f", "components": FIELDS}


class House:
    """A playground with a bot driven by the test, and the panes of Mara and Tom."""

    def __init__(self, play: Playground, bot: Listener, rest: Rest, page: Page) -> None:
        self.play, self.bot, self.rest, self.page = play, bot, rest, page
        self.mara, self.tom = Pane(page, "mara"), Pane(page, "tom")

    async def answer(self, body: Any) -> Any:
        """Answer the next interaction, and return its data."""
        asked = await self.bot.event("INTERACTION_CREATE")
        path = f"/interactions/{asked['id']}/{asked['token']}/callback"
        assert (await self.rest("POST", path, body))[0] == 204
        return asked["data"]

    async def says(self, sentence: str) -> None:
        await expect(self.page.get_by_test_id("panel-said")).to_have_text(sentence)


@contextlib.asynccontextmanager
async def house() -> AsyncIterator[House]:
    play = await playground.app.start(owned=True)
    async with aiohttp.ClientSession() as session, async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = await browser.new_page(viewport={"width": 1500, "height": 1000})
        faults = await watch(page)
        rest, bot = Rest(play, session), await dial(session, play)
        await bot.send(2, identity(play, UNPRIVILEGED))
        await bot.event("GUILD_CREATE")
        [app] = play.world.applications
        await rest("PUT", f"/applications/{app}/commands", COMMANDS)
        await page.goto(f"{play.cdn}/?as=mara,tom&channel=games,games")
        await page.get_by_role("button", name="Skip").click()
        await page.get_by_test_id("clock-button").click()
        try:
            yield House(play, bot, rest, page)
            assert not faults, faults
        finally:
            await browser.close()
            await play.close()


def picked(name: str) -> FilePayload:
    return {"name": name, "mimeType": "application/json", "buffer": b"{}"}


@pytest.mark.proof
async def test_the_owner_makes_a_role_gives_it_and_grants_an_intent_also_on_a_phone() -> None:
    async with house() as here:
        page, tom = here.page, here.play.actor("tom")
        assert "settle" in [command["name"] for command in here.play.actor("mara").commands("games")]
        await page.set_viewport_size({"width": PHONE, "height": 800})
        await page.get_by_test_id("role-new").click()
        await page.get_by_test_id("role-name").fill("Judge")
        await page.get_by_test_id("permission-13").press("Space")
        await page.get_by_test_id("role-make").click()
        await here.says("There's a new role, Judge. Open it to give it.")
        assert "settle" not in [command["name"] for command in tom.commands("games")]
        await page.get_by_test_id("role-Judge").click()
        await page.get_by_test_id("role-Judge-tom").press("Space")
        await here.says("Tom has the role Judge.")
        assert "settle" in [command["name"] for command in tom.commands("games")]
        await expect(page.get_by_test_id("role-Judge")).to_have_text("Judge (1)")
        await page.get_by_test_id("intent-members").press("Space")
        await here.says("Server members: granted. It counts when the bot connects anew.")
        [app] = here.play.world.applications.values()
        assert app.intents == GUILD_MEMBERS
        assert await page.evaluate("document.scrollingElement.scrollWidth") == PHONE


@pytest.mark.proof
async def test_commands_stand_in_the_menus_of_people_and_messages() -> None:
    async with house() as here:
        await here.play.actor("tom").say("games", "hello")
        await here.mara.sees("hello")
        message = here.mara.root.locator('[data-author="tom"]')
        await message.hover()
        await message.get_by_test_id("message-tools").click()
        await here.mara.root.get_by_role("menuitem", name="Read aloud").click()
        assert (await here.answer({"type": 4, "data": {"content": "Hello!"}}))["name"] == "Read aloud"
        await here.mara.sees("Hello!")
        await message.get_by_role("button", name="Tom").click()
        await here.mara.root.locator('[data-menu="Wave at"]').click()
        used = await here.answer({"type": 4, "data": {"content": "Hi, Tom!"}})
        assert used["target_id"] == here.play.actor("tom").id
        await here.tom.sees("Hi, Tom!")


@pytest.mark.proof
async def test_only_the_files_that_a_bot_asks_for_are_taken_and_may_be_spoilers() -> None:
    async with house() as here:
        root = here.mara.root
        await here.mara.slash("/upload")
        chooser = root.get_by_test_id("option-file")
        await expect(chooser).to_have_attribute("accept", ".json")
        await chooser.set_input_files(picked("deck.exe"))
        told = "“deck.exe” isn't one of these files: .json. Choose another."
        await expect(root.get_by_test_id("notice")).to_have_text(told)
        await chooser.set_input_files(picked("deck.json"))
        await root.get_by_test_id("spoiler-file").click()
        await here.mara.send()
        used = await here.answer({"type": 9, "data": FORM})
        [attachment] = used["resolved"]["attachments"].values()
        assert (attachment["filename"], attachment["flags"]) == ("deck.json", 8)
        field, failure = root.locator('[data-custom-id="deck"]'), root.get_by_test_id("modal-failure")
        submit, back = root.get_by_test_id("modal-submit"), root.locator('[data-custom-id="back"]')
        await expect(field).to_have_attribute("aria-required", "true")
        await expect(field).to_have_accessible_description("As you exported it")
        await expect(back).to_have_accessible_name("Back: Red")
        await expect(back).to_have_accessible_description("Required. The color")
        await submit.click()
        await expect(failure).to_have_text("Choose a file for “Deck”.")
        await field.set_input_files(picked("deck.exe"))
        await submit.click()
        await expect(failure).to_have_text(told)
        await field.set_input_files(picked("deck.json"))
        await submit.click()
        sent = await here.answer({"type": 4, "data": {"content": "Kept."}})
        [attachment] = sent["resolved"]["attachments"].values()
        assert attachment["filename"] == "deck.json"
        await here.mara.sees("Kept.")
