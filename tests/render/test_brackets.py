"""The picture of a part of a bracket: legible names, and ties that can't be mistaken for one another."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from render import brackets
from render.brackets import MOST_TIES, Bracket, BracketColumn, BracketSide, BracketTie
from render.palette import THEMES, rgb
from render.tables import HEAD, WIDTH
from tests.render.compare import NOWHERE, changed

DEFAULT = THEMES["default"]


def of_one(side: BracketSide) -> Bracket:
    other = BracketSide("Tom", "0")
    return Bracket("Cup", "Knockout", (BracketColumn("Final", ((side, other),)),))


def tree(*counts: int, side: BracketSide | None = None) -> Bracket:
    """Return a bracket whose rounds have these numbers of ties, all alike."""
    ties: BracketTie = (side or BracketSide("Mara", "2"), BracketSide("Tom", "1"))
    return Bracket("Cup", "Knockout", tuple(BracketColumn(f"Round of {2 * n}", n * (ties,)) for n in counts))


def test_everything_of_a_place_is_seen() -> None:
    mara = BracketSide("Mara", "2")
    sides = [
        mara,
        replace(mara, name="Mary"),
        replace(mara, name=""),
        replace(mara, score="1"),
        BracketSide(),
    ]
    sides += [replace(mara, **{mark: True}) for mark in ("won", "lost", "bye", "mine")]
    pictures = [brackets.paint(of_one(side), DEFAULT) for side in sides]
    assert all(changed(picture, other) for picture, other in combinations(pictures, 2))


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_who_has_won_a_tie_is_seen_without_colors(theme: str) -> None:
    side = THEMES[theme].seats[0]
    gray = replace(THEMES[theme], seats=(replace(side, body=THEMES[theme].ink),) * 2)
    won, lost = BracketSide("Mara", "2", won=True), BracketSide("Mara", "2", lost=True)
    box = changed(*(brackets.paint(of_one(tie), gray) for tie in (won, lost))) or NOWHERE
    assert box[2] - box[0] > 30


@pytest.mark.slow
@pytest.mark.parametrize("counts", [(1,), (2, 1), (4, 2, 1), (8, 4, 2), (2, 2, 1), (1, 1)])
def test_long_names_stay_in_their_place(counts: tuple[int, ...]) -> None:
    """Check that the names change nothing outside the boxes."""
    long = tree(*counts, side=BracketSide("W" * 60, "10.5", won=True))
    box = changed(brackets.paint(tree(*counts), DEFAULT), brackets.paint(long, DEFAULT)) or NOWHERE
    assert brackets._LEFT <= box[0] < box[2] <= brackets._RIGHT


@pytest.mark.slow
def test_the_most_that_fits_is_hardly_higher_than_wide() -> None:
    drawn = brackets.paint(tree(MOST_TIES, MOST_TIES // 2, MOST_TIES // 4), DEFAULT)
    assert drawn.width == WIDTH
    assert drawn.height <= 1.35 * WIDTH


def test_the_smallest_letters_can_be_read_on_a_phone() -> None:
    """A client 390 pixels wide shows a picture 280 pixels wide."""
    on_a_phone = 280 / WIDTH
    assert brackets._SMALLEST * on_a_phone > 8
    assert brackets._WORDS * on_a_phone > 10


def test_a_champion_is_told_above_the_rounds() -> None:
    without = tree(2, 1)
    drawn = [
        brackets.paint(replace(without, champion=champion), DEFAULT)
        for champion in (None, BracketSide("Mara"))
    ]
    assert drawn[1].height > drawn[0].height


def test_where_nobody_ever_meets_there_is_neither_a_box_nor_a_line() -> None:
    bracket = tree(2, 1)
    half = replace(bracket.columns[0], ties=(bracket.columns[0].ties[0], None))
    whole, cut = (
        brackets.paint(replace(bracket, columns=(column, bracket.columns[1])), DEFAULT)
        for column in (bracket.columns[0], half)
    )
    box = changed(whole, cut) or NOWHERE
    assert box[0] == brackets._LEFT
    assert box[1] > whole.height // 2


def gaps(bracket: Bracket) -> list[list[bool]]:
    """Return, for each column, whether a line starts at the right of each tie."""
    drawn, line = brackets.paint(bracket, DEFAULT).convert("RGB"), rgb(DEFAULT.line)
    top = HEAD + brackets._CAPTIONS + brackets._LINE // 2
    found = []
    for left, heights in zip(brackets._lefts(bracket), brackets._middles(bracket), strict=True):
        beside = left + brackets._wide(bracket) + brackets._BETWEEN // 4
        found.append([beside < WIDTH and drawn.getpixel((beside, top + round(at))) == line for at in heights])
    return found


@pytest.mark.slow
def test_a_line_leads_from_each_tie_to_the_next_one_where_both_are_there() -> None:
    whole = tree(4, 2, 1)
    assert gaps(whole) == [4 * [True], 2 * [True], [False]]
    first, second, last = whole.columns
    beginning = replace(first, ties=(None, *first.ties[1:]))
    assert gaps(replace(whole, columns=(beginning, second, last)))[0] == [False, True, True, True]
    later = replace(second, ties=(second.ties[0], None))
    assert gaps(replace(whole, columns=(first, later, last)))[:2] == [
        [True, True, False, False],
        [True, False],
    ]


def test_a_place_of_which_nothing_is_known_is_empty_and_darker_than_one_with_somebody() -> None:
    def colors(side: BracketSide) -> list[tuple[int, ...]]:
        drawn = brackets.paint(of_one(side), DEFAULT).convert("RGB")
        top = HEAD + brackets._CAPTIONS
        place = drawn.crop((brackets._LEFT + 12, top + 4, brackets._LEFT + 380, top + brackets._ROW - 4))
        return [color for _, color in sorted(place.getcolors() or (), reverse=True)]

    assert colors(BracketSide()) == [rgb(DEFAULT.chip)]
    assert colors(BracketSide("Mara"))[0] == rgb(DEFAULT.paper)
    assert colors(BracketSide("Mara", lost=True))[0] == rgb(DEFAULT.chip)
    assert colors(BracketSide("Mara", mine=True))[0] not in (rgb(DEFAULT.paper), rgb(DEFAULT.chip))
    assert len(colors(BracketSide(""))) > 1


def test_a_long_name_ends_before_its_score() -> None:
    right, top = brackets._LEFT + brackets._WIDEST, HEAD + brackets._CAPTIONS
    short, long = (
        brackets.paint(of_one(BracketSide(name, "10.5")), DEFAULT).crop(
            (right - 70, top, right, top + brackets._ROW)
        )
        for name in ("W", 60 * "W")
    )
    assert changed(short, long) is None


def test_nothing_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        brackets.png(Bracket("Cup", "Knockout", ()))
