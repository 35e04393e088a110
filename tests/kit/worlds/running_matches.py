"""Running matches that differ in a secret, one pair per game, and a person's data export."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from bot.community.privacy import exporting
from bot.core.seats import User
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from bot.play.dealing import briefings
from bot.play.matches import playing
from games import GAMES
from games.core.selfplay import numbered_seed
from storage import Match
from tests.kit.games.alpha_table import document
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.matches.creators_twins import CREATORS, OTHER_LAYOUT, twin_patterns
from tests.kit.matches.decoy import HUNTED, LAYOUT
from tests.kit.sql import sql

MUCH = 10_000_000
PLAIN, VARIED = document("3/2$1*24 2dmg$1*6"), document("2/3$1*12 2dmg$1*4 5/10$9*7 end-it$9*7")
Begin = Callable[[House, int], Awaitable[Match]]


async def copy_of(here: House, person: User, most: int = MUCH) -> bytes:
    """Return the archive with all data about a person."""
    found = await exporting.archive(here.app, person.id, most)
    assert found is not None
    return found.data


def files_in(data: bytes) -> dict[str, str]:
    """Return the files of an archive by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name).decode() for name in opened.namelist()}


async def begun(here: House, game: str, **options: Any) -> Match:
    """Begin a match of mara, whose secrets differ, as seat 0 against tom."""
    terms = MatchTerms(game, options, "1d")
    challenge = await offering.offer(here.app, MARA, TOM, 0, terms, PLACE, 901)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    return match


async def with_seed(here: House, match: Match, seed: bytes) -> None:
    """Give a match another seed and nonce."""
    change = "UPDATE matches SET seed = :seed, nonce = :nonce WHERE id = :id"
    await sql(here.app.database, change, seed=seed, nonce=seed[::-1], id=match.id)
    here.app.forget(match.id)


async def creators(here: House, world: int) -> Match:
    match = await begun(here, "creators", pattern=twin_patterns()[world], **CREATORS)
    await briefings.show(here.app, match.id, MARA.id)
    for _ in range(3):
        await here.turn(match)
    return match


async def decoy(here: House, world: int) -> Match:
    match = await begun(here, "decoy")
    await playing.act(here.app, match.id, MARA.id, f"setup {(LAYOUT, OTHER_LAYOUT)[world]}")
    await playing.act(here.app, match.id, TOM.id, f"setup {HUNTED}")
    await here.act(match, "e2-e3")
    return match


async def nothing_dealt(here: House, world: int, game: str) -> Match:
    """Begin a match that differs only in future random draws."""
    match = await begun(here, game)
    await with_seed(here, match, numbered_seed(world))
    await here.act(match)
    return match


def alpha_seeds() -> list[bytes]:
    """Return two seeds that deal mara different hands and look alike to tom."""
    game, found = GAMES["alpha"], dict[Any, list[bytes]]()
    options = game.options({"decks": (VARIED, PLAIN)})
    for seed in map(numbered_seed, range(50)):
        state = game.new(options, seed)
        alike = found.setdefault((game.view(state, 1), game.view(state, None)), [])
        if all(game.new(options, other).hands[0] != state.hands[0] for other in alike):
            alike.append(seed)
    return max(found.values(), key=len)[:2]


async def alpha(here: House, world: int) -> Match:
    match = await begun(here, "alpha", decks=(VARIED, PLAIN))
    await with_seed(here, match, alpha_seeds()[world])
    return match


WORLDS: dict[str, Begin] = {
    key: partial(nothing_dealt, game=key) for key, game in GAMES.items() if game.perfect_information
} | {"creators": creators, "decoy": decoy, "alpha": alpha}
