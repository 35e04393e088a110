"""What may be chosen next: a card, then its slot or target; an attacker, then its target; the phase's end."""

from __future__ import annotations

import msgspec

from games.alpha.actions import SLOTS, Action, Attack, Cast, Play, occupied
from games.alpha.cards import Card
from games.alpha.notation import format_action
from games.alpha.rules import actions, may_attack
from games.alpha.scene import in_words, pile, scene, square
from games.alpha.state import ACTION, COMBAT, Creature, Table
from games.alpha.view import View
from games.core.prompt import Choice, Prompt, PromptShape
from games.core.scene import Mark

DISCARDS = "discards"
_MOST_BUTTONS = 10
"""More would push the board away from the question: there's no limit to a hand."""


def prompt(view: View, draft: tuple[str, ...]) -> Prompt:
    """The next question for the viewer; a draft that leads nowhere starts again from the first one."""
    table = view.table
    if view.who is None or view.who != table.mover or table.outcome is not None:
        return Prompt("It's not your turn.", "list")
    if draft == (DISCARDS,):
        return _discards(view)
    asked = _of_card(view, draft) if table.phase == ACTION else _of_attacker(view, draft)
    return asked or _first(view)


def _first(view: View) -> Prompt:
    return _cards(view) if view.table.phase == ACTION else _attackers(view)


def _discards(view: View) -> Prompt:
    order = (view.who or 0, 1 - (view.who or 0))
    shown = pile("Discards", ((seat, view.table.sides[seat].discard) for seat in order))
    first = _first(view)
    onwards = tuple(
        choice if choice.action else msgspec.structs.replace(choice, leads_to=(choice.key,))
        for choice in first.choices
        if choice.key != DISCARDS
    )
    question = f"Everything that's been destroyed or used up. {first.question}"
    return Prompt(question, first.shape, onwards, picture=shown)


def _closing(view: View) -> tuple[Choice, ...]:
    label = "End Action Phase" if view.table.phase == ACTION else "End turn"
    end = Choice("end", label, action="end", button=True)
    full = any(side.discard for side in view.table.sides)
    return (end, Choice(DISCARDS, "Discards", button=True)) if full else (end,)


def _cards(view: View) -> Prompt:
    table = view.table
    energy = table.sides[table.mover].energy
    playable = sorted({action.place for action in _legal(view) if isinstance(action, Play | Cast)})
    free = [slot for slot, creature in enumerate(table.sides[table.mover].slots) if creature is None]
    choices = tuple(_card_choice(view.hand[place], place, free) for place in playable)
    left = f"You have {energy} energy."
    if len(playable) == 1:
        only = _where(view, playable[0])
        return _at_once(view, only, f"{left} {only.question}")
    asked = "Which card do you want to play?" if choices else "There's nothing to play right now."
    shape: PromptShape = "grid" if len(choices) <= _MOST_BUTTONS else "list"
    return Prompt(f"{left} {asked}", shape, (*choices, *_closing(view)))


def _at_once(view: View, only: Prompt, question: str) -> Prompt:
    """The second question as the first one, where that one would have a single answer."""
    return msgspec.structs.replace(only, question=question, choices=(*only.choices, *_closing(view)))


def _legal(view: View) -> tuple[Action, ...]:
    return tuple(actions(view.table, view.hand, view.setup.options))


def _card_choice(card: Card, place: int, free: list[int]) -> Choice:
    """A card; a creature for which one slot is left is summoned into it at once."""
    what = f"{place + 1} · {in_words(card)}"
    if card.is_creature and len(free) == 1:
        return Choice(
            str(place + 1), f"{what}, into slot {free[0] + 1}", action=format_action(Play(place, free[0]))
        )
    return Choice(str(place + 1), what)


def _of_card(view: View, draft: tuple[str, ...]) -> Prompt | None:
    """Where a card of the hand goes; None when the draft names none that can be played."""
    if len(draft) != 1 or not draft[0].isdecimal():
        return None
    place = int(draft[0]) - 1
    found = [action for action in _legal(view) if isinstance(action, Play | Cast) and action.place == place]
    return _where(view, place) if found else None


def _where(view: View, place: int) -> Prompt:
    card = view.hand[place]
    return _slots(view, card, place) if card.is_creature else _targets(view, card, place)


def _slots(view: View, card: Card, place: int) -> Prompt:
    slots = view.table.sides[view.table.mover].slots
    choices = tuple(
        Choice(
            str(slot + 1),
            f"Slot {slot + 1}",
            action=format_action(Play(place, slot)),
            disabled=bool(slots[slot]),
        )
        for slot in range(SLOTS)
    )
    seat = view.table.mover
    free = tuple(square(seat, seat, slot) for slot in range(SLOTS) if slots[slot] is None)
    shown = scene(view, marks=(Mark("landing", free),), chosen=place)
    return Prompt(f"{card.name}, {card.text}: into which slot?", "grid", choices, picture=shown)


