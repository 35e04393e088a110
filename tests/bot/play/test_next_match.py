"""*Next match* below a panel: it leads to the most urgent match that waits for the player."""

from __future__ import annotations

import pytest

from bot.core.match_state import nickname
from tests.kit.matches.endings import begun
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom", by_hand=False)
NEXT = "Next match"


async def first_move(t: Table, match: str) -> str:
    state = await t.running.bot.ctx.app.match_state(match)
    return state.game.format(next(iter(state.game.actions(state.view(0)))))


async def test_after_a_move_the_next_match_that_waits_is_one_tap_away(t: Table) -> None:
    first = await begun(t, "ccc", "White", first="white")
    t.advance(60)
    second = await begun(t, "ccc", "White", first="white")
    moved = await t.mara.slash("/move", action=await first_move(t, first), match=first)
    opened = await t.mara.tap(NEXT, moved)
    assert nickname(second) in opened.text
    assert NEXT not in opened.buttons, "it's her turn there"
    last = await t.mara.slash("/move", action=await first_move(t, second), match=second)
    assert NEXT not in last.buttons, "nothing else waits for her"


async def test_a_match_that_waits_for_the_opponent_is_not_the_next(t: Table) -> None:
    first = await begun(t, "ccc", "White", first="white")
    await begun(t, "ccc", "Black", first="white")
    moved = await t.mara.slash("/move", action=await first_move(t, first), match=first)
    assert NEXT not in moved.buttons
