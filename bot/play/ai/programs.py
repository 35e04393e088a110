"""The setting SLOWPLAY_PLAYERS, which names programs that play as additional levels."""

from __future__ import annotations

import json
import re
import shlex
import shutil

from games import GAMES

_PLAYER = re.compile(r"[a-z][a-z0-9-]{0,19}")
_MOST_PLAYERS = 20
"""The most programs for a game: Discord offers 25 choices, and the game's own levels are among them."""
_PLAYERS_FORM = 'SLOWPLAY_PLAYERS must look like {"GAME/NAME": "command line"}'


def read_programs(given: object) -> dict[str, str]:
    """Return command lines by "game/name", from such a dict or its JSON; ValueError with one sentence."""
    players = _decode(given) if isinstance(given, str) else given
    if not isinstance(players, dict):
        raise ValueError(f"{_PLAYERS_FORM}.")
    for key, command in players.items():
        _check_player(str(key), command)
    for game in GAMES:
        if sum(key.startswith(f"{game}/") for key in players) > _MOST_PLAYERS:
            raise ValueError(f"SLOWPLAY_PLAYERS can name at most {_MOST_PLAYERS} programs for {game}.")
    return players


def _decode(text: str) -> object:
    try:
        return json.loads(text or "{}")
    except ValueError:
        raise ValueError(f"{_PLAYERS_FORM}; what you gave isn't JSON.") from None


def _check_player(key: str, command: object) -> None:
    """Raise ValueError with one sentence if the program's key or command line isn't valid."""
    game, _, name = key.partition("/")
    if game not in GAMES:
        known = ", ".join(GAMES)
        raise ValueError(f"SLOWPLAY_PLAYERS: there's no game “{game}” for “{key}”. Games: {known}.")
    if not _PLAYER.fullmatch(name):
        raise ValueError(
            f"SLOWPLAY_PLAYERS: the name in “{key}” must be 1 to 20 lowercase letters, digits, and hyphens, "
            "starting with a letter."
        )
    if name in GAMES[game].personas:
        raise ValueError(
            f"SLOWPLAY_PLAYERS: choose another name for “{key}”; the game has a level called that."
        )
    _check_command(key, command)


def _check_command(key: str, command: object) -> None:
    try:
        words = shlex.split(command) if isinstance(command, str) else []
    except ValueError as error:
        raise ValueError(f"SLOWPLAY_PLAYERS: can't read the command line of “{key}” ({error}).") from None
    if not words:
        raise ValueError(f"SLOWPLAY_PLAYERS: “{key}” has no command line.")
    if shutil.which(words[0]) is None:
        raise ValueError(f"SLOWPLAY_PLAYERS: can't find the program “{words[0]}” of “{key}”.")
