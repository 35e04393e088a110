"""Decoy Patrol's rulings on the setup, its texts and editor, and the options (DP-1 to DP-4)."""

from __future__ import annotations

import hmac
import re

import pytest

from games import Illegal, Unreadable
from games.core.game import MatchReason, Result
from games.decoy.rules.board import NEAR, SQUARE_OF, names_in
from games.decoy.rules.layouts import READY
from tests.games.decoy.table import (
    CYAN,
    GAME,
    LAYOUT,
    MAGENTA,
    PUBLIC,
    action_of,
    begun,
    counts,
    field,
    legal,
    put,
    refused,
    seen,
    shown,
    start,
    step,
)

OTHER = "10/CDDDDDSSGG/II8"

# --- the board and the home rows ----------------------------------------------------------------------


def test_DP_1_cyans_home_rows_are_0_to_2_and_magentas_7_to_9():
    state = begun()
    assert {square[1] for square in seen(state, CYAN)} == set("012")
    assert {square[1] for square in seen(state, MAGENTA)} == set("789")


def test_DP_1_each_side_sees_its_own_rows_at_the_bottom_unless_it_turns_the_board():
    state = begun()
    for who, bottom, left in ((CYAN, "0", "a"), (MAGENTA, "9", "j"), (PUBLIC, "0", "a")):
        scene = GAME.scene(GAME.view(state, who))
        turned = GAME.scene(GAME.view(state, who), flip=True)
        assert (scene.ranks[-1], scene.files[0]) == (bottom, left)
        assert (turned.ranks[0], turned.files[-1]) == (bottom, left)
        assert (len(scene.ranks), len(scene.files)) == (10, 10)


def test_DP_2_a_layout_is_written_from_the_own_back_row_each_row_from_a_to_j():
    state = begun("C9/SS8/GGIIDDDDD1", "C9/SS8/GGIIDDDDD1")
    cyan, magenta = seen(state, CYAN), seen(state, MAGENTA)
    assert (cyan["a0"], cyan["b1"], cyan["c2"], cyan["i2"]) == ("C", "S", "I", "D")
    assert (magenta["a9"], magenta["b8"], magenta["c7"], magenta["i7"]) == ("C", "S", "I", "D")


# --- two independent commitments ----------------------------------------------------------------------


def test_DP_2_both_commit_in_either_order_and_the_game_is_the_same():
    state = start()
    assert GAME.to_act(state) == (CYAN, MAGENTA)
    one = step(state, f"setup {LAYOUT}", CYAN).state
    other = step(state, f"setup {OTHER}", MAGENTA).state
    assert (GAME.to_act(one), GAME.to_act(other)) == ((MAGENTA,), (CYAN,))
    one = step(one, f"setup {OTHER}", MAGENTA).state
    other = step(other, f"setup {LAYOUT}", CYAN).state
    assert one == other
    assert (GAME.to_act(one), field(one, PUBLIC, "ply")) == ((CYAN,), "1")


def test_DP_2_nobody_learns_anything_of_the_other_ones_layout():
    one = step(start(), f"setup {LAYOUT}", CYAN)
    other = step(start(), f"setup {OTHER}", CYAN)
    assert one.state != other.state
    for who in (MAGENTA, PUBLIC):
        assert GAME.view(one.state, who) == GAME.view(other.state, who)
        assert one.told[who] == other.told[who] == ("Cyan has set up.",)
    assert shown(begun(LAYOUT), MAGENTA) == shown(begun(OTHER), MAGENTA)


def test_DP_2_a_committed_layout_cannot_be_changed():
    once = step(start(), f"setup {LAYOUT}", CYAN).state
    for text in (f"setup {LAYOUT}", f"setup {OTHER}"):
        assert "is set" in refused(once, text, CYAN)
        assert "can't change it" in refused(begun(), text, CYAN)
        assert "Cyan's turn" in refused(begun(), text, MAGENTA)
    assert list(GAME.actions(GAME.view(once, CYAN))) == []


def test_DP_2_nothing_is_played_before_both_have_set_up():
    for text in ("a0-a1", "a2xa3", "end"):
        assert "Set up" in refused(start(), text, CYAN)
    once = step(start(), f"setup {LAYOUT}", CYAN).state
    for text in ("a0-a1", "a2xa3", "end"):
        assert "wait for your opponent" in refused(once, text, CYAN)
        assert "Set up" in refused(once, text, MAGENTA)


