"""Decoy Patrol played by the engine and the reference at once: whole games, compared after every action.

The engine is used through its protocol alone. Habits choose actions from the reference's true state, which no
player may see: they only exist to make rare things happen.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from itertools import islice

import pytest

from games import GAMES, Illegal, Unreadable
from games.decoy.rules.board import NAMES as NAME
from games.decoy.rules.notes import likely, note_of, possible
from tests.kit.games import decoy_reference as reference
from tests.kit.games.decoy_reference import Reference

DECOY = GAMES["decoy"]
ARMY = "CSSGGIIDDDDD"
CHOICES = {
    "first": ["cyan", "magenta", "seeded"],
    "heal": ["own", "all"],
    "vision": ["square", "diamond", "circle"],
    "liberties": ["orthogonal", "safe", "eight"],
    "suicide": ["allowed", "forbidden"],
    "tiebreak": ["draw", "decoys", "commander", "bold"],
}


def some_options(rng: random.Random) -> dict:
    """Return random options, some left out so that the defaults are tested too."""
    options: dict = {name: rng.choice(values) for name, values in CHOICES.items()}
    options["quiet"] = rng.choice([0, 20, rng.randint(20, 200), 200])
    options["maxPlies"] = rng.choice([50, rng.randint(50, 120), rng.randint(50, 1000), 1000])
    for name in rng.sample(sorted(options), rng.choice([0, 0, 1, 3])):
        del options[name]
    return options


# --- layouts and stray texts ------------------------------------------------------------------------


def setup_text(cells: list[str]) -> str:
    return "setup " + "/".join(reference.row_text(cells[row * 10 : row * 10 + 10]) for row in range(3))


def some_layout(rng: random.Random) -> str:
    """Return twelve pieces anywhere in the home rows, sometimes crowded in front or in one half."""
    kinds = rng.sample(ARMY, len(ARMY))
    places = {
        "anywhere": range(30),
        "in front": range(15, 30),
        "at the back": range(15),
        "left half": [place for place in range(30) if place % 10 < 5],
    }[rng.choice(["anywhere", "anywhere", "in front", "at the back", "left half"])]
    cells = [""] * 30
    for place, kind in zip(rng.sample(list(places), len(kinds)), kinds, strict=True):
        cells[place] = kind
    return setup_text(cells)


def spoiled(text: str, rng: random.Random) -> str:
    """Mutate one character of a setup text; the result is rarely valid."""
    place = rng.randrange(len(text))
    change = rng.choice(["", text[place] * 2, rng.choice("CSGID0123456789/ xX"), "10", "91"])
    return text[:place] + change + text[place + 1 :]


def stray_text(truth: Reference, rng: random.Random) -> str:
    """Return a text like an action, mostly from a piece to a square near it."""
    if rng.random() < 0.1:
        return rng.choice(
            ["end ", "END", "", "setup 10/10/10", "a1", "a1-", "a1-k2", "a1xa10", "resign", "-"]
        )
    source = rng.choice(sorted(truth.board))
    near = [source, *reference.neighbours(source, reference.EIGHT)]
    target = rng.choice(near) if rng.random() < 0.8 else (rng.randrange(10), rng.randrange(10))
    return reference.square_name(source) + rng.choice("-x") + reference.square_name(target)


# --- habits: how much a side wants each action ------------------------------------------------------

Taste = Callable[[str], float]


def ends(text: str) -> tuple[tuple[int, int], tuple[int, int]]:
    return reference.square_at(text[0:2]), reference.square_at(text[3:5])


def far(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def nearer(text: str, goals: set) -> float:
    """Return how much nearer a step brings its piece to the nearest of these squares."""
    source, target = ends(text)
    return min(far(source, goal) for goal in goals) - min(far(target, goal) for goal in goals)


def gathers(truth: Reference, goal: tuple[int, int]) -> Taste:
    return lambda text: -0.5 if text == "end" else -9 if "x" in text else nearer(text, {goal})


def hunts(truth: Reference, goal: tuple[int, int]) -> Taste:
    enemies = truth.squares(reference.opponent(truth.side))
    return lambda text: -2 if text == "end" else 5 if "x" in text else nearer(text, enemies)


def fights(truth: Reference, goal: tuple[int, int]) -> Taste:
    return lambda text: -1 if text == "end" else float("x" in text)


def peaceful(truth: Reference, goal: tuple[int, int]) -> Taste:
    return lambda text: -1 if "x" in text or (text == "end" and truth.phase == "m") else 0


def rests(truth: Reference, goal: tuple[int, int]) -> Taste:
    return lambda text: float(text == "end")


def moves_anyhow(truth: Reference, goal: tuple[int, int]) -> Taste:
    return lambda text: 0


def surrounds(truth: Reference, goal: tuple[int, int]) -> Taste:
    """Return a taste for filling the liberties of the enemy group that has fewest."""
    own, enemies = truth.squares(truth.side), truth.squares(reference.opponent(truth.side))
    kind = truth.options["liberties"]
    free = min(
        (reference.liberties(group, enemies, own, kind) for group in reference.groups(enemies)),
        key=len,
    )

    def taste(text: str) -> float:
        if text == "end" or "x" in text:
            return 0 if text == "end" else -9
        source, target = ends(text)
        filled = 3 * ((target in free) - (source in free))
        return filled if filled or not free else nearer(text, free)

    return taste


def dives(truth: Reference, goal: tuple[int, int]) -> Taste:
    """Return a taste for steps that leave the mover's own group with few liberties."""
    own, enemies = truth.squares(truth.side), truth.squares(reference.opponent(truth.side))

    def taste(text: str) -> float:
        if text == "end" or "x" in text:
            return -99
        source, target = ends(text)
        after = (own - {source}) | {target}
        group = next(group for group in reference.groups(after) if target in group)
        return -len(reference.liberties(group, after, enemies, truth.options["liberties"]))

    return taste


