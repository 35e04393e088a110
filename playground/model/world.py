"""The world: people, servers, channels and messages, and who may see them. No network."""

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
    """All objects of the playground. The functions that change them are in the neighboring modules.

    Attributes:
        dms: The id of the DM channel by the ids of its two users.
        stale_dms: Ids of DM channels that no longer work.
        ephemerals: Ids of ephemeral messages, oldest first, by (reader, channel).
        nonces: (message id, epoch seconds) by (channel, author, nonce).
        guild_commands: Commands by id, by (application, server).
        command_creates: Epoch seconds by (application, server, or None for global commands).
        interaction_tokens: Interaction id by token.
        unread: {"count", "mentions"} by (user, channel).
        phones: Pushes, oldest first, by user.
        unknown_routes: The requests (“METHOD /path”) that no route answered.
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
        """Send an event to every listener."""
        for listener in list(self.listeners):
            listener(event)

    def now(self) -> str:
        """Return the current time in Discord's text format."""
        return timestamp(self.clock.now())

    def user(self, id: str) -> User:
        """Return the user; raise DiscordError 10013 if there is none."""
        if (found := self.users.get(id)) is None:
            raise unknown_user()
        return found

    def guild(self, id: str) -> Guild:
        """Return the server; raise DiscordError 10004 if there is none."""
        if (found := self.guilds.get(id)) is None:
            raise unknown("Guild", 10004)
        return found

    def channel(self, id: str) -> Channel:
        """Return the channel, thread or DM; raise DiscordError 10003 if there is none."""
        if (found := self.channels.get(id)) is None:
            raise unknown_channel()
        return found

    def member(self, guild_id: str, user_id: str) -> Json:
        """Return the member object; raise DiscordError 10004 without the server, 10007 without the member."""
        if (found := self.guild(guild_id).members.get(user_id)) is None:
            raise unknown("Member", 10007)
        return found

    def application(self, id: str) -> Application:
        """Return the application; raise DiscordError 10002 if there is none."""
        if (found := self.applications.get(id)) is None:
            raise unknown("Application", 10002)
        return found

    def application_by_token(self, token: str) -> Application:
        """Return the application with this bot token; raise DiscordError with status 401 if there is none."""
        for app in self.applications.values():
            if app.token == token:
                return app
        raise DiscordError(401, 0, "401: Unauthorized")

    def application_of(self, bot_id: str) -> Application | None:
        """Return the application of a bot user, or None."""
        return next((app for app in self.applications.values() if app.bot_id == bot_id), None)

    def channels_of(self, guild_id: str) -> Iterator[Channel]:
        """Return an iterator over a server's channels and threads, in order of creation."""
        return (self.channels[id] for id in self.guild_channels.get(guild_id, {}))

    def permissions(self, user_id: str, channel: Channel) -> int:
        """Return a user's permission bits in a channel; 0 for an outsider."""
        if channel.guild_id is None:
            return perms.DIRECT if user_id in channel.recipients else 0
        home = self.channels[channel.payload["parent_id"]] if channel.is_thread else channel
        guild = self.guilds[channel.guild_id]
        return perms.in_channel(guild, home, user_id, self.clock.now(), channel.is_thread)

    def sees(self, user_id: str, channel: Channel) -> bool:
        """Return whether the user may view the channel."""
        bits = self.permissions(user_id, channel)
        if channel.type == 12 and user_id not in channel.thread_members:
            return bool(bits & perms.VIEW_CHANNEL and bits & perms.MANAGE_THREADS)
        return bool(bits & perms.VIEW_CHANNEL)

    def require(self, user_id: str, channel: Channel, bits: int) -> None:
        """Raise DiscordError 50001 if the user can't see the channel, 50013 if a permission is missing."""
        if not self.sees(user_id, channel):
            raise missing_access()
        if self.permissions(user_id, channel) & bits != bits:
            raise missing_permissions()

    def dispatch(self, channel: Channel, name: str, data: Json) -> None:
        """Emit an event to every viewer of the channel."""
        self.emit(Event(name=name, data=data, channel=channel.id, guild=channel.guild_id))
