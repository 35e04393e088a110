"""Golden playthroughs: whole games as text, with the true state and every viewer's view after each action."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from games.core.record import Record, score_of, write_record
from games.core.selfplay import numbered_seed, rng_for
from games.core.vocabulary.options import options_data
from tests.kit.games.known_games import GAMES
from tests.kit.games.playouts import VIEWERS, listed
from tests.kit.worlds.worlds import WORLDS

FOLDER = Path(__file__).parent / "goldens"
PER_GAME = 3
NAMES: Mapping[int | None, str] = {0: "seat 0", 1: "seat 1", None: "public"}
_STEP = re.compile(r"\d+\. seat ([01]): (.+)")
_BUDGET = 200
_SEEDS = 60


def path_of(key: str, number: int) -> Path:
    return FOLDER / f"{key}-{number}.txt"


def playthrough(key: str, raw: Mapping[str, object], seed: bytes, played: list[tuple[int, str]]) -> str:
    """Return the text of a game, from its options, seed and actions with their seats."""
    game = GAMES[key]
    options = game.options(raw)
    state = game.new(options, seed)
    lines = [
        f"game {key}, ruleset {game.ruleset_of(options)}",
        f"options {json.dumps(dict(raw), ensure_ascii=False)}",
        f"seed {seed.hex()}",
        *(f"briefing of seat {seat}: {_briefing(game.briefing(state, seat))}" for seat in (0, 1)),
        *_shown(key, state),
    ]
    for number, (seat, text) in enumerate(played, 1):
        step = game.play(state, seat, game.parse(game.view(state, seat), text))
        state = step.state
        lines += ["", f"{number}. seat {seat}: {text}", *_told(step.told), *_shown(key, state)]
    result = game.result(state)
    lines += ["", f"result: winner {result.winner}, {result.reason}" if result else "result: none"]
    return "\n".join(lines) + "\n"


def _briefing(briefing: Any) -> str:
    return "none" if briefing is None else json.dumps(dict(briefing.data), ensure_ascii=False)


def _told(told: Mapping[int | None, tuple[str, ...]]) -> list[str]:
    return _beside({f"  told {NAMES[who]}": " / ".join(told[who]) for who in VIEWERS})


def _shown(key: str, state: Any) -> list[str]:
    game = GAMES[key]
    views = {f"  {NAMES[who]}": game.position(game.view(state, who)) for who in VIEWERS}
    return [f"  truth: {WORLDS[key].truth(state)}", *_beside(views)]


def _beside(texts: Mapping[str, str]) -> list[str]:
    """Return one line per viewer; `=` stands for a text equal to the one on the line above."""
    above, lines = None, []
    for name, text in texts.items():
        lines.append(f"{name}: {'=' if text == above else text}")
        above = text
    return lines


def read(text: str) -> tuple[str, dict[str, object], bytes, list[tuple[int, str]]]:
    """Read the game, options, seed and actions from the text of a golden playthrough."""
    lines = text.splitlines()
    key = lines[0].split()[1].rstrip(",")
    raw = json.loads(lines[1].removeprefix("options "))
    seed = bytes.fromhex(lines[2].removeprefix("seed "))
    steps = [match for line in lines if (match := _STEP.fullmatch(line))]
    return key, raw, seed, [(int(match[1]), match[2]) for match in steps]


def record_of(text: str) -> str:
    """Return a golden playthrough as a record in the project's own format."""
    key, raw, seed, played = read(text)
    game = GAMES[key]
    winner, reason = re.search(r"result: winner (\w+), (\S+)", text).groups()
    score = {"0": "1-0", "1": "0-1", "None": "1/2-1/2"}[winner]
    options = game.options(raw)
    ruleset, data = game.ruleset_of(options), options_data(options)
    actions = tuple(action for _, action in played)
    return write_record(Record(key, ruleset, data, seed, ("golden", "golden"), score, reason, actions))


def make(key: str) -> list[str]:
    """Make a game's golden playthroughs between AI levels, with endings as varied as the seeds allow.

    Of several candidates, the first with the most rare events is taken.
    """
    made: list[str] = []
    endings: set[str] = set()
    for raw in WORLDS[key].goldens:
        tried = [_played(key, raw, number) for number in range(_SEEDS)]
        fresh = [candidate for candidate in tried if candidate[0] not in endings] or tried[:1]
        ending, _, text = max(fresh, key=lambda one: len(one[1]))
        endings.add(ending)
        made.append(text)
    return made


def _played(key: str, raw: Mapping[str, object], number: int) -> tuple[str, set[str], str]:
    """Play one game; return how it ended, the rare events in it, and its text."""
    game, seed = GAMES[key], numbered_seed(number)
    levels = tuple(game.players)
    pair = (levels[number % len(levels)], levels[number // len(levels) % len(levels)])
    state, seats, met = game.new(game.options(raw), seed), [], set()
    briefings = [game.briefing(state, seat) for seat in (0, 1)]
    while acting := game.to_act(state):
        seat, rng = acting[0], rng_for(seed, acting[0], len(seats))
        action = _chosen(key, pair[seat], game.view(state, seat), briefings[seat], rng)
        seats.append((seat, game.format(action)))
        state = game.play(state, seat, action).state
        met |= {name for name, holds in WORLDS[key].rarities.items() if holds(state)}
    result = game.result(state)
    return f"{score_of(result)} {result.reason}", met, playthrough(key, raw, seed, seats)


def _chosen(key: str, level: str, view: Any, briefing: Any, rng: random.Random) -> Any:
    """Return the level's action, or a random legal one in the share that the game sets for stray actions."""
    game, share = GAMES[key], WORLDS[key].stray_actions
    if share and rng.random() < share:
        return rng.choice(listed(game, view))
    return game.players[level](view, briefing, rng, _BUDGET)