Plan = list[tuple[int, Callable, Callable]]
"""Numbers of actions with the habits of both seats; the last line holds for the rest of the game."""

PLANS: dict[str, Plan] = {
    "any": [(0, moves_anyhow, moves_anyhow)],
    "hunt": [(0, hunts, hunts)],
    "hunt and rest": [(0, hunts, rests)],
    "fight": [(0, fights, fights)],
    "crowd": [(110, gathers, gathers), (0, peaceful, peaceful)],
    "crowd and fight": [(90, gathers, gathers), (60, peaceful, peaceful), (0, fights, hunts)],
    "crowd and surround": [(90, gathers, gathers), (0, surrounds, surrounds)],
    "surround": [(0, surrounds, rests)],
    "be surrounded": [(0, rests, surrounds)],
    "dive": [(60, gathers, gathers), (0, dives, peaceful)],
    "dive and surround": [(60, gathers, gathers), (0, surrounds, dives)],
    "part": [(60, hunts, hunts), (0, rests, rests)],
    "rest": [(0, rests, rests)],
}


def habit_at(plan: Plan, number: int, seat: int) -> Callable:
    for length, *habits in plan[:-1]:
        if number < length:
            return habits[seat]
        number -= length
    return plan[-1][1 + seat]


# --- side by side -----------------------------------------------------------------------------------


