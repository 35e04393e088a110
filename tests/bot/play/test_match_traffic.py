"""What a match of twelve actions by text costs in requests to Discord, and how often it pushes."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.selfplay import BUDGET, numbered_seed, rng_for
from tests.kit.matches.tapped import look, newest_match
from tests.kit.table import Table

MOST = {"creators": (63, 9), "decoy": (59, 8), "ccc": (87, 15)}
"""The most requests, and pushes to both players together, by game."""
ACTIONS = 12


def count_requests(t: Table) -> list[str]:
    """Return a list that gets the path of each request from now on."""
    asked, take = list[str](), t.playground.faults.take

    def note(method: str, path: str) -> Any:
        asked.append(f"{method} {path}")
        return take(method, path)

    t.playground.faults.take = note  # type: ignore[method-assign]
    return asked


@pytest.mark.slow
@pytest.mark.parametrize("key", MOST)
async def test_a_match_costs_no_more_requests_and_pushes_than_these(t: Table, key: str) -> None:
    t.by_hand = False
    asked = count_requests(t)
    await t.mara.slash(f"/{key} challenge", opponent=t.tom)
    await t.tom.tap("Accept")
    await t.settled()
    app, match_id = t.running.bot.ctx.app, await newest_match(t)
    await look(app, match_id, 0, 1)
    state = await app.match_state(match_id)
    people = {int(person.id): person for person in (t.mara, t.tom)}
    while state.result is None and state.length < ACTIONS:
        seat = state.to_act[0]
        play, rng = next(iter(state.game.players.values())), rng_for(numbered_seed(5), seat, state.length)
        text = state.game.format(play(state.view(seat), state.briefing(seat), rng, BUDGET))
        await people[state.seat_row(seat).person or 0].move(text, channel="quiet", match=match_id)
        await t.settled()
        state = await app.match_state(match_id)
    await t.mara.tap("Resign", await t.mara.slash("/resign", match=match_id))
    await t.settled()
    t.advance(60)
    await t.settled()
    pushes = [line for person in (t.mara, t.tom) for line in person.pushes()]
    assert all(pushes), pushes
    requests, calls = MOST[key]
    assert len(asked) <= requests, asked
    assert len(pushes) <= calls, pushes