def test_DP_2_every_listed_layout_is_legal_and_only_those_who_are_to_set_up_have_a_list():
    for seat in (CYAN, MAGENTA):
        view = GAME.view(start(), seat)
        listed = list(GAME.actions(view))
        assert len(listed) == len(set(listed)) > 3
        for action in listed:
            assert GAME.parse(view, GAME.format(action)) == action
            assert GAME.play(start(), seat, action).state.sides[1 - seat].pieces == ()
    assert list(GAME.actions(GAME.view(start(), PUBLIC))) == []


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        ("C9/SS8/GGIIDDDD2", "11: Decoy 4 of 5"),
        ("C9/SS8/GGIIDDDDDD", "13: Decoy 6 of 5"),
        ("10/10/10", "0: Commander 0 of 1"),
        ("CC8/SS8/GGIIDDDD2", "12: Commander 2 of 1, Decoy 4 of 5"),
        ("C9/SSS7/GIIDDDDD2", "12: Scout 3 of 2, Guardian 1 of 2"),
        ("S9/SG8/GIIDDDDD2", "11: Commander 0 of 1"),
        ("10/C9/SS8/GGIIDDDDD1", "3 rows.*4"),
        ("C9/SS8/GGIIDDDDD1/10", "3 rows.*4"),
        ("C9/SSGGIIDDDD", "3 rows.*2"),
        ("CS9/S9/GGIIDDDDD1", "Row 1.* 11 squares"),
        ("C9/SS8/GGIIDDDDD", "Row 3.* 9 squares"),
        ("C9//SSGGIIDDDD", "Row 2"),
        ("C91/SS8/GGIIDDDDD1", "Row 1.* 11 squares"),
        ("C9/SS71/GGIIDDDDD1", "C9/SS8/GGIIDDDDD1"),
        ("91/CSS7/GGIIDDDDD1", "10/CSS7/GGIIDDDDD1"),
        ("55/CSS7/GGIIDDDDD1", "10/CSS7/GGIIDDDDD1"),
        ("C09/SS8/GGIIDDDDD1", "Row 1"),
        ("c9/SS8/GGIIDDDDD1", "Row 1"),
        ("C9/SS8/GGIIDDDD★1", "Row 3"),
        ("C9/SS8/GGIIDDDDD ", "Row 3"),
        ("C9/SS8/GGIIDDDDD1\n", "Row 3"),
        ("C9/SS8/GGIIDDDDD١", "Row 3"),
        ("C'9/SS8/GGIIDDDDD1", "Row 1"),
        ("", "3 rows.*1"),
    ],
)
@pytest.mark.parametrize("seat", [CYAN, MAGENTA])
def test_DP_2_exactly_the_army_on_three_home_rows_one_piece_a_square(seat, layout, words):
    waiting = step(start(), f"setup {OTHER}", 1 - seat).state
    for state in (start(), waiting):
        assert re.search(words, refused(state, f"setup {layout}", seat, Unreadable))


@pytest.mark.parametrize("text", ["setup", f"Setup {LAYOUT}", f"setup  {LAYOUT}", f" setup {LAYOUT}", LAYOUT])
def test_DP_2_a_set_up_is_written_strictly(text):
    refused(start(), text, CYAN, Unreadable)


def test_DP_2_a_layout_made_by_hand_is_checked_by_play_too():
    army = tuple("CSSGGIIDDDDD")
    good = action_of(f"setup {LAYOUT}")
    for layout in (
        (*army, "D", *[""] * 17),
        (*army[:11], *[""] * 19),
        (*[""] * 30, *army),
        (*army, "X", *[""] * 17),
    ):
        with pytest.raises(Illegal):
            GAME.play(start(), CYAN, type(good)(layout))


# --- position texts of the setup ---------------------------------------------------------------------


def test_the_position_in_the_set_up_shows_the_own_layout_and_the_number_of_pieces():
    empty = "/".join(["10"] * 10)
    for who in (CYAN, MAGENTA, PUBLIC):
        assert shown(start(), who) == f"{empty} s s - 0,0 0 0"
    once = step(start(), "setup 1C8/SS8/GGIIDDDDD1", MAGENTA).state
    assert shown(once, CYAN) == shown(once, PUBLIC) == f"{empty} s s - 0,12 0 0"
    assert shown(once, MAGENTA) == "10/10/10/10/10/10/10/GGIIDDDDD1/SS8/1C8 s s - 0,12 0 0"


def test_the_position_of_the_first_turn_has_ply_1_and_three_points():
    state = begun()
    rows = "C9/SS8/GGIIDDDDD1/10/10/10/10/10/10/10"
    assert shown(state, CYAN) == f"{rows} c m 3 12,12 0 1"
    assert shown(state, MAGENTA) == "10/10/10/10/10/10/10/GGIIDDDDD1/SS8/C9 c - - 12,12 0 1"
    assert shown(state, PUBLIC) == "10/10/10/10/10/10/10/10/10/10 c - - 12,12 0 1"
    assert counts(state) == (12, 12)