class SideBySide:
    """One game in both implementations; `seen` counts what happened in it."""

    def __init__(self, options: dict, seed: bytes):
        self.engine = DECOY.new(DECOY.options(options), seed)
        self.truth = Reference(options, seed)
        self.log: list[str] = []
        self.seen: Counter[str] = Counter()
        self.compare()

    @property
    def where(self) -> tuple:
        return (self.truth.options, " ".join(self.log))

    def compare(self) -> None:
        views = {who: DECOY.view(self.engine, who) for who in (0, 1, None)}
        assert list(DECOY.to_act(self.engine)) == self.truth.to_act(), self.where
        for who, view in views.items():
            assert DECOY.position(view) == self.truth.position(who), (who, self.where)
        for seat in (0, 1):
            assert remembered(views[seat]) == memory_of(self.truth, seat), (seat, self.where)
        for view in views.values():
            assert [(b.ply, b.seat, NAME[b.target], b.destroyed) for b in view.blasts] == self.truth.blasts
        found = DECOY.result(self.engine)
        assert (found and (found.winner, str(found.reason))) == self.truth.result(), self.where
        for who, view in views.items():
            if self.truth.phase == "s":
                self.compare_set_ups(who, view)
            else:
                texts = [DECOY.format(action) for action in DECOY.actions(view)]
                assert sorted(texts) == sorted(self.truth.actions(who)), (who, self.where)

    def compare_set_ups(self, who: int | None, view) -> None:
        texts = [DECOY.format(action) for action in islice(DECOY.actions(view), 5)]
        assert len(texts) == (5 if who in self.truth.to_act() else 0), self.where
        for text in texts:
            assert self.truth.is_legal_setup(who, text), (text, self.where)

    def play(self, seat: int, text: str) -> None:
        action = DECOY.parse(DECOY.view(self.engine, seat), text)
        assert DECOY.format(action) == text
        before = Before(self.truth)
        played = DECOY.play(self.engine, seat, action)
        self.engine = played.state
        self.truth.play(seat, text)
        self.log.append(text)
        for who in (0, 1, None):
            compare_told(played.told[who], self.truth.told(who), (who, self.where))
        self.count(before, seat)

    def try_text(self, who: int | None, text: str) -> None:
        """Check that both implementations accept a text, or both refuse it, and that nothing changes."""
        view = DECOY.view(self.engine, who)
        if who is not None and self.truth.is_legal(who, text):
            assert DECOY.format(DECOY.parse(view, text)) == text
            return
        self.seen["refused"] += 1
        with pytest.raises((Illegal, Unreadable)):
            DECOY.parse(view, text)
        if who is not None:
            with pytest.raises(ValueError):
                self.truth.play(who, text)

    def try_out_of_turn(self, seat: int, text: str) -> None:
        """Check that the same action is refused when the other seat plays it."""
        action = DECOY.parse(DECOY.view(self.engine, seat), text)
        if self.truth.phase != "s":
            with pytest.raises(Illegal):
                DECOY.play(self.engine, reference.opponent(seat), action)

    def count(self, before: Before, seat: int) -> None:
        self.seen.update(before.happened(self.truth, seat))
        self.seen.update(event for who in (0, 1) for event in before.remembers(self.truth, who))
        self.seen.update(situations(self.truth))


def remembered(view) -> tuple:
    """Return the notes and memories in an engine view as plain values (DP-17, DP-43)."""
    about = [note_of(view.notes, square) for square in range(100) if view.enemies >> square & 1]
    notes = [
        (NAME[n.square], letters(possible(n)), letters(likely(n)), n.damage, n.recalled_ply) for n in about
    ]
    ghosts = [
        (
            NAME[g.note.square],
            g.ply,
            [NAME[square] for square in range(100) if g.where >> square & 1],
            g.still,
            letters(possible(g.note)),
            letters(likely(g.note)),
        )
        for g in view.memory.ghosts
    ]
    fallen = [
        (f.ply, None if f.square is None else NAME[f.square], letters(f.kinds)) for f in view.memory.fallen
    ]
    return notes, ghosts, fallen


def memory_of(truth: Reference, seat: int) -> tuple:
    """Return the notes and memories of a seat in the reference as plain values."""
    memory, name = truth.memories[seat], reference.square_name
    notes = [
        (name(square), e.can_be(), e.is_likely(), e.lacks, e.recalled_ply)
        for square, e in sorted(memory.about.items())
    ]
    ghosts = [
        (
            name(g.square),
            g.ply,
            [name(place) for place in sorted(g.places)],
            g.still,
            g.evidence.can_be(),
            g.evidence.is_likely(),
        )
        for g in memory.ghosts
    ]
    return notes, ghosts, [(ply, square and name(square), kinds) for ply, square, kinds in memory.fallen]


def letters(kinds: tuple[int, ...]) -> str:
    return "".join("CSGID"[kind] for kind in kinds)


