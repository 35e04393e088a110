"""Team matches between two servers."""

from __future__ import annotations

from typing import Any

from bot.core.seats import Place, User
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import teaming
from tests.kit.contests.stage import HERE, NOW, Stage

THERE = Place(channel=101, guild=201)


OLGA, OTTO = User(900, "Olga"), User(901, "Otto")


async def proposed(on_stage: Stage, **more: Any) -> str:
    given = {"starts_at": NOW + 3600, "game": "decoy", **more}
    terms = Terms(kind="teams", name="Friendly", **given)
    return (await teaming.propose(on_stage.app, OLGA, terms, "Reds", HERE)).id


async def code(on_stage: Stage, id: str) -> str:
    return teaming.code_of(await on_stage.row(id))


async def agreed(on_stage: Stage, **more: Any) -> str:
    """Create a team match that both captains agreed to, and return its id."""
    id = await proposed(on_stage, **more)
    await teaming.agree(on_stage.app, await code(on_stage, id), OTTO, "Blues", THERE)
    return id


async def entered_by_both(on_stage: Stage, id: str) -> None:
    await on_stage.enter(id, 1, 2)
    await on_stage.enter(id, 3, 4, guild=201)


async def under_way(on_stage: Stage, **more: Any) -> str:
    """Start a team match with two players on each side, and return its id."""
    id = await agreed(on_stage, **more)
    await entered_by_both(on_stage, id)
    await on_stage.later(3600)
    return id
