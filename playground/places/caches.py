"""The users that a person's app can name in a mention.

A mention that may ping comes with its user. One that may not, and one in an embed, is looked up among the
users that the app has met before, and shows as @unknown-user if it isn't there (issue 1479 of Discord's API
documentation).
"""

from __future__ import annotations

from playground.model.payload import Json
from playground.model.world import World

UNKNOWN = "@unknown-user"


def resolves(world: World, reader: str, payload: Json, user_id: str) -> bool:
    """Return whether the app of `reader` can name a user mentioned in the content of a message."""
    return any(user["id"] == user_id for user in payload["mentions"]) or knows(
        world, reader, payload["channel_id"], user_id
    )


def knows(world: World, reader: str, channel_id: str, user_id: str) -> bool:
    """Return whether the app of `reader` has met a user, in a message of the channel or as the reader."""
    if user_id == reader or world.conditions.holds("full_cache", reader):
        return True
    channel = world.channels[channel_id]
    said = (world.messages[str(id)].payload for id in channel.timeline)
    return user_id in channel.recipients or any(_shows(payload, user_id) for payload in said)


def _shows(payload: Json, user_id: str) -> bool:
    """Return whether a user is a message's author, mentioned in it, or the user of its command."""
    used_by = (payload.get("interaction_metadata") or {}).get("user")
    met = (payload["author"], *payload["mentions"], *([used_by] if used_by else ()))
    return any(user["id"] == user_id for user in met)
