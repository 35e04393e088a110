"""Decoy Patrol's rulings on sight and on reports of steps (DP-14 to DP-20)."""

from __future__ import annotations

import re

import pytest

from games.core.screen.scene import Scene
from games.decoy.rules.board import NAMES
from tests.budgets import first_slow
from tests.games.decoy.table import (
    CYAN,
    GAME,
    MAGENTA,
    PUBLIC,
    at,
    enemies,
    field,
    heard,
    legal,
    play,
    playout,
    put,
    seen,
    shown,
    step,
    suspected,
    targets,
    truth,
)

VISION = {"C": 3, "S": 4, "G": 2, "I": 2, "D": 1}
SHAPES = {
    "square": lambda rows, columns, vision: max(abs(rows), abs(columns)) <= vision,
    "diamond": lambda rows, columns, vision: abs(rows) + abs(columns) <= vision,
    "circle": lambda rows, columns, vision: rows * rows + columns * columns <= vision * vision,
}
SQUARES = [file + row for row in "0123456789" for file in "abcdefghij"]


def radius(square, vision, shape):
    """Return all squares that a piece reveals, by the words of the ruling."""
    return {
        other
        for other in SQUARES
        if SHAPES[shape](int(other[1]) - int(square[1]), ord(other[0]) - ord(square[0]), vision)
    }


def fog(state, who):
    tints = GAME.scene(GAME.view(state, who)).tints
    return {square for tint in tints if tint.kind == "fog" for square in tint.squares}


# --- sight --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("letter", VISION)
def test_DP_15_each_kind_sees_enemies_within_its_vision_and_no_others(letter, shape):
    for own in ("e5", "b8"):
        revealed = radius(own, VISION[letter], shape)
        for square in SQUARES:
            if square != own:
                state = put(letter + own, f"D{square}", bare=True, vision=shape)
                assert enemies(state, CYAN) == {square} & revealed
        assert fog(state, CYAN) == set(SQUARES) - revealed


def test_DP_15_vision_is_square_unless_the_option_says_otherwise():
    for options in ({}, {"vision": "square"}):
        assert enemies(put("Se3", "Di7", **options), CYAN) == {"i7"}
    for shape in ("diamond", "circle"):
        assert enemies(put("Se3", "Di7", vision=shape), CYAN) == set()


def test_DP_14_a_side_sees_what_any_of_its_living_pieces_sees():
    state = put("De2 Sb4", "Gf3 Ib8 Gi5")
    assert enemies(state, CYAN) == {"f3", "b8"}
    assert enemies(state, MAGENTA) == {"e2"}
    alone = put("De2", "Gf3 Ib8 Gi5")
    assert enemies(alone, CYAN) == {"f3"}


def test_DP_14_nothing_blocks_the_view():
    state = put("Se2 De3 Dd3", "Ge4 Ge5 Ge6")
    assert enemies(state, CYAN) == {"e4", "e5", "e6"}


def test_DP_16_sight_is_new_after_every_step():
    state = put("Se1", "Ge6 Ga5")
    assert enemies(state, CYAN) == {"a5"}
    state = play(state, "e1-e2")
    assert (enemies(state, CYAN), field(state, CYAN, "points")) == ({"e6", "a5"}, "2")
    state = play(state, "e2-f2")
    assert enemies(state, CYAN) == {"e6"}


def test_DP_16_sight_counts_in_the_turn_of_the_other_too():
    state = put("Se1", "Se6", mover=MAGENTA)
    assert enemies(state, CYAN) == set()
    state = play(state, "e6-e5")
    assert (enemies(state, CYAN), state.mover) == ({"e5"}, MAGENTA)
    assert enemies(play(state, "e5-e6"), CYAN) == set()


def test_DP_16_the_sight_of_a_destroyed_piece_ends_at_once():
    state = put("Ge4 Sg4 Se1", "Se5 Df5", phase="a")
    assert enemies(state, MAGENTA) == {"e4", "g4", "e1"}
    state = play(state, "e4xe5")
    assert (enemies(state, MAGENTA), state.mover) == ({"g4", "e4"}, CYAN)


def test_DP_16_the_sight_of_a_surrounded_piece_ends_at_once():
    state = put("De4 Gd5 Gf5 Ie7", "Se5 Ce9", liberties="orthogonal")
    assert enemies(state, MAGENTA) == {"e4", "d5", "f5", "e7"}
    state = play(state, "e7-d6", "d6-c5")
    assert enemies(state, MAGENTA) == {"e4", "d5", "f5", "c5"}
    state = play(put("De4 Gd5 Gf5 Ge7", "Se5 Ce9"), "e7-e6")
    assert (enemies(state, MAGENTA), state.mover) == ({"e6"}, CYAN)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("number", first_slow(range(2)))
def test_DP_16_everybody_sees_at_all_times_exactly_what_stands_within_sight(number, shape):
    for *_, played in playout(number, ("easy", "easy"), vision=shape)[1:]:
        state = played.state
        for who in (CYAN, MAGENTA):
            own, theirs = truth(state, who), truth(state, 1 - who)
            reach = set().union(*(radius(sq, VISION[letter], shape) for sq, (letter, _) in own.items()))
            bumped = {SQUARES[pair[1 - who]] for pair in state.bumps}
            assert enemies(state, who) == set(theirs) & (reach | bumped)
            assert bumped <= set(theirs)


