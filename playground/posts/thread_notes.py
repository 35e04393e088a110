"""The lines by which a thread tells of itself: on which message it began, and who was brought in or sent out.

Message types 21, 1 and 2. That additions and removals by somebody else show in threads as they do in group
conversations is observed, not documented; of public threads it is a belief of `playground.model.beliefs`.
"""

from __future__ import annotations

from playground.model.payload import Json
from playground.model.records import Channel, Message
from playground.model.world import World
from playground.places import threads
from playground.posts import messages

RECIPIENT_ADD = 1
RECIPIENT_REMOVE = 2


def begun_on(world: World, thread: Channel, user_id: str, message: Message) -> None:
    """The first line of a thread on a message: empty, but for the message that it quotes."""
    reference, quoted = messages.reference(world, message, 0), messages.quoted(message)
    extra: Json = {"message_reference": reference, "referenced_message": quoted}
    messages.note(world, thread, user_id, threads.STARTER_MESSAGE, extra)


def brought_in(world: World, thread: Channel, by: str, user_id: str) -> None:
    """Somebody was added by somebody else, and is called by that."""
    if _shows_a_line(world, thread):
        messages.note(world, thread, by, RECIPIENT_ADD, {"mentions": [world.users[user_id].payload]})


def sent_out(world: World, thread: Channel, by: str, user_id: str) -> None:
    """Somebody was removed by somebody else; being named does not bring them back."""
    if _shows_a_line(world, thread):
        messages.note(world, thread, by, RECIPIENT_REMOVE, {"mentions": [world.users[user_id].payload]})


def _shows_a_line(world: World, thread: Channel) -> bool:
    return thread.type == threads.PRIVATE or world.beliefs.additions_show_a_line
