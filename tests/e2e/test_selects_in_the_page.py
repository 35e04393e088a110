"""Selects in the page: several values, people found by a search, channels, and what the bot gets of each."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands
from playwright.async_api import Locator, expect

from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.table import table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.proof,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

COLORS = [
    discord.SelectOption(label=label, value=label, description=told)
    for label, told in (("red", "warm"), ("blue", "cold"), ("green", "calm"), ("<b>", "markup"))
]


class Choices(discord.ui.View):
    """Three selects, and a bot that answers with what was chosen."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add(discord.ui.Select(placeholder="Colors", options=COLORS, min_values=2, max_values=3))
        self.add(discord.ui.UserSelect(placeholder="A rival"))
        self.add(discord.ui.ChannelSelect(placeholder="A place"))

    def add(self, select: Any) -> None:
        async def answer(interaction: discord.Interaction) -> None:
            names = [getattr(value, "name", value) for value in select.values]
            await interaction.response.send_message(f"{select.placeholder}: {names}", ephemeral=True)

        select.callback = answer
        self.add_item(select)


@app_commands.command(description="Choose something")
async def choose(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Choose", view=Choices())


def option(pane: Pane, label: str) -> Locator:
    return pane.page.get_by_test_id("select-option").filter(has=pane.page.get_by_text(label, exact=True))


async def choose_colors(mara: Pane) -> None:
    """Choose too few colors, which changes nothing, then two."""
    colors = mara.root.get_by_test_id("select").nth(0)
    await expect(colors).to_have_accessible_name("Colors")
    await colors.click()
    await expect(mara.page.get_by_test_id("select-list")).to_contain_text("Choose 2 to 3")
    await option(mara, "red").click()
    await mara.page.keyboard.press("Escape")
    await expect(mara.page.get_by_test_id("select-list")).to_have_count(0)
    await expect(colors).to_have_accessible_name("Colors")
    await colors.click()
    for label in ("red", "<b>"):
        await option(mara, label).click()
        await expect(option(mara, label)).to_have_attribute("aria-selected", "true")
    await mara.page.get_by_test_id("select-done").click()
    await mara.sees("Colors: ['red', '<b>']")
    await expect(colors).to_have_accessible_name("Colors: red, <b>")


async def test_the_bot_gets_what_is_chosen_in_a_select_and_the_select_shows_it() -> None:
    async with table("mara", "tom") as t:
        t.running.bot.tree.add_command(choose)
        await t.running.bot.tree.sync()
        async with page_of(t, "mara") as panes:
            mara = panes["mara"]
            await mara.slash("/choose")
            await mara.send()
            await mara.sees("Choose")
            await choose_colors(mara)
            await mara.root.get_by_test_id("select").nth(1).click()
            await mara.page.get_by_role("searchbox").fill("to")
            await expect(option(mara, "Mara")).to_be_hidden()
            await mara.page.keyboard.press("Enter")
            await mara.sees("A rival: ['tom']")
            await mara.root.get_by_test_id("select").nth(2).click()
            await option(mara, "quiet").click()
            await mara.sees("A place: ['quiet']")
