"""Rules on when a bot may open a DM and write in it: closed, blocked, quarantined, stale."""

from __future__ import annotations

from playground.model.errors import build_closed_dm_error, build_quarantine_error
from playground.model.records import Channel
from playground.model.world import World
from playground.places import members


def check_may_open(world: World, bot_id: str, person_id: str) -> None:
    """Raise DiscordError 20026 if the bot is quarantined and has never written to this person."""
    if world.conditions.holds("quarantine") and not _has_written(world, bot_id, person_id):
        raise build_quarantine_error()


def check_may_write(world: World, bot_id: str, channel: Channel) -> None:
    """Raise DiscordError 50007 for closed DMs, a block, or no common server, 20026 as `check_may_open`."""
    for id in (id for id in channel.recipients if id != bot_id):
        blocked = world.conditions.holds("blocked", id)
        if blocked or not world.users[id].dms_open or not members.share_a_guild(world, bot_id, id):
            raise build_closed_dm_error()
        check_may_open(world, bot_id, id)


def is_new(world: World, bot_id: str, person_id: str) -> bool:
    """Return whether these two users have never had a DM channel."""
    pair = {bot_id, person_id}
    return not any(set(channel.recipients) == pair for channel in world.channels.values())


def is_stale(world: World, channel: Channel) -> bool:
    """Return whether a DM channel no longer works, although its id was valid once."""
    if channel.id in world.stale_dms:
        return True
    never_again = not world.beliefs.stale_dms_reopen
    return never_again and any(world.conditions.holds("stale_dm", id) for id in channel.recipients)


def go_stale(world: World, person_id: str) -> None:
    """Make every DM channel of a person with a bot stale, so that opening the DM creates a new channel."""
    for pair, channel_id in list(world.dms.items()):
        if person_id in pair and any(world.users[id].bot for id in pair):
            del world.dms[pair]
            world.stale_dms.add(channel_id)


def _has_written(world: World, bot_id: str, person_id: str) -> bool:
    pair = {bot_id, person_id}
    places = [channel for channel in world.channels.values() if set(channel.recipients) == pair]
    written = (world.messages[str(number)].payload for place in places for number in place.timeline)
    return any(payload["author"]["id"] == bot_id for payload in written)
