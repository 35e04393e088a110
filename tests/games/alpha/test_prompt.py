"""Alpha Duel's prompts: turns take few taps, and phases with nothing left to do end by themselves."""

from __future__ import annotations

import random

import pytest

from games.alpha.screen.prompt import DECKS, MORE
from tests.kit.games.alpha_decks import creature, document, spell
from tests.kit.games.alpha_table import AI, GAME, HUMAN, VIEWERS, legal, play, playout, put, start, step, twin

END = "end"


def asked(state, *draft, seat=HUMAN):
    return GAME.prompt(GAME.view(state, seat), draft)


def offered(prompt):
    """Return the labels that can be tapped, each with its action or None."""
    return {choice.label: choice.action for choice in prompt.choices}


def test_a_creature_is_one_tap_into_the_first_free_slot():
    prompt = asked(put("ox@1", hands=("boar wolf", "")))
    assert prompt.question == "You have 9 energy. Which card do you want to play?"
    assert offered(prompt) == {
        "1 · Boar 3/3 for 3": "play 1 2",
        "2 · Wolf 2/2 for 2": "play 2 2",
        "End Action Phase": END,
        "Another slot or target": None,
        "Deck lists": None,
    }


def test_an_object_is_one_tap_on_each_opposing_creature():
    prompt = asked(put("ox@1", "wolf@2 bear@4", hands=("spark pitfall", "")))
    assert offered(prompt) == {
        "1 · Spark destroys o2 Wolf": "cast 1 o2",
        "1 · Spark leaves o4 Bear 2": "cast 1 o4",
        "2 · Pitfall destroys o2 Wolf": "cast 2 o2",
        "2 · Pitfall destroys o4 Bear": "cast 2 o4",
        "End Action Phase": END,
        "Another slot or target": None,
        "Deck lists": None,
    }


def test_objects_that_would_make_too_many_buttons_are_aimed_in_a_second_question():
    state = put("", "wolf@1 ox@2 boar@3 bear@4", hands=("spark arrow pitfall ox", ""))
    prompt = asked(state)
    assert [choice.action for choice in prompt.choices] == [None, None, None, "play 4 1", None, None, END]
    assert offered(asked(state, prompt.choices[0].key)) == {
        "o1 · Wolf 2/2: destroyed": "cast 1 o1",
        "o2 · Ox 2/5: has 3 left": "cast 1 o2",
        "o3 · Boar 3/3: has 1 left": "cast 1 o3",
        "o4 · Bear 4/4: has 2 left": "cast 1 o4",
    }
    assert list(offered(asked(state, prompt.choices[2].key))) == [
        "o1 · Wolf 2/2: destroyed",
        "o2 · Ox 2/5: destroyed",
        "o3 · Boar 3/3: destroyed",
        "o4 · Bear 4/4: destroyed",
    ]


def test_one_health_that_is_left_is_no_destruction():
    spark = put("", "boar@1", hands=("spark", ""))
    assert "1 · Spark leaves o1 Boar 1" in offered(asked(spark))
    fight = put("wolf@1", "boar@1", phase="C")
    assert "1 Wolf × 1 Boar: it has 1 left, yours destroyed" in offered(asked(fight))
    fight = put("boar@1", "wolf@1", phase="C")
    assert "1 Boar × 1 Wolf: destroys it, has 1 left" in offered(asked(fight))


def test_an_attack_is_one_tap_that_says_what_comes_of_it():
    prompt = asked(put("ox@1 viper@3", "wolf@2 bear@4", phase="C"))
    assert prompt.question == "Which attack do you want to make?"
    assert offered(prompt) == {
        "1 Ox × 2 Wolf: destroys it, has 3 left": "attack 1 2",
        "1 Ox × 4 Bear: it has 2 left, yours 1": "attack 1 4",
        "3 Viper × 2 Wolf: both destroyed": "attack 3 2",
        "3 Viper × 4 Bear: it has 2 left, yours destroyed": "attack 3 4",
        "End turn": END,
        "Attack an empty slot": None,
        "Deck lists": None,
    }


def test_of_equal_cards_the_first_is_offered_and_the_others_are_not_lost():
    state = put("", "ox@1", hands=("wolf spark wolf spark", ""))
    assert [choice.action for choice in asked(state).choices] == ["play 1 1", "cast 2 o1", None, None, END]
    assert [choice.leads_to for choice in asked(state, MORE).choices] == [("1",), ("2",), ("3",), ("4",)]


