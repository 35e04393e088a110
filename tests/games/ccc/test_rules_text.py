"""CCC's rules in words: the pages and RULES.md say the same, and what the code does."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.ccc.rules.presets import PRESETS
from tests.kit.games.ccc_table import GAME, put, reach

RULES = Path("games/ccc/RULES.md").read_text(encoding="utf-8")
PAGES = {page.title: page.text for page in GAME.rules()}
EVERY = [RULES, "\n".join(PAGES.values())]


@pytest.mark.parametrize("text", EVERY, ids=["RULES.md", "pages"])
def test_a_match_that_was_not_begun_is_aborted_and_a_draw_can_be_agreed_on(text):
    said = " ".join(text.split())
    assert "called off" not in said
    assert "if you never acted, the match is aborted" in said
    assert "you may agree on a draw" in said


@pytest.mark.parametrize("text", EVERY, ids=["RULES.md", "pages"])
def test_both_limits_of_an_attack_are_told_and_hold(text):
    said = " ".join(text.split())
    assert "a Flat Stack's step attacks lone pieces only, and a Flat's diagonal step lone Flats only" in said
    assert reach(put("Fd4 fe5 (ff)c5"), "d4") & {"xe5", "xc5"} == {"xe5"}
    assert reach(put("(FF)d4 td5 (ff)e4"), "d4") & {"xd5", "xe4"} == {"xd5"}


def test_classic_does_not_claim_to_be_to_the_letter():
    (classic,) = (preset.about for preset in PRESETS if preset.name == "Classic")
    assert "written" not in classic
    assert "is ours" in classic


def test_options_are_spelled_as_they_are_typed():
    told = "\n".join(EVERY).replace("(`flatRows`)", "")
    assert [spec.name for spec in GAME.option_specs if spec.name != spec.slug and spec.name in told] == []


def test_the_rules_list_an_options_values_in_words():
    table = RULES.partition("\n## Options\n")[2].partition("\n## ")[0]
    few = [spec for spec in GAME.option_specs if not spec.free and len(spec.values) < 5]
    assert len(few) == 7
    for spec in few:
        row = next(line for line in table.splitlines() if line.startswith(f"| `{spec.slug}`"))
        values = row.split(" | ")[1].replace("**", "").split("; ")
        assert values == [spec.show(value) for value in spec.values]
