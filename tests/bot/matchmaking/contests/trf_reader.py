"""A reader of tournament reports, written from FIDE's description of the format.

It knows TRF16; the lines of players are the same in TRF26. It accepts nothing that isn't described there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

_POINTS = {"1": 1.0, "+": 1.0, "U": 1.0, "=": 0.5, "H": 0.5, "0": 0.0, "-": 0.0, "Z": 0.0}
_ANSWERS = {"1": "0", "0": "10", "=": "=", "+": "-", "-": "+-"}
"""For each result, the results that the opponent can have.

There are two if both players may have lost (0 and 0, or - and -).
"""
_LINE = re.compile(r"001 (.{4}) (.)(.{3}) (.{33}) (.{4}) (.{3}) (.{11}) (.{10}) (.{4}) (.{4})((?:  .{8})*)")
_PLAYED = re.compile(r"([ \d]{3}\d) ([wb]) ([10=+-])")
_NOT_PLAYED = re.compile(r"0000 - ([UHZ])")


class Cell(msgspec.Struct, frozen=True):
    """One round of a player: the opponent's number (0: none), the side and the result."""

    opponent: int
    side: str
    result: str


class Report(msgspec.Struct, frozen=True):
    """The number of rounds and, by number, each player's name, points, place and rounds."""

    rounds: int
    names: Mapping[int, str]
    points: Mapping[int, float]
    places: Mapping[int, int]
    cells: Mapping[int, Sequence[Cell]]

    @property
    def played(self) -> int:
        """Return the last round with more than absences."""
        all_ = [cell for cells in self.cells.values() for cell in enumerate(cells, 1)]
        return max((number for number, cell in all_ if cell.result != "Z"), default=0)

    def absent(self, number: int) -> set[int]:
        """Return the players who are known to be absent in a round."""
        return {
            who
            for who, cells in self.cells.items()
            if len(cells) >= number and not cells[number - 1].opponent
        }


def read(text: str) -> Report:
    """Read a report; raise ValueError if it doesn't follow the description."""
    if not text.endswith("\n") or "\r" in text:
        raise ValueError("its lines don't end as they should")
    lines = text.splitlines()
    heads = {line[:3]: line[4:] for line in lines if line[:3] != "001"}
    found = [_player(line) for line in lines if line[:3] == "001"]
    cells = {who: cells for who, *_, cells in found}
    report = Report(
        rounds=int(heads["XXR"]),
        names={who: name for who, name, *_ in found},
        points={who: points for who, _, points, *_ in found},
        places={who: place for who, _, _, place, _ in found},
        cells=cells,
    )
    if not heads["012"].strip() or int(heads["062"]) != len(found) or int(heads["142"]) != report.rounds:
        raise ValueError("its head doesn't fit")
    if heads["XXC"] != "white1" or heads["152"] != "W":
        raise ValueError("nothing says who has white first")
    if sorted(cells) != list(range(1, len(found) + 1)):
        raise ValueError("numbers are missing, or there twice")
    _check(report)
    return report


def _player(line: str) -> tuple[int, str, float, int, list[Cell]]:
    fields = _LINE.fullmatch(line)
    if fields is None:
        raise ValueError(f"not a line of a player: {line}")
    number, _, _, name, rating, _, _, _, points, place, rounds = fields.groups()
    if not name.strip() or not 0 <= int(rating) <= 9999:
        raise ValueError(f"no name or rating: {line}")
    cells = [_cell(rounds[start + 2 : start + 10]) for start in range(0, len(rounds), 10)]
    return int(number), name.strip(), float(points), int(place), cells


def _cell(text: str) -> Cell:
    if found := _PLAYED.fullmatch(text):
        return Cell(int(found[1]), found[2], found[3])
    if found := _NOT_PLAYED.fullmatch(text):
        return Cell(0, "-", found[1])
    raise ValueError(f"not a round: {text!r}")


def _check(report: Report) -> None:
    """Check that the results of both players of a match agree, and that points are the sum of results."""
    for who, cells in report.cells.items():
        if len(cells) > report.rounds:
            raise ValueError(f"{who} has more rounds than there are")
        if report.points[who] != sum(_POINTS[cell.result] for cell in cells):
            raise ValueError(f"{who} has other points")
        for number, cell in enumerate(cells):
            if not cell.opponent:
                continue
            other = report.cells[cell.opponent][number]
            if other.opponent != who or {cell.side, other.side} != {"w", "b"}:
                raise ValueError(f"{who} and {cell.opponent} don't agree")
            if other.result not in _ANSWERS[cell.result]:
                raise ValueError(f"{who} and {cell.opponent} have results that don't fit")
