"""Lists of matches as people read them."""

from __future__ import annotations

import discord

from tests.kit.seen import Seen
from tests.kit.table import Table


def entries(listed: Seen) -> tuple[list[str], list[str]]:
    """Return the headings of the groups, and the text of each entry."""
    texts = [part["content"] for part in listed.parts() if part["type"] == 10]
    return [text for text in texts if text.startswith("**") and "\n" not in text], [
        text for text in texts if "\n-# " in text
    ]


async def a_button(t: Table, custom_id: str) -> Seen:
    """Post a message by the bot in the channel, with one button."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Old", custom_id=custom_id))
    channel = t.running.bot.get_partial_messageable(int(t.mara.actor.channel("games").id))
    sent = await channel.send("a post", view=view)
    return next(seen for seen in t.mara.messages() if seen.id == str(sent.id))
