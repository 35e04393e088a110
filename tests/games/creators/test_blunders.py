"""The analysis of Creators finds blunders planted in matches of strong levels."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from games import GAMES
from games.core.selfplay import BUDGET, numbered_seed, rng_for
from games.core.vocabulary.puzzles import Course
from tests.kit.games.analyzed import choices, cost_of, is_told

GAME = GAMES["creators"]
LEVELS = (("hard", "hard"), ("hard", "skilled"), ("skilled", "hard"))
FIRST = 40_000
WORTH, PLAYOUTS, PLAYED_OUT = 0.25, 200, (0, 26)
"""Least cost of a chosen blunder, playouts for each action, and places of the blunders measured again."""


class Planted(NamedTuple):
    """A match in which the action with this number, `played` by a level, is replaced by `text`.

    `is_open` selects the preset Open; otherwise it's Standard.
    """

    match: int
    is_open: bool
    number: int
    played: str
    text: str


PLANTED: tuple[Planted, ...] = (
    Planted(0, True, 78, "c15-h10", "i15-d10"),
    Planted(2, True, 30, "j16-j12", "f12-f8"),
    Planted(4, True, 58, "l15xi12", "k16-k13"),
    Planted(5, False, 66, "h15xe12", "e10-b7"),
    Planted(6, True, 78, "e15-e12", "e11-h8"),
    Planted(11, False, 62, "c15-i9", "h9-h3"),
    Planted(12, True, 58, "j16xe11", "a15-f15"),
    Planted(13, False, 70, "e16-i12", "j9-n5"),
    Planted(16, True, 50, "b16-h10", "j9-d15"),
    Planted(17, False, 46, "c16-h11", "i12-d7"),
    Planted(18, True, 70, "f16-k11", "h12-h7"),
    Planted(19, False, 74, "f16xk11", "e10-e15"),
    Planted(21, False, 54, "l15xf9", "i12-i6"),
    Planted(22, True, 26, "g16-k12", "k11-o11"),
    Planted(23, False, 76, "i9xj10", "j2-k3"),
    Planted(26, True, 74, "n15xh9", "j12-p6"),
    Planted(27, False, 66, "e16-e11", "f12-a12"),
    Planted(28, True, 34, "o15-k11", "k9-o5"),
    Planted(30, True, 62, "p16-k11", "j12-o7"),
    Planted(31, False, 62, "e16xk10", "k9-e9"),
    Planted(33, False, 38, "b15-h9", "h12-n12"),
    Planted(34, True, 50, "e16xi12", "h12-d12"),
    Planted(35, False, 62, "e13-e8", "i12-n7"),
    Planted(38, True, 54, "d15-g12", "e12-b15"),
    Planted(43, False, 46, "c15-h10", "f10-k15"),
    Planted(101, False, 68, "g8xg11", "h11-k14"),
    Planted(103, False, 60, "b8xf12", "e7-i3"),
    Planted(106, True, 64, "f12xh12", "e4-g4"),
    Planted(112, True, 72, "c9xf12", "b1-b4"),
    Planted(113, False, 60, "k9xi9", "k9-m7"),
    Planted(120, True, 64, "c3xi9", "b1-b7"),
    Planted(124, True, 76, "e12xg12", "l2-j4"),
    Planted(125, False, 60, "i9xj10", "a7-b7"),
    Planted(127, False, 72, "e4xe10", "k2-k8"),
    Planted(128, True, 76, "j10xj12", "d1-d3"),
    Planted(133, False, 68, "e6xh9", "l1-l4"),
    Planted(137, False, 72, "e9xe10", "f2-f3"),
    Planted(146, True, 72, "k11xj10", "e2-f3"),
    Planted(150, True, 60, "f6xf10", "f2-b2"),
    Planted(151, False, 72, "e3xk9", "d2-j8"),
)
"""Blunders found with 200 playouts by `hard` after a level's move and 200 after another, random move.

The random move lowered its player's score by at least 0.25. In Open it's any move of the later rounds; in
Standard it's a move that forgoes one of the Destroyer's captures, and everything hidden from the Destroyer
was drawn anew for every playout.
"""


def raw_of(one: Planted) -> dict[str, str]:
    return {"destroyerPreview": "full"} if one.is_open else {}


def course_of(one: Planted) -> Course:
    """Return the match in which the levels play on after the blunder."""
    options, seed = GAME.options(raw_of(one)), numbered_seed(FIRST + one.match)
    levels = LEVELS[one.match // 2 % len(LEVELS)]
    state, texts = GAME.new(options, seed), list[str]()
    briefings = [GAME.briefing(state, seat) for seat in (0, 1)]
    while acting := GAME.to_act(state):
        (seat,) = acting
        view, rng = GAME.view(state, seat), rng_for(seed, seat, len(texts))
        action = GAME.players[levels[seat]](view, briefings[seat], rng, BUDGET)
        if len(texts) + 1 == one.number:
            assert GAME.format(action) == one.played
            action = GAME.parse(view, one.text)
        texts.append(GAME.format(action))
        state = GAME.play(state, seat, action).state
    return Course(raw_of(one), seed, tuple(texts))


def is_found(one: Planted) -> bool:
    return is_told(GAME, course_of(one), one.number)


@pytest.mark.proof
def test_the_first_blunders_are_found() -> None:
    assert all(is_found(blunder) for blunder in PLANTED[:3])


@pytest.mark.proof
def test_planted_blunders_are_found_in_40_matches() -> None:
    assert len({blunder.match for blunder in PLANTED}) == 40
    found = [is_found(blunder) for blunder in PLANTED]
    assert sum(found) >= 0.95 * len(found), [
        blunder for blunder, yes in zip(PLANTED, found, strict=True) if not yes
    ]


@pytest.mark.proof
@pytest.mark.parametrize("place", PLAYED_OUT)
def test_a_planted_blunder_costs_what_was_said(place: int) -> None:
    one = PLANTED[place]
    before = next(each for each in choices(GAME, course_of(one)) if each.number == one.number)
    assert cost_of(GAME, before, one.played, PLAYOUTS) >= WORTH - 0.05
