"""Which events a session receives, and with which fields, by its intents."""

from __future__ import annotations

from playground.model import shapes
from playground.model.events import Event
from playground.model.payload import Json
from playground.model.world import World

GUILDS, GUILD_MEMBERS, GUILD_PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 9, 1 << 12
GUILD_TYPING, DIRECT_TYPING = 1 << 11, 1 << 14
MESSAGE_CONTENT = 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
NAMES = {"members": GUILD_MEMBERS, "presences": GUILD_PRESENCES, "message_content": MESSAGE_CONTENT}
"""The privileged intents by the names that libraries and `--intents` give them."""
# Discord lists the intents of bits 0 to 16, auto moderation and polls. Libraries have long sent the unused
# bits 17 to 19 as part of “all intents” (report 2195 to py-cord), and Discord accepts them.
ALL_INTENTS = (1 << 22) - 1 | 1 << 24 | 1 << 25

# Event name → (intent in servers, intent in DMs); 0 means that no intent is needed.
INTENTS: dict[str, tuple[int, int]] = {
    "INTERACTION_CREATE": (0, 0),
    "THREAD_MEMBERS_UPDATE": (GUILDS, 0),
    "CHANNEL_CREATE": (GUILDS, 0),
    "CHANNEL_UPDATE": (GUILDS, 0),
    "CHANNEL_DELETE": (GUILDS, 0),
    "CHANNEL_PINS_UPDATE": (GUILDS, DIRECT_MESSAGES),
    "THREAD_CREATE": (GUILDS, 0),
    "THREAD_UPDATE": (GUILDS, 0),
    "THREAD_DELETE": (GUILDS, 0),
    "THREAD_LIST_SYNC": (GUILDS, 0),
    "GUILD_CREATE": (GUILDS, 0),
    "GUILD_DELETE": (GUILDS, 0),
    "GUILD_ROLE_CREATE": (GUILDS, 0),
    "GUILD_MEMBER_ADD": (GUILD_MEMBERS, 0),
    "GUILD_MEMBER_UPDATE": (GUILD_MEMBERS, 0),
    "GUILD_MEMBER_REMOVE": (GUILD_MEMBERS, 0),
    "MESSAGE_CREATE": (GUILD_MESSAGES, DIRECT_MESSAGES),
    "MESSAGE_UPDATE": (GUILD_MESSAGES, DIRECT_MESSAGES),
    "MESSAGE_DELETE": (GUILD_MESSAGES, DIRECT_MESSAGES),
    "MESSAGE_DELETE_BULK": (GUILD_MESSAGES, 0),
    "TYPING_START": (GUILD_TYPING, DIRECT_TYPING),
}
# Sent to every bot in the server, with the fields hidden from a bot that may not view the channel.
CHANNELS = ("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE")
OF_MEMBERS = ("GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE", "GUILD_MEMBER_REMOVE")
HIDDEN_CONTENT: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


def list_names(intents: int) -> list[str]:
    """Return the names of the privileged ones among these intents."""
    return [name for name, bit in NAMES.items() if intents & bit]


def read_names(names: str) -> int:
    """Return the bits of privileged intents, given by names with commas between them.

    Raises:
        ValueError: If there's no privileged intent by one of the names.
    """
    given = set(filter(None, names.replace(" ", "").split(",")))
    if unknown := sorted(given - NAMES.keys()):
        raise ValueError(f"{unknown[0]} is no privileged intent; there are {', '.join(NAMES)}")
    return sum(NAMES[name] for name in given)


def hears(world: World, bot_id: str, application_id: str, intents: int, event: Event) -> bool:
    """Return whether a session of this bot receives an event."""
    if not event.bots or event.name not in INTENTS:
        return False
    if event.application is not None and event.application != application_id:
        return False
    if event.name == "INTERACTION_CREATE" and world.applications[application_id].endpoints:
        return False
    if event.name == "GUILD_ROLE_CREATE" and bot_id not in world.guilds[event.guild or ""].members:
        return False
    if event.name in OF_MEMBERS:
        return _hears_of_member(world, bot_id, intents, event)
    # Ephemeral messages need the intent for DMs even in a server.
    private = event.guild is None
    needed = INTENTS[event.name][1 if private else 0]
    if needed and not intents & needed:
        return False
    if event.application is None and event.user is not None:
        return event.user == bot_id
    return event.channel is None or event.name in CHANNELS or _sees(world, bot_id, event)


def _hears_of_member(world: World, bot_id: str, intents: int, event: Event) -> bool:
    """Return whether a bot receives a member event; without the intent, only for updates of itself."""
    if bot_id not in world.guilds[event.guild or ""].members:
        return False
    if event.data["user"]["id"] == bot_id:
        return event.name == "GUILD_MEMBER_UPDATE"
    return bool(intents & GUILD_MEMBERS)


def filter_data(world: World, bot_id: str, intents: int, event: Event) -> Json | None:
    """Return the event's data as the session may see it, or None if the bot isn't in that server."""
    if event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and "guild_id" in event.data:
        return without_content(event.data, bot_id, intents)
    if event.name in CHANNELS and event.guild is not None:
        if bot_id not in world.guilds[event.guild].members:
            return None
        return event.data if _sees(world, bot_id, event) else shapes.hide_channel(event.data)
    return event.data


def _sees(world: World, bot_id: str, event: Event) -> bool:
    channel = world.channels.get(event.channel or "")
    return channel is not None and world.sees(bot_id, channel)


def without_content(data: Json, bot_id: str, intents: int) -> Json:
    """Return a message, with the one it quotes, as a bot sees it; hide content without the content intent.

    A bot always sees the content of messages it wrote and of those that mention it.
    """
    if intents & MESSAGE_CONTENT:
        return data
    if original := data.get("referenced_message"):
        data = {**data, "referenced_message": without_content(original, bot_id, intents)}
    if data["author"]["id"] == bot_id:
        return data
    if any(user["id"] == bot_id for user in data["mentions"]):
        return data
    hidden = {**data, **HIDDEN_CONTENT}
    if found := data.get("message_snapshots"):
        hidden["message_snapshots"] = [
            {"message": {**snapshot["message"], **HIDDEN_CONTENT}} for snapshot in found
        ]
    return hidden
