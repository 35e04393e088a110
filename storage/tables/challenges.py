"""Challenges: open until the first of accepted, declined, withdrawn, expired. One with a level of the bot is
a match that its challenger has not started yet."""

from storage.engine.handle import Reader, Writer
from storage.rows import Challenge, dump, load


async def add(w: Writer, challenge: Challenge) -> None:
    """Add a challenge; challenger and opponent must be people."""
    await w.queries.challenges.add(w, **dump(challenge))


async def get(r: Reader, id: str) -> Challenge | None:
    """The challenge, in whatever status."""
    row = await r.queries.challenges.get(r, id=id)
    return row and load(Challenge, row)


async def of_match(r: Reader, match_id: str) -> Challenge | None:
    """The challenge of which a match came, if it's still kept."""
    row = await r.queries.challenges.of_match(r, match_id=match_id)
    return row and load(Challenge, row)


async def rematch_of(r: Reader, match_id: str) -> Challenge | None:
    """The open challenge to a person to play a match once more, the oldest one."""
    row = await r.queries.challenges.rematch_of(r, match_id=match_id)
    return row and load(Challenge, row)


async def open_of(r: Reader, person: int) -> list[Challenge]:
    """Open challenges that a person gave or received by name, oldest first; those to the bot among them."""
    return [load(Challenge, row) async for row in r.queries.challenges.open_of(r, person=person)]


async def open_to_anyone(r: Reader, guild: int, person: int, limit: int) -> list[Challenge]:
    """Open challenges on a server that anyone may accept, but for a person's own, the newest first."""
    rows = r.queries.challenges.open_to_anyone(r, guild=guild, person=person, limit=limit)
    return [load(Challenge, row) async for row in rows]


async def given_since(r: Reader, person: int, since: int) -> list[Challenge]:
    """Challenges that a person has given after a moment, newest first, whatever became of them; but not those
    that have expired."""
    rows = r.queries.challenges.given_since(r, person=person, since=since)
    return [load(Challenge, row) async for row in rows]


async def set_status(
    w: Writer,
    id: str,
    status: str,
    *,
    opponent: int | None = None,
    interaction_accepter: int | None = None,
    match_id: str | None = None,
) -> bool:
    """Answer a challenge if it is still open; returns whether it was. None leaves a column as it is."""
    answered = await w.queries.challenges.set_status(
        w,
        id=id,
        status=status,
        opponent=opponent,
        interaction_accepter=interaction_accepter,
        match_id=match_id,
    )
    return answered is not None


async def set_message(w: Writer, id: str, message: int) -> str:
    """Remember the message that is the card; returns the status, which may have changed before there was a
    card to show it."""
    status: str = await w.queries.challenges.set_message(w, id=id, message=message)
    return status
