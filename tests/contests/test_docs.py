"""The page on contests agrees with the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from bot.contests.events import Event
from bot.contests.formats import ladder, round_robin
from bot.contests.terms import TieBreak

PAGE = (Path(__file__).parents[2] / "docs" / "contests.md").read_text(encoding="utf-8")


def cells(title: str) -> set[str]:
    """The first cells of the table under a heading, each split at commas."""
    table = PAGE.partition(f"## {title}")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+?) \|", table, re.M)
    return {part for row in rows for part in row.split(", ")}


def test_every_event_is_on_the_page() -> None:
    tags = {one.__struct_config__.tag for one in get_args(Event)}
    assert tags <= cells("The log")


def test_every_tie_break_is_on_the_page() -> None:
    assert {*get_args(TieBreak)} <= cells("Standings and tie-breaks")


def test_the_numbers_of_the_ladder_are_those_of_the_page() -> None:
    text = PAGE.partition("## The endless ladder")[2].partition("\n## ")[0]
    assert f"in {ladder.FADES_DAYS:.0f} days" in text
    assert f"last {ladder.AGAIN_DAYS} days" in text
    assert f"1/{ladder.FIRST}" in text
    assert f"1/{ladder.RESULTS}" in text
    assert f"{ladder.PAIRED:.0f} − (scores apart) − {ladder.MET:.0f} ×" in text
    assert f"next {ladder.NEAREST} above" in text


def test_the_sizes_of_divisions_are_those_of_the_page() -> None:
    assert f"of {round_robin.SMALLEST} to {round_robin.LARGEST}" in PAGE
