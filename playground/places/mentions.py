"""The users and roles that a message mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from playground.model import permissions as perms
from playground.model.payload import Json
from playground.model.records import Channel, Message
from playground.model.world import World

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(everyone|here)\b")


def mentions_of(
    world: World,
    channel: Channel,
    author_id: str,
    texts: Iterable[str],
    allowed: Json | None,
    answered: str | None = None,
) -> Json:
    """Return the fields mentions, mention_roles and mention_everyone of a message.

    Args:
        world: The world.
        channel: The channel of the message.
        author_id: The author, whose permissions decide about @everyone and roles.
        texts: All texts of the message that can contain mentions.
        allowed: Discord's `allowed_mentions`, or None to allow all.
        answered: The author of the message replied to, mentioned unless `allowed` lacks `replied_user`.
    """
    text = "\n".join(texts)
    users = _filter_allowed(USER.findall(text), "users", allowed)
    if answered and (allowed is None or allowed.get("replied_user")):
        users = list(dict.fromkeys([*users, answered]))
    may = world.permissions(author_id, channel) & perms.MENTION_EVERYONE
    known = world.guilds[channel.guild_id].roles if channel.guild_id else {}
    open_to_all = [id for id in ROLE.findall(text) if id in known and (may or known[id]["mentionable"])]
    roles = _filter_allowed(open_to_all, "roles", allowed)
    everyone = bool(
        may and EVERYONE.search(text) and (allowed is None or "everyone" in allowed.get("parse", []))
    )
    return {
        "mentions": [world.users[id].payload for id in users if id in world.users],
        "mention_roles": roles,
        "mention_everyone": everyone,
    }


def _filter_allowed(ids: list[str], kind: str, allowed: Json | None) -> list[str]:
    distinct = list(dict.fromkeys(ids))
    if allowed is None or kind in allowed.get("parse", []):
        return distinct
    named = {str(id) for id in allowed.get(kind) or []}
    return [id for id in distinct if id in named]


def is_mentioned(world: World, user_id: str, channel: Channel, message: Message) -> bool:
    """Return whether a message mentions this user, by name, role or @everyone; in a DM every message does."""
    payload = message.payload
    if channel.is_dm or payload["mention_everyone"]:
        return True
    if any(user["id"] == user_id for user in payload["mentions"]):
        return True
    roles = set(payload["mention_roles"])
    return bool(roles) and bool(roles & set(world.guilds[channel.guild_id or ""].members[user_id]["roles"]))
