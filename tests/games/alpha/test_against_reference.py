"""The engine of Alpha agrees with a slow second implementation made from the rules alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.games.alpha.reference import Chance
from tests.games.alpha.side_by_side import PLANS, VIEWERS, SideBySide, lingers, pick, play_many
from tests.kit.games.alpha_decks import creature, document, spell

EVENTS = [
    "exhaustion",
    "exhaustion at the end of own turn",
    "exhaustion at the end of the other's turn",
    "both-exhausted",
    "stall",
    "plies",
    "the last ply",
    "a seat without creatures that has not lost yet",
    "both destroyed in one attack",
    "object at an own creature",
    "pressure",
    "pressure on an empty deck",
    "milled",
    "lost from the hand",
    "nothing to draw",
    "quiet plies over",
    "a full board",
    "a hand of ten",
    "unspent energy of the other seat",
    "a creature too fresh to attack",
]
REFUSALS = [
    "over",
    "off turn",
    "wrong phase",
    "no such place",
    "wrong kind of card",
    "too dear",
    "taken slot",
    "no target",
    "no attacker",
    "spent attacker",
    "fresh attacker",
    "unreadable",
]
EVENTFUL = [7, 8, 11, 23, 39]
"""Numbers of matches in which all these happen, found by a search; search again if habits change."""


def missing(seen: Counter[str]) -> list[str]:
    wanted = EVENTS + [f"refused: {reason}" for reason in REFUSALS]
    wanted += [
        f"refused again: {reason}" for reason in REFUSALS if reason != "unreadable" and reason != "over"
    ]
    return [event for event in wanted if not seen[event]]


@pytest.mark.slow
def test_engine_and_reference_agree_in_matches_where_everything_happens():
    seen = sum((play_many(number, 1) for number in EVENTFUL), Counter())
    assert missing(seen) == []


@pytest.mark.slow
def test_engine_and_reference_agree_at_every_action_of_random_matches():
    seen = play_many(100, len(PLANS))
    assert seen["ended"] == len(PLANS)


@pytest.mark.proof
def test_engine_and_reference_agree_in_many_matches():
    seen = play_many(10_000, 200)
    assert seen["ended"] == 200
    assert missing(seen) == []


# --- directed matches: positions written out by hand -----------------------------------------------------

PLAIN = creature("own-plain", 1, 2, 3)
GLASS = creature("own-glass", 0, 1, 1)
GIANT = creature("own-giant", 0, 5, 10)
WALL = creature("own-wall", 0, 1, 10)
DEAR = creature("own-dear", 2, 2, 2)
SPARK = spell("own-spark", 0, 2)
DOOM = spell("own-doom", 0, None)


def seed_for(starter: int) -> bytes:
    return next(seed for seed in (bytes([n]) * 32 for n in range(99)) if Chance(seed).draw(2) == starter)


class Directed(SideBySide):
    """A match with a given deck for the starter and another for the opponent."""

    def __init__(self, first: dict, second: dict, starter: int = 0, **options: str):
        decks = [first, second] if starter == 0 else [second, first]
        super().__init__({"decks": decks, **options}, seed_for(starter))
        self.starter = starter

    def play_all(self, texts: str) -> None:
        for text in texts.split(", "):
            self.play(text)

    def idle_until(self, ply: int) -> None:
        while self.truth.to_act() and self.truth.ply < ply:
            self.play("end")

    def positions(self) -> list[str]:
        return [self.truth.position(who) for who in VIEWERS]

    def place(self, card: dict) -> int:
        """Return where the mover holds this card, after idling for whole rounds until it's drawn."""
        hand = self.truth.sides[self.truth.seat].hand
        while card not in hand:
            self.idle_until(self.truth.ply + 2)
        return hand.index(card) + 1

    def sacrifice(self) -> None:
        """Let the mover summon a fragile creature into slot 1 and destroy it."""
        self.play(f"play {self.place(GLASS)} 1")
        self.play(f"cast {self.place(SPARK)} m1")


def all_of(card: dict) -> dict:
    return document([(card, 30)])


def half(card: dict, other: dict) -> dict:
    return document([(card, 15), (other, 15)])


@pytest.mark.parametrize("starter", [0, 1])
def test_the_first_position_has_one_energy_and_six_cards_for_the_starter(starter):
    game = Directed(all_of(PLAIN), all_of(PLAIN), starter)
    starting = "-,-,-,-,-|-,-,-,-,- 1/1 0/0 24,6,0 25,5,0 me A 1"
    waiting = "-,-,-,-,-|-,-,-,-,- 0/0 1/1 25,5,0 24,6,0 op A 1"
    seen = [starting, waiting] if starter == 0 else [waiting, starting]
    assert game.positions() == [*seen, seen[0]]


