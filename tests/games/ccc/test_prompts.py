"""Prompts mark the choice that ends a turn after a plan, so that the panel can prevent double taps."""

from __future__ import annotations

import pytest

from tests.kit.games.ccc_table import GAME, put

HOPS = "Fd4 Lh1 fd5 fe6 fc7 sa8"
COLLAPSE = "(FFFF)b4 Fc4 fd4 (ff)e4 sa8 Lh1"
TOWER = "(FFM)d4 Lh1 fe6 sa8 lh7"
COSTLY = "Fd4 (fff)d5 sa8 Lh1"


@pytest.mark.parametrize(
    ("pieces", "draft"),
    [
        (HOPS, ("d4", "hop", "d6")),
        (COLLAPSE, ("b4", "collapse", "4", "e", "1", "1", "2")),
        (TOWER, ("d4", "collapse", "1", "n")),
        (COSTLY, ("d4", "attack", "d5")),
    ],
)
def test_of_the_choices_that_go_on_and_the_one_that_plays_the_plan_only_this_one_ends(pieces, draft):
    choices = GAME.prompt(GAME.view(put(pieces), 0), draft).choices
    ending = [choice for choice in choices if choice.ends]
    assert [choice.label for choice in ending] in (["Confirm"], ["Attack"])
    assert ending[0] == choices[-1], "the last one"
    assert ending[0].action is not None
