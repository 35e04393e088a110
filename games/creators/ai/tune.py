"""The search for par and difficulty of every glyph by self-play, written to `glyph_table.py`. CVD-7, CVD-31.

It also finds out whether each par is even.
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
"""The number of games that decide whether a par is even."""
_FEW, _FAR = 40, 0.3
_NEAR = 0.055
"""The largest distance from one half at which a par stays: the standard deviation of 80 games."""
DIFFICULTIES = ("easy", "medium", "hard")


Row = tuple[int, int, int, tuple[int, ...]]
"""Par at 20 and 40 rounds, mean peak of cells held in 40 rounds in percent, rounds with an even par.

Whether a par is even is decided in games that the search hasn't seen.
"""


def play_out(glyph: str, rounds: int, par: int, number: int, ending: str = "fading") -> tuple[bool, int]:
    """Play one game of equal players; return whether the Creator won, and its peak of cells held at once."""
    options = read_options({"pattern": glyph, "rounds": rounds, "ending": ending})
    pattern = Pattern(glyph, pattern_cells(glyph, False, options.board_size), par)
    chance, board = Chance(numbered_seed(number)), opening_board(options.board_size)
    state = State(make_setup(options, pattern, pattern.cells), chance, board, 0, 0, ((), ()), 1)
    peak = 0
    while state.outcome is None:
        action = best_move(view(state, state.side), pattern.cells, BUDGET) if state.die else Roll()
        state = rules.play(state, state.side, action).state
        peak = max(peak, rules.count_held(state, 0))
    return state.outcome.winner == 0, peak


def win_rate(glyph: str, rounds: int, par: int, games: int, first: int = 0) -> float:
    """Return the Creator's share of wins in `games` games numbered from `first`.

    No two glyphs see the same dice, so that luck doesn't lean to one side in all of them.
    """
    first += _APART * (GLYPHS.index(glyph) * len(ROUNDS) + ROUNDS.index(rounds))
    return sum(play_out(glyph, rounds, par, first + number)[0] for number in range(games)) / games


def rough_rate(glyph: str, rounds: int, par: int, games: int) -> float:
    """Return the Creator's share of wins; fewer games are played if it turns out far from one half."""
    few = win_rate(glyph, rounds, par, min(games, _FEW))
    if abs(few - 0.5) > _FAR or games <= _FEW:
        return few
    return (few * _FEW + win_rate(glyph, rounds, par, games - _FEW, _FEW) * (games - _FEW)) / games


def check_glyph(glyph: str, games: int) -> tuple[float, ...]:
    """Return the Creator's share of wins at 20 and 40 rounds in games that the tuning hasn't seen."""
    return tuple(win_rate(glyph, rounds, par_of(glyph, rounds), games, _FRESH) for rounds in ROUNDS)


def find_par(glyph: str, rounds: int, guess: int, games: int) -> int:
    """Return the guess if it is even enough, else the par nearest to even; the share falls as par rises."""
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
    """Return a glyph's pars, fill and even rounds, searched from the pars of the current table."""
    peaks = [play_out(glyph, 40, 0, number, "classic")[1] for number in range(min(games, _FEW))]
    pars = [find_par(glyph, rounds, par_of(glyph, rounds), games) for rounds in ROUNDS]
    fresh = (win_rate(glyph, rounds, par, _CHECKED, _FRESH) for rounds, par in zip(ROUNDS, pars, strict=True))
    even = tuple(rounds for rounds, share in zip(ROUNDS, fresh, strict=True) if 0.4 <= share <= 0.6)
    return pars[0], pars[1], round(100 * sum(peaks) / len(peaks) / len(cells(glyph))), even


def table_text(rows: dict[str, Row]) -> str:
    """Return the lines of TABLE; thirds by the share of cells filled are easy, medium and hard."""
    ranked = sorted(rows, key=lambda glyph: (-rows[glyph][2], glyph))
    lines = []
    for glyph in sorted(rows):
        difficulty = DIFFICULTIES[3 * ranked.index(glyph) // len(ranked)]
        lines.append(f'    "{glyph}": ({", ".join(map(str, rows[glyph][:3]))}, "{difficulty}"),\n')
    return "".join(lines)


def even_text(rows: dict[str, Row]) -> str:
    """Return the lines of EVEN: for each number of rounds, the even glyphs of the category `all`."""
    by_rounds = ((r, "".join(g for g in CATEGORIES["all"] if r in rows[g][3])) for r in ROUNDS)
    return "".join(f'    {rounds}: "{glyphs}",\n' for rounds, glyphs in by_rounds)


def write_table(rows: dict[str, Row]) -> None:
    """Write new rows into `glyph_table.py`."""
    path = Path(glyph_table.__file__)
    text = path.read_text(encoding="utf-8")
    for name, made in (("TABLE", table_text(rows)), ("EVEN", even_text(rows))):
        before, _, rest = text.partition(f"{name}: ")
        kind, _, rest = rest.partition("= {\n")
        _, _, after = rest.partition("}\n")
        text = f"{before}{name}: {kind}= {{\n{made}}}\n{after}"
    path.write_text(text, encoding="utf-8")


def build_check_tables(shares: Mapping[str, Sequence[float]]) -> list[terminal.Table]:
    """Return par and the Creator's share of wins in percent, and how many shares are from 40 to 60."""
    flat = [share for numbers in shares.values() for share in numbers]
    summary: terminal.Row = {
        "shares": len(flat),
        "from_40_to_60": sum(0.4 <= share <= 0.6 for share in flat),
        "lowest": 100 * min(flat),
        "highest": 100 * max(flat),
    }
    rows = [_build_row(glyph, numbers) for glyph, numbers in shares.items()]
    return [
        terminal.Table("patterns", "Par, and the Creator's share of wins in per cent", rows),
        terminal.Table("summary", "All these shares", [summary]),
    ]


def _build_row(glyph: str, shares: Sequence[float]) -> terminal.Row:
    row: dict[str, terminal.Value] = {
        "pattern": glyph,
        "cells": len(cells(glyph)),
        "difficulty": difficulty_of(glyph),
    }
    for rounds, share in zip(ROUNDS, shares, strict=True):
        row |= {f"par_{rounds}": par_of(glyph, rounds), f"%_{rounds}": 100 * share}
    return row


def build_tuned_table(rows: Mapping[str, Row]) -> terminal.Table:
    """Return the results of all glyphs, as they are written."""
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
    """Tune every glyph and rewrite the table, or check the current one."""
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
        task = partial(check_glyph if parsed.check else tune_glyph, games=parsed.games)
        results = terminal.track(pool.map(task, glyphs), "Patterns", len(glyphs))
        found = dict(zip(glyphs, results, strict=True))
    if not parsed.check:
        write_table(found)
    terminal.show(
        build_check_tables(found) if parsed.check else [build_tuned_table(found)], as_json=parsed.json
    )


if __name__ == "__main__":
    main()
