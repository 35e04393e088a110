"""The hand beneath the board, the counters beneath it, and squares that are taller than wide."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from PIL import Image

from games.core.screen.scene import Counter, Face
from render.cards import TALL, draw_hand
from render.layout import Layout, layout_of
from render.painter import paint, png
from render.palette import DEFAULT, THEMES, Theme, palette_image
from tests.budgets import first_slow
from tests.render.compare import NOWHERE, changed, pixels_changed
from tests.render.samples import creature, deed, duel, held

HANDS = [7, 30, 1, 17, *first_slow((2, 5, 6, 10, 25), 0)]

every_hand = pytest.mark.parametrize("many", HANDS)
every_theme = pytest.mark.parametrize("theme", THEMES)


def with_(face: Face, **changes: Any) -> Face:
    return msgspec.structs.replace(face, **changes)


def layout_with(many: int, size: int = 800) -> Layout:
    return layout_of(duel(many), size)


def paper(theme: Theme, size: int = 800) -> Image.Image:
    image = Image.new("P", (size, size), 0)
    image.putpalette(palette_image(theme).getpalette() or [])
    return image


def hand_alone(hand: tuple[Face, ...], size: int = 800, theme: Theme = DEFAULT) -> Image.Image:
    """Return a picture of a hand alone, in its place beneath the board."""
    image = paper(theme, size)
    draw_hand(image, hand, layout_with(len(hand), size), theme)
    return image


def unnumbered(many: int) -> tuple[Face, ...]:
    return tuple(with_(face, place="", mark="") for face in held(many))


def one_numbered(many: int, number: int) -> tuple[Face, ...]:
    """Return a hand in which only the card at index `number` has its place number."""
    hand = unnumbered(many)
    return (*hand[:number], with_(hand[number], place=str(number + 1)), *hand[number + 1 :])


# --- the hand ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@every_hand
@pytest.mark.parametrize("size", [200, 480, 800])
def test_a_hand_stays_within_the_margins_and_above_the_log(many: int, size: int) -> None:
    layout = layout_with(many, size)
    left, top, right, bottom = changed(paper(DEFAULT, size), hand_alone(held(many), size)) or NOWHERE
    margin = int(10 * layout.unit)
    assert margin <= left < right <= size - margin
    assert layout.hand <= top < bottom <= layout.log


@every_hand
def test_a_hand_lies_in_the_middle(many: int) -> None:
    left, _, right, _ = changed(paper(DEFAULT), hand_alone(held(many))) or NOWHERE
    assert abs(left + right - 800) <= 4


@pytest.mark.slow
@every_hand
def test_the_whole_place_number_of_every_card_of_a_hand_is_seen(many: int) -> None:
    """Check it however much the next card covers."""
    bare = hand_alone(unnumbered(many))
    for number, face in enumerate(unnumbered(many)):
        alone = (hand_alone((with_(face, place=place),)) for place in ("", str(number + 1)))
        whole = pixels_changed(*alone)
        seen = pixels_changed(bare, hand_alone(one_numbered(many, number)))
        assert seen >= 0.95 * whole > 0, f"place {number + 1} of {many}"


@pytest.mark.slow
@every_hand
def test_place_numbers_of_a_hand_do_not_touch_one_another(many: int) -> None:
    bare = hand_alone(unnumbered(many))
    boxes = [changed(bare, hand_alone(one_numbered(many, number))) or NOWHERE for number in range(many)]
    assert all(box[2] <= other[0] for box, other in pairwise(boxes))


@pytest.mark.slow
@every_hand
@pytest.mark.parametrize("change", [{"mark": "option"}, {"mark": "chosen"}, {"spent": True}, {"cost": 7}])
def test_what_matters_of_every_card_of_a_hand_is_seen(many: int, change: dict[str, Any]) -> None:
    plain = tuple(creature(place=str(number + 1)) for number in range(many))
    for number in range(many):
        other = (*plain[:number], with_(plain[number], **change), *plain[number + 1 :])
        assert pixels_changed(hand_alone(plain), hand_alone(other)) > 20, f"place {number + 1} of {many}"


@pytest.mark.slow
@every_hand
def test_every_card_of_a_hand_shows_whose_it_is(many: int) -> None:
    mine, theirs = (tuple(creature(seat=seat) for _ in range(many)) for seat in (0, 1))
    for number in range(many):
        mixed = (*mine[:number], theirs[number], *mine[number + 1 :])
        assert changed(hand_alone(mine), hand_alone(mixed))


def test_a_name_ends_where_the_next_card_begins() -> None:
    """Check it with a long name, which the cards of a fan would otherwise cut in the middle of a letter."""
    layout, many = layout_with(11), 11
    plain = tuple(creature(name="") for _ in range(many))
    named = (with_(plain[0], name="Hippopotamus"), *plain[1:])
    box = changed(hand_alone(plain), hand_alone(named)) or NOWHERE
    second = (
        changed(hand_alone(plain), hand_alone((plain[0], with_(plain[1], cost=9), *plain[2:]))) or NOWHERE
    )
    assert box[0] < box[2] < second[0] < box[0] + layout.held


def test_a_hand_is_drawn_from_left_to_right() -> None:
    one, other = held(6), held(6)[::-1]
    assert changed(hand_alone(one), hand_alone(other))
    first = hand_alone((creature(), *(deed() for _ in range(5))))
    last = hand_alone((*(deed() for _ in range(5)), creature()))
    middle = changed(first, last) or NOWHERE
    assert middle[0] < 400 < middle[2]
    lone = changed(hand_alone(tuple(deed() for _ in range(6))), first) or NOWHERE
    assert lone[2] < 400


def test_without_a_hand_the_board_has_its_room() -> None:
    without, with_one = (layout_of(duel(many, ranks=("o", "n", "m")), 800) for many in (0, 1))
    assert without.cell > with_one.cell
    assert without.below > with_one.below


@pytest.mark.slow
@every_theme
@every_hand
def test_a_hand_is_drawn_in_every_theme(theme: str, many: int) -> None:
    scene = duel(many)
    strip = layout_of(scene, 800).hand
    bare = paint(msgspec.structs.replace(scene, hand=held(many)[:1]), theme).crop((0, strip, 800, 800))
    full = paint(scene, theme).crop((0, strip, 800, 800))
    assert (changed(bare, full) is None) == (many == 1)
    assert png(scene, theme) == png(duel(many), theme)


# --- the layout --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("columns", [1, 2, 5, 8])
@pytest.mark.parametrize("rows", [1, 2, 5])
@pytest.mark.parametrize("tall", [60, 100, 140, 200])
@pytest.mark.parametrize("lines", [0, 3])
def test_board_counters_hand_and_log_lie_beneath_one_another(
    columns: int, rows: int, tall: int, lines: int
) -> None:
    files, ranks = tuple("12345678"[:columns]), tuple("abcde"[:rows])
    fields: dict[str, Any] = {"tints": (), "tokens": (), "marks": (), "log": ("Line",) * lines}
    layout = layout_of(duel(25, files=files, ranks=ranks, tall=tall, **fields), 800)
    right, bottom = layout.corner(columns, rows)
    assert 0 < layout.left < right < 800
    assert layout.header <= layout.top < bottom <= layout.below
    assert layout.below + 38 <= layout.hand
    assert layout.hand + layout.held * TALL <= layout.log
    assert abs(layout.high - layout.cell * tall / 100) <= 1


def test_counters_above_and_below_are_drawn_in_their_places() -> None:
    plain = duel(hand=())
    layout = layout_of(plain, 800)
    for field, top, bottom in (("counters", 0, layout.top), ("below", layout.below, layout.hand)):
        other = msgspec.structs.replace(plain, **{field: (Counter("Energy", "9/9", 0),)})
        box = changed(paint(plain), paint(other))
        assert box is not None
        assert top <= box[1] < box[3] <= bottom


@pytest.mark.parametrize("seat", [0, 1])
def test_counters_below_carry_the_colour_of_their_seat(seat: int) -> None:
    scenes = [duel(hand=(), below=(Counter("Energy", "1/1", each),)) for each in (seat, None)]
    layout = layout_of(scenes[0], 800)
    strip = (0, layout.below, 800, layout.below + 40)
    found = [paint(scene).convert("RGB").crop(strip).getcolors(10_000) or [] for scene in scenes]
    bodies = [tuple(int(DEFAULT.seats[seat].body[at : at + 2], 16) for at in (1, 3, 5))]
    assert [bodies[0] in {colour for _, colour in each} for each in found] == [True, False]
