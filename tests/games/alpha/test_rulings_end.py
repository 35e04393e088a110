"""Alpha's rulings on how a match ends (ALPHA-19, 20, 22; GEN-6)."""

from __future__ import annotations

import re

import pytest

from games import Illegal, MatchReason, Result
from games.alpha.rules.state import AlphaReason
from tests.kit.games.alpha_table import (
    AI,
    GAME,
    HUMAN,
    PUBLIC,
    VIEWERS,
    legal,
    outcome,
    play,
    playout,
    put,
    refused,
    says,
    shown,
    step,
    turn,
    turns,
)

NONE = ("", "")
WALLS = {"human": "1/10@1", "ai": "1/10@1", "decks": NONE}
"""A creature each, with nothing to draw or play."""


def judged(state):
    """Return the result after combat and the End Phase."""
    return outcome(turn(state))


# --- creatures left -----------------------------------------------------------------------------------


@pytest.mark.parametrize("loser", [HUMAN, AI])
@pytest.mark.parametrize("mover", [HUMAN, AI])
def test_ALPHA_19_without_a_creature_in_deck_hand_and_battlefield_one_loses(loser, mover):
    words = ["", ""]
    words[1 - loser] = "ox"
    held = ("spark arrow", "spark arrow")
    assert judged(put(hands=held, decks=words, mover=mover)) == (1 - loser, "exhaustion")


@pytest.mark.parametrize("loser", [HUMAN, AI])
def test_ALPHA_19_one_creature_in_any_of_the_three_zones_is_enough(loser):
    def one(word):
        return (word, "ox") if loser == HUMAN else ("ox", word)

    assert judged(put(decks=one("spark wolf"))) is None
    assert judged(put(decks=one("spark"), hands=one("wolf spark"))) is None
    board = ("wolf@3", "") if loser == HUMAN else ("", "wolf@3")
    assert judged(put(*board, decks=one("spark"))) is None
    assert judged(put(decks=one("spark"))) == (1 - loser, "exhaustion")


@pytest.mark.parametrize("loser", [HUMAN, AI])
def test_ALPHA_19_creatures_in_the_discard_do_not_count(loser):
    decks = ("spark", "ox") if loser == HUMAN else ("ox", "spark")
    assert judged(put(decks=decks, discards=("wolf*9", "wolf*9"))) == (1 - loser, "exhaustion")


def test_ALPHA_19_a_creature_that_cannot_be_paid_or_summoned_still_counts():
    full = "wolf@1 wolf@2 wolf@3 wolf@4 wolf@5"
    assert judged(put(hands=("mammoth", ""), energy=(1, 1), decks=("", "ox"))) is None
    assert judged(put(full, hands=("mammoth", ""), decks=("", "ox"))) is None


def test_cards_that_are_not_creatures_do_not_keep_anybody_alive():
    state = put(hands=("spark*9 pitfall*9", ""), decks=("boulder*30", "ox"))
    assert judged(state) == (AI, "exhaustion")


# --- when it is judged --------------------------------------------------------------------------------


def test_ALPHA_20_a_seat_without_creatures_in_the_middle_of_a_turn_has_not_lost_yet():
    state = put("wolf@1", "wolf@1 wolf@2", hands=("spark spark", ""), decks=NONE)
    state = play(state, "cast 1 m1")
    assert (outcome(state), GAME.to_act(state)) == (None, (HUMAN,))
    state = play(state, "cast 1 o1", "end")
    assert (outcome(state), legal(state)) == (None, ["end"])
    assert outcome(play(state, "end")) == (AI, "exhaustion")


def test_ALPHA_20_combat_goes_on_after_the_last_creature_fell():
    state = put("wolf@1 bear@2 bear@3", "wolf@1", decks=("ox", ""), phase="C")
    state = play(state, "attack 2 1")
    assert (outcome(state), len(legal(state))) == (None, 11)
    state = play(state, "attack 1 4", "attack 3 1")
    assert outcome(state) is None
    assert outcome(play(state, "end")) == (HUMAN, "exhaustion")


def test_ALPHA_20_the_end_of_the_action_phase_judges_nothing():
    state = play(put("", "wolf@1", hands=("spark", ""), decks=("ox", "")), "cast 1 o1", "end")
    assert outcome(state) is None


def test_ALPHA_20_both_are_judged_at_the_end_of_either_seats_turn():
    for mover in (HUMAN, AI):
        for loser in (HUMAN, AI):
            decks = ("", "ox") if loser == HUMAN else ("ox", "")
            assert judged(put(decks=decks, mover=mover)) == (1 - loser, "exhaustion")


@pytest.mark.parametrize("mover", [HUMAN, AI])
def test_ALPHA_20_both_without_creatures_are_a_draw(mover):
    state = put("wolf@1", "wolf@1", decks=NONE, phase="C", mover=mover)
    assert outcome(play(state, "attack 1 1", "end")) == (None, "both-exhausted")


def test_ALPHA_20_both_are_a_draw_too_when_one_fell_earlier_in_the_turn():
    state = put("wolf@1", "wolf@1 ox@2:1", hands=("spark spark spark", ""), decks=NONE)
    assert outcome(turn(state, "cast 1 m1", "cast 1 o2", "cast 1 o1")) == (None, "both-exhausted")


