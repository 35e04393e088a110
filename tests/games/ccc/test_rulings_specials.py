"""CCC's rulings on Cubes and Toruses (CCC-29 to CCC-33)."""

from __future__ import annotations

import pytest

from tests.kit.games.ccc_table import at, board, legal, outcome, play, pools, put, reach, refused, step

EIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)]
FOUR = EIGHT[:4]
ANY_PIECE = ["F", "(FFF)", "N", "(LS)", "f", "(ff)", "c", "t", "s", "(lm)", "(fs)"]


def line(square, direction, most=9):
    """Return the squares from one square in a direction."""
    file, rank = "abcdefgh".index(square[0]), int(square[1])
    squares = [(file + n * direction[0], rank + n * direction[1]) for n in range(1, most + 1)]
    return ["abcdefgh"[f] + str(r) for f, r in squares if 0 <= f < 8 and 1 <= r <= 8]


def lines(square, directions, most=9):
    return {target for direction in directions for target in line(square, direction, most)}


# --- Cubes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("square", ["a1", "d4", "h8", "b7", "a5"])
def test_CCC_29_a_cube_goes_1_to_5_squares_in_8_directions(square):
    state = put(f"C{square}", keepers=("Sg1", "sg8"))
    assert reach(state, square) == {f"-{target}" for target in lines(square, EIGHT, 5) - {"g1", "g8"}}


@pytest.mark.parametrize("between", ANY_PIECE)
def test_CCC_29_a_cube_leaps_anything_but_an_enemy_flag(between):
    state = put(f"Ca3 {between}b3 Fc3 fd3")
    assert {"-e3", "-f3"} <= reach(state, "a3")
    assert "-g3" not in reach(state, "a3")
    assert at(play(state, "a3-e3"), "b3") == between


def test_CCC_29_a_cube_never_leaps_an_enemy_flag():
    assert reach(put("Ca3 nd3"), "a3") & {"-c3", "-e3", "-f3"} == {"-c3"}
    on_the_way = put("Ca3 fc3 nd3")
    assert not reach(on_the_way, "a3") & {"-c3", "xc3", "-d3", "xd3", "-e3", "-f3"}
    refused(on_the_way, "a3-e3", "Nice Flag")


@pytest.mark.parametrize("there", ANY_PIECE)
def test_CCC_29_a_cube_goes_to_empty_squares_only(there):
    state = put(f"Ca3 {there}c3")
    assert not any(target.endswith("c3") for target in reach(state, "a3"))
    for sign in "-&x":
        refused(state, f"a3{sign}c3")


@pytest.mark.parametrize("text", ["a3-g3", "a3-b5", "a3-c4", "a3-a3"])
def test_CCC_29_a_cube_goes_no_further_and_in_no_other_line(text):
    refused(put("Ca3"), text, "one to five squares in a straight line")


# --- Toruses ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("square", ["a1", "d4", "h6", "b7"])
def test_CCC_30_a_torus_slides_orthogonally_any_distance(square):
    state = put(f"T{square}", keepers=("Sg2", "se8"))
    assert reach(state, square) == {f"-{target}" for target in lines(square, FOUR)}


@pytest.mark.parametrize("there", ["f", "(fff)", "c", "t", "s", "(lm)", "(fs)"])
def test_CCC_30_a_torus_attacks_the_first_enemy_in_its_line_and_leaps_nobody(there):
    state = put(f"Td4 {there}d6 fd7")
    upwards = {target for target in reach(state, "d4") if target[1] == "d" and target[2] > "4"}
    assert upwards == {"-d5", "xd6"}
    for text in ("d4-d8", "d4xd7"):
        refused(state, text, "without leaping")


@pytest.mark.parametrize("there", ["F", "(FFF)", "C", "N", "L", "(FS)"])
def test_CCC_30_own_pieces_stop_a_torus(there):
    state = put(f"Td4 {there}d6 fd7")
    assert {target for target in reach(state, "d4") if target[1] == "d" and target[2] > "4"} == {"-d5"}
    refused(state, "d4xd6")


@pytest.mark.parametrize("there", ["f", "(fff)", "c", "t", "s", "(lm)", "(fs)"])
@pytest.mark.parametrize("square", ["c5", "e5", "c3", "e3", "d5", "d3", "c4", "e4"])
def test_CCC_30_a_torus_attacks_any_of_its_eight_neighbours(there, square):
    state = put(f"Td4 {there}{square}")
    assert legal(state, "d4").count(f"d4x{square}") == 1
    assert not any(target[1:] == square and target[0] != "x" for target in reach(state, "d4"))


def test_CCC_30_diagonally_a_torus_neither_moves_nor_attacks_from_afar():
    state = put("Td4 ff6 Fc3")
    assert reach(state, "d4") == {f"-{target}" for target in lines("d4", FOUR)}
    for text in ("d4-e5", "d4xf6"):
        refused(state, text, "along a rank or file")
    refused(state, "d4&c3")


