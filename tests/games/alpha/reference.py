"""A second, slow implementation of Alpha v0.1 and Skirmish, written from the rules alone to check the engine.

A card is its document, a dict. A `Reference` is one match, and `play` changes it. Seats are 0 and 1; slots
and hand places count from 1 in texts and from 0 in lists; the top of a deck is the end of its list. Numbers
in brackets are rulings.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass, field

SLOTS = 5
OPENING_HAND = 5
STALL = 20
LAST_PLY = 200
PLAY = re.compile("play [1-9][0-9]* [1-5]")
CAST = re.compile("cast [1-9][0-9]* [mo][1-5]")
ATTACK = re.compile("attack [1-5] [1-5]")
DEFAULTS = {"summoningSickness": "off", "pressure": "none", "version": "0.1"}


# --- chance (docs/engine.md, section 2) ---------------------------------------------------------


class Chance:
    """The draws of one seed, in order; `k` counts the attempts."""

    def __init__(self, seed: bytes):
        self.seed = seed
        self.k = 0

    def draw(self, n: int) -> int:
        """Draw one integer in [0, n)."""
        while True:
            digest = hmac.new(self.seed, self.k.to_bytes(8, byteorder="big"), hashlib.sha256).digest()
            self.k = self.k + 1
            x = int.from_bytes(digest[0:8], byteorder="big")
            if x < 2**64 - (2**64 % n):
                return x % n

    def shuffled(self, items: list) -> list:
        mixed = list(items)
        i = len(mixed) - 1
        while i >= 1:
            j = self.draw(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
            i = i - 1
        return mixed


# --- the cards on the table ---------------------------------------------------------------------


@dataclass(eq=False)
class Creature:
    """A creature on the battlefield; `attacked` and `fresh` (summoned) refer to the current turn."""

    card: dict
    health: int
    attacked: bool = False
    fresh: bool = True

    def text(self) -> str:
        return f"{self.card['attack']}/{self.health}" + ("!" if self.attacked else "")


@dataclass(eq=False)
class Side:
    """Everything that belongs to one seat."""

    deck: list[dict]
    hand: list[dict] = field(default_factory=list)
    slots: list[Creature | None] = field(default_factory=lambda: [None] * SLOTS)
    discard: list[dict] = field(default_factory=list)
    energy: int = 0
    most: int = 0

    def slots_text(self) -> str:
        return ",".join(creature.text() if creature else "-" for creature in self.slots)

    def counts_text(self) -> str:
        return f"{len(self.deck)},{len(self.hand)},{len(self.discard)}"

    def has_creatures(self) -> bool:
        """Return whether deck, hand or battlefield hold a creature; the discard doesn't count (ALPHA-19)."""
        left = [card for card in self.deck + self.hand if card["type"] == "creature"]
        return left != [] or self.slots != [None] * SLOTS


def listed_cards(document: dict) -> list[dict]:
    """Return the thirty cards of a deck document in the order of its list."""
    known = {card["id"]: card for card in document["cards"]}
    return [known[name] for name in document["deck"]]


def opponent(seat: int) -> int:
    return 1 - seat


# --- a match ------------------------------------------------------------------------------------


