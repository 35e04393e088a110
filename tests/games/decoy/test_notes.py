"""Conclusions about each enemy in view in Decoy Patrol, and how long they hold (DP-17, DP-18, DP-24)."""

from __future__ import annotations

import pytest

from games.decoy.ai.belief import suspects
from games.decoy.rules.board import NAMES
from games.decoy.rules.notes import Note, heal_note, possible
from games.decoy.rules.pieces import KINDS
from tests.games.decoy.table import CYAN, GAME, MAGENTA, PUBLIC, enemies, play, playout, put, suspected, truth

ANYBODY = "CSGID"
SURVIVORS = {"D": "CSGI", "S": "CGI", "I": "CG", "G": "C"}


def lacking(state, square, who=CYAN):
    """Return the health that an enemy surely lacks by the viewer's notes."""
    return next(s.damage for s in suspects(GAME.view(state, who)) if NAMES[s.square] == square)


def noted(state, who=CYAN):
    return {NAMES[note.square] for note in GAME.view(state, who).notes}


# --- exclusions by each observation -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "texts", "left"),
    [
        ("D", ("e6-e7",), "CSGD"),
        ("C", ("e6-d6",), "CSGD"),
        ("D", ("e6-d7",), "CGID"),
        ("I", ("e6-d7",), "CGID"),
        ("S", ("e6-e7", "e7-e6"), "SG"),
        ("S", ("e6-e7", "e7-f7"), "SG"),
        ("I", ("e6-d7", "d7-e8"), "GI"),
        ("G", ("e6-d7", "d7-d6"), "G"),
        ("S", ("e6-f6", "f6-f7", "f7-f6"), "S"),
        ("I", ("e6-f7", "f7-g8", "g8-h7"), "I"),
    ],
)
def test_steps_in_view_rule_out_who_cannot_make_them(letter, texts, left):
    state = put("Se4", f"{letter}e6", mover=MAGENTA)
    assert suspected(state, CYAN, "e6") == ANYBODY
    assert suspected(play(state, *texts), CYAN, texts[-1][-2:]) == left


def test_steps_of_two_turns_are_not_the_steps_of_one():
    state = play(put("Se4", "Ge6", mover=MAGENTA), "e6-e7", "end", "end", "e7-e6")
    assert suspected(state, CYAN, "e6") == "CSGD"
    assert suspected(play(state, "e6-e5"), CYAN, "e5") == "SG"


def test_directions_of_two_turns_are_known_together():
    state = play(put("Se4", "De6", mover=MAGENTA), "e6-e7", "end", "end", "e7-d6")
    assert suspected(state, CYAN, "d6") == "CGD"


def test_the_most_steps_of_any_turn_are_kept():
    state = play(put("Se4", "Se6", mover=MAGENTA), "e6-e7", "e7-e6", "end", "end", "e6-e7")
    assert suspected(state, CYAN, "e7") == "SG"


def test_steps_out_of_view_prove_nothing():
    state = play(put("Se3", "Ge9", mover=MAGENTA), "e9-e8", "e8-d7")
    assert suspected(state, CYAN, "d7") == ANYBODY
    state = play(put("Se3", "Se9", mover=MAGENTA), "e9-e8", "e8-e7", "e7-d7")
    assert suspected(state, CYAN, "d7") == "CSGD"


@pytest.mark.parametrize("letter", ANYBODY)
def test_an_attack_names_the_attacker_for_all_powers_differ(letter):
    state = put("Ge5 Sd5", f"{letter}e6", phase="a", mover=MAGENTA)
    assert suspected(play(state, "e6xe5"), CYAN, "e6") == letter


@pytest.mark.parametrize(("letter", "left"), SURVIVORS.items())
def test_surviving_an_attack_rules_out_the_weak(letter, left):
    state = play(put(f"{letter}e5", "Ce6", phase="a"), "e5xe6")
    assert suspected(state, CYAN, "e6") == left


def test_attacks_in_one_turn_add_up():
    state = play(put("De5 Sd5 If5", "Ce6", phase="a"), "e5xe6", "d5xe6")
    assert (suspected(state, CYAN, "e6"), lacking(state, "e6")) == ("CG", 3)


@pytest.mark.parametrize(("heal", "left", "lacks"), [("own", "CG", 3), ("all", "CGI", 2)])
def test_what_has_healed_does_not_add_up(heal, left, lacks):
    state = play(put("Se5 Dd5", "Ce6", phase="a", heal=heal), "e5xe6", "end", "end", "end")
    assert state.mover == CYAN
    assert lacking(state, "e6") == lacks - 2
    state = play(state, "end", "e5xe6")
    assert (suspected(state, CYAN, "e6"), lacking(state, "e6")) == (left, lacks)


