"""The gateway: HELLO, IDENTIFY, READY, heartbeats, RESUME and the dispatching of events."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from playground import shapes
from playground.errors import DiscordError
from playground.events import Event
from playground.payload import Json, decode
from playground.records import Application, Channel, Guild
from playground.wire.call import application_by_token
from playground.wire.intents import PRIVILEGED, hears, without_content
from playground.wire.session import Connection, Session
from playground.world import World

HEARTBEAT, IDENTIFY, RESUME, REQUEST_MEMBERS = 1, 2, 6, 8
RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 9, 10, 11
UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, BAD_TOKEN = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED = 4005
DISALLOWED_INTENTS = 4014
INTERVAL = 41_250
SILENT = (3, 4, 31)  # presence and voice updates change nothing here


class Gateway:
    """All sessions of all bots."""

    def __init__(self, world: World, record: Callable[[str, Json], None]) -> None:
        self.world = world
        self.sessions: dict[str, Session] = {}
        self._record = record
        world.listeners.append(self.hear)

    def connected(self, application_id: str) -> bool:
        """Whether a client of the application is on the line."""
        return any(one.connection for one in self._of(application_id))

    def reachable(self, application_id: str) -> bool:
        """Whether the application is on the line, or was thrown off it and will come back.

        A client that went by itself may resume too (discord.py leaves with 4000), but need not.
        """
        return any(one.connection or one.dropped for one in self._of(application_id))

    def _of(self, application_id: str) -> list[Session]:
        return [one for one in self.sessions.values() if one.application.id == application_id]

    def hear(self, event: Event) -> None:
        """Pass an event of the world on to the sessions that want it."""
        for session in list(self.sessions.values()):
            app = session.application
            if hears(self.world, app.bot_id, app.id, session.intents, event):
                data = event.data
                if event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
                    data = without_content(data, app.bot_id, session.intents)
                session.dispatch(event.name, data)

    def drop(self, resume: bool) -> None:
        """Close every connection; without `resume` the sessions are gone as well."""
        for session in list(self.sessions.values()):
            if not resume:
                del self.sessions[session.id]
            if session.connection is not None:
                session.connection.close(4000)
                session.dropped = True
                self._detach(session)

    def introduce(self, guild: Guild, application: Application) -> None:
        """Tell a bot of a server that has just invited it: unlike at the start, it was not unavailable."""
        for session in self._of(application.id):
            data = self._guild_create(guild, application.bot_id, session.intents)
            del data["unavailable"]
            session.dispatch("GUILD_CREATE", data)

    def close(self) -> None:
        """End every connection for good."""
        for session in list(self.sessions.values()):
            if session.connection is not None:
                session.connection.close(1001)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one WebSocket."""
        socket = web.WebSocketResponse(max_msg_size=4096 * 4, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, request.query.get("compress") == "zlib-stream")
        connection.send(
            {"op": HELLO, "s": None, "t": None, "d": {"heartbeat_interval": INTERVAL, "_trace": []}}
        )
        session: Session | None = None
        try:
            async for message in socket:
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    continue
                session = self._receive(connection, session, message.data)
        finally:
            self._ended(connection, session, socket.close_code)
            with contextlib.suppress(asyncio.CancelledError):
                await connection.finish()
        return socket

    def _receive(self, connection: Connection, session: Session | None, text: str | bytes) -> Session | None:
        try:
            frame = decode(text)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            connection.close(DECODE_ERROR)
            return session
        if op == HEARTBEAT:
            # An answer before the client has noted its own sending looks to it like a whole interval late.
            asyncio.get_running_loop().call_later(0.02, connection.send, {"op": HEARTBEAT_ACK})
        elif op in (IDENTIFY, RESUME) and session is not None:
            connection.close(ALREADY_AUTHENTICATED)
        elif op == IDENTIFY:
            return self._identify(connection, data)
        elif op == RESUME:
            return self._resume(connection, data)
        elif session is None:
            connection.close(NOT_AUTHENTICATED)
        elif op == REQUEST_MEMBERS:
            self._members(session, data)
        elif op not in SILENT:
            connection.close(UNKNOWN_OPCODE)
        return session

    def _identify(self, connection: Connection, data: Json) -> Session | None:
        try:
            app = application_by_token(self.world, data.get("token", "").removeprefix("Bot "))
        except DiscordError:
            connection.close(BAD_TOKEN)
            return None
        intents = int(data.get("intents") or 0)
        if intents & PRIVILEGED & ~app.intents:
            connection.close(DISALLOWED_INTENTS)
            return None
        for old in self._of(app.id):
            if old.connection is None:
                del self.sessions[old.id]
        session = Session(app, intents, data.get("shard") or [0, 1], self._record)
        self.sessions[session.id] = session
        session.connection = connection
        self._welcome(session)
        self._tell_applications()
        return session

    def _welcome(self, session: Session) -> None:
        bot_id = session.application.bot_id
        homes = [guild for guild in self.world.guilds.values() if bot_id in guild.members]
        session.dispatch("READY", self._ready(session, homes))
        for guild in homes:
            session.dispatch("GUILD_CREATE", self._guild_create(guild, bot_id, session.intents))

    def _ready(self, session: Session, homes: list[Guild]) -> Json:
        user = self.world.user(session.application.bot_id).payload
        return {
            "v": 10,
            "user_settings": {},
            "user": shapes.current_user(user),
            "session_type": "normal",
            "session_id": session.id,
            "resume_gateway_url": self.world.files.base.replace("http", "ws", 1) + "/gateway",
            "relationships": [],
            "private_channels": [],
            "presences": [],
            "guilds": [{"id": guild.id, "unavailable": True} for guild in homes],
            "guild_join_requests": [],
            "geo_ordered_rtc_regions": [],
            "auth": {},
            "application": {"id": session.application.id, "flags": 0},
            "shard": session.shard,
            "_trace": [],
        }

    def _guild_create(self, guild: Guild, bot_id: str, intents: int) -> Json:
        visible = [one for one in self.world.channels_of(guild.id) if self.world.sees(bot_id, one)]
        return {
            **shapes.guild_with_roles(guild),
            "joined_at": guild.members[bot_id]["joined_at"],
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            # Without the presence intent Discord sends a bot no member but itself.
            "members": [guild.members[bot_id]],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "channels": [one.payload for one in visible if not one.is_thread],
            "threads": [self._thread(one, bot_id) for one in visible if self._active(one)],
        }

    def _active(self, channel: Channel) -> bool:
        return channel.is_thread and not channel.payload["thread_metadata"]["archived"]

    def _thread(self, thread: Channel, bot_id: str) -> Json:
        mine = thread.thread_members.get(bot_id)
        return {**thread.payload, "member": mine} if mine else thread.payload

    def _resume(self, connection: Connection, data: Json) -> Session | None:
        session = self.sessions.get(str(data.get("session_id")))
        seen = int(data.get("seq") or 0)
        if session is None or session.application.token != data.get("token") or not session.can_replay(seen):
            connection.send({"op": INVALID_SESSION, "d": False})
            return None
        if session.connection is not None:
            session.connection.close(4000)
        session.connection = connection
        session.dropped = False
        session.replay(seen)
        session.dispatch("RESUMED", {"_trace": []})
        self._tell_applications()
        return session

    def _members(self, session: Session, data: Json) -> None:
        guild = self.world.guilds.get(str(data.get("guild_id")))
        if guild is None:
            return
        ids = data.get("user_ids")
        wanted = [str(id) for id in (ids if isinstance(ids, list) else [ids])] if ids else None
        found, missing = self._found_members(guild, wanted, data)
        chunk: Json = {
            "guild_id": guild.id,
            "members": found,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": missing,
        }
        session.dispatch(
            "GUILD_MEMBERS_CHUNK", chunk | {name: data[name] for name in ("nonce",) if name in data}
        )

    def _found_members(
        self, guild: Guild, wanted: list[str] | None, data: Json
    ) -> tuple[list[Any], list[str]]:
        if wanted is not None:
            found = [guild.members[id] for id in wanted if id in guild.members]
            return found, [id for id in wanted if id not in guild.members]
        query = str(data.get("query") or "").lower()
        matching = [
            one for one in guild.members.values() if one["user"]["username"].lower().startswith(query)
        ]
        return matching[: int(data.get("limit") or 0) or None], []

    def _ended(self, connection: Connection, session: Session | None, code: int | None) -> None:
        if session is None or session.connection is not connection:
            return
        # A client that closes with 1000 or 1001 gives its session up.
        if code in (1000, 1001):
            self.sessions.pop(session.id, None)
        self._detach(session)

    def _detach(self, session: Session) -> None:
        session.connection = None
        self._tell_applications()

    def _tell_applications(self) -> None:
        data = {"applications": self.applications()}
        self.world.emit(Event(name="APPLICATIONS", data=data, bots=False))

    def applications(self) -> list[Json]:
        """The applications as the control API shows them."""
        return [
            {"id": app.id, "name": app.name, "bot_user_id": app.bot_id, "connected": self.connected(app.id)}
            for app in self.world.applications.values()
        ]
