"""A position as the coach looks at it: what both sides could do, and how to answer a threat."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.ccc.rules.actions import Action, Attack, FlagMove, Hop, Line, Merge, Move, Path
from games.ccc.rules.collapses import squares_of
from games.ccc.rules.costs import name_piece
from games.ccc.rules.legality import why_illegal
from games.ccc.rules.moves import flag_actions, is_frozen, list_hopped, of_piece, plain_actions, zone_of
from games.ccc.rules.pieces import CUBE, TORUS, Piece
from games.ccc.rules.position import Position
from games.ccc.rules.rules import after, carry_out
from games.ccc.rules.state import View


class Board(msgspec.Struct, frozen=True):
    """A view with the actions that the player may take, and those the opponent could take instead."""

    view: View
    mine: tuple[Action, ...]
    theirs: tuple[Action, ...]

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.view.position.side

    def name(self, square: int) -> str:
        """Return the name of a square."""
        return self.view.setting.geometry.names[square]

    def piece(self, square: int) -> Piece | None:
        """Return the piece on a square, or None."""
        return self.view.position.board[square]

    def describe(self, square: int) -> str:
        """Return the piece on a square in words, such as “Torus on d5”."""
        piece = self.piece(square)
        return f"{name_piece(piece) if piece else 'piece'} on {self.name(square)}"

    def own(self, *kinds: str) -> list[int]:
        """Return the squares of the player's pieces of some kinds, or of all if none is given."""
        return self._of(self.seat, kinds)

    def enemies(self, *kinds: str) -> list[int]:
        """Return the squares of the opponent's pieces of some kinds, or of all if none is given."""
        return self._of(1 - self.seat, kinds)

    def _of(self, seat: int, kinds: tuple[str, ...]) -> list[int]:
        board = self.view.position.board
        return [
            s
            for s, p in enumerate(board)
            if p is not None and p.seat == seat and (not kinds or p.kind in kinds)
        ]


def switch_side(position: Position) -> Position:
    """Return a position with the opponent to move."""
    return msgspec.structs.replace(position, side=1 - position.side)


def list_actions(view: View, position: Position) -> tuple[Action, ...]:
    """Return a side's actions without Flag moves, swaps and Pyramid Stack collapses."""
    setting, zone = view.setting, zone_of(view.setting.geometry, position, position.side)
    return tuple(
        action
        for square, piece in enumerate(position.board)
        if piece is not None and piece.seat == position.side and not is_frozen(piece, square, zone)
        for action in of_piece(setting, position, square, piece, zone)
    )


# --- attacks --------------------------------------------------------------------------------------------


def measure_strength(position: Position, square: int) -> int:
    """Return the Strength of the piece on a square, a pool's for a Torus; endless for a Cube."""
    piece = position.board[square]
    if piece is None or piece.kind == CUBE:
        return 10**6
    return position.pools[piece.seat] if piece.kind == TORUS else piece.strength


def has_pyramid(position: Position, square: int) -> bool:
    """Return whether a piece with a Pyramid is on a square."""
    piece = position.board[square]
    return piece is not None and bool(piece.pyramids)


def find_deadly(position: Position, actions: tuple[Action, ...]) -> Iterator[tuple[int, int]]:
    """Yield (attacker, target) for each plain attack that destroys its target."""
    for action in actions:
        if isinstance(action, Attack):
            attacker, target = (
                measure_strength(position, square) for square in (action.source, action.target)
            )
            if attacker >= target:
                yield action.source, action.target


def find_struck(now: Board, action: Action, enemies: list[int]) -> list[int]:
    """Return the squares on which a collapse in a line drops parts on enemies."""
    if not isinstance(action, Line):
        return []
    return [s for s, drop in squares_of(now.view.setting.geometry, action) if drop and s in enemies]


