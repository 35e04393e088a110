"""Doing nothing loses in what's rated; by v0.1, a Creature kept in hand can't be beaten. ALPHA-34."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from bench.refusals.alpha import PLAYS_AS, SCRIPTS
from bench.refusers import MOST, MOST_BELOW, Pairing, play, row
from games.core.vocabulary.presets import find_preset
from tests.games.alpha.matches import VARIANTS
from tests.kit.games.alpha_table import AI, GAME, HUMAN, mover, playout, put
from tests.kit.games.alpha_table import play as played

RATED = [preset for preset in GAME.presets if preset.rated]
BY_THE_TEXT = [raw for raw in VARIANTS if "version" not in raw]
REFUSING = [script for script in SCRIPTS if script not in PLAYS_AS]


def choice(state, script):
    """Return the text that a script plays."""
    return GAME.format(SCRIPTS[script](GAME.view(state, mover(state)), None, random.Random(0), 0))


def test_every_script_is_measured_and_only_the_one_that_plays_on_may_win():
    mosts = {(script, level): Pairing("alpha", RATED[0], script, level).most
             for script in SCRIPTS for level in GAME.players}  # fmt: skip
    assert all(mosts[script, "alpha"] == MOST_BELOW for script in REFUSING)
    assert all(mosts[script, level] == MOST for script in REFUSING for level in ("skilled", "hard"))
    assert [mosts["hoard", level] for level in GAME.players] == [None, None, 50.0]


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("end", "end"),
        ("hoard", "cast 2 o1"),
        ("objects", "cast 2 o1"),
        ("wall", "play 3 2"),
        ("guard", "play 3 2"),
        ("trickle", "end"),
        ("press", "play 3 2"),
        ("late", "end"),
    ],
)
def test_what_a_script_does_in_the_action_phase(script, text):
    few = {"hands": ("viper spark bear", ""), "energy": (4, 0), "decks": ("ox", "ox")}
    if script == "hoard":
        few["hands"] = ("bear spark", "")
    assert choice(put("wolf@1", "wolf@1", **few), script) == text


@pytest.mark.parametrize("script", SCRIPTS)
def test_what_a_script_does_in_the_combat_phase(script):
    """Only what chooses as `hard` does destroys the Wolf; `press` attacks the empty slot instead."""
    state = put("bear@1", "wolf@1", phase="C", decks=("ox", "ox ox ox"), version="skirmish")
    fighting = {"hoard": "attack 1 1", "objects": "attack 1 1", "press": "attack 1 2"}
    assert choice(state, script) == fighting.get(script, "end")


def test_a_script_that_trickles_plays_the_cheapest_once_it_has_none_and_the_late_one_once_its_deck_is_out():
    state = put("", "wolf@1", hands=("bear viper", ""), energy=(4, 0), decks=("", "ox"))
    assert choice(state, "trickle") == "play 2 1"
    assert choice(state, "late") == "play 1 1"


# --- by the text of v0.1 ------------------------------------------------------------------------------


@pytest.mark.parametrize("raw", BY_THE_TEXT)
def test_by_v01_nothing_takes_a_card_from_the_opponent_s_hand(raw):
    for number in range(6):
        states = [state for state, *_ in playout(number, **raw)]
        for before, after in pairwise(states):
            other = 1 - before.table.mover
            assert after.hands[other][: len(before.hands[other])] == before.hands[other]


@pytest.mark.parametrize("preset", GAME.presets)
def test_a_preset_is_rated_exactly_if_its_rules_can_beat_a_creature_kept_in_hand(preset):
    """A press of every creature, turn after turn: by v0.1, the one in the other's hand outlasts them all."""
    raw = {name: value for name, value in preset.options.items() if name != "decks"}
    state = put("bear@1 bear@2", hands=("", "mammoth"), decks=("ox", "ox ox"), phase="C", **raw)
    state = played(state, "attack 1 1", "attack 2 1", "end")
    assert (GAME.result(state) is not None) == preset.rated


def test_what_can_t_be_won_says_so():
    for name in ("Standard", "Patience", "Giants"):
        preset = find_preset(GAME.presets, name)
        assert "kept in hand can't be beaten" in preset.about
        assert not preset.rated


@pytest.mark.parametrize("level", GAME.players)
def test_by_v01_who_ends_every_phase_draws(level):
    assert play(Pairing("alpha", GAME.presets[0], "end", level), 0, 0) == 0.5


# --- in what's rated ----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", GAME.players)
@pytest.mark.parametrize("preset", RATED)
@pytest.mark.parametrize("script", [script for script in REFUSING if script != "press"])
def test_who_refuses_loses(preset, script, level):
    assert [play(Pairing("alpha", preset, script, level), 0, number) for number in range(4)] == [0.0] * 4


