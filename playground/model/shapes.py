"""Builders of Discord objects with every field that real ones have."""

from __future__ import annotations

from playground.model.payload import Json
from playground.model.records import Application, Channel, Guild

IS_COMPONENTS_V2 = 1 << 15
EPHEMERAL = 1 << 6
LOADING = 1 << 7
HAS_THREAD = 1 << 5
SUPPRESS_NOTIFICATIONS = 1 << 12
SUPPRESS_EMBEDS = 1 << 2
CHANNEL_OBFUSCATED = 1 << 17
GRANTED = {1 << 8: 1 << 13, 1 << 1: 1 << 15, 1 << 15: 1 << 19}
"""Privileged intent → application flag that a small application has if it was granted the intent."""
FILE_SIZE_LIMIT = 10 * 1024 * 1024
FORUM: Json = {
    "available_tags": [],
    "default_reaction_emoji": None,
    "default_sort_order": None,
    "default_forum_layout": 0,
}
"""The additional fields of a forum, compared with a text channel."""


def user(id: str, username: str, global_name: str | None, bot: bool = False) -> Json:
    """Return a user object without avatar or banner."""
    payload: Json = {
        "id": id,
        "username": username,
        "global_name": global_name,
        "discriminator": "0000" if bot else "0",
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "accent_color": None,
        "collectibles": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
    }
    return {**payload, "bot": True} if bot else payload


def current_user(payload: Json) -> Json:
    """Return a bot's own user object, as in GET /users/@me and READY."""
    private = {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None, "premium_type": 0}
    return {**payload, **private}


def member(user: Json, joined_at: str, roles: list[str]) -> Json:
    """Return a member object."""
    return {
        "user": user,
        "nick": None,
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "roles": roles,
        "joined_at": joined_at,
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
    }


def role(id: str, name: str, permissions: int, position: int, managed_by: str | None = None) -> Json:
    """Return a role object; `managed_by` is the id of the bot that the role belongs to."""
    payload: Json = {
        "id": id,
        "name": name,
        "permissions": str(permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": managed_by is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "description": None,
        "flags": 0,
    }
    return payload if managed_by is None else {**payload, "tags": {"bot_id": managed_by}}


def guild(id: str, name: str, owner_id: str) -> Json:
    """Return a server object without channels, roles and members."""
    nothing = dict.fromkeys(
        [
            "icon",
            "description",
            "home_header",
            "splash",
            "discovery_splash",
            "banner",
            "application_id",
            "afk_channel_id",
            "system_channel_id",
            "widget_channel_id",
            "vanity_url_code",
            "rules_channel_id",
            "safety_alerts_channel_id",
            "public_updates_channel_id",
            "max_presences",
            "incidents_data",
            "hub_type",
            "latest_onboarding_question_id",
        ]
    )
    zeros = dict.fromkeys(
        [
            "verification_level",
            "default_message_notifications",
            "mfa_level",
            "explicit_content_filter",
            "premium_tier",
            "premium_subscription_count",
            "nsfw_level",
            "system_channel_flags",
        ],
        0,
    )
    return {
        "id": id,
        "name": name,
        "owner_id": owner_id,
        **nothing,
        **zeros,
        "features": [],
        "region": "deprecated",
        "afk_timeout": 300,
        "widget_enabled": False,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "preferred_locale": "en-US",
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "emojis": [],
        "stickers": [],
    }


def guild_with_roles(guild: Guild) -> Json:
    """Return a server object with its roles."""
    return {**guild.payload, "roles": list(guild.roles.values())}


def text_channel(id: str, guild_id: str, name: str, position: int) -> Json:
    """Return the object of an empty text channel."""
    return {
        "id": id,
        "type": 0,
        "guild_id": guild_id,
        "name": name,
        "position": position,
        "topic": None,
        "nsfw": False,
        "flags": 0,
        "parent_id": None,
        "last_message_id": None,
        "last_pin_timestamp": None,
        "rate_limit_per_user": 0,
        "permission_overwrites": [],
    }


def hide_channel(payload: Json) -> Json:
    """Return a channel as the gateway shows it to a bot that may not view it: its existence only."""
    deny = {"id": payload["guild_id"], "type": 0, "allow": "0", "deny": str(1 << 10)}
    kept = {name: payload[name] for name in ("id", "type", "guild_id", "position", "parent_id")}
    shell = text_channel(payload["id"], payload["guild_id"], "___hidden___", 0)
    return {**shell, **kept, "flags": CHANNEL_OBFUSCATED, "permission_overwrites": [deny]}


def tombstone(channel: Channel) -> Json:
    """Return the data of a deleted channel: four fields of a thread, all fields of any other."""
    if not channel.is_thread:
        return channel.payload
    return {name: channel.payload[name] for name in ("id", "guild_id", "parent_id", "type")}


def dm_channel(id: str) -> Json:
    """Return the object of an empty DM, without recipients."""
    return {"id": id, "type": 1, "flags": 0, "last_message_id": None}


def thread_member(thread_id: str, user_id: str, joined: str) -> Json:
    """Return a thread member object."""
    return {"id": thread_id, "user_id": user_id, "join_timestamp": joined, "flags": 1}


def thread(
    id: str, parent: Channel, owner_id: str, name: str, type: int, created: str, auto_archive: int
) -> Json:
    """Return the object of an empty thread; `auto_archive` is in minutes."""
    return {
        "id": id,
        "type": type,
        "guild_id": parent.guild_id,
        "parent_id": parent.id,
        "owner_id": owner_id,
        "name": name,
        "flags": 0,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "message_count": 0,
        "member_count": 0,
        "total_message_sent": 0,
        "thread_metadata": {
            "archived": False,
            "archive_timestamp": created,
            "auto_archive_duration": auto_archive,
            "locked": False,
            "create_timestamp": created,
            **({"invitable": True} if type == 12 else {}),
        },
    }


def application(app: Application, bot: Json, guilds: int) -> Json:
    """Return the application object of GET /applications/@me and /oauth2/applications/@me."""
    nothing = dict.fromkeys(["icon", "team", "role_connections_verification_url", "type"])
    return {
        "id": app.id,
        "name": app.name,
        "description": "",
        "summary": "",
        **nothing,
        "interactions_endpoint_url": next(iter(app.endpoints), None),
        "bot": bot,
        "owner": app.owner,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": bytes(app.key.verify_key).hex(),
        "flags": (flags := sum(flag for intent, flag in GRANTED.items() if app.intents & intent)),
        "flags_new": str(flags),
        "hook": True,
        "redirect_uris": [],
        "approximate_guild_count": guilds,
        "approximate_user_install_count": len(app.installed_by),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "integration_types_config": app.install_config,
    }


def message(id: str, channel_id: str, author: Json, type: int, sent: str) -> Json:
    """Return an empty message object."""
    return {
        "id": id,
        "channel_id": channel_id,
        "author": author,
        "type": type,
        "content": "",
        "timestamp": sent,
        "edited_timestamp": None,
        "flags": 0,
        "tts": False,
        "pinned": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
    }