# --- the editor ---------------------------------------------------------------------------------------


def asked(seat, draft, state=None):
    return GAME.prompt(GAME.view(state or start(), seat), draft)


def chosen(seat, draft, *keys):
    """Return the draft after tapping these choices one after another."""
    for key in keys:
        choice = next(choice for choice in asked(seat, draft).choices if choice.key == key)
        assert choice.action is None
        assert not choice.disabled
        draft = (*draft, key) if choice.leads_to is None else choice.leads_to
    return draft


def committed(seat, draft):
    """Return the action that the editor offers after its final confirmation."""
    question = asked(seat, chosen(seat, draft, "commit"))
    assert question.shape == "confirm"
    return question.choices[0].action


def tokens(seat, draft):
    return {token.square: token.label for token in asked(seat, draft).picture.tokens}


@pytest.mark.parametrize("seat", [CYAN, MAGENTA])
def test_DP_3_the_set_up_begins_with_three_ready_layouts_and_a_random_one(seat):
    choices = asked(seat, ()).choices
    ready = [choice for choice in choices if not choice.button]
    assert len({choice.leads_to for choice in ready}) == 3
    assert [choice.key for choice in choices if choice.drawn] == ["random"]
    assert all(choice.action is None for choice in choices)
    for choice in ready:
        text = committed(seat, chosen(seat, (), choice.key))
        state = step(start(), text, seat).state
        assert seen(state, seat) == tokens(seat, choice.leads_to)


@pytest.mark.parametrize("seat", [CYAN, MAGENTA])
def test_DP_3_a_random_layout_is_the_one_of_the_number_that_is_drawn(seat):
    texts = [committed(seat, (*chosen(seat, (), "random"), str(number))) for number in (1, 2, 123456789, 1)]
    assert texts[0] == texts[3]
    assert len(set(texts)) == 3
    for text in texts:
        assert len(seen(step(start(), text, seat).state, seat)) == 12


@pytest.mark.parametrize("seat", [CYAN, MAGENTA])
def test_DP_3_any_layout_can_be_built_from_the_empty_board(seat):
    wanted = seen(step(start(), f"setup {OTHER}", seat).state, seat)
    draft = chosen(seat, (), "empty")
    for square, letter in wanted.items():
        assert next(c for c in asked(seat, draft).choices if c.key == "commit").disabled
        draft = chosen(seat, draft, letter, square[1], square)
        assert tokens(seat, draft)[square] == letter
    assert committed(seat, draft) == f"setup {OTHER}"


def test_DP_2_the_list_of_layouts_begins_with_three_that_never_change():
    listed = [GAME.format(action) for action in GAME.actions(GAME.view(start(), CYAN))]
    assert listed[:3] == [
        "setup SD1G1DG1DS/1D1DCI1I2/10",
        "setup 1DCD2D1D1/2G2D4/S2I1GI2S",
        "setup 2D1D2D2/1D1C2D3/S1GI2IG1S",
    ]
    assert len(listed) == 64


def laid_out(draft):
    """Return the text of a draft's layout."""
    return next(choice for choice in asked(CYAN, draft).choices if choice.key == "commit").leads_to[0]


def test_DP_3_pieces_of_a_ready_layout_are_moved_swapped_and_taken_away():
    draft = (LAYOUT,)
    assert laid_out(chosen(CYAN, draft, "a0", "2", "j2")) == "10/SS8/GGIIDDDDDC"
    assert laid_out(chosen(CYAN, draft, "a0", "1", "b1")) == "S9/SC8/GGIIDDDDD1"
    away = chosen(CYAN, draft, "i2", "away")
    assert laid_out(away) == "C9/SS8/GGIIDDDD2"
    assert next(c for c in asked(CYAN, away).choices if c.key == "commit").disabled
    assert all(choice.action is None for choice in asked(CYAN, (laid_out(away), "commit")).choices)
    assert committed(CYAN, chosen(CYAN, away, "D", "0", "j0")) == "setup C8D/SS8/GGIIDDDD2"


@pytest.mark.parametrize("steps", [("a0", "2", "j2"), ("a0", "1", "b1"), ("i2", "away"), ("mirror",)])
def test_DP_3_the_last_change_can_be_taken_back(steps):
    assert "undo" not in {choice.key for choice in asked(CYAN, (LAYOUT,)).choices}
    assert laid_out(chosen(CYAN, (LAYOUT,), *steps, "undo")) == LAYOUT


