"""The texts a game shows for a position besides its board, for a few positions of each golden playthrough.

They are prompts, advice, tips, notes, events, the choices of the levels, and what the end reveals.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from games.core.game import AnyGame
from tests.contract.goldens import FOLDER, NAMES, read
from tests.kit.games.known_games import GAMES
from tests.kit.games.playouts import VIEWERS

SAID = Path(__file__).parent / "said"
POSITIONS, CHOOSING = 12, 4
"""Number of positions written down for a match, and of those in which every level chooses an action."""
_ACTIONS = 3
_BUDGET = 200


def said_of(name: str) -> str:
    """Return all the texts shown in the golden playthrough of this name."""
    key, raw, seed, played = read((FOLDER / name).read_text(encoding="utf-8"))
    game = GAMES[key]
    state = game.new(game.options(raw), seed)
    briefings = [game.briefing(state, seat) for seat in (0, 1)]
    looked = _spread(len(played), POSITIONS)
    choosing = set(looked[:: len(looked) // CHOOSING or 1])
    lines = []
    for number, (seat, text) in enumerate(played):
        action = game.parse(game.view(state, seat), text)
        after = game.play(state, seat, action).state
        if number in looked:
            lines += [f"{number}. seat {seat}", *_of_seat(game, state, seat), *_of_all(game, state, after)]
        if number in choosing:
            lines += _chosen(game, game.view(state, seat), briefings[seat])
        state = after
    lines += ["end", *(f"  {NAMES[who]} is shown {game.revealed(game.view(state, who))}" for who in VIEWERS)]
    return "\n".join(lines) + "\n"


def _spread(length: int, most: int) -> list[int]:
    """Return at most `most` numbers below `length`, evenly spread."""
    return sorted({number * length // most for number in range(most)})


def _of_seat(game: AnyGame, state: Any, seat: int) -> Iterator[str]:
    view = game.view(state, seat)
    prompt = game.prompt(view, ())
    choices = [(choice.label, choice.hint) for choice in prompt.choices]
    yield f"  asks {prompt.question!r}, {prompt.shape}: {choices}"
    yield f"  tips {game.tips(view)}"
    yield f"  opens the rules at {game.rules_page(view)}"
    yield f"  forced {game.forced(view)}, automatic {game.automatic(view)}"
    for action in islice(game.actions(view), _ACTIONS):
        advice = game.advice(view, action)
        marks = [(mark.kind, *mark.squares) for mark in advice.picture.marks]
        yield f"  advises on {game.format(action)}: {advice.words} / {advice.why} / {marks}"


def _of_all(game: AnyGame, before: Any, after: Any) -> Iterator[str]:
    for who in VIEWERS:
        earlier, later = game.view(before, who), game.view(after, who)
        yield f"  {NAMES[who]} notes {game.noted(earlier)}, gauge {game.gauge(earlier)}"
        yield f"  {NAMES[who]} sees {game.event(earlier, later)}"


def _chosen(game: AnyGame, view: Any, briefing: Any) -> Iterator[str]:
    for level, player in game.players.items():
        yield f"  {level} chooses {game.format(player(view, briefing, random.Random(5), _BUDGET))}"
