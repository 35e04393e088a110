"""More servers in the playground, each on the shard that a test wants."""

from __future__ import annotations

from playground.app import Playground
from playground.model import shapes
from playground.model.records import Channel, Guild
from playground.places import channels


def shard_of(id: str, count: int) -> int:
    """Return the shard of a server by Discord's formula."""
    return (int(id) >> 22) % count


def listened_to(playground: Playground) -> set[int]:
    """Return the shards with a connected session."""
    return {session.shard[0] for session in playground.sessions.sessions.values() if session.connection}


def found_server(playground: Playground, channel: str, shard: int, count: int) -> Guild:
    """Create a server like the first one, with one channel, on this shard out of `count`."""
    world = playground.world
    [first, *_] = world.guilds.values()
    taken = {int(id) >> 22 for id in world.guilds}
    moment = next(m for m in range(int(first.id) >> 22, 1 << 42) if m not in taken and m % count == shard)
    id = str(moment << 22)
    made = Guild(id, shapes.guild(id, f"Server {channel}", first.payload["owner_id"]))
    made.roles[id] = {**first.roles[first.id], "id": id}
    made.roles |= {role: fields for role, fields in first.roles.items() if role != first.id}
    made.members = dict(first.members)
    world.guilds[id] = made
    place = shapes.text_channel(str(int(id) + 1), id, channel, 0)
    channels.add(world, Channel(place["id"], place))
    return made
