"""The questions that lead a player to an action, most of them answered by one tap."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.alpha.rules.actions import SLOTS, Action, Attack, Cast, Play, list_occupied
from games.alpha.rules.cards import Card
from games.alpha.rules.narration import format_milled
from games.alpha.rules.notation import format_action
from games.alpha.rules.rules import actions, count_pressed, may_attack
from games.alpha.rules.state import ACTION, COMBAT, Cards, Creature, Table
from games.alpha.rules.view import View
from games.alpha.screen.scene import in_words, pile, scene, square
from games.core.screen.prompt import Choice, Prompt, PromptShape
from games.core.screen.scene import Mark
from games.core.vocabulary.seats import SOLO

DISCARDS, DECKS, MORE = "discards", "decks", "more"
_MOST_BUTTONS = 8
"""The most buttons of a question; more would push the board out of sight, and a hand has no limit."""
_LONGEST = 80
"""The most characters of a label; if two names don't fit, they are asked for one after the other."""


def prompt(view: View, draft: tuple[str, ...]) -> Prompt:
    """Return the next question for the viewer; a draft that leads nowhere starts again at the first."""
    table = view.table
    if view.who is None or view.who != table.mover or table.outcome is not None:
        return Prompt("It's not your turn.", "list")
    if draft == (DISCARDS,):
        piles = (view.table.sides[0].discard, view.table.sides[1].discard)
        return _show_piles(view, DISCARDS, "Discards", "Everything that's been destroyed or used up.", piles)
    if draft == (DECKS,):
        return _show_piles(view, DECKS, "Deck lists", "What both decks began with.", view.setup.decks)
    if draft == (MORE,):
        return _more(view)
    asked = _of_card(view, draft) if table.phase == ACTION else _of_attacker(view, draft)
    return asked or _first(view)


def _first(view: View) -> Prompt:
    return _cards(view) if view.table.phase == ACTION else _attacks(view)


def _more(view: View) -> Prompt:
    """Return a question about every possible action, including those that the first question leaves out."""
    return _from_here(_every_card(view) if view.table.phase == ACTION else _attackers(view, _ready(view)))


def _from_here(asked: Prompt) -> Prompt:
    """Return a question with choices that each start a new draft, for use after other questions."""
    choices = tuple(
        choice
        if choice.action or choice.leads_to
        else msgspec.structs.replace(choice, leads_to=(choice.key,))
        for choice in asked.choices
    )
    return msgspec.structs.replace(asked, choices=choices)


def _show_piles(view: View, key: str, title: str, about: str, piles: tuple[Cards, Cards]) -> Prompt:
    """Return the first question with a picture of both sides' public cards, the viewer's first. ALPHA-28."""
    order = (view.who or 0, 1 - (view.who or 0))
    shown = pile(title, ((seat, piles[seat]) for seat in order), view.who)
    first = _from_here(_first(view))
    return msgspec.structs.replace(
        first,
        question=f"{about} {first.question}",
        choices=tuple(choice for choice in first.choices if choice.key != key),
        marks=(),
        picture=shown,
    )


def _closing(view: View, offered: Sequence[Choice]) -> tuple[Choice, ...]:
    """Return the choices below a first question: rare ones, and, away from most taps, the phase's end."""
    table = view.table
    closing = []
    if label := _further(view, offered):
        closing.append(Choice(MORE, label, button=True))
    if any(side.discard for side in table.sides):
        closing.append(Choice(DISCARDS, "Discards", button=True))
    closing.append(Choice(DECKS, "Deck lists", button=True))
    attacks = table.phase == ACTION and _ready(view)
    label = "End Action Phase" if attacks else "End turn"
    return (*closing, Choice("end", label, action="end", button=True, ends=True))


def _further(view: View, offered: Sequence[Choice]) -> str:
    """Return the label for the legal actions that `offered` doesn't cover, or an empty text."""
    whole = {choice.action for choice in offered}
    asked_for = {choice.key for choice in offered if choice.action is None}
    left = [
        action
        for action in _legal(view)[:-1]
        if not (format_action(action) in whole or _find_key(action) in asked_for)
    ]
    if not left or view.table.phase == ACTION:
        return "Another slot or target" if left else ""
    opposing = view.table.sides[1 - view.table.mover].slots
    pressing = all(isinstance(action, Attack) and opposing[action.target] is None for action in left)
    return "Attack an empty slot" if pressing else "Another attacker or target"


