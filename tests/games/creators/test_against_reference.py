"""The engine and a slow second implementation, made from the rules alone, play the same games."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from games import GAMES, Illegal, Unreadable
from games.creators.rules.glyph_table import difficulty_of, is_even
from games.creators.rules.glyphs import GLYPHS
from tests.games.creators import reference

CREATORS = GAMES["creators"]
CHOICES = {
    "boardSize": [12, 14, 16, 18, 20],
    "flipPattern": ["never", "seeded"],
    "destroyerPreview": ["five", "full", "half", "none"],
    "mustCapture": ["off", "on"],
    "reentry": ["near", "scan"],
    "victory": ["creatorOnly", "race"],
    "ending": ["fading", "classic", "endless"],
    "rounds": [20, 40],
    "winningMove": ["fills", "any"],
    "version": ["4", "3"],
    "category": ["even", "all", "letters", "digits", "symbols", "shapes", "scribbles"],
}
PAIRS_OF_HABITS = [
    ("any", "any"),
    ("builds", "any"),
    ("builds", "stays home"),
    ("stays home", "invades"),
    ("invades", "stays home"),
    ("invades", "invades"),
    ("captures", "captures"),
    ("stays home", "builds"),
    ("builds", "builds"),
]


# --- habits that make captures, full home rows and finished patterns common -----------------------------


def liking(habit: str, state: dict, text: str) -> int:
    """Return how much a side with this habit likes a move; the habit knows the pattern."""
    if habit in ("any", "captures"):
        return int(habit == "captures" and "x" in text)
    size = state["options"]["boardSize"]
    source, target = text.replace("x", "-").split("-")
    source, target = reference.square_at(size, source), reference.square_at(size, target)
    own = reference.home_rows(size, state["side"])
    enemy = reference.home_rows(size, reference.opponent(state["side"]))
    capture = "x" in text
    return {
        "builds": 2 * (target in state["pattern"]) - 2 * (source in state["pattern"]) - capture,
        "stays home": -4 * (source[0] in own) + (target[0] in own) - 2 * capture,
        "invades": 2 * (target[0] in enemy) - 2 * (source[0] in enemy) + capture,
    }[habit]


def pick(habit: str, state: dict, legal: list[str], rng: random.Random) -> str:
    if legal == ["roll"] or rng.random() < 0.08:
        return rng.choice(legal)
    liked = {text: liking(habit, state, text) for text in legal}
    best = max(liked.values())
    return rng.choice([text for text in legal if liked[text] == best])


# --- side by side -----------------------------------------------------------------------------------


class SideBySide:
    """One game in both implementations; each step compares everything that both can report."""

    def __init__(self, options: dict, seed: bytes):
        self.engine = CREATORS.new(CREATORS.options(options), seed)
        par = CREATORS.briefing(self.engine, 0).data["par"]
        self.truth = reference.new(
            options, seed, par, lambda glyph, level: difficulty_of(glyph) == level, is_even
        )
        self.log: list[str] = []
        self.seen: Counter[str] = Counter()
        self.compare_briefings()
        self.compare()

    def put(self, board: list[list[str]], side: str, reserves: dict, plies: int) -> None:
        """Continue in both implementations from a position, whether or not a game leads there."""
        content = bytes(".CD".index(cell) for row in board for cell in row)
        waiting = (tuple(reserves["C"]), tuple(reserves["D"]))
        self.engine = msgspec.structs.replace(
            self.engine, board=content, side="CD".index(side), reserves=waiting, ply=plies + 1
        )
        self.truth = {**self.truth, "board": board, "side": side, "reserves": reserves, "plies": plies}
        self.compare()

    def compare_briefings(self) -> None:
        for seat in (0, 1):
            shown = CREATORS.briefing(self.engine, seat).data
            expected = reference.briefing(self.truth, seat)
            assert (shown.get("pattern") or None) == expected["pattern"]
            assert sorted(shown["cells"]) == sorted(expected["cells"])
            assert shown["par"] == expected["par"]
            assert shown.get("candidates") == expected.get("candidates")

    def compare(self) -> list[str]:
        where = (self.truth["options"], self.log)
        assert list(CREATORS.to_act(self.engine)) == reference.to_act(self.truth), where
        views = {who: CREATORS.view(self.engine, who) for who in (0, 1, None)}
        waiting = tuple(tuple(self.truth["reserves"][side]) for side in "CD")
        position = reference.position(self.truth)
        for view in views.values():
            assert CREATORS.position(view) == position, where
            assert view.reserves == waiting, where
        legal = reference.actions(self.truth)
        for who, view in views.items():
            acts = who in reference.to_act(self.truth)
            assert [CREATORS.format(a) for a in CREATORS.actions(view)] == (legal if acts else []), where
        found = CREATORS.result(self.engine)
        assert (found and (found.winner, str(found.reason))) == reference.result(self.truth), where
        return legal

    def play(self, text: str) -> None:
        seat = reference.to_act(self.truth)[0]
        before = self.truth
        action = CREATORS.parse(CREATORS.view(self.engine, seat), text)
        self.engine = CREATORS.play(self.engine, seat, action).state
        self.truth = reference.play(self.truth, text)
        self.log.append(text)
        self.count(before, text)

    def count(self, before: dict, text: str) -> None:
        waiting = [max(len(line) for line in state["reserves"].values()) for state in (before, self.truth)]
        self.seen["capture"] += "x" in text
        self.seen["skip"] += text == "roll" and self.truth["die"] is None
        self.seen["into reserve"] += waiting[1] > waiting[0]
        self.seen["out of reserve"] += waiting[1] < waiting[0]
        self.seen["out of a line of two or more"] += waiting[1] < waiting[0] >= 2
        if self.truth["result"]:
            self.seen[f"{self.truth['result'][0]} by {self.truth['result'][1]}"] += 1

    def both_refuse(self, text: str) -> None:
        view = CREATORS.view(self.engine, reference.to_act(self.truth)[0])
        with pytest.raises(ValueError):
            reference.play(self.truth, text)
        with pytest.raises((Illegal, Unreadable)):
            CREATORS.parse(view, text)


def other_sign(text: str) -> str:
    return text.replace("-", "x") if "-" in text else text.replace("x", "-")


def some_text(size: int, rng: random.Random) -> str:
    if rng.random() < 0.2:
        return "roll"
    squares = [reference.square_name(size, rng.randrange(size), rng.randrange(size)) for _ in range(2)]
    return rng.choice("-x").join(squares)


def play_out(options: dict, habits: tuple[str, str], number: int, most: int) -> Counter[str]:
    """Play a game of at most `most` actions, comparing at each; return what happened in it."""
    rng = random.Random(number)
    game = SideBySide(options, rng.randbytes(32))
    for _ in range(most):
        legal = game.compare()
        if not legal:
            break
        stray = some_text(game.truth["options"]["boardSize"], rng)
        if rng.random() < 0.3 and stray not in legal and other_sign(stray) not in legal:
            game.both_refuse(stray)
        seat = reference.to_act(game.truth)[0]
        text = pick(habits[seat], game.truth, legal, rng)
        game.play(other_sign(text) if rng.random() < 0.2 else text)
    game.compare()
    return game.seen


def some_options(rng: random.Random) -> dict:
    options = {name: rng.choice(values) for name, values in CHOICES.items()}
    if rng.random() < 0.3:
        options |= {"pattern": rng.choice(sorted(GLYPHS)), "category": "even"}
    return options


def play_many(first: int, games: int, most: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for number in range(first, first + games):
        habits = PAIRS_OF_HABITS[number % len(PAIRS_OF_HABITS)]
        seen += play_out(some_options(random.Random(number)), habits, number, most)
    return seen


@pytest.mark.proof
def test_engine_and_reference_agree_at_every_ply_of_random_games():
    seen = play_many(0, 14, 180)
    assert seen["capture"] > 200
    assert seen["into reserve"] > 4
    assert seen["out of reserve"] > 4
    assert seen["1 by held-out"] > 0


@pytest.mark.proof
def test_engine_and_reference_agree_at_every_ply_of_more_random_games():
    seen = play_many(0, 45, 180)
    assert seen["capture"] > 200
    assert seen["into reserve"] > 10
    assert seen["out of reserve"] > 5
    assert seen["0 by pattern"] > 0
    assert seen["1 by held-out"] > 0


@pytest.mark.proof
def test_engine_and_reference_agree_in_long_games():
    seen = play_many(1000, 225, 400)
    every_end = ["0 by pattern", "1 by pattern", "1 by held-out", "0 by race", "1 by race", "None by race"]
    assert [end for end in every_end if not seen[end]] == []


@pytest.mark.proof
@pytest.mark.parametrize("victory", CHOICES["victory"])
def test_engine_and_reference_agree_up_to_the_technical_end_of_endless(victory):
    options = {"boardSize": 12, "ending": "endless", "victory": victory, "pattern": "#"}
    seen = play_out(options, ("any", "any"), 7, 5000)
    assert any("by" in event for event in seen)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{"category": name} for name in CHOICES["category"]]
    + [{"difficulty": level} for level in ("any", "easy", "medium", "hard")],
)
def test_seeded_patterns_and_flips_are_the_draws_of_the_contract(options):
    for number in range(40):
        for preview in CHOICES["destroyerPreview"]:
            chosen = {**options, "flipPattern": "seeded", "destroyerPreview": preview}
            SideBySide(chosen, random.Random(number).randbytes(32))


@pytest.mark.slow
@pytest.mark.parametrize("glyph", sorted(GLYPHS))
def test_a_named_pattern_lies_where_the_reference_puts_it(glyph):
    for size in CHOICES["boardSize"]:
        SideBySide({"boardSize": size, "pattern": glyph}, bytes(32))


# --- record-directed: positions that playouts rarely reach --------------------------------------------


def play_directed(options: dict, habits: tuple[str, str], number: int, until, most: int = 4000) -> SideBySide:
    rng = random.Random(number)
    game = SideBySide(options, rng.randbytes(32))
    for _ in range(most):
        legal = game.compare()
        if not legal or until(game):
            break
        game.play(pick(habits[reference.to_act(game.truth)[0]], game.truth, legal, rng))
    return game


@pytest.mark.slow
@pytest.mark.parametrize("reentry", CHOICES["reentry"])
@pytest.mark.parametrize("habits", [("stays home", "invades"), ("invades", "stays home")])
@pytest.mark.parametrize("size", [12, 16])
def test_a_long_queue_of_taken_pawns_forms_and_enters_alike(reentry, habits, size):
    options = {"boardSize": size, "reentry": reentry, "ending": "endless", "pattern": "@"}
    game = play_directed(options, habits, 3, lambda g: g.seen["out of a line of two or more"] >= 2)
    assert game.seen["out of a line of two or more"] >= 2


def crowded_position(size: int, rng: random.Random) -> tuple[list[list[str]], dict]:
    """Return full home rows with enemies among them, a few pawns elsewhere, and the rest waiting."""
    board = [["."] * size for _ in range(size)]
    left = {"C": 2 * size, "D": 2 * size}
    for side in "CD":
        for row in reference.home_rows(size, side):
            for column in range(size):
                stands = side if rng.random() < 0.85 else reference.opponent(side)
                stands = stands if left[stands] else reference.opponent(stands)
                board[row][column] = stands
                left[stands] -= 1
    for side in "CD":
        for _ in range(rng.randint(0, left[side])):
            row, column = rng.randrange(2, size - 2), rng.randrange(size)
            if board[row][column] == ".":
                board[row][column] = side
                left[side] -= 1
    return board, {side: [rng.randrange(size) for _ in range(left[side])] for side in "CD"}


def play_on_from_crowded(number: int) -> Counter[str]:
    rng = random.Random(number)
    options = {**some_options(rng), "ending": rng.choice(["fading", "classic"])}
    game = SideBySide(options, rng.randbytes(32))
    board, reserves = crowded_position(game.truth["options"]["boardSize"], rng)
    plies = rng.randrange(0, 2 * game.truth["options"]["rounds"])
    game.put(board, "CD"[plies % 2], reserves, plies)
    for _ in range(12):
        legal = game.compare()
        if not legal:
            break
        game.play(pick(rng.choice(["any", "invades", "captures"]), game.truth, legal, rng))
    game.compare()
    return game.seen


@pytest.mark.proof
def test_engine_and_reference_agree_on_from_crowded_positions():
    seen = sum((play_on_from_crowded(number) for number in range(400)), Counter())
    assert seen["into reserve"] > 50
    assert seen["out of a line of two or more"] > 25


@pytest.mark.proof
def test_engine_and_reference_agree_on_from_many_crowded_positions():
    for number in range(1000, 2500):
        play_on_from_crowded(number)


@pytest.mark.proof
def test_engine_and_reference_agree_on_from_nearly_finished_patterns():
    seen: Counter[str] = Counter()
    for number in range(250):
        rng = random.Random(number)
        options = {"boardSize": 12, "rounds": 20, "victory": rng.choice(CHOICES["victory"])}
        game = SideBySide({**options, "ending": rng.choice(CHOICES["ending"])}, rng.randbytes(32))
        board, mover = [["."] * 12 for _ in range(12)], rng.choice("CD")
        for row, column in game.truth["pattern"]:
            board[row][column] = mover if rng.random() < 0.85 else "."
        for side in "CD":
            for row in reference.home_rows(12, side)[:1]:
                board[row] = [side] * 12
        game.put(board, mover, {"C": [], "D": []}, rng.randrange(0, 19) * 2 + (mover == "D"))
        for _ in range(8):
            legal = game.compare()
            if legal:
                game.play(pick("builds", game.truth, legal, rng))
        game.compare()
        seen += game.seen
    assert seen["0 by pattern"] > 20
    assert seen["1 by pattern"] > 5


def closed_position(size: int, die: int, side: str, rng: random.Random) -> list[list[str]]:
    """Return pawns of `side` on whole classes of squares that `die` never leaves, and random enemies."""
    board = [["."] * size for _ in range(size)]
    for _ in range(rng.randint(1, 4)):
        row, column = rng.randrange(die), rng.randrange(die)
        for r in range(row, size, die):
            for c in range(column, size, die):
                board[r][c] = side
    for _ in range(10):
        row, column = rng.randrange(size), rng.randrange(size)
        if board[row][column] == ".":
            board[row][column] = reference.opponent(side)
    return board


def test_engine_and_reference_agree_on_turns_that_are_skipped():
    seen: Counter[str] = Counter()
    for number in range(150):
        rng = random.Random(number)
        game = SideBySide(
            {"boardSize": 12, "rounds": 20, **rng.choice([{}, {"victory": "race"}])}, rng.randbytes(32)
        )
        plies = rng.choice([0, 1, 19, 20, 38, 39])
        die = rng.choice([5, 6])
        game.put(closed_position(12, die, "CD"[plies % 2], rng), "CD"[plies % 2], {"C": [], "D": []}, plies)
        for _ in range(4):
            legal = game.compare()
            if legal:
                game.play(rng.choice(legal))
        seen += game.seen
    assert seen["skip"] > 15
    assert seen["1 by held-out"] > 0
