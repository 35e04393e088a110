"""Alpha's levels that plan: `hard` and `skilled` (ALPHA-30)."""

from __future__ import annotations

import random
import statistics
from functools import cache
from itertools import pairwise

import pytest

from games.alpha.ai.fight import Fighter, best_fight, exchange
from games.alpha.ai.tournament import count_points, play_game, strength
from games.core.record import read_record, verify, write_record
from games.core.selfplay import play_match
from tests.budgets import first_fast
from tests.games.alpha import reference_levels
from tests.games.alpha.matches import ai_match, options_of
from tests.kit.games.alpha_table import AI, GAME, HUMAN, discard, legal, mover, play, put, twin

NUMBERS = range(8)
"""Numbers of the matches checked; each variant occurs twice."""
LEVEL = "hard"


def choice(state, number=1, budget=1000, level=LEVEL):
    """Return the text that a level plays."""
    view = GAME.view(state, mover(state))
    return GAME.format(GAME.players[level](view, None, random.Random(number), budget))


def choices(state):
    """Return a level's actions in a phase, ending with `end`, and the state before `end`."""
    texts = []
    while (text := choice(state)) != "end":
        texts.append(text)
        state = play(state, text)
    return texts, state


@cache
def moments(number, level=LEVEL):
    """Return (state, text) of every action of a match of a level against itself."""
    record, _ = ai_match(number, level)
    state, found = GAME.new(GAME.options(record.options), record.seed), []
    for text in record.actions:
        found.append((state, text))
        state = play(state, text)
    return found


# --- a pure function of the view ----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_ALPHA_30_it_does_the_same_in_a_world_that_it_cannot_tell_from_this_one(number):
    for state, text in moments(number):
        for other in (twin(state, mover(state), 1), twin(state, mover(state), 2)):
            assert choice(other) == text


def test_ALPHA_30_neither_chance_nor_the_budget_decides():
    for state, text in moments(1):
        assert {choice(state, number, 10**number) for number in range(3)} == {text}


@pytest.mark.parametrize("number", NUMBERS)
def test_what_it_plays_is_legal_until_the_end(number):
    for state, text in moments(number):
        assert text in legal(state)
    assert GAME.result(play(state, text)) is not None


def test_ALPHA_25_a_record_names_the_level_and_replays_exactly_for_either_one():
    for number, levels in enumerate([("alpha", "skilled"), ("skilled", "hard"), ("hard", "hard")]):
        record = play_match(GAME, options_of(number), bytes([number] * 32), levels)
        assert record.seats == levels
        assert verify(GAME, read_record(write_record(record))).identical
        assert play_match(GAME, options_of(number), bytes([number] * 32), record.seats) == record


def test_it_plays_either_seat():
    human = put("bear@1", "ox@2", hands=("wolf spark", ""))
    ai = put("ox@2", "bear@1", hands=("", "wolf spark"), mover=AI)
    assert choices(human)[0] == choices(ai)[0]


# --- it attacks in concert ----------------------------------------------------------------------------


def test_ALPHA_30_five_mammoths_do_not_end_their_turn_facing_one_elephant():
    done, end = choices(put("mammoth@1 mammoth@2 mammoth@3 mammoth@4 mammoth@5", "elephant@3", phase="C"))
    assert len(done) == 2
    assert list(discard(end, AI)) == ["elephant"]


@pytest.mark.parametrize(
    ("own", "enemy", "attacks"),
    [
        ("3/2@1 3/2@2", "5/6@4", 2),
        ("3/2@1", "5/6@4", 0),
        ("2/3@1 2/3@2 2/3@3", "2/6@1", 3),
        ("2/2@1 2/2@2 2/2@3", "5/10@1", 0),
    ],
)
def test_ALPHA_30_several_small_creatures_kill_a_large_one_or_leave_it_alone(own, enemy, attacks):
    done, end = choices(put(own, enemy, phase="C"))
    assert len(done) == attacks
    assert len(discard(end, AI)) == bool(attacks)


def test_ALPHA_30_each_creature_takes_the_target_that_suits_all_of_them():
    """Only the Tiger can destroy the Bear; a Wolf is enough for the other creature."""
    done, end = choices(put("tiger@1 3/4@2", "bear@1 wolf@2", phase="C"))
    assert sorted(done) == ["attack 1 1", "attack 2 2"]
    assert len(discard(end, AI)) == 2


