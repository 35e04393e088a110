"""Alpha's greedy AI (ALPHA-24, ALPHA-25)."""

from __future__ import annotations

import random
from fractions import Fraction

import msgspec
import pytest

from games.core.selfplay import play_match
from tests.games.alpha.matches import LEVEL, VARIANTS, ai_match, options_of
from tests.kit.games.alpha_table import AI, GAME, HUMAN, discard, legal, mover, play, playout, put, twin

NUMBERS = range(8)
"""Numbers of the AI matches checked; each variant occurs twice."""


def choice(state, number=1, budget=1000):
    """Return the text that the AI plays."""
    view = GAME.view(state, mover(state))
    return GAME.format(GAME.players[LEVEL](view, None, random.Random(number), budget))


def choices(state):
    """Return all actions of the AI in a phase, ending with `end`."""
    texts = []
    while not texts or texts[-1] != "end":
        texts.append(choice(state))
        state = play(state, texts[-1])
    return texts


def moments(number):
    """Return (state, text) of every action of a match between two AIs."""
    record, _ = ai_match(number)
    state = GAME.new(GAME.options(record.options), record.seed)
    for text in record.actions:
        yield state, text
        state = play(state, text)


# --- a pure function of the view ----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_ALPHA_24_it_does_the_same_in_a_world_that_it_cannot_tell_from_this_one(number):
    differing = 0
    for state, text in moments(number):
        for other in (twin(state, mover(state), 1), twin(state, mover(state), 2)):
            differing += other.hands != state.hands or other.decks != state.decks
            assert choice(other) == text
    assert differing > 50


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_ALPHA_25_the_same_view_and_chance_give_the_same_choice_and_change_nothing(number):
    for state, text in moments(number):
        view = GAME.view(state, mover(state))
        before = repr(view)
        assert {GAME.format(GAME.players[LEVEL](view, None, random.Random(5), 9)) for _ in range(3)} == {text}
        assert repr(view) == before


def test_ALPHA_25_neither_chance_nor_the_budget_decides():
    for state, text in moments(1):
        assert {choice(state, number, 10**number) for number in range(5)} == {text}


def test_ALPHA_25_a_view_that_was_stored_and_read_again_gives_the_same_choice():
    for state, text in moments(0):
        view = GAME.view(state, mover(state))
        again = msgspec.structs.replace(view, hand=tuple(map(msgspec.structs.replace, view.hand)))
        assert GAME.format(GAME.players[LEVEL](again, None, random.Random(0), 1)) == text


def test_ALPHA_25_the_host_plays_the_same_match():
    for number in NUMBERS:
        record, _ = ai_match(number)
        assert play_match(GAME, options_of(number), record.seed, (LEVEL, LEVEL)) == record


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_what_it_plays_is_legal_until_the_end(number):
    for state, text in moments(number):
        assert text in legal(state)
    assert GAME.result(play(state, text)) is not None


def test_it_plays_either_seat():
    human = put("bear@1", "ox@2", hands=("wolf spark", ""))
    ai = put("ox@2", "bear@1", hands=("", "wolf spark"), mover=AI)
    assert choices(human) == choices(ai)


# --- affordable cards are played ----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_no_affordable_card_is_left_when_it_ends_the_action_phase(number):
    """Except objects that could only hit its own creatures."""
    for state, text in moments(number):
        if state.table.phase == "A" and text == "end":
            assert not [other for other in legal(state) if other.startswith("play") or " o" in other]


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_it_never_aims_at_its_own_creatures(number):
    assert not [text for _, text in moments(number) if text.startswith("cast") and " m" in text]


def test_the_dearest_creature_that_can_be_paid_comes_first():
    state = put(hands=("wolf mammoth elephant hedgehog", ""), energy=(10, 0))
    assert choices(state) == ["play 2 1", "play 1 2", "end"]
    assert choices(put(hands=("wolf mammoth hedgehog", ""), energy=(3, 0))) == ["play 1 1", "play 2 2", "end"]


# --- it removes enemy creatures first -----------------------------------------------------------------


