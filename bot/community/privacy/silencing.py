"""What somebody has written in their matches, and what takes its place once they're deleted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.core.option_texts import without_texts, writers
from bot.play.records.folding import states
from games import GAMES
from storage.tables import deleting

log = logging.getLogger(__name__)


class Bare(msgspec.Struct, frozen=True):
    """The text of an action without its words."""

    match_id: str
    number: int
    text: str


class Written(msgspec.Struct, frozen=True):
    """What takes the place of all that somebody has said in matches, and of the options in which they have
    written names, by match."""

    said: list[Bare]
    options: dict[str, Mapping[str, Any]]


async def written_by(app: AppContext, person: int) -> Written:
    """What takes the place of everything that they have ever written in a match; all of those are over."""
    found = Written([], {})
    async with app.database.read() as r:
        played = [one for one in await deleting.played(r, person) if one.game in GAMES]
    for one in played:
        try:
            state = await app.match_state(one.match_id)
            found.said.extend(await asyncio.to_thread(_bare, state, one.seat))
            if writers(state):
                found.options[one.match_id] = without_texts(state)
        except Exception:
            # A record that can't be played again must not keep anybody from leaving.
            log.exception("the words in %s can't be taken out", one.match_id)
    return found


def _bare(state: MatchState, seat: int) -> list[Bare]:
    found, game = list[Bare](), state.game
    if not any(step.said and step.seat == seat for step in state.steps):
        return found
    for number, (before, step) in enumerate(zip(states(state), state.steps, strict=False), 1):
        if not step.said or step.seat != seat:
            continue
        bare = game.without_words(game.parse(game.view(before, step.seat), step.text))
        if bare is not None:
            found.append(Bare(state.match.id, number, game.format(bare)))
    return found