def _find_key(action: Action) -> str:
    """Return the key of the choice that asks for more about an action: its card's or attacker's number."""
    if isinstance(action, Play | Cast):
        return str(action.place + 1)
    return str(action.slot + 1) if isinstance(action, Attack) else ""


def _cards(view: View) -> Prompt:
    """Ask which card to play, with a choice for each distinct playable card.

    All slots are alike, so a creature goes into the first free one. An object is offered for each enemy,
    unless that makes too many or too long buttons.
    """
    places = [place for place in _playable(view) if view.hand.index(view.hand[place]) == place]
    at_once = [choice for place in places for choice in _uses(view, place)]
    if not _fit(at_once):
        at_once = [_use(view, place) for place in places]
    left = f"You have {view.table.sides[view.table.mover].energy} energy."
    asked = "Which card do you want to play?" if at_once else _why_nothing(view)
    shape: PromptShape = "grid" if len(at_once) <= _MOST_BUTTONS else "list"
    return Prompt(f"{left} {asked}", shape, (*at_once, *_closing(view, at_once)), columns=2)


def _why_nothing(view: View) -> str:
    """Return why no card can be played now."""
    energy = view.table.sides[view.table.mover].energy
    if not view.hand:
        return "Your hand is empty."
    if all(card.cost > energy for card in view.hand):
        return "Every card in your hand costs more."
    return "There's nothing to play right now."


def _fit(choices: Sequence[Choice]) -> bool:
    return len(choices) <= _MOST_BUTTONS and all(len(choice.label) <= _LONGEST for choice in choices)


def _playable(view: View) -> list[int]:
    return sorted({action.place for action in _legal(view) if isinstance(action, Play | Cast)})


def _uses(view: View, place: int) -> list[Choice]:
    """Return the choices to play a card, one for each distinct opposing creature that it can be aimed at.

    Without an opposing creature, an object asks for its target next: no first tap hits the player's own.
    """
    card, opposing = view.hand[place], view.table.sides[1 - view.table.mover].slots
    if card.is_creature or not any(opposing):
        return [_use(view, place)]
    return [_shot(card, place, slot, target) for slot, target in _unlike(opposing)]


def _unlike(slots: Sequence[Creature | None]) -> list[tuple[int, Creature]]:
    """Return the occupied slots with their creatures, only the first of those with equal card and health."""
    found = dict[tuple[Card, int], tuple[int, Creature]]()
    for slot, creature in enumerate(slots):
        if creature is not None:
            found.setdefault((creature.card, creature.health), (slot, creature))
    return list(found.values())


def _shot(card: Card, place: int, slot: int, target: Creature) -> Choice:
    left = target.health - card.damage if card.damage else 0
    onto = f"o{slot + 1} {target.card.name}"
    label = f"{place + 1} · {card.name} " + (f"destroys {onto}" if left <= 0 else f"leaves {onto} {left}")
    return Choice(f"{place + 1}o{slot + 1}", label, action=format_action(Cast(place, True, slot)))


def _use(view: View, place: int) -> Choice:
    """Return one choice for a card: a creature goes into the first free slot, an object is aimed next."""
    card, slots = view.hand[place], view.table.sides[view.table.mover].slots
    label = f"{place + 1} · {in_words(card)}"
    if card.is_creature:
        return Choice(f"p{place + 1}", label, action=format_action(Play(place, slots.index(None))))
    return Choice(str(place + 1), label)


def _every_card(view: View) -> Prompt:
    """Ask which playable card to place or aim by hand."""
    places = _playable(view)
    if len(places) == 1:
        return _where(view, places[0])
    free = [
        slot for slot, creature in enumerate(view.table.sides[view.table.mover].slots) if creature is None
    ]
    choices = tuple(_card_choice(view.hand[place], place, free) for place in places)
    shape: PromptShape = "grid" if len(choices) <= _MOST_BUTTONS else "list"
    return Prompt("Which card do you want to place or aim yourself?", shape, choices, columns=2)


def _legal(view: View) -> tuple[Action, ...]:
    return tuple(actions(view.table, view.hand, view.setup.options))


