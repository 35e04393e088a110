"""Challenges, open until they are accepted, declined, withdrawn or expired.

A challenge with a level of the AI is a match that its challenger hasn't started yet.
"""

from storage.engine.handle import Reader, Writer
from storage.rows import Challenge, dump, load


async def add(w: Writer, challenge: Challenge) -> None:
    """Add a challenge; challenger and opponent must be people of the database."""
    await w.queries.challenges.add(w, **dump(challenge))


async def get(r: Reader, id: str) -> Challenge | None:
    """Return a challenge in any status, or None."""
    row = await r.queries.challenges.get(r, id=id)
    return row and load(Challenge, row)


async def of_match(r: Reader, match_id: str) -> Challenge | None:
    """Return the challenge that led to a match, or None if it isn't kept."""
    row = await r.queries.challenges.of_match(r, match_id=match_id)
    return row and load(Challenge, row)


async def rematch_of(r: Reader, match_id: str) -> Challenge | None:
    """Return the oldest open challenge to a person for a rematch of a match, or None."""
    row = await r.queries.challenges.rematch_of(r, match_id=match_id)
    return row and load(Challenge, row)


async def open_of(r: Reader, person: int) -> list[Challenge]:
    """Return the open challenges by a person, or to them by name, oldest first; those to the AI included."""
    return [load(Challenge, row) async for row in r.queries.challenges.open_of(r, person=person)]


async def open_to_anyone(r: Reader, guild: int, person: int, limit: int) -> list[Challenge]:
    """Return a server's open challenges to anyone except a person's own, newest first."""
    rows = r.queries.challenges.open_to_anyone(r, guild=guild, person=person, limit=limit)
    return [load(Challenge, row) async for row in rows]


async def list_given_since(r: Reader, person: int, since: int) -> list[Challenge]:
    """Return the challenges that a person made after a moment and that haven't expired, newest first."""
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
    """Change the status of a challenge if it's still open; return whether it was.

    None leaves a column as it is. The match may be created later in the same transaction.

    Args:
        w: The transaction.
        id: The challenge's id.
        status: "accepted", "declined", "withdrawn" or "expired".
        opponent: The person who has answered.
        interaction_accepter: The interaction that accepted it, a source of the match's seed.
        match_id: The match that came of it.
    """
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
    """Store the challenge's card; return the status, which may have changed before the card existed."""
    status: str = await w.queries.challenges.set_message(w, id=id, message=message)
    return status
