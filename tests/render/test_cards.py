"""Cards: their faces, and their place on the board."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import Any, get_args

import msgspec
import pytest

from games.core.screen.scene import Face, Mark, MarkKind, Scene, Tint, Token
from render.board import tile
from render.cards import TALL, card, list_card_text_boxes
from render.edges import place_signs
from render.emblems import EMBLEMS, Oval
from render.layout import layout_of
from render.painter import paint
from render.palette import DEFAULT, THEMES
from render.squares import Square
from tests.render.compare import NOWHERE, Box, changed, pixels_changed
from tests.render.samples import EDGE_MARKS, creature, deed, duel

FACES = {"creature": creature(), "deed": deed()}
LONG = "W" * 40

every_theme = pytest.mark.parametrize("theme", THEMES)
every_face = pytest.mark.parametrize("face", FACES.values(), ids=FACES)


def with_(face: Face, **changes: Any) -> Face:
    return msgspec.structs.replace(face, **changes)


# --- a card ------------------------------------------------------------------------------------------------


def test_everything_on_a_card_is_seen() -> None:
    changes: list[dict[str, Any]] = [
        {},
        {"name": "Ox"},
        {"art": "ox"},
        {"cost": 3},
        {"seat": 1},
        {"seat": None},
        {"attack": 3},
        {"health": 2},
        {"hurt": True},
        {"spent": True},
        {"place": "4"},
        {"mark": "option"},
        {"mark": "chosen"},
    ]
    cards = [card(DEFAULT, 118, with_(creature(), **change)) for change in changes]
    cards += [card(DEFAULT, 118, deed()), card(DEFAULT, 118, deed(text="3 damage"))]
    cards += [card(DEFAULT, 118, deed(art="arrow"))]
    assert all(changed(first, other) for first, other in combinations(cards, 2))


def test_the_drawing_of_a_card_goes_with_its_art_alone() -> None:
    drawing = (20, 30, 98, 90)
    named, renamed, other = (
        card(DEFAULT, 118, creature(name, art=art)).crop(drawing)
        for name, art in (("Wolf", "wolf"), ("Dog", "wolf"), ("Wolf", "dog"))
    )
    assert changed(named, renamed) is None
    assert changed(named, other)


@pytest.mark.slow
@every_theme
@every_face
@pytest.mark.parametrize("spent", [False, True])
def test_the_seats_of_cards_differ_in_shape_and_not_in_colour_alone(
    theme: str, face: Face, spent: bool
) -> None:
    side = THEMES[theme].seats[0]
    colourless = msgspec.structs.replace(THEMES[theme], seats=(side, side), nobody=side)
    cards = [card(colourless, 118, with_(face, seat=seat, spent=spent)) for seat in (0, 1, None)]
    assert all(pixels_changed(first, other) > 40 for first, other in combinations(cards, 2))


@every_face
@pytest.mark.parametrize("changes", [{"name": LONG, "art": LONG}, {"cost": 10}])
def test_long_words_stay_within_a_card(face: Face, changes: dict[str, Any]) -> None:
    """Check that nothing changes beyond the card's edge."""
    edge, high = 3, round(118 * TALL)
    plain, other = (card(DEFAULT, 118, variant) for variant in (face, with_(face, **changes)))
    box = changed(plain, other) or NOWHERE
    assert edge <= box[0] < box[2] <= 118 - edge
    assert edge <= box[1] < box[3] <= high - edge


@every_face
@pytest.mark.parametrize("place", ["1", "30"])
def test_a_place_number_leaves_cost_name_and_strength_to_be_read(face: Face, place: str) -> None:
    box = changed(card(DEFAULT, 118, face), card(DEFAULT, 118, with_(face, place=place))) or NOWHERE
    above_the_cost = round(0.2 * 118)
    assert 0 <= box[1] < box[3] <= above_the_cost
    assert box[2] <= 118 // 4


def test_a_long_text_of_what_a_card_does_stays_within_it() -> None:
    box = changed(card(DEFAULT, 118, deed()), card(DEFAULT, 118, deed(text=LONG))) or NOWHERE
    assert 4 <= box[0] < box[2] <= 114


