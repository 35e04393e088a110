"""What a seat is dealt in secret: whoever has seen it plays a match that counts, and leaves it by resigning.

Else one could look at a hand or a pattern, abort, and be dealt another one. Whether the other side has looked
is nobody's business: a seat is bound by what it has done and seen itself."""

from __future__ import annotations

from bot.core.host import Host
from bot.core.refused import Refused
from bot.core.table import Table
from storage import matches


def dealt(table: Table, seat: int) -> str:
    """What this seat is dealt in secret, in words; empty: nothing."""
    return table.game.dealt(table.game.options(table.match.options), seat)


def has_seen(table: Table, seat: int) -> bool:
    """Whether this seat has seen what it was dealt."""
    return table.seat_row(seat).briefed_at is not None


def is_bound(table: Table, seat: int) -> bool:
    """Whether this seat leaves the match only by losing it: it has acted, has seen what it was dealt, or
    plays a second leg, which decides over both."""
    return table.version(seat) > 0 or has_seen(table, seat) or table.match.leg > 1


def binding_line(table: Table, seat: int) -> str:
    """That a look makes the match count; empty where there is nothing to see, or it counts already."""
    return "" if is_bound(table, seat) else once_seen(dealt(table, seat))


def once_seen(secret: str) -> str:
    """That a look at what is dealt in secret makes the match count; empty where nothing is."""
    return f"Once you have seen {secret}, the match counts: leaving it then is resigning." if secret else ""


async def look(host: Host, table: Table, seat: int) -> bool:
    """The view of a seat is about to be shown to its person: what is dealt into it is seen from now on.

    Whether it was not before; where a preview shows it, a view does not. Refused when the match has ended
    meanwhile."""
    if table.match.reason is not None or has_seen(table, seat) or not dealt(table, seat):
        return False
    briefing = table.briefing(seat)
    if briefing is not None and briefing.frames:
        return False
    return await see(host, table.match.id, seat)


async def see(host: Host, match_id: str, seat: int) -> bool:
    """A seat is about to be shown what it was dealt: whether it is the first time, of several at once only
    one is. Refused when the match has ended meanwhile."""
    async with host.database.write() as w:
        if await matches.set_briefed(w, match_id, seat, host.now()):
            return True
        match = await matches.get(w, match_id)
    if match is None or match.reason is not None:
        raise Refused("This match is over.")
    return False


async def unsee(host: Host, match_id: str, seat: int) -> None:
    """It could not be shown after all."""
    async with host.database.write() as w:
        await matches.unset_briefed(w, match_id, seat)
