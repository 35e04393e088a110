"""Routes of application commands, global ones and those of a server."""

from __future__ import annotations

from typing import Any

from playground.apps import commands
from playground.model.errors import missing_access
from playground.model.payload import Json
from playground.rest.call import Call


def _place(call: Call) -> tuple[str, str | None]:
    """Application id and server id of the path; a foreign application is refused."""
    if call.params["application"] != call.application.id:
        raise missing_access()
    return call.application.id, call.home.id if "guild" in call.params else None


async def listing(call: Call) -> list[Any]:
    return list(commands.commands_of(call.world, *_place(call)).values())


async def overwrite(call: Call) -> list[Any]:
    return commands.overwrite(call.world, *_place(call), await call.json(list))


async def create(call: Call) -> Json:
    place = _place(call)
    known = set(commands.commands_of(call.world, *place))
    made = commands.upsert(call.world, *place, await call.json())
    call.status = 200 if made["id"] in known else 201
    return made


async def get(call: Call) -> Json:
    return commands.get(call.world, *_place(call), call.params["command"])


async def edit(call: Call) -> Json:
    return commands.edit(call.world, *_place(call), call.params["command"], await call.json())


async def delete(call: Call) -> None:
    commands.delete(call.world, *_place(call), call.params["command"])
