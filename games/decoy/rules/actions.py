"""Actions and their legality, judged from a View alone, so that legality leaks nothing.

DP-8 to DP-12, DP-21.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from games.decoy.rules.board import BIT, NAMES, NEAR, squares_in
from games.decoy.rules.layouts import Layout, list_layouts
from games.decoy.rules.pieces import KINDS, REACHED, Pieces, Table, has_attacked, kind_of, square_of, steps_of
from games.decoy.rules.state import ATTACK, MOVEMENT, SEAT_NAMES, SET_UP
from games.decoy.rules.surrounding import find_captured
from games.decoy.rules.view import View


class SetUp(msgspec.Struct, frozen=True, gc=False):
    """The secret placement of a player's army in the setup."""

    layout: Layout


class Step(msgspec.Struct, frozen=True, gc=False):
    """A move of one piece to a neighboring square."""

    source: int
    target: int


class Attack(msgspec.Struct, frozen=True, gc=False):
    """An attack of one piece on a neighboring enemy, which loses the attacker's power in health."""

    source: int
    target: int


class End(msgspec.Struct, frozen=True, gc=False):
    """The end of the current phase: of movement, or of attacks and so the turn."""


Action = SetUp | Step | Attack | End
END = End()
LAYOUT_IS_SET = "Your layout is set; you can't change it."

_ATTACKS: Table[Table[list[Attack]]] = Table(lambda source: Table(lambda targets: _attacks(source, targets)))


_step = cache(Step)
"""One and the same object for each step, so that lists of steps share it."""


@cache
def _from(source: int) -> Table[list[Step]]:
    return Table(lambda targets: [_step(source, target) for target in squares_in(targets)])


def _attacks(source: int, targets: int) -> list[Attack]:
    return [Attack(source, target) for target in squares_in(targets)]


_STEPS: Table[tuple[int, Table[list[Step]]]] = Table(lambda piece: (REACHED[piece], _from(square_of(piece))))
"""For each piece, the squares of its next step, and a table from a set of these to the steps."""


def actions(view: View) -> Iterator[Action]:
    """Yield the viewer's legal actions in the order of squares; of layouts, the listed ones. DP-2."""
    if view.phase == MOVEMENT:
        return iter([*legal_steps(view), END])
    if view.phase == ATTACK:
        return iter([*legal_attacks(view), END])
    if view.phase == SET_UP and view.who in view.to_act:
        return iter(_list_set_ups())
    return iter(())


@cache
def _list_set_ups() -> tuple[SetUp, ...]:
    return tuple(map(SetUp, list_layouts()))


def legal_steps(view: View) -> list[Step]:
    """Return the legal steps of all the viewer's pieces."""
    if view.options.suicide == "forbidden":
        return [step for step in _open_steps(view) if not losses(view, step)[1]]
    return _open_steps(view)


def _open_steps(view: View) -> list[Step]:
    found: list[Step] = []
    free = ~(view.squares | view.enemies)
    for piece in view.own:
        reached, steps = _STEPS[piece]
        found += steps[reached & free]
    return found


def legal_attacks(view: View) -> list[Attack]:
    """Return the legal attacks of the viewer's pieces that haven't attacked in this turn."""
    found: list[Attack] = []
    for piece in view.own if view.enemies else ():
        targets = NEAR[square_of(piece)] & view.enemies
        if targets and not has_attacked(piece):
            found += _ATTACKS[square_of(piece)][targets]
    return found


def losses(view: View, step: Step) -> tuple[int, int]:
    """Return the enemy's and the player's squares that a step would empty, as the player sees. DP-31."""
    own = view.squares ^ BIT[step.source] | BIT[step.target]
    return find_captured(own, view.enemies & ~BIT[step.target], step.target, view.options.liberties)


def can_step(pieces: Pieces, occupied: int) -> bool:
    """Return whether any piece has a free square to step to."""
    free = ~occupied
    for piece in pieces:  # noqa: SIM110  (a generator takes three times as long)
        if REACHED[piece] & free:
            return True
    return False


def can_attack(pieces: Pieces, enemies: int) -> bool:
    """Return whether any piece that hasn't attacked in this turn touches one of the enemies in sight."""
    if enemies:
        for piece in pieces:
            if NEAR[square_of(piece)] & enemies and not has_attacked(piece):
                return True
    return False


def why_illegal(view: View, action: Action) -> str | None:
    """Return why an action is illegal, or None if it is legal; the text uses only what the viewer sees."""
    turn = _why_not_now(view)
    if turn is not None:
        return turn
    if isinstance(action, SetUp):
        return None if view.phase == SET_UP else LAYOUT_IS_SET
    if view.phase == SET_UP:
        return "Set up your pieces first."
    if isinstance(action, Step):
        return _why_no_step(view, action)
    if isinstance(action, Attack):
        return _why_no_attack(view, action)
    return None


def _why_not_now(view: View) -> str | None:
    if not view.to_act:
        return "The match is over."
    if view.who in view.to_act:
        return None
    if view.side is not None:
        return f"It's {SEAT_NAMES[view.side]}'s turn."
    if view.who is None or view.own:
        return (
            "Your layout is set; wait for your opponent." if view.own else "You're not playing in this match."
        )
    return "It's not your turn."


def piece_on(pieces: Pieces, square: int) -> int | None:
    """Return the piece on a square, or None if none of these pieces is there."""
    return next((piece for piece in pieces if square_of(piece) == square), None)


def _why_no_step(view: View, step: Step) -> str | None:
    if view.phase != MOVEMENT:
        return "You're done moving this turn; attack, or end your turn."
    piece, source, target = piece_on(view.own, step.source), NAMES[step.source], NAMES[step.target]
    if piece is None:
        return f"You have no piece on {source}."
    kind = KINDS[kind_of(piece)]
    if steps_of(piece) >= kind.reach:
        return f"Your {kind.name} on {source} has used all its steps this turn ({kind.reach})."
    if not REACHED[piece] & BIT[step.target]:
        return why_out_of_reach(piece, step.source, step.target)
    if BIT[step.target] & (view.squares | view.enemies):
        return f"There's a piece on {target}."
    if view.options.suicide == "forbidden" and losses(view, step)[1]:
        return f"{source}-{target} would surround your own group, and that's not allowed in this match."
    return None


def why_out_of_reach(piece: int, source: int, target: int) -> str:
    """Return a sentence saying that a piece can't step between two squares, and how its kind steps."""
    name = KINDS[kind_of(piece)].name
    article = "An" if name[0] in "AEIOU" else "A"
    way = f"{NAMES[source]} to {NAMES[target]}"
    return f"{article} {name} can't step from {way}: {how_it_steps(kind_of(piece))}."


def how_it_steps(kind: int) -> str:
    """Describe the directions in which a kind steps."""
    if KINDS[kind].name == "Scout":
        return "one square at a time, along a row or column"
    if KINDS[kind].name == "Infiltrator":
        return "one square at a time, diagonally"
    return "one square at a time, in any direction"


def _why_no_attack(view: View, attack: Attack) -> str | None:
    if view.phase != ATTACK:
        return "You're still moving. Tap “End movement” or type “end” first, then attack."
    piece, source, target = piece_on(view.own, attack.source), NAMES[attack.source], NAMES[attack.target]
    if piece is None:
        return f"You have no piece on {source}."
    if has_attacked(piece):
        return f"Your {KINDS[kind_of(piece)].name} on {source} has already attacked this turn."
    if not view.enemies & BIT[attack.target]:
        return f"You don't see an enemy on {target}."
    if not NEAR[attack.source] & BIT[attack.target]:
        return f"{source} and {target} don't touch."
    return None