@pytest.mark.parametrize("word", ["spark", "pitfall"])
def test_ALPHA_25_an_object_that_removes_a_creature_comes_before_every_creature(word):
    state = put("", "viper@4", hands=(f"mammoth {word}", ""), energy=(8, 0))
    assert choice(state) == "cast 2 o4"


def test_ALPHA_25_an_object_that_only_hurts_comes_after_the_creatures():
    state = put("", "mammoth@4", hands=("spark wolf", ""), energy=(2, 0))
    assert choice(state) == "play 2 1"
    assert choices(put("", "mammoth@4", hands=("spark wolf", ""), energy=(3, 0)))[:2] == [
        "play 2 1",
        "cast 1 o4",
    ]


def test_ALPHA_25_of_what_an_object_can_remove_it_takes_the_worthiest():
    state = put("", "viper@1 5/2@2 hedgehog@3 mammoth@5", hands=("spark", ""))
    assert choice(state) == "cast 1 o2"


def test_ALPHA_25_the_cheaper_object_is_used_when_both_remove():
    assert choice(put("", "wolf@1", hands=("boulder pitfall spark arrow", ""))) == "cast 3 o1"


def test_ALPHA_25_an_attack_that_removes_comes_before_a_better_exchange_that_does_not():
    state = put("5/10@1", "1/10@1 1/1@2", phase="C")
    assert exchange(state, "attack 1 1") > exchange(state, "attack 1 2") > 0
    assert choice(state) == "attack 1 2"


def test_ALPHA_25_of_several_removals_the_best_exchange_is_made():
    state = put("4/10@1", "1/2@1 5/1@2 1/1@3", phase="C")
    assert exchange(state, "attack 1 2") > exchange(state, "attack 1 1") > exchange(state, "attack 1 3")
    assert choices(state) == ["attack 1 2", "end"]


# --- it attacks when that is to its advantage ---------------------------------------------------------


def exchange(state, text):
    """Return attack and health destroyed, half for damage, minus the attacker's losses (ALPHA-25)."""
    slot, target = (int(word) - 1 for word in text.split(" ")[1:])
    seat = mover(state)
    attacker = state.table.sides[seat].slots[slot]
    defender = state.table.sides[1 - seat].slots[target]
    return gone(defender, attacker.card.attack) - gone(attacker, defender.card.attack)


def gone(creature, damage):
    destroyed = creature.card.attack + creature.health
    return Fraction(destroyed) if damage >= creature.health else Fraction(damage, 2)


def good_attacks(state):
    """Return the legal attacks on creatures whose exchange is above zero, or above a press in Skirmish."""
    there = [f" {n}" for n, creature in enumerate(state.table.sides[1 - mover(state)].slots, 1) if creature]
    found = [text for text in legal(state, "attack") if text[-2:] in there]
    return [text for text in found if exchange(state, text) > (2 if can_press(state) else 0)]


def can_press(state):
    """Return whether a press would take cards in Skirmish (ALPHA-34)."""
    side = state.table.sides[1 - mover(state)]
    return state.setup.options.is_skirmish and None in side.slots and side.deck + side.hand > 0


def otherwise(state):
    """Return what it does without a good attack: it presses in Skirmish, else it ends the turn."""
    presses = legal(state, "attack") if can_press(state) else []
    empty = 1 + state.table.sides[1 - mover(state)].slots.index(None) if presses else 0
    return next((text for text in presses if text.endswith(f" {empty}")), "end")


def best(state, good):
    """Return the attacks with the best exchange, of those that remove a creature if any do."""
    removing = [text for text in good if removes(state, text)] or good
    most = max(exchange(state, text) for text in removing)
    return [text for text in removing if exchange(state, text) == most]


def removes(state, text):
    return discard(play(state, text), 1 - mover(state)) != discard(state, 1 - mover(state))


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_ALPHA_25_it_attacks_if_and_only_if_an_exchange_is_above_zero(number):
    attacks = 0
    for state, text in moments(number):
        if state.table.phase == "C":
            good = good_attacks(state)
            assert text in best(state, good) if good else text == otherwise(state)
            attacks += bool(good)
    assert attacks > 0