@pytest.mark.slow
@pytest.mark.parametrize("level", GAME.players)
@pytest.mark.parametrize("preset", RATED)
@pytest.mark.parametrize("script", SCRIPTS)
def test_no_script_gets_more_than_it_may_in_a_hundred_matches(preset, script, level):
    pairing = Pairing("alpha", preset, script, level)
    found = row(pairing, [play(pairing, 0, number) for number in range(100)])
    assert pairing.most is None or found["points_%"] <= pairing.most


# --- the levels that go and win -----------------------------------------------------------------------


@pytest.mark.parametrize("level", ["skilled", "hard"])
@pytest.mark.parametrize("raw", [{}, {"version": "skirmish"}])
def test_a_level_that_can_win_at_once_wins_at_any_cost(level, raw):
    """Both Boars die for the Bear: a loss of 24 halves for 16, and the end of the match."""
    state = put("boar@1 boar@2", "bear@1", hands=("", ""), decks=("ox", ""), phase="C", **raw)
    state = played(state, choice_of(state, level))
    state = played(state, choice_of(state, level))
    assert GAME.result(played(state, "end")).winner == HUMAN


@pytest.mark.parametrize("level", ["skilled", "hard"])
def test_a_level_does_not_trade_its_last_creature_for_the_last_one_it_faces(level):
    state = put("boar@1 boar@2", "bear@1", decks=("", "spark"), phase="C")
    assert choice_of(state, level) == "end"


@pytest.mark.parametrize("level", ["skilled", "hard"])
def test_a_card_that_wins_comes_first(level):
    """The Mammoth is worth more than a Viper, but it would have to wait, and the Spark ends the match."""
    few = {"hands": ("mammoth spark", ""), "energy": (8, 0), "summoningSickness": "on"}
    assert choice_of(put("", "viper@1", decks=("ox", "spark"), **few), level) == "cast 2 o1"
    assert choice_of(put("", "viper@1", decks=("ox", "ox"), **few), level) == "play 1 1"


def choice_of(state, level):
    """Return the text that a level plays."""
    return GAME.format(GAME.players[level](GAME.view(state, mover(state)), None, random.Random(0), 0))


@pytest.mark.parametrize("seat", [HUMAN, AI])
def test_ALPHA_34_in_skirmish_alpha_presses_with_what_has_no_better_attack(seat):
    boards, cards = (("bear@1 wolf@2", "boar@3"), ("ox", "ox ox ox"))
    if seat == AI:
        boards, cards = boards[::-1], cards[::-1]
    state, texts = put(*boards, decks=cards, mover=seat, phase="C", version="skirmish"), []
    while (text := choice_of(state, "alpha")) != "end":
        texts.append(text)
        state = played(state, text)
    assert texts == ["attack 1 3", "attack 2 1"]


@pytest.mark.parametrize(("target", "text"), [("2/1", "attack 1 2"), ("2/2", "attack 1 1")])
def test_ALPHA_34_a_press_gains_a_point_for_each_card(target, text):
    """A Mammoth that destroys a 2/1 gains 3 less 1, as much as a press; a 2/2 is worth a point more."""
    state = put("5/10@1", f"{target}@1", phase="C", decks=("ox", "ox ox ox"), version="skirmish")
    assert choice_of(state, "alpha") == text


def test_ALPHA_34_it_doesn_t_press_where_that_takes_nothing():
    full = " ".join(f"1/10@{slot}" for slot in range(1, 6))
    assert choice_of(put("5/10@1", "1/10@1", phase="C", version="skirmish", decks=("ox", "")), "alpha") == (
        "attack 1 1"
    )
    assert choice_of(put("1/1@1", full, phase="C", version="skirmish", decks=("ox", "ox")), "alpha") == "end"


@pytest.mark.parametrize(
    ("own", "cards", "text"),
    [("wolf@1 wolf@2", "", "attack 1 1"), ("wolf@1", "", "end"), ("wolf@1 wolf@2", "spark", "attack 1 2")],
)
def test_ALPHA_34_who_has_more_creatures_attacks_at_any_cost_once_the_opponent_has_no_cards(own, cards, text):
    state = put(own, "bear@1", phase="C", version="skirmish", decks=("spark", cards))
    assert choice_of(state, "alpha") == text


@pytest.mark.parametrize("raw", BY_THE_TEXT)
def test_ALPHA_34_by_v01_alpha_never_presses(raw):
    assert choice_of(put("bear@1 wolf@2", "", phase="C", decks=("ox", "ox ox"), **raw), "alpha") == "end"
