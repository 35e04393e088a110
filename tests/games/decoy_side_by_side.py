"""Engine and reference of Decoy Patrol hold one game together; habits make playouts eventful."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

from games import GAMES, Illegal, Unreadable
from tests.games import decoy_reference as reference

DECOY = GAMES["decoy"]
KINDS = list("CSSGGIIDDDDD")
CHOICES = {
    "first": ["cyan", "magenta", "seeded"],
    "heal": ["own", "all"],
    "vision": ["square", "diamond", "circle"],
    "liberties": ["orthogonal", "eight"],
    "suicide": ["allowed", "forbidden"],
    "quiet": [60, 20, 0, 200],
    "maxPlies": [300, 50, 1000],
    "tiebreak": ["draw", "decoys"],
}


def some_setup(rng: random.Random) -> str:
    """A random set-up text; half of them crowd the front, so that the sides meet early."""
    cells = [""] * 30
    places = range(30) if rng.random() < 0.5 else range(10, 30)
    for kind, place in zip(KINDS, rng.sample(places, 12), strict=True):
        cells[place] = kind
    return "setup " + "/".join(reference.run_length(cells[row * 10 : row * 10 + 10]) for row in range(3))


# --- habits: how much a side with this habit wants to do a thing, the whole truth being known to it -------


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def nearest(state: dict, square: tuple[int, int], side: int) -> int:
    return min((distance(square, other) for other in reference.own_squares(state, side)), default=0)


def breath(sides: dict[tuple[int, int], int], side: int) -> int:
    """The liberties of the side's group which has the fewest."""
    counts = []
    for group in reference.groups(sides, side):
        around = {b for square in group for b in reference.neighbours(square, reference.ORTHOGONAL)}
        counts.append(len(around - set(sides)))
    return min(counts, default=0)


def liking(habit: str, state: dict, text: str) -> float:
    if habit == "any":
        return 0
    side = state["side"]
    if text == "end":
        return {"hunts": -1, "smothers": -1, "drowns": -1, "idles": 9}[habit]
    if "x" in text:
        return {"hunts": 5, "smothers": -5, "drowns": -5, "idles": 0}[habit]
    if habit == "hunts":
        source, target = reference.square_at(text[:2]), reference.square_at(text[3:])
        return nearest(state, source, 1 - side) - nearest(state, target, 1 - side)
    if habit == "idles":
        return 0
    sides = {square: piece["side"] for square, piece in state["board"].items()}
    sides[reference.square_at(text[3:])] = sides.pop(reference.square_at(text[:2]))
    return -breath(sides, 1 - side if habit == "smothers" else side)


def pick(habit: str, state: dict, legal: list[str], rng: random.Random) -> str:
    if rng.random() < 0.1:
        return rng.choice(legal)
    wanted = legal if habit not in ("smothers", "drowns") else rng.sample(legal, min(len(legal), 12))
    likings = [liking(habit, state, text) for text in wanted]
    best = max(likings)
    return rng.choice([text for text, much in zip(wanted, likings, strict=True) if much == best])


# --- side by side -------------------------------------------------------------------------------------


