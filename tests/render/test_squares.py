"""Squares that must look different, and pieces that mustn't be mistaken for others."""

from __future__ import annotations

import pytest

from games.core.screen.scene import Mark, Scene, Tint, Token
from render.layout import layout_of
from render.painter import paint
from render.palette import THEMES, rgb, theme_named

PAIR = ("a1", "b1")


def pair(**parts) -> Scene:
    return Scene(title="Two", alt="Two squares.", files=("a", "b"), ranks=("1",), **parts)


def pixel(scene: Scene, column: int, x: float, y: float, theme: str = "default"):
    layout = layout_of(scene, 400)
    left, top = layout.corner(column, 0)
    image = paint(scene, theme, size=400).convert("RGB")
    return image.getpixel((left + round(x * layout.cell), top + round(y * layout.cell)))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", ["home0", "home1", "fog"])
def test_a_tint_leaves_the_checkerboard_visible(kind, theme):
    scene = pair(tints=(Tint(kind, PAIR),))
    light, dark = (pixel(scene, column, 0.3, 0.15, theme) for column in (0, 1))
    assert sum(abs(a - b) for a, b in zip(light, dark, strict=True)) >= 12


@pytest.mark.parametrize("theme", THEMES)
def test_fog_has_a_grid(theme):
    scene = pair(tints=(Tint("fog", PAIR),))
    assert pixel(scene, 0, 0.3, 0.0, theme) != pixel(scene, 0, 0.3, 0.15, theme)


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_zone_that_freezes_has_the_color_of_the_side_whose_it_is(seat, theme):
    scene = pair(tints=(Tint(f"frozen{seat}", PAIR),), colors="white-black")
    frames = paint(scene, theme, size=400).convert("RGB").getdata()
    own, other = (rgb(theme_named(theme, "white-black").seats[each].body) for each in (seat, 1 - seat))
    assert sum(pixel == own for pixel in frames) > 200
    assert sum(pixel == other for pixel in frames) < 200


def test_no_cross_is_drawn_on_a_diamond():
    """In Decoy Patrol, a cross is the sign of an Infiltrator."""
    scene = pair(tokens=(Token("a1", "diamond", 1),))
    body = pixel(scene, 0, 0.5, 0.3)
    arms = {pixel(scene, 0, x, y) for x in (0.42, 0.58) for y in (0.42, 0.58)}
    assert arms == {body}


def test_a_faded_piece_is_paler_than_one_that_is_there_but_can_be_seen():
    ground = pixel(pair(), 0, 0.5, 0.4)
    there, faded = (
        pixel(pair(tokens=(Token("a1", "diamond", 0, faded=faded),)), 0, 0.5, 0.4) for faded in (False, True)
    )
    assert sum(there) < sum(faded) < sum(ground)


@pytest.mark.slow
def test_a_blast_is_seen_around_a_piece():
    alone = pair(tokens=(Token("a1", "diamond", 0),))
    hit = pair(tokens=alone.tokens, marks=(Mark("blast", ("a1",)),))
    differing = sum(
        pixel(alone, 0, x / 20, y / 20) != pixel(hit, 0, x / 20, y / 20) for x in range(20) for y in range(20)
    )
    assert differing > 40


@pytest.mark.parametrize("seat", [0, 1])
def test_every_sign_looks_different_on_a_piece(seat):
    painted = {
        paint(pair(tokens=(Token("a1", "disc", seat, sign),)), size=200).tobytes() for sign in ("", *"★☆✦+×")
    }
    assert len(painted) == 6


def test_a_number_on_a_piece_that_can_be_taken_is_on_a_disc_of_that_color():
    tokens, strike = (Token("a1", "pawn", 1),), Mark("strike", ("a1",))
    color = rgb(theme_named("default", "blue-orange").strike)

    def count(*marks):
        image = paint(pair(tokens=tokens, marks=marks), size=400).convert("RGB")
        return sum(found == color for found in image.getdata())

    assert count(strike, Mark("number", ("a1",), "1")) > 1.2 * count(strike) > 0


def test_a_number_beside_a_piece_has_a_rim_of_another_color():
    tokens, color = (Token("a1", "pawn", 1),), rgb(theme_named("default", "blue-orange").halo)

    def count(*marks):
        image = paint(pair(tokens=tokens, marks=marks), size=400).convert("RGB")
        return sum(found == color for found in image.getdata())

    assert count(Mark("number", ("a1",), "1")) > count() > 0
