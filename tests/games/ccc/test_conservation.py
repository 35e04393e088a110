"""CCC over random play: no Strength is created or restored, and all stacks are ones that the rules know.

Everything is read from the position text alone.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import islice
from typing import ClassVar, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tests.budgets import budget
from tests.games.ccc.positions import some_position
from tests.kit.games.ccc_table import (
    BLACK,
    GAME,
    PUBLIC,
    WHITE,
    board_of,
    board_text,
    outcome,
    parts,
    shown,
    start,
)

MOST = 300
STACK = re.compile(r"F{0,5}(?:L[1-5]?)?(?:M[1-3]?)?(?:S1?)?")
FORMS = {"-", "&", "x", "^", "~", "+", ":", "N@", "N*"}
NUMBERS = st.integers(0, 2**20)


def form_of(text):
    """Return the sign that tells an action's kind; `+` stands for a collapse in a line."""
    if text[0] == "N" or text == "--":
        return text[:2]
    return next((sign for sign in ":^~x&" if sign in text), "+" if text[0].isdigit() else "-")


class Look(NamedTuple):
    """A position as its text shows it; `armies` holds (letter, Strength) of both sides' basic pieces."""

    text: str
    board: dict
    armies: tuple
    pools: tuple
    quiet: int
    ply: int

    def counts(self, seat):
        return Counter(letter for letter, _ in self.armies[seat])

    def strength(self, seat):
        """Return all Strength of a side: its pool, its Flag and all its other pieces but Cubes."""
        return sum(points for _, points in self.armies[seat]) + self.pools[seat]


def look(state):
    text = shown(state)
    there = board_of(text)
    armies = tuple(
        [part for token in there.values() if token.isupper() == (seat == WHITE) for part in parts(token)]
        for seat in (WHITE, BLACK)
    )
    _, _, pools, _, quiet, ply = text.split(" ")
    return Look(text, there, armies, tuple(map(int, pools.split(","))), int(quiet), int(ply))


def begun(number):
    """Return a start of a random kind."""
    rng = random.Random(number)
    rows = rng.choice([0, 1, 2, 3])
    options = {"flatRows": rows, "torusHitsFlag": rng.choice(["on", "off"]), "quiet": rng.choice([0, 100])}
    if number % 3 == 0:
        return start(rng.randbytes(32), layout="random", symmetry="independent", **options)
    ranks = 10 if rows == 3 else 8
    crowd = (
        some_position(rng, ranks, rng.choice([4, 10, 16]), 8) if number % 3 == 1 else scattered(rng, ranks)
    )
    return start(position=crowd, **options)


def scattered(rng, ranks):
    """Return a position of scattered lone Flats, with much to hop over."""
    letters = "F" * 12 + "f" * 12 + "CCccLMSlms"
    squares = rng.sample(
        [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, ranks + 1)], len(letters)
    )
    text = board_text(dict(zip(squares, letters, strict=True)), ranks)
    return f"{text} {rng.choice('wb')} 0,0 00 0 2"


def picked(state, number):
    """Pick a legal action: first a kind that's available, then an action of that kind."""
    view, rng = GAME.view(state, GAME.to_act(state)[0]), random.Random(number)
    by_form = {}
    for action in islice(GAME.actions(view), MOST):
        by_form.setdefault(form_of(GAME.format(action)), []).append(action)
    form = "^" if "^" in by_form and rng.random() < 0.8 else rng.choice(sorted(by_form))
    return rng.choice(by_form[form])


