"""The data stored about one person."""

from typing import Literal

from storage.engine.handle import Reader, Row

About = Literal[
    "matches",
    "moves",
    "conditions",
    "offers",
    "challenges",
    "seeks",
    "ratings",
    "rating_changes",
    "documents",
    "hearts",
    "messages",
    "due",
    "servers",
    "suspensions",
    "server_log",
    "exercises",
    "solvers",
    "daily_solvers",
    "consents",
    "analyses",
    "analysis_askers",
    "uses",
    "blocks",
    "reports",
    "contests",
    "contest_events",
]
"""The kinds of data, each a query in queries/privacy.sql."""


async def about(r: Reader, what: About, person: int) -> list[Row]:
    """Return all rows of one kind about a person, as far as the person may see them."""
    return [row async for row in getattr(r.queries.privacy, what)(r, person=person)]
