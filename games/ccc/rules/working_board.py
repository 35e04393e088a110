"""A board that changes drop by drop while an action is carried out."""

from __future__ import annotations

from games.ccc.rules.pieces import FLAG, TORUS, Piece, Pools, fight, merge_pieces
from games.ccc.rules.position import Board


class Working:
    """A changeable board, made for one action.

    `attacked` says if there was an attack on anything but a Flag, or a hop. CCC-75.
    """

    def __init__(self, board: Board, pools: Pools) -> None:
        self.board = list(board)
        self.pools = pools
        self.attacked = False

    def copy(self) -> Working:
        """Return a copy of the board."""
        other = Working.__new__(Working)
        other.board, other.pools, other.attacked = self.board.copy(), self.pools, self.attacked
        return other

    def put(self, square: int, piece: Piece) -> bool:
        """Put a piece on a square to stand, merge or attack; return False and do nothing if it may not."""
        there = self.board[square]
        if there is None:
            self.board[square] = piece
            return True
        if there.seat == piece.seat:
            both = merge_pieces(there, piece)
            if both is None:
                return False
            self.board[square] = both
            return True
        self.attacked = self.attacked or there.kind != FLAG
        self.board[square], pools = fight(piece, there, self.pools)
        if pools != self.pools:
            self._drain(pools)
        return True

    def _drain(self, pools: Pools) -> None:
        """Set the pools, and remove all Toruses of a side whose pool is empty. CCC-32."""
        self.pools = pools
        for seat in (0, 1):
            if pools[seat] == 0:
                self.board = [
                    None if piece is not None and piece.kind == TORUS and piece.seat == seat else piece
                    for piece in self.board
                ]
