"""The painter: turns a Scene into a picture, put together from cached tiles."""

from __future__ import annotations

from collections import defaultdict

from PIL import Image

from games.core.screen.scene import Mark, Scene, Token
from render.arrows import draw_arrow
from render.board import bare_board, draw_coordinates, tile
from render.cards import draw_hand
from render.encoding import as_png
from render.header import draw_counters, draw_header, draw_log
from render.layout import SIZE, Layout, layout_of, places, unknown_square
from render.palette import Theme, theme_named
from render.pen import Point
from render.squares import Square
from render.steps import Squares, Step, draw_steps
from render.tokens import Piece

Contents = tuple[list[tuple[str, int]], list[Piece], list[tuple[str, str]]]


def png(scene: Scene, theme: str = "default", *, size: int = SIZE) -> bytes:
    """Return the scene as a PNG of `size` × `size` pixels in a theme's palette, deterministically.

    Raises:
        ValueError: The theme or a square's name is unknown, the board has no squares, or `size` is too small.
    """
    return as_png(paint(scene, theme, size=size))


def paint(scene: Scene, theme: str = "default", *, size: int = SIZE) -> Image.Image:
    """Return the scene as an image in mode P; errors as for `png`."""
    colours, layout = theme_named(theme, scene.colors), layout_of(scene, size)
    image = bare_board(colours, layout).copy()
    if scene.coordinates:
        draw_coordinates(image, colours, layout, scene.files, scene.ranks)
    squares = _squares(scene)
    _paint_squares(image, squares, layout, colours)
    draw_steps(image, _steps(scene), squares, layout, colours)
    _paint_arrows(image, scene, layout, colours)
    draw_header(image, scene, layout, colours)
    draw_counters(image, scene.below, layout, colours, layout.below)
    draw_hand(image, scene.hand, layout, colours)
    draw_log(image, scene, layout, colours)
    return image


def _squares(scene: Scene) -> Squares:
    """Return all squares that aren't bare, by column and row."""
    found, where = {}, places(scene.files, scene.ranks)
    crossed = {name for mark in scene.marks if _is_way(mark) for name in mark.squares}
    for name, (tints, pieces, marks) in contents(scene).items():
        if name not in where:
            raise unknown_square(scene, name)
        column, row = where[name]
        aside = name in crossed and any(kind == "number" for kind, _ in marks)
        found[column, row] = Square((column + row) % 2 == 1, tuple(tints), tuple(pieces), tuple(marks), aside)
    return found


def _is_way(mark: Mark) -> bool:
    return mark.kind == "step" and len(mark.squares) > 1


def _paint_squares(image: Image.Image, squares: Squares, layout: Layout, theme: Theme) -> None:
    # Paste on the core image: the checks in `Image.paste` take three times as long as the pasting.
    pixels, wide, high = image.im, layout.cell, layout.high
    lefts = [layout.left + column * wide for column in range(layout.columns)]
    tops = [layout.top + row * high for row in range(layout.rows)]
    for (column, row), square in squares.items():
        left, top = lefts[column], tops[row]
        pixels.paste(tile(theme, wide, square, high).im, (left, top, left + wide, top + high))


def _steps(scene: Scene) -> tuple[Step, ...]:
    where = places(scene.files, scene.ranks)
    found = []
    for mark in scene.marks:
        if mark.kind == "step":
            unknown = next((name for name in mark.squares if name not in where), None)
            if unknown is not None:
                raise unknown_square(scene, unknown)
            found.append(Step(tuple(where[name] for name in mark.squares), mark.text))
    return tuple(found)


def contents(scene: Scene) -> dict[str, Contents]:
    """Return what's on each square that isn't bare.

    Returns:
        By the square's name, in drawing order: (kind, percent of opacity) of its tints, its pieces, and
        (kind, text) of its marks, without arrows from square to square.
    """
    found: defaultdict[str, Contents] = defaultdict(lambda: ([], [], []))
    for tint in scene.tints:
        for name in tint.squares:
            found[name][0].append((tint.kind, tint.strength))
    for token in scene.tokens:
        found[token.square][1].append(_piece(token))
    for mark in scene.marks:
        for name in () if mark.kind == "arrow" or _is_way(mark) else mark.squares:
            found[name][2].append((mark.kind, mark.text))
    return found


def _piece(token: Token) -> Piece:
    return Piece(
        token.shape,
        token.seat,
        token.label,
        token.badge,
        token.stack,
        token.layers,
        token.face,
        token.faded,
        token.worn,
        token.frozen,
    )


def _paint_arrows(image: Image.Image, scene: Scene, layout: Layout, theme: Theme) -> None:
    where = places(scene.files, scene.ranks)
    for mark in scene.marks:
        if mark.kind == "arrow" and len(mark.squares) > 1:
            for name in mark.squares:
                if name not in where:
                    raise unknown_square(scene, name)
            path = tuple(_middle(layout, *where[name]) for name in mark.squares)
            draw_arrow(image, theme, (layout.left, layout.top), path, layout.cell)


def _middle(layout: Layout, column: int, row: int) -> Point:
    """Return a square's center in units of its width, with (0, 0) half a unit inside the board's corner."""
    return column, (row + 0.5) * layout.high / layout.cell - 0.5
