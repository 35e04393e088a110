"""Names of a person's opponents."""

from storage.engine.handle import Reader


async def names_of_opponents(r: Reader, person: int) -> dict[int, str]:
    """Return the names, by id, of people in a person's matches under way and open challenges."""
    return {row["id"]: row["name"] async for row in r.queries.names.names_of_opponents(r, person=person)}
