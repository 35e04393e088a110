"""Alpha's rulings on decks, the opening and secrets (ALPHA-1 to 3, 23, 26 to 29; GEN-1 to 3, 8)."""

from __future__ import annotations

import re

import msgspec
import pytest

from games import GAMES, OptionError
from games.alpha.rules.cards import ATTACK, CORE, COST, DAMAGE, HEALTH
from games.alpha.rules.decks import SHIPPED
from games.core.vocabulary.options import options_data
from tests.games.alpha.reference import Chance
from tests.kit.games.alpha_table import (
    AI,
    BOTH_VARIANTS,
    GAME,
    HUMAN,
    PUBLIC,
    VIEWERS,
    deck,
    discard,
    document,
    energy,
    hand,
    legal,
    play,
    playout,
    put,
    shown,
    start,
    turn,
    twin,
)

SEEDS = [bytes([number]) * 32 for number in range(40)]
OBJECTS = document("spark*20 wolf*10")
CORE_SET = {
    "creatures": "1:1/2 1:2/1 2:2/2 2:1/4 3:3/3 3:2/5 4:4/4 4:3/6 5:5/5 6:4/8 7:5/8 8:5/10",
    "objects": "1:2 damage, 2:3 damage, 4:5 damage, 5:destroy",
}


def by_first_byte(seed):
    return str(seed[0])


def starter(seed):
    return Chance(seed).draw(2)


def drawn(state, seat):
    """Return the cards that a seat has drawn so far, first to last, and then the rest of its deck."""
    return hand(state, seat) + deck(state, seat)


# --- the order of draws -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS, ids=by_first_byte)
def test_ALPHA_1_the_first_draw_of_the_seed_is_the_starting_seat(seed):
    assert GAME.to_act(start(seed)) == (starter(seed),)


def test_ALPHA_1_either_seat_may_start():
    assert {starter(seed) for seed in SEEDS} == {HUMAN, AI}


@pytest.mark.parametrize("seed", SEEDS[:10], ids=by_first_byte)
def test_ALPHA_1_then_seat_0s_deck_is_shuffled_and_then_seat_1s_and_the_top_is_the_end_of_the_list(seed):
    lists = [list(SHIPPED[name].ids) for name in ("swarm", "control")]
    state, chance = start(seed, decks=["swarm", "control"]), Chance(seed)
    chance.draw(2)
    for seat in (HUMAN, AI):
        assert drawn(state, seat) == chance.shuffled(lists[seat])[::-1]
    assert state.chance.counter == chance.k


def test_ALPHA_1_a_deck_is_shuffled_from_the_order_of_its_own_list():
    listed = document("mammoth*5 wolf*10 spark*15")
    other = {"deck": listed["deck"][::-1]}
    first, second = (start(SEEDS[0], decks=[each, "swarm"]) for each in (listed, other))
    assert drawn(first, HUMAN) != drawn(second, HUMAN)


@pytest.mark.parametrize("options", [{}, BOTH_VARIANTS])
def test_ALPHA_1_nothing_else_is_random(options):
    moments = playout(3, **options)
    assert len({played.state.chance for *_, played in moments}) == 1
    assert moments[0][0].chance == moments[-1][3].state.chance


# --- the opening --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS[:6], ids=by_first_byte)
def test_ALPHA_2_both_draw_five_cards_before_the_first_turn(seed):
    state = start(seed)
    waiting = 1 - starter(seed)
    assert len(hand(state, waiting)) == 5
    assert len(hand(state, 1 - waiting)) == 6
    assert [len(deck(state, seat)) for seat in (waiting, 1 - waiting)] == [25, 24]


def test_ALPHA_2_a_hand_without_a_creature_is_kept():
    for seed in [bytes([number]) * 32 for number in range(256)]:
        state = start(seed, decks=[OBJECTS, OBJECTS])
        seat = 1 - starter(seed)
        if set(hand(state, seat)) == {"spark"}:
            break
    assert hand(state, seat) == ["spark"] * 5
    mine = turn(state)
    assert GAME.to_act(mine) == (seat,)
    assert hand(mine, seat)[:5] == ["spark"] * 5
    assert {GAME.format(action) for action in GAME.actions(GAME.view(mine, seat))} <= {
        "end",
        *(f"play 6 {slot}" for slot in range(1, 6)),
    }


@pytest.mark.parametrize("seed", SEEDS[:6], ids=by_first_byte)
def test_ALPHA_3_the_first_turn_has_one_energy_and_the_other_seat_none_yet(seed):
    state, first = start(seed), starter(seed)
    assert (energy(state, first), energy(state, 1 - first)) == ("1/1", "0/0")
    second = turn(state)
    assert (energy(second, first), energy(second, 1 - first)) == ("1/1", "1/1")


