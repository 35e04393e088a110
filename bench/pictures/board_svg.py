"""A plain SVG of a scene, for measuring against cairosvg: the same board, header, pieces and marks."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from games.core.screen.scene import Mark, Scene, Tint, Token
from render.layout import Layout, layout_of, places
from render.palette import DEFAULT, flat
from render.pen import Circle, Outline
from render.tokens import FORMS, side_of


def svg(scene: Scene, size: int = 800) -> str:
    """Return the scene as an SVG document in the colors of the default theme."""
    layout = layout_of(scene, size)
    parts = [*_header(scene), *_grid(scene, layout)]
    where = places(scene.files, scene.ranks)
    for tint in scene.tints:
        parts += _tint(tint, [layout.corner(*where[name]) for name in tint.squares], layout.cell)
    for token in scene.tokens:
        parts += _token(token, layout.corner(*where[token.square]), layout.cell)
    for mark in scene.marks:
        parts += _mark(mark, [layout.corner(*where[name]) for name in mark.squares], layout.cell)
    start = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">'
    return "".join([start, _box(0, 0, size, size, DEFAULT.paper), *parts, "</svg>"])


def _box(left: float, top: float, wide: float, high: float, fill: str, more: str = "") -> str:
    return f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="{fill}" {more}/>'


def _text(x: float, y: float, size: float, words: str, fill: str, anchor: str = "start") -> str:
    style = f'font-family="sans-serif" font-size="{size}" text-anchor="{anchor}" fill="{fill}"'
    return f'<text x="{x}" y="{y}" {style}>{escape(words)}</text>'


def _header(scene: Scene) -> Iterator[str]:
    yield _text(16, 40, 32, scene.title, DEFAULT.ink)
    yield _text(400, 40, 24, scene.subtitle, DEFAULT.muted)
    for place, counter in enumerate(scene.counters):
        yield _box(16 + 200 * place, 56, 190, 38, DEFAULT.chip, 'rx="12"')
        yield _text(29 + 200 * place, 83, 22, f"{counter.label} {counter.value}", DEFAULT.ink)
    if scene.die is not None:
        side = side_of(DEFAULT, scene.die.seat)
        yield _box(706, 12, 78, 78, side.body, f'rx="16" stroke="{side.deep}" stroke-width="3"')
        for pip in range(scene.die.face or 0):
            yield f'<circle cx="{726 + 19 * (pip % 3)}" cy="{32 + 19 * (pip // 3)}" r="8" fill="{side.on}"/>'


def _grid(scene: Scene, layout: Layout) -> Iterator[str]:
    for column, file in enumerate(scene.files):
        for row in range(layout.rows):
            ground = DEFAULT.dark if (column + row) % 2 else DEFAULT.light
            yield _box(*layout.corner(column, row), layout.cell, layout.cell, ground)
        left, bottom = layout.corner(column, layout.rows)
        yield _text(left + layout.cell / 2, bottom + 20, 20, file, DEFAULT.muted, "middle")
    for row, rank in enumerate(scene.ranks):
        for column, shift in ((0, -18), (layout.columns, 18)):
            left, top = layout.corner(column, row)
            yield _text(left + shift, top + layout.cell / 2 + 7, 20, rank, DEFAULT.muted, "middle")


def _tint(tint: Tint, corners: list[tuple[int, int]], cell: int) -> Iterator[str]:
    fill, more = flat(DEFAULT, DEFAULT.light, tint.kind, dark=False), f'opacity="{tint.strength / 100}"'
    if tint.kind in ("goal", "shown"):
        fill, more = DEFAULT.goal, f'{more} rx="{cell / 7}" stroke="{DEFAULT.goal_line}" stroke-width="2"'
    for left, top in corners:
        yield _box(left, top, cell, cell, fill, more)


def _outline(outline: Outline, style: str) -> str:
    if isinstance(outline, Circle):
        return f'<circle cx="{outline.x}" cy="{outline.y}" r="{outline.radius}" {style}/>'
    return f'<polygon points="{" ".join(f"{x},{y}" for x, y in outline)}" {style}/>'


def _token(token: Token, corner: tuple[int, int], cell: int) -> Iterator[str]:
    side, form = side_of(DEFAULT, token.seat), FORMS[token.shape]
    yield f'<g transform="translate({corner[0]},{corner[1]}) scale({cell})" stroke-linejoin="round">'
    for colour, width in ((DEFAULT.halo, 0.16), (side.deep, 0.09), (side.body, 0.0)):
        style = f'fill="{colour}" stroke="{colour}" stroke-width="{width}"'
        yield from (_outline(outline, style) for outline in form.outlines(token.seat))
    if token.label:
        yield _text(
            form.label[0], form.label[1] + form.height / 2, form.height, token.label, side.on, "middle"
        )
    yield "</g>"


def _mark(mark: Mark, corners: list[tuple[int, int]], cell: int) -> Iterator[str]:
    colour = DEFAULT.last if mark.kind in ("from", "to", "entry", "arrow", "step") else DEFAULT.choice
    if mark.kind in ("arrow", "step") and len(corners) > 1:
        points = " ".join(f"{left + cell / 2},{top + cell / 2}" for left, top in corners)
        yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="5"/>'
        return
    for left, top in corners:
        if mark.kind == "landing":
            yield f'<circle cx="{left + cell / 2}" cy="{top + cell / 2}" r="{cell / 5}" fill="{colour}"/>'
        else:
            yield _box(
                left + 2, top + 2, cell - 4, cell - 4, "none", f'rx="5" stroke="{colour}" stroke-width="3"'
            )
