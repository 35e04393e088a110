"""Decoy Patrol's rulings on attacks and their reports (DP-21 to DP-27)."""

from __future__ import annotations

import re

import pytest

from games import Illegal
from games.decoy.rules.board import names_in
from tests.games.decoy.table import (
    CYAN,
    GAME,
    MAGENTA,
    PUBLIC,
    at,
    counts,
    enemies,
    heard,
    legal,
    outcome,
    play,
    playout,
    put,
    refused,
    seen,
    shown,
    step,
    truth,
)

POWERS = {"C": 5, "S": 2, "G": 4, "I": 3, "D": 1}
NAMES = {"C": "Commander", "S": "Scout", "G": "Guardian", "I": "Infiltrator", "D": "Decoy"}
AROUND = ("d4", "e4", "f4", "d5", "f5", "d6", "e6", "f6")
HURT = [
    (attacker, victim, damage) for attacker in POWERS for victim in POWERS for damage in range(POWERS[victim])
]


def struck(attacker, victim, damage=0):
    """Return the result of a Cyan attack from e5 on e6; both sides have enough Decoys."""
    own, theirs = f"{attacker}e5 Dj0", f"{victim}e6{chr(39) * damage} Dj9"
    return step(put(own, theirs, phase="a"), "e5xe6")


def squares_in(lines):
    return set(re.findall(r"\b[a-j]\d\b", " ".join(lines)))


# --- pieces that may attack ---------------------------------------------------------------------------


@pytest.mark.parametrize("letter", POWERS)
def test_DP_21_every_kind_attacks_in_all_eight_directions(letter):
    for square in AROUND:
        assert legal(put(f"{letter}e5", f"G{square}", phase="a")) == [f"e5x{square}", "end"]


def test_DP_21_pieces_attack_whether_they_have_moved_or_not():
    state = play(put("Ge3 Se6", "Id5"), "e3-e4", "end")
    assert legal(state) == ["e4xd5", "e6xd5", "end"]
    assert legal(play(put("De3", "Gd5"), "e3-e4", "end")) == ["e4xd5", "end"]


def test_DP_21_each_piece_attacks_once_in_a_turn_and_again_in_the_next():
    state = play(put("Se5 Gd5", "Ge6 Gf6", phase="a"), "e5xe6")
    assert legal(state) == ["d5xe6", "end"]
    for text in ("e5xe6", "e5xf6"):
        assert "has already attacked this turn" in refused(state, text)
    state = play(state, "end", "end", "end", "end")
    assert legal(state, "e5") == ["e5xe6", "e5xf6"]


def test_DP_21_only_an_own_piece_attacks_and_only_an_enemy_in_contact():
    state = put("Se5 Sd5", "Ge6 Gf7 Sj7", phase="a")
    assert refused(state, "c5xe6") == "You have no piece on c5."
    assert refused(state, "e6xe5") == "You have no piece on e6."
    assert refused(state, "e5xf7") == "e5 and f7 don't touch."
    assert refused(state, "e5xj7") == "You don't see an enemy on j7."
    for text in ("e5xd5", "e5xe4", "e5xe5"):
        assert refused(state, text) == f"You don't see an enemy on {text[3:]}."


def test_DP_21_a_piece_that_was_destroyed_attacks_no_more():
    state = play(put("Se5", "Ge6 Dd6", phase="a", mover=MAGENTA), "e6xe5")
    assert (at(state, "e5"), state.mover) == ("", CYAN)
    assert counts(state)[CYAN] == 2


# --- one after another --------------------------------------------------------------------------------


def test_DP_22_attacks_come_one_at_a_time_in_any_order():
    state = put("Dd5 Se5 Df5", "Ge6", phase="a")
    assert legal(state) == ["d5xe6", "e5xe6", "f5xe6", "end"]
    for order in (("d5xe6", "e5xe6", "f5xe6"), ("f5xe6", "e5xe6", "d5xe6"), ("e5xe6", "f5xe6", "d5xe6")):
        half = play(state, *order[:2])
        assert at(half, "e6") == ("G''" if "e5xe6" not in order[:2] else "G'''")
        assert at(play(half, order[2]), "e6") == ""