def find_topple(now: Board, tower: int, target: int) -> Path | None:
    """Return a collapse of a Pyramid Stack onto an enemy at most two squares away, or None."""
    steps, piece = now.view.setting.geometry.steps, now.piece(tower)
    height = 0 if piece is None else piece.height
    direct = [Path(1, tower, ((way, 1),)) for way, square in steps[tower] if square == target]
    corners = [
        Path(count, tower, ((way, count - 1), (turn, 1)))
        for way, square in steps[tower]
        for turn, end in steps[square]
        if end == target
        for count in range(2, height + 1)
    ]
    return next((path for path in (*direct, *corners) if why_illegal(now.view, path) is None), None)


# --- answers --------------------------------------------------------------------------------------------


def answer_attack(now: Board, attacker: int, target: int) -> list[str]:
    """Return the ways in which the player can save a piece from an attack, each a few words."""
    ways = {
        "move it away": any(_is_safe_after(now, action) for action in now.mine if _leaves(action, target)),
        "put something in the way": _may_block(now, attacker, target),
        "freeze the attacker with your Nice Flag": _may_freeze(now, attacker),
        "take the attacker first": any(
            hit == attacker for _, hit in find_deadly(now.view.position, now.mine)
        ),
    }
    return [way for way, works in ways.items() if works]


def _leaves(action: Action, square: int) -> bool:
    return isinstance(action, Move | Merge | Attack) and action.source == square


def _is_safe_after(now: Board, action: Action) -> bool:
    """Return whether a piece with a Pyramid is there after its action, and no plain attack destroys it."""
    if not isinstance(action, Move | Merge | Attack):
        return False
    position = _play(now, action)
    piece = position.board[action.target]
    if piece is None or piece.seat != now.seat or not piece.pyramids:
        return False
    attacks = _list_attacks(now, position)
    return all(target != action.target for _, target in find_deadly(position, attacks))


def _play(now: Board, action: Action) -> Position:
    setting, position = now.view.setting, now.view.position
    return after(position, carry_out(setting, position, action), action)


def _list_attacks(now: Board, position: Position) -> tuple[Action, ...]:
    """Return the plain attacks of the side to move."""
    setting, zone = now.view.setting, zone_of(now.view.setting.geometry, position, position.side)
    return tuple(
        action
        for square, piece in enumerate(position.board)
        if piece is not None and piece.seat == position.side and not is_frozen(piece, square, zone)
        for action in plain_actions(setting, position, square, piece, zone)
        if isinstance(action, Attack)
    )


def _may_block(now: Board, attacker: int, target: int) -> bool:
    """Return whether another piece can move between an attacker and its target, and stop it there."""
    rays = now.view.setting.geometry.rays[attacker]
    between = next((ray[: ray.index(target)] for ray in rays if target in ray), ())
    moves = (action for action in now.mine if isinstance(action, Move) and action.source != target)
    return any(
        Attack(attacker, target) not in _list_attacks(now, _play(now, move))
        for move in moves
        if move.target in between
    )


def _may_freeze(now: Board, attacker: int) -> bool:
    """Return whether the player's Flag can go next to an attacker that it would freeze."""
    return not has_pyramid(now.view.position, attacker) and can_freeze(now, attacker)


def can_freeze(now: Board, square: int) -> bool:
    """Return whether the player's Flag can go next to a square."""
    setting, position = now.view.setting, now.view.position
    flights = flag_actions(setting, position, zone_of(setting.geometry, position, now.seat))
    near = setting.geometry.near[square]
    return any(isinstance(flight, FlagMove) and flight.target in near for flight in flights)


def answer_hop(now: Board, hop: Hop) -> list[str]:
    """Return the ways in which the player can save the first Flat of an enemy's hop, each a few words."""
    over, landing = list_hopped(now.view.setting.geometry, hop.source, hop.landings)[0], hop.landings[0]
    ways = {
        "fill the gap": any(_fills(action, landing, over) for action in now.mine),
        "move away": any(isinstance(action, Move) and action.source == over for action in now.mine),
        "stack, since stacks can't be hopped over": any(
            isinstance(action, Merge) and over in (action.source, action.target) for action in now.mine
        ),
    }
    return [way for way, works in ways.items() if works]


def _fills(action: Action, landing: int, over: int) -> bool:
    return isinstance(action, Move) and action.target == landing and action.source != over
