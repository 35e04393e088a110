"""The crowd behaves like people, so that a check finds the bot's faults and not the crowd's."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.crash.crowd import Guest
from tests.crash.notebook import Notebook
from tests.kit.table import table


@pytest.mark.slow
async def test_who_gets_no_answer_to_a_resignation_looks_what_became_of_it() -> None:
    async with table("mara", "tom") as t:
        await t.mara.slash("/creators challenge", opponent=t.tom)
        notebook = Notebook()
        guest = Guest(t.playground, "mara", random.Random(1), notebook, asyncio.Event())
        guest.places = ["games"]
        await t.tom.tap("Accept")
        await t.settled()
        guest.look_up()
        (match,) = guest._mine
        await t.mara.tap("Resign", await t.mara.slash("/resign", match=match))
        await t.settled()
        assert not notebook.ends_seen, "this client was told nothing"
        guest._wonder(match, None)
        await guest.look_again()
        assert notebook.ends_seen == {(guest.id, match)}
