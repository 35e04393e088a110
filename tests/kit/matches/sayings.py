"""Matches in which players paid compliments."""

from __future__ import annotations

from typing import Any

from tests.kit.matches.ccc import begin
from tests.kit.matches.ccc_words import ROOM
from tests.kit.matches.decoy import play_each
from tests.kit.matches.tapped import Played
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table

HERS, HIS, LAST = "Lovely hop.", "Bold plan, Mara.", "So patient."


BEST = "Best compliment"


async def spoken(t: Table, first: str = HERS, **options: Any) -> Played:
    """Play a match in which mara paid two compliments and tom one; tom is to move."""
    match = await begin(t, t.mara, t.tom, ROOM, **options)
    moves = [f"N@c3{{{first}}}", f"N@d7{{{HIS}}}", "d4-d5", "e7-e6", f"N@b2{{{LAST}}}"]
    await play_each(match, moves)
    return match


async def over(match: Played, person: Person) -> Played:
    """Let a person resign the match."""
    await person.tap("Resign", await person.slash("/resign", match=match.id))
    await match.t.settled()
    return match


def result_of(person: Person) -> Seen:
    """Return the newest message to a person about the end of a match."""
    return next(seen for seen in reversed(person.messages()) if "Replay" in seen.buttons)