def test_the_known_loss_grows_smaller_at_the_turn_in_which_the_piece_heals_and_at_no_other():
    state = play(put("Ie5", "Ce6", phase="a"), "e5xe6")
    assert (state.mover, lacking(state, "e6")) == (MAGENTA, 2)
    state = play(state, "end", "end")
    assert (state.mover, lacking(state, "e6")) == (CYAN, 2)
    assert suspected(play(state, "end", "end"), CYAN, "e6") == "CG"


# --- how long a note lasts ----------------------------------------------------------------------------


def test_the_note_goes_when_the_piece_leaves_view_and_comes_back_as_a_new_one():
    state = play(put("Se2", "Se6", mover=MAGENTA), "e6-d6")
    assert suspected(state, CYAN, "d6") == "CSGD"
    state = play(state, "d6-d7")
    assert noted(state) == set()
    assert suspected(play(state, "d7-d6"), CYAN, "d6") == ANYBODY


def test_the_note_goes_when_the_watcher_steps_away():
    state = play(put("Se2", "Se6", mover=MAGENTA), "e6-d6", "end")
    assert noted(state) == {"d6"}
    state = play(state, "e2-e1")
    assert noted(state) == set()
    state = play(state, "end", "end", "e1-e2")
    assert suspected(state, CYAN, "d6") == ANYBODY


def test_the_note_goes_with_the_watcher_who_falls():
    state = play(put("Sf6", "Se7 Cg7", mover=MAGENTA), "e7-e6", "end")
    assert noted(state) == {"e6"}
    assert noted(play(state, "g7xf6")) == set()


def test_the_note_goes_with_the_piece_that_falls():
    state = play(put("Se4 Ge5 Dd5", "Ie6", phase="a"), "d5xe6")
    assert noted(state) == {"e6"}
    assert noted(play(state, "e5xe6")) == set()


def test_notes_stay_with_their_own_pieces_when_one_follows_another():
    state = play(put("Se3", "Ge6 Ie7", mover=MAGENTA), "e6-d6", "e7-f6", "f6-e5")
    assert (suspected(state, CYAN, "d6"), suspected(state, CYAN, "e5")) == ("CSGD", "GI")
    state = play(put("Se3", "Ge6 Ie7", mover=MAGENTA), "e6-d6", "d6-c6", "e7-d6")
    assert (suspected(state, CYAN, "c6"), suspected(state, CYAN, "d6")) == ("SG", "CGID")


def test_an_unseen_attacker_leaves_no_note():
    state = put("Ge5", "Sf6", vision="diamond", phase="a", mover=MAGENTA)
    assert noted(play(state, "f6xe5")) == {"f6"}
    state = put("De5 De4", "Sf6", vision="diamond", phase="a", mover=MAGENTA)
    assert noted(play(state, "f6xe5")) == set()


def test_the_picture_carries_the_letters_of_two_that_are_left_and_the_known_loss():
    state = play(put("Ie5", "Ge6", phase="a"), "e5xe6")
    view = GAME.view(state, CYAN)
    scene = GAME.scene(view)
    token = next(token for token in scene.tokens if token.square == "e6")
    assert (token.label, token.badge[1:]) == ("CG", "2")
    assert GAME.noted(view)[0] == "e6: survived 3, so Commander or Guardian."


@pytest.mark.slow
@pytest.mark.parametrize("vision", ["square", "diamond", "circle"])
@pytest.mark.parametrize("heal", ["own", "all"])
def test_no_note_is_ever_wrong_or_about_a_piece_out_of_view(heal, vision):
    kinds = 0
    for *_, played in playout(4, ("medium", "easy"), heal=heal, vision=vision)[1:]:
        state = played.state
        assert GAME.view(state, PUBLIC).notes == ()
        for who in (CYAN, MAGENTA):
            theirs = truth(state, 1 - who)
            assert noted(state, who) <= enemies(state, who)
            for note in GAME.view(state, who).notes:
                letter, damage = theirs[NAMES[note.square]]
                assert letter in {KINDS[kind].letter for kind in possible(note)}
                assert note.damage <= damage
                kinds += len(possible(note)) < len(KINDS)
    assert kinds > 20


def test_a_note_heals_to_no_damage_and_not_beyond():
    once = heal_note(Note(square=4, damage=1, worst=2))
    twice = heal_note(once)
    assert [(note.damage, note.worst) for note in (once, twice, heal_note(twice))] == [(0, 1), (0, 0), (0, 0)]
