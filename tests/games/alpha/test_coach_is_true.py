"""What alpha's coach says is so: each tip is compared with what the engine does, over many positions."""

from __future__ import annotations

import random
import re
from itertools import cycle, islice

import pytest

from games.alpha.rules.actions import Attack, Cast, End, Play
from games.alpha.rules.state import ACTION
from games.alpha.teaching.coach import _TIPS
from games.core.selfplay import numbered_seed, rng_for
from tests.budgets import budget
from tests.kit.games.alpha_table import BOTH_VARIANTS, GAME, put

RULES = (
    {},
    {"version": "skirmish", "decks": ["wild", "herd"]},
    BOTH_VARIANTS,
    {"decks": ["giants", "swarm"]},
)
LEVELS = ("skilled", "alpha", "hard")
CARD = "([A-Z][a-z]+)"
"""A core card's name, as a group."""
SAYS = {
    "first-turn": r"You have (\d+) energy; .*in your next one you'll have (\d+)",
    "last-ones": r"last (?:creature is|(\d+) creatures are all) on the battlefield",
    "safe-kill": rf"Your {CARD} can destroy the bot's {CARD} and survive: it deals (\d), and gets only (\d)",
    "object-kill": rf"Your {CARD} destroys the bot's {CARD} at once, and no one hits back",
    "softened": rf"^{CARD} and {CARD} together destroy the bot's {CARD}: play the \1 .* attack with the \2\.",
    "trade-up": rf"Your {CARD} and the bot's {CARD} would destroy each other\. "
    r"Yours costs (\d+) and that one (\d+)",
    "team": rf"No single attack destroys the bot's {CARD}, but {CARD} and {CARD} do it together",
    "hold": r"(Every attack on a creature would cost you the attacker)",
    "save": rf"Your {CARD} could destroy something now, but the bot has only small creatures",
    "giant": rf"The bot's {CARD} has (\d+) health\..*one by one",
    "pressure": r"An attack on an empty slot takes (a card|two cards) from the bot",
    "spend": r"You have (\d+) energy.*a green frame can be played",
    "full-row": r"(five creatures and no more)",
    "to-combat": r"You have no card that you can still pay for\. “(End Action Phase)”",
    "too-dear": r"can't pay for anything .* with (\d+) energy\..*end (the phase|your turn)\. .*have (\d+)\.",
    "waiting": rf"Your {CARD} came in this turn, so it can't attack yet",
    "no-deck": r"Your deck is empty.*?( takes cards from your hand now\.|has to last\.)$",
    "behind": r"The bot has (\d+) creatures left, and you have (\d+)",
    "ahead": r"You have (\d+) creatures left, and the bot has (\d+)",
    "hurt": rf"the bot's {CARD} has been hurt: (\d+) health left, and .*heals\.( A small hit finishes it\.)?",
    "signs": r"(numbered signs on the board)",
}
"""The part of each tip that claims something, with what it names as groups."""


# --- what the engine says -------------------------------------------------------------------------------


def row(state, seat):
    return [creature for creature in state.table.sides[seat].slots if creature]


def names(state, seat):
    return [creature.card.name for creature in row(state, seat)]


def after(state, action):
    return GAME.play(state, 0, action).state


def in_combat(state):
    """Return the state in the Combat Phase of the same turn."""
    return after(state, End()) if state.table.phase == ACTION else state


def attacks(state):
    """Yield each attack on a creature with attacker, target and the state after it."""
    for action in GAME.actions(GAME.view(state, 0)):
        if isinstance(action, Attack) and (target := state.table.sides[1].slots[action.target]):
            yield state.table.sides[0].slots[action.slot], target, after(state, action)


def lost(before, now, seat):
    return before.table.sides[seat].creatures - now.table.sides[seat].creatures


def casts(state):
    """Yield each use of an object on the bot's creatures with the object, the target, and the state after."""
    for action in GAME.actions(GAME.view(state, 0)):
        if isinstance(action, Cast) and action.opposing:
            target = state.table.sides[1].slots[action.slot]
            yield state.hands[0][action.place], target, after(state, action)


def next_energy(state):
    """Return the energy with which the player's next turn begins."""
    while state.table.mover == 0:
        state = after(state, End())
    return GAME.play(GAME.play(state, 1, End()).state, 1, End()).state.table.sides[0].energy


def payable(state):
    return [action for action in GAME.actions(GAME.view(state, 0)) if isinstance(action, Play | Cast)]


def labels(state):
    return [choice.label for choice in GAME.prompt(GAME.view(state, 0), ()).choices]


