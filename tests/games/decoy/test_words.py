"""Decoy Patrol in words: told to each reader, on pictures, and beside them (DP-24, DP-25, DP-43)."""

from __future__ import annotations

import pytest

from games.core.game import MatchReason, Result
from games.decoy.rules.state import DecoyReason
from tests.games.decoy.table import CYAN, GAME, MAGENTA, PUBLIC, play, playout, put, step

# --- addressed to the reader --------------------------------------------------------------------------


def test_an_attack_is_told_to_each_side_in_its_own_words_and_to_the_public_in_neutral_ones():
    told = step(put("Ie5 Sd5", "Ge6 Dj9", phase="a"), "e5xe6").told
    assert told[CYAN] == ("Your Infiltrator on e5 hit the piece on e6 for 3. It survived.",)
    assert told[MAGENTA] == ("Your Guardian on e6 was hit for 3 from e5: 1 of 4 health left.",)
    assert told[PUBLIC] == ("Cyan attacks e6 from e5: hit.",)
    told = step(put("Ge5 Gd5", "Se6 Dj9", phase="a"), "e5xe6").told
    assert told[CYAN][0] == "Your Guardian on e5 destroyed the piece on e6."
    assert told[MAGENTA][0] == "Your Scout on e6 was destroyed by a hit for 4 from e5."
    assert told[PUBLIC][0] == "Cyan attacks e6 from e5: destroyed."


RETOLD = [
    ("Your Scout went from e5 to d5.", "Cyan's Scout went from e5 to d5."),
    ("Your Scout on e5 hit the piece on e6 for 2. It survived.", None),
    ("You lost your Scout on i8 and Decoy on j8.", "Cyan lost its Scout on i8 and Decoy on j8."),
    ("An unseen enemy on f6 stops your Decoy on e5.", "An unseen enemy on f6 stops Cyan's Decoy on e5."),
    ("An enemy went from e5 to d5.", "Cyan: An enemy went from e5 to d5."),
]
"""What Cyan alone was told, and what a spectator reads; None if only “Your” changes."""


@pytest.mark.parametrize(("line", "words"), RETOLD)
def test_a_spectator_reads_what_a_side_was_told_with_its_name(line, words):
    assert GAME.retold(CYAN, line) == (words or line.replace("Your", "Cyan's"))


def test_a_step_and_a_loss_are_told_to_their_owner_by_the_name_of_the_piece():
    assert step(put("Se5"), "e5-d5").told[CYAN] == ("Your Scout went from e5 to d5.",)
    taken = step(put("Sa0 Cj3 Dj1", "Sb0 Sa2 Gb2", mover=MAGENTA), "a2-a1")
    assert "You lost your Scout on a0." in taken.told[CYAN]


def test_each_side_of_a_bump_reads_of_its_own_piece_by_name():
    told = step(put("De5 Dj0", "Gf6 Dj9", vision="diamond"), "e5-f6").told
    assert told[CYAN][0] == "An unseen enemy on f6 stops your Decoy on e5."
    assert told[MAGENTA] == ("An enemy on e5 ran into your Guardian on f6.",)
    assert told[PUBLIC] == ()


ENDINGS = [
    (CYAN, "assassination", "Cyan wins: Magenta's Commander is destroyed"),
    (MAGENTA, "attrition", "Magenta wins: Cyan has no Decoys left"),
    (CYAN, "tiebreak", "Cyan wins: its Commander is farther forward"),
    (None, "quiet", "Drawn: no loss for 30 turns, and all is equal"),
    (None, "plies", "Drawn: turn 80 was the last, and all is equal"),
    (CYAN, "resigned", "Cyan wins: Magenta resigned"),
    (MAGENTA, "time", "Magenta wins on time"),
    (None, "agreed", "Drawn by agreement"),
    (CYAN, "adjudicated", "Cyan wins by adjudication"),
    (None, "adjudicated", "Drawn by adjudication"),
    (None, "aborted", "Aborted"),
    (None, "cancelled", "Canceled"),
]
"""Winner, reason, and the words in the picture."""


@pytest.mark.parametrize(("winner", "reason", "words"), ENDINGS)
def test_a_picture_says_how_a_match_ended(winner, reason, words):
    over = GAME.ended(put("Ge5 Cd4", "Se6"), Result(winner, reason))
    for who in (CYAN, MAGENTA, PUBLIC):
        scene = GAME.scene(GAME.view(over, who))
        assert scene.subtitle == words
        assert f". {words}. Turn" in scene.alt


def test_a_picture_has_words_for_every_reason():
    reasons = (*MatchReason, *DecoyReason)
    assert {reason for _, reason, _ in ENDINGS} == {reason.value for reason in reasons}


# --- memories, on the picture and beside it ----------------------------------------------------------


def token(state, square, who=CYAN):
    found = [token for token in GAME.scene(GAME.view(state, who)).tokens if token.square == square]
    return found[0] if found else None


def ledger(state, who=CYAN):
    return [
        (counter.label, counter.value, counter.seat) for counter in GAME.scene(GAME.view(state, who)).below
    ]


def test_a_ghost_is_faded_with_its_letters_and_the_turn():
    killed = play(put("De5 Sa1 Dj0", "Ge6", mover=MAGENTA, phase="a"), "e6xe5")
    ghost = token(killed, "e6")
    assert (ghost.faded, ghost.label, ghost.badge, ghost.seat) == (True, "G", "1", MAGENTA)
    assert token(killed, "e6", PUBLIC) is None
    assert "Last seen: e6 on turn 1 (Guardian)." in GAME.noted(GAME.view(killed, CYAN))
    again = token(play(killed, "end", "end", "a1-a2"), "e6")
    assert (again.faded, again.label) == (False, "G?")
    noted = GAME.noted(GAME.view(play(killed, "end", "end", "a1-a2"), CYAN))
    assert noted[0] == "e6: maybe Guardian, as on turn 1."