def _card_choice(card: Card, place: int, free: list[int]) -> Choice:
    """Return the choice of a card; a creature with only one free slot is summoned there at once."""
    what = f"{place + 1} · {in_words(card)}"
    if card.is_creature and len(free) == 1:
        return Choice(
            str(place + 1), f"{what}, into slot {free[0] + 1}", action=format_action(Play(place, free[0]))
        )
    return Choice(str(place + 1), what)


def _of_card(view: View, draft: tuple[str, ...]) -> Prompt | None:
    """Return the question of where a card of the hand goes; None if the draft names no playable card."""
    if len(draft) != 1 or not draft[0].isdecimal():
        return None
    place = int(draft[0]) - 1
    found = [action for action in _legal(view) if isinstance(action, Play | Cast) and action.place == place]
    return _where(view, place) if found else None


def _where(view: View, place: int) -> Prompt:
    card = view.hand[place]
    return _slots(view, card, place) if card.is_creature else _targets(view, card, place)


def _slots(view: View, card: Card, place: int) -> Prompt:
    slots, opposing = (view.table.sides[side].slots for side in (view.table.mover, 1 - view.table.mover))
    choices = tuple(
        Choice(
            str(slot + 1),
            f"Slot {slot + 1}{_format_opposite(opposing[slot])}",
            action=format_action(Play(place, slot)),
            disabled=bool(slots[slot]),
        )
        for slot in range(SLOTS)
    )
    seat = view.table.mover
    free = tuple(square(seat, seat, slot) for slot in range(SLOTS) if slots[slot] is None)
    shown = scene(view, marks=(Mark("landing", free),), chosen=place)
    return Prompt(f"{card.name}, {card.text}: into which slot?", "grid", choices, picture=shown)


def _format_opposite(opposite: Creature | None) -> str:
    """Return what's opposite a slot; players look for it, though it changes nothing in the rules."""
    return f", opposite {opposite.card.name} {_stats(opposite)}" if opposite else ""


def _targets(view: View, card: Card, place: int) -> Prompt:
    seat = view.table.mover
    choices, aimed = list[Choice](), list[str]()
    for owner in (1 - seat, seat):
        for slot in list_occupied(view.table.sides[owner].occupied):
            target = view.table.sides[owner].slots[slot]
            if target is not None:
                choices.append(_target(card, place, owner != seat, slot, target))
                aimed.append(square(seat, owner, slot))
    shown = scene(view, marks=(Mark("strike", tuple(aimed)),), chosen=place)
    question = f"{card.name}, {card.text}: on which creature?"
    return Prompt(question, "grid", tuple(choices), picture=shown)


def _target(card: Card, place: int, opposing: bool, slot: int, target: Creature) -> Choice:
    whose, key = ("", f"o{slot + 1}") if opposing else ("your ", f"m{slot + 1}")
    left = target.health - card.damage if card.damage else 0
    fate = "destroyed" if left <= 0 else f"has {left} left"
    action = format_action(Cast(place, opposing, slot))
    return Choice(key, f"{key} · {whose}{target.card.name} {_stats(target)}: {fate}", action=action)


def _stats(creature: Creature) -> str:
    return f"{creature.card.attack}/{creature.health}"


def _ready(view: View) -> list[tuple[int, Creature]]:
    table = view.table
    slots = enumerate(table.sides[table.mover].slots)
    return [(slot, c) for slot, c in slots if c is not None and may_attack(table, c, view.setup.options)]


def _attacks(view: View) -> Prompt:
    """Ask for an attack, with a choice for each distinct one on a creature.

    Where pressure takes cards, each attacker may press, too. If the buttons are too many or too long, only
    the attackers are offered. All slots are alike, so of equal creatures the first attacks or is attacked.
    """
    table, ready = view.table, _ready(view)
    opposing, able = table.sides[1 - table.mover], {slot for slot, _ in ready}
    slots = enumerate(table.sides[table.mover].slots)
    unlike = _unlike([creature if slot in able else None for slot, creature in slots])
    facing = _unlike(opposing.slots)
    blows = [_blow(slot, creature, target, other) for slot, creature in unlike for target, other in facing]
    milled = view.setup.options.milled
    if milled and None in opposing.slots:
        blows += [_press(slot, creature, opposing.slots.index(None), milled) for slot, creature in unlike]
    if not _fit(blows):
        asked = _attackers(view, unlike)
        return msgspec.structs.replace(asked, choices=(*asked.choices, *_closing(view, asked.choices)))
    question = "Which attack do you want to make?" if blows else "There's no creature to attack."
    closing = _closing(view, blows)
    return Prompt(question, "grid", (*blows, *closing), _facing(view, ready), columns=1)


