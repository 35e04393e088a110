"""Pinned messages in the page: their mark, the list, its buttons, and the link to the message."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from playwright.async_api import expect

from playground.posts import messages
from tests.kit.browser import CHROMIUM, page_of
from tests.kit.table import table

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


class Counter(discord.ui.View):
    """A view that counts its presses and answers with an ephemeral message."""

    presses = 0

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Count")
    async def count(self, interaction: discord.Interaction, button: Any) -> None:
        self.presses += 1
        await interaction.response.edit_message(content=f"pressed {self.presses} times")

    @discord.ui.button(label="Whisper")
    async def whisper(self, interaction: discord.Interaction, button: Any) -> None:
        await interaction.response.send_message("between us", ephemeral=True)


@pytest.mark.proof
async def test_a_pinned_message_works_in_the_list_of_pins_and_is_found_again_from_there() -> None:
    async with table("mara") as t, page_of(t, "mara", width=390, height=800) as panes:
        mara, bot = panes["mara"], t.running.bot
        person = await bot.fetch_user(int(t.mara.actor.id))
        home = await person.send("never pressed", view=Counter(), silent=True)
        await home.pin()
        world = t.playground.world
        place = world.channel(str(home.channel.id))
        for number in range(101):
            messages.create(world, place, str(bot.user.id), {"content": f"notice {number}"})
        await mara.go_to("Slowplay")
        pins, board = mara.root.get_by_test_id("pins"), mara.root.get_by_test_id("pinned")
        await expect(pins).to_have_text("Pins1")
        await pins.press("Enter")
        await board.get_by_role("button", name="Count").click()
        await expect(board).to_contain_text("pressed 1 times")
        await board.get_by_role("button", name="Whisper").click()
        await expect(board).to_have_count(0)
        await mara.sees("between us")
        await pins.click()
        await board.get_by_role("button", name="Show in the channel").click()
        channel = mara.root.get_by_test_id("messages")
        found = channel.locator(f'[data-message-id="{home.id}"]')
        await expect(found).to_be_in_viewport()
        await expect(found.get_by_test_id("pin-mark")).to_have_count(1)
        await expect(channel).to_contain_text("Slowplay pinned a message")
        await home.unpin()
        await expect(pins).to_be_hidden()
