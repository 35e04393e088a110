"""Everything that people read, and what of it would identify a server."""

from __future__ import annotations

import json

from playground.model.records import Guild
from tests.kit.people import Person
from tests.kit.table import Table


def everything(*those: Person) -> str:
    """Return everything that some people have been sent."""
    return "\n".join(json.dumps(seen.payload) for person in those for seen in person.everything())


def of_server(guild: Guild, t: Table) -> set[str]:
    """Return what would identify a server: its id, its name and its channel ids."""
    places = [channel.payload for channel in t.playground.world.channels_of(guild.id)]
    return {guild.id, guild.payload["name"], *(place["id"] for place in places)}