@pytest.mark.parametrize(
    ("victim", "left"), [("s", "T"), ("l", "T"), ("(lm)", "(l)"), ("(lms)", "(lm)"), ("(ffl)", "T")]
)
def test_CCC_31_a_torus_attacks_pyramids_and_structures_with_them(victim, left):
    state = put(f"Td4 {victim}d6", pools="10,0" if left == "T" else f"{4 if victim == '(lm)' else 2},0")
    after = play(state, "d4xd6")
    assert at(after, "d6").strip("()") == left.strip("()")


@pytest.mark.parametrize("friend", ["F", "(FF)", "C", "T", "N", "S", "(LM)", "(FS)"])
def test_CCC_31_a_torus_never_goes_onto_an_own_piece(friend):
    for square in ("d5", "e5"):
        state = put(f"Td4 {friend}{square}")
        assert not any(target[1:] == square for target in reach(state, "d4"))
        refused(state, f"d4&{square}")


# --- the shared pool ----------------------------------------------------------------------------------


def test_CCC_32_both_toruses_attack_out_of_one_pool():
    state = put("Ta1 Th2 fa5 (ff)d2 cb8")
    state = play(state, "a1xa5", "b8-b7", "h2xd2")
    assert (pools(state), at(state, "a5"), at(state, "d2")) == ((7, 0), "T", "T")


def test_CCC_32_an_attack_on_either_torus_weakens_both():
    state = put("ta5 th8 Fa4 Fh7 Fd1 cd8", keepers=("Sh1", "sg8"))
    assert pools(state) == (0, 10)
    state = play(state, "a4xa5", "d8-d7", "h7xh8")
    assert (pools(state), at(state, "a5"), at(state, "h8")) == ((0, 8), "t", "t")


@pytest.mark.parametrize("square", ["a1", "d4", "h7"])
def test_CCC_32_at_nothing_both_leave_the_board_wherever_they_are(square):
    state = put(f"Fa6 ta7 t{square}", pools="0,1")
    after = play(state, "a6xa7")
    assert pools(after) == (0, 0)
    assert "t" not in board(after).values()
    assert (at(after, "a7"), at(after, square)) == ("", "")


def test_CCC_32_an_attacking_torus_without_strength_takes_the_other_one_with_it():
    after = play(put("Ta1 Th5 (ff)a3", pools="2,0"), "a1xa3")
    assert (pools(after), at(after, "a1"), at(after, "a3"), at(after, "h5")) == ((0, 0), "", "", "")


@pytest.mark.parametrize("pool", [2, 5, 10])
def test_CCC_32_no_torus_ever_dies_alone(pool):
    after = play(put("Fa4 ta5 td8", pools=f"0,{pool}"), "a4xa5")
    assert [at(after, square) for square in ("a5", "d8")] == ["t", "t"]
    assert pools(after) == (0, pool - 1)


def test_CCC_32_in_a_collapse_toruses_are_gone_before_the_next_drop():
    after = play(put("(FFFF)d4 td5 td6", pools="0,1"), "4d4+13")
    assert (at(after, "d5"), at(after, "d6"), pools(after)) == ("", "(FFF)", (0, 0))


def test_CCC_32_everybody_is_told_when_toruses_fall():
    told = step(put("Fa6 ta7 td4", pools="0,1"), "a6xa7").told
    assert any("Toruses" in line for line in told[None])


def test_CCC_33_a_torus_that_attacks_a_cube_costs_the_whole_pool():
    after = play(put("Ta1 Th5 ca3"), "a1xa3")
    assert (pools(after), at(after, "a1"), at(after, "a3"), at(after, "h5")) == ((0, 0), "", "c", "")


@pytest.mark.parametrize(("white", "black"), [(10, 7), (7, 10), (1, 2), (9, 1)])
def test_CCC_33_torus_against_torus_costs_both_pools_the_smaller_one(white, black):
    after = play(put("Ta1 Th5 ta3 te8", pools=f"{white},{black}"), "a1xa3")
    assert pools(after) == (white - min(white, black), black - min(white, black))
    survivor, home = ("T", "h5") if white > black else ("t", "e8")
    assert {square: piece for square, piece in board(after).items() if piece in "Tt"} == {
        "a3": survivor,
        home: survivor,
    }


@pytest.mark.parametrize("pool", [1, 6, 10])
def test_CCC_33_equal_pools_fall_with_all_four_toruses(pool):
    after = play(put("Ta1 Th5 ta3 te8", pools=f"{pool},{pool}"), "a1xa3")
    assert board(after) == {"h1": "S", "h8": "s"}
    assert (pools(after), outcome(after)) == ((0, 0), None)
