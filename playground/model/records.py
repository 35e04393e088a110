"""What the world remembers. Payloads are Discord-shaped and replaced, never changed in place."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from nacl.signing import SigningKey

from playground.model.payload import Json


@dataclass(slots=True)
class User:
    """A person or a bot; `locale`: the language of their Discord, which only their interactions tell."""

    id: str
    payload: Json
    dms_open: bool = True
    avatar_color: str = "#5865f2"
    locale: str = "en-US"

    @property
    def bot(self) -> bool:
        return bool(self.payload.get("bot"))


_ADMINISTRATOR = "8"
INSTALL_CONFIG: Json = {
    "0": {
        "oauth2_install_params": {"scopes": ["applications.commands", "bot"], "permissions": _ADMINISTRATOR}
    },
    "1": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}},
}
"""The install links of a new application, which ask for all that a bot may need."""


@dataclass(slots=True)
class Application:
    """An application with its bot user; `intents` are the privileged ones it was granted.

    install_config: `integration_types_config`, the kinds of installation that it offers, "0" in servers and
    "1" by people, a new one both (7396); installed_by: the ids of those people; owner: the user object of who
    made it. endpoints: the URLs to which its interactions go over HTTP, in turn; none: over the gateway. key:
    what they're signed with.
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
    """A server. members: user id → member object; roles: role id → role object."""

    id: str
    payload: Json
    roles: dict[str, Json] = field(default_factory=dict)
    members: dict[str, Json] = field(default_factory=dict)


@dataclass(slots=True)
class Channel:
    """A text channel, a thread or a DM.

    timeline: message ids, oldest first. pins: message id → moment of its pinning, oldest pin first.
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
        return int(self.payload["type"])

    @property
    def guild_id(self) -> str | None:
        """The server it belongs to, None for a conversation of two."""
        found: str | None = self.payload.get("guild_id")
        return found

    @property
    def is_thread(self) -> bool:
        return self.type in (10, 11, 12)

    @property
    def is_forum(self) -> bool:
        """Whether it holds posts, which are threads, and no messages of its own."""
        return self.type == 15

    @property
    def is_dm(self) -> bool:
        return self.type == 1


@dataclass(slots=True)
class Upload:
    """A file as it was sent; `number` is the n of files[n]."""

    number: str
    filename: str
    data: bytes


@dataclass(slots=True)
class Message:
    """A message; `reader` is set on ephemeral ones. files: attachment id → attachment object.

    Addresses of files are stored bare; `messages.shown` signs them. shown: what it has made last, of which
    payload and for which hour.
    """

    id: str
    channel_id: str
    payload: Json
    files: dict[str, Json] = field(default_factory=dict)
    reader: str | None = None
    shown: tuple[Json, int, Json] | None = None


@dataclass(slots=True)
class Interaction:
    """One interaction and what became of it.

    response is Discord's callback type once answered; original the id of the message which
    @original names; answer completes when the bot answers. owners: by which installations it came about, as
    `installs.owners` has them; follow_ups: how many there were.
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
