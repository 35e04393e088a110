"""Interactions that no button offered."""

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
    """Whether these parts of a custom_id are a button of this kind."""
    return read(kind, tuple(parts.split("|")) if parts else ()) is not None


async def old_post(match: Played) -> Seen:
    """A post of the bot in the thread with a list of ours, alike in both worlds."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Select(custom_id="sp|open|0", options=[discord.SelectOption(label="Old")]))
    thread = match.t.running.bot.get_partial_messageable(int(match.t.threads()[-1]["id"]))
    sent = await thread.send("an older post", view=view, nonce="forged")
    await match.t.settled()
    return next(seen for seen in match.posts() if seen.id == str(sent.id))


async def forge(t: Table, person: Person, source: Seen, custom_id: str) -> None:
    """Somebody chooses in a list that the bot never made; clients can't, so the list itself is changed."""
    value = "truth" if "replay" in custom_id else "a1"
    (row,) = t.playground.world.messages[source.id].payload["components"]
    (select,) = row["components"]
    select |= {"custom_id": custom_id, "options": [{"label": "Old", "value": value}]}
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await person.actor.press(source.channel, source.id, custom_id, [value])
    except TimeoutError:
        raise AssertionError(f"{custom_id} was not answered") from None