class Before:
    """Facts of the true state before an action, used to describe afterward what the action did."""

    def __init__(self, truth: Reference):
        self.damage = {piece: piece.damage for piece in truth.board.values()}
        self.ply, self.points, self.phase = truth.ply, truth.points, truth.phase
        self.ghosts = [list(memory.ghosts) for memory in truth.memories]

    def remembers(self, truth: Reference, seat: int) -> list[str]:
        """Return what happened to the ghosts of a seat."""
        memory, gone = truth.memories[seat], []
        for ghost in self.ghosts[seat]:
            if ghost not in memory.ghosts and ghost.evidence in memory.about.values():
                gone.append("seen again, surely")
            elif ghost not in memory.ghosts:
                gone.append("a ghost is no more")
        recalled = ["recalled"] * any(evidence.recalled for evidence in memory.about.values())
        unlike = any(e.recalled and not set(e.recalled) & set(e.can_be()) for e in memory.about.values())
        known = any(len(kinds) == 1 for _, _, kinds in memory.fallen)
        return gone + recalled + ["recalled wrongly"] * unlike + ["a fallen one is known"] * known

    def happened(self, truth: Reference, seat: int) -> list[str]:
        kinds = [fact[0] for fact in truth.told(seat)]
        events = [{"lost": "suicide"}.get(kind, kind) for kind in kinds]
        events += [fact[0] for fact in truth.told(reference.opponent(seat)) if fact[0] in REPORTS]
        if "surrounded" in kinds and "lost" in kinds:
            events.append("capture and suicide at once")
        if "lost" in kinds and truth.options["suicide"] == "forbidden":
            events.append("suicide against an unseen enemy")
        for piece, damage in self.damage.items():
            if piece.damage < damage:
                events.append("healed" if piece.seat == truth.side else "enemy healed")
        turned = truth.ply > self.ply
        if (
            "stepped" in kinds
            and self.points > 1
            and truth.result() is None
            and (turned or truth.phase == "a")
        ):
            events.append("movement over by itself with points left")
        return events + self.ending(truth, kinds, seat)

    def ending(self, truth: Reference, kinds: list[str], seat: int) -> list[str]:
        if truth.result() is None:
            return []
        winner, reason = truth.result()
        if reason not in ("assassination", "attrition"):
            return tiebreak_events(truth)
        how = "suicide" if winner != seat else "surround" if "surrounded" in kinds else "attack"
        own = truth.squares(seat)
        dead = reference.surrounded(own, truth.squares(1 - seat), truth.options["liberties"])
        return [f"{reason} by {how}"] + ["own suicide not carried out"] * bool(dead)


def tiebreak_events(truth: Reference) -> list[str]:
    winner, reason = truth.result()
    if winner is None:
        return [f"drawn by {reason}"] + ["even tiebreak"] * (truth.options["tiebreak"] != "draw")
    home = {"commander": 0, "bold": 2}.get(truth.options["tiebreak"], 9)
    cyan, magenta = (max(rows, home) for rows in truth.rows_ahead())
    if cyan != magenta:
        return [f"tiebreak by the {truth.options['tiebreak']} Commander"]
    decoys = [[piece.kind for piece in truth.pieces(seat)].count("D") for seat in (0, 1)]
    pieces = [len(truth.pieces(seat)) for seat in (0, 1)]
    if pieces[winner] < pieces[1 - winner]:
        return ["tiebreak by decoys against more pieces"]
    return ["tiebreak by pieces" if decoys[0] == decoys[1] else "tiebreak by decoys"]


REPORTS = ("moved", "left", "appeared", "struck")


def situations(truth: Reference) -> list[str]:
    """Return the features that make a position special."""
    if truth.result() is not None or truth.phase == "s":
        return []
    own, enemies = truth.pieces(truth.side), truth.pieces(reference.opponent(truth.side))
    hidden = [
        enemy
        for enemy in enemies
        if not truth.sees(truth.side, enemy) and any(reference.touch(p.square, enemy.square) for p in own)
    ]
    events = ["an unseen neighbour"] * bool(hidden) + ["contact in public"] * bool(truth.public())
    if truth.phase == "m" and truth.options["suicide"] == "forbidden" and suicides(truth):
        events.append("a step forbidden as suicide")
    return events


def suicides(truth: Reference) -> list[str]:
    """Return the steps that only the option `suicide` forbids."""
    truth.options["suicide"] = "allowed"
    every = truth.steps()
    truth.options["suicide"] = "forbidden"
    return [text for text in every if text not in truth.actions(truth.side)]


# --- texts told -------------------------------------------------------------------------------------


