"""The picture of a table of points: as tall as its lines, with legible names and a note on omitted lines."""

from __future__ import annotations

import io

import pytest
from msgspec.structs import replace
from PIL import Image

from render import tables
from render.palette import THEMES, rgb
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


@pytest.mark.slow
def test_each_line_takes_the_same_room() -> None:
    heights = [opened(made(count)).height for count in (1, 2, 3)]
    assert heights[1] - heights[0] == heights[2] - heights[1] == tables._ROW
    assert opened(made(16)).width == tables.WIDTH


@pytest.mark.slow
@pytest.mark.parametrize("theme", sorted(THEMES))
def test_it_can_be_drawn_in_every_theme_and_is_the_same_each_time(theme: str) -> None:
    assert tables.png(made(5), theme) == tables.png(made(5), theme)


@pytest.mark.slow
@pytest.mark.parametrize("columns", range(1, 6))
def test_long_names_end_before_the_figures(columns: int) -> None:
    """Check that the area right of the names is the same whatever the name."""
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
    assert len(strips(figure)[0].crop((tables._NAME, 0, 300, tables._ROW)).getcolors() or ()) > 1


def test_who_is_gone_looks_different() -> None:
    there, gone = (TableLine(1, "A", ("1",), gone=left) for left in (False, True))
    pictures = [tables.png(Table("Cup", "", ("points",), (line,))) for line in (there, gone)]
    assert pictures[0] != pictures[1]


def strips(table: Table) -> list[Image.Image]:
    """Return a picture of each line of a table."""
    drawn, first = opened(table), tables.HEAD + tables._CAPTIONS
    tops = (first + tables._ROW * number for number in range(len(table.lines)))
    return [drawn.crop((0, top, tables.WIDTH, top + tables._ROW)) for top in tops]


def test_every_other_line_is_darker_and_the_first_place_has_a_mark() -> None:
    drawn, theme = strips(made(4)), THEMES["default"]
    grounds = [line.getpixel((795, 40)) for line in drawn]
    assert grounds[0] == grounds[2] == rgb(theme.paper)
    assert grounds[1] == grounds[3] != grounds[0]
    marks = [line.getpixel((4, 24)) == rgb(theme.seats[0].body) for line in drawn]
    assert marks == [True, False, False, False]
    gone = replace(made(1), lines=(replace(made(1).lines[0], gone=True),))
    assert strips(gone)[0].getpixel((4, 24)) == grounds[0]


def test_an_arrow_points_to_where_somebody_goes_and_has_the_color_of_it() -> None:
    theme, colors = THEMES["default"], []
    for number, moves in ((0, "up"), (3, "down")):
        lines = tuple(replace(row, moves=moves if n == number else "") for n, row in enumerate(made(4).lines))
        line = strips(replace(made(4), lines=lines))[number]
        left, ground = tables._NAME - 3, line.getpixel((795, 40))
        ends = [line.getpixel((left, 24 + away)) != ground for away in (-6, 6)]
        assert ends == [moves == "down", moves == "up"], "the broad end is where nobody goes"
        colors.append(line.getpixel((tables._NAME + 3, 24)))
    assert colors == [rgb(theme.choice), rgb(theme.strike)]


@pytest.mark.slow
@pytest.mark.parametrize("theme", sorted(THEMES))
def test_who_goes_up_or_down_is_seen_and_a_line_parts_them_from_the_others(theme: str) -> None:
    table = made(4)
    plain = opened(table, theme)
    for number, moves in ((0, "up"), (3, "down")):
        lines = tuple(replace(row, moves=moves if n == number else "") for n, row in enumerate(table.lines))
        drawn = opened(replace(table, lines=lines), theme)
        rule = tables.HEAD + tables._CAPTIONS + tables._ROW * (1 if moves == "up" else 3)
        assert drawn.getpixel((400, rule)) != plain.getpixel((400, rule))
        assert drawn.getpixel((400, rule - tables._ROW)) == plain.getpixel((400, rule - tables._ROW))


def test_the_reader_s_own_line_looks_different() -> None:
    table = made(2)
    mine = replace(table, lines=(table.lines[0], replace(table.lines[1], mine=True)))
    assert tables.png(mine) != tables.png(table)
    ink = rgb(THEMES["default"].ink)
    thin, bold = (strips(drawn)[1].crop((tables._NAME, 0, 300, tables._ROW)) for drawn in (table, mine))
    assert sum(pixel == ink for pixel in bold.get_flattened_data()) > 1.2 * sum(
        pixel == ink for pixel in thin.get_flattened_data()
    )