def test_ALPHA_30_the_best_fight_is_the_best_of_all_that_there_are():
    rng = random.Random(3)
    for _ in range(60):
        own, other = (
            tuple(Fighter(slot, rng.randint(1, 5), rng.randint(1, 9)) for slot in range(rng.randint(1, 3)))
            for _ in range(2)
        )
        for press in (0, 2):
            assert best_fight(own, other, press).gain == _best_of_all(own, other, press)


def _best_of_all(own, other, press):
    """Return the highest gain among all ways to give each attacker a target or none."""
    plans = [()]
    for _ in own:
        plans = [(*plan, target) for plan in plans for target in (None, *other)]
    return max(
        press * plan.count(None)
        + sum(
            exchange(members, target)
            for target in other
            if (members := [member for member, aim in zip(own, plan, strict=True) if aim is target])
        )
        for plan in plans
    )


def fighter(text, slot=0):
    attack, health = map(int, text.split("/"))
    return Fighter(slot, attack, health)


@pytest.mark.parametrize(
    ("own", "target", "gain"),
    [
        (["3/2"], "2/3", 2 * 5 - 2 * 5),
        (["2/9"], "3/5", 2 - 3),
        (["2/3", "2/4"], "3/4", 2 * 7 - 2 * 5 - 3),
    ],
)
def test_ALPHA_30_worth_is_lost_whole_and_wounds_count_half(own, target, gain):
    assert exchange([fighter(text) for text in own], fighter(target)) == gain


def test_ALPHA_30_of_equal_targets_the_first_is_attacked():
    assert best_fight((fighter("5/5"),), (fighter("1/1", 0), fighter("1/1", 1)), 0).attacks == ((0, 0),)


# --- the worth of a card ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "enemy", "sickness", "text"),
    [
        ("5/1 3/3", "1/3", "on", "play 1 1"),
        ("5/1 3/3", "1/3", "off", "play 2 1"),
        ("9/1 3/3", "1/3", "off", "play 1 1"),
        ("2/1 3dmg", "1/3", "on", "cast 2 o1"),
        ("3dmg 3/1", "1/3", "on", "play 2 1"),
        ("6dmg 5/1", "1/6", "on", "play 2 1"),
        ("3dmg 1/1", "1/9", "on", "play 2 1"),
        ("2dmg", "1/9", "on", "cast 1 o1"),
    ],
)
def test_ALPHA_30_a_card_gains_what_it_brings_in_or_takes_less_half_of_its_damage(
    hand, enemy, sickness, text
):
    """Count a new creature as twice its worth plus its possible attacks, and a removed one twice."""
    state = put("", f"{enemy}@1", hands=(hand, ""), summoningSickness=sickness)
    assert choice(state) == text


# --- removal is spent on the best targets -------------------------------------------------------------


def test_ALPHA_30_a_pitfall_is_for_the_strongest_creature_that_is_left():
    chaff = put("", "hedgehog@1", hands=("pitfall", ""), decks=("ox", "mammoth"))
    assert choice(chaff) == "end"
    assert choice(put("", "hedgehog@1 mammoth@2", hands=("pitfall", ""))) == "cast 1 o2"


@pytest.mark.parametrize("number", NUMBERS)
def test_ALPHA_30_what_destroys_is_never_used_on_less(number):
    for state, text in moments(number):
        seat = mover(state)
        if not text.startswith("cast"):
            continue
        _, place, target = text.split(" ")
        used = state.hands[seat][int(place) - 1]
        if used.damage:
            continue
        own = (*state.hands[seat], *state.decks[seat])
        objects = sum(not card.is_creature and not card.damage for card in own)
        hit = state.table.sides[1 - seat].slots[int(target[1]) - 1]
        assert sum(worth > hit.card.attack + hit.health for worth in _worths(state, 1 - seat)) < objects


def _worths(state, seat):
    hidden = (*state.hands[seat], *state.decks[seat])
    there = [creature for creature in state.table.sides[seat].slots if creature]
    return [c.attack + c.health for c in hidden if c.is_creature] + [c.card.attack + c.health for c in there]