# --- cards on the board ------------------------------------------------------------------------------------


def on_board(face: Face, marks: tuple[Mark, ...] = (), **changes: Any) -> Scene:
    return duel(tokens=(Token("2m", "card", face.seat, face=face),), marks=marks, hand=(), **changes)


def box_of(scene: Scene, square: str) -> Box:
    layout = layout_of(scene, 800)
    left, top = layout.corner(scene.files.index(square[0]), scene.ranks.index(square[1:]))
    return left, top, left + layout.cell, top + layout.high


@every_face
@pytest.mark.parametrize("stack", [1, 12])
def test_a_card_stays_within_its_square(face: Face, stack: int) -> None:
    scene = on_board(with_(face, name=LONG))
    token = msgspec.structs.replace(scene.tokens[0], stack=stack)
    left, top, right, bottom = box_of(scene, "2m")
    box = changed(paint(duel(tokens=(), marks=(), hand=())), paint(duel(tokens=(token,), marks=(), hand=())))
    assert box is not None
    assert left <= box[0] < box[2] <= right
    assert top <= box[1] < box[3] <= bottom


def test_how_many_cards_lie_on_one_another_is_seen() -> None:
    tokens = (Token("2m", "card", 0, stack=stack, face=creature()) for stack in (1, 2, 3, 12))
    pictures = [paint(duel(tokens=(token,), marks=(), hand=())) for token in tokens]
    assert all(changed(picture, other) for picture, other in combinations(pictures, 2))


@pytest.mark.slow
@every_theme
@pytest.mark.parametrize("kind", [kind for kind in get_args(MarkKind) if kind != "arrow"])
def test_every_mark_on_a_card_is_seen_on_its_square_alone(theme: str, kind: MarkKind) -> None:
    plain = on_board(creature())
    marked = on_board(creature(), (Mark(kind, ("2m",), "7"),))
    box = changed(paint(plain, theme), paint(marked, theme))
    assert box is not None, f"{kind} is not drawn on a card"
    left, top, right, bottom = box_of(plain, "2m")
    assert left <= box[0] < box[2] <= right
    assert top <= box[1] < box[3] <= bottom


def test_a_card_that_can_be_chosen_is_chosen_or_struck_or_has_moved_looks_different() -> None:
    kinds: tuple[MarkKind, ...] = ("option", "chosen", "strike", "from", "danger")
    pictures = [paint(on_board(creature(), (Mark(kind, ("2m",)),))) for kind in kinds]
    assert all(changed(picture, other) for picture, other in combinations(pictures, 2))


@pytest.mark.parametrize("kind", ["to", "step", "entry"])
def test_all_places_of_the_last_action_are_marked_alike(kind: MarkKind) -> None:
    first, other = (paint(on_board(creature(), (Mark(each, ("2m",)),))) for each in ("from", kind))
    assert changed(first, other) is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["from", "to", "option", "chosen", "strike", "danger"])
