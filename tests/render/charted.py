"""Golden pictures of tables, brackets, graphs and curves, with their folder.

To remake them, run `python -m tests.render.charted`; look at them before you keep them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from render import brackets, curve, graph, standings, tables
from render.brackets import Bracket, BracketColumn, BracketSide, BracketTie
from render.curve import Curve
from render.graph import Graph, Moment
from render.palette import THEMES
from render.standings import Standings, StandingsRow
from render.tables import Moves, Table, TableLine

FOLDER = Path(__file__).parent / "charts"
IN_EVERY_THEME = ("board", "months", "match", "division", "bracket")
NAMES = ("Mara", "Zoë Müller", "太郎 🎲", "hard", "A name that is much too long for its place", "Tom")
SINCE, DAY = 1_790_000_000, 86_400


def entries(count: int = len(NAMES), mine: int = 5) -> tuple[StandingsRow, ...]:
    """Return the first `count` entries; the third shares second place, and the fourth is an AI level."""
    return tuple(
        StandingsRow(
            place=n if n != 3 else 2,
            name=NAMES[n - 1],
            rating=1900 - 90 * n,
            spread=2 * (50 + 20 * n),
            said=f"{1900 - 90 * n} ± {50 + 20 * n}{'?' if n > 3 else ''}",
            note=str(160 - 20 * n),
            mine=n == mine,
            level=n == 4,
        )
        for n in range(1, count + 1)
    )


def board() -> Standings:
    last = StandingsRow(
        place=3107, name="Ines", rating=1300, spread=180, said="1300 ± 90", note="8", mine=True
    )
    return Standings("Creators vs Destroyers", "Everywhere · 1 to 6 of 4000", "matches", entries(), (last,))


def on_the_page() -> Standings:
    return Standings("CCC", "Rated this month, everywhere", "gained", entries(2, mine=2))


def nobody() -> Standings:
    return Standings("CCC", "On this server", "matches", (), empty="No ratings here yet.")


def months() -> Graph:
    moments = (
        Moment(SINCE + 5 * DAY * n, 1500 + 180 * math.sin(n / 4), max(120, 700 * 0.8**n)) for n in range(20)
    )
    return Graph("Mara: Creators vs Destroyers", "1523 ± 60 · band: where it lies", tuple(moments))


def first_match() -> Graph:
    return Graph("Tom: CCC", "1662 ± 290?", (Moment(SINCE, 1662.0, 580.0),))


def many() -> Graph:
    """Return more matches than a reader can tell apart, all on one day."""
    moments = tuple(Moment(SINCE + 60 * n, 1500 + 40 * math.sin(n / 60), 100) for n in range(900))
    return Graph("Ines: CCC, against the bot", "1487 ± 50", moments)


def match() -> Curve:
    """Return curves that start alike, cross and end apart; two marks are too close for both numbers."""
    values = [(max(2, 12 - n // 4), max(0, 12 - max(0, n - 9) // 3)) for n in range(50)]
    levels = (curve.Level(turn, (float(first), float(other))) for turn, (first, other) in enumerate(values))
    return Curve("Pieces", ("Cyan", "Magenta"), tuple(levels), (12, 47, 49))


def one_turn() -> Curve:
    return Curve("Pyramid Strength", ("White", "Black"), (curve.Level(1, (12.0, 0.0)),))


def division() -> Table:
    """Return a table: the first rises, the last two fall, the second has left, the third is the reader."""
    moves: tuple[Moves, ...] = ("up", "", "", "", "down", "down")
    lines = (
        TableLine(n, name, (f"{9 - n}.5", f"{9 - n}-1-{n}", f"{40 - n}.25"), n == 2, "", goes, n == 3)
        for n, (name, goes) in enumerate(zip(("", *NAMES[1:]), moves, strict=True), 1)
    )
    return Table("Autumn League", "Division 2 · CCC", ("points", "W-D-L", "S-B"), tuple(lines))


def nobody_there() -> Table:
    return Table("Cup", "Ladder · CCC", ("score", "played"), ())


def bracket() -> Bracket:
    """Return a bracket with a long name, a bye, a tie under way, and a tie that never takes place."""
    first = (
        _tie(NAMES[0], NAMES[4], "2", "0"),
        (BracketSide(NAMES[1], won=True, mine=True), BracketSide(bye=True)),
        (BracketSide("Ines", "1"), BracketSide("", "0.5")),
        None,
    )
    second: tuple[BracketTie, ...] = (
        (BracketSide(NAMES[0], "1"), BracketSide(NAMES[1], "1", mine=True)),
        (BracketSide(), BracketSide(bye=True)),
    )
    last = ((BracketSide(), BracketSide()),)
    rounds = zip(("Quarterfinals", "Semifinals", "Final"), (first, second, last), strict=True)
    return Bracket("Friday Cup", "Knockout · CCC", tuple(BracketColumn(*column) for column in rounds))


def champion() -> Bracket:
    """Return a final that needed a second tie, with its champion."""
    ties = (_tie("Mara", "Tom", "2", "1"), _tie("Tom", "Mara", "1.5", "0.5"))
    columns = (
        BracketColumn(*column) for column in zip(("Final", "One more"), ((ties[0],), (ties[1],)), strict=True)
    )
    return Bracket("Friday Cup", "Double elimination · CCC", tuple(columns), BracketSide("Tom", won=True))


def _tie(winner: str, loser: str, more: str, less: str) -> BracketTie:
    return BracketSide(winner, more, won=True), BracketSide(loser, less, lost=True)


SAMPLES = {
    "board": board,
    "on-the-page": on_the_page,
    "nobody": nobody,
    "months": months,
    "first-match": first_match,
    "many": many,
    "match": match,
    "one-turn": one_turn,
    "division": division,
    "nobody-there": nobody_there,
    "bracket": bracket,
    "champion": champion,
}


def names() -> Iterator[tuple[str, str]]:
    """Yield sample and theme of each golden: all samples in the default theme, some in all themes."""
    for sample in SAMPLES:
        yield from ((sample, theme) for theme in THEMES if theme == "default" or sample in IN_EVERY_THEME)


def path(sample: str, theme: str) -> Path:
    return FOLDER / f"{sample}-{theme}.png"


def made(sample: str, theme: str) -> bytes:
    match SAMPLES[sample]():
        case Curve() as drawn:
            return curve.png(drawn, theme)
        case Graph() as drawn:
            return graph.png(drawn, theme)
        case Table() as drawn:
            return tables.png(drawn, theme)
        case Bracket() as drawn:
            return brackets.png(drawn, theme)
        case Standings() as drawn:
            return standings.png(drawn, theme)
    raise AssertionError(sample)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for sample, theme in names():
        path(sample, theme).write_bytes(made(sample, theme))
        print(path(sample, theme).name)


if __name__ == "__main__":
    main()