def test_a_ghost_is_not_drawn_under_a_piece():
    state = play(put("Se2 De7", "Ge6", mover=MAGENTA), "e6-f6", "f6-f5", "end", "end")
    for *_, played in playout(4, ("medium", "easy")):
        for who in (CYAN, MAGENTA):
            squares = [token.square for token in GAME.scene(GAME.view(played.state, who)).tokens]
            assert len(squares) == len(set(squares))
    assert GAME.scene(GAME.view(state, CYAN)).tokens


def test_the_ledger_tells_the_losses_and_the_decoys_that_are_left():
    dead = play(put("Ge5 Dd5 Dj0", "Se6 Dd6 Dj9 Da8", phase="a"), "e5xe6", "d5xd6")
    assert ledger(dead) == [
        ("Lost", "2 S, G, 2 I, 3 D", CYAN),
        ("Decoys", "2", CYAN),
        ("Lost", "D, ?", MAGENTA),
        ("Decoys", "3–4", MAGENTA),
    ]
    assert ledger(dead, PUBLIC) == []
    assert GAME.noted(GAME.view(dead, CYAN))[-1].endswith(
        "They lost 1 Decoy, 1 unknown. Decoys left: you have 2, they have 3 to 4."
    )


def test_the_squares_of_the_latest_attacks_are_marked_for_everybody():
    state = play(put("De5 Sd5", "Ge6 Dj9", phase="a"), "e5xe6")
    for who in (CYAN, MAGENTA, PUBLIC):
        scene = GAME.scene(GAME.view(state, who))
        assert [mark.squares for mark in scene.marks if mark.kind == "blast"] == [("e6",)]
        assert "Latest attacks: e6 hit." in scene.alt


def test_an_over_match_and_the_public_have_nothing_noted():
    state = play(put("De5 Sd5", "Ge6 Dj9", phase="a"), "e5xe6")
    assert GAME.noted(GAME.view(state, CYAN))
    assert GAME.noted(GAME.view(state, PUBLIC)) == ()
    over = GAME.ended(state, Result(0, MatchReason.RESIGNED))
    assert GAME.noted(GAME.view(over, CYAN)) == ()


# --- the author's glyphs ------------------------------------------------------------------------------


@pytest.mark.parametrize("who", [CYAN, MAGENTA])
def test_DP_44_known_pieces_carry_the_glyphs_if_the_match_says_so(who):
    board = ("Cd0 Sc1 Ge4 If3 Dh0", "Cd9 Sc8 Ge5 If8 Dh9")
    letters, glyphs = (GAME.view(put(*board, signs=signs), who) for signs in ("letters", "glyphs"))
    assert drawn(letters) == set("CSGID")
    assert drawn(glyphs) == set("★+✦×☆")
    assert GAME.scene(letters).alt == GAME.scene(glyphs).alt
    assert list(GAME.actions(letters)) == list(GAME.actions(glyphs))


def test_DP_44_the_set_up_and_the_buttons_have_them_too():
    fresh = GAME.new(GAME.options({"signs": "glyphs"}), bytes(32))
    for draft in ((), ("S2DCD3S/1D1GDG1D2/2I4I2",)):
        asked = GAME.prompt(GAME.view(fresh, CYAN), draft)
        assert {token.label for token in asked.picture.tokens} == set("★+✦×☆")
    moving = GAME.prompt(GAME.view(put("Se2 Gb1", "Dh9", signs="glyphs"), CYAN), ())
    assert moving.choices[0].label.startswith("★ a0")
    attacking = GAME.prompt(GAME.view(put("Se5", "De6 Dj9", phase="a", signs="glyphs"), CYAN), ())
    assert attacking.choices[0].label.startswith("+ e5 × e6")


def drawn(view):
    return {token.label for token in GAME.scene(view).tokens if token.shape == "disc"}


# --- everything is open -------------------------------------------------------------------------------


def revealed(state, who):
    return GAME.revealed(GAME.view(GAME.ended(state, Result(CYAN, MatchReason.RESIGNED)), who))


def test_what_each_side_has_left_is_told_by_kind_and_to_its_owner_as_theirs():
    state = put("Ca0' Sb1 Ge5'' De4 Df5 Dj0", "Cg0'", bare=True)
    left = "Commander on a0 (4 of 5 health); Scout on b1; Guardian on e5 (2 of 4 health); Decoys on "
    assert revealed(state, CYAN)[0] == f"Your pieces left: {left}j0, e4 and f5."
    for who in (MAGENTA, PUBLIC):
        assert revealed(state, who)[0] == f"Cyan's pieces left: {left}j0, e4 and f5."
    assert revealed(state, MAGENTA)[1] == "Your last piece: the Commander on g0 (4 of 5 health)."
    assert revealed(state, CYAN)[1] == "Magenta's last piece: the Commander on g0 (4 of 5 health)."


def test_a_side_without_a_layout_or_a_piece_is_told_as_such():
    begun = play(GAME.new(GAME.options({}), bytes(32)), "setup SD1G1DG1DS/1D1DCI1I2/10")
    assert revealed(begun, CYAN)[1] == "Magenta hadn't set up."
    assert revealed(begun, MAGENTA)[1] == "You hadn't set up."
    over = play(put("Ge5", "Ce6''", phase="a", bare=True), "e5xe6")
    assert GAME.revealed(GAME.view(over, MAGENTA))[1] == "You have no pieces left."
    assert GAME.revealed(GAME.view(over, PUBLIC))[1] == "Magenta has no pieces left."
