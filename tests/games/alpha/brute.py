"""Alpha turns as plain tuples, enumerated action by action without any shortcuts.

A creature is (attack, health, ready), and a row is sorted, as slots are alike. A card is (cost, attack,
health, damage); damage 0 on an object destroys. A turn is (own row, opposing row, hand, energy, in combat,
presses). This module shares nothing with the puzzle finder, and a test checks that it agrees with the engine.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

SLOTS = 5


class Turn(NamedTuple):
    own: tuple
    other: tuple
    hand: tuple
    energy: int
    combat: bool = False
    presses: int = 0
    waits: bool = False


def row(creatures):
    return tuple(sorted(creatures))


def card_of(card):
    return card.cost, card.attack, card.health, card.damage


def turn_of(state):
    """Return the turn of the seat that is to act."""
    table, seat = state.table, state.table.mover
    waits = state.setup.options.summoning_sickness == "on"

    def ready(one):
        return one.attacked != table.ply and not (waits and one.came == table.ply)

    own, other = (
        row(
            (creature.card.attack, creature.health, ready(creature))
            for creature in table.sides[each].slots
            if creature
        )
        for each in (seat, 1 - seat)
    )
    hand = tuple(sorted(map(card_of, state.hands[seat])))
    return Turn(own, other, hand, table.sides[seat].energy, table.phase == "C", 0, waits)


def without(items, item):
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def hit(creatures, one, damage):
    """Return the row after a creature in it has lost this much health (None: all of it)."""
    attack, health, ready = one
    rest = without(creatures, one)
    return rest if damage is None or damage >= health else row((*rest, (attack, health - damage, ready)))


def following(turn):
    """Yield every turn that one action makes of this one, except the end of the turn."""
    if not turn.combat:
        yield turn._replace(combat=True)
        for card in set(turn.hand):
            if card[0] <= turn.energy:
                yield from with_card(turn, card)
        return
    for creature in {each for each in turn.own if each[2]}:
        rest = without(turn.own, creature)
        if len(turn.other) < SLOTS:
            yield turn._replace(own=row((*rest, (*creature[:2], False))), presses=turn.presses + 1)
        for target in set(turn.other):
            kept = creature[1] - target[0]
            own = row((*rest, (creature[0], kept, False))) if kept > 0 else rest
            yield turn._replace(own=own, other=hit(turn.other, target, creature[0]))


def with_card(turn, card):
    cost, attack, health, damage = card
    paid = turn._replace(hand=without(turn.hand, card), energy=turn.energy - cost)
    if health:
        if len(turn.own) < SLOTS:
            yield paid._replace(own=row((*turn.own, (attack, health, not turn.waits))))
        return
    for creature in set(turn.own):
        yield paid._replace(own=hit(turn.own, creature, damage or None))
    for creature in set(turn.other):
        yield paid._replace(other=hit(turn.other, creature, damage or None))


def all_ends(turn, most_cards=99):
    """Return every turn in combat reachable by playing at most `most_cards` cards; each may be the last."""
    waiting, seen = [turn], {turn}
    while waiting:
        for after in following(waiting.pop()):
            if after not in seen and len(turn.hand) - len(after.hand) <= most_cards:
                seen.add(after)
                waiting.append(after)
    return {end for end in seen if end.combat}


def plain(creatures):
    """Return the attack and health of each creature, as a row."""
    return row(creature[:2] for creature in creatures)


def refreshed(creatures):
    """Return creatures as they are at the beginning of their owner's turn."""
    return row((*creature[:2], True) for creature in creatures)


# --- best boards ----------------------------------------------------------------------------------------


def total(creatures):
    return sum(creature[0] + creature[1] for creature in creatures)


@cache
def after_reply(own, other):
    """Return own attack and health minus the opponent's after the opponent's best attack."""
    ends = all_ends(Turn(refreshed(other), refreshed(own), (), 0, True))
    return min(total(end.other) - total(end.own) for end in ends)


# --- wins -----------------------------------------------------------------------------------------------


class Task(NamedTuple):
    """The requirements of a win: destroy all targets, press often enough, and leave one creature of a number.

    Targets are (id, health, attack). Sources are (held, id, cost, damage, health); damage 0 destroys, health
    0 is an object.
    """

    targets: tuple
    sources: tuple
    energy: int
    room: int
    presses: int
    creatures: int


def can_win(task):
    """Return whether there's any way to win."""
    damage = sum(source[3] or 99 for source in task.sources)
    if damage < sum(target[1] for target in task.targets):
        return False
    return next(_winning(task), None) is not None


def minimal_plans(task):
    """Return the ways to win without a needless part, as {target: sources}, one of each equivalent set."""
    won = set(_winning(task))
    least = [plan for plan in won if not any(_is_part(other, plan) for other in won if other != plan)]
    return {_alike(task, plan) for plan in least}


def _winning(task):
    """Yield every winning set of uses, as sorted (target, source) pairs; unused creatures may press."""
    start = (tuple(target[1] for target in task.targets), task.sources, task.energy, task.room, 0, ())
    waiting, seen = [start], {start}
    while waiting:
        now = waiting.pop()
        if _is_won(task, now):
            yield now[-1]
        for after in _used(task, now):
            if after not in seen:
                seen.add(after)
                waiting.append(after)


PRESS, OWN = "press", "own"


def _used(task, now):
    healths, sources, energy, room, lost, uses = now
    for source in set(sources):
        held, _, cost, damage, health = source
        needs = 1 if held and health else 0
        if cost > energy or needs > room:
            continue
        rest, left = without(sources, source), (energy - cost, room - needs)
        for target, alive in enumerate(healths):
            if alive > 0:
                struck = (*healths[:target], alive - (damage or 99), *healths[target + 1 :])
                dies = bool(health) and task.targets[target][2] >= health
                yield struck, rest, *left, lost + dies, tuple(sorted((*uses, (str(target), source))))
        if needs:
            yield healths, rest, *left, lost, tuple(sorted((*uses, (PRESS, source))))
        if not health:
            for own in {there for there in rest if not there[0] and (not damage or damage >= there[4])}:
                used = tuple(sorted((*uses, (OWN, (source, own)))))
                yield healths, without(rest, own), left[0], room + 1, lost + 1, used


def _is_won(task, now):
    healths, sources, _, _, lost, uses = now
    presses = sum(target == PRESS for target, _ in uses) + sum(not held for held, *_ in sources)
    return max(healths, default=0) <= 0 and presses >= task.presses and lost < task.creatures


def _is_part(one, other):
    return not Counter(one) - Counter(other)


def _alike(task, plan):
    """Return a plan that treats equal targets as interchangeable."""
    groups = {}
    for target, source in plan:
        groups.setdefault(target, []).append(source)
    named = (
        (str(task.targets[int(target)]) if target.isdecimal() else target, tuple(sorted(map(str, group))))
        for target, group in groups.items()
    )
    return tuple(sorted(named))
