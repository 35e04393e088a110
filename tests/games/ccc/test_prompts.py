"""Prompts mark the choice that ends a turn after a plan, so that the panel can prevent double taps."""

from __future__ import annotations

import pytest

from games.ccc.rules.actions import Path
from games.ccc.screen.paths import can_be_completed
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


@pytest.mark.parametrize("pieces", ["(FFM)a1 (FFFF)a2 Lb1 (FFF)b2", "(FM)d4 (FFFFF)d5 Sc4 Ce4 Ne5 fe6"])
def test_a_collapse_can_be_begun_in_just_the_ways_in_which_a_legal_one_begins(pieces):
    view = GAME.view(put(f"{pieces} sa8 lh7"), 0)
    collapses = [action for action in GAME.actions(view) if isinstance(action, Path)]
    (source,) = {action.source for action in collapses}
    height = view.position.board[source].height

    def begun(path):
        for direction in range(8):
            for count in range(1, height + 1):
                longer = Path(path.count, source, (*path.steps, (direction, count)))
                if can_be_completed(view, longer):
                    yield longer
                    yield from begun(longer)

    assert {longer for count in range(1, height + 1) for longer in begun(Path(count, source, ()))} == {
        Path(action.count, source, action.steps[:number])
        for action in collapses
        for number in range(1, len(action.steps) + 1)
    }
