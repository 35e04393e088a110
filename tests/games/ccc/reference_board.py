"""The second implementation of CCC, part 1: squares, pieces, landings and the Attack.

Written from the rules alone, plainly and slowly, to check the engine. A square is (file, rank), both from 0.
A board is a dict of occupied squares to lists of pieces, bottom to top. Numbers in brackets are rulings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

WHITE, BLACK = 0, 1
ORTHOGONAL = {"+": (0, 1), "-": (0, -1), ">": (1, 0), "<": (-1, 0)}
DIAGONAL = {"+>": (1, 1), "+<": (-1, 1), "->": (1, -1), "-<": (-1, -1)}
EIGHT = {**ORTHOGONAL, **DIAGONAL}
FULL = {"F": 1, "N": 1, "S": 2, "M": 4, "L": 6}
SIZE = {"S": 1, "M": 2, "L": 3}
MOST_FLATS = 5


@dataclass(frozen=True)
class Piece:
    """One basic piece; a Cube and a Torus have no Strength of their own (CCC-19, CCC-32)."""

    kind: str
    seat: int
    strength: int = 0


def opponent(seat: int) -> int:
    return BLACK if seat == WHITE else WHITE


def square_name(square: tuple[int, int]) -> str:
    file, rank = square
    return "abcdefgh"[file] + str(rank + 1)


def square_at(name: str) -> tuple[int, int]:
    return "abcdefgh".index(name[0]), int(name[1:]) - 1


def step(square: tuple[int, int], direction: tuple[int, int]) -> tuple[int, int]:
    return square[0] + direction[0], square[1] + direction[1]


def is_pyramid(piece: Piece) -> bool:
    return piece.kind in SIZE


def has_pyramid(stack: list[Piece]) -> bool:
    return any(is_pyramid(piece) for piece in stack)


def flats_in(stack: list[Piece]) -> list[Piece]:
    return [piece for piece in stack if piece.kind == "F"]


def pyramids_in(stack: list[Piece]) -> list[Piece]:
    return [piece for piece in stack if is_pyramid(piece)]


def type_of(stack: list[Piece]) -> str:
    """Return a stack's type: F, C, T or N, P for a lone pyramid, or FS, CP or PS for the three Structures."""
    if len(stack) == 1:
        return "P" if is_pyramid(stack[0]) else stack[0].kind
    if not has_pyramid(stack):
        return "FS"
    return "PS" if flats_in(stack) else "CP"


def may_join(group: list[Piece], target: list[Piece]) -> bool:
    """Return whether a group may land on a friendly piece (CCC-45, CCC-46)."""
    mover, host = type_of(group), type_of(target)
    flats = len(flats_in(group)) + len(flats_in(target))
    if mover in ("F", "FS", "PS"):
        return host in ("F", "FS") and flats <= MOST_FLATS
    if mover in ("P", "CP") and host in ("F", "FS"):
        return True
    if mover in ("P", "CP") and host in ("P", "CP", "PS"):
        return SIZE[group[0].kind] < SIZE[target[-1].kind]
    return False


def joined(target: list[Piece], group: list[Piece]) -> list[Piece]:
    """Return the merged stack, with Flats below pyramids (CCC-46)."""
    return flats_in(target) + flats_in(group) + pyramids_in(target) + pyramids_in(group)


