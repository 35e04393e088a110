"""Decoy Patrol's rulings on how a match ends and what the channel sees (DP-36 to DP-42)."""

from __future__ import annotations

import re

import pytest

from games import Illegal
from games.core.game import MatchReason, Result
from tests.games.decoy.table import (
    CYAN,
    GAME,
    MAGENTA,
    PUBLIC,
    action_of,
    at,
    begun,
    counts,
    enemies,
    field,
    heard,
    outcome,
    play,
    playout,
    put,
    refused,
    seen,
    shown,
    start,
    step,
    truth,
)

EYE = "De4 Dd5 Ie6 Gf5"
"""Magenta around e5, which only a diagonal step reaches."""
CROSSING = "Ge7 Df7 Dg6 Dh6 Sh7 Sh8 Dg8 Df8"
"""Cyan pieces whose step e7-f6 takes the last of eight liberties of g7, and also of Cyan's e5."""
AROUND_E5 = "Dd4 De4 Df4 Dd5 Sf5 Sd6 Ie6"


# --- victory ------------------------------------------------------------------------------------------


def test_DP_36_a_fallen_commander_is_an_assassination():
    assert outcome(play(put("Ie5", "Ce6''", phase="a"), "e5xe6")) == (CYAN, "assassination")
    state = put("Ce6''", "Ie5", phase="a", mover=MAGENTA)
    assert outcome(play(state, "e5xe6")) == (MAGENTA, "assassination")


def test_DP_36_the_last_decoy_is_an_attrition_and_the_fourth_of_five_is_not():
    state = put("De5 Df5", "De6 Df6 Dj9", phase="a")
    state = play(state, "e5xe6", "f5xf6")
    assert (outcome(state), counts(state)) == (None, (3, 2))
    assert outcome(play(put("De5", "De6", phase="a"), "e5xe6")) == (CYAN, "attrition")


def test_DP_36_a_hit_does_not_end_the_match():
    assert outcome(play(put("Ie5", "Ce6", phase="a"), "e5xe6")) is None


def test_DP_36_the_match_ends_at_once_and_what_is_left_is_void():
    state = play(put("Ce5 Sd5", "De6 Gd6", phase="a"), "e5xe6")
    assert GAME.to_act(state) == ()
    for who in (CYAN, MAGENTA, PUBLIC):
        assert list(GAME.actions(GAME.view(state, who))) == []
        with pytest.raises(Illegal, match=r"^The match is over\.$"):
            GAME.parse(GAME.view(state, who), "d5xd6")
    for seat in (CYAN, MAGENTA):
        for text in ("d5xd6", "d5-c5", "end"):
            assert refused(state, text, seat) == "The match is over."
    captured = play(put("Dd5 Df5 De4 Ge7", "Ce5"), "e7-e6")
    assert GAME.to_act(captured) == ()
    with pytest.raises(Illegal):
        GAME.play(captured, CYAN, action_of("e6-e7"))


def test_DP_36_the_position_of_the_end_has_no_side_phase_or_points():
    state = play(put("Ce5 Sd5'", "De6 Gd6", phase="a", ply=9, since=4), "e5xe6")
    assert shown(state, CYAN) == "9D/10/10/10/10/3S'C5/3*6/10/10/*9 - - - 3,2 0 9"
    assert shown(state, MAGENTA) == "10/10/10/10/10/3**5/3G6/10/10/C9 - - - 3,2 0 9"
    assert shown(state, PUBLIC) == "10/10/10/10/10/3cc5/3m6/10/10/10 - - - 3,2 0 9"
    drawn = play(put("Se5", "Gj6", ply=300, since=4), "end")
    assert shown(drawn, PUBLIC) == f"{'/'.join(['10'] * 10)} - - - 3,3 5 300"


def test_DP_37_commander_and_last_decoy_at_once_is_an_assassination():
    state = play(put("Dd5 Df5 De4 Dd6 Sf6 Ge8", "Ce5 De6"), "e8-e7")
    assert (outcome(state), counts(state)[MAGENTA]) == ((CYAN, "assassination"), 0)


