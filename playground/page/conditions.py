"""A condition is switched: what it changes at once, and who is told."""

from __future__ import annotations

from collections.abc import Callable

from playground.model import conditions
from playground.model.conditions import PERSON, SERVER
from playground.model.events import Event
from playground.model.world import World
from playground.places import members

AT_ONCE: dict[str, Callable[[World, str, bool], None]] = {
    "timed_out": members.time_out_everywhere,
    "pending": members.screen_everywhere,
}
"""What changes in the world with a condition, by its key: (world, subject, on). Most are only asked for."""


def change(world: World, key: str, subject: str, on: bool) -> None:
    """Switch a condition; raises ControlError, or DiscordError for a subject that isn't there."""
    of = conditions.find(key).of
    if of == PERSON:
        world.user(subject)
    if of == SERVER:
        world.guild(subject)
    world.conditions.set(key, subject, on)
    if key in AT_ONCE:
        AT_ONCE[key](world, subject, on)
    world.emit(Event(name="CONDITIONS", data={"conditions": world.conditions.state()}, bots=False))
