"""Names of the people with whom a person has to do."""

from storage.engine.handle import Reader


async def names_of_opponents(r: Reader, person: int) -> dict[int, str]:
    """Names by id: everybody in the person's matches that go on, and in open challenges to or by them."""
    return {row["id"]: row["name"] async for row in r.queries.names.names_of_opponents(r, person=person)}
