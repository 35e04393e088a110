"""A bot that is killed again and again while it deletes a person's data.

In the end no trace of that person is left, and all other people's data is unchanged.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.community.privacy.leaving import DELETE, NOTHING
from playground.app import start
from tests.crash import checks
from tests.crash.books import Books, faults_of_file, read_books
from tests.crash.deletion_world import _LONGEST_SECONDS, _MOST_HAPPENINGS, Rows, World
from tests.crash.notebook import Notebook
from tests.kit.people import Person

PATIENCE_SECONDS = 300
KILLS, MATCHES = 5, 5
"""Further matches of the same two players wouldn't be rated."""
OF_OTHERS = {
    "matches": "SELECT * FROM matches WHERE id = :match",
    "seats": "SELECT * FROM seats WHERE match_id = :match ORDER BY seat",
    "actions": "SELECT * FROM actions ORDER BY match_id, number",
    "ratings": "SELECT * FROM ratings WHERE person <> :person OR person IS NULL ORDER BY game, pool, holder",
    "challenges": "SELECT * FROM challenges WHERE challenger > 0 AND opponent > 0 "
    "AND challenger <> :person AND opponent <> :person",
    "turns": "SELECT due_at FROM deadlines WHERE kind = 'turn' AND subject = :match AND done_at IS NULL",
}
"""Table → query for the rows that the deletion must not change."""


@asynccontextmanager
async def world(folder: Path, seed: int) -> AsyncIterator[World]:
    playground = await start()
    made = World(playground, folder, random.Random(seed))
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await made.start()
            yield made
    finally:
        await made.bot.stop()
        await playground.close()


async def match(one: Person, other: Person) -> None:
    """Start a rated match between the two people."""
    await one.slash("/ccc challenge", opponent=other, side="White", rated=True)
    await other.tap("Accept")


async def move(here: World, match_id: str) -> None:
    """Let the acting player play the first legal move."""
    state = (await read_books(here.file)).tables[match_id]
    (seat,) = state.to_act
    people = {actor.id: actor for actor in (here.mara, here.tom)}
    text = state.game.format(next(iter(state.game.actions(state.view(seat)))))
    await people[str(state.seat_row(seat).person)].move(text, match=match_id)


async def lives(here: World) -> str:
    """Let Mara play Tom several times, one match resigned, and Tom play Ines; return the last match's id."""
    for _ in range(MATCHES):
        await match(here.mara, here.tom)
    await here.come_to_rest()
    rows = await here.rows("SELECT id FROM matches ORDER BY created_at, id")
    for row in 2 * rows:
        await move(here, row["id"])
    await here.tom.tap("Resign", await here.tom.slash("/resign", match=rows[0]["id"]))
    await match(here.ines, here.tom)
    await here.mara.slash("/ccc challenge", opponent=here.ines)
    await here.come_to_rest()
    found = await here.rows("SELECT id FROM matches ORDER BY created_at DESC, id")
    return str(next(row["id"] for row in found if row not in rows))


async def of_others(here: World, kept: str) -> dict[str, Rows]:
    """Return all rows that the deletion must leave unchanged."""
    person = int(here.mara.id)
    return {name: await here.rows(text, match=kept, person=person) for name, text in OF_OTHERS.items()}


async def killed_at_some_moment(here: World) -> None:
    """Kill the bot soon: after a random number of events, or after a fraction of a second."""
    happenings, seconds = here.rng.randint(1, _MOST_HAPPENINGS), here.rng.uniform(0, _LONGEST_SECONDS)
    by_happenings = here.rng.random() < 0.5
    task = asyncio.create_task(here.ear.hear(happenings) if by_happenings else asyncio.sleep(seconds))
    await asyncio.wait([task], timeout=_LONGEST_SECONDS)
    task.cancel()
    await here.kill()


async def asked_for(here: World) -> bool:
    """Return whether the bot has scheduled Mara's deletion, or has done it."""
    job = "SELECT id FROM deadlines WHERE kind = :kind"
    return bool(await here.rows(job, kind=DELETE))


async def ask(here: World) -> None:
    """Let Mara confirm the deletion twice, again if the bot was killed before it recorded that."""
    first = await here.mara.slash("/privacy delete")
    second = await here.mara.tap("Abort and delete", first)
    pressed = asyncio.ensure_future(here.mara.tap("Delete everything", second))
    await killed_at_some_moment(here)
    here.playground.world.clock.advance(4)
    await asyncio.gather(pressed, return_exceptions=True)
    await here.start()
    if not await asked_for(here):
        await here.mara.tap("Delete everything", second)


@pytest.mark.proof
@pytest.mark.parametrize("seed", [1, 2])
async def test_a_deletion_survives_kill_after_kill_and_nobody_else_loses_anything(
    tmp_path: Path, seed: int
) -> None:
    async with world(tmp_path, seed) as here:
        kept = await lives(here)
        before = await of_others(here, kept)
        assert all(before[name] for name in ("matches", "seats", "actions", "ratings"))
        assert await here.traces()
        await ask(here)
        for _ in range(KILLS - 1):
            await killed_at_some_moment(here)
            await here.start()
        await here.come_to_rest()
        assert await here.traces() == []
        assert await of_others(here, kept) == before
        ends = "SELECT reason, COUNT(*) AS n FROM matches GROUP BY reason ORDER BY n"
        counted = {row["reason"]: row["n"] for row in await here.rows(ends)}
        assert counted == {"resigned": 1, "aborted": MATCHES - 1, None: 1}
        assert (await here.mara.slash("/privacy export")).text == NOTHING
        books = await read_books(here.file)
        assert await here.bot.stop() == 0
    world_seen = here.playground.world
    found = [*checks.unreadable_records(books), *checks.shown_twice(world_seen), *checks.given_up(books)]
    found += checks.untold_ends(books, those_who_know(books), world_seen)
    assert [*found, *faults_of_file(here.file)] == []


def those_who_know(books: Books) -> Notebook:
    """Return a notebook in which deleted players and those who resigned count as told."""
    notebook = Notebook()
    for match_id, state in books.tables.items():
        knowing = [person for person in state.people() if person < 0 or state.match.reason == "resigned"]
        notebook.ends_seen.update((person, match_id) for person in knowing)
    return notebook