def test_DP_37_the_mover_who_wins_by_a_capture_does_not_carry_out_his_own_suicide():
    state = put(f"Ce5 {CROSSING}", f"{AROUND_E5} Cg7", liberties="eight")
    state = play(state, "e7-f6")
    assert (outcome(state), at(state, "e5"), at(state, "g7")) == ((CYAN, "assassination"), "C", "")


def test_DP_37_a_capture_that_does_not_win_is_followed_by_the_own_suicide():
    state = put(f"Ce5 {CROSSING}", f"{AROUND_E5} Sg7", liberties="eight")
    state = play(state, "e7-f6")
    assert (outcome(state), at(state, "e5"), at(state, "g7")) == ((MAGENTA, "assassination"), "", "")


def test_DP_37_a_suicide_of_the_own_commander_or_last_decoy_loses():
    assert outcome(play(put("Cd4", EYE), "d4-e5")) == (MAGENTA, "assassination")
    assert outcome(play(put("Dd4", EYE), "d4-e5")) == (MAGENTA, "attrition")
    assert outcome(play(put("Dd4 Dj0", EYE), "d4-e5")) is None
    assert outcome(play(put("Gd4", EYE), "d4-e5")) is None


# --- draws --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "limit"), [({}, 30), ({"quiet": 20}, 20), ({"quiet": 200}, 200)])
def test_DP_38_so_many_turns_without_a_loss_are_a_draw(options, limit):
    before = play(put("Se5", "Sj6", since=limit - 2, maxPlies=300, **options), "end")
    assert (outcome(before), field(before, PUBLIC, "since")) == (None, str(limit - 1))
    after = play(before, "end")
    assert (outcome(after), field(after, PUBLIC, "since")) == ((None, "quiet"), str(limit))
    assert GAME.to_act(after) == ()


def test_DP_38_quiet_0_is_never():
    assert outcome(play(put("Se5", since=250, quiet=0, ply=70), "end")) is None


@pytest.mark.parametrize(("options", "limit"), [({}, 80), ({"maxPlies": 50}, 50), ({"maxPlies": 1000}, 1000)])
def test_DP_38_the_last_ply_is_a_draw_when_it_has_ended(options, limit):
    before = play(put("Se5", "Sj6", ply=limit - 1, **options), "end")
    assert (outcome(before), field(before, PUBLIC, "ply")) == (None, str(limit))
    after = play(before, "end")
    assert (outcome(after), field(after, PUBLIC, "ply")) == ((None, "plies"), str(limit))


def test_DP_38_quiet_is_judged_before_the_last_ply():
    assert outcome(play(put("Se5", "Sj6", since=29, ply=80), "end")) == (None, "quiet")


def test_DP_38_a_loss_in_the_last_ply_still_wins():
    state = put("De5", "De6", phase="a", since=29, ply=80)
    assert outcome(play(state, "e5xe6")) == (CYAN, "attrition")


def test_DP_38_losses_count_and_hits_do_not():
    hit = play(put("Se5", "Ge6", phase="a", since=15), "e5xe6")
    assert field(hit, PUBLIC, "since") == "16"
    assert outcome(play(put("Se5", "Ge6", phase="a", since=29), "e5xe6")) == (None, "quiet")
    assert outcome(play(put("Se5", "Se6", phase="a", since=29), "e5xe6")) is None


def test_DP_38_the_count_is_0_from_a_loss_to_the_end_of_its_ply():
    state = play(put("Se5 Gd5", "Se6 Gd6", phase="a", since=15), "e5xe6")
    assert (state.mover, field(state, PUBLIC, "since")) == (CYAN, "0")
    state = play(state, "end")
    assert (state.mover, field(state, PUBLIC, "since")) == (MAGENTA, "0")
    assert field(play(state, "end", "end"), PUBLIC, "since") == "1"


