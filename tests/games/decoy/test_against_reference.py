"""The engine of Decoy Patrol agrees with a slow second implementation made from the rules alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.budgets import budget, first_fast
from tests.games.decoy.side_by_side import PLANS, SideBySide, play_many, play_out
from tests.kit.games import decoy_reference

EVENTS = [
    "hit",
    "destroyed",
    "surrounded",
    "suicide",
    "moved",
    "left",
    "appeared",
    "healed",
    "enemy healed",
    "bumped",
    "an unseen neighbour",
    "a step forbidden as suicide",
    "contact in public",
    "refused",
    "assassination by attack",
    "attrition by attack",
    "drawn by quiet",
    "drawn by plies",
    "movement over by itself with points left",
    "assassination by surround",
    "assassination by suicide",
    "tiebreak by the bold Commander",
    "tiebreak by the commander Commander",
    "tiebreak by decoys",
    "tiebreak by pieces",
    "even tiebreak",
    "suicide against an unseen enemy",
    "seen again, surely",
    "a ghost is no more",
    "recalled",
    "recalled wrongly",
    "a fallen one is known",
]
EVENTFUL = [0, 1, 2, 3, 5, 6, 7, 8, 12, 16, 23, 31, 37, 58, 127, 12919, 20160]
"""Numbers of short games in which all these happen, found by a search; search again if habits change."""


@pytest.mark.proof
def test_engine_and_reference_agree_in_games_where_everything_happens():
    seen = sum((play_many(number, 1, 200) for number in EVENTFUL), Counter())
    assert [event for event in EVENTS if not seen[event]] == []


@pytest.mark.proof
@pytest.mark.budgeted
def test_engine_and_reference_agree_at_every_action_of_random_games():
    seen = play_many(0, budget(5, 13), 110)
    assert seen["actions"] > 500


@pytest.mark.proof
def test_engine_and_reference_agree_in_many_long_games():
    seen = play_many(10_000, 73, 400)
    assert [event for event in EVENTS if not seen[event]] == []


@pytest.mark.slow
@pytest.mark.parametrize("suicide", first_fast(["allowed", "forbidden"]))
@pytest.mark.parametrize("liberties", ["orthogonal", "safe", "eight"])
@pytest.mark.parametrize("vision", first_fast(["square", "diamond", "circle"]))
def test_engine_and_reference_agree_in_a_crowd(vision, liberties, suicide):
    options = {"vision": vision, "liberties": liberties, "suicide": suicide, "quiet": 0}
    plan = random.Random(vision + liberties + suicide).choice([PLANS["crowd and surround"], PLANS["dive"]])
    seen = play_out(options, plan, 5, 140)
    assert seen["contact in public"]


@pytest.mark.slow
@pytest.mark.parametrize("number", [3, 35, 52])
def test_engine_and_reference_count_decoys_before_pieces_at_the_tiebreak(number):
    seen = play_out({"tiebreak": "decoys", "quiet": 20}, PLANS["part"], number, 120)
    assert seen["tiebreak by decoys against more pieces"] == 1


@pytest.mark.slow
@pytest.mark.parametrize(("quiet", "reason"), [(50, "quiet"), (51, "plies"), (0, "plies")])
def test_engine_and_reference_judge_quiet_before_plies(quiet, reason):
    seen = play_out({"quiet": quiet, "maxPlies": 50, "tiebreak": "draw"}, PLANS["rest"], 4, 400)
    assert seen[f"drawn by {reason}"] == 1


LAYOUT = ["CSSGGIIDDD", "DD8", "10"]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "rows",
    [
        LAYOUT,
        LAYOUT[::-1],
        ["CSSGGIIDDD", "DD8", "91"],
        ["CSSGGIIDDD", "DD8", "55"],
        ["CSSGGIIDDD", "DD8", "010"],
        ["CSSGGIIDDD", "DD8", "1000"],
        ["CSSGGIIDDD", "DD8", ""],
        ["CSSGGIIDDD", "DD08", "10"],
        ["CSSGGIIDDD", "DD53", "10"],
        ["CSSGGIIDDD", "DD7", "10"],
        ["CSSGGIIDDD", "DD9", "10"],
        ["CSSGGIIDDD", "DD８", "10"],
        ["CSSGGIIDDD", "Dd8", "10"],
        ["CSSGGIIDDD", "DS8", "10"],
        ["CSSGGIIDDD", "D9", "10"],
        ["CSSGGIIDDD", "DDD7", "10"],
        ["CSSGGIIDDD", "DD8"],
        ["CSSGGIIDDD", "DD8", "10", "10"],
        ["CSSGGIIDDD ", "DD8", "10"],
        ["CSSGGIIDDD", "DD8", "10\n"],
    ],
)
def test_engine_and_reference_read_the_same_set_ups(rows, seat):
    game = SideBySide({}, bytes(32))
    text = "setup " + "/".join(rows)
    assert game.truth.is_legal_setup(seat, text) == (rows in (LAYOUT, LAYOUT[::-1]))
    game.try_text(seat, text)


# --- directed games: positions that random ones rarely reach ----------------------------------------------


class Directed:
    """A game walked to a wanted position without attacks, with squares named as if the mover were Cyan."""

    def __init__(self, options: dict, mover: int, own: str, other: str):
        first = ["cyan", "magenta"][mover]
        usual = {"quiet": 0, "maxPlies": 1000, "first": first, "liberties": "orthogonal"}
        self.game = SideBySide({**usual, **options}, bytes(32))
        self.mover = mover
        self.play(mover, f"setup {own}")
        self.play(1 - mover, f"setup {other}")

    @property
    def truth(self) -> decoy_reference.Reference:
        return self.game.truth

    def play(self, seat: int, text: str) -> None:
        self.game.play(seat, text)
        self.game.compare()

    def turned(self, name: str) -> tuple[int, int]:
        row, column = decoy_reference.square_at(name)
        return (row if self.mover == 0 else 9 - row), column

    def step_text(self, source: str, target: str) -> str:
        return "-".join(decoy_reference.square_name(self.turned(name)) for name in (source, target))

    def step(self, source: str, target: str) -> None:
        self.rest_until(self.mover)
        self.play(self.mover, self.step_text(source, target))

    def rest_until(self, seat: int) -> None:
        while self.truth.to_act() and self.truth.side != seat:
            self.play(self.truth.side, "end")

    def walk(self, source: str, target: str) -> None:
        """Walk a piece along a shortest way over empty squares, in as many turns as needed."""
        piece, goal = self.truth.board[self.turned(source)], self.turned(target)
        while piece.square != goal:
            assert self.truth.to_act(), "the match ended on the way"
            self.rest_until(piece.seat)
            way = [piece.square, self.next_on_way(piece, goal)]
            text = "-".join(decoy_reference.square_name(square) for square in way)
            if text in self.truth.actions(piece.seat):
                self.play(piece.seat, text)
            else:
                self.rest_until(1 - piece.seat)

    def next_on_way(self, piece: decoy_reference.Piece, goal: tuple[int, int]) -> tuple[int, int]:
        """Return the next square on the way, searched from the goal, as every step is reversible."""
        after, waiting = {goal: goal}, [goal]
        for square in waiting:
            for near in decoy_reference.neighbours(square, decoy_reference.STEPS[piece.kind]):
                if near == piece.square:
                    return square
                if near not in after and near not in self.truth.board:
                    after[near] = square
                    waiting.append(near)
        raise AssertionError("no way")


def corner_and_ring(options: dict, mover: int, corner: str, caught: str) -> Directed:
    """Prepare a step a2-b1 that takes the last of eight liberties of an enemy c2 and of the mover's a0."""
    spare = {"C": "D", "D": "C"}[corner]
    game = Directed(
        {"liberties": "eight", **options},
        mover,
        f"{corner}8D/2II5D/DG1D1SSG1{spare}",
        "SSIIDDDD2/10/1GDGC5",
    )
    for source, target in [("b7", "a1"), ("d7", "b0"), ({"D": "c7", "C": "e7"}[caught], "c2")]:
        game.walk(source, target)
    for source, target in [("f2", "c3"), ("g2", "b3"), ("h2", "d3")]:
        game.walk(source, target)
    game.rest_until(mover)
    return game


