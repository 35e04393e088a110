"""The world: people, servers, channels, messages; and who may see what. No network in here."""

from __future__ import annotations

from collections.abc import Iterator

from playground.model import permissions as perms
from playground.model.beliefs import Beliefs
from playground.model.clock import Clock, ShiftedClock, Snowflakes, SystemClock
from playground.model.conditions import Conditions
from playground.model.errors import (
    DiscordError,
    missing_access,
    missing_permissions,
    unknown,
    unknown_channel,
    unknown_user,
)
from playground.model.events import Event, Listener
from playground.model.media import FileStore
from playground.model.payload import Json, timestamp
from playground.model.records import Application, Channel, Guild, Interaction, Message, User

NONCE_SECONDS = 300.0


class World:
    """Everything there is. The modules beside this one hold the functions that change it.

    unknown_routes lists the requests ("METHOD /path") that no route answered.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = ShiftedClock(clock or SystemClock())
        self.beliefs = Beliefs()
        self.ids = Snowflakes(self.clock)
        self.files = FileStore(self.ids, self.clock)
        self.users: dict[str, User] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.guild_channels: dict[str, dict[str, None]] = {}
        self.dms: dict[frozenset[str], str] = {}
        self.stale_dms: set[str] = set()
        self.messages: dict[str, Message] = {}
        self.ephemerals: dict[tuple[str, str], list[int]] = {}
        self.nonces: dict[tuple[str, str, str], tuple[str, float]] = {}
        self.applications: dict[str, Application] = {}
        self.global_commands: dict[str, dict[str, Json]] = {}
        self.guild_commands: dict[tuple[str, str], dict[str, Json]] = {}
        self.command_creates: dict[tuple[str, str | None], list[float]] = {}
        self.interactions: dict[str, Interaction] = {}
        self.interaction_tokens: dict[str, str] = {}
        self.unread: dict[tuple[str, str], Json] = {}
        self.phones: dict[str, list[Json]] = {}
        self.unknown_routes: list[str] = []
        self.conditions = Conditions()
        self.listeners: list[Listener] = []

    def emit(self, event: Event) -> None:
        for listener in list(self.listeners):
            listener(event)

    def now(self) -> str:
        """The present in Discord's text."""
        return timestamp(self.clock.now())

    def user(self, id: str) -> User:
        """The user; raises 10013."""
        if (found := self.users.get(id)) is None:
            raise unknown_user()
        return found

    def guild(self, id: str) -> Guild:
        """The server; raises 10004."""
        if (found := self.guilds.get(id)) is None:
            raise unknown("Guild", 10004)
        return found

    def channel(self, id: str) -> Channel:
        """The channel, thread or DM; raises 10003."""
        if (found := self.channels.get(id)) is None:
            raise unknown_channel()
        return found

    def member(self, guild_id: str, user_id: str) -> Json:
        """The member object; raises 10007."""
        if (found := self.guild(guild_id).members.get(user_id)) is None:
            raise unknown("Member", 10007)
        return found

    def application(self, id: str) -> Application:
        """The application; raises 10002."""
        if (found := self.applications.get(id)) is None:
            raise unknown("Application", 10002)
        return found

    def application_by_token(self, token: str) -> Application:
        """The application with this bot token; raises 401."""
        for app in self.applications.values():
            if app.token == token:
                return app
        raise DiscordError(401, 0, "401: Unauthorized")

    def application_of(self, bot_id: str) -> Application | None:
        return next((app for app in self.applications.values() if app.bot_id == bot_id), None)

    def channels_of(self, guild_id: str) -> Iterator[Channel]:
        """The channels and threads of a server, in the order of their making."""
        return (self.channels[id] for id in self.guild_channels.get(guild_id, {}))

    def permissions(self, user_id: str, channel: Channel) -> int:
        """Permission bits of a user in a channel; 0 for an outsider."""
        if channel.guild_id is None:
            return perms.DIRECT if user_id in channel.recipients else 0
        home = self.channels[channel.payload["parent_id"]] if channel.is_thread else channel
        guild = self.guilds[channel.guild_id]
        return perms.in_channel(guild, home, user_id, self.clock.now(), channel.is_thread)

    def sees(self, user_id: str, channel: Channel) -> bool:
        """Whether the user may look into the channel."""
        bits = self.permissions(user_id, channel)
        if channel.type == 12 and user_id not in channel.thread_members:
            return bool(bits & perms.VIEW_CHANNEL and bits & perms.MANAGE_THREADS)
        return bool(bits & perms.VIEW_CHANNEL)

    def require(self, user_id: str, channel: Channel, bits: int) -> None:
        """Raise 50001 for a channel out of sight and 50013 for a permission which is lacking."""
        if not self.sees(user_id, channel):
            raise missing_access()
        if self.permissions(user_id, channel) & bits != bits:
            raise missing_permissions()

    def dispatch(self, channel: Channel, name: str, data: Json) -> None:
        """Tell everybody who sees the channel."""
        self.emit(Event(name=name, data=data, channel=channel.id, guild=channel.guild_id))
