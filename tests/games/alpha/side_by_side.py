"""Alpha played by the engine and the reference at once: whole matches, compared after every action.

The engine is used through its protocol alone. Habits choose actions from the reference's true state, which no
player may see: they only exist to make rare things happen.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import pytest

from games import GAMES, Illegal, Unreadable
from tests.games.alpha.reference import LAST_PLY, SLOTS, STALL, Creature, Reference, opponent
from tests.kit.games.alpha_decks import SORTS, some_deck

ALPHA = GAMES["alpha"]
VIEWERS = (0, 1, None)
VARIANTS: list[dict] = [
    {},
    {"summoningSickness": "on"},
    {"pressure": "mill1"},
    {"summoningSickness": "on", "pressure": "mill1"},
    {"summoningSickness": "off", "pressure": "none"},
    {"version": "skirmish"},
]
STRAYS = ["end ", " end", "END", "", "play", "play 1", "play 1  1", "play 01 1", "play 1 1\n", "play -1 1"]
STRAYS += [
    "play １ 1",
    "play 1 6",
    "play 0 1",
    "cast 1 1",
    "cast 1 x1",
    "cast 1 M1",
    "cast 1 m 1",
    "cast 1 o0",
]
STRAYS += [
    "attack 1",
    "attack 6 1",
    "attack 1 0",
    "attack 1 o1",
    "attack 1 1 1",
    "Attack 1 1",
    "resign",
    "--",
]


# --- habits: how much a side wants each action ------------------------------------------------------

Taste = Callable[[Reference, str], float]


def word(text: str) -> str:
    return text.split(" ")[0]


def target(truth: Reference, text: str) -> Creature | None:
    """Return the creature that an attack or an object would meet."""
    last = text.split(" ")[-1]
    seat, slot = truth.target_of(last if word(text) == "cast" else f"o{last}")
    return truth.sides[seat].slots[slot]


def acts_anyhow(truth: Reference, text: str) -> float:
    return 0


def idles(truth: Reference, text: str) -> float:
    return float(text == "end")


def lingers(truth: Reference, text: str) -> float:
    """Score an action for a habit of doing nothing, except one thing in the last ply before a stall."""
    lively = {fact[0] for fact in truth.facts} & {"played", "damaged"}
    if lively or truth.quiet_plies < STALL - 1:
        return idles(truth, text)
    return 2 * (word(text) == "play" or (word(text) == "attack" and target(truth, text) is not None))


def fights(truth: Reference, text: str) -> float:
    """Score an action for a habit of filling the slots, then casting and attacking."""
    if word(text) == "cast":
        return 1 if " o" in text else -1
    if word(text) == "attack":
        return 1 if target(truth, text) else -1
    return 2 if word(text) == "play" else 0


def trades(truth: Reference, text: str) -> float:
    """Score an action for a habit of attacking creatures with creatures, without objects."""
    return -1 if word(text) == "cast" else fights(truth, text)


def presses(truth: Reference, text: str) -> float:
    """Score an action for a habit of attacking empty slots."""
    if word(text) == "attack":
        return -1 if target(truth, text) else 1
    return 1 if word(text) == "play" else 0


def harms_itself(truth: Reference, text: str) -> float:
    if word(text) == "cast":
        return 1 if " m" in text else -1
    return fights(truth, text)


class Plan(NamedTuple):
    """The habits of both seats, and the sorts of both decks (None: any)."""

    tastes: tuple[Taste, Taste]
    sorts: tuple[str | None, str | None] = (None, None)
    noise: float = 0.04


PLANS = {
    "anyhow": Plan((acts_anyhow, acts_anyhow), ("cheap", None), 0.25),
    "fight": Plan((fights, fights)),
    "fight cheaply": Plan((fights, fights), ("cheap", "free")),
    "fight and trade": Plan((fights, trades), ("objects", "cheap")),
    "trade": Plan((trades, trades), ("glass", "glass"), 0),
    "clear": Plan((fights, presses), ("destroyers", "cheap")),
    "press": Plan((presses, presses), ("creatures", "objects")),
    "press and idle": Plan((presses, idles), ("cheap", "objects")),
    "harm": Plan((harms_itself, trades), ("destroyers", "cheap")),
    "both harm": Plan((harms_itself, harms_itself), ("destroyers", "objects")),
    "idle": Plan((idles, idles), (None, None), 0),
    "linger": Plan((lingers, lingers), ("walls", "walls"), 0),
    "wait": Plan((fights, idles), ("dear", None)),
}


# --- side by side -----------------------------------------------------------------------------------


class SideBySide:
    """One match in both implementations; `legal` is for the seat to act, and `seen` counts what happened."""

    def __init__(self, options: dict, seed: bytes):
        self.engine = ALPHA.new(ALPHA.options(options), seed)
        self.truth = Reference(options, seed)
        self.seed = seed
        self.log: list[str] = []
        self.legal: list[str] = []
        self.earlier: dict[tuple[int, str], object] = {}
        self.seen: Counter[str] = Counter()
        self.compare()

    @property
    def where(self) -> tuple:
        return (self.truth.options, self.seed.hex(), ", ".join(self.log))

    def compare(self) -> None:
        assert list(ALPHA.to_act(self.engine)) == self.truth.to_act(), self.where
        found = ALPHA.result(self.engine)
        assert (found and (found.winner, str(found.reason))) == self.truth.result(), self.where
        for who in VIEWERS:
            view = ALPHA.view(self.engine, who)
            assert ALPHA.position(view) == self.truth.position(who), (who, self.where)
            texts = [ALPHA.format(action) for action in ALPHA.actions(view)]
            legal = self.truth.actions(who)
            assert sorted(texts) == sorted(legal), (who, self.where)
            self.legal = legal or self.legal

    def play(self, text: str) -> None:
        """Play this text for the seat to act in both implementations."""
        seat = self.truth.seat
        action = ALPHA.parse(ALPHA.view(self.engine, seat), text)
        assert ALPHA.format(action) == text
        self.earlier[seat, text] = action
        before = Before(self.truth)
        self.engine = ALPHA.play(self.engine, seat, action).state
        self.truth.play(seat, text)
        self.log.append(text)
        self.compare()
        self.seen.update(before.happened(self.truth, text))

    def try_text(self, who: int | None, text: str) -> str | None:
        """Check that both accept a text or both refuse it; count and return the reason."""
        view = ALPHA.view(self.engine, who)
        reason = self.truth.refusal(who, text)
        if reason is None:
            assert ALPHA.format(ALPHA.parse(view, text)) == text
            return None
        self.seen[f"refused: {reason}"] += 1
        unclear = reason == "unreadable" or text in STRAYS
        with pytest.raises((Illegal, Unreadable) if unclear else Illegal):
            ALPHA.parse(view, text)
        if who is not None:
            with pytest.raises(ValueError, match=reason):
                self.truth.play(who, text)
        return reason

    def try_earlier(self, seat: int, text: str) -> None:
        """Check that `play` refuses an earlier action of this seat that is no longer legal."""
        reason = self.truth.refusal(seat, text)
        if reason is not None and (seat, text) in self.earlier:
            self.seen[f"refused again: {reason}"] += 1
            with pytest.raises(Illegal):
                ALPHA.play(self.engine, seat, self.earlier[seat, text])

    def try_out_of_turn(self, text: str) -> None:
        """Check that the same action is refused when the other seat plays it."""
        action = ALPHA.parse(ALPHA.view(self.engine, self.truth.seat), text)
        with pytest.raises(Illegal):
            ALPHA.play(self.engine, opponent(self.truth.seat), action)


class Before:
    """Facts of the true state before an action, used to describe afterward what the action did."""

    def __init__(self, truth: Reference):
        self.seat, self.ply = truth.seat, truth.ply
        self.quiet = truth.quiet_plies
        self.buried = [len(side.discard) for side in truth.sides]

    def happened(self, truth: Reference, text: str) -> list[str]:
        kinds = Counter(fact[0] for fact in truth.happened)
        events = list(kinds)
        if kinds["destroyed"] == 2:
            events.append("both destroyed in one attack")
        if word(text) == "cast" and " m" in text:
            events.append("object at an own creature")
        if kinds["pressure"] and truth.options["pressure"] == "mill1" and not kinds["milled"]:
            events.append("pressure on an empty deck")
        if truth.quiet_plies < self.quiet:
            events.append("quiet plies over")
        return events + self.ending(truth) + situations(truth)

    def ending(self, truth: Reference) -> list[str]:
        if truth.result() is None:
            return []
        winner, reason = truth.result()
        if winner is None:
            return [reason]
        mine = "own" if winner != self.seat else "the other's"
        return [reason, f"exhaustion at the end of {mine} turn"]


def situations(truth: Reference) -> list[str]:
    """Return the features that make a position special."""
    if truth.result() is not None:
        return ["ended"]
    own, other = truth.sides[truth.seat], truth.sides[opponent(truth.seat)]
    events = []
    if not own.has_creatures() or not other.has_creatures():
        events.append("a seat without creatures that has not lost yet")
    if None not in own.slots and any(card["type"] == "creature" for card in own.hand):
        events.append("a full board")
    if other.energy > 0:
        events.append("unspent energy of the other seat")
    if len(own.hand) >= 10:
        events.append("a hand of ten")
    if truth.phase == "C" and any(
        truth.refusal_of_attack(slot + 1) == "fresh attacker" for slot in range(SLOTS)
    ):
        events.append("a creature too fresh to attack")
    if truth.ply == LAST_PLY:
        events.append("the last ply")
    return events


# --- whole matches ------------------------------------------------------------------------------------


def pick(game: SideBySide, taste: Taste, noise: float, rng: random.Random) -> str:
    if rng.random() < noise:
        return "end" if rng.random() < 0.3 else rng.choice(game.legal)
    wanted = {text: taste(game.truth, text) for text in game.legal}
    best = max(wanted.values())
    return rng.choice([text for text in game.legal if wanted[text] == best])


def stray_text(truth: Reference, rng: random.Random) -> str:
    """Return a text that mostly looks like an action but is rarely legal now."""
    place = rng.randint(1, len(truth.sides[truth.seat].hand) + 1)
    one, other = rng.randint(1, SLOTS), rng.randint(1, SLOTS)
    good = [f"play {place} {one}", f"cast {place} {rng.choice('mo')}{one}", f"attack {one} {other}"]
    return rng.choice([*good, *good, rng.choice(STRAYS)])


def strays(game: SideBySide, rng: random.Random) -> None:
    seat = game.truth.seat
    for _ in range(3):
        game.try_text(seat, stray_text(game.truth, rng))
    legal = rng.choice(game.legal)
    game.try_text(rng.choice([opponent(seat), None]), rng.choice([legal, stray_text(game.truth, rng)]))
    game.try_out_of_turn(legal)
    for who, text in list(game.earlier)[-6:]:
        game.try_earlier(who, text)


def some_options(plan: Plan, number: int, rng: random.Random) -> dict:
    names = [name or rng.choice(sorted(SORTS)) for name in rng.sample(plan.sorts, 2)]
    decks = [some_deck(SORTS[name], rng) for name in names]
    return {"decks": decks, **VARIANTS[number % len(VARIANTS)]}


def play_out(options: dict, plan: Plan, number: int, most: int = 2000) -> Counter[str]:
    """Play a match of at most `most` actions; return what happened in it."""
    rng = random.Random(number)
    game = SideBySide(options, rng.randbytes(32))
    tastes = rng.sample(plan.tastes, 2)
    while game.truth.to_act() and len(game.log) < most:
        if rng.random() < 0.2:
            strays(game, rng)
        game.play(pick(game, tastes[game.truth.seat], plan.noise, rng))
    for who in VIEWERS if not game.truth.to_act() else ():
        game.try_text(who, "end")
    game.seen["matches"] += 1
    game.seen["actions"] += len(game.log)
    return game.seen


def play_many(first: int, matches: int, most: int = 2000) -> Counter[str]:
    """Play matches numbered from `first`, with plans and variants in turn and random decks."""
    names = sorted(PLANS)
    seen: Counter[str] = Counter()
    for number in range(first, first + matches):
        plan = PLANS[names[number % len(names)]]
        seen += play_out(some_options(plan, number, random.Random(-1 - number)), plan, number, most)
    return seen
