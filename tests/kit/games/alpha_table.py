"""A notation for alpha tests: states built card by card, actions as texts, views read back as text.

Cards are written as words: `wolf` is a shipped card, `3/2` a creature with attack 3 and health 2, `4dmg` an
object that deals 4 damage, `end-it` one that destroys; `3/2$5` costs 5 (made-up cards cost 1 by default);
`wolf*3` means three. On the battlefield `wolf@2` is a Wolf in slot 2, `ox@1:4` one with 4 health left, `!`
says that it attacked in this ply and `+` that it came in this ply.
"""

from __future__ import annotations

import random
import re
from functools import cache

import msgspec
import pytest

from games import GAMES, Illegal
from games.alpha.rules.actions import END, Attack, Cast, Play
from games.alpha.rules.cards import CORE, Card
from games.alpha.rules.state import Creature, Setup, Side, State, Table
from games.core.chance import Chance

GAME = GAMES["alpha"]
SEED = bytes(range(32))
HUMAN, AI, PUBLIC = 0, 1, None
VIEWERS = (HUMAN, AI, PUBLIC)
BOTH_VARIANTS = {"summoningSickness": "on", "pressure": "mill1"}
_MADE_UP = re.compile(r"(?:(\d+)/(\d+)|(\d+)dmg|(end-it))(?:\$(\d+))?")
_THERE = re.compile(r"(\S+)@([1-5])(?::(\d+))?(!?)(\+?)")
SENTENCE = re.compile(r"[A-Z].{8,250}\.")


# --- cards and states ---------------------------------------------------------------------------------


@cache
def card(word):
    """Return the card that a word means."""
    found = _MADE_UP.fullmatch(word)
    if found is None:
        return CORE[word]
    attack, health, damage, _, cost = found.groups()
    name = f"own-{re.sub('[^0-9a-z]', '-', word)}"
    return Card(name, f"Own {word}", int(cost or 1), int(attack or 0), int(health or 0), int(damage or 0))


def cards(words):
    """Return the cards of a hand, a deck (its top first) or a discard pile."""
    found = (word.partition("*") for word in words.split())
    return tuple(card(word) for word, _, number in found for _ in range(int(number or 1)))


def start(seed=SEED, **options):
    return GAME.new(GAME.options(options), seed)


def put(
    human="",
    ai="",
    *,
    hands=("", ""),
    decks=("ox", "ox"),
    discards=("", ""),
    energy=(9, 9),
    mover=HUMAN,
    phase="A",
    ply=9,
    quiet=0,
    stirred=True,
    **options,
):
    """Build a state; each pair holds the human's and the AI's value.

    A deck is written from its top; energy is `now/max`, or one number for both. The Ox in each deck by
    default keeps that side from having lost.
    """
    boards = (_slots(human, ply), _slots(ai, ply))
    held, piles, gone = (tuple(map(cards, pair)) for pair in (hands, decks, discards))
    sides = tuple(map(_side, boards, held, piles, gone, energy))
    played = sum(len(board.split()) for board in (human, ai))
    table = Table(sides, mover, phase, ply, quiet, stirred, 0, played)
    lists = tuple(map(_listed, boards, held, piles, gone))
    downwards = tuple(pile[::-1] for pile in piles)
    return State(Setup(GAME.options(options), lists), Chance(SEED, 99), table, held, downwards)


def _slots(words, ply):
    slots = [None] * 5
    for number, word in enumerate(words.split(), 1):
        name, slot, health, attacked, came = _THERE.fullmatch(word).groups()
        assert slots[int(slot) - 1] is None, "two creatures in one slot"
        health = int(health or card(name).health)
        slots[int(slot) - 1] = Creature(card(name), number, health, ply * bool(attacked), ply * bool(came))
    return tuple(slots)


def _side(slots, hand, deck, discard, energy):
    now, _, limit = str(energy).partition("/")
    mask = sum(1 << slot for slot, creature in enumerate(slots) if creature)
    living = [creature.card for creature in slots if creature]
    creatures = sum(each.is_creature for each in (*hand, *deck, *living))
    return Side(slots, mask, int(now), int(limit or now), len(deck), len(hand), creatures, discard)


def _listed(slots, hand, deck, discard):
    return (*(creature.card for creature in slots if creature), *hand, *deck, *discard)


def document(words):
    """Return a deck document with these cards in this order."""
    named = cards(words)
    own = {each.id: _document_of(each) for each in named if each.id not in CORE}
    return {"cards": list(own.values()), "deck": [each.id for each in named]}


def _document_of(own):
    common = {"id": own.id, "name": own.name, "cost": own.cost}
    if own.is_creature:
        return {**common, "type": "creature", "attack": own.attack, "health": own.health}
    effect = {"damage": own.damage} if own.damage else {"destroy": True}
    return {**common, "type": "object", "effect": effect}


# --- acting -------------------------------------------------------------------------------------------


def mover(state):
    return state.table.mover


def legal(state, first=""):
    """Return the legal texts of the seat to act, or those that begin with `first`."""
    texts = [GAME.format(action) for action in GAME.actions(GAME.view(state, mover(state)))]
    return [text for text in texts if text.startswith(first)]


