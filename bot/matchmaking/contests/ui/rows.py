"""Tables of standings as text and as pictures, and text fields for names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from discord import ui

from bot.core.errors import UserError
from bot.discord_kit.text import markdown
from render.names import Lettering
from render.tables import Moves, Table, TableLine

Lettered = Mapping[int, Lettering]
"""How each person's name is drawn in pictures."""
_SIGNS: Mapping[Moves, str] = MappingProxyType({"": "", "up": " · ▲ up", "down": " · ▼ down"})


class Line(msgspec.Struct, frozen=True):
    """A person's line in a table of standings.

    Attributes:
        counts: What ranks the person, as text (“2½”).
        figure: That number as the picture has it (“2.5”).
        cells: The other columns.
        gone: Whether the person has left.
        moves: Where the person goes after a season.
    """

    place: int
    person: int
    counts: str
    figure: str
    cells: tuple[str, ...]
    gone: bool = False
    moves: Moves = ""


class TablePart(msgspec.Struct, frozen=True):
    """A table of standings, or the shown part of it; `heading` is empty if the table has all entrants."""

    heading: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]


def in_words(part: TablePart) -> list[str]:
    """Return a table as text, a line for each person."""
    return [
        f"`{line.place}` <@{line.person}> · **{line.counts}** · {line.cells[0]}{_SIGNS[line.moves]}"
        for line in part.lines
    ]


def build_table(part: TablePart, title: str, subtitle: str, lettered: Lettered, viewer: int | None) -> Table:
    """Return the data of a table's picture."""
    lines = (_line(line, lettered[line.person], viewer) for line in part.lines)
    return Table(title, subtitle, part.columns, tuple(lines))


def _line(one: Line, name: Lettering, viewer: int | None) -> TableLine:
    cells, mine = (one.figure, *one.cells), one.person == viewer
    return TableLine(one.place, name.words, cells, one.gone, name.face, one.moves, mine)


def alt_of(table: Table) -> str:
    """Return a table picture's alternative text: the first three lines, since the message has them all."""
    first = (f"{line.place}. {line.name or 'Someone'}: {line.cells[0]}" for line in table.lines[:3])
    return f"{table.title}. {table.subtitle}. {'; '.join(first) or table.empty}"


def points(number: float) -> str:
    """Format points as “3”, “2½” or “½”."""
    whole, half = divmod(round(number * 2), 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


def plain(number: float) -> str:
    """Format points as “3”, “2.5” or “0.5”."""
    return f"{number:g}"


LONGEST_NAME, LONGEST_TEAM = 60, 32


def field(id: str, label: str, about: str, known: str, longest: int) -> ui.Label[Any]:
    """Return a one-line text field of a modal."""
    line: ui.TextInput[Any] = ui.TextInput(custom_id=id, default=known, max_length=longest)
    return ui.Label(text=label, description=about[:100] or None, component=line)


def start_field(zone: str, known: str) -> ui.Label[Any]:
    """Return the text field for a contest's start, which is read in a time zone."""
    about = f"Like “in 2 hours”, “Friday 18:00”, or a timestamp. Your time zone: {zone}."
    return field("start", "Start", about, known, 40)


def team_field() -> ui.Label[Any]:
    """Return the text field for a team's name."""
    return field("team", "Your team's name", "The other server sees it, too.", "", LONGEST_TEAM)


def name_in(written: Mapping[str, str]) -> str:
    """Return the contest's name from a modal; raise UserError if nothing in it is visible."""
    return _legible(written, "name", "Give it a name that people can read.", LONGEST_NAME)


def team_in(written: Mapping[str, str]) -> str:
    """Return the team's name from a modal; raise UserError if nothing in it is visible."""
    return _legible(written, "team", "Give your team a name that people can read.", LONGEST_TEAM)


def _legible(written: Mapping[str, str], id: str, refusal: str, longest: int) -> str:
    name = markdown.visible(written.get(id, ""))
    if not name:
        raise UserError(refusal)
    return name[:longest]
