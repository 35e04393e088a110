"""Small games with an analyst in the bot, played to their ends by taps or by use cases."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from bot.play.matches import ending
from games import GAMES
from games.core.game import AnyGame
from storage import Match
from tests.kit.games.cups import Cups
from tests.kit.games.studied_tictactoe import StudiedTicTacToe
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.hosts.registry import play_here

LOST = ("b2", "b1", "a3", "c1", "a1", "c3", "a2")
"""Moves in which O gives the match away with b1."""
SEEN_AND_LEFT = ("hide a", "look a", "guess b")
"""Actions in which the seeker sees the ball and guesses elsewhere."""
ROUND: dict[str, object] = {"rounds": 1}


def study(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add both small games to the registry."""
    games: tuple[AnyGame, ...] = (StudiedTicTacToe(), Cups())
    for game in games:
        play_here(monkeypatch, game)


async def began(here: House, game: str, *, rated: bool = False, **raw: object) -> Match:
    """Begin a match of mara as seat 0 against tom."""
    terms = MatchTerms(game, raw, "1d", rated)
    challenge = await offering.offer(here.app, MARA, TOM, 0, terms, PLACE, 901)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    return match


async def over(here: House, game: str, texts: Sequence[str], **raw: object) -> Match:
    """Play a match of mara against tom with these actions; tom resigns if it isn't over then."""
    match = await began(here, game, **raw)
    for text in texts:
        await here.act(match, text)
    if (await here.kept(match.id)).reason is None:
        await ending.resign(here.app, match.id, TOM.id)
    return await here.kept(match.id)


def button_of(key: str) -> set[str]:
    """Return the extra button at the end of a match whose game can be analyzed."""
    return {"Analysis"} if GAMES[key].analyst is not None else set()