def test_DP_22_the_next_attacker_may_react_to_what_came_before():
    state = put("Se5 Gf5", "De6 Gf6 Dj9", phase="a")
    state = play(state, "e5xe6")
    assert (at(state, "e6"), "e6" in enemies(state, CYAN)) == ("", False)
    assert refused(state, "f5xe6") == "You don't see an enemy on e6."
    assert legal(state) == ["f5xf6", "end"]


@pytest.mark.slow
@pytest.mark.parametrize(("attacker", "victim", "damage"), HURT)
def test_DP_23_an_attack_always_deals_its_full_power(attacker, victim, damage):
    before = put(f"{attacker}e5 Dj0", f"{victim}e6{chr(39) * damage} Dj9", phase="a")
    after = play(before, "e5xe6")
    lost = damage + POWERS[attacker]
    if lost >= POWERS[victim]:
        assert at(after, "e6") == ""
        assert counts(after) == (counts(before)[0], counts(before)[1] - 1)
    else:
        assert at(after, "e6") == victim + "'" * (lost - (after.mover == MAGENTA))
        assert counts(after) == counts(before)


def test_DP_23_nobody_strikes_back():
    for victim in POWERS:
        state = struck("G", victim).state
        assert at(state, "e5") == "G"
        assert truth(state, CYAN)["j0"] == ("D", 0)


def test_DP_23_what_is_left_over_hits_nobody_else():
    state = play(put("Ce5", "De6 Dd6 Gf6", phase="a"), "e5xe6")
    assert (at(state, "d6"), at(state, "f6")) == ("D", "G")


def test_DP_23_attacking_is_never_compulsory():
    state = play(put("Ce5", "De6"), "end", "end")
    assert (state.mover, at(state, "e6"), outcome(state)) == (MAGENTA, "D", None)


# --- texts told --------------------------------------------------------------------------------------


@pytest.mark.parametrize("attacker", POWERS)
def test_DP_24_the_attacker_hears_hit_or_destroyed_and_nothing_else(attacker):
    hits, kills = set(), set()
    for power, victim, damage in HURT:
        if power == attacker and victim != "C":
            played = struck(attacker, victim, damage)
            first = played.told[CYAN][0]
            (kills if at(played.state, "e6") == "" else hits).add(first)
    hit = f"Your {NAMES[attacker]} on e5 hit the piece on e6 for {POWERS[attacker]}. It survived."
    assert kills == {f"Your {NAMES[attacker]} on e5 destroyed the piece on e6."}
    assert hits == ({hit} if attacker not in "CG" else set())


def test_DP_24_what_the_attacker_is_told_and_sees_is_the_same_for_every_survivor():
    worlds = [struck("S", *victim) for victim in (("G", 0), ("G", 1), ("I", 0))]
    assert len({played.state for played in worlds}) == 3
    assert len({played.told[CYAN] for played in worlds}) == 1
    assert len({played.told[PUBLIC] for played in worlds}) == 1
    views = [GAME.view(played.state, CYAN) for played in worlds]
    assert views[0] == views[1] == views[2]


@pytest.mark.parametrize(("attacker", "victim", "damage"), HURT)
def test_DP_25_the_owner_hears_which_piece_from_where_how_much_and_what_is_left(attacker, victim, damage):
    played = struck(attacker, victim, damage)
    told = " ".join(played.told[MAGENTA][:2])
    left = POWERS[victim] - damage - POWERS[attacker]
    assert squares_in([told]) == {"e5", "e6"}
    assert f"hit for {POWERS[attacker]} from" in told
    assert NAMES[victim] in told
    assert ("destroyed" in told) == (left <= 0)
    assert (f"was hit for {POWERS[attacker]}" in told) == (f"{left} of {POWERS[victim]} health left" in told)
    assert ("left" in told) == (left > 0)
    assert attacker == victim or NAMES[attacker] not in told


def test_DP_25_the_owner_sees_where_it_came_from_although_the_only_watcher_falls():
    played = struck("C", "D")
    assert squares_in(played.told[MAGENTA]) == {"e5", "e6"}
    assert enemies(played.state, MAGENTA) == set()


