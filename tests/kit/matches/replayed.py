"""Random matches for tests of replays, without Discord, with everything that viewers saw meanwhile."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import msgspec

from bot.core.match_state import MatchState, apply_actions, opening
from bot.play.records.replays import EYES, Eyes
from games import GAMES
from games.core.game import Viewer
from games.core.screen.scene import Scene
from games.core.vocabulary.options import options_data
from storage.rows import Action, Match, Seat
from tests.kit.games.playouts import listed

MARA, TOM, INES = 11, 12, 13
SERVER = 200
VIEWERS: dict[Eyes, Viewer] = {"seat0": 0, "seat1": 1, "all": None}
SEATS: tuple[Eyes, ...] = EYES[:2]


@dataclass(frozen=True)
class Glimpse:
    """What a viewer was told and saw right after an action, and the seats to act."""

    lines: tuple[str, ...]
    scene: Scene
    to_act: tuple[int, ...]


Live = dict[Viewer, list[Glimpse]]


def match_of(key: str, number: int = 1, **raw: Any) -> Match:
    """Return a new match of mara against tom in which both have seen any preview."""
    game = GAMES[key]
    options = game.options(raw)
    return Match(
        id="abc",
        game=key,
        ruleset=game.ruleset_of(options),
        options=options_data(options),
        seed=bytes([number]) * 32,
        nonce=bytes(32),
        pace="1d",
        guild=SERVER,
        channel=100,
        created_at=0,
        rated=False,
        seats=(Seat(seat=0, person=MARA, briefed_at=0), Seat(seat=1, person=TOM, briefed_at=0)),
    )


def played(match: Match, most: int, number: int = 1) -> tuple[MatchState, Live]:
    """Play at most `most` random actions, and return the state with what each viewer saw after each."""
    table, rng = opening(match), random.Random(number)
    live: Live = {who: [] for who in (0, 1, None)}
    while table.length < most and table.to_act:
        seat = rng.choice(table.to_act)
        action = rng.choice(listed(table.game, table.game.view(table.game_state, seat)))
        table = apply_actions(table, [Action(table.length + 1, seat, table.game.format(action), 0)])
        for who, seen in live.items():
            scene = table.game.scene(table.game.view(table.game_state, who))
            seen.append(Glimpse(table.steps[-1].told[who], scene, table.to_act))
    if table.result is not None:
        table = over(table, table.result.winner, str(table.result.reason))
    return table, live


def unfinished(match: Match, most: int, number: int = 1) -> tuple[MatchState, Live]:
    """Play at most `most` random actions, but never the last one of the match."""
    table, live = played(match, most, number)
    return (table, live) if table.result is None else played(match, table.length - 1, number)


def over(table: MatchState, winner: int | None, reason: str) -> MatchState:
    """Return the state with the match ended by this result."""
    return msgspec.structs.replace(
        table, match=msgspec.structs.replace(table.match, winner=winner, reason=reason, length=table.length)
    )
