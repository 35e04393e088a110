"""The gateway server: HELLO, IDENTIFY, READY, heartbeats, RESUME and event dispatch.

It follows Discord's gateway documentation and runs on the world's clock.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from aiohttp import WSMsgType, web

from playground.gateway import greeting, handshake, pulse
from playground.gateway.chunks import send_members
from playground.gateway.handshake import ENDING, Close, Refused, as_object
from playground.gateway.intents import GUILDS, filter_data, hears
from playground.gateway.session import Connection, Session
from playground.gateway.starts import SessionStarts
from playground.model.events import Event
from playground.model.payload import Json, decode
from playground.model.records import Application, Guild
from playground.model.world import World

IDENTIFY, PRESENCE, VOICE_STATE, RESUME, REQUEST_MEMBERS = 2, 3, 4, 6, 8
RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK, REQUEST_SOUNDS = 7, 9, 10, 11, 31
MOST_ABSENT = 4
"""Maximum number of disconnected sessions kept per shard, to save memory."""

_log = logging.getLogger("playground")


class Gateway:
    """All gateway sessions of all bots. The creator must make `prepare_delivery` a listener of the world.

    Attributes:
        grace: Seconds of real time that a client connecting from now on has to answer a heartbeat request.
    """

    def __init__(
        self,
        world: World,
        record: Callable[[str, Json], None],
        watch: Callable[[bytes | int], None] = lambda sent: None,
    ) -> None:
        self.world = world
        self.sessions: dict[str, Session] = {}
        self.starts = SessionStarts(world.clock)
        self.grace = pulse.GRACE_SECONDS
        self._open: set[Connection] = set()
        self._record = record
        self._watch = watch

    def is_connected(self, application_id: str) -> bool:
        """Return whether a client of the application is connected."""
        return any(session.connection for session in self._of(application_id))

    def shards(self, application_id: str) -> list[int]:
        """Return the sorted numbers of the application's connected shards."""
        return sorted({session.shard[0] for session in self._of(application_id) if session.connection})

    def reachable(self, application_id: str, guild_id: str | None = None) -> bool:
        """Return whether the shard of a server, or of DMs, is connected or is expected to reconnect.

        A client that the playground disconnected is expected back. One that left (as discord.py does, with
        4000) may resume or stay away. An application with HTTP endpoints is always reachable.
        """
        if self.world.application(application_id).endpoints:
            return True
        carrying = (session for session in self._of(application_id) if session.carries(guild_id))
        return any(session.connection or session.dropped for session in carrying)

    def _of(self, application_id: str) -> list[Session]:
        return [session for session in self.sessions.values() if session.application.id == application_id]

    def prepare_delivery(self, event: Event) -> Callable[[], None]:
        """Find the sessions that receive an event now, and return a function that sends it to them."""
        now = self.world.clock.now()
        heard: list[tuple[Session, Json]] = []
        for session in list(self.sessions.values()):
            if session.over(now):
                del self.sessions[session.id]
                continue
            app = session.application
            place = event.guild or event.data.get("guild_id")
            if session.carries(place) and hears(self.world, app.bot_id, app.id, session.intents, event):
                data = filter_data(self.world, app.bot_id, session.intents, event)
                if data is not None:
                    heard.append((session, data))
        if event.name == "INTERACTION_CREATE" and not self.world.beliefs.taps_reach_every_session:
            heard = heard[-1:]
        return partial(_tell, event.name, heard)

    def drop(self, resume: bool, shard: int | None = None) -> None:
        """Close all connections, or those of one shard number; without `resume`, end their sessions too."""
        for session in [
            candidate for candidate in self.sessions.values() if shard in (None, candidate.shard[0])
        ]:
            if not resume:
                del self.sessions[session.id]
            if session.connection is not None:
                session.connection.close(Close.UNKNOWN_ERROR)
                session.dropped = True
                self._detach(session)

    def reconnect(self) -> None:
        """Ask every client to reconnect and resume (op 7), as Discord does before a restart."""
        for session in self.sessions.values():
            if session.connection is not None:
                session.dropped = True
                session.connection.send(RECONNECT)

    def invalidate(self, resumable: bool) -> None:
        """Tell every client that its session is invalid (op 9), and end the sessions unless resumable."""
        for session in list(self.sessions.values()):
            connection = session.connection
            if connection is not None:
                connection.send(INVALID_SESSION, resumable)
                session.dropped = resumable
                self._detach(session)
            if not resumable:
                del self.sessions[session.id]

    def introduce(self, guild: Guild, application: Application) -> None:
        """Emit GUILD_CREATE for a server the bot just joined; unlike at login it has no `unavailable`."""
        greeting.introduce(self.world, guild, application)

    def close(self) -> None:
        """Close every connection for good, with or without a session."""
        for connection in self._open:
            connection.close(1001)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one WebSocket connection until it closes."""
        # The client gets the close confirmed only after its session has ended: aiohttp closes at the end.
        socket = web.WebSocketResponse(max_msg_size=0, compress=False, autoclose=False)
        await socket.prepare(request)
        connection = Connection(socket, self.world.clock.now(), request.query.get("compress"), self._watch)
        self._greet(connection, request)
        feeling = asyncio.create_task(pulse.feel(connection, self.world.clock, self.grace))
        self._open.add(connection)
        try:
            async for message in socket:
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    self._receive(connection, message.data)
            if connection.closing is None:
                # A closing client waits to get its own code back; if it sent none, it gets 1000 (normal).
                await socket.close(code=socket.close_code or 1000)
        finally:
            feeling.cancel()
            self._open.discard(connection)
            self._end_connection(connection, connection.closing or socket.close_code)
            with contextlib.suppress(asyncio.CancelledError):
                await connection.finish()
        return socket

    def _greet(self, connection: Connection, request: web.Request) -> None:
        try:
            handshake.check_query(request.query)
        except Refused as refused:
            connection.close(refused.code)
        else:
            hello = {"heartbeat_interval": pulse.INTERVAL, "_trace": []}
            connection.send(HELLO, hello)

    def _receive(self, connection: Connection, text: str | bytes) -> None:
        if connection.closing is not None:
            return
        try:
            self._obey(connection, *self._command(connection, text))
        except Refused as refused:
            connection.close(refused.code)

    def _command(self, connection: Connection, text: str | bytes) -> tuple[int, Any]:
        """Return a payload's operation and data; raise Refused for one too fast, too large or invalid."""
        if connection.too_fast(self.world.clock.now()):
            raise Refused(Close.RATE_LIMITED)
        size = len(text.encode() if isinstance(text, str) else text)
        try:
            frame = decode(text)
        except ValueError as error:
            raise Refused(Close.DECODE_ERROR) from error
        if size > handshake.LARGEST_PAYLOAD or not isinstance(frame, dict):
            raise Refused(Close.DECODE_ERROR)
        return as_object(frame, "op")["op"], frame.get("d")

    def _obey(self, connection: Connection, op: int, data: Any) -> None:
        session = connection.session
        if op == pulse.HEARTBEAT:
            connection.note_heartbeat(self.world.clock.now())
            # If the answer arrives before the client has noted its own beat, it seems an interval late.
            asyncio.get_running_loop().call_later(0.02, connection.send, HEARTBEAT_ACK)
        elif op in (IDENTIFY, RESUME) and session is not None:
            raise Refused(Close.ALREADY_AUTHENTICATED)
        elif op == IDENTIFY:
            self._identify(connection, as_object(data, "token"))
        elif op == RESUME:
            self._resume(connection, as_object(data, "token", "session_id", "seq"))
        elif session is None:
            raise Refused(Close.NOT_AUTHENTICATED)
        elif op == REQUEST_MEMBERS:
            send_members(self.world, session, as_object(data, "guild_id"))
        elif op == PRESENCE:
            as_object(data, "since", "activities", "status")
        elif op not in (VOICE_STATE, REQUEST_SOUNDS):
            raise Refused(Close.UNKNOWN_OPCODE)

    def _identify(self, connection: Connection, data: Json) -> None:
        app = handshake.application_of(self.world, data)
        shard, intents = handshake.shard_of(data), handshake.intents_of(data, app)
        if self.starts.is_exhausted(app.id):
            self._reset_token(app)
            raise Refused(Close.AUTHENTICATION_FAILED)
        session = Session(app, intents, shard, data.get("compress") is True, self._record)
        guilds = greeting.homes(self.world, session)
        handshake.check_guilds(len(guilds))
        if not self.starts.start(app.id, shard[0]):
            self._invalid(connection)
            return
        self._forget_absent(session)
        self.sessions[session.id] = session
        session.attach(connection)
        session.dispatch("READY", greeting.ready(self.world, session, guilds))
        for guild in guilds if intents & GUILDS else ():
            session.dispatch("GUILD_CREATE", greeting.guild_create(self.world, guild, app.bot_id))
        self.tell_applications()

    def _invalid(self, connection: Connection) -> None:
        connection.send(INVALID_SESSION, False)

    def _reset_token(self, app: Application) -> None:
        """Give an application with too many starts an unknown token, and end its sessions."""
        _log.warning("%s started more than a thousand sessions in a day; its token was reset", app.name)
        app.token = secrets.token_urlsafe(48)
        for session in self._of(app.id):
            del self.sessions[session.id]
            if session.connection is not None:
                session.connection.close(Close.AUTHENTICATION_FAILED)
                self._detach(session)

    def _forget_absent(self, begun: Session) -> None:
        """Stop expecting the shard's disconnected clients, and keep only the newest few of their sessions."""
        shard = [session for session in self._of(begun.application.id) if session.shard == begun.shard]
        absent = [session for session in shard if session.connection is None]
        for number, session in enumerate(reversed(absent), 1):
            session.dropped = False
            if number > MOST_ABSENT or session.over(self.world.clock.now()):
                del self.sessions[session.id]

    def _resume(self, connection: Connection, data: Json) -> None:
        app, session = handshake.application_of(self.world, data), self.sessions.get(str(data["session_id"]))
        if session is None or session.application is not app or session.over(self.world.clock.now()):
            self._invalid(connection)
            return
        seen = data["seq"]
        if type(seen) is not int or not 0 <= seen <= session.sequence:
            raise Refused(Close.INVALID_SEQUENCE)
        if not session.can_replay(seen):
            self._invalid(connection)
            return
        if session.connection is not None:
            session.connection.close(Close.UNKNOWN_ERROR)
            session.detach(self.world.clock.now())
        session.attach(connection)
        session.replay(seen)
        session.dispatch("RESUMED", {"_trace": []})
        self.tell_applications()

    def _end_connection(self, connection: Connection, code: int | None) -> None:
        session = connection.session
        if session is None:
            return
        # A client that closes with 1000 or 1001 gives up its session.
        if code in ENDING:
            self.sessions.pop(session.id, None)
        self._detach(session)

    def _detach(self, session: Session) -> None:
        session.detach(self.world.clock.now())
        self.tell_applications()

    def tell_applications(self) -> None:
        """Emit the list of applications, with their connections, to the page."""
        data = {"applications": self.applications()}
        self.world.emit(Event(name="APPLICATIONS", data=data, bots=False))

    def applications(self) -> list[Json]:
        """Return the applications in the control API's format.

        Returns:
            {"id", "name", "bot_user_id", "connected", "shards": connected ones, "intents": bits} for each.
        """
        return [
            {
                "id": app.id,
                "name": app.name,
                "bot_user_id": app.bot_id,
                "connected": self.is_connected(app.id),
                "shards": self.shards(app.id),
                "intents": app.intents,
            }
            for app in self.world.applications.values()
        ]


def _tell(name: str, heard: list[tuple[Session, Json]]) -> None:
    for session, data in heard:
        session.dispatch(name, data)