def compare_told(sentences: tuple[str, ...], facts: list[tuple], where: tuple) -> None:
    """Check that sentences name exactly the squares of the facts, and every number that must be told."""
    words = " ".join(sentences)
    squares = re.findall(r"\b[a-j][0-9]\b", words)
    numbers = [int(number) for number in re.findall(r"\b[0-9]+\b", words)]
    assert set(squares) == {square for fact in facts for square in squares_of(fact)}, (words, facts, where)
    for fact in facts:
        for number in numbers_of(fact):
            assert number in numbers, (words, facts, where)
        for word in fact[:1] + fact[1:2]:
            assert word not in WORDS or word.lower() in words.lower(), (words, facts, where)
    named = {kind for kind, name in NAMES.items() if name in words}
    told = {kind for fact in facts for kind in kinds_of(fact)}
    assert named == told or (named >= told and "wins:" in words), (words, facts, where)


def squares_of(fact: tuple) -> list[str]:
    if fact[0] == "lost":
        return [square for _, square in fact[1:]]
    return [item for item in fact[1:] if re.fullmatch(r"[a-j][0-9]", str(item))]


NAMES = {"C": "Commander", "S": "Scout", "G": "Guardian", "I": "Infiltrator", "D": "Decoy"}
OWN = ("struck", "stepped", "bumped", "met")
WORDS = ("hit", "destroyed", *reference.SEATS)


def kinds_of(fact: tuple) -> list[str]:
    """Return the kinds that a fact reveals: only of the reader's own pieces. DP-17, DP-24, DP-25, DP-33."""
    if fact[0] == "lost":
        return [kind for kind, _ in fact[1:]]
    if fact[0] in ("hit", "destroyed"):
        return list(fact[3:])
    return [fact[1]] if fact[0] in OWN else []


def numbers_of(fact: tuple) -> list[int]:
    """Return the numbers that must be told: Power and health left to a victim, or the pieces surrounded."""
    if fact[0] == "struck":
        return [fact[4]] + [fact[5]] * (fact[5] > 0)
    return [item for item in fact[1:] if isinstance(item, int)]


# --- whole games ------------------------------------------------------------------------------------


def pick(game: SideBySide, habit: Callable, goal: tuple[int, int], rng: random.Random) -> str:
    legal = game.truth.actions(game.truth.side)
    if rng.random() < 0.05:
        return rng.choice(legal)
    taste = habit(game.truth, goal)
    wanted = {text: taste(text) for text in legal}
    best = max(wanted.values())
    return rng.choice([text for text in legal if wanted[text] == best])


def strays(game: SideBySide, rng: random.Random) -> None:
    seat = game.truth.side
    game.try_text(seat, stray_text(game.truth, rng))
    game.try_text(rng.choice([reference.opponent(seat), None]), rng.choice(game.truth.actions(seat)))
    game.try_out_of_turn(seat, rng.choice(game.truth.actions(seat)))
    if game.truth.phase == "m" and game.truth.options["suicide"] == "forbidden":
        for text in suicides(game.truth):
            game.try_text(seat, text)


def set_up(game: SideBySide, rng: random.Random) -> None:
    for seat in rng.choice([(0, 1), (1, 0)]):
        text = some_layout(rng)
        for _ in range(4):
            game.try_text(seat, spoiled(text, rng))
        game.try_text(None, text)
        game.play(seat, text)
        game.compare()
        game.try_text(seat, text)


def play_out(options: dict, plan: Plan, number: int, most: int) -> Counter[str]:
    """Play a game of at most `most` actions after the setup; return what happened in it."""
    rng = random.Random(number)
    game = SideBySide(options, rng.randbytes(32))
    goal = (rng.randrange(10), rng.randrange(10))
    set_up(game, rng)
    for action in range(most):
        if not game.truth.to_act():
            break
        seat = game.truth.side
        if rng.random() < 0.2:
            strays(game, rng)
        game.play(seat, pick(game, habit_at(plan, action, seat), goal, rng))
        game.compare()
    for who in (0, 1, None) if not game.truth.to_act() else ():
        game.try_text(who, "end")
    game.seen["games"] += 1
    game.seen["actions"] += len(game.log)
    return game.seen


def play_many(first: int, games: int, most: int, plans: dict[str, Plan] = PLANS) -> Counter[str]:
    """Play games numbered from `first`, with the plans in turn and random options."""
    names = sorted(plans)
    seen: Counter[str] = Counter()
    for number in range(first, first + games):
        options = some_options(random.Random(number))
        seen += play_out(options, plans[names[number % len(names)]], number, most)
    return seen