def framed(state):
    return [face for face in GAME.scene(GAME.view(state, 0)).hand if face.mark == "option"]


# --- each tip -------------------------------------------------------------------------------------------


def first_turn(state, energy, following):
    return (int(energy), int(following)) == (state.table.sides[0].energy, next_energy(state))


def last_ones(state, number):
    there = state.table.sides[1]
    hidden = sum(card.is_creature for card in (*state.hands[1], *state.decks[1]))
    return hidden == 0 and len(row(state, 1)) == there.creatures == int(number or 1)


def safe_kill(state, mine, theirs, deals, gets):
    return any(
        (attacker.card.name, target.card.name) == (mine, theirs)
        and (attacker.card.attack, target.card.attack) == (int(deals), int(gets))
        and (lost(state, now, 0), lost(state, now, 1)) == (0, 1)
        for attacker, target, now in attacks(state)
    )


def object_kill(state, card, theirs):
    return any(
        (used.name, target.card.name) == (card, theirs)
        and (lost(state, now, 0), lost(state, now, 1)) == (0, 1)
        and [creature.health for creature in row(now, 0)] == [creature.health for creature in row(state, 0)]
        for used, target, now in casts(state)
    )


def softened(state, card, mine, theirs):
    return any(
        (used.name, hit.card.name) == (card, theirs)
        and any(
            attacker.card.name == mine and target.number == hit.number and lost(now, end, 1) == 1
            for attacker, target, end in attacks(in_combat(now))
        )
        for used, hit, now in casts(state)
    )


def trade_up(state, mine, theirs, costs, worth):
    return int(costs) < int(worth) and any(
        (attacker.card.name, target.card.name) == (mine, theirs)
        and (attacker.card.cost, target.card.cost) == (int(costs), int(worth))
        and (lost(state, now, 0), lost(state, now, 1)) == (1, 1)
        for attacker, target, now in attacks(state)
    )


def team(state, theirs, first, second):
    alone = {target.number for _, target, now in attacks(state) if lost(state, now, 1)}
    return any(
        (attacker.card.name, hit.card.name) == (first, theirs)
        and hit.number not in alone
        and any(
            other.card.name == second and target.number == hit.number and lost(now, end, 1) == 1
            for other, target, end in attacks(now)
        )
        for attacker, hit, now in attacks(state)
    )


def hold(state, _):
    """Check that each attack costs the attacker, and that no target falls to all of them together."""
    every = list(attacks(state))
    for aim in {target.number for _, target, _ in every}:
        now = state
        while step := next((end for _, target, end in attacks(now) if target.number == aim), None):
            if lost(now, step, 1):
                return False
            now = step
    return bool(every) and all(lost(state, now, 0) == 1 for _, _, now in every)


def save(state, card):
    falls = any(
        used.name == card and not used.damage and lost(state, now, 1) for used, _, now in casts(state)
    )
    return falls and all(creature.card.cost <= 3 for creature in row(state, 1))


def giant(state, theirs, health):
    there = [
        creature
        for creature in row(state, 1)
        if (creature.card.name, creature.health) == (theirs, int(health))
    ]
    fight = in_combat(state)
    numbers = {creature.number for creature in there}
    return bool(there) and not any(
        target.number in numbers and lost(fight, now, 1) for _, target, now in attacks(fight)
    )


def pressure(state, cards):
    for action in GAME.actions(GAME.view(state, 0)):
        if isinstance(action, Attack) and state.table.sides[1].slots[action.target] is None:
            before, now = state.table.sides[1], after(state, action).table.sides[1]
            taken = before.deck + before.hand - now.deck - now.hand
            return taken == {"a card": 1, "two cards": 2}[cards]
    return False


def spend(state, energy):
    return int(energy) == state.table.sides[0].energy and bool(framed(state)) and bool(payable(state))


def full_row(state, _):
    return len(row(state, 0)) == 5 and not any(isinstance(action, Play) for action in payable(state))


def to_combat(state, button):
    return not payable(state) and button in labels(state) and bool(list(attacks(in_combat(state))))


def too_dear(state, energy, end, following):
    own = state.table.sides[0]
    button = {"the phase": "End Action Phase", "your turn": "End turn"}[end]
    cheapest = min(card.cost for card in state.hands[0])
    return (
        (int(energy), int(following)) == (own.energy, next_energy(state))
        and cheapest > own.energy
        and button in labels(state)
    )


