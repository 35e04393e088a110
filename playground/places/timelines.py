"""The messages of a channel in order: a page as bots list it, and what a person reads."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from playground.model import permissions as perms
from playground.model.records import Channel, Message
from playground.model.world import World


def page(
    world: World, channel: Channel, limit: int, before: int | None, after: int | None, around: int | None
) -> list[Message]:
    """Return up to `limit` messages of a channel, newest first.

    Returns:
        Messages around an id if `around` is given, else the oldest ones after `after`, else the newest ones
        before `before`, else the newest ones of all.
    """
    timeline = channel.timeline
    if around is not None:
        start = max(bisect_left(timeline, around) - limit // 2, 0)
        chosen = timeline[start : start + limit]
    elif after is not None:
        start = bisect_right(timeline, after)
        chosen = timeline[start : start + limit]
    else:
        end = len(timeline) if before is None else bisect_left(timeline, before)
        chosen = timeline[max(end - limit, 0) : end]
    return [world.messages[str(number)] for number in reversed(chosen)]


def list_visible(
    world: World, user_id: str, channel: Channel, limit: int, before: int | None
) -> list[Message]:
    """Return up to `limit` messages that a person sees before an id, oldest first, ephemeral ones too.

    A person who may not read the history sees only the ephemeral ones.
    """
    found: list[int] = []
    history = world.permissions(user_id, channel) & perms.READ_MESSAGE_HISTORY
    public = channel.timeline if history else []
    for timeline in (public, world.ephemerals.get((user_id, channel.id), [])):
        end = len(timeline) if before is None else bisect_left(timeline, before)
        found += timeline[max(end - limit, 0) : end]
    return [world.messages[str(number)] for number in sorted(found)[-limit:]]
