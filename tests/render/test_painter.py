"""Scenes painted as pictures: complete, legible, and always the same."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from io import BytesIO
from itertools import combinations
from typing import Any, get_args

import msgspec
import pytest
from PIL import Image, ImageChops

from games.core.screen.scene import (
    Counter,
    Die,
    Mark,
    MarkKind,
    Scene,
    Tint,
    TintKind,
    Token,
    TokenShape,
    crop,
)
from render.board import tile
from render.layout import layout_of
from render.painter import paint, png
from render.palette import DEFAULT, THEMES, Theme, colours, rgb
from render.squares import Square
from render.tokens import Piece, side_of
from tests.budgets import first_fast
from tests.render.samples import SAMPLES, board, opening

LONG = "A very long name that goes on and on " * 8


def bare(columns: int = 4, rows: int = 4, **changes: Any) -> Scene:
    return Scene(**{"title": "", "alt": "", **board(columns, rows), **changes})


def piece(shape: str, seat: int | None = 0, label: str = "", badge: str = "", stack: int = 1) -> Square:
    return Square(dark=False, pieces=(Piece(shape, seat, label, badge, stack),))


def rgb_of(image: Image.Image) -> Image.Image:
    return image.convert("RGB")


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """Return the bounding box of the pixels in which two pictures differ."""
    return ImageChops.difference(rgb_of(one), rgb_of(other)).getbbox()


def box_of(scene: Scene, square: str) -> tuple[int, int, int, int]:
    layout = layout_of(scene, 800)
    left, top = layout.corner(scene.files.index(square[0]), scene.ranks.index(square[1:]))
    return left, top, left + layout.cell, top + layout.cell


def within(inner: tuple[int, int, int, int] | None, outer: tuple[int, int, int, int]) -> bool:
    assert inner is not None, "nothing was drawn"
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_picture_is_a_palette_png_of_800_by_800(sample: str, theme: str) -> None:
    image = Image.open(BytesIO(png(SAMPLES[sample](), theme)))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (800, 800))
    assert image.getpalette() == [part for colour in colours(THEMES[theme]) for part in colour]


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_png_has_exactly_the_painted_pixels_and_is_hardly_larger_than_pillow_s(
    sample: str, theme: str
) -> None:
    painted, written, other = paint(SAMPLES[sample](), theme), png(SAMPLES[sample](), theme), BytesIO()
    found = Image.open(BytesIO(written))
    # Pillow alone only recognizes a PNG; this reads every chunk and checks each checksum.
    found.verify()
    found = Image.open(BytesIO(written))
    assert found.tobytes() == painted.tobytes()
    painted.save(other, "PNG", compress_level=3)
    assert len(written) <= 1.2 * len(other.getvalue())


def test_the_size_can_be_chosen() -> None:
    assert Image.open(BytesIO(png(opening(), size=480))).size == (480, 480)


def test_a_picture_too_small_to_read_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 200"):
        png(opening(), size=100)


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES)
def test_the_same_scene_gives_the_same_bytes(sample: str) -> None:
    first = png(SAMPLES[sample]())
    tile.cache_clear()
    assert png(SAMPLES[sample]()) == first


@pytest.mark.slow
def test_the_same_scene_gives_the_same_bytes_in_another_process() -> None:
    program = (
        "from hashlib import sha256; from render.painter import png; from tests.render.samples import middle;"
        "print(sha256(png(middle())).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert found == {sha256(png(SAMPLES["middle"]())).hexdigest()}


@pytest.mark.proof
def test_threads_give_the_same_bytes() -> None:
    scenes = [SAMPLES[sample]() for sample in SAMPLES] * 2
    alone = [png(scene) for scene in scenes]
    tile.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(png, scenes)) == alone


def test_painting_does_not_change_the_kept_board() -> None:
    before = png(bare())
    png(bare(tokens=(Token("a1", "disc", 0),)))
    assert png(bare()) == before


@pytest.mark.slow
@pytest.mark.parametrize("shape", get_args(TokenShape))
def test_a_shape_stays_within_its_square(shape: TokenShape) -> None:
    scene = bare(tokens=(Token("b3", shape, 0, label="K", badge="9", stack=3),))
    assert within(changed(paint(bare()), paint(scene)), box_of(scene, "b3"))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("shape", ["disc", "square", "diamond", "triangle", "card", "flag", "pawn", "ring"])
def test_a_piece_has_a_dark_edge_and_light_around_it(shape: str, seat: int | None, theme: Theme) -> None:
    side, on_dark = side_of(theme, seat), msgspec.structs.replace(piece(shape, seat), dark=True)
    found = {colour for _, colour in rgb_of(tile(theme, 80, on_dark)).getcolors(10_000) or []}
    assert found >= {rgb(theme.halo), rgb(side.deep), rgb(side.body)}


@pytest.mark.parametrize("stack", [2, 3, 9])
def test_below_the_top_of_a_stack_the_edge_of_another_disc_is_seen(stack: int) -> None:
    on_dark = msgspec.structs.replace(piece("disc", stack=stack), dark=True)
    lowest = rgb_of(tile(DEFAULT, 100, on_dark)).crop((30, 87, 55, 100))
    found = {colour for _, colour in lowest.getcolors() or []}
    assert found >= {rgb(DEFAULT.seats[0].deep), rgb(DEFAULT.halo)}


@pytest.mark.parametrize("content", [piece("disc"), Square(dark=False, marks=(("landing", ""),))])
def test_in_a_tall_square_a_piece_or_mark_is_in_the_middle(content: Square) -> None:
    box = changed(tile(DEFAULT, 40, Square(dark=False), 80), tile(DEFAULT, 40, content, 80))
    assert box is not None
    assert abs(box[1] + box[3] - 80) <= 1


def test_shapes_differ_from_one_another() -> None:
    tiles = [tile(DEFAULT, 40, piece(shape, label="K")) for shape in get_args(TokenShape)]
    assert all(changed(picture, other) for picture, other in combinations(tiles, 2))


@pytest.mark.parametrize("label", ["", "K"])
@pytest.mark.parametrize("shape", get_args(TokenShape))
def test_the_seats_differ_in_shape_and_not_in_colour_alone(shape: str, label: str) -> None:
    first, _ = DEFAULT.seats
    one_colour = msgspec.structs.replace(DEFAULT, seats=(first, first))
    seats = [tile(one_colour, 40, piece(shape, seat, label)) for seat in (0, 1)]
    assert changed(*seats) is not None or (shape == "letter" and not label)


def test_seat_0_carries_a_line_seat_1_a_cross_and_nobody_neither() -> None:
    first, _ = DEFAULT.seats
    one_colour = msgspec.structs.replace(DEFAULT, seats=(first, first), nobody=first)
    line, cross, plain = (tile(one_colour, 60, piece("disc", seat)) for seat in (0, 1, None))
    middle = (20, 20, 40, 40)
    assert changed(line, plain)
    assert changed(line.crop(middle), plain.crop(middle)) is None
    assert changed(cross.crop(middle), plain.crop(middle))


@pytest.mark.parametrize("shape", get_args(TokenShape))
def test_label_badge_and_stack_are_drawn(shape: str) -> None:
    plain = tile(DEFAULT, 40, piece(shape))
    for more in ({"label": "K"}, {"badge": "2"}, {"stack": 2}):
        assert changed(plain, tile(DEFAULT, 40, piece(shape, **more))), more


def test_a_stack_of_one_shows_no_number() -> None:
    corner = (32, 32, 40, 40)
    bare_corner = tile(DEFAULT, 40, Square(dark=False)).crop(corner)
    assert changed(bare_corner, tile(DEFAULT, 40, piece("disc")).crop(corner)) is None
    assert changed(bare_corner, tile(DEFAULT, 40, piece("disc", stack=2)).crop(corner))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in get_args(MarkKind) if kind != "arrow"])
@pytest.mark.parametrize("occupied", [False, True])
def test_a_mark_is_strong_and_stays_within_its_square(kind: MarkKind, occupied: bool) -> None:
    tokens = (Token("b3", "disc", 1),) if occupied else ()
    scene = bare(tokens=tokens, marks=(Mark(kind, ("b3",), text="7"),))
    plain = paint(bare(tokens=tokens))
    assert within(changed(plain, paint(scene)), box_of(scene, "b3"))
    box = box_of(scene, "b3")
    parts = (
        ImageChops.difference(rgb_of(plain.crop(box)), rgb_of(paint(scene).crop(box)))
        .convert("L")
        .histogram()
    )
    assert sum(parts[30:]) >= 0.03 * sum(parts)


@pytest.mark.parametrize("kind", [kind for kind in get_args(MarkKind) if kind != "arrow"])
def test_a_mark_leaves_the_middle_of_a_piece_to_be_seen(kind: MarkKind) -> None:
    alone = tile(DEFAULT, 60, piece("disc", 1))
    marked = tile(DEFAULT, 60, msgspec.structs.replace(piece("disc", 1), marks=((kind, "7"),)))
    middle = (25, 28, 35, 38)
    assert changed(alone.crop(middle), marked.crop(middle)) is None


def test_marks_differ_from_one_another() -> None:
    kinds = [kind for kind in get_args(MarkKind) if kind != "arrow"]
    tiles = [tile(DEFAULT, 40, Square(dark=False, marks=((kind, "7"),))) for kind in kinds]
    assert all(changed(picture, other) for picture, other in combinations(tiles, 2))


def test_an_arrow_covers_its_path_and_leaves_other_squares_alone() -> None:
    scene = bare(marks=(Mark("arrow", ("a1", "d1")),))
    box = changed(paint(bare()), paint(scene))
    row = (*box_of(scene, "a1")[:2], *box_of(scene, "d1")[2:])
    assert within(box, row)
    assert box is not None
    assert box[2] - box[0] > 2.5 * layout_of(scene, 800).cell
    assert abs((box[1] + box[3]) - (row[1] + row[3])) <= 2


def test_an_arrow_goes_through_the_squares_between() -> None:
    bent = paint(bare(marks=(Mark("arrow", ("a1", "a4", "d4")),)))
    box = box_of(bare(), "a4")
    assert changed(paint(bare()).crop(box), bent.crop(box))


def test_an_arrow_of_one_square_is_left_out() -> None:
    assert png(bare(marks=(Mark("arrow", ("a1",)),))) == png(bare())


@pytest.mark.slow
@pytest.mark.parametrize("kind", get_args(TintKind))
def test_a_tint_changes_its_square_alone_and_fades_with_its_strength(kind: TintKind) -> None:
    scenes = [bare(tints=(Tint(kind, ("b3",), strength),)) for strength in (0, 40, 100)]
    none, half, full = (paint(scene) for scene in scenes)
    assert within(changed(paint(bare()), full), box_of(scenes[0], "b3"))
    assert changed(half, full)
    assert changed(half, none)
    assert changed(paint(bare()), none) is None


@pytest.mark.parametrize("kind", ["goal", "shown", "fog", "zone", "frozen0", "frozen1"])
def test_a_tint_that_matters_has_a_texture_too(kind: str) -> None:
    assert len(tile(DEFAULT, 40, Square(dark=False, tints=((kind, 100),))).getcolors()) > 1


def test_tints_differ_from_one_another() -> None:
    tiles = [tile(DEFAULT, 40, Square(dark=False, tints=((kind, 100),))) for kind in get_args(TintKind)]
    assert all(changed(picture, other) for picture, other in combinations(tiles, 2))


def test_die_faces_differ_and_an_unrolled_die_is_an_outline() -> None:
    pictures = [paint(bare(die=Die(face, 0))) for face in (1, 2, 3, 4, 5, 6, None)]
    assert all(changed(picture, other) for picture, other in combinations(pictures, 2))
    assert pictures[-1].crop((700, 0, 800, 100)).getpixel((40, 30)) == paint(bare()).getpixel((5, 5))


@pytest.mark.slow
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_shows_as_many_pips_as_its_face(face: int) -> None:
    image = rgb_of(paint(bare(die=Die(face, 0))).crop((710, 0, 800, 100)))
    assert islands(image, rgb(DEFAULT.seats[0].on)) == face


def islands(image: Image.Image, colour: tuple[int, int, int]) -> int:
    """Return the number of connected areas of a color."""
    left = {
        (x, y) for x in range(image.width) for y in range(image.height) if image.getpixel((x, y)) == colour
    }
    found = 0
    while left:
        found += 1
        shore = [left.pop()]
        while shore:
            x, y = shore.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            shore += near
    return found


def test_turn_counters_subtitle_and_log_are_drawn() -> None:
    plain = bare(title="Title", counters=(Counter("Round", "1"),))
    drawn = [
        msgspec.structs.replace(plain, subtitle="Mara to move"),
        msgspec.structs.replace(plain, turn=0),
        msgspec.structs.replace(plain, turn=1),
        msgspec.structs.replace(plain, counters=(Counter("Round", "2"),)),
        msgspec.structs.replace(plain, counters=(Counter("Round", "1", seat=1),)),
        msgspec.structs.replace(plain, log=("Tom rolled 4.",)),
        msgspec.structs.replace(plain, title="Tale"),
    ]
    assert len({png(scene) for scene in (plain, *drawn)}) == len(drawn) + 1


@pytest.mark.parametrize("seat", [0, 1])
def test_turn_and_counters_carry_the_colour_of_their_seat(seat: int) -> None:
    colour = rgb(DEFAULT.seats[seat].body)
    for scene in (bare(turn=seat), bare(counters=(Counter("Round", "1", seat=seat),))):
        found = rgb_of(paint(scene)).crop((0, 0, 800, 100)).getcolors(10_000) or []
        assert colour in {each for _, each in found}


@pytest.mark.slow
@pytest.mark.parametrize("turn", [None, 0, 1])
def test_long_texts_stay_within_the_margins(turn: int | None) -> None:
    counters = tuple(Counter(LONG, LONG, seat) for seat in (None, 0, 1))
    scene = opening(title=LONG, subtitle=LONG, turn=turn, counters=counters, die=None, log=(LONG, LONG))
    image = rgb_of(paint(scene))
    paper = Image.new("RGB", (10, 800), rgb(DEFAULT.paper))
    assert changed(image.crop((790, 0, 800, 800)), paper) is None
    assert changed(image.crop((0, 0, 10, 800)), paper) is None


def test_long_texts_leave_the_die_alone() -> None:
    box = (730, 0, 800, 100)
    short, long = (paint(opening(title=text, subtitle=text)).crop(box) for text in ("Short", LONG))
    assert changed(short, long) is None


def test_a_crowded_board_gets_the_room_of_the_title() -> None:
    few, more = (opening(counters=(Counter("Round", "1 of 20"),) * number) for number in (2, 3))
    assert layout_of(few, 390).header <= 390 / 12
    assert layout_of(few, 390).header < layout_of(more, 390).header
    assert changed(paint(few), paint(msgspec.structs.replace(few, title="Another"))) is None
    counters = (Counter("Round", "20 of 20"), Counter("Cells needed", "24 of 24"))
    ends = (paint(opening(subtitle=LONG, turn=None, die=None, counters=(counters[0], c))) for c in counters)
    assert within(changed(*ends), (280, 0, 800, 60)), "words leave the counters their place"


def test_many_counters_are_all_shown_side_by_side() -> None:
    def with_last(value: str) -> Image.Image:
        counters = tuple(Counter("Reserves", "10 of 40") for _ in range(7))
        return paint(opening(counters=(*counters, Counter("Last", value))))

    assert within(changed(with_last("1"), with_last("2")), (0, 50, 730, 100))


@pytest.mark.parametrize("columns", [1, 2, 5, 8, 16, 20])
@pytest.mark.parametrize("rows", first_fast([8, 1, 20, 2, 5, 16], 3))
@pytest.mark.parametrize("lines", [0, 2])
def test_every_board_fits_between_header_and_log(columns: int, rows: int, lines: int) -> None:
    layout = layout_of(opening(**board(columns, rows), log=("Line",) * lines), 800)
    right, bottom = layout.corner(columns, rows)
    assert layout.header <= layout.top
    assert bottom + 28 <= layout.log + 1
    assert layout.left >= 32
    assert right <= 768
    assert layout.cell >= 28


def test_more_log_lines_make_the_board_smaller() -> None:
    cells = [layout_of(opening(log=("Line",) * lines), 800).cell for lines in (0, 4)]
    assert cells[0] > cells[1]


def test_the_log_shows_its_last_lines() -> None:
    lines = tuple(f"Line {number}" for number in range(9))
    assert png(opening(log=lines)) == png(opening(log=lines[-4:]))
    assert png(opening(log=lines)) != png(opening(log=lines[:4]))


def test_coordinates_can_be_left_out() -> None:
    assert layout_of(bare(20, 20, coordinates=False), 800).cell > layout_of(bare(20, 20), 800).cell
    assert png(bare(coordinates=False)) != png(bare())


def test_a_turned_board_is_painted_turned() -> None:
    token = (Token("a1", "disc", 0),)
    turned = bare(tokens=token, files=("d", "c", "b", "a"), ranks=("1", "2", "3", "4"))
    plain = bare(files=turned.files, ranks=turned.ranks)
    layout = layout_of(turned, 800)
    corner = layout.corner(3, 0)
    box = (*corner, corner[0] + layout.cell, corner[1] + layout.cell)
    assert within(changed(paint(plain), paint(turned)), box)


@pytest.mark.parametrize(
    "wrong",
    [
        {"tokens": (Token("e1", "disc", 0),)},
        {"tints": (Tint("goal", ("a1", "z9")),)},
        {"marks": (Mark("option", ("a5",)),)},
        {"marks": (Mark("arrow", ("a1", "b7")),)},
    ],
)
def test_a_name_that_is_no_square_is_refused_clearly(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"There's no square '\w+' on this board: .* a1 to d4\."):
        png(bare(**wrong))


@pytest.mark.parametrize("empty", [{"files": ()}, {"ranks": ()}])
def test_a_board_without_squares_is_refused(empty: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="has no squares"):
        png(bare(**empty))


def test_a_part_of_a_board_has_what_is_inside_and_larger_labels() -> None:
    whole = opening(
        marks=(
            Mark("arrow", ("a1", "a16")),
            Mark("step", ("c3", "c15")),
            Mark("landing", ("d1", "d14")),
            Mark("danger", ("p1",)),
        )
    )
    part = crop(whole, "abcd", ("13", "14", "15", "16"))
    assert (part.files, part.ranks) == (tuple("abcd"), ("16", "15", "14", "13"))
    assert part.marks == (Mark("step", ("c15",)), Mark("landing", ("d14",)))
    assert {token.square for token in part.tokens} == {
        f"{file}{rank}" for file in "abcd" for rank in (15, 16)
    }
    assert [tint.kind for tint in part.tints] == ["home0"]
    assert part.alt == whole.alt
    assert layout_of(part, 800).labels > layout_of(whole, 800).labels
    assert png(part) != png(msgspec.structs.replace(part, close=False))