class Table:
    """The board and the Torus pools. Lists of pieces are never changed, only replaced."""

    def __init__(self, ranks: int):
        self.ranks = ranks
        self.board: dict[tuple[int, int], list[Piece]] = {}
        self.pools = [0, 0]
        self.quiet_broken = False  # an Attack on anything but a Flag has happened (CCC-75)

    def copy(self) -> Table:
        other = Table(self.ranks)
        other.board = dict(self.board)
        other.pools = list(self.pools)
        other.quiet_broken = self.quiet_broken
        return other

    def is_on(self, square: tuple[int, int]) -> bool:
        return 0 <= square[0] < 8 and 0 <= square[1] < self.ranks

    def squares(self) -> list[tuple[int, int]]:
        return [(file, rank) for rank in range(self.ranks) for file in range(8)]

    def squares_of(self, seat: int) -> list[tuple[int, int]]:
        return [square for square in sorted(self.board) if self.is_own(seat, square)]

    def is_own(self, seat: int, square: tuple[int, int]) -> bool:
        return square in self.board and self.board[square][0].seat == seat

    def is_enemy(self, seat: int, square: tuple[int, int]) -> bool:
        return self.is_own(opponent(seat), square)

    def type_at(self, square: tuple[int, int]) -> str:
        return type_of(self.board[square]) if square in self.board else ""

    def flag(self, seat: int) -> tuple[int, int] | None:
        for square, stack in self.board.items():
            if stack[0].kind == "N" and stack[0].seat == seat:
                return square
        return None

    def zone(self, seat: int) -> list[tuple[int, int]]:
        """Return the squares around the opposing Flag."""
        flag = self.flag(opponent(seat))
        if flag is None:
            return []
        around = [step(flag, direction) for direction in EIGHT.values()]
        return [square for square in around if self.is_on(square)]

    def pyramids(self, seat: int) -> list[Piece]:
        return [piece for square in self.squares_of(seat) for piece in pyramids_in(self.board[square])]

    # --- changes

    def take(self, square: tuple[int, int], number: int) -> list[Piece]:
        """Lift the top pieces of a square off the board."""
        stack = self.board.pop(square)
        left, taken = stack[: len(stack) - number], stack[len(stack) - number :]
        if left:
            self.board[square] = left
        return taken

    def land(self, group: list[Piece], square: tuple[int, int]) -> None:
        """Land a lifted group on an empty square, on a friendly piece, or as an Attack."""
        if square not in self.board:
            self.board[square] = group
        elif self.is_own(group[0].seat, square):
            self.board[square] = joined(self.board[square], group)
        else:
            self.attack(group, square)

    def attack(self, attacker: list[Piece], square: tuple[int, int]) -> None:
        """Resolve an Attack: each side loses one Strength at a time until one is gone (CCC-14 to CCC-16)."""
        defender = self.board.pop(square)
        if type_of(defender) != "N":
            self.quiet_broken = True
        while attacker and defender:
            attacker, defender = self.hurt(attacker, 0), self.hurt(defender, len(defender) - 1)
        if attacker + defender:
            self.board[square] = attacker + defender

    def hurt(self, stack: list[Piece], place: int) -> list[Piece]:
        """Return the stack after the piece at this place has lost one Strength."""
        piece = stack[place]
        if piece.kind == "C":
            return stack
        if piece.kind == "T":
            return self.hurt_torus(stack)
        weaker = [Piece(piece.kind, piece.seat, piece.strength - 1)] if piece.strength > 1 else []
        return stack[:place] + weaker + stack[place + 1 :]

    def hurt_torus(self, stack: list[Piece]) -> list[Piece]:
        """Take a point from a side's Torus pool; at 0 all its Toruses leave the board (CCC-32)."""
        seat = stack[0].seat
        self.pools[seat] = self.pools[seat] - 1
        if self.pools[seat] > 0:
            return stack
        for square in self.squares_of(seat):
            if self.type_at(square) == "T":
                del self.board[square]
        return []


# --- position texts (docs/rulings/ccc.md) ---------------------------------------------------------


def piece_text(piece: Piece) -> str:
    letter = piece.kind if piece.seat == WHITE else piece.kind.lower()
    return letter + (str(piece.strength) if is_pyramid(piece) and piece.strength < FULL[piece.kind] else "")


def stack_text(stack: list[Piece]) -> str:
    text = "".join(piece_text(piece) for piece in stack)
    return text if len(text) == 1 else f"({text})"


def rank_text(table: Table, rank: int) -> str:
    text = ""
    empty = 0
    for file in range(8):
        if (file, rank) not in table.board:
            empty = empty + 1
            continue
        text = text + (str(empty) if empty else "") + stack_text(table.board[(file, rank)])
        empty = 0
    return text + (str(empty) if empty else "")


def board_text(table: Table) -> str:
    return "/".join(rank_text(table, rank) for rank in reversed(range(table.ranks)))


def stack_from(text: str) -> list[Piece]:
    stack = []
    for letter, digits in re.findall(r"([A-Za-z])([0-9]*)", text):
        kind, seat = letter.upper(), WHITE if letter.isupper() else BLACK
        stack.append(Piece(kind, seat, int(digits) if digits else FULL.get(kind, 0)))
    return stack


def table_from(text: str) -> Table:
    """Return the table of a board text, with empty pools."""
    rows = text.split("/")
    table = Table(len(rows))
    for rank, row in enumerate(reversed(rows)):
        file = 0
        for token in re.findall(r"\([^)]*\)|[A-Za-z]|[1-8]", row):
            if token.isdigit():
                file = file + int(token)
                continue
            table.board[(file, rank)] = stack_from(token)
            file = file + 1
    return table
