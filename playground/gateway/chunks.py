"""Answers to REQUEST_GUILD_MEMBERS, in chunks of at most a thousand members."""

from __future__ import annotations

from typing import Any

from playground.gateway.session import Session
from playground.model.payload import Json
from playground.model.records import Guild
from playground.model.world import World

CHUNK = 1000
MOST_FOUND = 100
LONGEST_NONCE = 32


def send_members(world: World, session: Session, data: Json) -> None:
    """Answer a request for members with GUILD_MEMBERS_CHUNK events; ignore a server without the bot."""
    guild = world.guilds.get(str(data.get("guild_id")))
    if guild is None or session.application.bot_id not in guild.members:
        return
    found, missing = _find_members(guild, data)
    parts = [found[start : start + CHUNK] for start in range(0, len(found), CHUNK)] or [[]]
    for number, part in enumerate(parts):
        chunk: Json = {
            "guild_id": guild.id,
            "members": part,
            "chunk_index": number,
            "chunk_count": len(parts),
            "not_found": missing,
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk | _nonce(data))


def _nonce(data: Json) -> Json:
    nonce = data.get("nonce")
    fits = isinstance(nonce, str) and len(nonce.encode()) <= LONGEST_NONCE
    return {"nonce": nonce} if fits else {}


def _find_members(guild: Guild, data: Json) -> tuple[list[Any], list[str]]:
    ids = data.get("user_ids")
    if ids:
        wanted = [str(id) for id in (ids if isinstance(ids, list) else [ids])][:MOST_FOUND]
        found = [guild.members[id] for id in wanted if id in guild.members]
        return found, [id for id in wanted if id not in guild.members]
    query, limit = str(data.get("query") or "").lower(), int(data.get("limit") or 0)
    named = [
        member for member in guild.members.values() if member["user"]["username"].lower().startswith(query)
    ]
    if query or limit:
        return named[: min(limit or MOST_FOUND, MOST_FOUND)], []
    return named, []
