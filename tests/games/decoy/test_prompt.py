"""The prompts of a turn of Decoy Patrol, which take few taps and little room."""

from __future__ import annotations

import pytest

from games.decoy.rules.pieces import KIND_OF_LETTER, KINDS
from tests.games.decoy.table import CYAN, GAME, play, playout, put, start, suspected, twin

IN_A_LINE = 33
"""Characters that fit on one line of a button on a phone."""


def asked(state, *draft, seat=CYAN):
    return GAME.prompt(GAME.view(state, seat), draft)


def labels(prompt):
    return [choice.label for choice in prompt.choices]


def test_whoever_begins_is_asked_which_piece_each_named_by_its_letter_and_its_square():
    prompt = asked(put("Se2 Gb1 Dh0", "Dh9", points=2))
    assert (prompt.shape, prompt.columns) == ("grid", 4)
    assert {"D h0", "G b1", "S e2"} <= set(labels(prompt))
    assert prompt.question == "Which piece do you want to move? You have 2 points left."


def test_the_only_piece_that_can_step_is_not_asked_for():
    both = asked(put("Se2 Dh0", "Dh9", bare=True))
    assert labels(both) == ["D h0", "S e2", "End turn"]
    alone = asked(put("Se2", "Dh9", bare=True))
    assert alone.shape == "compass"
    assert alone.question.startswith("Scout e2: 3 steps")
    assert alone == asked(put("Se2", "Dh9", bare=True), "e2")
    assert "e2-e3" in [choice.action for choice in alone.choices]


def test_a_turn_goes_on_with_the_piece_that_moved_last_while_it_has_steps_left():
    going = play(put("Se2 Dh7", "Dh9", bare=True), "e2-e3")
    assert asked(going).question.startswith("Scout e3: 2 steps")
    assert "D h7" in labels(asked(going))
    assert "S e3" in labels(asked(going, "h7"))
    spent = play(going, "h7-h6")
    assert asked(spent).question.startswith("Scout e3: 1 step"), "the Decoy has no step left"


def test_the_piece_nearest_to_a_known_enemy_is_shown_first():
    """Check the piece shown first: near an enemy in sight or last seen, else the one farthest forward.

    The other choices a player may want are shown beside it.
    """
    seen = put("Gd4 Si1 Dh0", "Di5 Dh9", bare=True)
    assert asked(seen).question.startswith("Scout i1: 3 steps")
    assert {"G d4", "D h0", "End turn"} <= set(labels(asked(seen)))
    gone = play(seen, "h0-g0", "end", "i5-i6", "end")
    assert not GAME.view(gone, CYAN).enemies
    assert asked(gone).question.startswith("Scout i1: 3 steps")
    quiet = play(put("Gd4 Si1 Dh0", "Dj9", bare=True), "h0-h1", "end", "j9-j8")
    assert asked(quiet).question == "Guardian d4: 2 steps, 3 points left. Or choose another piece."
    assert "another" not in asked(quiet, "d4").question


def test_a_piece_that_can_go_one_way_alone_is_not_asked_which():
    cornered = asked(put("Da0 Db0 Db1 Se5", "Dj0", bare=True))
    assert {choice.label: choice.action for choice in cornered.choices} == {
        "D a0 → a1": "a0-a1",
        "D b0": None,
        "D b1": None,
        "S e5": None,
        "End turn": None,
    }


def test_beside_the_way_of_one_piece_stand_the_others_to_go_on_with():
    state = put("Se2 Gb1 Dh0", "Dh9", points=2)
    pad = asked(state, "e2")
    others = {choice.label: choice.leads_to for choice in pad.choices if choice.button and choice.leads_to}
    assert others == {"C a0": ("a0",), "D h0": ("h0",), "G b1": ("b1",)}
    assert "b1" in asked(state, *others["G b1"]).question


def test_the_only_piece_is_warned_about_as_any_other():
    """Decoys around e5 leave it no free neighbor (DP-31)."""
    state = put("Gd4", "Dd5 De4 Df5 De6", bare=True)
    risky = {choice.key for choice in asked(state).choices if choice.hint}
    assert risky == {"ne"}
    warning = asked(state, "ne")
    assert (warning.shape, [choice.action for choice in warning.choices]) == ("confirm", ["d4-e5"])
    assert "You'd lose e5" in warning.question
    assert warning.marks