def test_attacks_that_would_make_too_many_buttons_are_asked_in_two_questions():
    state = put("ox@1 bear@2 boar@3 ox@4", "wolf@1 wolf@2:1 tiger@3 ox@4", phase="C")
    assert list(offered(asked(state))) == [
        "1 · Ox 2/5", "2 · Bear 4/4", "3 · Boar 3/3", "Another attacker or target", "Deck lists", "End turn"
    ]  # fmt: skip
    assert [choice.action for choice in asked(state, "2").choices] == [f"attack 2 {n}" for n in range(1, 6)]


def test_of_creatures_alike_the_first_attacks_and_is_attacked_as_all_slots_are_alike():
    state = put("ox@1 ox@2 ox@3:4", "wolf@1 wolf@2 wolf@4", phase="C")
    assert offered(asked(state)) == {
        "1 Ox × 1 Wolf: destroys it, has 3 left": "attack 1 1",
        "3 Ox × 1 Wolf: destroys it, has 2 left": "attack 3 1",
        "Another attacker or target": None,
        "Deck lists": None,
        "End turn": END,
    }
    assert [choice.key for choice in asked(state, MORE).choices] == ["1", "2", "3"]


def test_an_object_takes_one_tap_on_the_first_of_targets_alike_and_two_on_a_creature_of_ones_own():
    alike = put("", "wolf@1 wolf@2 wolf@4:1", hands=("spark", ""))
    assert [choice.action for choice in asked(alike).choices[:-3]] == ["cast 1 o1", "cast 1 o4"]
    own = put("ox@2", "", hands=("spark", ""))
    first = asked(own).choices[0]
    assert (first.label, first.action) == ("1 · Spark 2 damage for 1", None)
    assert "cast 1 m2" in {choice.action for choice in asked(own, first.key).choices}


def test_ALPHA_14_a_creature_of_ones_own_is_aimed_at_and_what_comes_of_it_is_said():
    state = put("wolf@2", "ox@1", hands=("pitfall", ""))
    aimed = asked(state, MORE)
    assert aimed.question == "Pitfall, destroy: on which creature?"
    assert offered(aimed) == {
        "o1 · Ox 2/5: destroyed": "cast 1 o1",
        "m2 · your Wolf 2/2: destroyed": "cast 1 m2",
    }
    told = step(state, "cast 1 m2").told[HUMAN]
    assert told == ("You play Pitfall on your own Wolf in slot 2: it's destroyed.",)


def test_an_attack_on_an_empty_slot_is_there_for_who_looks_for_it():
    state = put("boar@2 boar@5", "", phase="C")
    first = asked(state)
    assert first.question == "There's no creature to attack."
    assert offered(first)["Attack an empty slot"] is None
    assert list(offered(asked(state, MORE))) == ["2 · Boar 3/3", "5 · Boar 3/3"]
    assert offered(asked(state, "2")) == {f"{n} · empty": f"attack 2 {n}" for n in range(1, 6)}


def test_where_one_slot_is_left_a_creature_is_summoned_into_it_at_once():
    state = put("ox@1 ox@2 ox@3 ox@5", hands=("wolf wolf spark", ""))
    assert offered(asked(state))["1 · Wolf 2/2 for 2"] == "play 1 4", "of equal ones the first"
    into = {f"{n} · Wolf 2/2 for 2, into slot 4": f"play {n} 4" for n in (1, 2)}
    assert offered(asked(state, MORE)).items() >= into.items()
    full = asked(play(state, "play 2 4"))
    assert full.question.endswith("Which card do you want to play?"), "an object can hit one's own"
    alone = put("ox@1 ox@2 ox@3 ox@4 ox@5", hands=("wolf", ""))
    assert asked(alone).question.endswith("There's nothing to play right now.")


def test_with_the_longest_names_every_label_is_whole_and_fits():
    cards = [(creature("ogre", 10, 5, 10), 20), (spell("straw", 10, 1), 10)]
    named = [({**card, "name": "W" * 39 + str(n)}, count) for n, (card, count) in enumerate(cards)]
    state, met = start(decks=(document(named), document(named))), set()
    for _ in range(120):
        (seat,) = GAME.to_act(state)
        view = GAME.view(state, seat)
        first = GAME.prompt(view, ())
        onwards = [choice.key for choice in first.choices if choice.action is None]
        for prompt in (first, *(GAME.prompt(view, (key,)) for key in onwards)):
            met |= set(offered(prompt)) if seat == HUMAN else set()
        state = GAME.play(state, seat, GAME.players["alpha"](view, None, random.Random(0), 0)).state
    assert any("W0 5/10: " in label and "yours has" in label for label in met)
    assert any(label.startswith("o1 · ") and label.endswith(": has 9 left") for label in met)
    assert any(label.endswith(" 5/10 for 10") for label in met)
    assert max(map(len, met)) <= 80


