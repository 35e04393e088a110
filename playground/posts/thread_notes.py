"""System messages in a thread: the message it started on, and people being added or removed.

Their types are 21, 1 and 2. That threads announce additions and removals by others, as group DMs do, is
observed, not documented; for public threads it's a belief of `playground.model.beliefs`.
"""

from __future__ import annotations

from playground.model.payload import Json
from playground.model.records import Channel, Message
from playground.model.world import World
from playground.places import threads
from playground.posts import messages

RECIPIENT_ADD = 1
RECIPIENT_REMOVE = 2


def note_start(world: World, thread: Channel, user_id: str, message: Message) -> None:
    """Write the first line of a thread on a message: empty, but with a reference to that message."""
    reference, quoted = messages.reference(world, message, 0), messages.quote_message(message)
    extra: Json = {"message_reference": reference, "referenced_message": quoted}
    messages.note(world, thread, user_id, threads.STARTER_MESSAGE, extra)


def note_addition(world: World, thread: Channel, by: str, user_id: str) -> None:
    """Announce that a user added another user; the line mentions the added user."""
    if _shows_a_line(world, thread):
        messages.note(world, thread, by, RECIPIENT_ADD, {"mentions": [world.users[user_id].payload]})


def note_removal(world: World, thread: Channel, by: str, user_id: str) -> None:
    """Announce that a user removed another user; being mentioned doesn't add them again."""
    if _shows_a_line(world, thread):
        messages.note(world, thread, by, RECIPIENT_REMOVE, {"mentions": [world.users[user_id].payload]})


def _shows_a_line(world: World, thread: Channel) -> bool:
    return thread.type == threads.PRIVATE or world.beliefs.additions_show_a_line
