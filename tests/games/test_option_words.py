"""An option has one spelling where it's typed, and its values are words where people read them."""

from __future__ import annotations

import re

import pytest

from games import GAMES
from games.core.errors import OptionError
from games.core.vocabulary.options import OptionSpec, check_options

ROWS = OptionSpec("flatRows", "Rows of Flats", (1, 0, 2))
VICTORY = OptionSpec(
    "victory", "Who can win", ("creatorOnly", "race", "seeded"), phrases={"race": "both can win"}
)
SPECS = [spec for game in GAMES.values() for spec in game.option_specs]


def test_an_error_names_an_option_as_it_is_typed() -> None:
    with pytest.raises(OptionError, match=r"^flat_rows can't be 9; allowed: 1, 0, 2\.$"):
        check_options((ROWS,), {"flatRows": 9})


def test_an_unknown_option_is_refused_with_the_names_that_people_type() -> None:
    with pytest.raises(OptionError, match=r"^There's no option “rows”\. Options: flat_rows, victory\.$"):
        check_options((ROWS, VICTORY), {"rows": 1})


def test_a_typed_name_in_a_record_is_refused_with_its_name_there() -> None:
    with pytest.raises(OptionError, match=r"^There's no option “flat_rows”; in a record it's flatRows\.$"):
        check_options((ROWS,), {"flat_rows": 1})


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("creatorOnly", "creator only"),
        ("race", "both can win"),
        ("seeded", "random"),
        (7, "7"),
        ("TCS", "TCS"),
    ],
)
def test_a_value_is_shown_in_words(value: int | str, words: str) -> None:
    assert VICTORY.show(value) == words


def test_a_free_text_is_shown_as_it_was_typed() -> None:
    assert OptionSpec("pattern", "The pattern", ("seeded",), free=True).show("aB") == "aB"


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_no_two_values_of_an_option_are_shown_alike_and_none_is_camel_case(spec: OptionSpec) -> None:
    shown = [spec.show(value) for value in spec.values]
    assert len(set(shown)) == len(shown)
    assert spec.free or [text for text in shown if re.search(r"[a-z][A-Z]|seeded", text)] == []