def test_ALPHA_3_there_is_no_option_for_it():
    assert [spec.name for spec in GAME.option_specs] == [
        "decks",
        "summoningSickness",
        "pressure",
        "version",
    ]


# --- seats --------------------------------------------------------------------------------------------


def test_ALPHA_23_it_is_for_one_human_and_one_ai():
    assert GAME.seats == ("Human", "AI")
    assert not GAME.supports_pvp
    assert all(game.supports_pvp for key, game in GAMES.items() if key != "alpha")


TURNS = ["play 1 1", "play 1 3", "cast 1 o2", "end", "attack 2 4", "attack 1 1", "end", "play 1 5", "end"]


@pytest.mark.parametrize(
    "texts", [TURNS, ["play 2 4", "cast 2 m2", "end", "attack 2 2", "attack 5 1", "end"]]
)
def test_ALPHA_23_the_engine_does_the_same_for_either_seat(texts):
    hands, boards = ("wolf 2/2 spark", "1/4 boar"), ("bear@2 wolf@5", "3/3@1 ox@2 wolf@4")
    human = put(*boards, hands=hands, decks=("wolf ox", "ox"))
    ai = put(*boards[::-1], hands=hands[::-1], decks=("ox", "wolf ox"), mover=AI)
    for text in texts:
        human, ai = play(human, text), play(ai, text)
        assert legal(human) == legal(ai)
        assert shown(human, HUMAN) == shown(ai, AI)
        assert shown(human, AI) == shown(ai, HUMAN)


# --- validation ---------------------------------------------------------------------------------------


def test_ALPHA_26_a_good_deck_is_taken():
    assert len(start(decks=[OBJECTS, "giants"]).setup.decks[HUMAN]) == 30


@pytest.mark.parametrize("words", ["wolf*29", "wolf*31", "wolf*9 spark*21", "spark*30", "3/3*9 2dmg*21"])
@pytest.mark.parametrize("seat", [HUMAN, AI])
def test_ALPHA_26_a_deck_has_exactly_30_cards_and_at_least_10_creatures(words, seat):
    decks = ["balanced", "balanced"]
    decks[seat] = document(words)
    with pytest.raises(OptionError, match=rf"^decks\[{seat}\]\.deck: "):
        GAME.options({"decks": decks})


def test_ALPHA_26_duplicates_are_free_and_ten_creatures_are_enough():
    for words in ("wolf*30", "wolf*10 pitfall*20", "5/10$0*30"):
        assert GAME.options({"decks": [document(words), document(words)]})


def test_ALPHA_26_a_bad_deck_is_refused_and_not_repaired():
    bad = document("wolf*31")
    with pytest.raises(OptionError, match="31 cards; it must be exactly 30"):
        GAME.options({"decks": [bad, "balanced"]})
    assert len(bad["deck"]) == 31


@pytest.mark.parametrize("name", SHIPPED)
def test_ALPHA_26_every_shipped_deck_is_a_good_deck(name):
    ids = SHIPPED[name].ids
    assert len(ids) == 30
    assert sum(CORE[each].is_creature for each in ids) >= 10
    assert GAME.options({"decks": [{"deck": list(ids)}, name]})


# --- cards --------------------------------------------------------------------------------------------


def test_ALPHA_27_the_core_set_is_the_tested_one():
    creatures = sorted(f"{c.cost}:{c.attack}/{c.health}" for c in CORE.values() if c.is_creature)
    objects = [f"{c.cost}:{c.text}" for c in CORE.values() if not c.is_creature]
    assert creatures == sorted(CORE_SET["creatures"].split(" "))
    assert objects == CORE_SET["objects"].split(", ")


def test_ALPHA_27_ids_and_names_of_the_core_set_keep_the_rules_of_documents():
    assert all(re.fullmatch("[a-z0-9-]{1,32}", each) and CORE[each].id == each for each in CORE)
    assert len({each.name for each in CORE.values()}) == len(CORE)
    for each in CORE.values():
        assert each.cost in COST
        assert (each.attack in ATTACK and each.health in HEALTH) if each.is_creature else True
        assert each.is_creature or each.damage == 0 or each.damage in DAMAGE


# --- hidden information ------------------------------------------------------------------------------


@pytest.mark.parametrize("who", VIEWERS)
@pytest.mark.parametrize("options", [{}, BOTH_VARIANTS])
def test_ALPHA_28_other_hands_and_the_order_of_decks_change_nothing_in_a_view(who, options):
    differing = 0
    for state, *_ in playout(1, **options)[::7]:
        world = twin(state, who)
        differing += (world.hands, world.decks) != (state.hands, state.decks)
        assert GAME.view(world, who) == GAME.view(state, who)
        assert shown(world, who) == shown(state, who)
    assert differing > 10


