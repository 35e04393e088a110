"""The documentation of contests agrees with the code."""

from __future__ import annotations

import doctest
import re
from typing import Any, get_args

from bot.matchmaking.contests.formats import ladder, round_robin
from bot.matchmaking.contests.log import dice
from bot.matchmaking.contests.log.events import Event
from bot.matchmaking.contests.log.terms import TieBreak
from bot.matchmaking.contests.organizing import making
from games.core.chance import commitment, fair_seed
from tests.kit.contests.seasons import seed_3_against_7
from tests.paths import ROOT

DICE = ROOT / "docs" / "dice.md"
PAGE = (ROOT / "docs" / "contests.md").read_text(encoding="utf-8")


def cells(title: str) -> set[str]:
    """Return the first column of the table under a heading, with each cell split at commas."""
    table = PAGE.partition(f"## {title}")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+?) \|", table, re.M)
    return {part for row in rows for part in row.split(", ")}


def test_every_event_is_on_the_page() -> None:
    tags = {event.__struct_config__.tag for event in get_args(Event)}
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


def test_the_page_on_security_says_how_many_contests_a_server_has() -> None:
    page = (DICE.parent / "security.md").read_text(encoding="utf-8")
    assert f"at most {making.MOST_OPEN} tournaments, ladders and leagues open at once" in page


def test_the_sizes_of_divisions_are_those_of_the_page() -> None:
    assert f"of {round_robin.SMALLEST} to {round_robin.LARGEST}" in PAGE


def test_the_example_of_the_page_on_dice_is_what_happens() -> None:
    text = DICE.read_text(encoding="utf-8")
    source = "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S))
    example = doctest.DocTestParser().get_doctest(source, {}, "dice", None, 0)
    assert len(example.examples) > 8
    assert doctest.DocTestRunner().run(example, clear_globs=False).failed == 0
    known: dict[str, Any] = example.globs
    contest, one = seed_3_against_7()
    assert known["match"] == dice.nonce_of(known["contest"], contest, one)
    assert known["seed"] == fair_seed(known["match"], 1300000000000000001, 1300000000000000002)
    assert known["first"] == dice.before(known["second"])
    assert commitment(known["contest"]) in text