class Reference:
    """One match, with `facts` about the current ply and `happened` about the last action."""

    def __init__(self, options: dict, seed: bytes):
        self.options = DEFAULTS | options
        chance = Chance(seed)
        self.seat = chance.draw(2)
        self.sides = [Side(chance.shuffled(listed_cards(deck))) for deck in self.options["decks"]]
        self.outcome: tuple[int | None, str] | None = None
        self.ply = 0
        self.quiet_plies = 0
        self.facts: list[tuple] = []
        self.happened: list[tuple] = []
        for seat in (0, 1):
            for _ in range(OPENING_HAND):
                self.draw_card(seat)
        self.begin_turn(self.seat)

    def to_act(self) -> list[int]:
        return [] if self.outcome else [self.seat]

    def result(self) -> tuple[int | None, str] | None:
        """Return the winner (None: a draw) and reason; None while the match continues."""
        return self.outcome

    def note(self, *fact) -> None:
        self.facts.append(fact)
        self.happened.append(fact)

    # turns (ALPHA-3, 4, 5, 6, 18)

    def begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.ply = self.ply + 1
        self.phase = "A"
        self.facts = []
        side = self.sides[seat]
        side.most = side.most + self.growth()
        side.energy = side.most
        for creature in self.creatures():
            creature.attacked = False
            creature.fresh = False
        self.draw_card(seat)

    def growth(self) -> int:
        """Return energy growth (ALPHA-3); Skirmish changes the second seat's turns 1 and 4 (ALPHA-33)."""
        if self.options["version"] == "skirmish" and self.ply == 2:
            return 2
        if self.options["version"] == "skirmish" and self.ply == 8:
            return 0
        return 1

    def creatures(self) -> list[Creature]:
        return [creature for side in self.sides for creature in side.slots if creature]

    def draw_card(self, seat: int) -> None:
        side = self.sides[seat]
        if side.deck == []:
            self.note("nothing to draw", seat)
            return
        side.hand.append(side.deck.pop())
        self.note("drawn", seat)

    def end_phase(self) -> None:
        if self.phase == "A":
            self.phase = "C"
            return
        self.count_quiet_plies()
        self.outcome = self.judge()
        if self.outcome is None:
            self.begin_turn(opponent(self.seat))

    def count_quiet_plies(self) -> None:
        """Count plies in which nothing happens (ALPHA-22); a milled card doesn't count as drawn."""
        kinds = [fact[0] for fact in self.facts]
        lively = "played" in kinds or "drawn" in kinds or "damaged" in kinds
        self.quiet_plies = 0 if lively else self.quiet_plies + 1

    def judge(self) -> tuple[int | None, str] | None:
        """Decide the result at the end of a ply, for both seats (ALPHA-20)."""
        alive = [side.has_creatures() for side in self.sides]
        if alive == [False, False]:
            return None, "both-exhausted"
        if alive == [True, False]:
            return 0, "exhaustion"
        if alive == [False, True]:
            return 1, "exhaustion"
        if self.quiet_plies >= STALL:
            return None, "stall"
        if self.ply >= LAST_PLY:
            return None, "plies"
        return None

    # actions

    def actions(self, who: int | None) -> list[str]:
        """Yield the legal actions of this phase, from all texts that the notation allows."""
        if self.refusal(who, "end") is not None:
            return []
        places = range(1, len(self.sides[self.seat].hand) + 1)
        slots = range(1, SLOTS + 1)
        texts = ["end"]
        if self.phase == "C":
            texts += [f"attack {slot} {target}" for slot in slots for target in slots]
        else:
            texts += [f"play {place} {slot}" for place in places for slot in slots]
            texts += [f"cast {place} {whose}{slot}" for place in places for whose in "mo" for slot in slots]
        return [text for text in texts if self.refusal(who, text) is None]

    def refusal(self, who: int | None, text: str) -> str | None:
        """Return why this text is refused; None when it's legal."""
        if self.outcome is not None:
            return "over"
        if who != self.seat:
            return "off turn"
        if text == "end":
            return None
        words = text.split(" ")
        if PLAY.fullmatch(text):
            return self.refusal_of_play(int(words[1]), int(words[2]))
        if CAST.fullmatch(text):
            return self.refusal_of_cast(int(words[1]), words[2])
        if ATTACK.fullmatch(text):
            return self.refusal_of_attack(int(words[1]))
        return "unreadable"

    def refusal_of_card(self, place: int, kind: str) -> str | None:
        side = self.sides[self.seat]
        if self.phase != "A":
            return "wrong phase"
        if place > len(side.hand):
            return "no such place"
        card = side.hand[place - 1]
        if card["type"] != kind:
            return "wrong kind of card"
        return "too dear" if card["cost"] > side.energy else None

    def refusal_of_play(self, place: int, slot: int) -> str | None:
        """Return why a creature can't be played; None when it can (ALPHA-17)."""
        taken = self.sides[self.seat].slots[slot - 1] is not None
        return self.refusal_of_card(place, "creature") or ("taken slot" if taken else None)

    def refusal_of_cast(self, place: int, target: str) -> str | None:
        """Return why an object can't be cast; None when it can (ALPHA-14)."""
        seat, slot = self.target_of(target)
        free = self.sides[seat].slots[slot] is None
        return self.refusal_of_card(place, "object") or ("no target" if free else None)

    def refusal_of_attack(self, slot: int) -> str | None:
        """Return why an attack is refused; None when it's legal (ALPHA-8, 10)."""
        attacker = self.sides[self.seat].slots[slot - 1]
        if self.phase != "C":
            return "wrong phase"
        if attacker is None:
            return "no attacker"
        if attacker.attacked:
            return "spent attacker"
        return "fresh attacker" if attacker.fresh and self.options["summoningSickness"] == "on" else None

    def target_of(self, target: str) -> tuple[int, int]:
        """Return seat and slot (from 0) of `m2` or `o2`."""
        return (self.seat if target[0] == "m" else opponent(self.seat)), int(target[1]) - 1

    def play(self, seat: int, text: str) -> None:
        reason = self.refusal(seat, text)
        if reason is not None:
            raise ValueError(reason)
        self.happened = []
        words = text.split(" ")
        if words[0] == "end":
            self.end_phase()
        if words[0] == "play":
            self.summon(int(words[1]) - 1, int(words[2]) - 1)
        if words[0] == "cast":
            self.cast(int(words[1]) - 1, words[2])
        if words[0] == "attack":
            self.attack(int(words[1]) - 1, int(words[2]) - 1)

    def pay(self, place: int) -> dict:
        """Pay for a card, which then leaves the hand (ALPHA-15)."""
        side = self.sides[self.seat]
        card = side.hand[place]
        side.energy = side.energy - card["cost"]
        del side.hand[place]
        self.note("played", self.seat)
        return card

    def summon(self, place: int, slot: int) -> None:
        card = self.pay(place)
        self.sides[self.seat].slots[slot] = Creature(card, card["health"])

    def cast(self, place: int, target: str) -> None:
        card = self.pay(place)
        seat, slot = self.target_of(target)
        if "damage" in card["effect"]:
            self.damage(seat, slot, card["effect"]["damage"])
            self.bury_dead()
        else:
            self.destroy(seat, slot)
        self.sides[self.seat].discard.append(card)

    def attack(self, slot: int, target: int) -> None:
        """Let a creature attack (ALPHA-9 to 12)."""
        other = opponent(self.seat)
        attacker, defender = self.sides[self.seat].slots[slot], self.sides[other].slots[target]
        attacker.attacked = True
        if defender is None:
            self.press(other)
            return
        self.damage(other, target, attacker.card["attack"])
        self.damage(self.seat, slot, defender.card["attack"])
        self.bury_dead()

    def press(self, seat: int) -> None:
        """Resolve an attack on an empty slot of this seat (ALPHA-11)."""
        side = self.sides[seat]
        self.note("pressure", seat)
        if self.options["pressure"] == "mill1" and side.deck != []:
            side.discard.append(side.deck.pop())
            self.note("milled", seat)
        if self.options["version"] == "skirmish":
            for _ in range(2):
                self.lose_a_card(seat)

    def lose_a_card(self, seat: int) -> None:
        """Lose a card from the deck, or from the hand if the deck is empty (ALPHA-32)."""
        side = self.sides[seat]
        if side.deck != []:
            side.discard.append(side.deck.pop())
            self.note("milled", seat)
        elif side.hand != []:
            side.discard.append(side.hand.pop())
            self.note("lost from the hand", seat)

    def damage(self, seat: int, slot: int, amount: int) -> None:
        creature = self.sides[seat].slots[slot]
        creature.health = creature.health - amount
        self.note("damaged", seat)

    def bury_dead(self) -> None:
        for seat in (0, 1):
            for slot in range(SLOTS):
                creature = self.sides[seat].slots[slot]
                if creature is not None and creature.health <= 0:
                    self.destroy(seat, slot)

    def destroy(self, seat: int, slot: int) -> None:
        side = self.sides[seat]
        side.discard.append(side.slots[slot].card)
        side.slots[slot] = None
        self.note("destroyed", seat)

    # position texts (docs/engine.md, section 5)

    def position(self, who: int | None) -> str:
        """Return a viewer's position text, one line; the public reads it from seat 0."""
        seat = 0 if who is None else who
        own, opposing = self.sides[seat], self.sides[opponent(seat)]
        mover = "-" if self.outcome else "me" if self.seat == seat else "op"
        return (
            f"{own.slots_text()}|{opposing.slots_text()}"
            f" {own.energy}/{own.most} {opposing.energy}/{opposing.most}"
            f" {own.counts_text()} {opposing.counts_text()} {mover} {self.phase} {self.ply}"
        )