@pytest.mark.parametrize(
    ("cyan", "magenta", "winner"),
    [
        ("De5 Df5", "Dj6 Gj7 Ij8", CYAN),
        ("De5", "Dj6 Dj7", MAGENTA),
        ("De5 Gf5", "Dj6", CYAN),
        ("De5", "Dj6 Sj7", MAGENTA),
        ("De5 Gf5", "Dj6 Sj7", None),
    ],
)
@pytest.mark.parametrize(("since", "reason"), [(29, "quiet"), (0, "plies")])
def test_DP_38_more_decoys_and_then_more_pieces_win_unless_it_is_to_be_a_draw(
    cyan, magenta, winner, since, reason
):
    state = put(cyan, magenta, since=since, ply=80, tiebreak="decoys")
    broken = (winner, "tiebreak") if winner is not None else (None, reason)
    assert outcome(play(state, "end")) == broken
    assert outcome(play(put(cyan, magenta, since=since, ply=80, tiebreak="draw"), "end")) == (None, reason)


FARTHER = [
    ("Cd4 De5", "Cd6 De4 Df4", CYAN),
    ("Cd3 De5 Df5", "Cd5 De4", MAGENTA),
    ("Cd3 De5 Df5", "Cg6 De4", CYAN),
    ("Cd3 De5", "Cg6 De4 Sb4", MAGENTA),
    ("Cd3 De5", "Cg6 De4", None),
]
"""Positions with the side that wins if the Commanders' rows are compared, wherever rows begin to count."""


@pytest.mark.parametrize(
    ("tiebreak", "cyan", "magenta", "winner"),
    [
        *((tiebreak, *row) for tiebreak in ("bold", "commander") for row in FARTHER),
        ("bold", "Cd2 De5", "Cd9 De4", None),
        ("bold", "Cd2 De5", "Cd9 De4 Sb4", MAGENTA),
        ("bold", "Cd0 De5 Df5", "Cd7 De4", CYAN),
        ("bold", "Cd2 De5 Df5", "Cd6 De4", MAGENTA),
        ("commander", "Cd2 De5", "Cd9 De4", CYAN),
        ("commander", "Cd2 De5", "Cd9 De4 Sb4", CYAN),
        ("commander", "Cd0 De5 Df5", "Cd7 De4", MAGENTA),
    ],
)
@pytest.mark.parametrize(("since", "reason"), [(29, "quiet"), (0, "plies")])
def test_DP_38_the_commander_farther_forward_wins_then_more_decoys_then_more_pieces(
    tiebreak, cyan, magenta, winner, since, reason
):
    state = put(cyan, magenta, since=since, ply=80, tiebreak=tiebreak)
    broken = (winner, "tiebreak") if winner is not None else (None, reason)
    assert outcome(play(state, "end", "end")) == broken


def test_DP_38_two_who_sit_still_draw_wherever_they_set_up_their_commanders():
    behind, ahead = "C9/SS8/GGIIDDDDD1", "SS8/GGIIDDDDD1/C9"
    for layouts in ((behind, ahead), (ahead, behind), (ahead, ahead)):
        assert outcome(play(begun(*layouts), *["end"] * 30)) == (None, "quiet")


FARTHER = put("Se5 Da0 Ca3 Dj0", "Ge6", phase="a", since=29)


def test_DP_38_the_end_is_told_to_all():
    for state, sentence in (
        (put("De5", "De6", phase="a"), "Cyan wins: Magenta has no Decoys left."),
        (put("Ge5", "Ce6''", phase="a"), "Cyan wins: Magenta's Commander is destroyed."),
        (put("Se5", "Ge6", phase="a", ply=80), "Drawn: turn 80 was the last, and all is equal."),
        (put("Se5", "Ge6", phase="a", since=29), "Drawn: no loss for 30 turns, and all is equal."),
        (FARTHER, "Cyan wins: its Commander is farther forward."),
        (put("Se5 Db0 Dj0", "Ge6", phase="a", since=29), "Cyan wins: it has more Decoys left."),
        (put("Se5", "Ge6 Sh9", phase="a", since=29), "Magenta wins: it has more pieces left."),
    ):
        last = {step(state, "e5xe6").told[who][-1] for who in (CYAN, MAGENTA, PUBLIC)}
        assert last == {sentence}