def test_DP_25_an_attack_out_of_the_fog_is_told_without_its_square():
    state = put("If6", "De5 Dj9", vision="diamond", phase="a")
    assert (enemies(state, CYAN), enemies(state, MAGENTA)) == ({"e5"}, set())
    told = step(state, "f6xe5").told
    assert squares_in(told[CYAN]) == {"f6", "e5"}
    assert squares_in(told[MAGENTA]) == squares_in(told[PUBLIC]) == {"e5"}
    assert "a hit for 3 from the fog" in " ".join(told[MAGENTA])


def test_DP_26_the_number_of_living_pieces_is_public_and_their_kinds_are_not():
    one, other = struck("G", "D"), struck("G", "S")
    for who in (CYAN, PUBLIC):
        assert shown(one.state, who) == shown(other.state, who)
        assert one.told[who] == other.told[who]
        assert GAME.scene(GAME.view(one.state, who)) == GAME.scene(GAME.view(other.state, who))
    assert counts(one.state) == (3, 2)
    counters = {(c.label, c.value, c.seat) for c in GAME.scene(GAME.view(one.state, PUBLIC)).counters}
    assert {("Pieces", "3", CYAN), ("Pieces", "2", MAGENTA)} <= counters


def test_DP_26_at_the_end_everything_is_open_to_all():
    state = play(put("Ce5 Sb3'", "De6 Gj8'''", phase="a"), "e5xe6")
    assert outcome(state) == (CYAN, "attrition")
    for who in (CYAN, MAGENTA, PUBLIC):
        tokens = GAME.scene(GAME.view(state, who)).tokens
        assert {(t.square, t.label, t.seat) for t in tokens} == {
            (square, letter, seat) for seat in (0, 1) for square, (letter, _) in truth(state, seat).items()
        }
        assert "Guardian j8 (1 of 4 health)" in GAME.scene(GAME.view(state, who)).alt


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
def test_DP_27_each_side_hears_of_squares_that_it_may_know_alone(number):
    for state, seat, action, played in playout(number, ("easy", "easy")):
        other = 1 - seat
        # A piece that steps into sight and is surrounded there was seen, but is gone afterward.
        came = squares_in([GAME.format(action)]) & set(names_in(GAME.view(state, other).sight))
        known = set(seen(state, other)) | enemies(played.state, other) | came
        assert squares_in(played.told[other]) <= known
        assert squares_in(played.told[PUBLIC]) <= set(seen(state, PUBLIC))


def test_DP_27_bystanders_hear_of_an_attack_nothing_of_powers_and_kinds():
    for attacker in POWERS:
        for victim in "GI":
            line = struck(attacker, victim).told[PUBLIC][0]
            assert line in ("Cyan attacks e6 from e5: hit.", "Cyan attacks e6 from e5: destroyed.")


# --- attacks at the wrong time ------------------------------------------------------------------------


def test_an_attack_in_the_turn_of_the_other_or_before_its_phase_is_refused():
    state = put("Se5", "Ge6")
    assert "still moving" in refused(state, "e5xe6")
    assert refused(state, "e6xe5", MAGENTA) == "It's Cyan's turn."
    assert refused(put("Se5", "Ge6", phase="a"), "e6xe5", MAGENTA) == "It's Cyan's turn."
    attacked = play(put("Se5", "Ge6", phase="a"), "e5xe6")
    assert refused(attacked, "e5xe6", CYAN) == "It's Magenta's turn."


def test_an_attack_read_in_one_world_is_refused_by_play_in_another():
    state = put("Se5 Gd5", "Ge6", phase="a")
    attack = GAME.parse(GAME.view(state, CYAN), "e5xe6")
    after = play(state, "e5xe6")
    with pytest.raises(Illegal, match="has already attacked"):
        GAME.play(after, CYAN, attack)
    assert heard(after, CYAN, "d5xe6") == [
        f"Your {NAMES[at(after, 'd5')[0]]} on d5 destroyed the piece on e6.",
        "Your turn is over.",
    ]