# --- an unseen blocker --------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", ["diamond", "circle"])
def test_DP_15_an_unseen_blocker_ends_the_step_costs_a_point_and_both_see_each_other(shape):
    state = put("De5", "Df6", vision=shape)
    assert (enemies(state, CYAN), enemies(state, MAGENTA)) == (set(), set())
    assert legal(state) == legal(put("De5", "", vision=shape))
    played = step(state, "e5-f6")
    state = played.state
    assert (at(state, "e5"), at(state, "f6")) == ("D", "D")
    assert (enemies(state, CYAN), enemies(state, MAGENTA)) == ({"f6"}, {"e5"})
    assert field(state, CYAN, "points") == "2"
    assert targets(state, "e5") == set()
    assert all(re.search("e5.*f6|f6.*e5", played.told[who][0]) for who in (CYAN, MAGENTA))
    assert played.told[PUBLIC] == ()
    assert seen(state, PUBLIC) == {"e5": "c", "f6": "m"}
    assert "e5xf6" in legal(play(state, "end"))


def met(vision="diamond"):
    """Return the state after a Decoy on e5 ran into one on f6."""
    return play(put("De5 Dj0", "Df6 Dj9", vision=vision), "e5-f6")


def in_sight_of_each_other(state):
    return "f6" in enemies(state, CYAN), "e5" in enemies(state, MAGENTA)


def test_DP_15_those_who_ran_into_each_other_see_each_other_until_one_of_them_moves():
    theirs = play(met(), "end", "end")
    assert (theirs.mover, in_sight_of_each_other(theirs)) == (MAGENTA, (True, True))
    gone = step(theirs, "f6-g7")
    assert gone.told[CYAN] == ("An enemy left your view at f6.",)
    assert (enemies(gone.state, CYAN), enemies(gone.state, MAGENTA)) == (set(), set())
    assert in_sight_of_each_other(play(gone.state, "end", "end", "g7-f6")) == (False, False)
    mine = play(theirs, "end", "end")
    assert (mine.mover, in_sight_of_each_other(mine)) == (CYAN, (True, True))
    gone = step(mine, "e5-e4")
    assert gone.told[MAGENTA] == ("An enemy left your view at e5.",)
    assert (enemies(gone.state, CYAN), enemies(gone.state, MAGENTA)) == (set(), set())


def test_DP_15_the_sight_of_each_other_ends_when_one_of_them_falls():
    destroyed = play(met(), "end", "e5xf6")
    assert (at(destroyed, "f6"), at(destroyed, "e5")) == ("", "D")
    assert (enemies(destroyed, CYAN), enemies(destroyed, MAGENTA)) == (set(), set())
    assert seen(destroyed, PUBLIC) == {}


def test_DP_15_who_ran_into_somebody_is_seen_to_attack_and_named_by_it():
    struck = step(play(met(), "end"), "e5xf6")
    assert struck.told[MAGENTA][0] == "Your Decoy on f6 was destroyed by a hit for 1 from e5."
    hit = play(put("De5", "Gf6 Dj9", vision="diamond"), "e5-f6", "end", "e5xf6")
    assert suspected(hit, MAGENTA, "e5") == "D"


def test_DP_15_each_pair_is_seen_until_one_of_its_own_moves_and_then_remembered():
    state = play(put("De5 Dg5", "Df6 Dh6", vision="diamond"), "e5-f6", "g5-h6")
    assert (enemies(state, CYAN), enemies(state, MAGENTA)) == ({"f6", "h6"}, {"e5", "g5"})
    state = play(state, "end", "end", "end", "end", "e5-e4")
    assert (enemies(state, CYAN), enemies(state, MAGENTA)) == ({"h6"}, {"g5"})
    ghosts = [NAMES[ghost.note.square] for ghost in GAME.view(state, CYAN).memory.ghosts]
    assert ghosts == ["f6"]


def test_DP_15_an_enemy_that_ran_into_a_fallen_piece_is_remembered():
    state = play(met(), "end", "end", "end", "f6xe5")
    assert [NAMES[ghost.note.square] for ghost in GAME.view(state, CYAN).memory.ghosts] == ["f6"]


def test_DP_15_an_enemy_beside_that_is_not_in_sight_is_not_attackable():
    state = play(put("De5", "Df6", vision="diamond"), "end")
    assert state.mover == MAGENTA
    state = put("De5", "Df6 De6", vision="diamond", phase="a")
    assert legal(state) == ["e5xe6", "end"]