def test_who_wants_to_choose_a_slot_is_told_what_is_opposite():
    labels = list(offered(asked(put("ox@1", "wolf@2 bear@4", hands=("boar", "")), MORE)))
    assert labels == ["Slot 1", "Slot 2, opposite Wolf 2/2", "Slot 3", "Slot 4, opposite Bear 4/4", "Slot 5"]


@pytest.mark.parametrize("phase", ["A", "C"])
def test_what_ends_a_phase_is_last_and_says_so_to_the_panel(phase):
    choices = asked(put("ox@1", "bear@1", hands=("wolf", ""), phase=phase)).choices
    assert [choice.ends for choice in choices] == [False] * (len(choices) - 1) + [True]


@pytest.mark.parametrize("phase", ["A", "C"])
@pytest.mark.parametrize("seat", [HUMAN, AI])
def test_ALPHA_28_both_deck_lists_are_open_to_either_player(phase, seat):
    state = put("ox@1", "bear@1", hands=("wolf", "wolf"), mover=seat, phase=phase)
    first, lists = asked(state, seat=seat), asked(state, DECKS, seat=seat)
    assert lists.picture.title == "Deck lists"
    every = [(token.seat, token.face.art, token.stack) for token in lists.picture.tokens]
    for owner in (HUMAN, AI):
        ids = [card.id for card in state.setup.decks[owner]]
        assert sorted(token[1:] for token in every if token[0] == owner) == sorted(
            (card, ids.count(card)) for card in set(ids)
        )
    assert every[0][0] == seat
    assert {**offered(lists), "Deck lists": None} == offered(first)


def test_where_pressure_mills_it_is_offered_with_the_attacks():
    prompt = asked(put("ox@1", "wolf@1", phase="C", pressure="mill1"))
    assert offered(prompt)["1 Ox × 2 empty: takes a card"] == "attack 1 2"


@pytest.mark.parametrize(
    ("own", "ai", "marks"),
    [
        ("", "", ["option", "", ""]),
        ("", "ox@1", ["option", "option", ""]),
        ("ox@1 ox@2 ox@3 ox@4 ox@5", "", ["", "option", ""]),
    ],
)
def test_the_cards_framed_in_the_hand_are_those_that_can_be_played(own, ai, marks):
    state = put(own, ai, hands=("wolf spark mammoth", ""), energy=(2, 0))
    hand = GAME.scene(GAME.view(state, HUMAN)).hand
    assert [face.mark for face in hand] == marks
    assert [face.spent for face in hand] == [not mark for mark in marks]
    places = {int(text.split(" ")[1]) for text in legal(state) if text != END}
    assert [place in places for place in (1, 2, 3)] == [bool(mark) for mark in marks]


def test_another_slot_is_offered_only_where_there_is_one():
    full = "ox@1 ox@2 ox@3 ox@4"
    assert "Another slot or target" not in offered(asked(put(full, hands=("wolf", ""))))
    assert "Another slot or target" in offered(asked(put(full, "ox@1", hands=("wolf spark", ""))))


def test_the_only_card_is_placed_without_being_asked_for():
    state = put("ox@1", hands=("wolf", ""))
    assert [choice.action for choice in asked(state, MORE).choices if not choice.disabled] == [
        f"play 1 {slot}" for slot in range(2, 6)
    ]


@pytest.mark.parametrize(
    ("own", "label"), [("ox@1", "End Action Phase"), ("", "End turn"), ("ox@1+", "End turn")]
)
def test_the_end_says_what_comes_next(own, label):
    sickness = "on" if own.endswith("+") else "off"
    assert label in offered(asked(put(own, hands=("wolf", ""), summoningSickness=sickness)))


# --- phases that end by themselves -------------------------------------------------------------------


def forced(state):
    action = GAME.forced(GAME.view(state, state.table.mover))
    return None if action is None else GAME.format(action)