@every_face
def test_a_mark_leaves_name_and_numbers_of_a_card_to_be_read(face: Face, kind: MarkKind) -> None:
    plain, marked = (on_board(face, marks) for marks in ((), (Mark(kind, ("2m",)),)))
    left, top, right, bottom = box_of(plain, "2m")
    wide, high = right - left, bottom - top
    words = (left + wide // 5, bottom - round(0.55 * wide), right - wide // 5, bottom - wide // 10)
    cost = (left + wide // 8, top + wide // 8, left + wide * 2 // 7, top + wide * 2 // 7)
    assert high > wide
    for box in (words, cost):
        assert changed(paint(plain).crop(box), paint(marked).crop(box)) is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", EDGE_MARKS)
@every_face
@pytest.mark.parametrize("sighted", [False, True])
@pytest.mark.parametrize("many", [1, 3, 9])
def test_signs_at_the_edge_hide_nothing_that_is_written(
    face: Face, kind: MarkKind, sighted: bool, many: int
) -> None:
    under = (Mark("strike", ("2m",)),) if sighted else ()
    signs = tuple(Mark(kind, ("2m",), str(number)) for number in range(1, many + 1))
    plain, signed = on_board(face, under), on_board(face, (*under, *signs))
    left, top, right, bottom = box_of(plain, "2m")
    wide = right - left
    for box in list_card_text_boxes(face, (bottom - top) / wide, 1):
        there = (
            *(left + round(edge * wide) for edge in box[::2]),
            *(top + round(edge * wide) for edge in box[1::2]),
        )
        crop = (there[0] + 1, there[2] + 1, there[1] - 1, there[3] - 1)
        assert changed(paint(plain).crop(crop), paint(signed).crop(crop)) is None
    assert changed(paint(plain), paint(signed))


def test_signs_differ_in_shape_and_not_in_color_alone() -> None:
    colourless = msgspec.structs.replace(DEFAULT, strike=DEFAULT.last)
    squares = [Square(False, marks=((kind, "3"),)) for kind in EDGE_MARKS]
    pictures = [tile(colourless, 71, square, 100) for square in squares]
    assert all(pixels_changed(picture, other) > 20 for picture, other in combinations(pictures, 2))


@pytest.mark.parametrize("written", [(), list_card_text_boxes(creature(), 1.4, 1)])
def test_signs_are_in_reading_order_apart_and_the_last_is_never_left_off(written: Any) -> None:
    for many in range(1, 9):
        marks = [("option", ""), *(("hit", str(number)) for number in range(1, many)), ("felled", str(many))]
        signs = list(place_signs(marks, written, 0.14))
        assert signs[-1][0] == ("felled", str(many))
        assert [mark for mark, _ in signs] == marks[1:] or ("did", "…") in [mark for mark, _ in signs]
        places = [place for _, place in signs]
        assert all(hypot(x - a, y - b) >= 0.279 for (x, y), (a, b) in combinations(places, 2))
        assert places == sorted(places, key=lambda place: place[::-1])


# --- emblems -----------------------------------------------------------------------------------------------


def test_every_emblem_stays_within_its_field_and_looks_like_no_other() -> None:
    for shapes in EMBLEMS.values():
        for shape in shapes:
            if isinstance(shape, Oval):
                ends = (
                    shape.x - shape.across,
                    shape.x + shape.across,
                    shape.y - shape.down,
                    shape.y + shape.down,
                )
            else:
                ends = shape.points
            assert all(-2 <= value <= 102 for value in ends)
    cards = [card(DEFAULT, 57, creature("x", art=name)) for name in EMBLEMS]
    assert all(pixels_changed(first, other) > 60 for first, other in combinations(cards, 2))


def test_art_without_an_emblem_has_a_drawing_of_its_own() -> None:
    assert not {"otter", "net"} & set(EMBLEMS)
    own, other = (card(DEFAULT, 118, creature("x", art=name)) for name in ("otter", "net"))
    assert changed(own, other)


@every_theme
def test_an_empty_slot_is_seen_and_one_with_a_card_is_the_card_alone(theme: str) -> None:
    tint = (Tint("slot", ("2m", "4m")),)
    bare, empty = (paint(duel(tokens=(), marks=(), hand=(), tints=tints), theme) for tints in ((), tint))
    box = changed(bare, empty)
    assert box is not None
    tokens = (Token("2m", "card", 0, face=creature()),)
    with_card, with_both = (paint(duel(tokens=tokens, marks=(), hand=(), tints=t), theme) for t in ((), tint))
    two = box_of(duel(hand=()), "2m")
    assert changed(with_card.crop(two), with_both.crop(two)) is None


def test_an_arrow_between_squares_higher_than_wide_goes_from_middle_to_middle() -> None:
    scene = duel(tokens=(), marks=(Mark("arrow", ("2m", "2o")),), hand=())
    box = changed(paint(duel(tokens=(), marks=(), hand=())), paint(scene)) or NOWHERE
    below, above = box_of(scene, "2m"), box_of(scene, "2o")
    assert below[0] <= box[0] < box[2] <= below[2]
    assert abs((box[0] + box[2]) - (below[0] + below[2])) <= 2
    assert (above[1] + above[3]) // 2 < box[1] < above[3], "the tip stops short of the middle"
    assert below[1] < box[3] < below[3]
