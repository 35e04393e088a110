"""Switching conditions: their immediate effects on the world, and the event for the pages."""

from __future__ import annotations

from collections.abc import Callable

from playground.apps import installs
from playground.gateway import greeting
from playground.model import conditions
from playground.model.conditions import PERSON, SERVER
from playground.model.events import Event
from playground.model.records import INSTALL_CONFIG
from playground.model.world import World
from playground.places import direct, members


def _only_commands(world: World, guild_id: str, on: bool) -> None:
    """Remove all bots from the server or add them back; their commands stay in any case."""
    guild = world.guild(guild_id)
    for app in world.applications.values():
        if on:
            members.remove(world, guild, app.bot_id)
        elif app.bot_id not in guild.members:
            members.add(world, guild, app.bot_id)
            greeting.introduce(world, guild, app)


def _without(kind: int) -> Callable[[World, str, bool], None]:
    """Return the effect of switching off an installation type for all applications."""

    def change(world: World, subject: str, on: bool) -> None:
        for app in world.applications.values():
            kinds = {name: config for name, config in app.install_config.items() if name != str(kind)}
            app.install_config = kinds if on else {str(kind): INSTALL_CONFIG[str(kind)]} | app.install_config

    return change


AT_ONCE: dict[str, Callable[[World, str, bool], None]] = {
    "commands_only": _only_commands,
    "no_guild_install": _without(installs.GUILD),
    "no_user_install": _without(installs.USER),
    "timed_out": members.time_out_everywhere,
    "pending": members.screen_everywhere,
    "stale_dm": lambda world, person, on: direct.go_stale(world, person) if on else None,
}
"""Condition key → immediate effect on the world (world, subject, on); most conditions have none."""


def change(world: World, key: str, subject: str, on: bool) -> None:
    """Switch a condition; raise ControlError if it is unknown, DiscordError if its subject is."""
    of = conditions.find(key).of
    if of == PERSON:
        world.user(subject)
    if of == SERVER:
        world.guild(subject)
    world.conditions.set(key, subject, on)
    if key in AT_ONCE:
        AT_ONCE[key](world, subject, on)
    world.emit(Event(name="CONDITIONS", data={"conditions": world.conditions.state()}, bots=False))