def test_ALPHA_18_combat_in_which_nothing_can_attack_ends_without_being_asked():
    assert forced(put("", "ox@1", phase="C")) == END
    assert forced(put("ox@1!", "ox@1", phase="C")) == END
    assert forced(put("ox@1", "ox@1", phase="C")) is None
    assert forced(put("ox@1", "", phase="C")) is None, "an empty slot may be pressed"


def test_ALPHA_18_a_creature_that_must_wait_cannot_attack():
    assert forced(put("ox@1+", "ox@1", phase="C", summoningSickness="on")) == END
    assert forced(put("ox@1+", "ox@1", phase="C")) is None


def test_ALPHA_18_the_action_phase_ends_when_the_last_card_is_played_but_never_tells_of_a_hand():
    state = put("ox@1", "ox@1", hands=("wolf", "wolf"))
    assert forced(state) is None
    assert forced(play(state, "play 1 2")) == END
    held = put("ox@1", "ox@1", hands=("wolf mammoth", ""), energy=(2, 9))
    assert forced(play(held, "play 1 2")) is None, "everybody would know that nothing else could be paid"
    assert forced(put("ox@1", "ox@1", hands=("", ""))) is None, "a turn that begins is shown first"


@pytest.mark.parametrize("number", range(3))
def test_ALPHA_18_what_is_forced_is_the_only_legal_action_and_follows_from_what_everybody_sees(number):
    met = 0
    for state, seat, *_ in playout(number):
        if forced(state) is not None:
            met += 1
            assert legal(state) == [END]
            assert GAME.forced(GAME.view(twin(state, 1 - seat), seat)) is not None
        assert [GAME.forced(GAME.view(state, who)) for who in VIEWERS if who != seat] == [None, None]
    assert met > 5


def by_itself(state, seat=HUMAN):
    action = GAME.automatic(GAME.view(state, seat))
    return None if action is None else GAME.format(action)


def test_ALPHA_18_combat_in_which_only_empty_slots_could_be_attacked_ends_for_whoever_likes_that():
    assert by_itself(put("ox@1", "", phase="C")) == END
    assert by_itself(put("ox@1", "wolf@2", phase="C")) is None
    assert by_itself(put("ox@1", "", phase="C", pressure="mill1")) is None, "it would mill a card"
    assert by_itself(put("ox@1", "", hands=("wolf", ""))) is None, "in the Action Phase cards are played"
    assert by_itself(put("ox@1", "", phase="C"), AI) is None


@pytest.mark.parametrize("own", ["", "ox@1!"])
def test_ALPHA_18_both_may_say_the_same_end_and_then_it_is_forced(own):
    state = put(own, "", phase="C")
    assert (forced(state), by_itself(state)) == (END, END)


def test_nothing_is_forced_on_who_does_not_act():
    state = put("", "ox@1", phase="C", mover=AI)
    assert GAME.forced(GAME.view(state, HUMAN)) is None


# --- what pressure takes ----------------------------------------------------------------------------------

PRESSED = [
    ({}, ("ox", "wolf*3"), "", "it uses up the attack", "There's no one there to hit back."),
    (
        {"pressure": "mill1"},
        ("ox", "wolf*3"),
        "",
        "it takes a card from the bot",
        "It takes a card from the bot",
    ),
    ({"pressure": "mill1"}, ("ox", ""), "wolf", "it uses up the attack", "There's no one there to hit back."),
    (
        {"version": "skirmish"},
        ("ox", "wolf*3"),
        "",
        "it takes two cards from",
        "It takes two cards from the bot",
    ),
    (
        {"version": "skirmish"},
        ("ox", ""),
        "wolf",
        "it takes a card from the bot",
        "It takes a card from the bot",
    ),
    ({"version": "skirmish"}, ("ox", ""), "", "it uses up the attack", "There's no one there to hit back."),
]
"""Options, both decks, the bot's hand, and what the question and a hint say of an attack on an empty slot."""


@pytest.mark.parametrize(("options", "decks", "held", "asked_so", "hinted"), PRESSED)
def test_what_pressure_takes_is_what_is_there(options, decks, held, asked_so, hinted):
    state = put("ox@1", "tiger@1", phase="C", decks=decks, hands=("", held), **options)
    view = GAME.view(state, 0)
    asking = asked(state, "more")
    while "empty one" not in asking.question:
        asking = GAME.prompt(view, asking.choices[0].leads_to or (asking.choices[0].key,))
    assert f"An empty one is pressure: {asked_so}" in asking.question
    assert GAME.advice(view, GAME.parse(view, "attack 1 3")).why.startswith(hinted)
