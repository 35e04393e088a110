"""Translation of actions typed in free form, by card names or loose numbers, into notation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from games.alpha.rules.actions import SLOTS
from games.alpha.rules.notation import HOW_TO_WRITE, is_notation, is_to_act
from games.alpha.rules.state import COMBAT, Creature
from games.alpha.rules.view import View
from games.core.errors import Illegal, Unreadable, quote
from games.core.vocabulary.typed import even

_WORD = re.compile(r"[^\W_]+")
_TIMES = re.compile(r"(?<=[1-5])x(?=[1-5])")
_BESIDE = {
    "the", "my", "a", "an", "card", "creature", "slot", "in", "into", "on", "onto", "to", "at", "from", "x",
    "number", "against", "vs", "attacks", "attack", "hits", "hit", "empty", "and",
}  # fmt: skip
_PLAYS, _ATTACKS = {"play", "plays", "summon", "put", "cast", "use"}, {"attack", "attacks", "hit", "hits"}
_ENDS = {"end", "done", "pass", "next", "stop"}
_AFTER_END = {"turn", "phase", "action", "combat", "my", "the"}
_OWN, _OPPOSING = {"m", "own", "mine", "my"}, {"o", "opposing", "their", "enemy", "opponent", "its"}
_HOW_TO_FIGHT = "Write “attack 1 3” or “end”."
_SLOT = re.compile(r"([mo]?)([0-9]{1,2})")


class _Words(msgspec.Struct, frozen=True):
    """The words of a typed text that are still to be read."""

    words: tuple[str, ...]

    def match_name(self, names: Mapping[str, Sequence[int]]) -> tuple[Sequence[int], _Words] | None:
        """Return the places of the longest name at the start, and the words after it, or None."""
        for length in range(len(self.words), 0, -1):
            places = names.get(" ".join(self.words[:length]))
            if places:
                return places, _Words(self.words[length:])
        return None

    def without(self, beside: set[str]) -> _Words:
        """Return the words without those at the start that carry no meaning."""
        skipped = next((n for n, word in enumerate(self.words) if word not in beside), len(self.words))
        return _Words(self.words[skipped:])


def as_notation(view: View, text: str) -> str | None:
    """Return the notation, legal or not, of an action typed in free form.

    Return None if the text is notation already, or if it isn't the viewer's turn. Raise Unreadable if it
    names no action or no known creature, and Illegal if a card, slot or target is missing or ambiguous.
    """
    if not is_to_act(view) or is_notation(text):
        return None
    found = _interpret(view, text)
    if found is None:
        raise Unreadable(f"“{quote(text)}” isn't an action. {HOW_TO_WRITE}")
    return found


def _interpret(view: View, text: str) -> str | None:
    words = _words(text)
    if words[:1] and words[0] in _ENDS and set(words[1:]) <= _AFTER_END:
        return "end"
    verb = words[0] if words[:1] and words[0] in _PLAYS | _ATTACKS else ""
    rest = _Words(words[1:] if verb else words)
    if verb in _ATTACKS or (not verb and view.table.phase == COMBAT):
        return _attack(view, rest)
    return _card(view, rest, verb)


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(_TIMES.sub(" ", even(text))))


def _names(called: Sequence[str | None]) -> dict[str, list[int]]:
    """Return the places that have each name, by the name in normalized words."""
    found: dict[str, list[int]] = {}
    for place, name in enumerate(called):
        if name is not None:
            found.setdefault(" ".join(_words(name)), []).append(place)
    return found


# --- cards ----------------------------------------------------------------------------------------------


def _card(view: View, said: _Words, verb: str) -> str | None:
    said = said.without(_BESIDE)
    named = said.match_name(_names([card.name for card in view.hand]))
    if named is not None:
        (place, *others), rest = named
        if any(view.hand[other] != view.hand[place] for other in others):
            raise Illegal(f"Several cards are called {view.hand[place].name}; use the card's number.")
    elif said.words[:1] and said.words[0].isdecimal() and len(said.words[0]) < 3:
        place, rest = int(said.words[0]) - 1, _Words(said.words[1:])
    elif verb and said.words:
        raise Illegal(f"There's no card called “{quote(' '.join(said.words))}” in your hand.")
    else:
        return None
    if not 0 <= place < len(view.hand):
        raise Illegal(f"You have {len(view.hand)} cards in hand; there's no number {place + 1}.")
    return _summon(view, place, rest) if view.hand[place].is_creature else _cast(view, place, rest)


def _summon(view: View, place: int, rest: _Words) -> str | None:
    """Return a summons into the named slot, or into the first free one, since all slots are alike."""
    slots = view.table.sides[view.table.mover].slots
    left = rest.without(_BESIDE | _OWN).words
    if left:
        found = _SLOT.fullmatch(left[0])
        return f"play {place + 1} {_slot(found)}" if found and len(left) == 1 else None
    free = next((slot for slot, creature in enumerate(slots) if creature is None), None)
    if free is None:
        raise Illegal(f"All {SLOTS} of your slots are taken.")
    return f"play {place + 1} {free + 1}"


def _cast(view: View, place: int, rest: _Words) -> str | None:
    """Return a use of an object on the named creature, or on the only opposing one.

    A number without a letter is an opposing slot.
    """
    seat, name = view.table.mover, view.hand[place].name
    own, opposing = view.table.sides[seat].slots, view.table.sides[1 - seat].slots
    mine = any(word in _OWN for word in rest.words)
    left = rest.without(_BESIDE | _OWN | _OPPOSING)
    found = _SLOT.fullmatch(left.words[0]) if len(left.words) == 1 else None
    if found:
        return f"cast {place + 1} {found[1] or ('m' if mine else 'o')}{_slot(found)}"
    theirs = any(word in _OPPOSING for word in rest.words)
    there = [
        (side, slot, creature)
        for side, slots in (("m", own), ("o", opposing))
        for slot, creature in enumerate(slots)
        if creature is not None and (side == "m" or not mine) and (side == "o" or not theirs)
    ]
    if left.words:
        aimed = [candidate for candidate in there if _words(candidate[2].card.name) == left.words]
    else:
        aimed = [candidate for candidate in there if candidate[0] == "o"]
    if not aimed:
        raise Illegal(f"There's no creature like that for {name}; name its slot, such as o2.")
    if len(aimed) > 1:
        raise Illegal(f"{name} could hit {len(aimed)} creatures; name its slot, such as o2.")
    return f"cast {place + 1} {aimed[0][0]}{aimed[0][1] + 1}"


def _slot(found: re.Match[str]) -> int:
    slot = int(found[2])
    if not 1 <= slot <= SLOTS:
        raise Illegal(f"Slots go from 1 to {SLOTS}; there's no slot {slot}.")
    return slot


# --- attacks --------------------------------------------------------------------------------------------


def _attack(view: View, said: _Words) -> str | None:
    """Return an attack from texts such as “1 3”, “wolf 3”, “wolf attacks rhino” or “rhino with wolf”."""
    seat = view.table.mover
    if "with" in said.words:
        cut = said.words.index("with")
        said = _Words((*said.words[cut + 1 :], *said.words[:cut]))
    attacker = _creature(view, seat, said.without(_BESIDE))
    if attacker is None:
        return None
    target = _creature(view, 1 - seat, attacker[1].without(_BESIDE | _OPPOSING))
    if target is None:
        raise Unreadable(f"Say which slot it attacks, such as attack {attacker[0]} 3.")
    if target[1].without(_BESIDE).words:
        return None
    return f"attack {attacker[0]} {target[0]}"


def _creature(view: View, seat: int, said: _Words) -> tuple[int, _Words] | None:
    """Return a seat's slot, from 1, named at the start by number or creature, and the words after it."""
    slots = view.table.sides[seat].slots
    named = said.match_name(_names([None if creature is None else creature.card.name for creature in slots]))
    if named is None:
        found = _SLOT.fullmatch(said.words[0]) if said.words else None
        if found is None and said.words:
            whose = "You have" if seat == view.who else "There's"
            raise Unreadable(f"{whose} no creature called “{quote(' '.join(said.words))}”. {_HOW_TO_FIGHT}")
        return None if found is None else (_slot(found), _Words(said.words[1:]))
    places, rest = named
    ready = [slot for slot in places if seat != view.who or not _is_spent(view, slots[slot])]
    if len(ready or places) > 1:
        name = slots[places[0]].card.name  # type: ignore[union-attr]
        raise Illegal(f"Several creatures are called {name}; use the slot's number.")
    return (ready or places)[0] + 1, rest


def _is_spent(view: View, creature: Creature | None) -> bool:
    return creature is None or creature.attacked == view.table.ply
