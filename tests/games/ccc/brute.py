"""Exhaustive checks of puzzle claims by the rules alone, without the search that the levels use.

A position is won when the enemy has no Pyramid left and the winner still has one. Actions that lead to the
same position count once.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.ccc.ai.sampling import forcing
from games.ccc.rules.moves import actions
from games.ccc.rules.rules import after, carry_out
from games.ccc.rules.state import key_of

POINT, FLAT, POOL, HAVING = 2.2, 1.0, 1.3, 0.8
"""Values of a point of Pyramid Strength, a Flat, a point of the pool, and having a Pyramid at all."""
OVER = 1000.0
_SETTLED = 4
"""Number of consecutive attacks that are followed."""


def following(setting, position):
    """Yield every legal action with the position after it."""
    for action in actions(setting, position):
        yield action, after(position, carry_out(setting, position, action), action)


def different(setting, position):
    """Return the legal actions with their positions, each resulting position once."""
    found = {}
    for action, then in following(setting, position):
        found.setdefault(key_of(then), (action, then))
    return list(found.values())


def pyramids(position):
    """Return whether each side has any Pyramid."""
    seats = {piece.seat for piece in position.board if piece is not None and piece.pyramids}
    return 0 in seats, 1 in seats


def has_won(position, seat):
    there = pyramids(position)
    return there[seat] and not there[1 - seat]


def turned(position):
    return msgspec.structs.replace(position, side=1 - position.side)


def wins_at_once(setting, position):
    """Return whether some action of the side to move wins."""
    return any(has_won(then, position.side) for _, then in following(setting, position))


def winning(setting, position):
    """Return the keys of all positions with which the side to move wins."""
    found = different(setting, position)
    return [key_of(then) for _, then in found if has_won(then, position.side)]


def holds(setting, position, replies):
    """Return whether the side to move avoids losing next turn, by a win or by a reply that prevents the loss.

    `replies` holds replies that helped in other positions; they're tried first.
    """
    legal = list(following(setting, position))
    legal.sort(key=lambda pair: pair[0] not in replies)
    for action, then in legal:
        there = pyramids(then)
        if not there[1 - position.side]:
            return True
        if there[position.side] and not wins_at_once(setting, then):
            replies.add(action)
            return True
    return False


def winning_in_two(setting, position):
    """Return the keys of all positions from which the player who just moved wins after any enemy action."""
    replies = set()
    return [
        key_of(then)
        for _, then in different(setting, position)
        if all(pyramids(then)) and not holds(setting, then, replies)
    ]


def saving(setting, position):
    """Return the keys of all positions in which the enemy, to move, can't win at once."""
    return [
        key_of(then)
        for _, then in different(setting, position)
        if all(pyramids(then)) and not wins_at_once(setting, then)
    ]


# --- possible gains -------------------------------------------------------------------------------------


def material(position, seat):
    """Return a seat's advantage in material, in Flats."""
    there = pyramids(position)
    if not all(there):
        return OVER * (there[seat] - there[1 - seat])
    totals = [POOL * pool for pool in position.pools]
    for piece in filter(None, position.board):
        totals[piece.seat] += FLAT * piece.flats
        totals[piece.seat] += sum(HAVING + POINT * left for _, left in piece.pyramids)
    return totals[seat] - totals[1 - seat]


def settled(setting, position, low, high, depth=_SETTLED):
    """Return the side's advantage after the attacks worth making; it may stop attacking at any time."""
    best = material(position, position.side)
    if depth == 0 or abs(best) >= OVER or best >= high:
        return best
    for then in _attacked(setting, position):
        best = max(best, -settled(setting, then, -high, -max(low, best), depth - 1))
        if best >= high:
            break
    return best


def _attacked(setting, position) -> Iterator:
    """Return the positions after attacks, the most gainful ones first."""
    found = []
    for number, action in enumerate(forcing(setting, position, 2)):
        then = after(position, carry_out(setting, position, action), action)
        found.append((-material(then, position.side), number, then))
    return (then for _, _, then in sorted(found))


def kept(setting, position, low, high):
    """Return, between two bounds, what the player who just moved keeps after the enemy's best reply."""
    seat, worst = 1 - position.side, high
    if not all(pyramids(position)):
        return material(position, seat)
    replies = [
        (material(then, seat), number, then) for number, (_, then) in enumerate(following(setting, position))
    ]
    for _, _, then in sorted(replies):
        worst = min(worst, settled(setting, then, low, worst))
        if worst <= low:
            break
    return worst


def is_best(setting, position, key, margin):
    """Return whether the move to the position with this key beats every other one by a margin."""
    chosen, others = None, []
    for _, then in different(setting, position):
        if key_of(then) == key:
            chosen = then
        else:
            others.append(then)
    value = kept(setting, chosen, -2 * OVER, 2 * OVER)
    bound = value - margin
    return all(kept(setting, then, bound, bound + 0.01) <= bound for then in others)
