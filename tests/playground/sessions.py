"""A session that tests of recordings play."""

from __future__ import annotations

from typing import Any

import aiohttp

from playground.app import Playground
from tests.playground.bots import open_form
from tests.playground.conftest import Rest


async def a_short_session(play: Playground, bot: Any) -> None:
    """Play a session with a panel, a form, an ephemeral answer, and a press without an answer."""
    mara, tom = play.actor("mara"), play.actor("tom")
    rival = [{"type": 6, "name": "rival", "value": tom.id}]
    panel = (await mara.slash("games", "panel", rival))["message"]
    await tom.say("games", "hello")
    opened = await open_form(bot, mara, panel["id"])
    await mara.submit(opened["interaction"], {"name": "Mara", "side": ["red"]})
    await mara.press("games", panel["id"], "next")
    whispered = await mara.press("games", panel["id"], "whisper")
    await mara.dismiss("games", whispered["message"]["id"])
    await bot.close()
    await mara.press("games", panel["id"], "whisper")
    done = next(iter(play.world.interactions.values()))
    async with aiohttp.ClientSession() as session:
        await Rest(play, session)("POST", f"/interactions/{done.id}/{done.token}/callback", {"type": 5})
