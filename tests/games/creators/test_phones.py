"""Landing squares are numbered on parts of the board that a phone can show."""

import re

import msgspec
import pytest

from games.core.screen.prompt import ARROWS
from games.core.selfplay import numbered_seed, playing
from tests.games.creators.table import CREATOR, DESTROYER, GAME, SMALL, legal, play, put, rows, start

PARTS = ("middle", "nw", "ne", "sw", "se")
WIDEST = 10
"""The most squares of a board of 20 beside each other on a part of it."""


def pages(view):
    """Return all prompts that can be reached without naming a square, by draft."""
    found, waiting = {}, [()]
    while waiting:
        draft = waiting.pop()
        if draft not in found:
            found[draft] = GAME.prompt(view, draft)
            waiting += [choice.leads_to for choice in found[draft].choices if choice.button]
    return found


def numbered(prompt):
    """Return the numbered choices, by square."""
    return {choice.key: choice for choice in prompt.choices if not choice.button}


def squares_in_field(view):
    size = view.options.board_size
    first = (size - 7) // 2
    files = [chr(97 + first + number) for number in range(7)]
    return {f"{file}{size - first - number}" for file in files for number in range(7)}


def positions(**options):
    """Yield the positions after each roll of a match."""
    raw = GAME.options(options)
    for _, state in playing(GAME, raw, numbered_seed(3), (GAME.players["easy"],) * 2, 100):
        if state.die and state.outcome is None:
            yield state


@pytest.mark.parametrize("size", [12, 14, 16, 18, 20])
def test_every_landing_square_is_numbered_on_a_part_that_a_phone_can_show(size):
    seen = 0
    for state in list(positions(boardSize=size))[::6]:
        view = GAME.view(state, state.side)
        landings = {re.split("[-x]", text)[1]: "x" in text for text in legal(state)}
        found = pages(view)
        board = found.pop(("board",), None)
        assert board is None or not numbered(board)
        assert set().union(*map(numbered, found.values())) == set(landings)
        for draft, prompt in found.items():
            assert_page(prompt, landings)
            assert len(prompt.picture.files) == len(prompt.picture.ranks) <= WIDEST
            assert draft == () or draft[0].rstrip("23456789") in PARTS
            seen += 1
    assert seen > 20


def assert_page(prompt, landings):
    """Check that a page's buttons and its picture say the same numbers, few enough for a message."""
    choices = numbered(prompt)
    assert 0 < len(choices) <= 20
    assert [choice.label for choice in choices.values()] == [
        f"{number}×" if landings[name] else str(number) for number, name in enumerate(choices, 1)
    ]
    numbers = {mark.squares[0]: mark.text for mark in prompt.picture.marks if mark.kind == "number"}
    assert numbers == {name: str(number) for number, name in enumerate(choices, 1)}
    ringed = {mark.kind: set(mark.squares) for mark in prompt.marks if mark.kind in ("landing", "strike")}
    assert ringed.get("strike", set()) == {name for name in choices if landings[name]}
    assert ringed.get("landing", set()) == {name for name in choices if not landings[name]}
    assert all(f"{number} {name}" in prompt.picture.alt for name, number in numbers.items())
    assert len([choice for choice in prompt.choices if choice.button]) <= 5


@pytest.mark.parametrize("side", [CREATOR, DESTROYER])
def test_the_field_comes_first_and_a_square_of_one_pawn_is_the_whole_move(side):
    state = put("f9 d5 k4 l9", "f7 d7 j4 l7", die=2, side=side)
    view, texts = GAME.view(state, side), legal(state)
    first = GAME.prompt(view, ())
    ends = {re.split("[-x]", text)[1] for text in texts}
    assert numbered(first).keys() == ends & squares_in_field(view)
    assert ends > numbered(first).keys()
    assert set(first.picture.files) == set("cdefghi")
    for landing in (choice for prompt in pages(view).values() for choice in numbered(prompt).values()):
        pawns = {text[: -len(landing.key) - 1] for text in texts if re.split("[-x]", text)[1] == landing.key}
        if len(pawns) > 1:
            asked = GAME.prompt(view, (landing.key,))
            assert {choice.key for choice in asked.choices} == pawns
            assert all(choice.action for choice in asked.choices)
            assert {token.square for token in asked.picture.tokens} >= pawns
        else:
            assert re.split("[-x]", landing.action) == [*pawns, landing.key]


def test_the_arrows_point_to_the_corners_as_the_viewer_sees_them():
    for side in (CREATOR, DESTROYER):
        view = GAME.view(put(rows(1), rows(12), die=1, side=side), side)
        whole = GAME.scene(view)
        for choice in (choice for choice in GAME.prompt(view, ()).choices if choice.label in ARROWS.values()):
            picture = GAME.prompt(view, choice.leads_to).picture
            is_left, is_top = choice.label in "↖↙", choice.label in "↖↗"
            assert picture.files == (whole.files[:6] if is_left else whole.files[6:])
            assert picture.ranks == (whole.ranks[:6] if is_top else whole.ranks[6:])


def test_without_squares_in_the_field_a_corner_comes_first():
    view = GAME.view(put(rows(12), rows(1), die=1), CREATOR)
    assert [choice.label for choice in GAME.prompt(view, ()).choices] == [*"123456", "↘", "Board"]


def test_a_part_with_many_squares_has_several_pages():
    view = GAME.view(put(rows(11, 9, 7, 5), "a1", die=1), CREATOR)
    first = GAME.prompt(view, ())
    more = next(choice for choice in first.choices if choice.label == "More ▶")
    second = GAME.prompt(view, more.leads_to)
    assert not numbered(first).keys() & numbered(second).keys()
    assert first.picture.files == second.picture.files


def test_a_square_keeps_its_color_on_every_part():
    seen = 0
    for state in list(positions(boardSize=14))[::9]:
        view = GAME.view(state, state.side)
        whole = GAME.scene(view)
        squares = {square for prompt in pages(view).values() for square in numbered(prompt)}
        for draft in (*pages(view), *((square,) for square in squares)):
            part = GAME.prompt(view, draft).picture or whole
            left, top = whole.files.index(part.files[0]), whole.ranks.index(part.ranks[0])
            assert (left + top) % 2 == 0
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("side", [CREATOR, DESTROYER])
def test_pictures_and_numbers_do_not_depend_on_the_pattern(side):
    """Two worlds with the same pawns and die, one with another pattern, give the same prompts to both."""
    worlds = [
        put(
            "f9 d5 k4 l9",
            "f7 d7 j4 l7",
            die=2,
            side=side,
            **{**SMALL, "pattern": pattern, "destroyerPreview": "none"},
        )
        for pattern in ("I", "☂")
    ]
    found = [pages(msgspec.structs.replace(GAME.view(world, side), total=0, par=0)) for world in worlds]
    assert worlds[0].setup.pattern != worlds[1].setup.pattern
    assert found[0] == found[1]
    assert len(found[0]) > 3


def test_the_public_board_stays_whole():
    state = play(start(), "roll")
    assert len(GAME.scene(GAME.view(state, None)).files) == 16
    assert GAME.prompt(GAME.view(state, None), ()).picture is None
