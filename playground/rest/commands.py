"""Routes of application commands, both global and for a server."""

from __future__ import annotations

from typing import Any

from playground.apps import commands
from playground.model.errors import missing_access
from playground.model.payload import Json
from playground.rest.call import Call


def _place(call: Call) -> tuple[str, str | None]:
    """Return the path's application id and server id; raise DiscordError 50001 for another application."""
    if call.params["application"] != call.application.id:
        raise missing_access()
    return call.application.id, call.home.id if "guild" in call.params else None


async def listing(call: Call) -> list[Any]:
    """Return the application's commands, global or for the server in the path: GET …/commands."""
    return list(commands.commands_of(call.world, *_place(call)).values())


async def overwrite(call: Call) -> list[Any]:
    """Replace all commands and return the new ones: PUT …/commands."""
    return commands.overwrite(call.world, *_place(call), await call.json(list))


async def create(call: Call) -> Json:
    """Create or replace a command by name and return it, with status 201 or 200: POST …/commands."""
    place = _place(call)
    known = set(commands.commands_of(call.world, *place))
    made = commands.upsert(call.world, *place, await call.json())
    call.status = 200 if made["id"] in known else 201
    return made


async def get(call: Call) -> Json:
    """Return a command: GET …/commands/{command}."""
    return commands.get(call.world, *_place(call), call.params["command"])


async def edit(call: Call) -> Json:
    """Change a command and return it: PATCH …/commands/{command}."""
    return commands.edit(call.world, *_place(call), call.params["command"], await call.json())


async def delete(call: Call) -> None:
    """Delete a command: DELETE …/commands/{command}."""
    commands.delete(call.world, *_place(call), call.params["command"])