def test_both_lose_the_others_attack_and_damage_and_unspent_energy_stay():
    game = Directed(all_of(PLAIN), all_of(PLAIN))
    game.play_all("play 1 2, end, end, play 5 4, end, attack 4 2")
    assert game.positions()[1] == "-,-,-,2/1!,-|-,2/1,-,-,- 0/1 0/1 24,5,0 24,5,0 me C 2"
    game.play_all("end, play 1 1")
    assert game.positions()[0] == "2/3,2/1,-,-,-|-,-,-,2/1,- 1/2 0/1 23,5,0 24,5,0 me A 3"


def test_creatures_that_fall_together_go_to_their_owners_discards():
    game = Directed(all_of(GLASS), all_of(GLASS))
    game.play_all("play 1 1, play 1 2, play 1 3, end, end, play 1 5, end, attack 5 3")
    assert game.positions()[2] == "1/1,1/1,-,-,-|-,-,-,-,- 1/1 1/1 24,3,1 24,5,1 op C 2"
    game.play("end")
    assert game.positions()[1] == "-,-,-,-,-|1/1,1/1,-,-,- 1/1 2/2 24,5,1 23,4,1 op A 3"


@pytest.mark.parametrize("starter", [0, 1])
def test_objects_reach_both_sides_and_the_victims_go_to_their_owners_discards(starter):
    game = Directed(half(GIANT, DOOM), half(GIANT, DOOM), starter)
    for slot in (1, 2):
        game.play(f"play {game.place(GIANT)} {slot}")
    game.idle_until(game.truth.ply + 1)
    game.play(f"play {game.place(GIANT)} 4")
    before = [len(side.discard) for side in game.truth.sides]
    game.play(f"cast {game.place(DOOM)} o2")
    game.play(f"cast {game.place(DOOM)} m4")
    other = game.truth.seat
    mine, theirs = (len(game.truth.sides[seat].discard) - before[seat] for seat in (other, 1 - other))
    assert (mine, theirs) == (3, 1)
    assert game.truth.position(other).startswith("-,-,-,-,-|5/10,-,-,-,- ")


def test_a_slot_emptied_in_this_phase_counts_as_empty():
    game = Directed(all_of(GLASS), all_of(GIANT), pressure="mill1")
    game.play_all("play 1 1, end, end, play 1 1, play 1 2, end, attack 1 1, attack 2 1")
    assert game.positions()[1] == "5/9!,5/10!,-,-,-|-,-,-,-,- 1/1 1/1 24,4,0 23,5,2 me C 2"


def test_pressure_does_nothing_but_spend_the_attack():
    game = Directed(all_of(GIANT), all_of(GIANT))
    game.play_all("play 1 3, end, attack 3 5")
    assert game.positions()[0] == "-,-,5/10!,-,-|-,-,-,-,- 1/1 0/0 24,5,0 25,5,0 me C 1"


def test_a_fresh_creature_may_attack_from_the_owners_next_turn_on_when_the_variant_says_so():
    game = Directed(all_of(GIANT), all_of(GIANT), summoningSickness="on")
    game.play_all("play 1 1, end")
    assert game.truth.actions(0) == ["end"]
    game.play_all("end, play 1 1, end, end, play 1 2, end")
    assert game.try_text(0, "attack 2 1") == "fresh attacker"
    game.play("attack 1 1")
    assert game.positions()[0].startswith("5/5!,5/10,-,-,-|5/5,-,-,-,- ")


def test_hand_places_move_up_when_a_card_is_played():
    game = Directed(half(GLASS, WALL), all_of(WALL))
    held = [card["id"] for card in game.truth.sides[0].hand]
    for slot in range(1, 6):
        game.play(f"play 2 {slot}")
    shown = {"own-glass": "1/1", "own-wall": "1/10"}
    assert game.positions()[0].startswith(",".join(shown[name] for name in held[1:]) + "|")


# --- refusals ----------------------------------------------------------------------------------------------


def test_cards_that_may_not_be_played_now_are_refused_by_both():
    game = Directed(half(DEAR, SPARK), all_of(GIANT))
    dear, spark = game.place(DEAR), game.place(SPARK)
    assert game.truth.ply == 1
    tried = {f"play {dear} 1": "too dear"}
    tried |= {f"cast {spark} m1": "no target", f"cast {spark} o5": "no target", "attack 1 1": "wrong phase"}
    tried |= {f"play {spark} 1": "wrong kind of card", f"cast {dear} o1": "wrong kind of card"}
    tried |= {"play 31 1": "no such place", "cast 31 m1": "no such place", "play 1 6": "unreadable"}
    for text, reason in tried.items():
        assert game.try_text(0, text) == reason, text
    for who in (1, None):
        assert game.try_text(who, "end") == "off turn"


