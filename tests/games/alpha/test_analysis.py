"""Alpha's analyst: it finds blunders, rates states with the same view alike, and solves endings exactly."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import islice
from statistics import fmean

import pytest

from games.alpha.ai.calibrate import positions
from games.core.record import replay
from games.core.selfplay import numbered_seed, play_match
from games.core.teaching.judging import Decision, Effort, judge
from games.core.vocabulary.puzzles import Course
from tests.budgets import first_slow
from tests.games.alpha.brute import can_win
from tests.games.alpha.tasks import beginning, some, task_of
from tests.kit.games.alpha_table import AI, GAME, HUMAN, put, twin
from tests.kit.games.analyzed import choices, is_told

ANALYST = GAME.analyst
SKIRMISH = {"version": "skirmish", "decks": ["wild", "wild"]}
RULES = ({}, SKIRMISH, {"summoningSickness": "on"}, {"version": "skirmish", "decks": ["pack", "herd"]})
LEVELS = (("hard", "hard"), ("skilled", "hard"), ("hard", "skilled"), ("skilled", "skilled"))
QUICK = Effort(nodes=700, guesses=2)


def seen(state, seat):
    return GAME.view(state, seat)


def guessed(state, seat, number=1):
    return ANALYST.guess(seen(state, seat), None, random.Random(number))


@cache
def match_of(number):
    raw, levels = RULES[number % len(RULES)], LEVELS[number // len(RULES) % len(LEVELS)]
    record = play_match(GAME, raw, numbered_seed(7_000 + number), levels)
    return Course(record.options, record.seed, record.actions), levels


def moments(number, every=11):
    return list(islice(replay(GAME, match_of(number)[0]), 0, None, every))[:-1]


# --- hidden cards ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_a_guess_is_made_of_what_is_seen_alone(number):
    for state in moments(number):
        for seat in (HUMAN, AI):
            assert guessed(state, seat) == guessed(twin(state, seat), seat)
            assert guessed(state, seat).chance.seed != state.chance.seed


def test_every_hidden_card_is_somewhere_in_a_guess():
    for state in moments(1):
        made = guessed(state, HUMAN)
        for seat in (HUMAN, AI):
            cards = Counter(made.hands[seat] + made.decks[seat])
            assert cards == Counter(state.hands[seat] + state.decks[seat])


def share_held(state, name):
    """Return the share of guesses about the human in which the AI holds a card of this name."""
    hands = (guessed(state, HUMAN, number).hands[AI] for number in range(300))
    return fmean(any(card.id == name for card in hand) for hand in hands)


@pytest.mark.slow
def test_who_did_not_spend_their_energy_hardly_holds_a_creature_that_they_could_have_played():
    hidden = {"hands": ("", "wolf"), "decks": ("ox", "arrow*3")}
    nothing_left = put("boar@1", "ox@1", energy=(3, "0/3"), **hidden)
    spared = put("boar@1", "ox@1", energy=(3, "3/3"), **hidden)
    full = put("boar@1", "ox@1 ox@2 ox@3 ox@4 ox@5", energy=(3, "3/3"), **hidden)
    assert share_held(nothing_left, "wolf") == pytest.approx(0.25, abs=0.08)
    assert share_held(spared, "wolf") < 0.15
    assert share_held(full, "wolf") > 0.35


def test_of_a_match_that_is_over_nothing_is_guessed():
    *_, end = replay(GAME, match_of(1)[0])
    for seat in (HUMAN, AI):
        made = guessed(end, seat)
        assert (made.hands, made.decks) == (end.hands, end.decks)


# --- deductions by counting -----------------------------------------------------------------------------


def facts(state, seat=HUMAN):
    return ANALYST.deduced(seen(state, seat))


def test_counting_tells_what_a_hand_holds():
    hand = put("boar@1", "ox@1", hands=("", "arrow wolf arrow"), decks=("ox", ""))
    assert facts(hand)["hand"] == "The bot holds exactly 2 × Arrow, Wolf."
    assert "hand" not in facts(put("boar@1", "ox@1", hands=("", "arrow wolf"), decks=("ox", "arrow")))
    alike = put("boar@1", "ox@1", hands=("", "wolf wolf"), decks=("ox", "wolf wolf"))
    assert facts(alike)["hand"] == "The bot holds exactly 2 × Wolf."
    assert facts(hand, AI)["next-card"] if hand.decks[AI] else "next-card" not in facts(hand, AI)


def test_counting_tells_of_creatures_and_objects():
    none = put("boar@1", "ox@1", hands=("", "arrow"), decks=("ox", "arrow"))
    assert "no-more-creatures" in facts(none)
    some_held = put("boar@1", "ox@1", hands=("", "wolf wolf boar"), decks=("ox", "boar"))
    assert facts(some_held)["creatures-held"] == "The bot holds at least 3 creatures."
    assert "creatures-held" not in facts(put("", "ox@1", hands=("", "wolf"), decks=("ox", "boar arrow")))
    spent = put("", "ox@1", hands=("", "wolf"), decks=("ox", "wolf"), discards=("", "pitfall"))
    assert {"no-more-removal", "no-more-objects"} <= set(facts(spent))
    assert "no-more-removal" not in facts(put("", "ox@1", hands=("", "wolf"), decks=("ox", "pitfall wolf")))


def test_counting_tells_the_next_card_of_a_deck_of_one_kind():
    assert (
        facts(put("boar@1", decks=("wolf wolf", "ox")))["next-card"] == "The next card that you draw is Wolf."
    )
    assert "deck-of-objects" in facts(put("boar@1", decks=("arrow spark", "ox")))


def least_held(sentence):
    """Return the number in “at least a creature” or “at least 3 creatures”."""
    count = sentence.split()[-2]
    return 1 if count == "a" else int(count)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_what_follows_by_counting_is_true_in_every_world_that_looks_the_same(number):
    for state in moments(number, 7):
        for world in (state, *(twin(state, HUMAN, each) for each in range(3))):
            found, hand = facts(world), world.hands[AI]
            assert found == facts(state)
            creatures = [card for card in (*hand, *world.decks[AI]) if card.is_creature]
            if "no-more-creatures" in found:
                assert not creatures
            if "creatures-held" in found:
                assert sum(card.is_creature for card in hand) >= least_held(found["creatures-held"])
            if "hand" in found:
                assert all(card.name in found["hand"] for card in hand)
            if "next-card" in found and world.decks[HUMAN]:
                assert world.decks[HUMAN][-1].name in found["next-card"]


def test_nothing_is_deduced_when_all_lies_open():
    *_, end = replay(GAME, match_of(1)[0])
    assert facts(end) == {}


# --- chance drawn anew ----------------------------------------------------------------------------------


def test_what_is_drawn_anew_is_the_order_of_both_decks_alone():
    state = moments(0)[1]
    first, second = (GAME.reseeded(state, bytes([each]) * 32) for each in (1, 2))
    assert first == GAME.reseeded(state, bytes([1]) * 32)
    assert (first.table, first.hands) == (state.table, state.hands)
    assert first.decks != state.decks
    assert first.decks != second.decks
    for seat in (HUMAN, AI):
        assert Counter(first.decks[seat]) == Counter(state.decks[seat])
        assert GAME.view(first, seat) == GAME.view(state, seat)


# --- chances --------------------------------------------------------------------------------------------


def chance(state, number=1, budget=2_000):
    return ANALYST.estimate(state, random.Random(number), budget)


@pytest.mark.proof
def test_a_chance_does_not_know_the_order_of_the_decks():
    for state in moments(1):
        mixed = GAME.reseeded(state, bytes(32))
        sure = [fmean(chance(each, number) for number in range(30)) for each in (state, mixed)]
        assert sure[0] == pytest.approx(sure[1], abs=0.15)


@pytest.mark.proof
@pytest.mark.parametrize("rules", first_slow(["v0.1", "Skirmish"]))
def test_chances_come_nearer_to_what_happens_than_one_half(rules):
    found = list(positions(rules, 40_000, 120))
    score = fmean((chance(forecast.state) - forecast.result) ** 2 for forecast in found)
    assert score < 0.85 * fmean((0.5 - forecast.result) ** 2 for forecast in found)


def test_who_can_win_at_once_has_won():
    for puzzle in some("win-1", 20):
        assert chance(beginning(puzzle)) == 1.0
        assert can_win(task_of(beginning(puzzle)))


# --- candidates -----------------------------------------------------------------------------------------


def test_what_the_levels_play_is_always_looked_at():
    for number in range(4):
        for state in moments(number, 5):
            view = seen(state, state.table.mover)
            found = ANALYST.candidates(view, random.Random(1), 1_000)
            for level in GAME.players.values():
                assert level(view, None, random.Random(1), 0) in found


# --- judging actions ------------------------------------------------------------------------------------


def decision(state, text):
    seat = state.table.mover
    return Decision(1, GAME.turn_number(state), seat, text, state)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_twins_are_judged_alike_by_what_was_known(number):
    for chosen in choices(GAME, match_of(number)[0])[::25]:
        first = judge(GAME, ANALYST, chosen, QUICK)
        other = judge(GAME, ANALYST, decision(twin(chosen.state, chosen.seat), chosen.text), QUICK)
        assert first.played.knew == other.played.knew
        assert (first.rival, first.other.knew) == (other.rival, other.other.knew)


@pytest.mark.slow
def test_truth_is_judged_apart_from_what_was_known():
    ones = [chosen for number in (1, 3) for chosen in choices(GAME, match_of(number)[0])[::9]]
    truths = [judge(GAME, ANALYST, chosen, QUICK).played for chosen in ones]
    assert any(abs(option.truth - option.knew) > 0.1 for option in truths)


@pytest.mark.slow
def test_nothing_wrong_is_said_of_a_perfect_ending():
    for puzzle in some("win-1", 12):
        state = beginning(puzzle)
        for text in puzzle.solution:
            view = seen(state, HUMAN)
            if GAME.forced(view) is None:
                found = judge(GAME, ANALYST, decision(state, text), QUICK)
                assert (found.played.knew, found.played.truth) == (1.0, 1.0)
                assert found.lead <= 0.0
            state = GAME.play(state, HUMAN, GAME.parse(view, text)).state


def test_of_an_ending_that_was_missed_the_best_is_what_wins():
    for puzzle in some("win-1", 12):
        state = beginning(puzzle)
        found = judge(GAME, ANALYST, decision(state, "end"), QUICK)
        assert found.hope == 1.0
        if found.lead > 0.0:
            after = GAME.play(state, HUMAN, GAME.parse(seen(state, HUMAN), found.rival)).state
            assert can_win(task_of(after)._replace(sources=_ready(after)))


def _ready(state):
    """Return the sources that can deal damage: creatures yet to attack, and cards before the Combat Phase."""
    side, task = state.table.sides[HUMAN], task_of(state)
    spent = [
        (False, c.card.id, 0, c.card.attack, c.health)
        for c in side.slots
        if c and c.attacked == state.table.ply
    ]
    left = list(task.sources)
    for source in spent:
        left.remove(source)
    return tuple(source for source in left if not (source[0] and state.table.phase == "C"))


# --- planted blunders -----------------------------------------------------------------------------------

MATCHES = 40
COST, PLAYOUTS, A_FEW = 0.3, 200, 10
OF_A_KIND = 3 * len(RULES) * len(LEVELS)
"""The distance between numbers of matches of the same kind, beyond all that are checked."""
EFFORT = Effort(nodes=1_200, guesses=4)


def dealt(state, seat, rng):
    """Return the state with everything hidden from a seat dealt anew."""
    return twin(state, seat, rng.getrandbits(32))


def played_on(state, levels):
    """Return the actions of two levels from here on, and the final state."""
    texts, rng = [], random.Random(0)
    while GAME.to_act(state):
        view = seen(state, state.table.mover)
        action = GAME.players[levels[state.table.mover]](view, None, rng, 0)
        texts.append(GAME.format(action))
        state = GAME.play(state, state.table.mover, action).state
    return texts, state


def worth(state, text, count):
    """Return the mover's average score of `count` matches after an action, with `hard` on both sides."""
    seat, rng, made = state.table.mover, random.Random(count), 0.0
    for _ in range(count):
        world = dealt(state, seat, rng)
        after = GAME.play(world, seat, GAME.parse(seen(world, seat), text)).state
        winner = GAME.result(played_on(after, ("hard", "hard"))[1]).winner
        made += 0.5 if winner is None else winner == seat
    return made / count


