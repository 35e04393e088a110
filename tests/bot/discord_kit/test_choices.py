"""The choices offered below an option: only what fits, whole, and no more than Discord takes."""

from __future__ import annotations

from itertools import count

from bot.discord_kit.components.choices import Completions, fitting, fitting_texts

MOST, LONGEST = 25, 100
"""Discord's limits: choices of an option, and characters of a choice and of its value."""
MATCHES = [("Won against tom as Creator", "m1"), ("Running against ines as Destroyer", "m2")]


def values(offered: Completions) -> list[str]:
    return [choice.value for choice in offered]


def test_what_was_written_is_found_anywhere_in_a_label_whatever_its_case_and_the_spaces_around_it() -> None:
    assert values(fitting(MATCHES, "")) == ["m1", "m2"]
    assert values(fitting(MATCHES, "  INES ")) == ["m2"]
    assert values(fitting(MATCHES, "mara")) == []


def test_a_value_is_found_by_itself_alone_and_not_by_a_part_of_it() -> None:
    assert values(fitting(MATCHES, "M1")) == ["m1"]
    assert values(fitting(MATCHES, "m")) == ["m1"], "it stands in the label"
    assert values(fitting([("tom", "abc")], "ab")) == []


def test_a_long_label_is_cut_and_a_long_value_is_left_out() -> None:
    (choice,) = fitting([("x" * (LONGEST + 1), "m1"), ("y", "z" * (LONGEST + 1))], "")
    assert (choice.name, choice.value) == ("x" * LONGEST, "m1")


def test_no_more_are_offered_than_discord_takes_and_no_more_are_looked_at_than_needed() -> None:
    numbers = count()
    assert values(fitting_texts(map(str, numbers), "")) == [str(n) for n in range(MOST)]
    assert next(numbers) == MOST
    assert fitting_texts(map(str, numbers), "nothing of that kind") == [], "it comes to an end"