def test_ALPHA_20_who_loses_the_last_own_creature_in_the_own_turn_loses():
    state = put("wolf@1", "bear@1", decks=NONE, phase="C")
    assert outcome(play(state, "attack 1 1", "end")) == (AI, "exhaustion")


def test_ALPHA_20_it_is_one_moment_in_which_nobody_draws_or_gains_energy():
    state = put("wolf@1", "bear@1", decks=("", "ox ox"), phase="C")
    after = play(state, "attack 1 1", "end")
    assert shown(after) == "-,-,-,-,-|4/2,-,-,-,- 9/9 9/9 0,0,1 2,0,0 - C 9"


# --- stall --------------------------------------------------------------------------------------------


def test_ALPHA_22_twenty_plies_in_which_nothing_happens_are_a_draw():
    state = put(**WALLS, stirred=False)
    assert outcome(turns(state, 19)) is None
    assert outcome(turns(state, 20)) == (None, "stall")


def test_ALPHA_22_the_plies_are_counted_from_the_last_one_in_which_something_happened():
    state = put(**WALLS, stirred=True)
    assert outcome(turns(state, 20)) is None
    assert outcome(turns(state, 21)) == (None, "stall")


def nearly(stirred=False, **more):
    """Return a state whose ply is the twentieth quiet one unless something happens in it."""
    return put(**{**WALLS, **more}, quiet=19, stirred=stirred)


@pytest.mark.parametrize(
    ("more", "texts"),
    [
        ({"hands": ("wolf", "")}, ["play 1 2"]),
        ({"hands": ("1/1$0", "")}, ["play 1 2"]),
        ({"hands": ("spark", "")}, ["cast 1 o1"]),
        ({"hands": ("spark", "")}, ["cast 1 m1"]),
        ({}, ["end", "attack 1 1"]),
        ({"ai": "1/10@1 1/1@2"}, ["end", "attack 1 2"]),
        ({"ai": "1/10@1 1/1@2", "hands": ("end-it", "")}, ["cast 1 o2"]),
    ],
)
def test_ALPHA_22_a_card_played_or_a_creature_damaged_begins_the_count_anew(more, texts):
    state = nearly(**more)
    assert judged(state) == (None, "stall")
    after = turn(state, *texts)
    assert outcome(after) is None
    assert outcome(turns(after, 19)) is None
    assert outcome(turns(after, 20)) == (None, "stall")


def test_ALPHA_22_a_card_drawn_begins_the_count_anew():
    state = put(**{**WALLS, "decks": ("", "wolf")}, quiet=18, stirred=False)
    after = turn(state)
    assert outcome(turns(after, 1)) is None
    assert outcome(turns(after, 20)) is None
    assert outcome(turns(after, 21)) == (None, "stall")


def test_ALPHA_22_pressure_and_ended_phases_do_not_count():
    assert outcome(turn(nearly(), "end", "attack 1 3")) == (None, "stall")


def test_ALPHA_22_the_plies_of_both_seats_count():
    after = turns(put(**WALLS, stirred=False), 19)
    assert (GAME.to_act(after), outcome(turn(after))) == ((AI,), (None, "stall"))


@pytest.mark.parametrize("mover", [HUMAN, AI])
def test_ALPHA_22_two_hundred_plies_are_a_draw(mover):
    assert judged(put(ply=199, mover=mover)) is None
    after = turn(put(ply=200, mover=mover))
    assert (outcome(after), GAME.turn_number(after)) == ((None, "plies"), 200)


def test_ALPHA_22_exhaustion_outranks_both_and_a_stall_the_limit_of_plies():
    last = {"ply": 200, "quiet": 19, "stirred": False}
    assert judged(put("1/1@1", "1/1@1", decks=NONE, **last)) == (None, "stall")
    assert judged(put("1/1@1", "", decks=NONE, **last)) == (HUMAN, "exhaustion")
    assert judged(put("", "1/1@1", decks=NONE, **last)) == (AI, "exhaustion")
    assert judged(put(decks=NONE, **last)) == (None, "both-exhausted")
    assert judged(put("1/1@1", "1/1@1", decks=NONE, ply=200)) == (None, "plies")


def test_ALPHA_22_every_match_ends_in_200_plies():
    for number in range(6):
        final = playout(number)[-1][3].state
        assert GAME.turn_number(final) <= 200
        assert outcome(final) is not None


# --- when it is over ----------------------------------------------------------------------------------


@pytest.fixture
def over():
    return turn(put("wolf@1", hands=("spark", "arrow boulder"), decks=("ox boar", "spark pitfall")))


def test_when_it_is_over_nobody_acts(over):
    assert GAME.to_act(over) == ()
    for who in VIEWERS:
        assert list(GAME.actions(GAME.view(over, who))) == []
        with pytest.raises(Illegal, match="over"):
            GAME.parse(GAME.view(over, who), "end")
    for seat in (HUMAN, AI):
        refused(over, "end", "over", seat=seat)
        refused(over, "attack 1 1", "over", seat=seat)


