"""Steps: numbered arrows that hide no text and no choice, on every board and in every theme."""

from __future__ import annotations

import random
from math import hypot

import msgspec
import pytest
from PIL import Image, ImageChops

from games.core.screen.scene import Mark, Scene, Token
from render.cards import list_card_text_boxes
from render.layout import layout_of, places
from render.painter import _squares, _steps, contents, paint
from render.palette import THEMES
from render.steps import MANY, numbers, radius
from render.tokens import Piece, list_text_boxes
from tests.render.samples import board, duel, many_steps, steps

BOARDS = [(12, 12), (14, 14), (16, 16), (18, 18), (20, 20), (10, 10), (8, 8), (8, 10)]
"""Board sizes of all games except the card game."""
PHONE = 390
every_theme = pytest.mark.parametrize("theme", sorted(THEMES))
every_board = pytest.mark.parametrize(("columns", "rows"), BOARDS)


def crowded(columns: int, rows: int, rng: random.Random, many: int = 6) -> Scene:
    """Return a scene with pieces of every kind on half of the squares, and random steps between them."""
    fields = board(columns, rows)
    names = [file + rank for file in fields["files"] for rank in fields["ranks"]]
    tokens = tuple(_some_token(name, rng) for name in names if rng.random() < 0.5)
    return Scene(title="", alt="", **fields, tokens=tokens, marks=_some_steps(names, rng, many))


def _some_token(name: str, rng: random.Random) -> Token:
    shapes = (("disc", "G"), ("diamond", "GI"), ("square", "C"), ("ring", "10"), ("flag", "N"), ("pawn", ""))
    shape, label = rng.choice((*shapes, ("tower", ""), ("disc", "")))
    return Token(
        name, shape, rng.randrange(2), label, rng.choice(("", "3", "−2", "12")), rng.choice((1, 1, 4))
    )  # type: ignore[arg-type]


def _some_steps(names: list[str], rng: random.Random, many: int) -> tuple[Mark, ...]:
    ways = (tuple(rng.sample(names, rng.choice((1, 2, 2, 2, 3)))) for _ in range(many))
    return tuple(Mark("step", way, str(number)) for number, way in enumerate(ways, 1))


def without_steps(scene: Scene) -> Scene:
    """Return the scene without steps; a square framed by a step keeps its frame."""
    kept = tuple(
        Mark("step", mark.squares) if len(mark.squares) == 1 else mark
        for mark in scene.marks
        if mark.kind != "step" or len(mark.squares) == 1
    )
    return msgspec.structs.replace(scene, marks=kept)


def boxes(scene: Scene) -> list[tuple[float, float, float, float]]:
    """Return the boxes of all text on pieces, in squares, measured from the corner of the board."""
    where, layout = places(scene.files, scene.ranks), layout_of(scene, 800)
    tall = layout.high / layout.cell
    found = []
    for name, (_, pieces, _) in contents(scene).items():
        column, row = where[name]
        for left, top, right, bottom in (box for piece in pieces for box in _lines(piece, tall)):
            found.append((column + left, row * tall + top, column + right, row * tall + bottom))
    return found


def _lines(piece: Piece, tall: float) -> tuple[tuple[float, float, float, float], ...]:
    return list_card_text_boxes(piece.face, tall, piece.stack) if piece.face else list_text_boxes(piece)


def differing(one: Image.Image, other: Image.Image) -> object:
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()


@pytest.mark.slow
@every_board
def test_no_number_touches_a_label_a_badge_a_stack_number_or_another_number(columns: int, rows: int) -> None:
    for seed in range(12):
        scene = crowded(columns, rows, random.Random(seed))
        for size in (800, PHONE):
            layout = layout_of(scene, size)
            found = [place for _, place in numbers(_steps(scene), _squares(scene), layout)]
            for x, y in found:
                for left, top, right, bottom in boxes(scene):
                    away = hypot(x - min(max(x, left), right), y - min(max(y, top), bottom))
                    assert away >= radius(layout)
            pairs = [(a, b) for n, a in enumerate(found) for b in found[:n]]
            assert all(hypot(a[0] - b[0], a[1] - b[1]) >= 2 * radius(layout) for a, b in pairs)


@pytest.mark.slow
@every_board
def test_what_is_written_on_pieces_stays_as_it_was(columns: int, rows: int) -> None:
    scene = crowded(columns, rows, random.Random(columns * rows))
    layout = layout_of(scene, 800)
    plain, drawn = paint(without_steps(scene)), paint(scene)
    assert differing(plain, drawn)
    for left, top, right, bottom in boxes(scene):
        x, y, end_x, end_y = (round(edge * layout.cell) for edge in (left, top, right, bottom))
        box = (layout.left + x + 2, layout.top + y + 2, layout.left + end_x - 1, layout.top + end_y - 1)
        assert differing(plain.crop(box), drawn.crop(box)) is None


def test_what_is_written_on_cards_stays_as_it_was() -> None:
    ways = (("1o", "1m"), ("3o", "5m"), ("4o", "2m"))
    marks = tuple(Mark("step", way, str(number)) for number, way in enumerate(ways, 1))
    scene = duel(marks=marks)
    layout = layout_of(scene, 800)
    plain, drawn = paint(duel(marks=())), paint(scene)
    assert len(list(numbers(_steps(scene), _squares(scene), layout))) == len(marks)
    for edges in boxes(scene):
        left, top, right, bottom = (round(edge * layout.cell) for edge in edges)
        box = (layout.left + left + 1, layout.top + top + 1, layout.left + right - 1, layout.top + bottom - 1)
        assert differing(plain.crop(box), drawn.crop(box)) is None


