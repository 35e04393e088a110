"""Forged interactions that no button offered."""

from __future__ import annotations

import asyncio

import discord

from bot.discord_kit.components.buttons import Button, read
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.matches.tapped import Played
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table


def is_read(kind: type[Button], parts: str) -> bool:
    """Return whether these parts of a custom_id are valid for this kind of button."""
    return read(kind, tuple(parts.split("|")) if parts else ()) is not None


async def old_post(match: Played) -> Seen:
    """Post a message by the bot in the thread with a valid select, the same in both worlds."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Select(custom_id="sp|open|0", options=[discord.SelectOption(label="Old")]))
    thread = match.t.running.bot.get_partial_messageable(int(match.t.threads()[-1]["id"]))
    sent = await thread.send("an older post", view=view, nonce="forged")
    await match.t.settled()
    return next(seen for seen in match.posts() if seen.id == str(sent.id))


async def forge(t: Table, person: Person, source: Seen, custom_id: str) -> None:
    """Let a person choose in a forged select.

    Clients can't forge one, so the message itself is changed.
    """
    value = "truth" if "replay" in custom_id else "a1"
    (row,) = t.playground.world.messages[source.id].payload["components"]
    (select,) = row["components"]
    select |= {"custom_id": custom_id, "options": [{"label": "Old", "value": value}]}
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await person.actor.press(source.channel, source.id, custom_id, [value])
    except TimeoutError:
        raise AssertionError(f"{custom_id} was not answered") from None
