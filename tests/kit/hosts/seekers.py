"""People who search for an opponent in a house, with all checks that could keep a match from beginning."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bot import features
from bot.core.seats import Place, User
from bot.matchmaking.lobby import looking
from bot.matchmaking.terms.search_request import Wanted
from games import GAMES
from storage.tables.seeks import Seek
from tests.kit.hosts.house import PLACE, House

ANN, BEN, CAY, DAN = User(21, "Ann"), User(22, "Ben"), User(23, "Cay"), User(24, "Dan")
WANTED = Wanted(game="decoy", preset="Standard", pace="3d", rated=True, spread=None, everywhere=False)
OTHER = next(preset.name for preset in GAMES["decoy"].presets if preset.name != "Standard")


async def with_seekers(here: House) -> House:
    """Let the house check what keeps a match from beginning, and meet the people."""
    here.app.hooks = replace(here.app.hooks, checks=features.load().hooks.checks)
    for user in (ANN, BEN, CAY, DAN):
        await here.meet(user)
    return here


async def search(here: House, person: User, name: str = "", place: Place = PLACE, **changes: object) -> Seek:
    """Let a person search for an opponent; the name of the search follows from who looks for what."""
    wanted = msgspec.structs.replace(WANTED, **changes)
    tap = person.id * 10 + len(changes)
    return await looking.begin(here.app, person, wanted, place, name or f"s{tap}", tap)


async def look(here: House, person: User, place: Place = PLACE, **changes: object) -> str | None:
    """Let a person search for an opponent; return the id of the match that comes of it."""
    return (await search(here, person, place=place, **changes)).match_id