class RandomPlay(RuleBasedStateMachine):
    """Random matches from starts and crowded positions; each action is checked against the last position."""

    seen: ClassVar = Counter()

    @initialize(number=NUMBERS)
    def begin(self, number):
        self.state = begun(number)
        self.now = self.before = look(self.state)
        self.form, self.text, self.seat = "", "", WHITE

    @rule(number=NUMBERS)
    def act(self, number):
        if not GAME.to_act(self.state):
            self.begin(number)
            return
        self.seat = GAME.to_act(self.state)[0]
        action = picked(self.state, number)
        self.text = GAME.format(action)
        self.form = form_of(self.text)
        self.state = GAME.play(self.state, self.seat, action).state
        self.before, self.now = self.now, look(self.state)
        self.seen[self.form] += 1
        self.seen["pieces lost"] += self.now.strength(WHITE) < self.before.strength(WHITE)

    def lost(self, seat):
        return self.before.strength(seat) - self.now.strength(seat)

    @invariant()
    def no_piece_appears_but_a_flag_that_is_put_back(self):
        for seat in (WHITE, BLACK):
            more = self.now.counts(seat) - self.before.counts(seat)
            assert more == Counter({"N": 1} if self.form == "N*" and seat == self.seat else {})

    @invariant()
    def no_strength_is_regained(self):
        for seat in (WHITE, BLACK):
            now, then = dict(self.now.armies[seat]), dict(self.before.armies[seat])
            assert all(now.get(letter, 0) <= then.get(letter, 0) for letter in "SML")
            assert self.now.pools[seat] <= self.before.pools[seat]

    @invariant()
    def without_a_fight_nothing_is_lost(self):
        if self.form in ("-", "&", "~", "N@", "--"):
            for seat in (WHITE, BLACK):
                assert sorted(self.now.armies[seat]) == sorted(self.before.armies[seat])
            assert self.now.pools == self.before.pools

    @invariant()
    def both_sides_lose_the_same_but_where_a_cube_or_a_hop_is_in_it(self):
        if self.form == "^":
            assert (self.lost(self.seat), self.lost(1 - self.seat)) == (0, self.text.count("^"))
        elif self.form == "x" and self.before.board[self.text.split("x")[1]] not in "Cc":
            assert self.lost(self.seat) == self.lost(1 - self.seat) > 0
        elif self.form in ("x", "+", ":"):
            assert self.lost(self.seat) >= self.lost(1 - self.seat) >= 0

    @invariant()
    def cubes_stay_for_ever_and_toruses_while_their_pool_lasts(self):
        for seat in (WHITE, BLACK):
            now, then = self.now.counts(seat), self.before.counts(seat)
            assert now["C"] == then["C"] == 2
            assert now["T"] == (then["T"] if self.now.pools[seat] else 0)
            assert self.now.pools[seat] <= 10

    @invariant()
    def each_side_has_at_most_one_flag_and_one_pyramid_of_a_size(self):
        for seat in (WHITE, BLACK):
            assert all(self.now.counts(seat)[letter] <= 1 for letter in "NSML")

    @invariant()
    def every_stack_has_at_most_five_flats_below_and_shrinks_upwards(self):
        for token in self.now.board.values():
            inside = token.upper().strip("()")
            assert len(parts(token)) <= 8
            assert inside in ("C", "T", "N") or STACK.fullmatch(inside), token
            assert token in (token.upper(), token.lower())

    @invariant()
    def ply_and_quiet_run_on(self):
        if self.form:
            assert self.now.ply == self.before.ply + 1
            assert self.now.quiet == (0 if self.form == "^" else self.now.quiet)
            assert self.now.quiet in (0, self.before.quiet + 1)

    @invariant()
    def everybody_sees_the_same_and_it_can_be_read_again(self):
        text = self.now.text
        assert shown(self.state, WHITE) == shown(self.state, BLACK) == text
        if outcome(self.state) is None:
            rows = 3 if text.count("/") == 9 else 2
            assert shown(start(position=text, flatRows=rows), PUBLIC) == text


@pytest.mark.budgeted
def test_over_random_play_nothing_appears_nothing_heals_and_stacks_keep_their_form():
    RandomPlay.seen.clear()
    few = settings(
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        max_examples=budget(6, 30),
        stateful_step_count=50,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(RandomPlay, settings=few)
    assert {form for form in FORMS if RandomPlay.seen[form] < budget(1, 5)} == set()
    assert RandomPlay.seen["pieces lost"] > budget(20, 50)
