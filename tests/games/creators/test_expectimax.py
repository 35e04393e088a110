"""The expectimax level of Creators: its evaluations, compared with slow calculations."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games import GAMES
from games.core.search.nodes import Nodes, OutOfNodes
from games.core.vocabulary.bits import members
from games.creators.ai import expectimax_deeper
from games.creators.ai.expectimax import candidates, sight_of
from games.creators.ai.expectimax_replies import (
    ABOUT_TO_BE_SHORT,
    ABOUT_TO_WIN,
    FACE_NODES,
    GAINS,
    HELD,
    ONE_SHORT,
    TWO_SHORT,
    WINS_NOW,
    Position,
    Reply,
    Tries,
    after,
    position_of,
)
from games.creators.ai.ground import find_reach, ground_of, ways, without
from games.creators.ai.levels import PLAYERS
from games.creators.ai.memory import guess_pattern
from games.creators.ai.reach import set_of
from games.creators.rules.geometry import DIE_FACES, geometry
from tests.games.creators.table import DESTROYER, put

GAME = GAMES["creators"]
SIZE = 12
PATTERN = frozenset(row * SIZE + column for row in range(3, 9) for column in (4, 5, 7))
GROUND = ground_of(SIZE, PATTERN)
NEVER = (99,)
"""More cells than there are, so a need that's never met."""


def lines(die: int, cell: int) -> set[int]:
    return {target for target, _ in geometry(SIZE).lines[0][die][cell]}


def reckoned(pawns: set[int], wanted: set[int], seat: int) -> int:
    """Return the value that a seat's pawns add, counted pawn by pawn."""
    first, each, way, beside = GAINS[seat]
    total = 0
    for die in DIE_FACES:
        found = [target for pawn in pawns for target in lines(die, pawn) & wanted]
        total += first * bool(found) + each * len(set(found)) + way * len(found)
    return total + beside * sum(any(lines(die, pawn) & wanted for die in DIE_FACES) for pawn in pawns)


def worth_of(builder: set[int], other: set[int]) -> int:
    """Return the builder's evaluation while neither side is near the end."""
    held, missing = builder & PATTERN, PATTERN - builder
    return HELD * len(held) + reckoned(builder, missing, 0) + reckoned(other, held, 1)


def sides(cells: list[int]) -> tuple[set[int], set[int]]:
    return set(cells[: len(cells) // 2]), set(cells[len(cells) // 2 :])


crowds = st.lists(st.integers(0, SIZE * SIZE - 1), min_size=8, max_size=24, unique=True)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(crowds, st.sampled_from((0, DESTROYER)), st.sampled_from(DIE_FACES))
def test_every_reply_is_worth_what_counting_pawn_by_pawn_gives(cells: list[int], seat: int, die: int) -> None:
    builder, other = sides(cells)
    replies = tries().replies(position_of(GROUND, set_of(builder), set_of(other)), seat, 0)[die - 1]
    for worth, source, target in replies:
        moving, still = (builder, other) if seat == 0 else (other, builder)
        pawns = [(moving - {source}) | {target}, still - {target}]
        assert worth == worth_of(*(pawns if seat == 0 else pawns[::-1]))


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(crowds, st.sampled_from((0, DESTROYER)), st.sampled_from(DIE_FACES))
def test_no_reply_of_another_worth_is_left_out_but_those_that_give_up_a_cell(
    cells: list[int], seat: int, die: int
) -> None:
    builder, other = sides(cells)
    replies = tries().replies(position_of(GROUND, set_of(builder), set_of(other)), seat, 0)[die - 1]
    moving, still = (builder, other) if seat == 0 else (other, builder)
    worths = []
    for source in moving:
        for target in lines(die, source) - moving:
            if seat or source not in PATTERN or target in PATTERN:
                pawns = [(moving - {source}) | {target}, still - {target}]
                worths.append(worth_of(*(pawns if seat == 0 else pawns[::-1])))
    assert {worth for worth, _, _ in replies} == set(worths)


def tries(needs: tuple[int, ...] = NEVER, nodes: int = 10_000) -> Tries:
    return Tries(GROUND, needs, Nodes(nodes))


def middle() -> Position:
    """Return a position with twelve pawns a side, some of them on the pattern."""
    cells = random.Random(3).sample(range(SIZE * SIZE), 24)
    return position_of(GROUND, *(set_of(side) for side in sides(cells)))


@example([cell for die in DIE_FACES for cell in sorted(lines(die, 65))], 65)
@given(crowds, st.integers(0, SIZE * SIZE - 1))
def test_how_many_ways_lead_to_cells_is_known_and_where_they_lead_without_a_pawn(
    cells: list[int], wanted: int
) -> None:
    pawns, cell = find_reach(GROUND, set_of(cells)), cells[0]
    bits = GROUND.bits[wanted] * GROUND.faces
    by_face = [sum(wanted in PATTERN & lines(die, pawn) for pawn in cells) for die in DIE_FACES]
    assert ways(pawns, bits) == sum(by_face)
    assert (pawns.once & bits).bit_count() == sum(map(bool, by_face))
    assert without(GROUND, pawns, cell) == find_reach(GROUND, set_of(cells[1:])).once


HELD_NOW = middle().held.bit_count()


@pytest.mark.parametrize("needs", [NEVER, (HELD_NOW + 1,)])
@pytest.mark.parametrize("seat", [0, DESTROYER])
def test_two_plies_are_the_best_replies_and_what_is_left_after_those_that_do_not_win(
    seat: int, needs: tuple[int, ...]
) -> None:
    position, total, won = middle(), 0, False
    for replies in tries(needs).replies(position, seat, 0):
        best: Reply = min(replies) if seat else max(replies)
        following = after(GROUND, position, seat, *best[1:])
        wins = best[0] >= WINS_NOW
        won |= wins
        total += 6 * WINS_NOW if wins else tries(needs).evaluate_replies(following, 1 - seat, seat, 1)
    assert tries(needs).evaluate_replies(position, seat, 0, 2) == total
    assert won == (seat == 0 and needs != NEVER)


def test_what_is_needed_is_that_of_the_round_in_which_the_builder_moves() -> None:
    soon, never = tries((99, 99, HELD_NOW)), tries()
    assert (
        soon.evaluate_replies(middle(), 0, 1, 1)
        < WINS_NOW
        <= soon.evaluate_replies(middle(), 0, 2, 1)
        == 6 * WINS_NOW
    )
    assert never.evaluate_replies(middle(), DESTROYER, 1, 2) + 6 * WINS_NOW < soon.evaluate_replies(
        middle(), DESTROYER, 1, 2
    )


def test_to_lack_a_cell_or_two_in_the_next_round_is_worth_more() -> None:
    found = {
        (seat, short): tries((99, HELD_NOW + short)).worth(middle(), seat, 0)
        - tries().worth(middle(), seat, 0)
        for seat in (0, DESTROYER)
        for short in (1, 2, 3)
    }
    assert [found[0, short] for short in (1, 2, 3)] == [ONE_SHORT, TWO_SHORT, 0]
    missing = PATTERN - set(members(middle().builder))
    pawns = members(middle().builder)
    faces = sum(any(lines(die, pawn) & missing for pawn in pawns) for die in DIE_FACES)
    expected = [faces * ABOUT_TO_WIN, faces * ABOUT_TO_BE_SHORT, 0]
    assert [found[DESTROYER, short] for short in (1, 2, 3)] == expected


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_all_replies_to_a_face_count_as_so_many_nodes(plies: int) -> None:
    nodes = FACE_NODES * sum(6**ply for ply in range(1, plies + 1))
    tries(nodes=nodes).evaluate_replies(middle(), 0, 0, plies)
    with pytest.raises(OutOfNodes):
        tries(nodes=nodes - 1).evaluate_replies(middle(), 0, 0, plies)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, DESTROYER])