def test_an_attack_says_by_what_how_strong_and_on_what():
    (unknown, _) = labels(asked(put("Gd4", "Dd5", phase="a")))
    assert unknown == "G d4 × d5, for 4 · unknown"
    (weak, _) = labels(asked(put("Dd4", "Gd5", phase="a")))
    assert weak == "D d4 × d5, for 1 · unknown"


def test_more_attacks_than_a_phone_has_room_for_are_a_list():
    around = "Dc3 Dd3 De3 Dc4 De4 Dc5 Dd5 De5"
    crowd = asked(put("Dd2 Gd4", around, phase="a"))
    assert (crowd.shape, len(crowd.choices) > 9) == ("list", True)


def ending(prompt):
    """Return the label and the action of the button that ends the turn or the phase."""
    (end,) = (choice for choice in prompt.choices if choice.key == "end")
    return end.label, end.action, end.leads_to


def test_a_turn_in_which_nothing_was_done_is_ended_only_after_a_second_question():
    state = put("Se2 Gb1 Dh0", "Dh9")
    assert ending(asked(state)) == ("End turn", None, ("end",))
    sure = asked(state, "end")
    assert sure.question.startswith("You haven't moved or attacked yet, and you have 3 points left.")
    assert (sure.shape, [(choice.label, choice.action) for choice in sure.choices]) == (
        "confirm",
        [("End turn anyway", "end")],
    )


def test_the_only_piece_is_asked_about_its_idle_turn_too():
    state = put("Se2", "Dh9", bare=True)
    assert ending(asked(state)) == ("End turn", None, ("end",))
    assert asked(state, "end").shape == "confirm"


def test_a_turn_with_a_step_is_ended_at_once():
    stepped = play(put("Se2 Gb1 Dh0", "Dh9"), "e2-e3")
    assert ending(asked(stepped)) == ("End turn", "end", None)
    assert asked(stepped, "end").shape == "compass"


def test_a_turn_with_an_attack_left_is_not_over_with_its_movement():
    state = put("Se2 Gb1 Dh0", "De3 Dh9")
    assert ending(asked(state)) == ("End movement", "end", None)
    attacks = play(state, "end")
    assert ending(asked(attacks)) == ("End turn", None, ("end",))
    assert "you can still attack" in asked(attacks, "end").question
    moved = play(state, "b1-b2", "end")
    assert ending(asked(moved)) == ("End turn", "end", None)


def test_a_turn_with_an_attack_is_ended_at_once():
    state = play(put("Se2 Gd3 Dh0", "Ge3 Dh9"), "end", "e2xe3")
    assert ending(asked(state)) == ("End turn", "end", None)


@pytest.mark.proof
def test_whatever_ends_a_turn_or_a_phase_is_marked_as_an_ending_and_nothing_else_is():
    """The panel can then prevent double taps (`tests/bot/discord_kit/test_finger.py`)."""
    met = set()
    for state, *_ in playout(1):
        for seat in GAME.to_act(state):
            for draft in ((), ("end",)):
                for choice in asked(state, *draft, seat=seat).choices:
                    assert choice.ends == (choice.label.startswith("End ")), choice
                    met |= {choice.label} if choice.ends else set()
                    assert choice.ends or choice.action != "end"
    assert met == {"End turn", "End movement", "End turn anyway"}
    sure = asked(start(), "C9/SS8/GGIIDDDDD1", "commit")
    assert [(choice.label, choice.ends) for choice in sure.choices] == [("Confirm", True)]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
def test_labels_fit_say_what_the_view_knows_and_nothing_else(number):
    """Check one-line labels in the true world and in one that differs only out of sight."""
    met = set()
    for state, *_ in playout(number):
        for seat in GAME.to_act(state):
            prompt = asked(state, seat=seat)
            assert prompt == asked(twin(state, seat), seat=seat)
            assert all(len(label) <= IN_A_LINE for label in labels(prompt))
            for choice in prompt.choices:
                if choice.action and "x" in choice.action:
                    met.add(what(choice.label))
                    assert letters(what(choice.label)) == suspected(state, seat, choice.action[3:])
    assert "unknown" in met
    assert len(met) > 1


def what(label):
    """Return what an attack's label says about its target."""
    return label.rpartition(" · ")[2]


def letters(said):
    """Return the letters of the kinds in a label."""
    if said == "unknown":
        return "".join(KIND_OF_LETTER)
    names = {kind.name: kind.letter for kind in KINDS}
    return names.get(said) or said.replace("/", "")
