"""The search for the par of every pattern by self-play, written to `glyph_table.py`. CVD-31.

It also finds out whether each par is even. `python -m games.creators.ai.tune [--games 200] [--only A]
[--processes 2]`. Both sides are the level `hard`, in the default match of 20 rounds with this pattern.
`--check` changes nothing and prints the Creator's share of wins for every pattern in fresh games, as the
table of `docs/balance.md`; with `--json` as JSON.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import msgspec

from games.core.game import Briefing
from games.core.selfplay import BUDGET, numbered_seed
from games.creators.ai.expectimax import best_move
from games.creators.ai.memory import guess_pattern
from games.creators.rules import glyph_table, rules
from games.creators.rules.geometry import Move, Roll
from games.creators.rules.glyph_table import difficulty_of, exact_par
from games.creators.rules.glyphs import CATEGORIES, cells
from games.creators.rules.options import VERSION, read_options
from games.creators.rules.state import State, new_state
from games.creators.rules.view import view
from games.creators.screen.scene import briefing
from slowplay import terminal

ROUNDS = 20
GLYPHS = CATEGORIES["all"]
_FRESH, _APART = 100_000_000, 10_000
_SLOPE = 1.1
"""How much a cell of par changes the logit of the Creator's share of wins, on average."""
_STEPS = 3
"""The number of pars that a search tries."""
_EVEN = 0.4, 0.6

Row = tuple[float, float]
"""A par, and the Creator's share of wins with it in games that the search hasn't seen."""

Tried = dict[float, tuple[int, int]]
"""Par → the Creator's wins, and the games."""


def play_out(glyph: str, par: float, number: int) -> bool:
    """Play one game of equal players with a par; return whether the Creator won."""
    state = new_state(read_options({"pattern": glyph}), numbered_seed(number))
    pattern = msgspec.structs.replace(state.setup.pattern, par=par)
    state = msgspec.structs.replace(state, setup=msgspec.structs.replace(state.setup, pattern=pattern))
    shown = [briefing(state.setup, seat) for seat in (0, 1)]
    while state.outcome is None:
        action = _choose(state, shown[state.side]) if state.die else Roll()
        state = rules.play(state, state.side, action).state
    return state.outcome.winner == 0


def _choose(state: State, shown: Briefing) -> Move:
    seen = view(state, state.side)
    return best_move(seen, guess_pattern(seen, shown), BUDGET)


def count_wins(glyph: str, par: float, games: int, first: int) -> int:
    """Return the Creator's wins in `games` games numbered from `first`.

    No two patterns see the same dice, so that luck doesn't lean to one side in all of them.
    """
    first += _APART * GLYPHS.index(glyph)
    return sum(play_out(glyph, par, first + number) for number in range(games))


def find_center(tried: Tried) -> float:
    """Return the par at which the Creator's share would be one half, if the logit falls by the slope."""
    low, high = 0.0, 30.0
    for _ in range(50):
        center = (low + high) / 2
        more = sum(
            wins - games / (1 + math.exp(_SLOPE * (par - center))) for par, (wins, games) in tried.items()
        )
        low, high = (center, high) if more > 0 else (low, center)
    return (low + high) / 2


def round_par(glyph: str, center: float) -> float:
    """Return the nearest quarter from one cell to all."""
    return max(1.0, min(float(len(cells(glyph))), round(4 * center) / 4))


def tune_glyph(glyph: str, games: int) -> Row:
    """Return a pattern's par, searched from the present one, and its share in fresh games."""
    tried: Tried = {}
    par = exact_par(glyph, ROUNDS, VERSION)
    for step in range(_STEPS):
        won, played = tried.get(par, (0, 0))
        tried[par] = won + count_wins(glyph, par, games, step * games), played + games
        par = round_par(glyph, find_center(tried))
    return par, check_glyph(glyph, games, par)


def check_glyph(glyph: str, games: int, par: float | None = None) -> float:
    """Return the Creator's share of wins in games that the search hasn't seen, by default with its par."""
    known = exact_par(glyph, ROUNDS, VERSION) if par is None else par
    return count_wins(glyph, known, games, _FRESH) / games


def write_table(rows: Mapping[str, Row]) -> None:
    """Write new pars into `glyph_table.py`; those of other patterns stay."""
    pars = glyph_table.PARS | {glyph: par for glyph, (par, _) in rows.items()}
    shares = {glyph: _EVEN[0] <= share <= _EVEN[1] for glyph, (_, share) in rows.items()}
    fair = "".join(glyph for glyph in GLYPHS if shares.get(glyph, glyph in glyph_table.FAIR))
    path = Path(glyph_table.__file__)
    before, _, rest = path.read_text(encoding="utf-8").partition("PARS: dict[str, float] = {\n")
    _, _, after = rest.partition("}\n")
    lines = "".join(f'    "{glyph}": {par:g},\n' for glyph, par in sorted(pars.items()))
    text = f"{before}PARS: dict[str, float] = {{\n{lines}}}\n{after}"
    path.write_text(text.replace(f'FAIR = "{glyph_table.FAIR}"', f'FAIR = "{fair}"'), encoding="utf-8")


def build_tables(rows: Mapping[str, Row]) -> list[terminal.Table]:
    """Return par and the Creator's share of wins in percent, and how many shares are from 45 to 55."""
    shares = [share for _, share in rows.values()]
    summary: terminal.Row = {
        "shares": len(shares),
        "from_45_to_55": sum(0.45 <= share <= 0.55 for share in shares),
        "from_40_to_60": sum(_EVEN[0] <= share <= _EVEN[1] for share in shares),
        "lowest": 100 * min(shares),
        "highest": 100 * max(shares),
    }
    listed: list[terminal.Row] = [
        {
            "pattern": glyph,
            "cells": len(cells(glyph)),
            "difficulty": difficulty_of(glyph),
            "par": par,
            "%": 100 * share,
        }
        for glyph, (par, share) in rows.items()
    ]
    return [
        terminal.Table("patterns", "Par, and the Creator's share of wins in per cent", listed),
        terminal.Table("summary", "All these shares", [summary]),
    ]


def main() -> None:
    """Tune every pattern and rewrite the table, or check the current one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only", choices=GLYPHS, action="append", help="this pattern alone")
    terminal.add_json(parser)
    parsed = parser.parse_args()
    glyphs = tuple(parsed.only or GLYPHS)
    with ProcessPoolExecutor(parsed.processes) as pool:
        if parsed.check:
            shares = pool.map(partial(check_glyph, games=parsed.games), glyphs)
            results = ((exact_par(g, ROUNDS, VERSION), s) for g, s in zip(glyphs, shares, strict=True))
        else:
            results = (row for row in pool.map(partial(tune_glyph, games=parsed.games), glyphs))
        found = dict(zip(glyphs, terminal.track(results, "Patterns", len(glyphs)), strict=True))
    if not parsed.check:
        write_table(found)
    terminal.show(build_tables(found), as_json=parsed.json)


if __name__ == "__main__":
    main()
