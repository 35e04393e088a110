"""CCC played by the engine and the reference at once: whole games, compared after every action.

The engine is used through its protocol alone.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

from games import GAMES, Illegal, Unreadable
from games.ccc.rules import compliments
from tests.games.ccc import reference_board as board
from tests.games.ccc.happenings import ending, form_of, happening, meeting
from tests.games.ccc.positions import some_position, tallest_tower
from tests.games.ccc.reference import PASS, Reference
from tests.games.ccc.strays import stray_text

CCC = GAMES["ccc"]
HIGHEST_TOWER = 4
"""Highest Pyramid Stack compared in full; higher ones have over 20,000 collapses."""
LAYOUTS = ["TCSLNMCT", "random", "random", "NMLSCCTT", "CTNLSMTC", "SCTNMTLC", "TTCCSMLN"]
CHOICES = {
    "symmetry": ["mirror", "rotate"],
    "first": ["seeded", "white", "black"],
    "torusHitsFlag": ["off", "on"],
    "compliments": ["free", "list", "off"],
    "quietResult": ["draw", "strength", "army"],
    "noRematchAfterDraw": ["on", "off"],
}
QUIETS = next(spec for spec in CCC.option_specs if spec.name == "quiet").values


def some_options(rng: random.Random) -> dict:
    """Return random options, some left out so that the defaults are tested too."""
    options: dict = {name: rng.choice(values) for name, values in CHOICES.items()}
    options["quiet"] = rng.choice([0, 12, 25, 100, QUIETS[int(rng.random() * len(QUIETS))]])
    options["layout"] = rng.choice(LAYOUTS)
    if options["layout"] == "random":
        options["symmetry"] = rng.choice(["mirror", "rotate", "independent"])
    options["flatRows"] = rng.choice([0, 1, 2, 2, 3])
    order = "S" + "F" * options["flatRows"]
    options["rowOrder"] = "".join(rng.sample(order, len(order)))
    for name in rng.choice([[], ["rowOrder"], ["rowOrder", "flatRows"], sorted(CHOICES)]):
        options.pop(name, None)
    if options["layout"] == "random" and "symmetry" not in options:
        del options["layout"]
    return options


def in_a_crowd(rng: random.Random, tallest: int) -> dict:
    """Return random options with a position that fits them."""
    options = some_options(rng)
    rows = options.get("flatRows", 2)
    options["position"] = some_position(rng, 10 if rows == 3 else 8, 8 * rows, tallest)
    return options


# --- side by side -----------------------------------------------------------------------------------


class SideBySide:
    """One game in both implementations; `seen` counts what happens in it."""

    def __init__(self, options: dict, seed: bytes = bytes(32), seen: Counter[str] | None = None):
        self.engine = CCC.new(CCC.options(options), seed)
        self.truth = Reference(options, seed, ready_list())
        self.options = options
        self.log: list[str] = []
        self.seen: Counter[str] = Counter() if seen is None else seen
        self.legal: list[str] = []  # as the reference lists them

    @property
    def where(self) -> tuple:
        return (self.options, " ".join(self.log), self.truth.position())

    @property
    def view(self):
        return CCC.view(self.engine, self.truth.side)

    def compare(self) -> None:
        self.compare_state()
        self.legal = []
        if tallest_tower(self.truth) <= HIGHEST_TOWER:
            self.compare_actions()
        else:
            self.compare_some_actions()
            self.legal = list(islice(self.truth.actions(), 2000))

    def compare_state(self) -> None:
        assert list(CCC.to_act(self.engine)) == self.truth.to_act(), self.where
        for who in (0, 1, None):
            view = CCC.view(self.engine, who)
            assert CCC.position(view) == self.truth.position(), (who, self.where)
            if who not in self.truth.to_act():
                assert list(CCC.actions(view)) == [], (who, self.where)
        found = CCC.result(self.engine)
        assert (found and (found.winner, str(found.reason))) == self.truth.result(), self.where

    def compare_actions(self) -> None:
        texts = [CCC.format(action) for action in CCC.actions(self.view)]
        self.legal = list(self.truth.actions())
        odd = set(texts) ^ set(self.legal)
        assert odd == set(), (sorted(odd)[:20], len(odd), self.where)
        assert sorted(texts) == sorted(self.legal), self.where  # each exactly once
        self.seen["positions"] += 1
        self.seen["legal actions"] += len(texts)

    def compare_some_actions(self) -> None:
        """Compare a slice of each implementation's actions, as towers have too many collapses to list."""
        start = random.Random(self.truth.position()).randrange(3000)
        for action in islice(CCC.actions(self.view), start, start + 300):
            text = CCC.format(action)
            assert self.truth.is_legal(text), (text, self.where)
        for text in islice(self.truth.actions(), start, start + 300):
            assert CCC.format(CCC.parse(self.view, text)) == text, (text, self.where)
        self.seen["positions with high towers"] += 1

    def play(self, text: str) -> None:
        self.seen.update(happening(self.truth, text))
        action = CCC.parse(self.view, text)
        assert CCC.format(action) == text, (text, self.where)
        with pytest.raises(Illegal):
            CCC.play(self.engine, board.opponent(self.truth.side), action)
        self.engine = CCC.play(self.engine, self.truth.side, action).state
        self.truth.play(text)
        self.log.append(text)
        self.seen["actions"] += 1
        if self.truth.result() is not None:
            self.seen[ending(self.truth)] += 1

    def compare_after_each(self, texts: list[str]) -> None:
        """Play each of these actions on copies and compare the results."""
        engine, truth = self.engine, self.truth
        for text in texts:
            self.engine, self.truth = engine, truth.copy()
            self.play(text)
            self.compare_state()
            self.log.pop()
        self.engine, self.truth = engine, truth

    def try_text(self, text: str) -> None:
        """Check that both implementations accept a text, or both refuse it."""
        legal = self.truth.is_legal(text)
        self.seen["accepted" if legal else "refused"] += 1
        if legal:
            try:
                written = CCC.format(CCC.parse(self.view, text))
            except (Illegal, Unreadable) as error:
                raise AssertionError((text, str(error), self.where)) from error
            assert written == text or "{" in text, (text, self.where)
            return
        with pytest.raises(ValueError):
            self.truth.copy().play(text)
        self.refused_by_engine(self.view, text)

    def refused_by_engine(self, view, text: str) -> None:
        try:
            CCC.parse(view, text)
        except (Illegal, Unreadable):
            return
        raise AssertionError(("accepted", text, self.where))

    def try_as_others(self, text: str) -> None:
        for who in (board.opponent(self.truth.side), None):
            self.refused_by_engine(CCC.view(self.engine, who), text)


