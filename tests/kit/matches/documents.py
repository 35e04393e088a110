"""Files that people upload."""

from __future__ import annotations

from typing import Any

from games import GAMES
from tests.kit.people import Person, PickedFile
from tests.kit.seen import Seen
from tests.kit.table import Table

KIND = GAMES["alpha"].documents


EXAMPLE = KIND.example().encode()


async def upload(
    t: Table,
    person: Person,
    content: bytes = EXAMPLE,
    file: str = "wolf-pack.json",
    command: str = "/alpha deck upload",
    **options: Any,
) -> Seen:
    """Upload a file, and return the final version of the answer."""
    answer = await person.slash(command, file=PickedFile(file, content), **options)
    await t.settled()
    return person.again(answer)
