"""People's names."""

from collections.abc import Iterable

import msgspec

from storage.engine.handle import Reader


async def names_of(r: Reader, people: Iterable[int]) -> dict[int, tuple[str, str | None]]:
    """Return name and username, or None without one, by id, of those people that the database has."""
    wanted = msgspec.json.encode(list(people)).decode()
    rows = r.queries.names.names_of(r, people=wanted)
    return {row["id"]: (row["name"], row["username"]) async for row in rows}


async def names_of_opponents(r: Reader, person: int) -> dict[int, str]:
    """Return the names, by id, of people in a person's matches under way and open challenges."""
    return {row["id"]: row["name"] async for row in r.queries.names.names_of_opponents(r, person=person)}
