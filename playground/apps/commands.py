"""Application commands: the global ones and those of one server."""

from __future__ import annotations

from typing import cast

from playground import limits
from playground.apps import installs
from playground.model import permissions as perms
from playground.model.errors import DiscordError, Path
from playground.model.events import Event
from playground.model.payload import Json, without_nulls
from playground.model.records import Application, Channel
from playground.model.world import World

DAY_SECONDS = 86_400.0
FIELDS = [
    "name",
    "description",
    "options",
    "default_member_permissions",
    "dm_permission",
    "contexts",
    "integration_types",
    "nsfw",
    "name_localizations",
    "description_localizations",
]
NULLABLE = frozenset(
    ("default_member_permissions", "contexts", "name_localizations", "description_localizations")
)
"""Fields of commands and options in which null differs from a missing field."""


def commands_of(world: World, application_id: str, guild_id: str | None) -> dict[str, Json]:
    """Return the stored commands by id: those of a server, or the global ones if `guild_id` is None."""
    if guild_id is None:
        return world.global_commands.setdefault(application_id, {})
    return world.guild_commands.setdefault((application_id, guild_id), {})


def overwrite(world: World, application_id: str, guild_id: str | None, bodies: list[Json]) -> list[Json]:
    """Replace all commands at once and return the new ones.

    A command that keeps its type and name keeps its id and doesn't count as created.

    Raises:
        DiscordError: 50035 for a form error, 30032 for too many commands, 30034 for too many new ones a day.
    """
    bodies = [_strip_nulls(body) for body in bodies]
    limits.check_commands(bodies)
    _check_installs(world, application_id, guild_id, [((index,), body) for index, body in enumerate(bodies)])
    store = commands_of(world, application_id, guild_id)
    old = {(command["type"], command["name"]): command["id"] for command in store.values()}
    new = sum((body.get("type", 1), body["name"]) not in old for body in bodies)
    _count_creates(world, application_id, guild_id, new)
    made = [
        _build_command(world, application_id, guild_id, body, old.get((body.get("type", 1), body["name"])))
        for body in bodies
    ]
    store.clear()
    store.update({command["id"]: command for command in made})
    _tell(world, application_id, guild_id)
    return made


def upsert(world: World, application_id: str, guild_id: str | None, body: Json) -> Json:
    """Create a command, or replace the one with the same type and name.

    Raises:
        DiscordError: 50035 for a form error, 30032 for too many commands, 30034 for too many new ones a day.
    """
    body = _strip_nulls(body)
    limits.check_command(body)
    _check_installs(world, application_id, guild_id, [((), body)])
    store = commands_of(world, application_id, guild_id)
    key = (body.get("type", 1), body["name"])
    known = next(
        (command["id"] for command in store.values() if (command["type"], command["name"]) == key), None
    )
    if known is None:
        limits.check_count([*store.values(), body])
        _count_creates(world, application_id, guild_id, 1)
    made = _build_command(world, application_id, guild_id, body, known)
    store[made["id"]] = made
    _tell(world, application_id, guild_id)
    return made


def _check_installs(
    world: World, application_id: str, guild_id: str | None, bodies: list[tuple[Path, Json]]
) -> None:
    """Refuse global commands for an installation type that the application doesn't offer."""
    if guild_id is None and world.beliefs.install_kinds_are_checked:
        offered = sorted(map(int, world.application(application_id).install_config))
        limits.check_installs(bodies, offered)


def _count_creates(world: World, application_id: str, guild_id: str | None, new: int) -> None:
    """Count created commands, globally or per server; raise DiscordError 30034 for too many in a day."""
    now, key = world.clock.now(), (application_id, guild_id)
    recent = [moment for moment in world.command_creates.get(key, []) if now - moment < DAY_SECONDS]
    limits.check_creates(len(recent), new)
    world.command_creates[key] = recent + [now] * new


