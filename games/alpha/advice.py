"""An action as advice: the card in the hand and its slot, or the attack as an arrow."""

from __future__ import annotations

from games.alpha.actions import Action, Attack, Cast, Play
from games.alpha.cards import Card
from games.alpha.scene import scene, square
from games.alpha.state import ACTION
from games.alpha.view import View
from games.core.advice import Advice, advised, moved, struck
from games.core.scene import Mark


def advice(view: View, action: Action) -> Advice:
    """What the viewer is advised to do."""
    seat = view.who or 0
    match action:
        case Play(place, slot):
            words = f"summon {_card(view.hand[place])} into your slot {slot + 1}"
            return advised(words, scene(view, chosen=place), Mark("landing", (square(seat, seat, slot),)))
        case Cast(place, opposing, slot):
            return _cast(view, seat, place, 1 - seat if opposing else seat, slot)
        case Attack(slot, target):
            return _attack(view, seat, slot, target)
        case _:
            phase = "Action Phase" if view.table.phase == ACTION else "turn"
            return advised(f"end the {phase}", scene(view))


def _card(card: Card) -> str:
    return f"{card.name} ({card.text}) for {card.cost} energy"


def _cast(view: View, seat: int, place: int, owner: int, slot: int) -> Advice:
    whose, target = "your own" if owner == seat else "the opposing", square(seat, owner, slot)
    words = f"play {_card(view.hand[place])} on {whose} {_creature(view, owner, slot)} in slot {slot + 1}"
    return advised(words, scene(view, chosen=place), Mark("strike", (target,)))


def _attack(view: View, seat: int, slot: int, target: int) -> Advice:
    aim, mine = _creature(view, 1 - seat, target), _creature(view, seat, slot)
    words = f"attack the opposing slot {target + 1}, {aim}, with {mine} in slot {slot + 1}"
    source, there = square(seat, seat, slot), square(seat, 1 - seat, target)
    empty = view.table.sides[1 - seat].slots[target] is None
    return advised(words, scene(view), *(moved if empty else struck)(source, there))


def _creature(view: View, seat: int, slot: int) -> str:
    creature = view.table.sides[seat].slots[slot]
    if creature is None:
        return "which is empty"
    return f"{creature.card.name} {creature.card.attack}/{creature.health}"
