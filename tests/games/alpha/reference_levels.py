"""A second, slow implementation of the levels that plan, written from ALPHA-30 alone to check them.

It reads a view and returns the text of an action.
"""

from __future__ import annotations

from typing import NamedTuple

EAGER = {"hard": 1, "skilled": 2}


class Body(NamedTuple):
    slot: int
    attack: int
    health: int

    @property
    def worth(self):
        return self.attack + self.health


def choose(view, level):
    """Return the action of a level, as text."""
    return (_card if view.table.phase == "A" else _attack)(view, EAGER[level])


# --- the fight ----------------------------------------------------------------------------------------


def _loss(body, damage, cards):
    return 2 * body.worth + cards if damage >= body.health else damage


def _exchange(group, target, cards):
    loss = _loss(target, sum(body.attack for body in group), cards)
    return loss - sum(_loss(body, target.attack, cards) for body in group)


def _fight(view, ready, targets, press):
    """Return the gain of the best fight or of the one that wins, and its attacks as (attacker, target)."""
    own, opposing = _sides(view)
    best = _search(ready, targets, press, _cards(view), wins=False)
    if opposing.creatures != sum(each is not None for each in opposing.slots):
        return best
    win = _search(ready, targets, 0, _cards(view), wins=True)
    if win is None or sum(target.attack >= body.health for body, target in win[1]) >= own.creatures:
        return best
    return win[0] + 1000, win[1]


def _search(ready, targets, press, cards, wins):
    """Return the gain and the attacks of the best fight, or of the best that destroys every target."""
    kept = {frozenset(): (0, [])}
    for target in targets:
        before = dict(kept)
        if wins:
            kept = {}
        for number in range(1, 2 ** len(ready)):
            group = [body for place, body in enumerate(ready) if number // 2**place % 2]
            gain = _exchange(group, target, cards)
            if sum(body.attack for body in group) < target.health if wins else gain <= press * len(group):
                continue
            for used, (gained, attacks) in before.items():
                together = used | set(group)
                if used & set(group) or (together in kept and kept[together][0] >= gained + gain):
                    continue
                kept[together] = gained + gain, attacks + [(body, target) for body in group]
    best = None
    for used, (gained, attacks) in kept.items():
        whole = gained + press * (len(ready) - len(used))
        if best is None or whole > best[0]:
            best = whole, attacks
    return best


def _cards(view):
    """Return how many cards a press takes by the rules."""
    options = view.setup.options
    return 2 if options.version != "0.1" else {"none": 0, "mill1": 1}[options.pressure]


def _press(view):
    opposing = _sides(view)[1]
    there = opposing.deck + (opposing.hand if view.setup.options.version != "0.1" else 0)
    return _cards(view) if None in opposing.slots and there else 0


def _sides(view):
    return view.table.sides[view.table.mover], view.table.sides[1 - view.table.mover]


def _bodies(slots):
    return [Body(slot, each.card.attack, each.health) for slot, each in enumerate(slots) if each]


def _ready(view):
    own, waits = _sides(view)[0], view.setup.options.summoning_sickness == "on"
    ply = view.table.ply
    return [
        body
        for body in _bodies(own.slots)
        if own.slots[body.slot].attacked != ply and not (waits and own.slots[body.slot].came == ply)
    ]


# --- the phases ---------------------------------------------------------------------------------------


def _attack(view, eager):
    own, opposing = _sides(view)
    ready, targets, press = _ready(view), _bodies(opposing.slots), _press(view)
    gain, attacks = _fight(view, ready, targets, press)
    pressing = f"attack {ready[0].slot + 1} {opposing.slots.index(None) + 1}" if press and ready else "end"
    few = opposing.deck + opposing.hand - own.deck - own.hand
    if eager == 2 and pressing != "end" and gain < 1000 and few <= 1:
        return pressing
    if attacks:
        return f"attack {attacks[0][0].slot + 1} {attacks[0][1].slot + 1}"
    if own.deck == opposing.deck == 0 and own.creatures > opposing.creatures:
        pairs = [(body, target) for body in ready for target in targets]
        gains = [_exchange([body], target, 0) for body, target in pairs]
        if gains and max(gains) >= -6:
            body, target = pairs[gains.index(max(gains))]
            return f"attack {body.slot + 1} {target.slot + 1}"
    return pressing


def _card(view, eager):
    own, opposing = _sides(view)
    ready, targets, press = _ready(view), _bodies(opposing.slots), _press(view)
    now = _fight(view, ready, targets, press)[0]
    best, text = 0, "end"
    for place, card in enumerate(view.hand):
        if card.cost > own.energy or card in view.hand[:place]:
            continue
        for part, now_ready, now_targets, use in _uses(view, eager, card, ready, targets):
            gain = part + _fight(view, now_ready, now_targets, press)[0] - now
            if gain > best:
                best, text = gain, use.format(place + 1)
    return text


def _uses(view, eager, card, ready, targets):
    """Yield the card's own part, both sides of the fight after it, and its text without the place."""
    own = _sides(view)[0]
    if card.attack:
        if None in own.slots:
            slot = own.slots.index(None)
            came = Body(slot, card.attack, card.health)
            joins = [] if view.setup.options.summoning_sickness == "on" else [came]
            yield 2 * came.worth + _cards(view), ready + joins, targets, f"play {{}} {slot + 1}"
        return
    for target in targets:
        others = [body for body in targets if body != target]
        text = f"cast {{}} o{target.slot + 1}"
        if not card.damage:
            if target.worth >= _nth(view, eager):
                yield 2 * target.worth + _cards(view), ready, others, text
        elif card.damage >= target.health:
            yield 2 * target.worth + _cards(view) - card.damage // 2, ready, others, text
        else:
            hurt = target._replace(health=target.health - card.damage)
            there = [hurt if body == target else body for body in targets]
            yield card.damage - card.damage // 2, ready, there, text


def _nth(view, eager):
    """Return the worth of the opponent's n-th creature, or of the last."""
    mover = view.table.mover
    objects = sum(not card.attack and not card.damage for card in _left(view, mover))
    unseen = [card.attack + card.health for card in _left(view, 1 - mover) if card.attack]
    worths = sorted(unseen + [body.worth for body in _bodies(_sides(view)[1].slots)], reverse=True)
    return worths[min(eager * objects, len(worths)) - 1]


def _left(view, seat):
    """Return the cards in a seat's hand and deck."""
    side, left = view.table.sides[seat], list(view.setup.decks[seat])
    for card in (*side.discard, *(each.card for each in side.slots if each)):
        left.remove(card)
    return left
