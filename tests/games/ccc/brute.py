"""What puzzles claim, looked at in full by the rules alone: no search of the levels, and nothing left out.

A position is won when the enemy has no Pyramid left and one's own side has. Actions that lead to the same
position count once.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.ccc.ai.sampling import forcing
from games.ccc.rules.moves import actions
from games.ccc.rules.rules import after, carried_out
from games.ccc.rules.state import key_of

POINT, FLAT, POOL, HAVING = 2.2, 1.0, 1.3, 0.8
"""What a point of Pyramid Strength, a Flat, a point of the pool and having a Pyramid at all are worth."""
OVER = 1000.0
_SETTLED = 4
"""So many attacks in a row are followed."""


def following(setting, position):
    """Everything that may be played, and the position after it."""
    for action in actions(setting, position):
        yield action, after(position, carried_out(setting, position, action), action)


def different(setting, position):
    """The same, each resulting position once."""
    found = {}
    for action, then in following(setting, position):
        found.setdefault(key_of(then), (action, then))
    return list(found.values())


def pyramids(position):
    """Whether each side has any."""
    seats = {piece.seat for piece in position.board if piece is not None and piece.pyramids}
    return 0 in seats, 1 in seats


def has_won(position, seat):
    there = pyramids(position)
    return there[seat] and not there[1 - seat]


def turned(position):
    return msgspec.structs.replace(position, side=1 - position.side)


def wins_at_once(setting, position):
    """Whether some action of the side to move wins."""
    return any(has_won(then, position.side) for _, then in following(setting, position))


def winning(setting, position):
    """The keys of all positions with which the side to move wins."""
    found = different(setting, position)
    return [key_of(then) for _, then in found if has_won(then, position.side)]


def holds(setting, position, replies):
    """Whether the side to move isn't lost by the next turn: by a win of its own, or by a reply after which
    its enemy can't win. `replies`: what helped elsewhere, tried first.
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
    """The keys of all positions from which the side that has just moved wins with its next action, whatever
    its enemy does.
    """
    replies = set()
    return [
        key_of(then)
        for _, then in different(setting, position)
        if all(pyramids(then)) and not holds(setting, then, replies)
    ]


def saving(setting, position):
    """The keys of all positions in which the enemy, to move, can't win at once."""
    return [
        key_of(then)
        for _, then in different(setting, position)
        if all(pyramids(then)) and not wins_at_once(setting, then)
    ]


# --- what can be gained ---------------------------------------------------------------------------------


def material(position, seat):
    """What a seat has more than the other one, in Flats."""
    there = pyramids(position)
    if not all(there):
        return OVER * (there[seat] - there[1 - seat])
    totals = [POOL * pool for pool in position.pools]
    for piece in filter(None, position.board):
        totals[piece.seat] += FLAT * piece.flats
        totals[piece.seat] += sum(HAVING + POINT * left for _, left in piece.pyramids)
    return totals[seat] - totals[1 - seat]


def settled(setting, position, low, high, depth=_SETTLED):
    """What the side to move has when nobody attacks anymore; it may leave it at what there is."""
    best = material(position, position.side)
    if depth == 0 or abs(best) >= OVER or best >= high:
        return best
    for then in _attacked(setting, position):
        best = max(best, -settled(setting, then, -high, -max(low, best), depth - 1))
        if best >= high:
            break
    return best


def _attacked(setting, position) -> Iterator:
    """The positions after attacks, the most gaining ones first."""
    found = []
    for number, action in enumerate(forcing(setting, position, 2)):
        then = after(position, carried_out(setting, position, action), action)
        found.append((-material(then, position.side), number, then))
    return (then for _, _, then in sorted(found))


def kept(setting, position, low, high):
    """What's left, between two bounds, to the side that has just moved, after its enemy's best reply."""
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
    """Whether the move to the position of a key keeps more than every other one does, by a margin."""
    chosen, others = None, []
    for _, then in different(setting, position):
        if key_of(then) == key:
            chosen = then
        else:
            others.append(then)
    value = kept(setting, chosen, -2 * OVER, 2 * OVER)
    bound = value - margin
    return all(kept(setting, then, bound, bound + 0.01) <= bound for then in others)