def ready_list() -> tuple[str, ...]:
    """Return the engine's own list of compliments, whose words don't affect the rules."""
    return tuple(compliments.READY)


# --- whole games ------------------------------------------------------------------------------------

WEIGHTS = {"-": 3, "&": 6, "x": 3, "^": 3, "chain": 4, "line": 4, ":": 4, "~": 1, "N@": 1, "N*": 3, PASS: 1}


def pick(game: SideBySide, rng: random.Random) -> str:
    """Pick a legal action that builds no tower above the limit."""
    for _ in range(20):
        text = rng.choice(some_kind(game, rng))
        after = game.truth.copy()
        after.play(text)
        if tallest_tower(after) <= HIGHEST_TOWER:
            break
    return text


def some_kind(game: SideBySide, rng: random.Random) -> list[str]:
    """Return all actions of a random form or, half of the time, of the meeting seen least so far."""
    meetings: dict[str, list[str]] = {}
    for text in game.legal:
        meetings.setdefault(meeting(game.truth, text), []).append(text)
    if rng.random() < 0.5:
        return min(meetings.items(), key=lambda item: (game.seen[item[0]], item[0]))[1]
    forms = sorted({form_of(texts[0]) for texts in meetings.values()})
    form = rng.choices(forms, [WEIGHTS[form] for form in forms])[0]
    return rng.choice([texts for texts in meetings.values() if form_of(texts[0]) == form])


def play_out(game: SideBySide, rng: random.Random, most: int, strays: int) -> None:
    """Play at most `most` actions, trying some stray texts before each."""
    game.compare()
    for _ in range(most):
        if not game.truth.to_act():
            break
        for _ in range(strays):
            game.try_text(stray_text(game.truth, rng))
        text = pick(game, rng)
        game.try_as_others(text)
        game.play(text)
        game.compare()
    if not game.truth.to_act():
        game.refused_by_engine(game.view, PASS)


def play_games(first: int, games: int, most: int) -> Counter[str]:
    """Play games from the start, numbered from `first`, with random options; return what happened."""
    seen: Counter[str] = Counter()
    for number in range(first, first + games):
        rng = random.Random(number)
        play_out(SideBySide(some_options(rng), rng.randbytes(32), seen), rng, most, strays=3)
    return seen


def play_crowds(first: int, games: int, most: int) -> Counter[str]:
    """Play games from random positions, numbered from `first`, with random options; return what happened."""
    seen: Counter[str] = Counter()
    for number in range(first, first + games):
        rng = random.Random(number)
        play_out(SideBySide(in_a_crowd(rng, HIGHEST_TOWER), rng.randbytes(32), seen), rng, most, strays=6)
    return seen


def play_towers(first: int, positions: int, strays: int) -> Counter[str]:
    """Try many texts in positions with towers of any height."""
    seen: Counter[str] = Counter()
    for number in range(first, first + positions):
        rng = random.Random(number)
        game = SideBySide(in_a_crowd(rng, 8), rng.randbytes(32), seen)
        game.compare_state()
        game.compare_some_actions()
        for _ in range(strays):
            game.try_text(stray_text(game.truth, rng))
    return seen


# --- perft ------------------------------------------------------------------------------------------


def perft_of_engine(state, depth: int) -> int:
    if depth == 0 or not CCC.to_act(state):
        return 1
    side = CCC.to_act(state)[0]
    actions = list(CCC.actions(CCC.view(state, side)))
    if depth == 1:
        return len(actions)
    return sum(perft_of_engine(CCC.play(state, side, action).state, depth - 1) for action in actions)


def perft_of_reference(truth: Reference, depth: int) -> int:
    if depth == 0 or not truth.to_act():
        return 1
    total = 0
    for text in truth.actions():
        after = truth.copy()
        if depth > 1:
            after.play(text)
        total = total + perft_of_reference(after, depth - 1)
    return total
