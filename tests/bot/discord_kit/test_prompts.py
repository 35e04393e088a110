"""A game's question in Discord's components: no more, and nothing longer, than Discord takes."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ui

from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Nothing
from bot.discord_kit.components.prompts import Taps, Where, in_five_rows, modal, rows
from games.core.screen.prompt import COMPASS, Choice, Prompt

TAPS = Taps(
    pick=lambda draft: Nothing("-".join(draft)),
    choose=lambda draft, number: Nothing(f"choose{number}"),
    show=lambda draft, page: Nothing(f"show{page}"),
    write=lambda draft: Nothing("write"),
)
WHERE = Where(TAPS)
LONGEST = 100
"""The most characters of an option's label and of its description, and of a field's placeholder."""


def choices(count: int, **more: Any) -> tuple[Choice, ...]:
    return tuple(Choice(f"k{number}", f"Choice {number}", **more) for number in range(count))


def shape(built: list[ui.ActionRow[Any]]) -> list[str | int]:
    """Return the rows from the top: a select by its number of options in words, buttons by their number."""
    return [
        f"select of {len(first.options)}"
        if isinstance(first := row.children[0], ui.Select)
        else len(row.children)
        for row in built
    ]


@pytest.mark.parametrize("length", [LONGEST - 1, LONGEST, LONGEST + 1])
def test_a_choice_and_its_hint_are_whole_unless_discord_takes_less(length: int) -> None:
    text = "x" * length
    (row,) = rows(Prompt("Where?", "list", (Choice("key", text, hint=text),)), WHERE)
    (select,) = row.children
    assert isinstance(select, ui.Select)
    (option,) = select.options
    assert (option.label, option.description) == (text[:LONGEST], text[:LONGEST])


@pytest.mark.parametrize(("length", "kept"), [(45, 45), (46, 45)])
def test_the_question_of_a_modal_is_whole_unless_discord_takes_less(length: int, kept: int) -> None:
    asked = modal(Prompt("?" * length, "text", placeholder="p" * (length + 55)), WHERE)
    (label,) = asked.children
    assert isinstance(label, ui.Label)
    assert isinstance(label.component, ui.TextInput)
    assert len(label.text) == kept
    assert label.component.placeholder == "p" * LONGEST


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        (5, [5]),
        (6, ["select of 6"]),
        (25, ["select of 25"]),
        (26, ["select of 13", "select of 13"]),
        (100, ["select of 25"] * 4),
        (101, ["select of 21"] * 4 + [3]),
    ],
)
def test_a_few_choices_are_buttons_more_are_selects_and_many_have_pages(
    count: int, shown: list[str | int]
) -> None:
    assert shape(rows(Prompt("Which?", "list", choices(count)), WHERE)) == shown


def test_a_page_that_is_not_there_is_the_nearest_one() -> None:
    prompt = Prompt("Which?", "list", choices(101))
    for page, shown in ((-1, 21), (1, 17), (2, 17)):
        (first, *_) = rows(prompt, Where(TAPS, page=page))
        assert shape([first]) == [f"select of {shown}"]


@pytest.mark.parametrize("apart", [0, 3, 12, 24])
@pytest.mark.parametrize("kind", ["compass", "grid", "list"])
def test_a_question_never_takes_more_than_five_rows_and_keeps_the_first_button_after_it(
    kind: Any, apart: int
) -> None:
    more = [items.button(f"More {number}", Nothing(f"m{number}")) for number in range(3)]
    around = tuple(Choice(key, key) for key in COMPASS) if kind == "compass" else choices(12)
    beside = tuple(Choice(f"a{number}", f"Beside {number}", button=True) for number in range(apart))
    built = in_five_rows(Prompt("Where?", kind, around + beside), WHERE, more)
    assert len(built) <= 5
    assert "More 0" in [item.label for row in built for item in row.children if isinstance(item, ui.Button)]
