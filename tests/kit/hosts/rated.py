"""Rows for rated people and levels."""

from __future__ import annotations

from typing import Any

from storage import Database
from storage.tables import people, ratings
from storage.tables.ratings import Rating

GAME = "creators"


def a_rating(person: int | None, rating: float, deviation: float = 50, **changes: Any) -> Rating:
    """Return the rating of a person, or of a level named by `holder`."""
    values: dict[str, Any] = {"game": GAME, "pool": "people", "holder": str(person), "rated_at": 1000}
    values |= {"volatility": 0.06, "wins": 7, "losses": 5} | changes
    return Rating(person=person, rating=rating, deviation=deviation, **values)


async def put(
    database: Database, *those: Rating, names: dict[int, str] | None = None, guild: int = 0
) -> None:
    """Store ratings; people unknown to the bot get a name (“P7”) and are known in a server."""
    async with database.write("all") as w:
        for rating in those:
            if rating.person is not None:
                name = (names or {}).get(rating.person, f"P{rating.person}")
                if names or await people.get(w, rating.person) is None:
                    await people.upsert(w, rating.person, name, now=1)
                if guild:
                    await ratings.set_present(w, guild, rating.person, True)
            await ratings.put(w, rating)
