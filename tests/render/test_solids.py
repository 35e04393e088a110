"""Solids look like what they depict: slices of one pyramid, damage, heights, ice."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import ImageChops

from render.board import tile
from render.palette import DEFAULT, rgb
from render.squares import Square
from render.tokens import Piece, list_text_boxes


def drawn(piece, *marks):
    return tile(DEFAULT, 80, Square(dark=False, pieces=(piece,), marks=marks)).convert("RGB")


def tower(flats=0, layers=(), worn=(), seat=0, frozen=False):
    return Piece("tower", seat, "", "", flats, layers, worn=worn, frozen=frozen)


def many(image, colour):
    return sum(pixel == rgb(colour) for pixel in image.getdata())


def high(image):
    box = ImageChops.difference(image, drawn(Piece("letter", 0, "", "", 1))).getbbox()
    return box[3] - box[1]


def test_every_flat_makes_a_stack_higher():
    heights = [high(drawn(tower(flats))) for flats in range(1, 6)]
    assert heights == sorted(set(heights))


def test_three_slices_make_one_pyramid_with_a_tip_and_two_do_not_fill_the_gap():
    whole, gap = drawn(tower(layers=(3, 2, 1))), drawn(tower(layers=(3, 1)))
    assert high(whole) > high(gap) > high(drawn(tower(layers=(3,))))


@pytest.mark.parametrize(("size", "full"), [(1, 2), (2, 4), (3, 6)])
def test_each_point_that_a_slice_has_lost_is_seen(size, full):
    red = [many(drawn(tower(layers=(size,), worn=(lost,))), DEFAULT.strike) for lost in range(full + 1)]
    assert red[0] == 0
    assert red == sorted(set(red))


def test_pieces_of_both_sides_differ_in_shape_and_frozen_ones_from_others():
    for shape in ("tower", "cube", "torus"):
        pieces = [Piece(shape, seat, "", "", 1, frozen=ice) for seat in (0, 1) for ice in (False, True)]
        pictures = [drawn(piece) for piece in pieces]
        assert all(ImageChops.difference(*pair).getbbox() for pair in combinations(pictures, 2))
        assert [many(picture, DEFAULT.frozen) > 100 for picture in pictures] == [False, True, False, True]


def test_the_number_of_a_drop_and_that_of_a_stack_do_not_cover_each_other():
    stack = Piece("tower", 0, "", "17", 5, (3, 2, 1))
    left = min(box[0] for box in list_text_boxes(stack) if box[3] > 0.6)
    bare, dropped = drawn(stack), drawn(stack, ("number", "+8"))
    assert ImageChops.difference(bare, dropped).getbbox()[2] / 80 <= left + 0.025


@pytest.mark.parametrize("seat", [0, 1])
def test_ice_covers_neither_the_pole_of_a_flag_nor_its_words(seat):
    picture = drawn(Piece("flag", seat, "COOL\nMOVE", "", 1, frozen=True))
    pole, cloth = (8, 8, 13, 74), (16, 10, 67, 44)
    assert many(picture, DEFAULT.frozen) > 100
    assert many(picture.crop(pole), DEFAULT.frozen) == 0
    assert many(picture.crop(cloth), DEFAULT.frozen) < 50, "only where the edges of letters are as pale"
