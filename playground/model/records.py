"""The world's objects. Payloads are in Discord's format and are replaced, never changed in place."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from nacl.signing import SigningKey

from playground.model.payload import Json


@dataclass(slots=True)
class User:
    """A person or a bot. `locale` is the language of the user's client, which only interactions report."""

    id: str
    payload: Json
    dms_open: bool = True
    avatar_color: str = "#5865f2"
    locale: str = "en-US"

    @property
    def bot(self) -> bool:
        """Whether the user is a bot."""
        return bool(self.payload.get("bot"))


_ADMINISTRATOR = "8"
INSTALL_CONFIG: Json = {
    "0": {
        "oauth2_install_params": {"scopes": ["applications.commands", "bot"], "permissions": _ADMINISTRATOR}
    },
    "1": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}},
}
"""The installation settings of a new application, which ask for all permissions that a bot may need."""


@dataclass(slots=True)
class Application:
    """An application with its bot user.

    Attributes:
        intents: The privileged intents it was granted.
        install_config: Discord's `integration_types_config`: the offered installation types, "0" for servers
            and "1" for users. A new application has both (7396).
        installed_by: Ids of the users who installed it.
        owner: User object of its creator.
        endpoints: URLs that receive its interactions over HTTP, in turn; if empty, they go over the gateway.
        key: The key that signs those requests.
    """

    id: str
    name: str
    token: str
    bot_id: str
    intents: int = 0
    install_config: Json = field(default_factory=lambda: dict(INSTALL_CONFIG))
    installed_by: set[str] = field(default_factory=set)
    owner: Json = field(default_factory=dict)
    endpoints: tuple[str, ...] = ()
    key: SigningKey = field(default_factory=SigningKey.generate)


@dataclass(slots=True)
class Guild:
    """A server, with its roles by role id, its member objects by user id, and its scheduled events by id."""

    id: str
    payload: Json
    roles: dict[str, Json] = field(default_factory=dict)
    members: dict[str, Json] = field(default_factory=dict)
    events: dict[str, Json] = field(default_factory=dict)


@dataclass(slots=True)
class Channel:
    """A text channel, a forum, a thread or a DM.

    Attributes:
        timeline: Message ids, oldest first.
        recipients: The ids of a DM's two users, else empty.
        shown_to: Ids of the people who have the DM in their list.
        threads: Ids of the channel's threads.
        pins: Message id → time of pinning, oldest pin first.
    """

    id: str
    payload: Json
    timeline: list[int] = field(default_factory=list)
    thread_members: dict[str, Json] = field(default_factory=dict)
    pins: dict[str, str] = field(default_factory=dict)
    recipients: tuple[str, ...] = ()
    shown_to: set[str] = field(default_factory=set)
    threads: set[str] = field(default_factory=set)

    @property
    def type(self) -> int:
        """Discord's channel type."""
        return int(self.payload["type"])

    @property
    def guild_id(self) -> str | None:
        """The id of its server, or None for a DM."""
        found: str | None = self.payload.get("guild_id")
        return found

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread of any type."""
        return self.type in (10, 11, 12)

    @property
    def is_forum(self) -> bool:
        """Whether it is a forum, which holds threads as posts but no messages."""
        return self.type == 15

    @property
    def is_dm(self) -> bool:
        """Whether it is a DM."""
        return self.type == 1


@dataclass(slots=True)
class Upload:
    """A file as it was sent; `number` is the n of files[n]."""

    number: str
    filename: str
    data: bytes


@dataclass(slots=True)
class Message:
    """A message. Its stored file addresses are bare; `messages.render_message` signs them.

    Attributes:
        files: Attachment id → attachment object.
        reader: The only user who sees an ephemeral message; None for any other.
        shown: Cache of `messages.render_message`: the payload, the hour, and the result for them.
    """

    id: str
    channel_id: str
    payload: Json
    files: dict[str, Json] = field(default_factory=dict)
    reader: str | None = None
    shown: tuple[Json, int, Json] | None = None


@dataclass(slots=True)
class Interaction:
    """An interaction and its outcome.

    Attributes:
        created: Epoch seconds.
        source: Id of the message whose component was used, or None.
        answer: Future that completes when the bot answers.
        response: Discord's callback type of the first answer, or None.
        original: Id of the message that @original names.
        owners: The installations that authorized it, as `installs.owners` returns them.
        follow_ups: Number of follow-up messages so far.
    """

    id: str
    token: str
    type: int
    application_id: str
    user_id: str
    channel_id: str
    data: Json
    created: float
    answer: asyncio.Future[Json]
    source: str | None = None
    metadata: Json = field(default_factory=dict)
    response: int | None = None
    original: str | None = None
    loading: bool = False
    modal: Json | None = None
    owners: dict[str, str] = field(default_factory=dict)
    follow_ups: int = 0
