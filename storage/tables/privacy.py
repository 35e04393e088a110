"""What is stored about one person."""

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
"""What can be asked for: a query of queries/privacy.sql."""


async def about(r: Reader, what: About, person: int) -> list[Row]:
    """All rows of one kind about a person, as they may see them."""
    return [row async for row in getattr(r.queries.privacy, what)(r, person=person)]
