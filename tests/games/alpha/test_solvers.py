"""Alpha's solver agrees with a plain enumeration on random positions."""

from __future__ import annotations

import random

import pytest

from games.alpha.ai import calibrate, habits
from games.alpha.ai.exchanges import evaluate_reply, fights, row
from games.alpha.ai.finish import Field, Source, Target, can_win, field_of, plans, signature
from games.alpha.ai.lines import line_of
from games.alpha.ai.regression import fit_weights, predict_chance
from games.alpha.ai.shortest_plans import way_to
from games.alpha.ai.turns import play_cards, turn_of
from tests.games.alpha import brute
from tests.kit.games.alpha_table import GAME, HUMAN, put

NUMBERS = range(60)
CARDS = ("wolf", "viper", "boar", "spark", "arrow", "pitfall", "tortoise")


def some_row(rng, most):
    return row((rng.randint(1, 5), rng.randint(1, 8)) for _ in range(rng.randint(1, most)))


@pytest.mark.parametrize("number", NUMBERS)
def test_the_best_reply_is_what_trying_everything_finds(number):
    rng = random.Random(number)
    mine, theirs = some_row(rng, 4), some_row(rng, 3)
    assert evaluate_reply((mine, theirs)) == brute.after_reply(mine, theirs)


@pytest.mark.parametrize("number", NUMBERS)
def test_every_fight_is_found(number):
    rng = random.Random(number)
    ready, idle, targets = some_row(rng, 3), some_row(rng, 1), some_row(rng, 3)
    own = brute.row([*((*creature, True) for creature in ready), *((*creature, False) for creature in idle)])
    ends = brute.all_ends(brute.Turn(own, brute.refreshed(targets), (), 0, True))
    boards = {(brute.plain(end.own), brute.plain(end.other)) for end in ends}
    assert {each for each, _ in fights(ready, idle, targets)} == boards


def position(number):
    """Return a position of a few creatures and cards in the Action Phase."""
    rng = random.Random(number)
    own, other = (
        " ".join(f"{rng.choice(CARDS[:3])}@{slot}" for slot in rng.sample(range(1, 6), rng.randint(1, 2)))
        for _ in range(2)
    )
    hand = " ".join(rng.choices(CARDS, k=rng.randint(1, 3)))
    sickness = rng.choice(("on", "off"))
    return put(own, other, hands=(hand, ""), energy=(rng.randint(2, 8), 3), summoningSickness=sickness)


@pytest.mark.parametrize("number", NUMBERS)
def test_every_end_of_a_turn_is_found(number):
    state = position(number)
    ends = {
        each
        for turn in play_cards(turn_of(GAME.view(state, HUMAN)))
        for each, _ in fights(turn.ready, turn.idle, turn.opposing)
    }
    every = brute.all_ends(brute.turn_of(state))
    assert ends == {(brute.plain(end.own), brute.plain(end.other)) for end in every}


def task(number):
    """Return a random task for both implementations to solve."""
    rng = random.Random(number)
    kinds = [rng.randint(1, 2) for _ in range(rng.randint(1, 3))]
    targets = tuple(sorted((f"t{kind}", rng.randint(1, 6), 2 * kind) for kind in kinds))
    there = [(False, f"c{n}", 0, rng.randint(1, 5), rng.randint(1, 4)) for n in range(rng.randint(0, 3))]
    held = [
        (True, f"h{n}", rng.randint(0, 4), rng.randint(0, 5), 0)
        if rng.random() < 0.5
        else (True, f"h{n}", rng.randint(0, 4), rng.randint(1, 5), rng.randint(1, 5))
        for n in range(rng.randint(0, 3))
    ]
    sources = tuple(sorted([*there, *held]))
    creatures = len(there) + rng.randint(0, 3)
    return brute.Task(targets, sources, rng.randint(0, 7), 5 - len(there), rng.randint(0, 2), creatures)


def field(one):
    sources = tuple(
        Source((name, health), damage or 99, cost, held) for held, name, cost, damage, health in one.sources
    )
    targets = tuple(Target((name, health), attack) for name, health, attack in one.targets)
    return Field(sources, targets, one.energy, one.room, one.presses, one.creatures)


@pytest.mark.parametrize("number", range(300))
def test_the_plans_that_win_are_those_that_trying_everything_finds(number):
    one = task(number)
    found = {signature(plan) for plan in plans(field(one))}
    own_room = [plan for plan in brute.minimal_plans(one) if brute.OWN not in dict(plan)]
    assert len(found) == len(own_room)
    assert can_win(field(one)) == bool(own_room)


@pytest.mark.proof
def test_the_random_tasks_are_won_often_enough_to_tell():
    won = [bool(brute.minimal_plans(task(number))) for number in range(300)]
    assert 40 < sum(won) < 260


# --- ways and lines -------------------------------------------------------------------------------------


def test_the_line_of_every_plan_wins():
    state = put(
        "wolf@1 boar@2", "tiger@2:4 wolf@3", hands=("spark bear", "arrow"), decks=("ox", ""), energy=(1, 3)
    )
    found = plans_of(state)
    assert len(found) >= 2
    for plan in found:
        now = state
        for action in line_of(GAME.view(state, HUMAN), plan):
            now = GAME.play(now, HUMAN, action).state
        assert GAME.result(now).winner == HUMAN


def plans_of(state):
    return list(plans(field_of(GAME.view(state, HUMAN))))


def test_the_shortest_way_does_nothing_in_vain():
    state = put("wolf@1 boar@2", "wolf@3 viper@4", hands=("spark", ""), energy=(3, 3))
    way = way_to(
        state,
        lambda now: not any(creature and creature.card.id == "wolf" for creature in now.table.sides[1].slots),
    )
    assert way is not None
    assert len(way) == 3
    assert way_to(state, lambda now: False) is None


# --- figures --------------------------------------------------------------------------------------------


def test_a_regression_finds_the_weights_that_made_its_samples():
    rng, weights = random.Random(1), (0.5, -1.0, 2.0)
    drawn = [(1.0, rng.uniform(-2, 2), rng.uniform(-2, 2)) for _ in range(3_000)]
    assert fit_weights([(each, predict_chance(weights, each)) for each in drawn]) == pytest.approx(
        weights, abs=0.05
    )


@pytest.mark.proof
def test_the_command_about_chances_has_a_row_for_all_rules():
    calibration, scores = calibrate.check(3)
    assert [row["rules"] for row in scores.rows] == list(calibrate.RULES)
    assert sum(row["positions"] for row in calibration.rows) == 3 * len(calibrate.RULES)


def test_the_command_about_habits_counts_what_happened():
    does, brings, openings, destroyed = habits.tables(4, "hard")
    figures = {(row["preset"], row["it"]): row["%"] for row in does.rows}
    assert figures["Standard", "attacks an empty slot"] == 0.0
    assert 50 < figures["Standard", "destroys what it attacks"] <= 100
    starts = [row for row in brings.rows if row["the side that"] == "begins"]
    assert [row["matches"] for row in starts] == [4, 4]
    assert {row["preset"] for row in openings.rows} == {"Standard", "Skirmish"}
    assert [row["level"] for row in destroyed.rows] == ["hard", "alpha"] * 2


@pytest.mark.proof
def test_who_has_something_gets_the_points_of_its_own_seat():
    """Version 0.1 is bad for the side that begins."""
    (_, brings, *_) = habits.tables(60, "hard")
    first = next(row for row in brings.rows if row["the side that"] == "begins")
    assert first["preset"] == "Standard"
    assert first["points"] < 50