def waiting(state, mine):
    can = {attacker.number for attacker, _, _ in attacks(state)}
    return any(creature.card.name == mine and creature.number not in can for creature in row(state, 0))


def no_deck(state, how):
    takes = GAME.ruleset_of(state.setup.options) == "skirmish/1"
    return not state.decks[0] and how.startswith(" takes") == takes


def lead(state, first, second, mine):
    counts = tuple(
        len(row(state, seat)) + sum(card.is_creature for card in (*state.hands[seat], *state.decks[seat]))
        for seat in (0, 1)
    )
    return counts == ((int(first), int(second)) if mine else (int(second), int(first)))


def hurt(state, theirs, health, small):
    return any(
        (creature.card.name, creature.health) == (theirs, int(health))
        and creature.health < creature.card.health
        for creature in row(state, 1)
    ) and bool(small) == (int(health) <= 3)


def signs(state, _):
    return any(mark.text for mark in GAME.scene(GAME.view(state, 0)).marks)


CHECKS = {
    "first-turn": first_turn,
    "last-ones": last_ones,
    "safe-kill": safe_kill,
    "object-kill": object_kill,
    "softened": softened,
    "trade-up": trade_up,
    "team": team,
    "hold": hold,
    "save": save,
    "giant": giant,
    "pressure": pressure,
    "spend": spend,
    "full-row": full_row,
    "to-combat": to_combat,
    "too-dear": too_dear,
    "waiting": waiting,
    "no-deck": no_deck,
    "behind": lambda state, first, second: lead(state, first, second, mine=False),
    "ahead": lambda state, first, second: lead(state, first, second, mine=True),
    "hurt": hurt,
    "signs": signs,
}
"""Whether what a tip names is so, by its key."""


def is_true(state, tip):
    found = re.search(SAYS[tip.key], tip.words)
    assert found, f"{tip.key} says something else: {tip.words}"
    return CHECKS[tip.key](state, *found.groups())


def untrue(state):
    """Return the tips at a position that the engine contradicts."""
    return [tip for tip in GAME.tips(GAME.view(state, 0)) if not is_true(state, tip)]


# --- positions ------------------------------------------------------------------------------------------


def positions():
    """Yield positions with the player to act, of matches in which a tenth of the actions are stray ones."""
    for number, raw in enumerate(cycle(RULES)):
        options, seed = GAME.options(raw), numbered_seed(number)
        state, rng = GAME.new(options, seed), random.Random(number)
        pair = (LEVELS[number % 3], LEVELS[number // 3 % 3])
        count = 0
        while acting := GAME.to_act(state):
            seat, count = acting[0], count + 1
            if seat == 0:
                yield state
            view = GAME.view(state, seat)
            stray = rng.random() < 0.1
            action = (
                rng.choice(list(GAME.actions(view)))
                if stray
                else GAME.players[pair[seat]](view, None, rng_for(seed, seat, count), 200)
            )
            state = GAME.play(state, seat, action).state


@pytest.mark.budgeted
def test_whatever_the_coach_says_is_so():
    met = set()
    for state in islice(positions(), budget(150, 4000)):
        assert untrue(state) == []
        met |= {tip.key for tip in GAME.tips(GAME.view(state, 0))}
    assert len(met) >= budget(10, len(SAYS))


def test_every_tip_is_checked():
    assert [*SAYS] == [*CHECKS] == [*_TIPS]


@pytest.mark.parametrize(
    ("state", "key", "words"),
    [
        (put("", "mammoth@1:9"), "hurt", "small hit"),
        (put("bear@1 viper@2 wolf@3", "bear@1", phase="C"), "team", ""),
        (put("wolf@1 boar@2", "tiger@1", phase="C"), "hold", ""),
        (put("tiger@1", "tiger@1", phase="C"), "giant", ""),
        (put("wolf@1", "", phase="C", version="skirmish", decks=("ox", "")), "pressure", ""),
        (put("wolf@1", "mammoth@1", phase="C", version="skirmish"), "hold", ""),
    ],
)
def test_what_the_coach_once_said_wrongly_is_not_said(state, key, words):
    told = [tip.words for tip in GAME.tips(GAME.view(state, 0)) if tip.key == key]
    assert not [text for text in told if words in text]


def test_the_second_side_of_skirmish_hears_what_its_next_turn_brings():
    state = put("", "", hands=("mammoth", ""), energy=(4, 4), ply=6, version="skirmish")
    (words,) = (tip.words for tip in GAME.tips(GAME.view(state, 0)) if tip.key == "too-dear")
    assert words.endswith("In your next turn you'll have 4.")
