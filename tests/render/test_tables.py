"""A table of points as a picture: as high as it has lines, legible names, and what's left out."""

from __future__ import annotations

import io

import pytest
from msgspec.structs import replace
from PIL import Image

from render import tables
from render.palette import THEMES
from render.tables import Table, TableLine


def made(count: int, columns: int = 4) -> Table:
    lines = tuple(
        TableLine(number, f"Player {number}", tuple(f"{number}.5" for _ in range(columns)), gone=number == 3)
        for number in range(1, count + 1)
    )
    return Table(
        "Friday Cup", "Swiss · round 2", ("points", "W-D-L", "Buchh.", "S-B", "wins")[:columns], lines
    )


def opened(table: Table, theme: str = "default") -> Image.Image:
    return Image.open(io.BytesIO(tables.png(table, theme))).convert("RGB")


def test_each_line_takes_the_same_room() -> None:
    heights = [opened(made(count)).height for count in (1, 2, 3)]
    assert heights[1] - heights[0] == heights[2] - heights[1] == tables._ROW
    assert opened(made(16)).width == tables.WIDTH


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_it_can_be_drawn_in_every_theme_and_is_the_same_each_time(theme: str) -> None:
    assert tables.png(made(5), theme) == tables.png(made(5), theme)


@pytest.mark.parametrize("columns", range(1, 6))
def test_long_names_end_before_the_figures(columns: int) -> None:
    """What is right of the name's room is the same whatever the name."""
    one = made(1, columns)
    long = Table(one.title, one.subtitle, one.columns, (TableLine(1, "W" * 60, one.lines[0].cells),))
    left = tables._LAST - tables._COLUMN * columns - 4
    boxes = [opened(table).crop((left, 0, tables.WIDTH, opened(table).height)) for table in (one, long)]
    assert boxes[0].tobytes() == boxes[1].tobytes()


def test_who_has_no_name_has_a_figure_and_nobody_has_a_sentence() -> None:
    nobody = Table("Cup", "Ladder", ("score",), (), "No one yet.")
    assert opened(nobody).height > tables.HEAD
    figure = Table("Cup", "Ladder", ("score",), (TableLine(1, "", ("50",)),))
    assert tables.png(figure) != tables.png(Table("Cup", "Ladder", ("score",), (TableLine(1, "A", ("50",)),)))


def test_who_is_gone_looks_different() -> None:
    there, gone = (TableLine(1, "A", ("1",), gone=one) for one in (False, True))
    pictures = [tables.png(Table("Cup", "", ("points",), (one,))) for one in (there, gone)]
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_who_goes_up_or_down_is_seen_and_a_line_parts_them_from_the_others(theme: str) -> None:
    table = made(4)
    plain = opened(table, theme)
    for number, moves in ((0, "up"), (3, "down")):
        lines = tuple(replace(one, moves=moves if n == number else "") for n, one in enumerate(table.lines))
        drawn = opened(replace(table, lines=lines), theme)
        rule = tables.HEAD + tables._CAPTIONS + tables._ROW * (1 if moves == "up" else 3)
        assert drawn.getpixel((400, rule)) != plain.getpixel((400, rule))
        assert drawn.getpixel((400, rule - tables._ROW)) == plain.getpixel((400, rule - tables._ROW))


def test_the_reader_s_own_line_looks_different() -> None:
    table = made(2)
    mine = replace(table, lines=(table.lines[0], replace(table.lines[1], mine=True)))
    assert tables.png(mine) != tables.png(table)