@pytest.mark.slow
@every_board
def test_nearly_every_step_has_its_number(columns: int, rows: int) -> None:
    wanted = found = 0
    for seed in range(12):
        scene = crowded(columns, rows, random.Random(seed))
        wanted += len(scene.marks)
        found += len(list(numbers(_steps(scene), _squares(scene), layout_of(scene, 800))))
    assert found >= 0.9 * wanted


@every_board
def test_a_number_can_be_read_on_a_phone(columns: int, rows: int) -> None:
    scene = crowded(columns, rows, random.Random(1))
    layout = layout_of(scene, PHONE)
    assert radius(layout) * layout.cell >= 6.5, "a figure about nine pixels high"


@pytest.mark.slow
@every_theme
def test_a_number_differs_from_every_other_one_and_stands_out(theme: str) -> None:
    pictures = []
    for text in ("", *map(str, range(1, 13))):
        pictures.append(paint(Scene("", "", **board(8, 8), marks=(Mark("step", ("b2", "e5"), text),)), theme))
    for n, picture in enumerate(pictures):
        assert all(differing(picture, other) for other in pictures[:n])


@pytest.mark.slow
@every_theme
def test_more_than_eight_steps_are_drawn_lighter(theme: str) -> None:
    def way(many: int) -> Image.Image:
        marks = tuple(Mark("step", ("a1", "h1"), "") for _ in range(1)) + tuple(
            Mark("step", ("a8", "b8"), "") for _ in range(many - 1)
        )
        scene = Scene("", "", **board(8, 8), marks=marks)
        layout = layout_of(scene, 800)
        x, y = layout.corner(3, 7)
        return paint(scene, theme).convert("L").crop((x, y, x + layout.cell, y + layout.high))

    bare = paint(Scene("", "", **board(8, 8)), theme)
    few, many = way(MANY), way(MANY + 1)
    layout = layout_of(Scene("", "", **board(8, 8)), 800)
    x, y = layout.corner(3, 7)
    ground = bare.convert("L").crop((x, y, x + layout.cell, y + layout.high))
    strength = [sum(ImageChops.difference(ground, picture).tobytes()) for picture in (few, many)]
    assert strength[0] > 1.2 * strength[1] > 0


@every_theme
def test_what_can_be_chosen_is_not_hidden(theme: str) -> None:
    """Check that dots and rings of choices look as they do without steps, and have no step number on them."""
    choices = (Mark("landing", ("d4", "e5")), Mark("strike", ("f6",)), Mark("option", ("c3",)))
    tokens = (Token("c3", "disc", 0, "S"), Token("f6", "disc", 1))
    scene = Scene("", "", **board(8, 8), tokens=tokens, marks=(*choices, Mark("step", ("a1", "h8"), "1")))
    plain, drawn = paint(msgspec.structs.replace(scene, marks=choices), theme), paint(scene, theme)
    layout, where = layout_of(scene, 800), places(scene.files, scene.ranks)
    for name in ("c3", "d4", "e5", "f6"):
        x, y = layout.corner(*where[name])
        third = layout.cell // 3
        box = (x + third, y + third, x + 2 * third, y + 2 * third)
        assert differing(plain.crop(box), drawn.crop(box)) is None
    ((_, (x, y)),) = numbers(_steps(scene), _squares(scene), layout)
    assert scene.files[int(x)] + scene.ranks[int(y)] not in ("c3", "d4", "e5", "f6")


@every_theme
def test_how_many_fell_on_a_square_leaves_its_middle_to_the_arrow(theme: str) -> None:
    """Check it for a collapse that leaves the square empty."""
    ways = (Mark("step", ("b4", "c4")), Mark("step", ("c4", "d4")))
    scene = Scene("", "", **board(8, 8), marks=ways)
    fallen = Mark("number", ("c4",), "+1")
    plain, drawn = paint(scene, theme), paint(msgspec.structs.replace(scene, marks=(*ways, fallen)), theme)
    layout, (column, row) = layout_of(scene, 800), places(scene.files, scene.ranks)["c4"]
    (x, y), fifth = layout.corner(column, row), layout.cell // 5
    middle = (x, y + 2 * fifth, x + layout.cell, y + 3 * fifth)
    assert differing(plain, drawn), "it is written"
    assert differing(plain.crop(middle), drawn.crop(middle)) is None


@pytest.mark.parametrize("kind", ["from", "to", "chosen", "entry"])
def test_a_step_across_a_square_does_not_cover_its_number(kind: str) -> None:
    marks = (Mark("number", ("d4",), "12"), Mark(kind, ("d4",)))  # type: ignore[arg-type]
    plain = Scene("", "", **board(8, 8), marks=marks)
    (x, y), cell = layout_of(plain, 800).corner(3, 4), layout_of(plain, 800).cell
    middle = (x + cell // 10, y + cell // 4, x + 9 * cell // 10, y + 3 * cell // 4)
    for way in (("a4", "h4"), ("a1", "h8"), ("d1", "d8")):
        crossed = msgspec.structs.replace(plain, marks=(*marks, Mark("step", way)))
        assert differing(paint(plain).crop(middle), paint(crossed).crop(middle)) is None


def test_a_step_off_the_board_is_named() -> None:
    with pytest.raises(ValueError, match="'z9'"):
        paint(Scene("", "", **board(8, 8), marks=(Mark("step", ("a1", "z9"), "1"),)))


def test_samples_number_every_step() -> None:
    for scene in (steps(), many_steps()):
        wanted = [mark.text for mark in scene.marks if mark.kind == "step"]
        found = numbers(_steps(scene), _squares(scene), layout_of(scene, 800))
        assert [text for text, _ in found] == wanted