def step(state, text, seat=None):
    """Return the result of `play` for a text, for the seat to act unless another is given."""
    acting = mover(state) if seat is None else seat
    assert text in legal(state)
    return GAME.play(state, acting, GAME.parse(GAME.view(state, acting), text))


def play(state, *texts):
    for text in texts:
        state = step(state, text).state
    return state


def turn(state, *texts):
    """Play a whole turn: these texts, then `end` until the turn has passed."""
    ply, state = state.table.ply, play(state, *texts)
    while GAME.to_act(state) and state.table.ply == ply:
        state = play(state, "end")
    return state


def turns(state, number):
    """Pass this many turns without doing anything."""
    for _ in range(number):
        state = turn(state)
    return state


def heard(state, who, *texts):
    """Return all lines that a viewer is told while these actions are played."""
    lines = []
    for text in texts:
        played = step(state, text)
        state = played.state
        lines += played.told[who]
    return lines


def says(lines, *words):
    """Return whether one of these lines has all the words."""
    return any(all(word in line for word in words) for line in lines)


def action_of(text):
    """Return the action that a text means, whether it's legal or not."""
    word, *rest = text.split(" ")
    if word == "end":
        return END
    if word == "cast":
        return Cast(int(rest[0]) - 1, rest[1][0] == "o", int(rest[1][1]) - 1)
    return {"play": Play, "attack": Attack}[word](int(rest[0]) - 1, int(rest[1]) - 1)


# --- refusing -----------------------------------------------------------------------------------------


def refused(state, text, *words, seat=None, error=Illegal):
    """Return the sentence that refuses a text, after checking it.

    The sentence has these words, is the same from parse and from play, changes nothing, and is the same in a
    world that the seat can't tell from this one.
    """
    acting = mover(state) if seat is None else seat
    assert acting not in GAME.to_act(state) or text not in legal(state)
    sentences = {_refusal(world, acting, text, error) for world in (state, twin(state, acting))}
    assert len(sentences) == 1
    sentence = sentences.pop()
    assert SENTENCE.fullmatch(sentence), sentence
    assert all(word in sentence for word in words), (words, sentence)
    return sentence


def _refusal(state, seat, text, error):
    before, view = repr(state), GAME.view(state, seat)
    with pytest.raises(error) as parsed:
        GAME.parse(view, text)
    if error is Illegal:
        with pytest.raises(Illegal) as played:
            GAME.play(state, seat, action_of(text))
        assert str(played.value) == str(parsed.value)
    assert repr(state) == before
    assert GAME.view(state, seat) == view
    return str(parsed.value)


def twin(state, seat, number=1):
    """Return another world with the same view for a seat (None: for the public).

    Everything hidden from the seat is dealt anew. Once the match is over nothing is hidden, so the state is
    returned as it is.
    """
    if not GAME.to_act(state):
        return state
    rng = random.Random(number)
    dealt = [_dealt(state, owner, owner == seat, rng) for owner in (HUMAN, AI)]
    hands, decks = zip(*dealt, strict=True)
    world = msgspec.structs.replace(state, hands=hands, decks=decks, chance=Chance(rng.randbytes(32), 7))
    assert GAME.view(world, seat) == GAME.view(state, seat)
    return world


def _dealt(state, owner, knows_hand, rng):
    hand, deck = state.hands[owner], state.decks[owner]
    if knows_hand:
        return hand, tuple(rng.sample(deck, len(deck)))
    pool = rng.sample(hand + deck, len(hand) + len(deck))
    return tuple(pool[: len(hand)]), tuple(pool[len(hand) :])


# --- looking ------------------------------------------------------------------------------------------


def shown(state, who=PUBLIC):
    return GAME.position(GAME.view(state, who))


def slots(state, seat):
    """Return the five slots of a seat from its own position text."""
    return shown(state, seat).split("|")[0]


def energy(state, seat):
    """Return a seat's energy as `now/max`."""
    return shown(state, seat).split(" ")[1]


def hand(state, seat):
    """Return the ids of the cards in a seat's hand, as that seat sees them."""
    return [each.id for each in GAME.view(state, seat).hand]


def deck(state, seat):
    """Return the true ids of a deck's cards, from its top."""
    return [each.id for each in reversed(state.decks[seat])]


def discard(state, seat):
    """Return the ids in a seat's discard pile, as the public sees them."""
    return [each.id for each in GAME.view(state, PUBLIC).table.sides[seat].discard]


def outcome(state):
    result = GAME.result(state)
    return None if result is None else (result.winner, str(result.reason))


# --- whole matches ------------------------------------------------------------------------------------


@cache
def playout(number, **options):
    """Return (state, seat, action, played) for every action of a random match."""
    rng = random.Random(number)
    state, moments = start(rng.randbytes(32), **options), []
    while acting := GAME.to_act(state):
        choices = list(GAME.actions(GAME.view(state, acting[0])))
        action = choices[-1] if rng.random() < 0.2 else rng.choice(choices)
        played = GAME.play(state, acting[0], action)
        moments.append((state, acting[0], action, played))
        state = played.state
    return moments