def edit(world: World, application_id: str, guild_id: str | None, command_id: str, body: Json) -> Json:
    """Change the command's fields that `body` names; raise DiscordError 10063 (none) or 50035 (faulty)."""
    old = get(world, application_id, guild_id, command_id)
    merged = _strip_nulls({**old, **{name: body[name] for name in FIELDS if name in body}})
    limits.check_command(merged)
    _check_installs(world, application_id, guild_id, [((), body)])
    made = _build_command(world, application_id, guild_id, merged, command_id)
    commands_of(world, application_id, guild_id)[command_id] = made
    _tell(world, application_id, guild_id)
    return made


def get(world: World, application_id: str, guild_id: str | None, command_id: str) -> Json:
    """Return the command; raise DiscordError 10063 if there is none."""
    found = commands_of(world, application_id, guild_id).get(command_id)
    if found is None:
        raise DiscordError(404, 10063, "Unknown application command")
    return found


def delete(world: World, application_id: str, guild_id: str | None, command_id: str) -> None:
    """Delete the command; raise DiscordError 10063 if there is none."""
    get(world, application_id, guild_id, command_id)
    del commands_of(world, application_id, guild_id)[command_id]
    _tell(world, application_id, guild_id)


def _tell(world: World, application_id: str, guild_id: str | None) -> None:
    """Tell people's clients that an application's commands have changed."""
    data = {"application_id": application_id, "guild_id": guild_id}
    world.emit(Event(name="COMMANDS", data=data, bots=False))


def usable(world: World, user_id: str, channel: Channel) -> list[tuple[Application, Json]]:
    """Return the commands a user may use in a channel; a server's own hides its global namesake."""
    found: dict[tuple[str, int, str], tuple[Application, Json]] = {}
    for app in world.applications.values():
        for guild_id in (None, channel.guild_id) if channel.guild_id else (None,):
            for command in commands_of(world, app.id, guild_id).values():
                if _is_allowed(world, app, user_id, channel, command):
                    found[app.id, command["type"], command["name"]] = (app, command)
    return list(found.values())


def _is_allowed(world: World, app: Application, user_id: str, channel: Channel, command: Json) -> bool:
    owners = installs.owners(world, app, user_id, channel, command)
    contexts, context = command.get("contexts"), installs.context(app, channel)
    if not owners or (contexts is not None and context not in contexts):
        return False
    if context == installs.WITH_BOT and command.get("dm_permission") is False:
        return False
    needed = command.get("default_member_permissions")
    # Permissions of server members restrict only the applications installed in that server.
    if "0" not in owners or context != installs.IN_GUILD or needed is None:
        return True
    bits = world.permissions(user_id, channel)
    return bits == perms.EVERYTHING or (int(needed) != 0 and bits & int(needed) == int(needed))


def _strip_nulls(body: Json) -> Json:
    """Return the command as sent, without nulls that have no meaning."""
    return cast(Json, without_nulls(body, NULLABLE))


def _build_command(
    world: World, application_id: str, guild_id: str | None, body: Json, id: str | None
) -> Json:
    # Without `integration_types` a command supports all installation types of its application.
    kinds = sorted(map(int, world.application(application_id).install_config)) if guild_id is None else [0]
    made: Json = {
        "id": id or world.ids.next(),
        "application_id": application_id,
        "version": world.ids.next(),
        "type": body.get("type") or 1,
        "description": "",
        "default_member_permissions": None,
        "contexts": None,
        "integration_types": kinds,
        "nsfw": False,
        "name_localizations": None,
        "description_localizations": None,
        **{name: body[name] for name in FIELDS if name in body},
    }
    made = _with_text(made)
    if guild_id is not None:
        return {**made, "guild_id": guild_id}
    return {"dm_permission": True, **made}


def _with_text(command: Json) -> Json:
    """Return the command with its permission bits as text, even if they were sent as a number."""
    bits = command.get("default_member_permissions")
    return command if bits is None else {**command, "default_member_permissions": str(bits)}