def costs(state, best, text):
    """Return whether an action is a clear blunder; a few matches rule out most actions that aren't."""
    return all(worth(state, best, count) - worth(state, text, count) >= COST for count in (A_FEW, PLAYOUTS))


def planted(number):
    """Return a match in which one action was replaced by a blunder, and that action's number.

    If the match has no place for one, the next of the same kind is taken.
    """
    alike = range(number, 4 * OF_A_KIND, OF_A_KIND)
    return next(filter(None, map(_planted, alike)))


def _planted(number):
    course, levels = match_of(number)
    rng, chosen = random.Random(number), choices(GAME, course)
    rng.shuffle(chosen)
    for original in chosen:
        state, texts = (
            original.state,
            [GAME.format(each) for each in GAME.actions(seen(original.state, original.seat))],
        )
        for text in rng.sample(texts, min(2, len(texts))):
            if text != original.text and costs(state, original.text, text):
                after = GAME.play(state, original.seat, GAME.parse(seen(state, original.seat), text)).state
                actions = (*course.actions[: original.number - 1], text, *played_on(after, levels)[0])
                return Course(course.options, course.seed, actions), original.number
    return None


def is_found(number):
    """Return whether the analysis of a match reports the blunder planted in it."""
    course, blunder = planted(number)
    return is_told(GAME, course, blunder, EFFORT)


@pytest.mark.proof
def test_of_all_planted_blunders_95_percent_are_found():
    missed = [number for number in range(MATCHES) if not is_found(number)]
    assert len(missed) <= 0.05 * MATCHES, missed