def test_DP_3_a_layout_is_turned_left_to_right():
    assert laid_out(chosen(CYAN, (LAYOUT,), "mirror")) == "9C/8SS/1DDDDDIIGG"


def test_DP_3_the_commander_of_the_fortress_is_walled_in():
    (text,) = (text for name, text, _ in READY if name == "Fortress")
    board = seen(step(start(), f"setup {text}", CYAN).state, CYAN)
    (commander,) = (SQUARE_OF[name] for name, letter in board.items() if letter == "C")
    assert set(names_in(NEAR[commander])) < set(board)


def test_DP_3_the_spearhead_strikes_fast_and_the_shell_game_hides_its_commander_among_slow_pieces():
    layouts = {name: seen(step(start(), f"setup {text}", CYAN).state, CYAN) for name, text, _ in READY}
    front = [letter for name, letter in layouts["Spearhead"].items() if name[1] == "2"]
    assert sorted(front) == list("GIISS"), "all that can go three squares is in front"
    shells = {name: letter for name, letter in layouts["Shell game"].items() if letter in "CD"}
    assert sorted(shells.values()) == list("CDDDDD")
    assert {name[1] for name in shells} == set("01"), "the six that move alike are behind the others"
    (commander,) = (SQUARE_OF[name] for name, letter in shells.items() if letter == "C")
    assert set(names_in(NEAR[commander])) & set(shells)


@pytest.mark.parametrize("seat", [CYAN, MAGENTA])
def test_DP_3_the_ready_layouts_are_shown_in_one_picture(seat):
    picture = asked(seat, ()).picture
    assert len(picture.tokens) == 36
    assert [counter.value for counter in picture.counters] == [name for name, *_ in READY]
    for number, (_, text, _) in enumerate(READY, 1):
        own = tokens(seat, (text,))
        shown = {token.square: token.label for token in picture.tokens if token.square[1] == str(number)}
        row_of = {name: abs(int(name[1]) - 9 * seat) for name in own}
        assert shown == {f"{name[0]}{number}{row_of[name]}": letter for name, letter in own.items()}


@pytest.mark.parametrize(
    "draft",
    [
        ("nonsense",),
        ("random", "x"),
        (LAYOUT, "j9"),
        (LAYOUT, "a0", "7"),
        (LAYOUT, "j9=a0"),
        (LAYOUT, "C=j0"),
        (LAYOUT, "j0="),
        (LAYOUT, "="),
    ],
)
def test_DP_3_a_draft_that_leads_nowhere_still_asks_something(draft):
    assert asked(CYAN, draft).choices
    assert all(choice.action is None for choice in asked(CYAN, draft).choices)


def test_DP_3_a_layout_that_is_never_sent_keeps_the_match_waiting():
    once = step(start(), f"setup {LAYOUT}", CYAN).state
    assert GAME.to_act(once) == (MAGENTA,)
    assert asked(MAGENTA, (), once) == asked(MAGENTA, ())
    assert asked(CYAN, (), once).choices == ()


# --- the side that begins -----------------------------------------------------------------------------


def test_DP_4_cyan_begins_unless_the_option_names_magenta():
    for number in range(8):
        seed = bytes([number]) * 32
        assert GAME.to_act(begun(seed=seed)) == (CYAN,)
        assert GAME.to_act(begun(seed=seed, first="magenta")) == (MAGENTA,)
    assert field(begun(first="magenta"), PUBLIC, "side") == "m"


def test_DP_4_a_seeded_first_turn_is_one_draw_of_two():
    found = set()
    for number in range(20):
        seed = bytes([number]) * 32
        drawn = int.from_bytes(hmac.digest(seed, bytes(8), "sha256")[:8], "big") % 2
        assert GAME.to_act(begun(seed=seed, first="seeded")) == (drawn,)
        found.add(drawn)
    assert found == {CYAN, MAGENTA}


@pytest.mark.parametrize(
    ("mover", "ply", "began"), [(CYAN, 1, CYAN), (MAGENTA, 2, CYAN), (MAGENTA, 7, MAGENTA)]
)
def test_DP_4_in_a_rematch_the_loser_begins_and_after_a_draw_whoever_did_not(mover, ply, began):
    def first(winner):
        state = put("Se5", "Sj6", mover=mover, ply=ply)
        return GAME.rematch(state, Result(winner, MatchReason.AGREED)).options["first"]

    assert [first(CYAN), first(MAGENTA)] == ["magenta", "cyan"]
    assert first(None) == ("cyan", "magenta")[1 - began]


def test_DP_4_the_side_that_begins_may_move_at_once():
    assert "a2-a3" in legal(begun())
    assert "a7-a6" in legal(begun(first="magenta"))
