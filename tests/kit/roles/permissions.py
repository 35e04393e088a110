"""Taking permissions from the bot, and seeing what Discord refuses it."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from playground.model import permissions as perms
from playground.places import channels
from tests.kit.table import Table

BITS = {
    "look": perms.VIEW_CHANNEL,
    "write": perms.SEND_MESSAGES,
    "write in threads": perms.SEND_MESSAGES_IN_THREADS,
    "embed links": perms.EMBED_LINKS,
    "attach files": perms.ATTACH_FILES,
    "begin threads": perms.CREATE_PUBLIC_THREADS,
    "read back": perms.READ_MESSAGE_HISTORY,
}


class Answers:
    """A witness of the playground's answers."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, int]] = []

    def request(self, request: web.Request, body: bytes, response: web.StreamResponse) -> None:
        self.seen.append((f"{request.method} {request.path}", response.status))

    def dispatch(self, event: str, data: dict[str, Any]) -> None: ...

    def refused(self) -> list[tuple[str, int]]:
        return [answer for answer in self.seen if answer[1] in (401, 403, 429)]


def deny(t: Table, bits: int, channel: str = "games") -> None:
    """Take these permissions from the bot in a channel."""
    world = t.playground.world
    [app] = world.applications.values()
    place = t.mara.actor.channel(channel)
    role = next(id for id in world.guilds[place.guild_id or ""].members[app.bot_id]["roles"])
    overwrite = {"id": role, "type": 0, "allow": "0", "deny": str(bits)}
    channels.edit(world, place, {"permission_overwrites": [overwrite]})