# --- acts of the match --------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["resigned", "time", "agreed", "aborted", "cancelled"])
@pytest.mark.parametrize("state", [start(), begun(), put("Se5", "Ge6", phase="a")])
def test_DP_39_an_act_of_the_match_ends_it_and_opens_everything(state, reason):
    result = Result(None if reason in ("agreed", "aborted", "cancelled") else 1, MatchReason(reason))
    over = GAME.ended(state, result)
    assert (GAME.result(over), GAME.to_act(over)) == (result, ())
    assert (truth(over, 0), truth(over, 1)) == (truth(state, 0), truth(state, 1))
    pieces = {(square, letter) for seat in (0, 1) for square, (letter, _) in truth(state, seat).items()}
    for who in (CYAN, MAGENTA, PUBLIC):
        tokens = GAME.scene(GAME.view(over, who)).tokens
        assert {(token.square, token.label) for token in tokens} == pieces
        assert field(over, who, "side") == "-"


def test_DP_41_each_seat_is_asked_and_told_its_own_only():
    state = put("Se5", "Ge7")
    assert GAME.prompt(GAME.view(state, CYAN), ()).choices
    for who in (MAGENTA, PUBLIC):
        assert GAME.prompt(GAME.view(state, who), ()).choices == ()
    told = step(state, "e5-d5").told
    assert (told[CYAN], told[MAGENTA], told[PUBLIC]) == (
        ("Your Scout went from e5 to d5.",),
        ("An enemy went from e5 to d5.",),
        (),
    )


QUIET, LOST = {"since": 29}, " unless a piece is lost"


@pytest.mark.parametrize(
    ("moment", "notice"),
    [
        ({"ply": 78}, ""),
        ({"ply": 79}, "2 turns left"),
        ({"ply": 80}, "Last turn"),
        ({"ply": 40, "since": 27}, ""),
        ({"ply": 40, "since": 28}, f"2 turns left{LOST}"),
        ({"ply": 40, **QUIET}, f"Last turn{LOST}"),
        ({"ply": 79, **QUIET}, f"Last turn{LOST}"),
        ({"ply": 80, **QUIET}, "Last turn"),
        ({"ply": 40, "quiet": 0, "since": 200}, ""),
        ({"ply": 20, "quiet": 20, "since": 19}, f"Last turn{LOST}"),
    ],
)
@pytest.mark.parametrize("phase", ["m", "a"])
def test_DP_38_the_last_turns_are_announced_in_the_same_words_everywhere(moment, notice, phase):
    state = put("Se5 Gd3", "Ge6", phase=phase, **moment)
    for who in (CYAN, MAGENTA, PUBLIC):
        scene = GAME.scene(GAME.view(state, who))
        assert scene.notice == notice
        assert scene.subtitle.endswith(f". {notice}") if notice else "." not in scene.subtitle
        assert f"Decoy Patrol. {scene.subtitle}. Turn " in scene.alt
    question = GAME.prompt(GAME.view(state, CYAN), ()).question
    assert question.startswith(f"{notice}. ") if notice else not re.match("Last turn|2 turns", question)


def test_DP_38_a_turn_without_an_action_is_confirmed_with_the_notice_too():
    sure = GAME.prompt(GAME.view(put("Gd3", **QUIET), CYAN), ("end",)).question
    assert sure.startswith(f"Last turn{LOST}. You haven't moved")


def test_DP_38_a_loss_takes_the_notice_of_a_quiet_end_back_at_once():
    state = play(put("Ce5 Gd5", "De6 Ge7 Gd6 Dj9", phase="a", **QUIET), "e5xe6")
    assert [GAME.scene(GAME.view(state, who)).notice for who in (CYAN, MAGENTA, PUBLIC)] == [""] * 3


def test_DP_38_nothing_is_announced_once_it_is_over():
    over = play(put("Se5", "Sj6", ply=80), "end")
    assert outcome(over) == (None, "plies")
    assert GAME.scene(GAME.view(over, PUBLIC)).notice == ""


# --- the channel --------------------------------------------------------------------------------------


def test_DP_42_the_channel_sees_enemies_in_contact_alone():
    state = put("Se5 Gf4 Db5", "Ge6 Ig3 Dc7")
    assert seen(state, PUBLIC) == {"e5": "c", "f4": "c", "e6": "m", "g3": "m"}
    scene = GAME.scene(GAME.view(state, PUBLIC))
    assert {(t.square, t.shape, t.seat, t.label, t.badge) for t in scene.tokens} == {
        ("e5", "diamond", 0, "", ""),
        ("f4", "diamond", 0, "", ""),
        ("e6", "diamond", 1, "", ""),
        ("g3", "diamond", 1, "", ""),
    }
    assert not [tint for tint in scene.tints if tint.kind in ("fog", "sight")]


