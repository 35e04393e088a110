"""Finds par and difficulty of every glyph by self-play, and whether it's even, and writes `glyph_table.py`.
CVD-7, CVD-31.

`python -m games.creators.ai.tune [--games 200] [--processes 2]`. Both sides are the level `hard`.
`--check` changes nothing and prints the Creator's share of wins for every glyph in fresh games, as the table
of `docs/balance.md`; with `--json` as JSON.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from pathlib import Path

from games.core.chance import Chance
from games.core.selfplay import BUDGET, numbered_seed
from games.creators.ai.expectimax import best_move
from games.creators.rules import glyph_table, rules
from games.creators.rules.geometry import Roll
from games.creators.rules.glyph_table import difficulty_of, par_of
from games.creators.rules.glyphs import CATEGORIES, cells
from games.creators.rules.options import read_options
from games.creators.rules.state import Pattern, State, make_setup, opening_board, pattern_cells
from games.creators.rules.view import view
from slowplay import terminal

ROUNDS = (20, 40)
GLYPHS = (*CATEGORIES["all"], *CATEGORIES["shapes"])
_FRESH, _APART = 100_000_000, 10_000
_CHECKED = 300
"""How many games tell whether a par is even."""
_FEW, _FAR = 40, 0.3
_NEAR = 0.055
"""A par whose share of wins is so near to one half stays; as far as chance moves the share of 80 games."""
DIFFICULTIES = ("easy", "medium", "hard")


Row = tuple[int, int, int, tuple[int, ...]]
"""par at 20 and 40 rounds, the mean peak of cells held within 40 rounds in per cent, and the rounds for which
the par is even in games that the search hasn't seen."""


def play_out(glyph: str, rounds: int, par: int, number: int, ending: str = "fading") -> tuple[bool, int]:
    """One game of equal players: whether the Creator won, and the peak of cells that it held at once."""
    options = read_options({"pattern": glyph, "rounds": rounds, "ending": ending})
    pattern = Pattern(glyph, pattern_cells(glyph, False, options.board_size), par)
    chance, board = Chance(numbered_seed(number)), opening_board(options.board_size)
    state = State(make_setup(options, pattern, pattern.cells), chance, board, 0, 0, ((), ()), 1)
    peak = 0
    while state.outcome is None:
        action = best_move(view(state, state.side), pattern.cells, BUDGET) if state.die else Roll()
        state = rules.play(state, state.side, action).state
        peak = max(peak, rules.held(state, 0))
    return state.outcome.winner == 0, peak


def win_rate(glyph: str, rounds: int, par: int, games: int, first: int = 0) -> float:
    """The Creator's share of `games` games numbered from `first`; no two glyphs see the same dice, so that
    luck does not lean to one side in all of them."""
    first += _APART * (GLYPHS.index(glyph) * len(ROUNDS) + ROUNDS.index(rounds))
    return sum(play_out(glyph, rounds, par, first + number)[0] for number in range(games)) / games


def rough_rate(glyph: str, rounds: int, par: int, games: int) -> float:
    """The Creator's share of `games` games; of fewer where these show that it is far from one half."""
    few = win_rate(glyph, rounds, par, min(games, _FEW))
    if abs(few - 0.5) > _FAR or games <= _FEW:
        return few
    return (few * _FEW + win_rate(glyph, rounds, par, games - _FEW, _FEW) * (games - _FEW)) / games


def check_glyph(glyph: str, games: int) -> tuple[float, ...]:
    """The Creator's share at 20 and 40 rounds in games that the tuning has not seen."""
    return tuple(win_rate(glyph, rounds, par_of(glyph, rounds), games, _FRESH) for rounds in ROUNDS)


def find_par(glyph: str, rounds: int, guess: int, games: int) -> int:
    """The guess while it is even enough, else the par whose win rate is nearest to one half; the rate falls
    as par rises."""
    rate = lru_cache(maxsize=None)(lambda par: rough_rate(glyph, rounds, par, games))
    par, highest = guess, len(cells(glyph))
    if abs(rate(par) - 0.5) <= _NEAR:
        return par
    while rate(par) > 0.5 and par < highest:
        par += 1
    while rate(par) <= 0.5 and par > 1:
        par -= 1
    return min((par, min(par + 1, highest)), key=lambda p: abs(rate(p) - 0.5))


