"""Suggested actions for a player: a marked card and slot, or an arrow for an attack, with a reason."""

from __future__ import annotations

from games.alpha.rules.actions import Action, Attack, Cast, Play
from games.alpha.rules.cards import Card
from games.alpha.rules.narration import format_milled
from games.alpha.rules.rules import count_pressed, may_attack
from games.alpha.rules.state import ACTION
from games.alpha.rules.view import View
from games.alpha.screen.scene import scene, square
from games.core.screen.advice import Advice, build_advice, mark_move, mark_strike
from games.core.screen.scene import Mark
from games.core.vocabulary.seats import SOLO

_PLAY = "The more creatures you have in play, the more can attack, and energy that you don't spend is lost."
_SAVE = "What you keep in your hand can still surprise your opponent later."
_UNPAID = "You can't pay for another card this turn."
_KEEP = "The attacks that are left would cost you more than they bring."
_DONE = "There's nothing left that you can attack with."


def advice(view: View, action: Action) -> Advice:
    """Return an action as a suggestion for the viewer, with picture, words and reason."""
    seat = view.who or 0
    match action:
        case Play(place, slot):
            words = f"summon {_card(view.hand[place])} into your slot {slot + 1}"
            landing = Mark("landing", (square(seat, seat, slot),))
            return build_advice(words, scene(view, chosen=place), landing, why=_PLAY)
        case Cast(place, opposing, slot):
            return _cast(view, seat, place, 1 - seat if opposing else seat, slot)
        case Attack(slot, target):
            return _attack(view, seat, slot, target)
        case _:
            phase = "Action Phase" if view.table.phase == ACTION else "turn"
            return build_advice(f"end the {phase}", scene(view), why=_why_end(view, seat))


def _card(card: Card) -> str:
    return f"{card.name} ({card.text}) for {card.cost} energy"


def _cast(view: View, seat: int, place: int, owner: int, slot: int) -> Advice:
    whose, target = "your own" if owner == seat else "the opposing", square(seat, owner, slot)
    words = f"play {_card(view.hand[place])} on {whose} {_creature(view, owner, slot)} in slot {slot + 1}"
    why = _why_cast(view, seat, view.hand[place], owner, slot)
    return build_advice(words, scene(view, chosen=place), Mark("strike", (target,)), why=why)


def _attack(view: View, seat: int, slot: int, target: int) -> Advice:
    aim, mine = _creature(view, 1 - seat, target), _creature(view, seat, slot)
    words = f"attack the opposing slot {target + 1}, {aim}, with {mine} in slot {slot + 1}"
    source, there = square(seat, seat, slot), square(seat, 1 - seat, target)
    empty = view.table.sides[1 - seat].slots[target] is None
    marks = (mark_move if empty else mark_strike)(source, there)
    return build_advice(words, scene(view), *marks, why=_why_attack(view, seat, slot, target))


def _why_end(view: View, seat: int) -> str:
    table = view.table
    if table.phase == ACTION:
        payable = any(card.cost <= table.sides[seat].energy for card in view.hand)
        return _SAVE if payable else _UNPAID if view.hand else "Your hand is empty."
    left = (may_attack(table, creature, view.setup.options) for creature in table.sides[seat].slots)
    return _KEEP if any(left) else _DONE


def _why_cast(view: View, seat: int, card: Card, owner: int, slot: int) -> str:
    target = view.table.sides[owner].slots[slot]
    if target is None or owner == seat:
        return "It uses the energy that you have left."
    dies = not card.damage or card.damage >= target.health
    others = (creature.card.attack for creature in view.table.sides[owner].slots if creature is not None)
    strongest = target.card.attack == max(others)
    what = f"{_theirs(seat)} " + ("strongest attacker" if strongest else target.card.name)
    return f"It clears away {what}." if dies else f"It weakens {what}, so that a smaller hit finishes it."


def _why_attack(view: View, seat: int, slot: int, target: int) -> str:
    """Return what happens to both creatures, which strike each other at once. ALPHA-9."""
    mine, theirs = view.table.sides[seat].slots[slot], view.table.sides[1 - seat].slots[target]
    if mine is None or theirs is None:
        taken = count_pressed(view.table, view.setup.options)
        what = f"It takes {format_milled(taken)} from {SOLO[1 - seat].lower()}"
        return f"{what}, and no one hits back." if taken else "There's no one there to hit back."
    enemy = f"{_theirs(seat)} {theirs.card.name}"
    kills, dies = mine.card.attack >= theirs.health, theirs.card.attack >= mine.health
    if kills and not dies:
        return f"It destroys {enemy}, and your {mine.card.name} survives."
    if kills and mine.card.cost < theirs.card.cost:
        return f"Both are destroyed, and {enemy} cost more than your {mine.card.name}."
    if kills:
        return f"Both are destroyed: your {mine.card.name} for {enemy}."
    left = f"It leaves {enemy} with {theirs.health - mine.card.attack} health"
    return f"{left}, and your {mine.card.name} is destroyed." if dies else f"{left}."


def _theirs(seat: int) -> str:
    """Return the name of a seat's opponent as an owner inside a sentence."""
    return f"{SOLO[1 - seat].lower()}'s"


def _creature(view: View, seat: int, slot: int) -> str:
    creature = view.table.sides[seat].slots[slot]
    if creature is None:
        return "which is empty"
    return f"{creature.card.name} {creature.card.attack}/{creature.health}"
