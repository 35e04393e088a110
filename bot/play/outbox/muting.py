"""What people don't want to be told by DM.

A muted message counts as said: that it doesn't come is its reader's own wish, so their clock runs. What they
need to be asked or called for, such as the start of a match or a draw offer, can't be muted."""

from __future__ import annotations

from typing import Literal, get_args

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.person_settings import settings_in
from storage.rows import QueuedMessage

Topic = Literal["turns", "results", "holidays", "expiry"]
TOPICS: tuple[Topic, ...] = get_args(Topic)
"""What can be muted, as it is kept."""
_KINDS: dict[str, Topic] = {notices.PING: "turns", notices.RESULT: "results"}


def topic_of(message: QueuedMessage) -> str | None:
    """What a message is about, if that can be muted."""
    about: str | None = message.payload.get("topic")
    return about or _KINDS.get(message.kind)


async def is_muted(app: AppContext, message: QueuedMessage) -> bool:
    """Whether the one whom a message is for doesn't want to hear it."""
    topic, person = topic_of(message), message.payload.get("person")
    if topic is None or person is None:
        return False
    async with app.database.read() as r:
        return topic in (await settings_in(r, person)).muted