def tune_glyph(glyph: str, games: int) -> Row:
    """The pars and the fill of one glyph, sought from those of the present table on."""
    peaks = [play_out(glyph, 40, 0, number, "classic")[1] for number in range(min(games, _FEW))]
    pars = [find_par(glyph, rounds, par_of(glyph, rounds), games) for rounds in ROUNDS]
    fresh = (win_rate(glyph, rounds, par, _CHECKED, _FRESH) for rounds, par in zip(ROUNDS, pars, strict=True))
    even = tuple(rounds for rounds, share in zip(ROUNDS, fresh, strict=True) if 0.4 <= share <= 0.6)
    return pars[0], pars[1], round(100 * sum(peaks) / len(peaks) / len(cells(glyph))), even


def table_text(rows: dict[str, Row]) -> str:
    """The lines of TABLE; thirds are easy, medium and hard, by the share filled."""
    ranked = sorted(rows, key=lambda glyph: (-rows[glyph][2], glyph))
    lines = []
    for glyph in sorted(rows):
        difficulty = DIFFICULTIES[3 * ranked.index(glyph) // len(ranked)]
        lines.append(f'    "{glyph}": ({", ".join(map(str, rows[glyph][:3]))}, "{difficulty}"),\n')
    return "".join(lines)


def even_text(rows: dict[str, Row]) -> str:
    """The lines of EVEN: for each number of rounds the glyphs of `all` that are even there."""
    by_rounds = ((r, "".join(g for g in CATEGORIES["all"] if r in rows[g][3])) for r in ROUNDS)
    return "".join(f'    {rounds}: "{glyphs}",\n' for rounds, glyphs in by_rounds)


def write_table(rows: dict[str, Row]) -> None:
    """Put new rows into `glyph_table.py`."""
    path = Path(glyph_table.__file__)
    text = path.read_text(encoding="utf-8")
    for name, made in (("TABLE", table_text(rows)), ("EVEN", even_text(rows))):
        before, _, rest = text.partition(f"{name}: ")
        kind, _, rest = rest.partition("= {\n")
        _, _, after = rest.partition("}\n")
        text = f"{before}{name}: {kind}= {{\n{made}}}\n{after}"
    path.write_text(text, encoding="utf-8")


def checked(shares: Mapping[str, Sequence[float]]) -> list[terminal.Table]:
    """Par and the Creator's share of wins in per cent, and how many of the shares lie between 40 and 60."""
    flat = [share for numbers in shares.values() for share in numbers]
    summary: terminal.Row = {
        "shares": len(flat),
        "from_40_to_60": sum(0.4 <= share <= 0.6 for share in flat),
        "lowest": 100 * min(flat),
        "highest": 100 * max(flat),
    }
    rows = [_checked(glyph, numbers) for glyph, numbers in shares.items()]
    return [
        terminal.Table("patterns", "Par, and the Creator's share of wins in per cent", rows),
        terminal.Table("summary", "All these shares", [summary]),
    ]


def _checked(glyph: str, shares: Sequence[float]) -> terminal.Row:
    row: dict[str, terminal.Value] = {
        "pattern": glyph,
        "cells": len(cells(glyph)),
        "difficulty": difficulty_of(glyph),
    }
    for rounds, share in zip(ROUNDS, shares, strict=True):
        row |= {f"par_{rounds}": par_of(glyph, rounds), f"%_{rounds}": 100 * share}
    return row


def tuned(rows: Mapping[str, Row]) -> terminal.Table:
    """What was found for each glyph, as it is written."""
    found: list[terminal.Row] = [
        {
            "pattern": glyph,
            **{f"par_{rounds}": par for rounds, par in zip(ROUNDS, row[:2], strict=True)},
            "%_held": row[2],
            "even": ", ".join(map(str, row[3])),
        }
        for glyph, row in rows.items()
    ]
    return terminal.Table("patterns", "Written to glyph_table.py", found)


def main() -> None:
    """Tune every glyph and rewrite the table, or check the present one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only", choices=GLYPHS, action="append", help="with --check: this pattern alone")
    terminal.add_json(parser)
    parsed = parser.parse_args()
    if parsed.only and not parsed.check:
        parser.error("--only goes with --check: the table ranks all patterns.")
    glyphs = tuple(parsed.only or GLYPHS)
    with ProcessPoolExecutor(parsed.processes) as pool:
        one = partial(check_glyph if parsed.check else tune_glyph, games=parsed.games)
        results = terminal.tracked(pool.map(one, glyphs), "Patterns", len(glyphs))
        found = dict(zip(glyphs, results, strict=True))
    if not parsed.check:
        write_table(found)
    terminal.show(checked(found) if parsed.check else [tuned(found)], as_json=parsed.json)


if __name__ == "__main__":
    main()