def test_ALPHA_30_the_object_that_does_it_with_less_is_used():
    assert choice(put("", "wolf@1", hands=("boulder spark arrow", ""), energy=(4, 0))) == "cast 2 o1"


def test_ALPHA_30_an_object_makes_an_attack_possible():
    """Attack a Tiger that neither the object nor the attacker would destroy alone."""
    done, after = choices(put("viper@1", "tiger@1", hands=("arrow", ""), energy=(2, 0)))
    assert done == ["cast 1 o1"]
    assert choices(play(after, "end"))[0] == ["attack 1 1"]


@pytest.mark.parametrize("level", ["hard", "skilled"])
@pytest.mark.parametrize("rules", [{"pressure": "mill1"}, {"version": "skirmish"}])
def test_ALPHA_30_a_slot_that_an_object_opens_does_not_count_as_empty_yet(rules, level):
    """With the opened slot, the Pitfall would gain as much as the Crocodile, and come first."""
    state = put(
        "1/2@1",
        "4/4@1 2/2@2 4/8@3 3/3@4 5/8@5",
        hands=("pitfall crocodile", " ".join(["spark"] * 5)),
        decks=("ox*5", "spark*25"),
        energy=(10, "0/0"),
        ply=19,
        **rules,
    )
    position = "1/2,-,-,-,-|4/4,2/2,4/8,3/3,5/8 10/10 0/0 5,2,0 25,5,0 me A 19"
    assert GAME.position(GAME.view(state, HUMAN)) == position
    assert choice(state, level=level) == "play 2 2"


def test_ALPHA_30_it_never_aims_at_a_creature_of_its_own():
    """Destroying its own creature would even open the slot that the Mammoth needs."""
    own = " ".join(f"1/1@{slot}" for slot in range(1, 6))
    state = put(own, "", hands=("pitfall spark mammoth", ""), energy=(20, 0))
    assert choice(state) == "end"


@pytest.mark.parametrize("level", ["hard", "skilled"])
@pytest.mark.parametrize("number", first_fast(range(10)))
def test_ALPHA_30_the_page_alone_is_enough_to_write_the_levels(number, level):
    for state, text in moments(number, level):
        assert reference_levels.choose(GAME.view(state, mover(state)), level) == text


@pytest.mark.parametrize("number", first_fast(range(5), 2))
def test_ALPHA_30_the_page_alone_is_enough_on_crowded_boards_of_equals(number):
    rng = random.Random(number)
    for _ in range(60):
        state = _crowded(rng)
        view = GAME.view(state, HUMAN)
        for level in ("hard", "skilled"):
            assert reference_levels.choose(view, level) == choice(state, level=level), GAME.position(view)


def _crowded(rng):
    """Return a random position with many fights of the same gain."""
    own, opposing = (
        " ".join(
            f"{rng.randint(1, 4)}/{rng.randint(1, 6)}@{slot}{rng.choice(['', '', '!'])}"
            for slot in range(1, 6)
            if rng.random() < 0.8
        )
        for _ in range(2)
    )
    held = " ".join(rng.choices(["pitfall", "2dmg", "4dmg", "3/3", "2/1", "mammoth"], k=rng.randint(0, 4)))
    few = (rng.choice(["", "ox"]), rng.choice(["", "ox", "spark"]))
    return put(
        own,
        opposing,
        hands=(held, rng.choice(["", "wolf"])),
        decks=few,
        phase=rng.choice("AC"),
        **rng.choice([{}, {"pressure": "mill1"}, {"version": "skirmish"}, {"summoningSickness": "on"}]),
    )


# --- it presses, and finishes -------------------------------------------------------------------------


def test_ALPHA_30_it_presses_where_that_takes_a_card_and_nothing_better_is_there():
    there = {"phase": "C", "decks": ("ox", "ox ox")}
    assert choices(put("bear@1 boar@2", "", pressure="mill1", **there))[0] == ["attack 1 1", "attack 2 1"]
    assert choice(put("bear@1", "", **there)) == "end"
    assert choice(put("bear@1", "wolf@2", pressure="mill1", **there)) == "attack 1 2"
    assert choice(put("bear@1", "", pressure="mill1", phase="C", decks=("ox", ""))) == "end"
    assert choice(put("wolf@1", "mammoth@2", pressure="mill1", **there)) == "attack 1 1"


