"""Posts of forums: threads that begin with a message of the same id."""

from __future__ import annotations

from collections.abc import Sequence

from playground.model.errors import DiscordError
from playground.model.payload import Json
from playground.model.records import Channel, Message, Upload
from playground.model.world import World
from playground.places import channels, threads
from playground.posts import messages

LONGEST_TITLE = 100


def post(
    world: World, forum: Channel, author_id: str, body: Json, sent: Json, uploads: Sequence[Upload] = ()
) -> Message:
    """Create a post as `body` says, with `sent` as its first message, and return that message.

    If the message is refused, the post is deleted again.

    Raises:
        DiscordError: As in `threads.create` and `messages.create`.
    """
    thread = threads.create(world, forum, author_id, body)
    try:
        return messages.create(world, thread, author_id, sent, uploads, prefix=("message",), id=thread.id)
    except DiscordError:
        channels.delete(world, thread)
        raise


def write(world: World, forum: Channel, author_id: str, content: str) -> Message:
    """Write a person's post, titled with the first line of its text, and return its message."""
    title = content.strip().partition("\n")[0][:LONGEST_TITLE]
    return post(world, forum, author_id, {"name": title}, {"content": content})