@pytest.mark.parametrize("number", range(4))
def test_ALPHA_25_so_it_does_in_matches_of_random_actions(number):
    for state, *_ in playout(number, **VARIANTS[number]):
        if state.table.phase == "C":
            good = good_attacks(state)
            assert choice(state) in best(state, good) if good else choice(state) == "end"


@pytest.mark.parametrize(
    ("human", "ai", "text"),
    [
        ("wolf@1", "wolf@1", "end"),
        ("wolf@1", "3/2@1", "attack 1 1"),
        ("3/2@1", "wolf@1", "end"),
        ("wolf@1", "bear@1", "end"),
        ("bear@1", "ox@1", "attack 1 1"),
        ("ox@1", "ox@1", "end"),
        ("ox@1", "1/10@1", "attack 1 1"),
        ("1/10@1", "ox@1", "end"),
        ("wolf@1", "ox@1:2", "end"),
        ("wolf@1", "ox@1:1", "end"),
        ("viper@1", "ox@1:2", "attack 1 1"),
        ("5/10@1", "", "end"),
    ],
)
def test_ALPHA_25_an_even_or_a_bad_exchange_and_an_empty_slot_are_left_alone(human, ai, text):
    assert choice(put(human, ai, phase="C")) == text
    assert choice(put(human, ai, phase="C", pressure="mill1")) == text


def test_ALPHA_25_it_goes_on_attacking_while_that_is_good():
    state = put("bear@1 boar@2 viper@3", "ox@1", phase="C")
    assert choices(state) == ["attack 1 1", "attack 2 1", "end"]


def test_it_waits_with_a_creature_that_may_not_attack_yet():
    assert choice(put("bear@1+", "ox@1", phase="C", summoningSickness="on")) == "end"
    assert choice(put("bear@1! boar@2", "ox@1:1", phase="C")) == "attack 2 1"


# --- ties ---------------------------------------------------------------------------------------------


def test_ALPHA_25_of_equal_creatures_the_first_by_card_id_comes_first_wherever_it_is_held():
    """Custom ids: own-2-4-3 sorts before own-3-3-3, with the same cost and the same attack plus health."""
    for hand, place in [("2/4$3 3/3$3", 1), ("3/3$3 2/4$3", 2), ("3/3$3 3/3$3 2/4$3", 3)]:
        assert choice(put(hands=(hand, ""))) == f"play {place} 1"


def test_ALPHA_25_a_creature_goes_into_the_first_free_slot():
    for board, slot in [("", 1), ("ox@1", 2), ("ox@2", 1), ("ox@1 ox@2 ox@4 ox@5", 3)]:
        assert choice(put(board, hands=("wolf", ""))) == f"play 1 {slot}"


def test_ALPHA_25_of_equal_objects_the_first_by_card_id_and_of_equal_targets_the_first_slot():
    for hand, place in [("2dmg$1 spark", 1), ("spark 2dmg$1", 2)]:
        assert choice(put("", "wolf@4 wolf@2", hands=(hand, ""))) == f"cast {place} o2"


def test_ALPHA_25_of_equal_attacks_the_first_by_card_id_and_then_by_slot():
    assert choice(put("bear@4 bear@2", "wolf@5 wolf@3", phase="C")) == "attack 2 3"
    assert choice(put("4/4@1 bear@3", "wolf@5", phase="C")) == "attack 3 5"
    assert choice(put("4/4@3 bear@1", "wolf@5", phase="C")) == "attack 1 5"


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_ALPHA_25_the_order_of_the_hand_does_not_matter(number):
    rng = random.Random(number)
    for state, _ in moments(number):
        hand = list(state.hands[mover(state)])
        rng.shuffle(hand)
        hands = (tuple(hand), state.hands[1]) if mover(state) == HUMAN else (state.hands[0], tuple(hand))
        assert meant(msgspec.structs.replace(state, hands=hands)) == meant(state)


def meant(state):
    """Return the AI's action, with the card's id instead of its place."""
    word, *rest = choice(state).split(" ")
    if word in ("play", "cast"):
        rest[0] = state.hands[mover(state)][int(rest[0]) - 1].id
    return word, *rest
