"""Servers whose moderators pause everything."""

from __future__ import annotations

import re

from tests.kit.matches.tapped import Played
from tests.kit.people import Person
from tests.kit.seen import Seen


async def pause(match: Played, by: Person | None = None) -> Seen:
    person = by or match.t.ines
    seen = await person.tap("Pause the match", await person.slash("/moderate match", match=match.id))
    await match.t.settled()
    return seen


def without_ids(text: str) -> str:
    """Return a text without channel ids, which differ from world to world."""
    return re.sub(r"<#\d+>", "<#>", text)
