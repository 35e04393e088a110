"""Test a bot by its people: they type commands, tap, choose, upload, fill in forms, and look.

    async with open_playground() as playground:
        await playground.run("python", "bot.py")
        mara, tom = playground.person("mara"), playground.person("tom")
        answer = await mara.slash("/roll", sides=6)
        await mara.tap("Again", answer)
        await tom.sees("Mara rolls")

With pytest and pytest-asyncio, the fixture `playground` is the same; `playground.testing.plugin` defines it.
Every verb waits for events, and none sleeps. The clock stands still until `playground.advance(seconds)`.
When something expected doesn't come, the error shows the person's screen.
"""

from playground.testing.options import Upload
from playground.testing.people import Person
from playground.testing.seen import Seen
from playground.testing.stage import Stage, StillClock, open_playground

__all__ = ["Person", "Seen", "Stage", "StillClock", "Upload", "open_playground"]
