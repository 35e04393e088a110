"""Matches that end by resignation."""

from __future__ import annotations

from typing import Any

from tests.kit.matches.tapped import newest_match
from tests.kit.people import Person
from tests.kit.table import Table


async def begun(t: Table, game: str, side: str, **options: Any) -> str:
    """Begin a match by mara's challenge to tom, rated if it can be, and return its id."""
    await t.mara.slash(f"/{game} challenge", opponent=t.tom, side=side, **{"rated": True, **options})
    await t.tom.tap("Accept")
    await t.settled()
    return await newest_match(t)


async def give_up(t: Table, person: Person) -> None:
    await person.slash("/resign")
    await person.tap("Resign")
    await t.settled()


async def final_post(t: Table, person: Person) -> Any:
    thread = t.threads()[-1]["id"]
    return [seen for seen in person.messages() if seen.channel == thread and "Rematch" in seen.buttons][-1]


def thread(t: Table) -> str:
    return str(t.threads()[-1]["id"])