def test_the_usual_budget_is_enough_for_all_that_it_looks_at(seat: int) -> None:
    state = put("f6 d5 h8 e9 b11 k12", "f3 d2 h1 e6 g8 a2", die=2, side=seat)
    view, briefing = GAME.view(state, seat), GAME.briefing(state, seat)
    chosen = {PLAYERS["expert"](view, briefing, random.Random(0), nodes) for nodes in (20_000, 10**9)}
    assert len(chosen) == 1


class Spy:
    """A recorder of the calls of `Tries.evaluate_replies`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[int, int, int]] = []
        looked = Tries.evaluate_replies

        def noted(tries: Tries, position: Position, seat: int, number: int, plies: int) -> int:
            self.asked.append((seat, number, plies))
            return looked(tries, position, seat, number, plies)

        monkeypatch.setattr(Tries, "evaluate_replies", noted)


def test_more_nodes_let_it_look_further(monkeypatch: pytest.MonkeyPatch) -> None:
    state, spy = put("f6 d5 h8 e9 b11 k12", "f3 d2 h1 e6 g8 a2", die=2), Spy(monkeypatch)
    view, briefing, deepest = GAME.view(state, 0), GAME.briefing(state, 0), list[int]()
    for nodes in (20, 300, 20_000):
        spy.asked.clear()
        PLAYERS["expert"](view, briefing, random.Random(0), nodes)
        deepest.append(max((plies for _, _, plies in spy.asked), default=0))
    assert deepest == sorted(deepest)
    assert deepest[-1] == 3


@pytest.mark.parametrize(("seat", "number"), [(0, 7), (DESTROYER, 8)])
def test_of_all_moves_it_plays_the_one_that_leaves_most_to_its_side(
    seat: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = put("f6 d5 h8 e9 b11 k12", "f3 d2 h1 e6 g8 a2", die=2, side=seat, round=7)
    view, briefing = GAME.view(state, seat), GAME.briefing(state, seat)
    known = guess_pattern(view, briefing)
    ground, worths = ground_of(SIZE, known), {}
    for candidate in candidates(view, sight_of(view, known), 1000):
        position = position_of(ground, *candidate.pawns)
        left = Tries(ground, (view.total,), Nodes(1000)).evaluate_replies(position, 1 - seat, number, 1)
        worths[candidate.move] = -left if seat else left
    spy = Spy(monkeypatch)
    monkeypatch.setattr(expectimax_deeper, "STAGES", ((1, 1000),))
    chosen = PLAYERS["expert"](view, briefing, random.Random(0), 20_000)
    assert worths[chosen] == max(worths.values()) > min(worths.values())
    assert set(spy.asked) == {(1 - seat, number, 1)}
