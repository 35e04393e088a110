"""A host for a test to kill: `python -m tests.storage.writer_child FILE plies|half`.

It ends by itself within a minute.
"""

import asyncio
import sys

from storage import commit_ply, open_database
from storage.tables import matches, people
from tests.kit.rows import append
from tests.kit.stored_samples import MARA, TOM, a_deadline, a_match, a_message, a_ply


async def main(path: str, mode: str) -> None:
    database = await open_database(path)
    async with database.write("all") as w:
        await people.upsert(w, MARA, "mara", now=1)
        await people.upsert(w, TOM, "tom", now=1)
        await matches.add(w, a_match("m1"))
    if mode == "half":
        async with database.write("all") as w:
            await append(w, "m1", 1, 0, "roll", 1)
            print("half", flush=True)
            await asyncio.Event().wait()
    for number in range(1, 100_000):
        message = a_message(f"board {number}", match_id="m1")
        await commit_ply(
            database, a_ply("m1", number, deadlines=(a_deadline("m1", number),), messages=(message,))
        )
        print(number, flush=True)


if __name__ == "__main__":
    asyncio.run(asyncio.wait_for(main(*sys.argv[1:]), 300))
