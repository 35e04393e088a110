"""CCC in the page, by taps of two people: a whole match with a compliment and a heart for it.

It has hops, every kind of collapse, a swap, and a win.
"""

from __future__ import annotations

import re

import pytest

from playground.people.defaults import BOT_ID
from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.matches.ccc import position
from tests.kit.roles.administrators import set_on_server
from tests.kit.rows import open_ids
from tests.kit.table import table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

FEW = position("Fa3 (LM)c1 Sh1 Na1 fb4 fd5 (fff)h6 (ffs)d7 nb8")
WORDS = "Three swings in one; <@1> **lovely**."


async def act(pane: Pane, square: str, *labels: str) -> None:
    """Tap the piece in the newest ping, and then these buttons of its panel.

    “h5|Drop 1 (F)” waits until the panel asks about h5, since the same label appears for several squares.
    """
    await pane.sees("Which piece do you want to use?")
    await pane.root.get_by_role("button", name=re.compile(rf"^{square} ")).last.click()
    for entry in labels:
        place, _, label = entry.rpartition("|")
        if place:
            await pane.sees(f"{place}: how many do you want to drop?")
        await pane.tap(label)


@pytest.mark.proof
async def test_a_match_is_played_tap_by_tap_until_the_pyramids_are_gone() -> None:
    async with table("mara", "tom") as t, page_of(t, "mara", "tom") as panes:
        await set_on_server(t, own_words="free")
        mara, tom = panes["mara"], panes["tom"]
        await mara.slash("/ccc challenge")
        await mara.offer("opponent", "Tom")
        await mara.offer("side", "White")
        await mara.write("position", FEW)
        await mara.send()
        await tom.tap("Accept")
        await t.tom.actor.open_dm(BOT_ID)
        for pane in (mara, tom):
            await pane.go_to("Slowplay")

        await mara.tap("Open")
        await act(mara, "a3", "Hop c5", "→ e5")
        await tom.sees("White hops over 2 Flats: a3^c5^e5.")
        drops = ("h5|Drop 1 (F)", "h4|Drop 1 (F)")
        await act(tom, "h6", "Collapse", "Lift 3", "↑ h5", *drops, "Confirm")
        await mara.sees("Black's Flat Stack collapses: 3h6-111.")
        ways = ("↗ d2", "d2|None", "e3|Drop 1 (L)", "f4|None", "g5|Drop 1 (M)")
        await act(mara, "c1", "Collapse", "Lift 2", *ways, "Confirm")
        await tom.sees("White's Constructed Pyramid collapses: 2c1+>0101.")
        ways = ("↑ d6", "d6|Drop 1 (F)", "↖ e5", "e5|Drop 1 (F)", "↖ f4")
        await act(tom, "d7", "Collapse", "Lift 3", *ways, "Confirm")
        await mara.sees("Black's Pyramid Stack collapses: 3d7:-1:->1:->1.")
        await act(mara, "e3", "Swap h1 Small Pyramid")
        await tom.sees("White's Small Pyramid and Large Pyramid swap places: h1~e3.")
        await act(tom, "b8")
        await tom.sees("Where to?")
        await tom.choose("b2")
        await tom.tap("Write your own")
        await tom.submit(WORDS)
        await mara.sees(f"Black's Nice Flag goes to b2 and says: “{WORDS}”")
        await act(mara, "g5", "Attack f4 Small Pyramid")
        await mara.sees("You win: Black's Pyramids are destroyed.")
        await tom.sees("White wins: your Pyramids are destroyed.")

        async with t.database.read() as r:
            assert not await open_ids(r)
        await tom.go_to("Mara – Tom")
        await tom.sees(f"says: “{WORDS}”")
        await tom.sees("White's Medium Pyramid takes Black's Small Pyramid on f4")

        await mara.tap("Best compliment")
        await mara.choose("6")
        await mara.sees(f"Your heart is for “{WORDS}”")
        await tom.go_to("games")
        await tom.slash("/compliments")
        await tom.send()
        await tom.sees(f"“{WORDS}” · 1 heart")
