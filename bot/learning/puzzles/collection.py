"""The puzzles that there are: those that come with a game, a file in its folder, and those of a server."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

import msgspec

from bot.core.errors import UserError
from bot.core.seats import known_game
from games import GAMES, AnyGame
from games.core.vocabulary.analyst import Analyst
from games.core.vocabulary.puzzles import Puzzle, read_puzzle
from storage.engine.handle import Reader
from storage.tables import puzzles

_GONE = "This puzzle is no longer here. Use /puzzle for another one."
_FILE = "puzzles.jsonl"


@cache
def shipped(game_key: str) -> Mapping[str, Puzzle]:
    """The puzzles that come with a game, by their ids; none where it has none."""
    file = resources.files("games") / game_key / _FILE
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else ()
    return MappingProxyType({one.id: one for one in map(read_puzzle, lines)})


def puzzling() -> tuple[AnyGame, ...]:
    """The games that have puzzles."""
    return tuple(game for game in GAMES.values() if game.analyst is not None and shipped(game.key))


def analyst_of(game: AnyGame) -> Analyst:
    """Who knows what a puzzle of a game asks; UserError where nobody does anymore."""
    if game.analyst is None:
        raise UserError(_GONE, command="puzzle")
    return game.analyst


async def puzzle_of(r: Reader, game_key: str, name: str) -> Puzzle:
    """A puzzle by its name; UserError where it's not here anymore."""
    known_game(game_key)
    found = shipped(game_key).get(name)
    if found is None:
        own = await puzzles.own(r, game_key, name)
        found = _read(own.line) if own else None
    if found is None:
        raise UserError(_GONE, command="puzzle")
    return found


async def all_of(r: Reader, game_key: str, guild: int | None) -> Mapping[str, Puzzle]:
    """All puzzles of a game that somebody may get on a server, or (None) in private."""
    own = await puzzles.own_of(r, guild, game_key) if guild is not None else []
    read = ((one.puzzle, _read(one.line)) for one in own)
    return {**shipped(game_key), **{name: puzzle for name, puzzle in read if puzzle is not None}}


def _read(line: str) -> Puzzle | None:
    try:
        return read_puzzle(line)
    except msgspec.MsgspecError:
        return None
