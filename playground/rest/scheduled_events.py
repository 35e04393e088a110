"""Routes of a server's scheduled events."""

from __future__ import annotations

from playground.model import permissions as perms
from playground.model.errors import missing_permissions
from playground.model.payload import Json
from playground.places import scheduled_events
from playground.rest.call import Call


async def create(call: Call) -> Json:
    """Create an event and return it: POST /guilds/{guild}/scheduled-events."""
    guild = call.home
    # Since February 2026 MANAGE_EVENTS no longer suffices.
    _require(call, perms.CREATE_EVENTS)
    return scheduled_events.create(call.world, guild, call.bot_id, await call.json())


async def edit(call: Call) -> Json:
    """Change an event and return it: PATCH /guilds/{guild}/scheduled-events/{event}."""
    event = _changeable(call)
    return scheduled_events.edit(call.world, call.home, event, await call.json())


async def delete(call: Call) -> None:
    """Delete an event: DELETE /guilds/{guild}/scheduled-events/{event}."""
    del call.home.events[_changeable(call)["id"]]


def _changeable(call: Call) -> Json:
    """Return the event in the path; raise DiscordError 10070, or 50013 if the bot may not change it."""
    event = scheduled_events.get(call.home, call.params["event"])
    own = perms.CREATE_EVENTS if event["creator_id"] == call.bot_id else 0
    _require(call, perms.MANAGE_EVENTS | own)
    return event


def _require(call: Call, any_of: int) -> None:
    """Raise DiscordError 50013 unless the bot has one of these permissions on the server."""
    if not perms.in_guild(call.home, call.bot_id) & any_of:
        raise missing_permissions()