def test_DP_42_the_channel_never_learns_phase_points_or_steps_out_of_contact():
    worlds = [put("Se5 Ge3", "Gj8"), put("Se5 Ge3", "Gj8", points=1), put("Sb4 Gf2", "Gi8")]
    assert len({shown(state, PUBLIC) for state in worlds}) == 1
    assert len({GAME.scene(GAME.view(state, PUBLIC)).alt for state in worlds}) == 1
    assert heard(worlds[0], PUBLIC, "e5-e6", "e3-e4") == []
    attacking = put("Se5", "Ge6", phase="a")
    assert GAME.view(attacking, PUBLIC) == GAME.view(put("Se5", "Ge6"), PUBLIC)


def test_DP_42_the_channel_hears_of_attacks_surrounds_and_turns():
    state = put("Se5 Gd5", "Ge6", phase="a")
    assert heard(state, PUBLIC, "e5xe6", "d5xe6") == [
        "Cyan attacks e6 from e5: hit.",
        "Cyan attacks e6 from d5: destroyed.",
        "Cyan's turn is over.",
    ]
    assert heard(put("Dd5 Df5 De4 Ge7", "Se5"), PUBLIC, "e7-e6") == ["Surrounded: 1 of Magenta's pieces."]


@pytest.mark.parametrize("vision", ["diamond", "circle"])
def test_DP_42_the_channel_does_not_say_whether_an_unseen_enemy_watches(vision):
    """Compare worlds that look the same to Cyan, where a Scout in the fog sees the Guardian or doesn't."""
    watched, unwatched = (
        put("Ge5 Dj1", f"Df6 Gf7 Dj9 {scout}", vision=vision, phase="a") for scout in ("Se9", "Sb9")
    )
    assert (enemies(watched, MAGENTA), enemies(unwatched, MAGENTA)) == ({"e5"}, set())
    assert GAME.view(watched, CYAN) == GAME.view(unwatched, CYAN)
    assert GAME.view(watched, PUBLIC) == GAME.view(unwatched, PUBLIC)
    attacks = [step(state, "e5xf6") for state in (watched, unwatched)]
    assert [played.told[PUBLIC][0] for played in attacks] == ["Cyan attacks f6: destroyed."] * 2
    assert ["from e5" in played.told[MAGENTA][0] for played in attacks] == [True, False]


@pytest.mark.parametrize("vision", ["diamond", "circle"])
def test_DP_42_the_channel_names_an_attacker_that_the_victims_side_surely_sees(vision):
    beside = put("Ge5", "Df6 Se6 Dj9", vision=vision, phase="a")
    assert heard(beside, PUBLIC, "e5xf6")[0] == "Cyan attacks f6 from e5: destroyed."
    bumped = play(put("De5 Dj0", "Df6 Dj9", vision=vision), "e5-f6", "end")
    assert heard(bumped, PUBLIC, "e5xf6")[0] == "Cyan attacks f6 from e5: destroyed."


@pytest.mark.parametrize("vision", ["square", "diamond", "circle"])
@pytest.mark.parametrize("number", [0, 1])
def test_DP_42_the_public_view_is_what_each_seat_can_work_out_alone(number, vision):
    lines = re.compile(
        r"(Cyan|Magenta) (attacks [a-j]\d( from [a-j]\d)?: (hit|destroyed)\.|has set up\.|wins: .+)"
        r"|(Cyan|Magenta)'s turn is over\.|Surrounded: \d+ of (Cyan|Magenta)'s pieces\.|Drawn: .+"
    )
    for *_, played in playout(number, ("easy", "easy"), vision=vision):
        public = GAME.view(played.state, PUBLIC)
        assert [GAME.public_from(GAME.view(played.state, seat)) for seat in (0, 1)] == [public, public]
        assert all(lines.fullmatch(line) for line in played.told[PUBLIC])