class SideBySide:
    """One game held by both implementations; `compare` compares all that both can say."""

    def __init__(self, options: dict, seed: bytes):
        self.engine = DECOY.new(DECOY.options(options), seed)
        self.truth = reference.new(options, seed)
        self.log: list[str] = []
        self.seen: Counter[str] = Counter()
        self.compare()

    def compare(self) -> None:
        where = (self.truth["options"], self.log)
        acting = reference.to_act(self.truth)
        assert list(DECOY.to_act(self.engine)) == acting, where
        found = DECOY.result(self.engine)
        assert (found and (found.winner, str(found.reason))) == reference.result(self.truth), where
        for who in (0, 1, None):
            view = DECOY.view(self.engine, who)
            assert DECOY.position(view) == reference.position(self.truth, who), (who, where)
            if self.truth["phase"] == "s" and who in acting:
                self.compare_setups(who, view)
                continue
            listed = [DECOY.format(action) for action in DECOY.actions(view)]
            assert len(set(listed)) == len(listed), (who, where)
            assert set(listed) == set(reference.actions(self.truth, who)), (who, where)

    def compare_setups(self, seat: int, view: object) -> None:
        """Set-ups are too many to list: what is listed is legal."""
        listed = [DECOY.format(action) for action in islice(DECOY.actions(view), 20)]
        assert listed
        for text in listed:
            reference.play(self.truth, seat, text)

    def play(self, seat: int, text: str) -> None:
        action = DECOY.parse(DECOY.view(self.engine, seat), text)
        assert DECOY.format(action) == text
        before = self.truth
        self.engine = DECOY.play(self.engine, seat, action).state
        self.truth = reference.play(self.truth, seat, text)
        self.log.append(f"{seat}:{text}")
        self.count(before, seat, text)
        self.compare()

    def count(self, before: dict, seat: int, text: str) -> None:
        gone = [
            len(reference.own_squares(before, s)) - len(reference.own_squares(self.truth, s)) for s in (0, 1)
        ]
        self.seen["hit"] += "x" in text
        self.seen["kill"] += "x" in text and gone[1 - seat] > 0
        self.seen["surround"] += "-" in text and gone[1 - seat] > 0
        self.seen["surround of two or more"] += "-" in text and gone[1 - seat] > 1
        self.seen["suicide"] += "-" in text and gone[seat] > 0
        self.seen["bump"] += len(self.truth["bumped"]) > len(before["bumped"])
        self.seen["passed by itself"] += self.truth["ply"] > before["ply"] + 1 > 1
        if before["phase"] == "m" and text != "end" and self.truth["ply"] > before["ply"]:
            self.seen["whole turn ended by itself"] += 1
        if self.truth["result"]:
            self.seen[f"{self.truth['result'][0]} by {self.truth['result'][1]}"] += 1
            self.seen[f"ends on {text[2:3]}"] += 1

    def both_refuse(self, seat: int, text: str) -> None:
        with pytest.raises(ValueError):
            reference.play(self.truth, seat, text)
        with pytest.raises((Illegal, Unreadable)):
            DECOY.parse(DECOY.view(self.engine, seat), text)

    def both_read_alike(self, seat: int, text: str) -> None:
        """Both take a set-up text, or both refuse it."""
        try:
            reference.play(self.truth, seat, text)
        except ValueError:
            self.both_refuse(seat, text)
        else:
            view = DECOY.view(self.engine, seat)
            assert DECOY.format(DECOY.parse(view, text)) == text

    def set_up(self, rng: random.Random) -> None:
        """Both commit, in either order."""
        for seat in rng.sample((0, 1), 2):
            text = some_setup(rng)
            self.play(seat, text)
            self.both_refuse(seat, text)


def some_text(rng: random.Random) -> str:
    squares = [reference.square_name((rng.randrange(10), rng.randrange(10))) for _ in range(2)]
    return rng.choice(["-", "x"]).join(squares)


def go_on(game: SideBySide, habits: tuple[str, str], rng: random.Random, most: int) -> Counter[str]:
    """At most `most` actions from where the game stands."""
    for _ in range(most):
        acting = reference.to_act(game.truth)
        if not acting:
            break
        seat = acting[0]
        legal = reference.actions(game.truth, seat)
        stray = some_text(rng)
        if rng.random() < 0.2 and stray not in legal:
            game.both_refuse(seat, stray)
        if rng.random() < 0.05:
            game.both_refuse(1 - seat, rng.choice(legal))
        game.play(seat, pick(habits[seat], game.truth, legal, rng))
    return game.seen


def some_options(rng: random.Random) -> dict:
    """Each option away from its default about every other time."""
    options = {name: rng.choice(values) for name, values in CHOICES.items()}
    return {name: options[name] for name in options if rng.random() < 0.6}


def play_out(options: dict, habits: tuple[str, str], number: int, most: int) -> Counter[str]:
    """A game of at most `most` actions, compared at every one; what happened in it."""
    rng = random.Random(number)
    game = SideBySide(options, rng.randbytes(32))
    game.set_up(rng)
    return go_on(game, habits, rng, most)
