"""What people give to a command, a select, or a form, as the playground reads it."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from playground.apps.options import CHANNEL, MENTIONABLE, ROLE, USER
from playground.limits.components import walk
from playground.model.payload import Json
from playground.model.world import World
from playground.people.actor import Actor

KIND_OF_SELECT = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}
"""What each kind of select without options of its own takes, by the types of command options."""
NAMED = (USER, CHANNEL, ROLE, MENTIONABLE)


@dataclass(frozen=True)
class Upload:
    """A file that a person uploads: `await mara.slash("/keep", file=Upload("a.json", b"{}"))`."""

    name: str
    data: bytes

    def pack(self) -> Json:
        """Return the file as the control API takes it."""
        return {"filename": self.name, "data": base64.b64encode(self.data).decode()}


class HasId(Protocol):
    """A person, or anything else with Discord's id."""

    id: str


def split_command(command: str) -> tuple[str, list[str]]:
    """Return the name of a command such as “/deck list show”, and its group and subcommand."""
    name, *steps = command.removeprefix("/").split()
    return name, steps


def build_options(actor: Actor, channel: str, command: str, values: Mapping[str, Any]) -> list[Json]:
    """Return a command's options from their values by name, below its group and subcommand.

    People, channels, and roles are given as objects with an id, as ids, or by their names.
    """
    name, steps = split_command(command)
    offered = (found for found in actor.commands(channel) if found["type"] == 1 and found["name"] == name)
    declared = next(offered, {})
    for step in steps:
        inner = (option for option in declared.get("options") or () if option["name"] == step)
        declared = next(inner, {})
    kinds = {option["name"]: option["type"] for option in declared.get("options") or ()}
    options = [
        {"name": option, "value": _pick_value(actor, kinds.get(option), value)}
        for option, value in values.items()
    ]
    for step in reversed(steps):
        options = [{"name": step, "options": options}]
    return options


def _pick_value(actor: Actor, kind: int | None, value: Any) -> Any:
    if isinstance(value, Upload):
        return value.pack()
    return (find_id(actor, kind, value) or value) if kind in NAMED else value


def find_id(actor: Actor, kind: int | None, value: HasId | str) -> str | None:
    """Return the id of a person, channel, or role, given as an object, id, or name; None if there's none."""
    if not isinstance(value, str):
        return value.id
    names = dict(_names_of(actor.world, kind))
    return value if value in names.values() else names.get(value)


def _names_of(world: World, kind: int | None) -> Iterator[tuple[str, str]]:
    """Yield the name and id of everything that an option or select of this kind takes."""
    if kind in (ROLE, MENTIONABLE):
        yield from ((role["name"], id) for guild in world.guilds.values() for id, role in guild.roles.items())
    if kind in (USER, MENTIONABLE):
        yield from ((user.payload["username"], user.id) for user in world.users.values())
    if kind == CHANNEL:
        yield from ((channel.payload.get("name") or "", channel.id) for channel in world.channels.values())


def find_choice(actor: Actor, select: Json, value: HasId | str) -> str | None:
    """Return what a select sends for a value, a label, or a name; None if it doesn't offer that."""
    if select["type"] in KIND_OF_SELECT:
        return find_id(actor, KIND_OF_SELECT[select["type"]], value)
    options = select.get("options") or ()
    offered = {option["label"]: option["value"] for option in reversed(options)}
    offered |= {option["value"]: option["value"] for option in options}
    return offered.get(value) if isinstance(value, str) else None


def build_fields(actor: Actor, modal: Json, values: Mapping[str, Any]) -> Json:
    """Return the values of a form's fields by custom id, given by custom id or by label."""
    labels, fields = {}, {}
    for _, part in walk(modal["components"]):
        field = part.get("component") or part
        if "custom_id" in field:
            fields[field["custom_id"]] = field
            labels[part.get("label")] = field["custom_id"]
    found = {name if name in fields else labels.get(name, name): value for name, value in values.items()}
    return {name: _fill(actor, fields.get(name, {}), value) for name, value in found.items()}


def _fill(actor: Actor, field: Json, value: Any) -> Any:
    """Return one field's value: files packed, and choices as the values that the form sends."""
    if isinstance(value, Upload):
        return [value.pack()]
    if isinstance(value, list | tuple):
        return [part.pack() if isinstance(part, Upload) else _choose(actor, field, part) for part in value]
    return _choose(actor, field, value)


def _choose(actor: Actor, field: Json, value: Any) -> Any:
    chosen = find_choice(actor, field, value) if "type" in field else None
    return value if chosen is None else chosen