@pytest.mark.slow
@pytest.mark.parametrize("mover", [0, 1])
def test_one_step_may_capture_and_be_suicide_at_once(mover):
    game = corner_and_ring({}, mover, "D", "D")
    game.step("a2", "b1")
    assert game.game.seen["capture and suicide at once"] == 1
    assert game.truth.result() is None


@pytest.mark.slow
@pytest.mark.parametrize("mover", [0, 1])
def test_suicide_of_the_commander_loses_in_spite_of_a_capture(mover):
    game = corner_and_ring({}, mover, "C", "D")
    game.step("a2", "b1")
    assert game.truth.result() == (1 - mover, "assassination")
    assert game.game.seen["capture and suicide at once"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("mover", [0, 1])
def test_a_win_by_capture_comes_before_ones_own_suicide(mover):
    game = corner_and_ring({}, mover, "C", "C")
    game.step("a2", "b1")
    assert game.truth.result() == (mover, "assassination")
    assert game.game.seen["own suicide not carried out"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize("caught", ["D", "C"])
def test_forbidden_suicide_is_refused_whatever_it_would_capture(mover, caught):
    game = corner_and_ring({"suicide": "forbidden"}, mover, "C", caught)
    text = game.step_text("a2", "b1")
    assert text not in game.truth.actions(mover)
    game.game.try_text(mover, text)


@pytest.mark.slow
@pytest.mark.parametrize("suicide", ["allowed", "forbidden"])
@pytest.mark.parametrize("mover", [0, 1])
def test_a_step_that_captures_its_way_out_is_no_suicide(mover, suicide):
    game = Directed({"suicide": suicide}, mover, "CSS4IID/DDD7/2G3G2D", "D1D7/1D3CSSGG/6IIDD")
    for source, target in [("g2", "c8"), ("c2", "a8")]:
        game.walk(source, target)
    game.step("c8", "b9")
    assert game.game.seen["surrounded"] == 1
    assert game.game.seen["suicide"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("mover", [0, 1])
def test_commander_and_all_decoys_in_one_surround_are_an_assassination(mover):
    game = Directed({}, mover, "CSSGGII3/10/DDDDD5", "CDD2SSGGI/DDD6I/10")
    for source, target in [("e2", "d9"), ("d2", "d8"), ("a2", "a7"), ("b2", "b7"), ("c2", "c7")]:
        game.walk(source, target)
    assert game.truth.result() == (mover, "assassination")
    told = next(fact for fact in game.truth.told(mover) if fact[0] == "surrounded")
    assert told[1] == 6
    assert len(told[2:]) == 4  # two of the six squares are out of sight (DP-33)


@pytest.mark.slow
@pytest.mark.parametrize("mover", [0, 1])
def test_all_decoys_in_one_surround_are_an_attrition(mover):
    game = Directed({}, mover, "CSSGGII3/10/DDDDD5", "DDD2SSGGI/DD6CI/10")
    for source, target in [("e2", "d9"), ("d2", "c8"), ("a2", "a7"), ("b2", "b7")]:
        game.walk(source, target)
    assert game.truth.result() == (mover, "attrition")


@pytest.mark.slow
@pytest.mark.parametrize("mover", [0, 1])
def test_suicide_of_all_decoys_is_an_attrition(mover):
    game = Directed({}, mover, "DDDD3SSC/5D1GGI/9I", "CDDDII4/10/SGDDGS4")
    for source, target in [
        ("a7", "a1"),
        ("b7", "b1"),
        ("c7", "c1"),
        ("d7", "d1"),
        ("e7", "e1"),
        ("f7", "f0"),
    ]:
        game.walk(source, target)
    game.step("f1", "e0")
    assert game.truth.result() == (1 - mover, "attrition")
