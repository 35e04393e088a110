"""A turn of alpha as plain tuples, action by action and with nothing clever, to enumerate everything.

A creature is (attack, health, ready), a row is sorted, as slots are alike; a card is (cost, attack, health,
damage), damage 0 on an object destroys. A turn is (own row, opposing row, hand, energy, in combat, presses).
It shares nothing with what finds puzzles; that it agrees with the engine is tested.
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
    """The turn of who is to act."""
    table, seat = state.table, state.table.mover
    waits = state.setup.options.summoning_sickness == "on"

    def ready(one):
        return one.attacked != table.ply and not (waits and one.came == table.ply)

    own, other = (
        row((one.card.attack, one.health, ready(one)) for one in table.sides[each].slots if one)
        for each in (seat, 1 - seat)
    )
    hand = tuple(sorted(map(card_of, state.hands[seat])))
    return Turn(own, other, hand, table.sides[seat].energy, table.phase == "C", 0, waits)


def without(items, item):
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def hit(creatures, one, damage):
    """The row when a creature in it has lost so much health (None: all)."""
    attack, health, ready = one
    rest = without(creatures, one)
    return rest if damage is None or damage >= health else row((*rest, (attack, health - damage, ready)))


def following(turn):
    """Every turn that one action makes of this one; the end of the turn is none."""
    if not turn.combat:
        yield turn._replace(combat=True)
        for card in set(turn.hand):
            if card[0] <= turn.energy:
                yield from with_card(turn, card)
        return
    for one in {each for each in turn.own if each[2]}:
        rest = without(turn.own, one)
        if len(turn.other) < SLOTS:
            yield turn._replace(own=row((*rest, (*one[:2], False))), presses=turn.presses + 1)
        for target in set(turn.other):
            kept = one[1] - target[0]
            own = row((*rest, (one[0], kept, False))) if kept > 0 else rest
            yield turn._replace(own=own, other=hit(turn.other, target, one[0]))


def with_card(turn, card):
    cost, attack, health, damage = card
    paid = turn._replace(hand=without(turn.hand, card), energy=turn.energy - cost)
    if health:
        if len(turn.own) < SLOTS:
            yield paid._replace(own=row((*turn.own, (attack, health, not turn.waits))))
        return
    for one in set(turn.own):
        yield paid._replace(own=hit(turn.own, one, damage or None))
    for one in set(turn.other):
        yield paid._replace(other=hit(turn.other, one, damage or None))


def all_ends(turn, most_cards=99):
    """Every turn in combat that actions lead to, with at most so many cards played: each may be the end."""
    waiting, seen = [turn], {turn}
    while waiting:
        for after in following(waiting.pop()):
            if after not in seen and len(turn.hand) - len(after.hand) <= most_cards:
                seen.add(after)
                waiting.append(after)
    return {one for one in seen if one.combat}


def plain(creatures):
    """Attack and health alone."""
    return row(one[:2] for one in creatures)


def refreshed(creatures):
    """Creatures at the beginning of their owner's turn."""
    return row((*one[:2], True) for one in creatures)


# --- best boards ----------------------------------------------------------------------------------------


def total(creatures):
    return sum(one[0] + one[1] for one in creatures)


@cache
def after_reply(own, other):
    """Own attack and health less the opponent's, when that has attacked as well as it can."""
    ends = all_ends(Turn(refreshed(other), refreshed(own), (), 0, True))
    return min(total(end.other) - total(end.own) for end in ends)


# --- wins -----------------------------------------------------------------------------------------------


class Task(NamedTuple):
    """What a win takes: all targets (id, health, attack) destroyed, so many presses, one creature left of so
    many. Sources are (held, id, cost, damage, health); damage 0 destroys, health 0 is an object.
    """

    targets: tuple
    sources: tuple
    energy: int
    room: int
    presses: int
    creatures: int


def can_win(task):
    """Whether there's any way to win."""
    damage = sum(source[3] or 99 for source in task.sources)
    if damage < sum(target[1] for target in task.targets):
        return False
    return next(_winning(task), None) is not None


def minimal_plans(task):
    """The ways to win of which nothing can be left out, as {target: sources}, of those alike one."""
    won = set(_winning(task))
    least = [plan for plan in won if not any(_is_part(other, plan) for other in won if other != plan)]
    return {_alike(task, plan) for plan in least}


def _winning(task):
    """Every set of uses, as sorted (target, source), that wins. Who isn't used may press."""
    start = (tuple(one[1] for one in task.targets), task.sources, task.energy, task.room, 0, ())
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
            for own in {one for one in rest if not one[0] and (not damage or damage >= one[4])}:
                used = tuple(sorted((*uses, (OWN, (source, own)))))
                yield healths, without(rest, own), left[0], room + 1, lost + 1, used


def _is_won(task, now):
    healths, sources, _, _, lost, uses = now
    presses = sum(target == PRESS for target, _ in uses) + sum(not held for held, *_ in sources)
    return max(healths, default=0) <= 0 and presses >= task.presses and lost < task.creatures


def _is_part(one, other):
    return not Counter(one) - Counter(other)


def _alike(task, plan):
    """A plan without the difference between targets that are alike."""
    groups = {}
    for target, source in plan:
        groups.setdefault(target, []).append(source)
    named = (
        (str(task.targets[int(target)]) if target.isdecimal() else target, tuple(sorted(map(str, group))))
        for target, group in groups.items()
    )
    return tuple(sorted(named))