def test_ALPHA_28_a_seat_sees_its_own_hand_and_no_other():
    state = put(hands=("wolf spark", "bear arrow ox"))
    assert (hand(state, HUMAN), hand(state, AI)) == (["wolf", "spark"], ["bear", "arrow", "ox"])
    assert hand(state, PUBLIC) == []


def test_ALPHA_28_boards_discards_energy_and_all_counts_are_public():
    state = put("wolf@2", "ox@4:3", hands=("bear", "ox ox"), discards=("spark boar", "viper"), energy=(4, 5))
    assert shown(state) == "-,2/2,-,-,-|-,-,-,2/3,- 4/4 5/5 1,1,2 1,2,1 me A 9"
    assert (discard(state, HUMAN), discard(state, AI)) == (["spark", "boar"], ["viper"])
    assert len({msgspec.json.encode(GAME.view(state, who).table) for who in VIEWERS}) == 1


@pytest.mark.parametrize("options", [{}, BOTH_VARIANTS])
def test_ALPHA_28_the_public_knows_what_either_seat_can_say_alone(options):
    for state, *_ in playout(2, **options)[::5]:
        public = GAME.view(state, PUBLIC)
        assert GAME.public_from(GAME.view(state, HUMAN)) == public == GAME.public_from(GAME.view(state, AI))


def test_ALPHA_28_cards_on_the_table_are_numbered_in_the_order_in_which_they_were_played():
    state = put(hands=("wolf wolf spark wolf", "ox"))
    state = play(state, "play 2 4", "play 1 1", "cast 1 m4", "play 1 2")
    state = play(turn(state), "play 1 1")
    numbers = [[c and c.number for c in side.slots] for side in state.table.sides]
    assert numbers == [[2, 4, None, None, None], [5, None, None, None, None]]


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, BOTH_VARIANTS])
def test_ALPHA_28_every_card_is_always_in_one_place_and_all_counts_are_true(options):
    for *_, played in playout(4, **options) + playout(5, **options):
        state = played.state
        for seat, side in enumerate(state.table.sides):
            there = [creature.card for creature in side.slots if creature]
            everywhere = (*state.hands[seat], *state.decks[seat], *there, *side.discard)
            assert sorted(everywhere, key=repr) == sorted(state.setup.decks[seat], key=repr)
            assert (side.hand, side.deck) == (len(state.hands[seat]), len(state.decks[seat]))
            living = [*state.hands[seat], *state.decks[seat], *there]
            assert side.creatures == sum(each.is_creature for each in living)
            assert side.occupied == sum(1 << n for n, creature in enumerate(side.slots) if creature)


# --- ids and the general rulings ------------------------------------------------------------------------


@pytest.mark.parametrize("raw", [{}, {"decks": [OBJECTS, "giants"]}, {"pressure": "none"}])
def test_ALPHA_29_the_literal_rules_have_the_id_of_the_text_whatever_the_decks(raw):
    assert GAME.ruleset == "alpha-fixed-0.1" == GAME.ruleset_of(GAME.options(raw))


def test_the_defaults_are_those_of_the_rulings():
    literal = {"summoningSickness": "off", "pressure": "none", "version": "0.1"}
    assert options_data(GAME.options({})) == {"decks": ["balanced", "balanced"], **literal}


def test_GEN_1_the_same_options_and_seed_and_actions_give_the_same_state():
    for options in ({}, BOTH_VARIANTS):
        moments = playout(6, **options)
        state = moments[0][0]
        for _, seat, action, played in moments:
            state = GAME.play(state, seat, action).state
            assert state == played.state
            assert msgspec.json.encode(state) == msgspec.json.encode(played.state)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), "0" * 32, None])
def test_GEN_2_a_seed_is_32_bytes(seed):
    with pytest.raises(ValueError, match="32 bytes"):
        start(seed)


def test_GEN_3_neither_the_seed_nor_the_count_of_draws_is_in_a_view():
    for seed in SEEDS[:4]:
        state = start(seed)
        for who in VIEWERS:
            text = repr(GAME.view(state, who))
            assert "Chance" not in text
            assert repr(seed) not in text


def test_GEN_8_a_variant_has_another_id_than_the_literal_rules():
    names = {GAME.ruleset_of(GAME.options(raw)) for raw in ({}, {"pressure": "mill1"}, BOTH_VARIANTS)}
    assert len(names) == 3