def _targets(view: View, card: Card, place: int) -> Prompt:
    seat = view.table.mover
    choices, aimed = list[Choice](), list[str]()
    for owner in (1 - seat, seat):
        for slot in occupied(view.table.sides[owner].occupied):
            target = view.table.sides[owner].slots[slot]
            if target is not None:
                choices.append(_target(card, place, owner != seat, slot, target))
                aimed.append(square(seat, owner, slot))
    shown = scene(view, marks=(Mark("strike", tuple(aimed)),), chosen=place)
    question = f"{card.name}, {card.text}: on which creature?"
    return Prompt(question, "grid", tuple(choices), picture=shown)


def _target(card: Card, place: int, opposing: bool, slot: int, target: Creature) -> Choice:
    left = target.health - card.damage if card.damage else 0
    whose, key = ("", f"o{slot + 1}") if opposing else ("your ", f"m{slot + 1}")
    fate = "destroyed" if left <= 0 else f"keeps {left}"
    action = format_action(Cast(place, opposing, slot))
    return Choice(key, f"{key} · {whose}{target.card.name} {_stats(target)}: {fate}", action=action)


def _stats(creature: Creature) -> str:
    return f"{creature.card.attack}/{creature.health}"


def _ready(view: View) -> list[tuple[int, Creature]]:
    table = view.table
    slots = enumerate(table.sides[table.mover].slots)
    return [(slot, c) for slot, c in slots if c is not None and may_attack(table, c, view.setup.options)]


def _attackers(view: View) -> Prompt:
    ready, seat = _ready(view), view.table.mover
    if len(ready) == 1:
        only = _attacked_slots(view, *ready[0])
        return _at_once(view, only, only.question)
    choices = tuple(
        Choice(
            str(slot + 1),
            f"{slot + 1} · {creature.card.name} {_stats(creature)}",
        )
        for slot, creature in ready
    )
    marks = (Mark("option", tuple(square(seat, seat, slot) for slot, _ in ready)),) if ready else ()
    question = "Which creature should attack?" if ready else "None of your creatures can attack right now."
    return Prompt(question, "grid", (*choices, *_closing(view)), marks)


def _of_attacker(view: View, draft: tuple[str, ...]) -> Prompt | None:
    """What a creature attacks; None when the draft names none that can attack."""
    if view.table.phase != COMBAT or len(draft) != 1:
        return None
    chosen = [(slot, creature) for slot, creature in _ready(view) if draft[0] == str(slot + 1)]
    if not chosen:
        return None
    return _attacked_slots(view, *chosen[0])


def _attacked_slots(view: View, slot: int, attacker: Creature) -> Prompt:
    table, seat = view.table, view.table.mover
    mills = view.setup.options.pressure == "mill1"
    pressed = "their deck loses its top card" if mills else "it uses up the attack"
    choices = tuple(_attacked(table, slot, attacker, target) for target in range(SLOTS))
    aimed = tuple(square(seat, 1 - seat, target) for target in occupied(table.sides[1 - seat].occupied))
    marks = (Mark("chosen", (square(seat, seat, slot),)), *((Mark("strike", aimed),) if aimed else ()))
    question = f"{attacker.card.name}, {_stats(attacker)}, attacks which slot?"
    if len(aimed) < SLOTS:
        question += f" An empty one is pressure: {pressed}."
    return Prompt(question, "grid", choices, marks)


def _attacked(table: Table, slot: int, attacker: Creature, target: int) -> Choice:
    action = format_action(Attack(slot, target))
    defender = table.sides[1 - table.mover].slots[target]
    if defender is None:
        return Choice(str(target + 1), f"{target + 1} · empty", action=action)
    falls, dies = defender.health <= attacker.card.attack, attacker.health <= defender.card.attack
    fate = "both are destroyed" if falls and dies else _fate(falls, dies, attacker, defender)
    return Choice(
        str(target + 1), f"{target + 1} · {defender.card.name} {_stats(defender)}: {fate}", action=action
    )


def _fate(falls: bool, dies: bool, attacker: Creature, defender: Creature) -> str:
    kept, left = attacker.health - defender.card.attack, defender.health - attacker.card.attack
    theirs = "destroyed" if falls else f"keeps {left}"
    yours = "destroyed" if dies else f"keeps {kept}"
    return f"{theirs}, yours {yours}"