def test_taken_slots_spent_attackers_and_phases_gone_by_are_refused_by_both():
    game = Directed(all_of(GIANT), all_of(GIANT))
    game.play("play 1 1")
    assert game.try_text(0, "play 1 1") == "taken slot"
    game.play_all("play 1 2, end, attack 1 1")
    assert game.try_text(0, "attack 1 1") == "spent attacker"
    assert game.try_text(0, "attack 3 1") == "no attacker"
    assert game.try_text(0, "play 1 3") == "wrong phase"
    for text in ("attack 1 1", "play 1 1"):
        game.try_earlier(0, text)
    game.play("end")
    game.try_earlier(0, "attack 1 1")
    game.try_earlier(0, "end")
    assert game.seen["refused again: off turn"] == 2


# --- the end (ALPHA-20, 22) --------------------------------------------------------------------------------


def test_twenty_plies_after_both_decks_ran_out_the_match_is_drawn():
    game = Directed(all_of(PLAIN), all_of(PLAIN))
    game.idle_until(999)
    assert game.truth.result() == (None, "stall")
    assert game.positions()[0] == "-,-,-,-,-|-,-,-,-,- 35/35 35/35 0,30,0 0,30,0 - C 70"
    assert [game.try_text(who, "end") for who in VIEWERS] == ["over"] * 3


@pytest.mark.slow
@pytest.mark.parametrize("ply", [51, 60, 70])
@pytest.mark.parametrize(
    ("texts", "late"), [("play 1 5", True), ("end, attack 1 1", True), ("end, attack 1 2", False)]
)
def test_a_card_played_or_a_creature_damaged_puts_off_the_stall_and_pressure_does_not(ply, texts, late):
    game = Directed(all_of(WALL), all_of(WALL))
    game.play_all("play 1 1, end, end, play 1 1")
    game.idle_until(ply)
    game.play_all(texts)
    game.idle_until(999)
    assert game.truth.result() == (None, "stall")
    assert game.truth.ply == (ply + 20 if late else 70)


def test_a_milled_card_does_not_put_off_the_stall():
    game = Directed(all_of(WALL), all_of(WALL), pressure="mill1")
    game.play_all("play 1 1, end, end, play 1 1, end, attack 1 2")
    game.idle_until(49)
    assert game.positions()[0].endswith(" 0,28,1 1,28,0 me A 49")
    game.play_all("end, attack 1 2")
    assert game.positions()[0].endswith(" 0,28,1 0,28,1 me C 49")
    game.idle_until(999)
    assert (game.truth.result(), game.truth.ply) == ((None, "stall"), 68)


@pytest.mark.slow
def test_after_two_hundred_plies_the_match_is_drawn():
    game, rng = Directed(all_of(WALL), all_of(WALL)), random.Random(1)
    game.play("play 1 1")
    while game.truth.to_act():
        game.play(pick(game, lingers, 0, rng))
    assert (game.truth.result(), game.truth.ply) == ((None, "plies"), 200)


@pytest.mark.slow
@pytest.mark.parametrize(("last", "reason"), [(180, "stall"), (181, "plies")])
def test_a_stall_in_the_last_ply_is_called_a_stall(last, reason):
    game = Directed(all_of(WALL), all_of(WALL))
    game.play_all("play 1 1, end, end, play 1 1")
    for ply in [*range(last - 120, last, 20), last]:
        game.idle_until(ply)
        game.play_all("end, attack 1 1")
    game.idle_until(999)
    assert (game.truth.result(), game.truth.ply) == ((None, reason), 200)


@pytest.mark.slow
@pytest.mark.parametrize("starter", [0, 1])
def test_exhaustion_in_the_last_ply_outranks_the_limit_and_waits_for_the_end_of_the_turn(starter):
    weak = document([(GLASS, 10), (SPARK, 20)])
    game = Directed(all_of(WALL), weak, starter)
    for ply in [60, 80, 100, 120, 140, 160, 180, 180, 180, 200]:
        game.idle_until(ply)
        game.sacrifice()
    assert not game.truth.sides[1 - starter].has_creatures()
    game.play("end")
    assert game.truth.result() is None
    game.play("end")
    assert (game.truth.result(), game.truth.ply) == ((starter, "exhaustion"), 200)


@pytest.mark.parametrize("starter", [0, 1])
def test_last_creatures_that_fall_in_one_turn_are_a_draw(starter):
    """Destroy one by an object in the Action Phase, the other in combat or by an object too."""
    weak = document([(GLASS, 10), (SPARK, 20)])
    game = Directed(weak, weak, starter)
    for _ in range(9):
        game.sacrifice()
        game.idle_until(game.truth.ply + 1)
        game.sacrifice()
        game.idle_until(game.truth.ply + 1)
    game.play(f"play {game.place(GLASS)} 1")
    game.idle_until(game.truth.ply + 1)
    game.play(f"play {game.place(GLASS)} 2")
    game.play_all("end, attack 2 1, end")
    assert game.truth.result() == (None, "both-exhausted")