def test_ALPHA_30_whoever_is_ahead_exchanges_when_nobody_draws_anymore():
    even = {"phase": "C", "decks": ("", "")}
    assert choice(put("wolf@1 wolf@2", "wolf@3", **even)) == "attack 1 3"
    assert choice(put("wolf@1", "wolf@3", **even)) == "end"
    assert choice(put("wolf@1 wolf@2", "wolf@3", phase="C")) == "end"


@pytest.mark.parametrize(("own", "text"), [("2/2", "attack 1 3"), ("1/3", "end")])
def test_ALPHA_30_whoever_is_ahead_pays_6_halves_at_most(own, text):
    """Attacking for 2 and losing a worth of 4 costs 6; attacking for 1, 7. The others have attacked."""
    there = (f"{own}@1 9/9@2! 9/9@3!", "4/10@3")
    assert choice(put(*there, phase="C", decks=("", ""))) == text
    assert choice(put(*there, phase="C", decks=("", ""), hands=("", "wolf"), version="skirmish")) == (
        "attack 1 3" if text != "end" else "attack 1 1"
    )
    for decks in (("ox", ""), ("", "ox")):
        assert choice(put(*there, phase="C", decks=decks)) == "end"


def test_ALPHA_30_pressing_takes_an_empty_slot_and_a_card_by_the_rules():
    row = " ".join(f"9/9@{slot}" for slot in range(1, 6))
    assert choice(put("1/1@1", row, phase="C", decks=("ox", "ox"), pressure="mill1")) == "end"
    held = {"phase": "C", "decks": ("ox", ""), "hands": ("", "wolf")}
    assert choice(put("1/1@1", "9/9@1", pressure="mill1", **held)) == "end"
    assert choice(put("1/1@1", "9/9@1", version="skirmish", **held)) == "attack 1 2"


@pytest.mark.proof
def test_it_beats_the_recipe_of_the_rules():
    points = {row["deck"]: row["points"] for row in strength(40, LEVEL).rows}
    assert points["balanced"] > 75
    assert points["swarm"] > 65
    assert min(points.values()) > 40


# --- the level between --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_ALPHA_30_skilled_is_a_pure_function_of_what_it_may_see(number):
    for state, text in moments(number, "skilled"):
        assert text in legal(state)
        for world in (1, 2):
            assert choice(twin(state, mover(state), world), world, 10**world, "skilled") == text


@pytest.mark.parametrize(("level", "text"), [("skilled", "cast 1 o1"), ("hard", "end")])
def test_ALPHA_30_skilled_spends_what_destroys_sooner(level, text):
    """With one Pitfall left, the Ox is the second of the opponent's creatures."""
    state = put("", "ox@1", hands=("pitfall", ""), decks=("ox", "mammoth wolf"))
    assert choice(state, level=level) == text
    third = put("", "wolf@1", hands=("pitfall", ""), decks=("ox", "mammoth ox"))
    assert choice(third, level=level) == "end"


@pytest.mark.parametrize(("cards", "text"), [("ox ox", "attack 1 2"), ("ox", "attack 1 1")])
def test_ALPHA_30_skilled_presses_where_it_should_fight_while_its_cards_last(cards, text):
    """Wounding the Mammoth gains 3 halves, and pressing 2."""
    state = put("5/10@1", "2/10@1", phase="C", decks=(cards, "ox ox ox"), version="skirmish")
    assert choice(state, level="skilled") == text
    assert choice(state, level="hard") == "attack 1 1"


def test_ALPHA_30_skilled_wins_before_it_presses():
    state = put("5/10@1", "2/5@1", phase="C", decks=("ox", "spark"), version="skirmish")
    assert choice(state, level="skilled") == "attack 1 1"


@pytest.mark.proof
@pytest.mark.parametrize(("level", "below"), list(pairwise(reversed(GAME.players))))
def test_each_level_is_a_step_above_the_one_below_and_no_cliff(level, below):
    points = []
    for number in range(100):
        seat = number % 2
        levels = (level, below) if seat == 0 else (below, level)
        points.append(count_points(play_game({}, number // 2, levels)[1], seat))
    assert 62 <= 100 * statistics.fmean(points) <= 85