def _facing(view: View, ready: Sequence[tuple[int, Creature]]) -> tuple[Mark, ...]:
    """Return marks on the creatures that can attack, and on those that can be attacked."""
    seat = view.table.mover
    own = tuple(square(seat, seat, slot) for slot, _ in ready)
    aimed = _list_target_squares(view) if ready else ()
    return tuple(mark for mark in (Mark("option", own), Mark("strike", aimed)) if mark.squares)


def _list_target_squares(view: View) -> tuple[str, ...]:
    table, seat = view.table, view.table.mover
    return tuple(square(seat, 1 - seat, slot) for slot in list_occupied(table.sides[1 - seat].occupied))


def _blow(slot: int, attacker: Creature, target: int, defender: Creature) -> Choice:
    """Return the choice of an attack with its effect, in about one line on a phone."""
    left, kept = defender.health - attacker.card.attack, attacker.health - defender.card.attack
    if left <= 0:
        done = f"destroys it, has {kept} left" if kept > 0 else "both destroyed"
    else:
        done = f"it has {left} left, yours {kept}" if kept > 0 else f"it has {left} left, yours destroyed"
    label = f"{slot + 1} {attacker.card.name} × {target + 1} {defender.card.name}: {done}"
    return Choice(f"{slot + 1}x{target + 1}", label, action=format_action(Attack(slot, target)))


def _press(slot: int, attacker: Creature, empty: int, milled: int) -> Choice:
    """Return one choice for an attack on any empty slot, since all such attacks do the same."""
    label = f"{slot + 1} {attacker.card.name} × {empty + 1} empty: takes {format_milled(milled)}"
    return Choice(f"{slot + 1}x{empty + 1}", label, action=format_action(Attack(slot, empty)))


def _attackers(view: View, ready: Sequence[tuple[int, Creature]]) -> Prompt:
    """Ask which creature attacks, or what a single one attacks."""
    seat = view.table.mover
    if len(ready) == 1:
        return _ask_slot(view, *ready[0])
    choices = tuple(
        Choice(str(slot + 1), f"{slot + 1} · {creature.card.name} {_stats(creature)}")
        for slot, creature in ready
    )
    marks = (Mark("option", tuple(square(seat, seat, slot) for slot, _ in ready)),) if ready else ()
    return Prompt("Which creature should attack?", "grid", choices, marks)


def _of_attacker(view: View, draft: tuple[str, ...]) -> Prompt | None:
    """Return the question of what a creature attacks; None if the draft names no creature that can."""
    if view.table.phase != COMBAT or len(draft) != 1:
        return None
    chosen = [(slot, creature) for slot, creature in _ready(view) if draft[0] == str(slot + 1)]
    if not chosen:
        return None
    return _ask_slot(view, *chosen[0])


def _ask_slot(view: View, slot: int, attacker: Creature) -> Prompt:
    table, seat = view.table, view.table.mover
    taken, whose = count_pressed(table, view.setup.options), SOLO[1 - seat].lower()
    pressed = f"it takes {format_milled(taken)} from {whose}" if taken else "it uses up the attack"
    choices = tuple(_build_target_choice(table, slot, attacker, target) for target in range(SLOTS))
    aimed = _list_target_squares(view)
    marks = (Mark("chosen", (square(seat, seat, slot),)), *((Mark("strike", aimed),) if aimed else ()))
    question = f"{attacker.card.name}, {_stats(attacker)}, attacks which slot?"
    if len(aimed) < SLOTS:
        question += f" An empty one is pressure: {pressed}."
    return Prompt(question, "grid", choices, marks)


def _build_target_choice(table: Table, slot: int, attacker: Creature, target: int) -> Choice:
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
    theirs = "destroyed" if falls else f"has {left} left"
    yours = "destroyed" if dies else f"has {kept} left"
    return f"{theirs}, yours {yours}"