def test_when_it_is_over_everything_is_opened_to_all(over):
    for who, names in ((HUMAN, "You.*The bot"), (AI, "The player.*You"), (PUBLIC, "The player.*The bot")):
        one, other = names.split(".*")
        lines = " ".join(GAME.revealed(GAME.view(over, who)))
        assert re.search(f"{one} held.*Spark.*Ox.*Boar.*{other} held.*Arrow.*Boulder.*Spark.*Pitfall", lines)


def test_an_empty_hand_or_deck_is_said_to_be_empty():
    revealed = {
        ("", ""): ("Your hand and deck were empty.",),
        ("wolf wolf", ""): ("You held 2 × Wolf.", "Your deck was empty."),
        ("", "ox boar"): ("Your hand was empty.", "Next in your deck: Ox, Boar."),
    }
    for (held, left), lines in revealed.items():
        state = put(hands=(held, "arrow"), decks=(left, ""))
        after = GAME.ended(state, Result(AI, MatchReason.RESIGNED))
        assert GAME.revealed(GAME.view(after, HUMAN)) == (
            *lines, "The bot held Arrow.", "The bot's deck was empty.",
        )  # fmt: skip


def test_before_that_nothing_is_opened():
    for state, *_ in playout(0)[::10]:
        assert [GAME.revealed(GAME.view(state, who)) for who in VIEWERS] == [()] * 3


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (put(decks=("", "ox")), ["no creatures left"]),
        (put(decks=("ox", "")), ["no creatures left"]),
        (put(decks=NONE), ["Neither", "draw"]),
        (put(**WALLS, quiet=19, stirred=False), ["20", "draw"]),
        (put(ply=200), ["200", "draw"]),
    ],
)
def test_everybody_is_told_how_it_ended(state, words):
    told = step(play(state, "end"), "end").told
    assert all(says(told[who], *words) for who in VIEWERS)


def test_everybody_is_told_who_won_in_their_own_words():
    told = step(play(put(decks=("ox", "")), "end"), "end").told
    assert told[HUMAN][0] == "The bot has no creatures left: you win."
    assert told[AI][0] == "You have no creatures left: the player wins."
    assert told[PUBLIC][0] == "The bot has no creatures left: the player wins."


# --- the acts of the match ----------------------------------------------------------------------------

PICTURED = [
    (HUMAN, "exhaustion", HUMAN, "The bot has no creatures left: you win"),
    (HUMAN, "exhaustion", AI, "You have no creatures left: the player wins"),
    (AI, "exhaustion", PUBLIC, "The player has no creatures left: the bot wins"),
    (None, "both-exhausted", HUMAN, "Neither side has any creatures left: a draw"),
    (None, "stall", HUMAN, "Nothing has happened for 20 turns: a draw"),
    (None, "plies", HUMAN, "After 200 turns, it's a draw"),
    (HUMAN, "resigned", HUMAN, "You win: the bot resigned"),
    (AI, "resigned", HUMAN, "The bot wins: you resigned"),
    (AI, "resigned", PUBLIC, "The bot wins: the player resigned"),
    (HUMAN, "time", HUMAN, "You win on time"),
    (AI, "time", HUMAN, "The bot wins on time"),
    (None, "agreed", PUBLIC, "Drawn by agreement"),
    (HUMAN, "adjudicated", PUBLIC, "The player wins by adjudication"),
    (None, "adjudicated", HUMAN, "Drawn by adjudication"),
    (None, "aborted", HUMAN, "Aborted"),
    (None, "cancelled", HUMAN, "Canceled"),
]
"""Winner, reason, reader, and the words in the picture."""


@pytest.mark.parametrize(("winner", "reason", "who", "words"), PICTURED)
def test_the_picture_says_how_it_ended(winner, reason, who, words):
    scene = GAME.scene(GAME.view(GAME.ended(put("wolf@1", "ox@2"), Result(winner, reason)), who))
    assert scene.subtitle == words
    assert f". {words}." in scene.alt


def test_the_picture_has_words_for_every_reason():
    assert {reason for _, reason, *_ in PICTURED} == {reason.value for reason in (*MatchReason, *AlphaReason)}


@pytest.mark.parametrize("winner", [HUMAN, AI])
@pytest.mark.parametrize("mover", [HUMAN, AI])
def test_GEN_6_a_match_can_be_resigned_on_and_off_turn_and_then_everything_is_open(winner, mover):
    state = put("wolf@1", "ox@2!", hands=("wolf", "spark"), mover=mover, phase="C")
    after = GAME.ended(state, Result(winner, MatchReason.RESIGNED))
    assert outcome(after) == (winner, "resigned")
    assert GAME.to_act(after) == ()
    assert shown(after) == "2/2,-,-,-,-|-,2/5!,-,-,- 9/9 9/9 1,1,0 1,1,0 - C 9"
    opened = " ".join(GAME.revealed(GAME.view(after, PUBLIC)))
    assert re.search("The player.*Wolf.*Ox.*The bot.*Spark.*Ox", opened)