@pytest.mark.parametrize("shape", ["diamond", "circle"])
def test_DP_42_with_other_shapes_the_public_sees_only_pairs_that_both_sides_surely_see(shape):
    for kinds in ("SD", "DS", "SI", "GG"):
        assert seen(put(f"{kinds[0]}e5", f"{kinds[1]}f6", vision=shape), PUBLIC) == {}
    assert seen(put("De5", "Df5", vision=shape), PUBLIC) == {"e5": "c", "f5": "m"}
    assert seen(put("De5", "Df6", vision="square"), PUBLIC) == {"e5": "c", "f6": "m"}


# --- the look of an enemy -----------------------------------------------------------------------------


@pytest.mark.parametrize("piece", ["Ce7''''", "Se7'", "Ge7", "Ge7'''", "Ie7''", "De7"])
def test_DP_17_all_enemies_look_the_same_whatever_they_are_and_lack(piece):
    state, other = put("Se4", f"Ca9 Dj9 {piece}"), put("Se4", "Ca9 Dj9 Se7")
    for who in (CYAN, PUBLIC):
        one, two = GAME.view(state, who), GAME.view(other, who)
        assert one == two
        assert GAME.scene(one) == GAME.scene(two)
    diamonds = [token for token in GAME.scene(GAME.view(state, CYAN)).tokens if token.seat == MAGENTA]
    assert [(t.square, t.shape, t.label, t.badge) for t in diamonds] == [("e7", "diamond", "", "")]


def test_DP_17_enemies_are_listed_by_square_and_not_by_any_number_of_their_own():
    state = play(put("Se4", "Sc6 Gg6 Ib5", mover=MAGENTA), "g6-g5", "c6-d6", "d6-e6")
    tokens = GAME.scene(GAME.view(state, CYAN)).tokens
    squares = [token.square for token in tokens if token.seat == MAGENTA]
    assert squares == ["b5", "g5", "e6"]


@pytest.mark.parametrize(
    ("text", "other", "own"),
    [
        ("e7-e6", (), ("e7", "e6")),
        ("e6-e5", ("e5",), ("e6", "e5")),
        ("e5-d5", ("e5", "d5"), ("e5", "d5")),
        ("e5-e6", ("e5",), ("e5", "e6")),
    ],
)
def test_DP_18_a_step_is_told_with_those_of_its_squares_that_are_in_view(text, other, own):
    played = step(put("Se1", f"S{text[:2]}", mover=MAGENTA), text)
    assert tuple(re.findall(r"\b[a-j]\d\b", " ".join(played.told[CYAN]))) == other
    assert tuple(re.findall(r"\b[a-j]\d\b", " ".join(played.told[MAGENTA]))) == own
    assert len(played.told[CYAN]) == bool(other)
    assert played.told[PUBLIC] == ()


def test_DP_18_appearing_leaving_and_stepping_in_view_are_told_in_their_words():
    state = put("Se1", "Se6", mover=MAGENTA)
    assert heard(state, CYAN, "e6-e5", "e5-d5") == [
        "An enemy appeared at e5.",
        "An enemy went from e5 to d5.",
    ]
    assert heard(play(state, "e6-e5"), CYAN, "e5-e6") == ["An enemy left your view at e5."]


def test_DP_18_a_step_is_judged_with_the_sight_of_its_own_moment():
    state = put("Sa0 Cj3 Dj1", "Sb0 Sa2 Gb2", mover=MAGENTA)
    assert heard(state, CYAN, "a2-a1")[0] == "An enemy went from a2 to a1."
    after = play(state, "a2-a1")
    assert at(after, "a0") == ""
    assert heard(after, CYAN, "a1-a2") == []


def test_DP_19_the_points_that_were_used_are_not_told():
    lazy, busy = put("Se1", "Sb8 Ie8", mover=MAGENTA), put("Se1", "Sb8 Ie8", mover=MAGENTA)
    texts = ["b8-b7", "b7-b8", "e8-f9"]
    for who in (CYAN, PUBLIC):
        assert heard(lazy, who, "end") == heard(busy, who, *texts) == ["Magenta's turn is over."]
        assert shown(play(lazy, "end"), who) == shown(play(busy, *texts), who)
        assert GAME.view(play(lazy, "b8-b7"), who) == GAME.view(lazy, who)


def test_DP_19_only_the_mover_reads_of_the_end_of_a_turn_as_its_own():
    told = step(put("Se1", "Sb8"), "end").told
    assert told[CYAN] == ("Your turn is over.",)
    assert told[MAGENTA] == told[PUBLIC] == ("Cyan's turn is over.",)
    assert GAME.retold(CYAN, "Your turn is over.") == "Cyan's turn is over."


def test_DP_20_the_board_itself_is_the_same_for_all_whatever_is_in_the_fog():
    def ground(scene: Scene):
        return [tint for tint in scene.tints if tint.kind != "fog"]

    one, two = put("Se1", "Gb8"), put("Se1", "Dc9 Gh8 Ib7")
    grounds = [ground(GAME.scene(GAME.view(state, who))) for state in (one, two) for who in (0, 1, None)]
    assert all(tints == grounds[0] != [] for tints in grounds)
    assert fog(one, PUBLIC) == set()
    assert fog(one, CYAN) == fog(two, CYAN)
    assert set(seen(one, CYAN)) == {"e1", "a0", "j0"}
